#!/usr/bin/env bash
# The scene buckling_shell: a tube that is shortened by 0.5 % stays round, one that is much more buckles: its middle is out of round
# by several times its thickness. cli_buckling.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# out_of_round FILE SIDES ROWS: standard deviation of the radii of the ring in the middle, in micrometres; the axis is y.
out_of_round() {
    awk -F, -v sides="$2" -v ring="$(($3 / 2))" 'NR > 1 && int($1 / sides) == ring {
        radius = sqrt($2 * $2 + $4 * $4); count++; sum += radius; squares += radius * radius
    } END { mean = sum / count; spread = squares / count - mean * mean; printf "%d\n", 1e6 * sqrt(spread > 0 ? spread : 0) }' "$1"
}
printf 'index,x,y,z,vx,vy,vz\n0,1,0,0,0,0,0\n1,0,0,1,0,0,0\n2,1.2,0,0,0,0,0\n3,0,5,-0.8,0,0,0\n' >known.csv
check "the measure itself" same "$(out_of_round known.csv 2 2)" 200000
check "a round ring" same "$(out_of_round known.csv 2 0)" 0

# tube SOLVER SIDES ROWS DROP SET...: how far the middle is out of round when the upper ring is down.
tube() {
    local solver=$1 sides=$2 rows=$3 drop=$4 sets=()
    shift 4
    for set in "$@"; do sets+=(--set "$set"); done
    "$weft" sim buckling_shell --solver "$solver" --steps 60 --set scene.sides="$sides" --set scene.rows="$rows" \
        --set scene.drop="$drop" "${sets[@]}" --state-out state.csv >out
    out_of_round state.csv "$sides" "$rows"
}
below=$(tube xpbd 24 12 -0.0006 substeps=10 iterations=2)
above=$(tube xpbd 24 12 -0.03 substeps=10 iterations=2)
check "xpbd: round below the critical load, by $below µm" test "$below" -lt 100
check "xpbd: buckled beyond it, by $above µm" test "$above" -gt 10000
below=$(tube newton 16 8 -0.0006)
above=$(tube newton 16 8 -0.015)
check "newton: round below the critical load, by $below µm" test "$below" -lt 100
check "newton: buckled beyond it, by $above µm" test "$above" -gt 2000
