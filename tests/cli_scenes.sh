#!/usr/bin/env bash
# Every scene goes a second with every solver that claims what it is made of, in both precisions: refused by name, or a state that is whole
# and has not flown apart. Scenes with contact go two seconds, nothing goes in deeper than allowed, and they end in the same bits on one
# thread and on two, by either broad phase. Scenes are taken small. cli_scenes.sh BUILD SOURCE [PART PARTS]: of every PARTS scenes one.
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"
part=${3:-1} parts=${4:-1}

# Steps: more where bodies touch, fewer of the scanned bodies, which cannot be made small, where a step takes seconds.
steps() {
    if touches "$1"; then
        echo 120
        return
    fi
    case $1:$2 in
        bunny:xpbd_direct | bunny*:newton* | brain:newton* | bunny*:pncg | brain:pncg) echo 1 ;;
        bunny*:calm | bunny*:avbd | bunny*:vbd | brain:calm | brain:avbd | brain:vbd | brain:xpbd | bunny*:admm | brain:admm | bunny_solid:lbfgs) echo 5 ;;
        *) echo 60 ;;
    esac
}

# Steps in single precision of what has contact: of a pile, by the methods of which a step of it takes a tenth of a second, the half second
# in which most of it has come to touch.
single_steps() {
    case $1:$2 in
        pile:vbd | pile:calm | pile:avbd | pile:descent | pile:lbfgs | pile:admm) echo 30 ;;
        *) echo 60 ;;
    esac
}

# whole FILE: every coordinate and velocity is a number, none beyond 30 m or 100 m/s.
whole() {
    awk -F, 'NR > 1 && /^[0-9]/ { rows++; for (i = 2; i <= 7; i++) if ($i !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ || $i * $i > (i < 5 ? 900 : 10000)) bad++ }
        END { exit rows && !bad ? 0 : 1 }' "$1"
}
printf 'index,x,y,z,vx,vy,vz\n0,1,2,3,0,0,0\n' >good.csv
printf 'index,x,y,z,vx,vy,vz\n0,1,nan,3,0,0,0\n' >bad.csv
check "a whole state is seen" whole good.csv
check "a broken one too" test "$(whole bad.csv || echo no)" = no

# go SCENE SOLVER STEPS OPTION...: out, err, state.csv; the exit code is `code`.
go() {
    local scene=$1 solver=$2 steps=$3 sets=()
    shift 3
    for set in $(small "$scene") $(needs "$scene" "$solver"); do sets+=(--set "$set"); done
    code=0
    rm -f state.csv
    "$weft" sim "$scene" --solver "$solver" --steps "$steps" "${sets[@]}" --state-out state.csv "$@" >out 2>err || code=$?
}
end() { awk '/^end / {print $2}' out; }

# well WHAT SCENE: the run that went last ended, in a state that is whole, and nothing went in deeper than allowed.
well() {
    check "$1: ends well" same "$code" 0
    check "$1: a whole state" whole state.csv
    if touches "$2"; then check "$1: nothing goes in" shallow out 1; fi
}

# with_contact SCENE SOLVER: the same bits however many threads there are and whatever finds the pairs.
with_contact() {
    local scene=$1 solver=$2 double single steps
    steps=$(single_steps "$1" "$2")
    [ "$solver" != newton ] || return 0
    double=$(end)
    go "$scene" "$solver" 120 --threads 2 --set broad=grid
    check "$scene $solver: the same bits on two threads, by the grid" same "$(end)" "$double"
    go "$scene" "$solver" "$steps" --precision f32
    well "$scene $solver f32" "$scene"
    single=$(end)
    go "$scene" "$solver" "$steps" --precision f32 --threads 2
    check "$scene $solver f32: the same bits on two threads" same "$(end)" "$single"
}

number=0
for scene in $(names scenes); do
    number=$((number + 1))
    ((number % parts == part % parts)) || continue
    done=0
    for solver in $(names solvers); do
        needs "$scene" "$solver" >needed || continue
        go "$scene" "$solver" "$(steps "$scene" "$solver")"
        if [ "$code" = 7 ]; then
            check "$scene $solver: refused for what the solver does not take" refused "$solver"
            check "$scene $solver: no state" test ! -e state.csv
            continue
        fi
        well "$scene $solver" "$scene"
        if touches "$scene"; then
            with_contact "$scene" "$solver"
        else
            go "$scene" "$solver" "$(($(steps "$scene" "$solver") / 20 + 1))" --precision f32
            well "$scene $solver f32" "$scene"
        fi
        done=$((done + 1))
    done
    check "$scene: some solver takes it" test "$done" -ge 2
done
