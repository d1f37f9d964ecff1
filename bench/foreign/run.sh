#!/bin/bash
# bench/foreign/run.sh WEFT FOLDER: newton and MuJoCo beside weft, over substeps and iterations. Writes FOLDER/errors.csv, limits.csv,
# judged.csv and errors.svg. The Python packages of requirements.txt go into a virtual environment in $WEFT_FOREIGN_VENV, or in FOLDER/venv;
# neither may be in the source tree. PYTHON names the Python (3.11 or later) that makes it.
set -euo pipefail
if (($# != 2)); then
    echo "usage: bench/foreign/run.sh WEFT FOLDER" >&2
    exit 2
fi
here=$(cd -- "$(dirname -- "$0")" && pwd)
source=$(cd -- "$here/../.." && pwd)
weft=$(realpath -- "$1")
mkdir -p -- "$2"
folder=$(cd -- "$2" && pwd)
venv=${WEFT_FOREIGN_VENV:-$folder/venv}
case $(realpath -m -- "$venv")/ in
"$source"/*)
    echo "$venv lies in the source tree: name a folder outside of it" >&2
    exit 2
    ;;
esac
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/src/python
if [[ ! -x $venv/bin/python ]]; then
    "${PYTHON:-python3}" -m venv "$venv"
fi
"$venv/bin/python" -m pip install --quiet --requirement "$here/requirements.txt"
"$venv/bin/python" "$here/sweep.py" "$weft" "$folder" 2> >(tee "$folder/sweep.log" >&2)
gnuplot -e "folder='$folder'" "$here/figure.gp"
echo "$folder/errors.svg, errors.csv, limits.csv"
