#!/usr/bin/env bash
# The rates that a worker really measures. Those of cli_rates.sh are made up. long_rates.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

expect 0 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <<<'{"job": "rates", "threads": 1, "measure": true}'
check "52 working sets" same "$(grep -o '"bytes":[0-9]*,"read"' out | wc -l)" 52
check "the peaks are measured" same "$(grep -cE '"flops":\{"f32":[1-9][0-9.e+]*,"f64":[1-9][0-9.e+]*\}' out)" 1
check "bandwidths are measured" same "$(grep -cE '"read":[1-9][0-9.e+]*,"update":[1-9][0-9.e+]*,"triad":[1-9]' out)" 1
