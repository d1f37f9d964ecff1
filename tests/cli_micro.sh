#!/usr/bin/env bash
# weft-micro lists its benchmarks and runs one. long_micro.sh runs all of them. cli_micro.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

for precision in f64 f32; do
    micro=$1/weft-micro-$precision
    if [ ! -x "$micro" ]; then
        echo "there is no weft-micro-$precision in this build"
        continue
    fi
    expect 0 "$micro" --benchmark_list_tests
    check "$precision: there are kernels" test "$(wc -l <out)" -gt 20
    kernel=$(grep '^predict/' out | head -n 1)
    expect 0 "$micro" --benchmark_min_time=0 --benchmark_format=json --benchmark_filter="^$kernel\$"
    check "$precision: one kernel ran" same "$(grep -c '"real_time":' out)" 1
    check "$precision: the precision" has out "\"precision\": \"$precision\""
    expect 2 "$micro" --tables
done
