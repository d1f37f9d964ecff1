#!/usr/bin/env bash
# weft-micro lists its benchmarks and runs each once at its smallest size on one thread, which fails where an iteration does less than its work;
# those on round meshes at every size, since the number of sides has a limit. long_micro.sh runs them on all threads. cli_micro.sh BUILD SOURCE
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
    sed -nE 's#(.*/threads:1/real_time)#\1 \1#p' out | sed -E 's#/(n|mib|size):([0-9]+)([^ ]*) # \2\3 #' |
        sort -k1,1 -k2,2n | sort -u -k1,1 | awk '{print $NF}' >chosen
    check "$precision: of each kernel one" same "$(sed -E 's#/(n|mib|size):.*##' chosen | sort -u | wc -l)" "$(wc -l <chosen)"
    { cat chosen && grep -E '_group/.*/threads:1/' out; } | sort -u >all && mv all chosen
    check "$precision: of groups every size" test "$(grep -c '_group/polygon_area/' chosen)" -gt 1
    expect 0 "$micro" --benchmark_min_time=0 --benchmark_format=json --benchmark_filter="^($(paste -sd'|' chosen))\$"
    check "$precision: each ran" same "$(grep -c '"run_name":' out)" "$(wc -l <chosen)"
    check "$precision: each does its work: $(grep -B9 '"error_message"' out | grep -E '"(name|error_message)"' | xargs)" \
        same "$(grep -c '"error_occurred": true' out)" 0
    check "$precision: the precision" has out "\"precision\": \"$precision\""
    expect 2 "$micro" --tables
done
