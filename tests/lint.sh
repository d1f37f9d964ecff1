#!/usr/bin/env bash
# tests/lint.sh [--whole] [--changed COMMIT] [BUILD]: clang-tidy and cppcheck over all C files, with the flags of double precision in BUILD
# (default: build/release). --changed: only over the files that differ from this commit, or include a header that does. --whole: clang's
# analyser follows as many paths as it does by default, which takes four times as long.
# Formatting and the rules of the house are in tests/cli_house.sh.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
budget=(-Xclang -analyzer-config -Xclang max-nodes=40000) # states that it looks at in a function; its default is 225000
commit=''
while [[ ${1:-} == --* ]]; do
    case $1 in
        --whole) budget=() ;;
        --changed) commit=${2:?lint.sh: --changed needs a commit} && shift ;;
        *) printf 'lint.sh: unknown option %s\n' "$1" >&2 && exit 2 ;;
    esac
    shift
done
build=${1:-$root/build/release}
[[ -f $build/compile_commands.json ]] || {
    printf 'lint.sh: %s has no compile_commands.json; run tests/run.sh or cmake --preset release first\n' "$build" >&2
    exit 2
}

cd -- "$root"
mapfile -t files < <(find src tests bench -name '*.c' | sort)
all=${#files[@]}
flags=(-D_GNU_SOURCE -Isrc -Isrc/common -Isrc/core -Isrc/front -Itests -Ibench/micro -I"$build/generated")

# With a commit: the files that differ from it, and those that include a header that does; all of them where the checks differ.
if [[ -n $commit ]]; then
    differing=$(git diff --name-only "$commit" -- && git ls-files --others --exclude-standard) || exit 2
    headers=$(grep -E '\.h$' <<<"$differing" || true)
    if ! grep -qxF .clang-tidy <<<"$differing"; then
        # One line a file: OBJECT: FILE HEADER...
        includes=$([[ -z $headers ]] || "${CC:-cc}" -MM -MG "${flags[@]}" "${files[@]}" | sed -e ':a; /\\$/ {N; s/\\\n//; ba}')
        mapfile -t files < <({
            grep -E '^(src|tests|bench)/.*\.c$' <<<"$differing" || true
            awk 'FILENAME == ARGV[1] { differs[$0] = 1; next } { for (i = 3; i <= NF; i++) if ($i in differs) { print $2; next } }' \
                <(printf '%s\n' "$headers") <(printf '%s\n' "$includes")
        } | sort -u | while IFS= read -r file; do [[ ! -f $file ]] || printf '%s\n' "$file"; done)
    fi
fi
printf 'lint: %d of %d files\n' "${#files[@]}" "$all"
((${#files[@]} > 0)) || exit 0

# What was found clean is kept, in a folder of the user's, by a hash of all that clang-tidy reads of ours: the file, what it includes, flags,
# checks, version. It is not looked at again, in this clone or another.
kept=${XDG_CACHE_HOME:-${HOME:-$build}/.cache}/weft/lint
mkdir -p -- "$kept" "$build/lint/cppcheck"
hash_of() {
    local parts
    # shellcheck disable=SC2086 # the words of the flags
    parts=$("${CC:-cc}" -MM -MG $include_flags "$1") || return
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
    # Libraries of others, which no target of the build compiles, have one header each: weft_solver.h, weft_direct.h.
    clang-tidy --quiet -p "$build" $extra --extra-arg=-I"$root/src" "$1" && : >"$kept/$hash"
}
export -f hash_of tidy
extra=$(printf -- '--extra-arg=%s ' "-I$root/src/common" "-I$root/src/core" "${budget[@]}")
include_flags=${flags[*]}
export root build kept extra include_flags

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
