#!/usr/bin/env bash
# Runs a file of Python's unittest on the converters of src/python/weft. The tests find the program in $WEFT and the tree in $WEFT_SOURCE.
# python.sh BUILD SOURCE FILE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
python=$(python_with numpy,meshio) || {
    echo "skipped: no Python with numpy and meshio (packages python3-numpy, python3-meshio)"
    exit 77
}
export PYTHONPATH=$source_dir/src/python PYTHONDONTWRITEBYTECODE=1 WEFT=$weft WEFT_SOURCE=$source_dir
check "$3" "$python" -W error "$3"
