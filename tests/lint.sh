#!/usr/bin/env bash
# tests/lint.sh [BUILD]: clang-tidy and cppcheck over all C files, with the flags of double precision in BUILD (default: build/release).
# Formatting and the rules of the house are in tests/cli_house.sh.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=${1:-$root/build/release}
[[ -f $build/compile_commands.json ]] || {
    printf 'lint.sh: %s has no compile_commands.json; run tests/run.sh or cmake --preset release first\n' "$build" >&2
    exit 2
}

cd -- "$root"
mapfile -t files < <(find src tests bench -name '*.c' | sort)

# One file per process: clang-tidy 14 takes every va_list of a second file for uninitialized.
code=0
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" \
    --extra-arg="-I$root/src/common" --extra-arg="-I$root/src/core" 2> >(grep -vE "^[0-9]+ warnings? (generated|suppressed)|^Suppressed|^Use -header-filter" >&2) || code=1
# returnDanglingLifetime: cppcheck takes a Status for a pointer into what the call was given; it is a value.
cppcheck --quiet --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
    --suppress=returnDanglingLifetime --std=c11 -j "$(nproc)" \
    -I src/common -I src/core -I src/front -I bench/micro -D_GNU_SOURCE "${files[@]}" || code=1
if ((code == 0)); then
    printf 'lint: %d files clean\n' "${#files[@]}"
fi
exit "$code"
