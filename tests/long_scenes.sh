#!/usr/bin/env bash
# Every scene goes a second with every solver, in both precisions: refused by name, or a state that is whole and has not flown apart. Scenes
# with contact go two seconds, nothing goes in deeper than allowed, and they end in the same bits on one thread and on two.
# Scenes are taken small. cli_scenes.sh draws some of the pairs. long_scenes.sh BUILD SOURCE [PART PARTS]: of every PARTS scenes one.
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"
part=${3:-1} parts=${4:-1}
export OMP_WAIT_POLICY=passive

# Steps: more where bodies touch, fewer where one takes a tenth of a second or more.
steps() {
    case $1:$2 in
        pile:vbd | pile:calm | pile:avbd | pile:descent | pile:lbfgs) echo 30 ;; # the half second in which most of it has come to touch
        bunny:xpbd_direct | bunny*:newton* | brain:newton* | bunny*:pncg | brain:pncg | bunny_solid:calm | bunny_solid:avbd) echo 1 ;;
        bunny_solid:vbd | bunny_solid:lbfgs | bunny_solid:admm | brain:calm | brain:avbd | brain:admm) echo 2 ;;
        bunny:calm | bunny:avbd | bunny:vbd | bunny:admm | brain:vbd | brain:xpbd | plate:xpbd_direct | buckling_shell:pncg) echo 5 ;;
        bunny_solid:*) echo 10 ;;
        plate:pncg | plate:calm | plate:avbd) echo 20 ;;
        *) if touches "$1"; then echo 120; else echo 60; fi ;;
    esac
}

number=0
for scene in $(names scenes); do
    number=$((number + 1))
    ((number % parts == part % parts)) || continue
    done=0
    for solver in $(names solvers); do
        needs "$scene" "$solver" >needed || continue
        steps=$(steps "$scene" "$solver")
        try_pair "$scene" "$solver" "$steps" || continue
        done=$((done + 1))
        if ! touches "$scene"; then
            try_pair "$scene" "$solver" $((steps / 20 + 1)) --precision f32
        elif [ "$solver" != newton ]; then # which computes in double precision, and takes seconds here
            same_bits "$scene" "$solver" "$steps"
            try_pair "$scene" "$solver" $(((steps + 1) / 2)) --precision f32 --threads "$two"
        fi
    done
    check "$scene: some solver takes it" test "$done" -ge 2
done
