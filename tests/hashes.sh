#!/usr/bin/env bash
# What weft computes, as a table: the hash of the final state of every scene (small) with every solver that takes it, in both precisions, on
# one thread and on two. For a change that must not change a bit:
#   tests/hashes.sh BUILD >before        # a build of the commit before, which uses the scenes of its own source tree
#   tests/hashes.sh BUILD >after
#   tests/hashes.sh --compare before after
# One row a run: scene solver precision threads hash. Takes about twenty minutes.
set -euo pipefail

# compare BEFORE AFTER: how many rows are equal; those that differ, or are in one table only, one a line.
compare() {
    awk '{ key = $1 " " $2 " " $3 " " $4 }
        NR == FNR { before[key] = $5; next }
        !(key in before) { print "only after:  " $0; bad++; next }
        before[key] != $5 { print "differs:     " key "  " before[key] " -> " $5; bad++ }
        { if (before[key] == $5) equal++; delete before[key] }
        END { for (key in before) { print "only before: " key; bad++ }
            printf "%d rows are equal, %d are not\n", equal, bad
            exit bad || !equal }' "$1" "$2"
}

if [[ ${1:-} == --compare && $# == 3 ]]; then
    compare "$2" "$3"
    exit
fi
[[ $# == 1 && -x $1/weft ]] || { printf 'usage: hashes.sh BUILD | hashes.sh --compare BEFORE AFTER\n' >&2; exit 2; }
build=$(cd -- "$1" && pwd -P)
source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
known=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
# shellcheck source=tests/shell.sh
. "$source_dir/tests/shell.sh" "$build" "${known:-$source_dir}"
# shellcheck source=tests/scenes.sh
. "$source_dir/tests/scenes.sh"
trap 'cd /; rm -rf -- "$scratch"' EXIT

steps() {
    case $1:$2 in
        *:newton | *:xpbd_direct) echo 3 ;;
        *) echo 20 ;;
    esac
}

# row SCENE SOLVER PRECISION THREADS: nothing where the solver does not take the scene; any other failure stops.
row() {
    local sets=() needed code=0
    needed=$(needs "$1" "$2") || return 0
    for set in $(small "$1") $needed; do sets+=(--set "$set"); done
    "$weft" sim "$1" --solver "$2" --precision "$3" --threads "$4" --steps "$(steps "$1" "$2")" "${sets[@]}" >out 2>err || code=$?
    case $code in
        0) printf '%s %s %s %s %s\n' "$@" "$(awk '/^end / { print $2 }' out)" ;;
        6) printf '%s %s %s %s diverged\n' "$@" ;;
        7) ;;
        *) cat err >&2; exit 1 ;;
    esac
}

for scene in $(names scenes); do
    for solver in $(names solvers); do
        for precision in f64 f32; do
            for threads in 1 2; do
                row "$scene" "$solver" "$precision" "$threads"
            done
        done
    done
done
