#!/usr/bin/env bash
# tests/lint.sh [BUILD]: clang-tidy and cppcheck over all C files, with the flags of the f64 build in BUILD (default: build/release).
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

# The commands of the f32 core would check the same files a second time.
database=$(mktemp -d)
trap 'rm -rf -- "$database"' EXIT
awk 'BEGIN { RS = "},?\n"; ORS = ""; print "[" }
     /"command"/ && !/WEFT_REAL_F32/ { sub(/^\[\n/, ""); print (count++ ? ",\n" : "") $0 "}" }
     END { print "]\n" }' "$build/compile_commands.json" >"$database/compile_commands.json"

# One file per process: clang-tidy 14 takes every va_list of a second file for uninitialized.
code=0
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy --quiet -p "$database" 2>/dev/null || code=1
# returnDanglingLifetime: cppcheck takes a Status for a pointer into what the call was given; it is a value.
cppcheck --quiet --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
    --suppress=returnDanglingLifetime --std=c11 -j "$(nproc)" \
    -I src -I bench/micro -D_GNU_SOURCE "${files[@]}" || code=1
if ((code == 0)); then
    printf 'lint: %d files clean\n' "${#files[@]}"
fi
exit "$code"
