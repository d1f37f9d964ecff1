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

# tube SOLVER DROP SET...: how far the middle is out of round when the upper ring is down.
tube() {
    local solver=$1 drop=$2 sets=()
    shift 2
    for set in "$@"; do sets+=(--set "$set"); done
    "$weft" sim buckling_shell --solver "$solver" --steps 60 --set scene.sides=10 --set scene.rows=6 --set scene.drop="$drop" "${sets[@]}" --state-out state.csv >out 2>err
    out_of_round state.csv 10 6
}
for solver in xpbd newton; do
    sets=()
    [ $solver = newton ] || sets=(substeps=10 iterations=2)
    below=$(tube $solver -0.0006 "${sets[@]}")
    above=$(tube $solver -0.03 "${sets[@]}")
    check "$solver: round below the critical load, by $below µm" test "$below" -lt 100
    check "$solver: buckled beyond it, by $above µm" test "$above" -gt 2000
done
