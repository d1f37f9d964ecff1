#!/usr/bin/env bash
# tests/fuzz.sh MINUTES [TARGET...]: fuzzes each target of tests/fuzz/fuzz_list.h for so many minutes of processor time, at the lowest
# priority, and prints for each: executions, what libFuzzer counts as coverage, the lines reached of the sources that the target is for,
# and failures (crashes, leaks, more than a minute, more than 2 GB). Exit code 1 if there is one.
#
# Needs clang with libFuzzer (Debian: clang, llvm, libclang-rt-dev); builds in build/fuzz. Begins with tests/fuzz/corpus; what it finds
# stays in build/fuzz/found/TARGET/corpus and is taken up by the next call, and the inputs of failures in build/fuzz/found/TARGET/failures:
#   build/fuzz/fuzz TARGET FILE              one of them again
#   build/fuzz/fuzz TARGET -merge=1 NEW build/fuzz/found/TARGET/corpus    a small corpus of it all, in the folder NEW
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
build=$root/build/fuzz program=$root/build/fuzz/fuzz
FAILURES_MOST=10 # of a target: then it is the next one's turn

minutes=${1:-}
[[ $minutes =~ ^[0-9]+(\.[0-9]+)?$ ]] || {
    sed -nE '2,${/^#/!q; s/^# ?//p}' "${BASH_SOURCE[0]}" >&2
    exit 2
}
shift
if ! echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
    clang -fsanitize=fuzzer -x c -o /dev/null - 2>/dev/null; then
    echo "fuzz.sh: there is no clang with libFuzzer (Debian: clang, llvm, libclang-rt-dev)" >&2
    exit 77
fi
stage "configure" cmake --preset fuzz -S "$root"
stage "build build/fuzz" nice cmake --build "$build" --target fuzz
declare -A sources
while IFS=$'\t' read -r target files; do
    sources[$target]=$files
done < <("$program" --list)
(($# > 0)) || mapfile -t targets < <("$program" --list | cut -f1)
(($# == 0)) || targets=("$@")

scratch=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo /tmp)" weft-fuzz-sh-XXXXXX)
trap 'rm -rf -- "$scratch"' EXIT
export TMPDIR=$scratch
TIMEFORMAT='%U %S'

# files TARGET: its sources, below src.
files() {
    local pattern
    cd -- "$root/src"
    for pattern in ${sources[$1]}; do compgen -G "$pattern"; done
}

# words TARGET: a dictionary of the words that its sources compare with, and of its own.
words() {
    printf '"\\x00"\n' # one word at least
    (cd -- "$root/src" && files "$1" | xargs sed -E 's://.*$::') | grep -oE '"[A-Za-z_][A-Za-z0-9_.]{1,23}"' | sort -u || true
    [[ ! -f $root/tests/fuzz/$1.dict ]] || cat -- "$root/tests/fuzz/$1.dict"
}

# fuzz TARGET SECONDS: one process of libFuzzer, until its first failure at most; its words to log, its processor time to time.
# libFuzzer waits for ever where its own clock strikes inside an allocation: it is killed long after its time.
fuzz() {
    local found=$build/found/$1
    words "$1" >"$scratch/dictionary"
    {
        time nice -n 19 timeout -s KILL $((4 * $2 + 600)) "$program" "$1" -max_total_time="$2" -timeout=60 -rss_limit_mb=2048 \
            -close_fd_mask=1 -print_final_stats=1 -artifact_prefix="$found/failures/" \
            -dict="$scratch/dictionary" "$found/corpus" "$root/tests/fuzz/corpus/$1" 2>"$scratch/log"
    } 2>"$scratch/time"
}

# lines TARGET: "reached of all" of the lines of its sources, by the whole corpus.
lines() {
    LLVM_PROFILE_FILE=$scratch/raw "$program" "$1" -runs=0 -timeout=60 -rss_limit_mb=0 -close_fd_mask=1 "$build/found/$1/corpus" \
        "$root/tests/fuzz/corpus/$1" 2>"$scratch/log" || return
    llvm-profdata merge -o "$scratch/profile" "$scratch/raw"
    (files "$1") >"$scratch/files"
    llvm-cov report -instr-profile="$scratch/profile" "$program" 2>/dev/null | awk -v files="$scratch/files" '
        BEGIN { while ((getline file <files) > 0) wanted[file] = 1 }
        { for (file in wanted) if (substr($1, length($1) - length(file) + 1) == file) { all += $8; missed += $9 } }
        END { print all - missed " of " all }'
}

failed=0
printf '%-11s %11s %8s %7s %9s %14s %9s\n' target executions 'cpu s' edges features lines failures
for target in "${targets[@]}"; do
    [[ -n ${sources[$target]:-} ]] || die "there is no target $target; there are: ${!sources[*]}"
    found=$build/found/$target
    mkdir -p -- "$found/corpus" "$found/failures"
    executions=0 failures=0 used=0
    while left=$(awk -v m="$minutes" -v u="$used" 'BEGIN { s = int(60 * m - u + 0.5); print (s < 1 && u == 0 ? 1 : s) }') &&
        ((left > 0 && failures < FAILURES_MOST)); do
        fuzz "$target" "$left" || failures=$((failures + 1))
        executions=$((executions + $(sed -nE 's/^stat::number_of_executed_units: ([0-9]+)/\1/p' "$scratch/log" | grep . || echo 0)))
        used=$(awk -v u="$used" 'END { print u + $1 + $2 }' "$scratch/time") # behind what the shell says of a kill
        cp -- "$scratch/log" "$found/log"
    done
    reached=$(lines "$target") || reached=unknown
    read -r edges features < <(sed -nE 's/.*INITED cov: ([0-9]+) ft: ([0-9]+).*/\1 \2/p' "$scratch/log") || edges=0 features=0
    printf '%-11s %11d %8.0f %7d %9d %14s %9d\n' "$target" "$executions" "$used" "$edges" "$features" "$reached" "$failures"
    failed=$((failed + failures))
done
((failed == 0)) || {
    printf '%d failures; their inputs are in %s/found/TARGET/failures\n' "$failed" "$build" >&2
    exit 1
}
