#!/usr/bin/env bash
# Scenes of contact end in the same bits on one thread and on two, by either broad phase, in either precision, and nothing goes in deeper than
# the thickness in single precision. Scenes are taken small. cli_contact_scenes.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"

# end_of SCENE SOLVER OPTION...: the hash of the state after a second, and how it looked in out.
end_of() {
    local scene=$1 solver=$2 sets=()
    shift 2
    for set in $(small "$scene") $(needs "$scene" "$solver"); do sets+=(--set "$set"); done
    "$weft" sim "$scene" --solver "$solver" --steps 60 "${sets[@]}" "$@" >out || return
    awk '/^end / {print $2}' out
}

for scene in $(names scenes); do
    touches "$scene" || continue
    for solver in pbd xpbd pd; do
        one=$(end_of "$scene" "$solver" 2>/dev/null) || continue # a kind that the solver does not take; cli_scenes.sh looks at those
        check "$scene $solver: an end" test -n "$one"
        check "$scene $solver: the same on two threads, by a tree" same "$(end_of "$scene" "$solver" --threads 2 --set broad=bvh)" "$one"
        single=$(end_of "$scene" "$solver" --precision f32)
        check "$scene $solver: single precision goes no deeper" shallow out "$(depth_of "$scene")"
        check "$scene $solver: and has the same bits on two threads" same "$(end_of "$scene" "$solver" --precision f32 --threads 2)" "$single"
    done
done
