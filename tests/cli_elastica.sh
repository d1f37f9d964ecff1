#!/bin/bash
# A clamped strip under its own weight against the one curve of all heavy cantilevers, drop over reach by Γ = 12 ρ g L³/(E h²): the elastica
# θ″ = −Γ (1 − s) cos θ, θ(0) = θ′(1) = 0, shot from its free end. Newton's method in long steps until nothing moves, by every kind of bending,
# and by steps of half the length.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# One row of cells ten times as long as wide; two columns are held, and the free length of 1 m begins in the middle of their cell.
cat >strip.yaml <<'END'
parameters: {n: 40, gamma: 1}
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [$n/($n - 0.5), 0.1/($n - 0.5)], triangles: alternate}
    transform: {rotate: {axis: [1, 0, 0], degrees: -90}}
    material: {young: 12*1000*9.81/(2e-3^2*$gamma), poisson: 0, density: 1000, thickness: 2e-3}
    elements: [{kind: triangle_arap}, {kind: KIND}]
    pins: [{index: [0, 1]}, {index: [$n + 1, $n + 2]}]
END

# slope KIND GAMMA CELLS DT: H/W of its end, and the largest speed left times the step.
slope() {
    sed "s/KIND/$1/" strip.yaml >"$1.yaml"
    "$weft" sim "$1.yaml" --solver newton --dt "$4" --steps 30 --set scene.gamma="$2" --set scene.n="$3" --state-out end.csv >out 2>err || return 1
    awk -F, -v n="$3" -v dt="$4" '
        $1 == n || $1 == 2 * n + 1 { x += $2 / 2; y -= $3 / 2 }
        NR > 1 { for (i = 5; i <= 7; i++) if ($i * $i > v * v) v = $i }
        END { printf "%.8f %g\n", y / (x - 0.5 / (n - 0.5)), (v < 0 ? -v : v) * dt }' end.csv
}
within() { awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { exit !(a > b * (1 - bound) && a < b * (1 + bound)) }' || { echo "    $1 is not $2 to $3"; return 1; }; }

for kind in dihedral isometric_bending plate_bending; do
    read -r found left <<<"$(slope "$kind" 10 40 1)"
    check "$kind, Γ = 10: at rest" within "$(awk -v v="$left" 'BEGIN { print 1 + v }')" 1 1e-6
    check "$kind, Γ = 10: drop over reach" within "$found" 1.066802 1e-3
    read -r half left <<<"$(slope "$kind" 10 40 0.5)"
    check "$kind: steps of half the length end there too" within "$half" "$found" 1e-6
    read -r found left <<<"$(slope "$kind" 10 20 1)"
    check "$kind, Γ = 10: half as many cells" within "$found" 1.066802 4e-3
    read -r found left <<<"$(slope "$kind" 1 20 1)"
    check "$kind, Γ = 1" within "$found" 0.124562 2e-3
done
