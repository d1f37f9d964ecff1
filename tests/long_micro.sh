#!/usr/bin/env bash
# Every microbenchmark runs once, at its smallest size, in both precisions; every plain kernel stands beside its vector kernel; every bandwidth
# has a share of the bandwidth of the machine. long_micro.sh BUILD SOURCE
set -euo pipefail
build=$1
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# smallest LIST PRECISION: the smallest of the benchmarks that differ in n and mib only. Kinds of constraints on one thread, and the three kinds
# whose colouring takes seconds in f64 only.
smallest() {
    awk -v precision="$2" '/^xpbd_kind/ && (/threads:2/ || (precision == "f32" && /plate|isometric/)) {next} {
        name = $0; size = 0
        if (match(name, /\/(n|mib):[0-9]+/)) {
            size = substr(name, RSTART, RLENGTH); sub(/.*:/, "", size)
            name = substr(name, 1, RSTART) substr(name, RSTART + RLENGTH)
        }
        if (!(name in least) || size + 0 < least[name]) { least[name] = size + 0; full[name] = $0 }
    } END { for (name in full) print full[name] }' "$1"
}

for precision in f64 f32; do
    micro=$build/weft-micro-$precision
    if [ ! -x "$micro" ]; then
        echo "there is no weft-micro-$precision in this build"
        continue
    fi
    expect 0 "$micro" --benchmark_list_tests
    smallest out $precision | sort >chosen
    check "$precision: there are kernels" test "$(wc -l <chosen)" -gt 20
    expect 0 "$micro" --table --benchmark_min_time=0 --benchmark_filter="^($(paste -sd'|' chosen))\$"
    cp out table
    check "$precision: a line for each" same "$(tail -n +2 table | wc -l)" "$(wc -l <chosen)"
    # kernel, threads, ns of an item, GB/s, share, speed-up: a message in place of figures has other words
    awk 'NR > 1 && (NF != 6 || $3 + 0 <= 0) {print}' table >broken
    check "$precision: every one has a time: $(head -1 broken)" test ! -s broken
    awk 'NR > 1 && $4 != "-" && !($5 ~ /^[0-9.]+$/) {print}' table >unshared
    check "$precision: where bytes are counted there is a share: $(head -1 unshared)" test ! -s unshared
    awk 'NR > 1 && $1 ~ /[\/_]plain/ {name = $1; sub(/[\/_]plain/, "", name); print name " " $2}' table | sort >twins
    awk 'NR > 1 && $6 ~ /^[0-9.]+$/ {print $1 " " $2}' table | sort >compared
    check "$precision: there are plain kernels" test -s twins
    check "$precision: each has its vector kernel" cmp twins compared
done
