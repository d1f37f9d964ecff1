#!/usr/bin/env bash
# Every scene goes a second with every solver that claims what it is made of: refused by name, or a state that is whole and has not flown
# apart. Scenes are taken small. cli_scenes.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
# shellcheck source=tests/scenes.sh
. "$2/tests/scenes.sh"

# Steps: more where bodies touch, fewer of the scanned bodies, which cannot be made small, where a step takes seconds.
steps() {
    if touches "$1"; then
        echo 120
        return
    fi
    case $1:$2 in
        bunny:xpbd_direct | bunny*:newton | brain:newton) echo 1 ;;
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

for scene in $(names scenes); do
    done=0
    for solver in $(names solvers); do
        sets=()
        needed=$(needs "$scene" "$solver") || continue
        for set in $(small "$scene") $needed; do sets+=(--set "$set"); done
        code=0
        rm -f state.csv
        "$weft" sim "$scene" --solver "$solver" --steps "$(steps "$scene" "$solver")" "${sets[@]}" --state-out state.csv >out 2>err || code=$?
        if [ "$code" = 7 ]; then
            check "$scene $solver: refused for what the solver does not take" refused "$solver"
            continue
        fi
        check "$scene $solver: ends well" same "$code" 0
        check "$scene $solver: a whole state" whole state.csv
        if touches "$scene"; then check "$scene $solver: nothing goes in" shallow out "$(depth_of "$scene")"; fi
        done=$((done + 1))
    done
    check "$scene: some solver takes it" test "$done" -ge 2
done
