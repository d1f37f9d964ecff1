#!/bin/bash
# A clamped strip under its own weight against the one curve of all heavy cantilevers, drop over reach by Γ = 12 ρ g L³/(E h²): the elastica
# θ″ = −Γ (1 − s) cos θ, θ(0) = θ′(1) = 0, shot from its free end. At rest (`static`), by every kind of bending. The error is of second order
# in the length of a cell: 6 and 12 cells are extrapolated to the limit of short cells.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# One row of cells ten times as long as wide; two columns are held, and the free length of 1 m begins in the middle of their cell.
cat >strip.yaml <<'END'
parameters: {n: 12, gamma: 1}
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [$n/($n - 0.5), 0.1/($n - 0.5)], triangles: alternate}
    transform: {rotate: {axis: [1, 0, 0], degrees: -90}}
    material: {young: 12*1000*9.81/(2e-3^2*$gamma), poisson: 0, density: 1000, thickness: 2e-3}
    elements: [{kind: triangle_arap}, {kind: KIND}]
    pins: [{side: left, depth: 2}]
END
# The same strip, at rest a quarter of a turn upwards: θ″ = Γ (1 − s) cos θ, θ(0) = 0, θ′(1) = κ₀ = π/2, upwards.
sed 's/^    transform.*//; s/kind: KIND/&, rolled: {radius: 2\/pi, along: [1, 0, 0], towards: [0, 0, 1]}/' strip.yaml >natural.yaml
sed -i '1a gravity: [0, 0, -9.81]' natural.yaml

# tip SCENE KIND GAMMA CELLS: x, y and z of its end at rest.
tip() {
    sed "s/KIND/$2/" "$1.yaml" >"$2.yaml"
    "$weft" sim "$2.yaml" --solver newton --set static=1e-9 --dt 0.5 -n 1 --set scene.gamma="$3" --set scene.n="$4" --state-out end.csv >out 2>err ||
        return 1
    awk -F, -v n="$4" '$1 == n || $1 == 2 * n + 1 { x += $2 / 2; y += $3 / 2; z += $4 / 2 } END { printf "%.8f %.8f %.8f\n", x - 0.5 / (n - 0.5), y, z }' end.csv
}
limit() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.8f\n", (4 * b - a) / 3 }'; } # limit OF-6-CELLS OF-12
within() { awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { exit !(a > b * (1 - bound) && a < b * (1 + bound)) }' || { echo "    $1 is not $2 to $3"; return 1; }; }
# slope KIND GAMMA: H/W of its end.
slope() { limit "$(tip strip "$1" "$2" 6 | awk '{ print -$2 / $1 }')" "$(tip strip "$1" "$2" 12 | awk '{ print -$2 / $1 }')"; }

for kind in dihedral isometric_bending plate_bending curved_plate; do
    check "$kind, Γ = 1" within "$(slope $kind 1)" 0.124562 1e-3
    # A curvature along a normal is sin α/a where cells of length a turn by α: an error of second order, too, which is larger where they turn far.
    check "$kind, Γ = 10" within "$(slope $kind 10)" 1.066802 "$([ $kind = curved_plate ] && echo 2e-2 || echo 2e-3)"
done
check "dihedral, Γ = 100" within "$(slope dihedral 100)" 5.888105 1.2e-2

while read -r gamma exact_x exact_z; do
    for kind in dihedral curved_plate; do
        read -r coarse_x _ coarse_z <<<"$(tip natural "$kind" "$gamma" 6)"
        read -r x _ z <<<"$(tip natural "$kind" "$gamma" 12)"
        check "$kind, naturally curved, Γ = $gamma: x" within "$(limit "$coarse_x" "$x")" "$exact_x" 5e-4
        check "$kind, naturally curved, Γ = $gamma: z" within "$(limit "$coarse_z" "$z")" "$exact_z" 2.5e-3
    done
done <<<'1 0.70464326 0.57982846
5 0.95159298 0.16670081'
