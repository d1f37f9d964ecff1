#!/usr/bin/env bash
# tests/lint.sh [--whole] [BUILD]: clang-tidy and cppcheck over all C files, with the flags of double precision in BUILD (default:
# build/release). --whole: clang's analyser follows as many paths as it does by default, which takes four times as long.
# Formatting and the rules of the house are in tests/cli_house.sh.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
budget=(-Xclang -analyzer-config -Xclang max-nodes=40000) # states that it looks at in a function; its default is 225000
[[ ${1:-} != --whole ]] || { shift && budget=(); }
build=${1:-$root/build/release}
[[ -f $build/compile_commands.json ]] || {
    printf 'lint.sh: %s has no compile_commands.json; run tests/run.sh or cmake --preset release first\n' "$build" >&2
    exit 2
}

cd -- "$root"
mapfile -t files < <(find src tests bench -name '*.c' | sort)

# What was found clean is kept, in a folder of the user's, by a hash of all that clang-tidy reads of ours: the file, what it includes, flags,
# checks, version. It is not looked at again, in this clone or another.
kept=${XDG_CACHE_HOME:-${HOME:-$build}/.cache}/weft/lint
mkdir -p -- "$kept" "$build/lint/cppcheck"
hash_of() {
    local parts
    parts=$("${CC:-cc}" -MM -MG -D_GNU_SOURCE -Isrc -Isrc/common -Isrc/core -Isrc/front -Itests -Ibench/micro -I"$build/generated" "$1") || return
    {
        clang-tidy --version
        cat -- .clang-tidy
        # and the flags of this file alone: a new one leaves the others as they are
        { printf '%s\n' "$extra" && grep -F -- " -c $root/$1\"" "$build/compile_commands.json" || true; } | sed "s|$root||g"
        tr -d '\\' <<<"${parts#*: }" | xargs cat -- 2>/dev/null # but what is not ours
    } | sha256sum | cut -d' ' -f1
}
# One file per process: clang-tidy 14 takes every va_list of a second file for uninitialized.
tidy() {
    local hash
    hash=$(hash_of "$1") || return
    [[ ! -f $kept/$hash ]] || return 0
    # -I src: plugins of the tests, which no target of the build compiles, have its one header.
    clang-tidy --quiet -p "$build" $extra --extra-arg=-I"$root/src" "$1" && : >"$kept/$hash"
}
export -f hash_of tidy
extra=$(printf -- '--extra-arg=%s ' "-I$root/src/common" "-I$root/src/core" "${budget[@]}")
export root build kept extra

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
