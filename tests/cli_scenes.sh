#!/usr/bin/env bash
# Sixty pairs of scene and solver, a few steps each: every scene, every solver several times; a third in single precision; with contact also the same
# bits on two threads. Which pairs is a draw that changes with every commit: 39 draws have them all (but for a third of their precisions).
# WEFT_DRAW=N repeats a draw. long_scenes.sh runs all pairs, for longer. cli_scenes.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"
export OMP_WAIT_POLICY=passive
draw=${WEFT_DRAW:-$(git -C "$source_dir" rev-list --count HEAD 2>/dev/null || echo 1)}
echo "draw $draw"

# far SCENE: bodies fall for a hundred steps before they touch.
far() { [[ $1 == ipc_pulled_cube || $1 == ipc_turning_cube || $1 == ipc_two_cubes ]]; }

# Steps: beyond the first contact, and few where a step takes long.
steps() {
    case $1:$2 in
        bunny*:* | brain:* | pile:* | plate:*) echo 1 ;;
        *:pncg | ribbon:*) echo 3 ;;
        drop:* | bouncing_ball:*) echo 30 ;;
        ipc_cube_stack:* | curtain_ring:*) echo 14 ;;
        cloth_on_*:* | folding_cloth:* | stacked_bodies:*) echo 6 ;;
        *) echo 10 ;;
    esac
}

check "the table of support is read" takes xpbd damping
check "the table of support is read, also a no" test "$(takes newton damping || echo no)" = no
check "the table is as wide as a terminal" test "$(awk '{ if (length > n) n = length } END { print n }' support)" -le 80

mapfile -t scenes < <(names scenes)
mapfile -t solvers < <(names solvers)
declare -A used=() drawn=()
pairs=0
for solver in "${solvers[@]}"; do used[$solver]=0; done

# take SCENE SOLVER: the pair, unless it has been drawn or refused before; false where the solver refuses it.
take() {
    local precision=f64 steps options=()
    [ -z "${drawn[$1:$2]:-}" ] || return 1
    needs "$1" "$2" >needed || return 1
    drawn[$1:$2]=1
    steps=$(steps "$1" "$2")
    case $1:$2 in
        bunny*:* | brain:* | pile:* | plate:* | *:pncg) options+=(--set iterations=2) ;;
        curtain_ring:* | cloth_on_*:* | folding_cloth:* | stacked_bodies:*) options+=(--set iterations=10) ;;
    esac
    if (((pairs + draw) % 3 == 0)) && ! { [ "$2" = newton ] && touches "$1"; }; then precision=f32; fi
    options+=(--precision "$precision")
    try_pair "$1" "$2" "$steps" "${options[@]}" || return 1
    if touches "$1" && ! far "$1"; then same_bits "$1" "$2" "$steps" "${options[@]}"; fi
    used[$2]=$((used[$2] + 1))
    pairs=$((pairs + 1))
}

# find_solver SCENE FIRST MOST: the next solver from FIRST on that takes it, of those that have been used fewer times.
find_solver() {
    local i solver
    for ((i = 0; i < ${#solvers[@]}; i++)); do
        solver=${solvers[($2 + i) % ${#solvers[@]}]}
        if ((used[$solver] < $3)) && take "$1" "$solver"; then return; fi
    done
    return 1
}

# find_scene FIRST SOLVER: the next scene from FIRST on that it takes.
find_scene() {
    local i
    for ((i = 0; i < ${#scenes[@]}; i++)); do
        if take "${scenes[($1 + i) % ${#scenes[@]}]}" "$2"; then return; fi
    done
    return 1
}

for ((j = 0; j < ${#scenes[@]}; j++)); do
    i=$(((j + draw) % ${#scenes[@]}))
    find_solver "${scenes[i]}" $((i + draw)) 5 || find_solver "${scenes[i]}" $((i + draw)) 1000 || check "${scenes[i]}: some solver takes it" false
done
for ((j = 0; pairs < 60 && j < 60; j++)); do # of the solver that has the fewest
    least=${solvers[0]}
    for solver in "${solvers[@]}"; do ((used[$solver] >= used[$least])) || least=$solver; done
    find_scene $((draw * 7 + j * 9)) "$least" || break
done
check "sixty pairs" test "$pairs" -ge 60
for solver in "${solvers[@]}"; do check "$solver: several scenes" test "${used[$solver]}" -ge 2; done
