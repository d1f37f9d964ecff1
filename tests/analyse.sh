#!/usr/bin/env bash
# tests/analyse.sh [BUILD]: gcc's static analyser over all of src, with the flags of double precision in BUILD (default: build/release). Takes
# minutes, so that no test runs it. What it says wrongly is in tests/analyse_exceptions.txt with the reason; an exception that is not needed
# any more is said, too.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build=${1:-$root/build/release}
[[ -f $build/compile_commands.json ]] || {
    printf 'analyse.sh: %s has no compile_commands.json; run tests/run.sh or cmake --preset release first\n' "$build" >&2
    exit 2
}
cd -- "$root"
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# One command a line, each file once. -D__clang_analyzer__ shows the analyser what a Status is (base/status.h). Of uninitialized values it knows
# nothing good: gcc 12 loses them when a struct is copied, as each Status is.
sed -nE 's/^ *"command": "(.*)",?$/\1/p' "$build/compile_commands.json" | sed 's/\\"/"/g; s/\\\\/\\/g' |
    awk '{ file = $NF } file ~ "/src/(common|core|front)/" && !seen[file]++' |
    sed -E 's/^[^ ]*ccache //; s/ -o [^ ]+/ -o \/dev\/null/; s/ -O[0-9]/ -O1/; s/$/ -fanalyzer -Wno-error -D__clang_analyzer__ -Wno-analyzer-too-complex -Wno-analyzer-use-of-uninitialized-value/' \
        >"$scratch/commands"
count=$(wc -l <"$scratch/commands")
((count > 0)) || { printf 'analyse.sh: no file of src in %s/compile_commands.json\n' "$build" >&2; exit 2; }
cd -- "$build"
# What gcc says of a file is kept in one piece, in a file of its own.
each() { timeout 300 bash -c "$1" >"$2/$$" 2>&1 || printf '%s: warning: not analysed [exit code %d]\n' "${1##* -c }" $? >>"$2/$$"; }
export -f each
mkdir -- "$scratch/said"
nice xargs -P "$(nproc)" -d '\n' -I{} bash -c 'each "$1" "$2"' _ {} "$scratch/said" <"$scratch/commands"
cat -- "$scratch"/said/* >"$scratch/log"

# FILE WARNING, of each warning: that of a header, or of no place, belongs to the file that was compiled.
awk -v root="$root/" '/: In function / { sub(/: In function .*/, ""); file = $0 } / warning: / {
    place = $1; sub(/:.*/, "", place); name = $NF; gsub(/[][]/, "", name)
    if (place !~ /\.c$/) place = file
    sub(root, "", place); sub(/^(\.\.\/)*/, "", place); print place, name }' "$scratch/log" | sort -u >"$scratch/found"
sed 's/ *#.*//; /^$/d' "$root/tests/analyse_exceptions.txt" | sort -u >"$scratch/known"
comm -23 "$scratch/found" "$scratch/known" >"$scratch/new"
comm -13 "$scratch/found" "$scratch/known" | sed 's/^/not needed any more in tests\/analyse_exceptions.txt: /' >&2
if [[ -s $scratch/new ]]; then
    cat -- "$scratch/new"
    while read -r file _; do grep -F -A12 -- "$(basename "$file"):" "$scratch/log" | head -40; done <"$scratch/new"
    exit 1
fi
printf 'analyse: %d files clean, %d exceptions named\n' "$count" "$(wc -l <"$scratch/known")"
