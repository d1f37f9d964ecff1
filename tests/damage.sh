#!/usr/bin/env bash
# N databases damaged at random, each read by every command: damage.sh N [SEED [BUILD]]. WEFT_KEEP=DIR keeps those of failures.
set -euo pipefail
source_dir=$(cd -- "$(dirname -- "$0")/.." && pwd)
exec nice -n 19 bash "$source_dir/tests/cli_damage.sh" "$(realpath "${3:-$source_dir/build/release}")" "$source_dir" "${1:?how many}" "${2:-1}"
