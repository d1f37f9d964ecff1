#!/usr/bin/env bash
# The shipped slope of IPC, whose tangent is 0.5: a cube stays on it with friction 0.5 and slides with 0.49. Its penetration by every solver is in
# long_scenes.sh; python_ipc.py converts configurations. cli_ipc.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- friction on the slope: 1 s after a start a millimetre above it ----
# speed OPTION...: down the slope after 1 s, m/s, the mean of all particles.
speed() {
    "$weft" sim ipc_slope --dt 0.005 --steps 200 "$@" --state-out slope.csv >out 2>err
    awk -F, '/^[0-9]/ { n++; v += (2 * $5 - $6) / sqrt(5) } END { print v / n }' slope.csv
}
within() { awk -v v="$1" -v low="$2" -v high="$3" 'BEGIN { exit !(v >= low && v <= high) }' || { echo "    $1 is not in $2 … $3"; return 1; }; }
# As published: it stays with 0.5 and slides with 0.49, by g (sin - 0.49 cos) = 0.0877 m/s².
for solver in pbd xpbd newton; do
    inside=(--solver "$solver" --set scene.friction_on=position)
    check "$solver: stays with 0.5" within "$(speed "${inside[@]}")" -0.005 0.005
    check "$solver: slides with 0.49" within "$(speed "${inside[@]}" --set scene.friction=0.49)" 0.08 0.095
done
# Friction on velocities creeps at so many times h g sin θ, of a body of which half the particles touch: oracle_contact.c has its order in h.
soft=(--solver newton --set scene.young=1e6)
check "newton: creeps with 0.6" within "$(speed "${soft[@]}" --set scene.friction=0.6)" 0.02 0.075
check "newton: slides with 0.3 as Coulomb's law requires" within "$(speed "${soft[@]}" --set scene.friction=0.3)" 1.66 1.85 # g (sin - 0.3 cos) = 1.754 m/s²
