#!/bin/bash
# A clamped strip under its own weight against the one curve of all heavy cantilevers, drop over reach by Γ = 12 ρ g L³/(E h²): the elastica
# θ″ = −Γ (1 − s) cos θ, θ(0) = θ′(1) = 0, shot from its free end. At rest (`static`), by every kind of bending.
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
    pins: [{side: left, depth: 2}]
END

# slope KIND GAMMA CELLS: H/W of its end.
slope() {
    sed "s/KIND/$1/" strip.yaml >"$1.yaml"
    "$weft" sim "$1.yaml" --solver newton --set static=1e-9 --dt 0.5 -n 1 --set scene.gamma="$2" --set scene.n="$3" --state-out end.csv >out 2>err ||
        return 1
    awk -F, -v n="$3" '$1 == n || $1 == 2 * n + 1 { x += $2 / 2; y -= $3 / 2 } END { printf "%.8f\n", y / (x - 0.5 / (n - 0.5)) }' end.csv
}
within() { awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { exit !(a > b * (1 - bound) && a < b * (1 + bound)) }' || { echo "    $1 is not $2 to $3"; return 1; }; }

for kind in dihedral isometric_bending plate_bending; do
    check "$kind, Γ = 0.1" within "$(slope "$kind" 0.1 40)" 0.012500 1e-3
    check "$kind, Γ = 1: half as many cells" within "$(slope "$kind" 1 20)" 0.124562 2e-3
    check "$kind, Γ = 10" within "$(slope "$kind" 10 40)" 1.066802 1e-3
    check "$kind, Γ = 10: half as many cells" within "$(slope "$kind" 10 20)" 1.066802 4e-3
    check "$kind, Γ = 100" within "$(slope "$kind" 100 40)" 5.888105 5e-3
done
# A curvature along a normal is sin α/a where cells of length a turn by α: an error of second order, too, which is larger where they turn far.
check "curved_plate, Γ = 1" within "$(slope curved_plate 1 40)" 0.124562 1e-3
check "curved_plate, Γ = 10" within "$(slope curved_plate 10 40)" 1.066802 3e-3
check "curved_plate, Γ = 100" within "$(slope curved_plate 100 40)" 5.888105 2.5e-2
check "curved_plate, Γ = 100: twice as many cells" within "$(slope curved_plate 100 80)" 5.888105 6e-3

# The same strip, at rest a quarter of a turn upwards: θ″ = Γ (1 − s) cos θ, θ(0) = 0, θ′(1) = κ₀ = π/2, upwards.
cat >natural.yaml <<'END'
parameters: {n: 40, gamma: 1}
gravity: [0, 0, -9.81]
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [$n/($n - 0.5), 0.1/($n - 0.5)], triangles: alternate}
    material: {young: 12*1000*9.81/(2e-3^2*$gamma), poisson: 0, density: 1000, thickness: 2e-3}
    elements: [{kind: triangle_arap}, {kind: KIND, rolled: {radius: 2/pi, along: [1, 0, 0], towards: [0, 0, 1]}}]
    pins: [{side: left, depth: 2}]
END
# tip KIND GAMMA CELLS: x and z of its end.
tip() {
    sed "s/KIND/$1/" natural.yaml >"$1.yaml"
    "$weft" sim "$1.yaml" --solver newton --set static=1e-9 --dt 0.5 -n 1 --set scene.gamma="$2" --set scene.n="$3" --state-out end.csv >out 2>err ||
        return 1
    awk -F, -v n="$3" '$1 == n || $1 == 2 * n + 1 { x += $2 / 2; z += $4 / 2 } END { printf "%.8f %.8f\n", x - 0.5 / (n - 0.5), z }' end.csv
}
while read -r gamma exact_x exact_z; do
    for kind in dihedral curved_plate; do
        read -r x z <<<"$(tip "$kind" "$gamma" 40)"
        check "$kind, naturally curved, Γ = $gamma: x" within "$x" "$exact_x" 3e-4
        check "$kind, naturally curved, Γ = $gamma: z" within "$z" "$exact_z" 1.5e-3
    done
done <<<'0.1 0.64310823 0.63168204
1 0.70464326 0.57982846
5 0.95159298 0.16670081'
# Of second order: twice as many cells halve the error twice.
read -r coarse _ <<<"$(tip curved_plate 1 20)"
read -r fine _ <<<"$(tip curved_plate 1 40)"
check "its error falls by four" within "$(awk -v a="$coarse" -v b="$fine" 'BEGIN { print (a - 0.70464326) / (b - 0.70464326) }')" 4 0.1
