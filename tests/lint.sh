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

# Clean files are kept in BUILD/lint with a hash of all that clang-tidy reads of ours: the file, what it includes, flags, checks, version.
# What has not changed is not looked at again.
mkdir -p -- "$build/lint/cppcheck"
hash_of() {
    local parts
    parts=$("${CC:-cc}" -MM -MG -D_GNU_SOURCE -Isrc/common -Isrc/core -Isrc/front -Itests -Ibench/micro -I"$build/generated" "$1") || return
    {
        clang-tidy --version
        cat -- .clang-tidy "$build/compile_commands.json"
        tr -d '\\' <<<"${parts#*: }" | xargs cat -- 2>/dev/null # but what is not ours
    } | sha256sum
}
# One file per process: clang-tidy 14 takes every va_list of a second file for uninitialized.
tidy() {
    local kept=$build/lint/${1//\//%} hash
    hash=$(hash_of "$1") || return
    [[ ! -f $kept || $(<"$kept") != "$hash" ]] || return 0
    clang-tidy --quiet -p "$build" --extra-arg="-I$root/src/common" --extra-arg="-I$root/src/core" "$1" && printf '%s\n' "$hash" >"$kept"
}
export -f hash_of tidy
export root build

code=0
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'tidy "$1"' _ \
    2> >(grep -vE "^[0-9]+ warnings? (generated|suppressed)|^Suppressed|^Use -header-filter" >&2) || code=1
# returnDanglingLifetime: cppcheck takes a Status for a pointer into what the call was given; it is a value.
cppcheck --quiet --cppcheck-build-dir="$build/lint/cppcheck" --error-exitcode=1 --enable=warning,performance,portability --inline-suppr \
    --suppress=returnDanglingLifetime --std=c11 -j "$(nproc)" \
    -I src/common -I src/core -I src/front -I bench/micro -D_GNU_SOURCE "${files[@]}" || code=1
if ((code == 0)); then
    printf 'lint: %d files clean\n' "${#files[@]}"
fi
exit "$code"
