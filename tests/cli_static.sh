#!/bin/bash
# `newton` with `static`: a step ends where the scene is at rest, or says why it does not. And what scenes have for statics: clamps
# (`depth`), rollers (`axes`, `normal`), shared forces (`total`), starts beside the rest (`perturb`), rolled and scaled rest shapes.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

within() { awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { d = a - b; exit !(d * d <= bound * bound) }' || { echo "    $1 is not $2 to $3"; return 1; }; }
# rest SCENE DT SET...: the state at rest in end.csv
rest() {
    local scene=$1 dt=$2
    shift 2
    "$weft" sim "$scene" --solver newton --set static=1e-9 --dt "$dt" -n 1 --state-out end.csv "$@" >out 2>err
}
at() { awk -F, -v i="$1" -v column="$2" '$1 == i { print $column }' end.csv; } # at PARTICLE COLUMN

# A standing column of 40 cells, its free length 1: critical at q L³/EI = 7.837347, the first zero of J_{-1/3}; 7.842 with these cells.
cat >column.yaml <<'END'
parameters: {n: 40, load: 6, across: 0, amplitude: 1e-9}
gravity: [-$across, -9.81, 0]
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [$n/($n - 0.5), 0.1/($n - 0.5)], triangles: alternate}
    transform: {rotate: {axis: [0, 0, 1], degrees: 90}}
    material: {young: 12*1000*9.81/(1e-3^2*$load), poisson: 0, density: 1000, thickness: 1e-3}
    elements: [{kind: triangle_arap}, {kind: isometric_bending}]
    perturb: {amplitude: $amplitude, seed: 3}
    pins: [{side: left, depth: 2}]
END
sed 's/gravity: .*/gravity: [0, -9.81, -$across]/' column.yaml >across.yaml
for load in 6 7.5 7.83; do
    expect 0 rest column.yaml 0.15 --set scene.load=$load
    check "a column below its load, $load, stays straight" within "$(at 40 4)" 0 1e-6
done
for load in 7.85 9; do
    expect 6 rest column.yaml 0.15 --set scene.load=$load --set scene.amplitude=1e-14
    check "above it, $load, there is no rest" has err static
done
# u′ = θ, θ″ = −q (1 − s)(θ + e): the deflection of linear theory under a little weight across.
expect 0 rest across.yaml 0.15 --set scene.load=6 --set scene.across=1e-4
check "a small transverse weight bends it as in linear theory" within "$(awk -v z="$(at 40 4)" 'BEGIN { print -z / 3.2834e-5 }')" 1 1e-2
# In plain steps of 1 s it jumps sideways by a third of its length.
expect 0 rest across.yaml 1 --set scene.load=6 --set scene.across=1e-4
check "also from a first part of 1 s" within "$(awk -v z="$(at 40 4)" 'BEGIN { print -z / 3.2834e-5 }')" 1 1e-2

# A block on rollers, pulled and pushed to l: its width t² = (1 + r (1 − 1/l))/l, r = 1 − 2ν.
cat >block.yaml <<'END'
parameters: {nu: 0.3, l: 2}
gravity: [0, 0, 0]
bodies:
  - box: {size: [1, 1, 1], cells: [2, 2, 2], split: 6}
    material: {young: 1e5, poisson: $nu, density: 1000}
    elements: [{kind: neo_hookean}]
    attachments:
      - {side: left, axes: [x], stiffness: 1e10}
      - {side: bottom, normal: [0, -3, 0], stiffness: 1e10}
      - {side: back, axes: [z], stiffness: 1e10}
      - {side: right, axes: [x], point: [$l, 0, 0], stiffness: 1e10}
END
for nu in 0.3 0.45; do
    for l in 0.7 2; do
        expect 0 rest block.yaml 0.1 --set scene.l=$l --set scene.nu=$nu
        check "ν = $nu, l = $l: width" within "$(at 26 3)" "$(awk -v l="$(at 26 2)" -v o="$(at 0 2)" -v nu=$nu 'BEGIN { l -= o; printf "%.12f", sqrt((1 + (1 - 2 * nu) * (1 - 1 / l)) / l) }')" 1e-6
    done
done

# A strip whose angles of rest are those of a whole turn closes to a polygon without stress.
cat >ring.yaml <<'END'
parameters: {n: 6}
gravity: [0, 0, 0]
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [1, 0.1/$n], triangles: alternate}
    material: {young: 1e9, poisson: 0, density: 1000, thickness: 1e-3}
    elements:
      - {kind: triangle_arap}
      - {kind: dihedral, rolled: {radius: 1/(2*pi), along: [1, 0, 0], towards: [0, 0, 1]}}
    pins: [{side: left, depth: 2}]
END
for kind in dihedral curved_plate; do
    sed "s/kind: dihedral/kind: $kind/" ring.yaml >"$kind.yaml"
    expect 0 rest "$kind.yaml" 0.05
    check "a rolled strip of $kind closes: x" within "$(at 6 2)" 0 1e-6
    check "a rolled strip of $kind closes: z" within "$(at 6 4)" 0 1e-6
done

# A force on the last cell of a strip that turns with it, square to it all the way: EI φ″ = −P cos φ, φ from the tangent at the end, where φ = φ′ = 0,
# integrated from there; P L²/EI = 2. (A dead load of 2 comes to 0.839, 0.493.)
cat >follow.yaml <<'END'
parameters: {n: 8, f: 2}
gravity: [0, 0, 0]
bodies:
  - grid: {columns: $n + 1, rows: 2, size: [$n/($n - 1), 0.1/($n - 1)], triangles: alternate}
    material: {young: 1.2e10, poisson: 0, density: 1000, thickness: 1e-3}
    elements: [{kind: triangle_arap}, {kind: dihedral}]
    pins: [{side: left, depth: 2}]
    forces: [{side: right, depth: 2, traction: [0, 0, $f*($n - 1)], follows: true}]
END
# The middle of the last cell from that of the first.
end_x() { awk -v a="$(at 7 2)" -v b="$(at 8 2)" 'BEGIN { print (a + b) / 2 - 0.5 / 7 }'; }
end_z() { awk -v a="$(at 7 4)" -v b="$(at 8 4)" 'BEGIN { print (a + b) / 2 }'; }
expect 0 rest follow.yaml 0.02
check "a force that follows: x" within "$(end_x)" 0.767362 2e-3
check "a force that follows: z" within "$(end_z)" 0.573839 5e-3

# The same strip, rolled up by a moment on its last cell that turns with it: to an arc of radius EI/M, and at 2π EI over the length between the
# middles of the first and the last cell to a closed circle. The middle of the last cell is at sin φ/φ and (1 − cos φ)/φ, φ = 2π turns.
sed '/forces:/d; s/f: 2/turns: 1/' follow.yaml >moment.yaml
echo '    moments: [{side: right, depth: 2, moment: [0, -2*pi*$turns*0.1/($n - 1), 0]}]' >>moment.yaml
for way in 0.1:0.935489:0.303959 1:0:0; do
    IFS=: read -r turns x z <<<"$way"
    expect 0 rest moment.yaml 0.02 --set scene.turns="$turns"
    check "a moment rolls it up by $turns turns: x" within "$(end_x)" "$x" 2e-3
    check "a moment rolls it up by $turns turns: z" within "$(end_z)" "$z" 2e-3
done

# A thin sphere under pressure grows by p R²/(2 E h), ν = 0; icosahedral, so by some hundredths less.
cat >sphere.yaml <<'END'
gravity: [0, 0, 0]
bodies:
  - sphere: {parts: 4, radius: 1}
    material: {young: 1e6, poisson: 0, density: 1000, thickness: 1e-3}
    elements: [{kind: triangle_arap}]
    pressure: 1
    attachments: [{all: true, stiffness: 1e-3}]
END
expect 0 rest sphere.yaml 0.1
check "a sphere under pressure grows" within "$(awk -F, 'NR > 1 && /^[0-9]/ { s += sqrt($2 * $2 + $3 * $3 + $4 * $4); n++ } END { print (s / n - 1) / 5e-4 }' end.csv)" 1 2e-2
expect 0 "$weft" sim sphere.yaml --solver xpbd --set substeps=10 --dt 0.005 -n 20 --state-out end.csv
check "XPBD feels the pressure too" awk -F, 'NR > 1 && /^[0-9]/ { s += sqrt($2 * $2 + $3 * $3 + $4 * $4); n++ } END { exit !(s / n > 1.00005) }' end.csv

# A ring under outer pressure stays round up to q R³/EI = 3 (Lévy). Of facets ten times as long as wide, in its plane, with next to no hold in it.
cat >under.yaml <<'END'
parameters: {q: 2.9}
gravity: [0, 0, 0]
bodies:
  - mesh: ring.obj
    material: {young: 1.2e9, poisson: 0, density: 1000, thickness: 1e-2}
    elements: [{kind: triangle_arap}, {kind: dihedral}]
    pressure: -100*$q
    attachments: [{all: true, stiffness: 1e-4}, {all: true, axes: [z], stiffness: 1e6}]
END
awk -v n=24 'BEGIN {
    turn = 8 * atan2(1, 1)
    for (k = 0; k < 2 * n; k++) printf "v %.17g %.17g %.17g\n", cos(turn * k / n), sin(turn * k / n), k < n ? 0 : 0.1 * turn / n
    for (k = 1; k <= n; k++) { b = k % n + 1; printf "f %d %d %d\nf %d %d %d\n", k, b, b + n, k, b + n, k + n }
}' >ring.obj
expect 0 rest under.yaml 0.05
check "q = 2.9: round" within "$(awk -F, 'NR > 1 && /^[0-9]/ { r = sqrt($2 * $2 + $3 * $3); most = r > most ? r : most; least = !least || r < least ? r : least } END { print most - least }' end.csv)" 0 1e-4
expect 6 rest under.yaml 0.05 --set scene.q=3.1
check "q = 3.1: no rest" has err static
sed '/elements:/d' under.yaml >bare.yaml
expect 7 rest bare.yaml 0.05
check "pressure without face elements is refused" has err pressure

# What is at round-off and moves no more ends a part: each way takes two parts, and few of their iterations find only that nothing helps. Ten to
# sixteen factorisations by the instruction set, and twice as many where a part goes on until no step lowers the gradient.
expect 0 rest plate 0.1 --set scene.held=2 --set scene.n=20
check "a plate is at rest after few factorisations" awk '/^counts/ { for (i = 1; i < NF; i++) if ($i == "factorisations") found = $(i + 1); exit !(found > 0 && found <= 18) }' out
check "newton's linear system by default" has out supernodal_parallel

# A chain at half its length: the force of each link is k (1 − 1/2) a.
cat >chain.yaml <<'END'
gravity: [0, 0, 0]
bodies:
  - chain: {count: 5, spacing: 0.1}
    particle_mass: 0.1
    springs: {structural: {stiffness: 100, rest_scale: 0.5}}
    pins: [{index: 0}, {index: -1}]
    forces: [{index: [1, 2, 3], total: [0, 0, 0.3]}]
END
expect 0 rest chain.yaml 0.1
check "a stretched chain deflects as a string of its tension, 0.1 N on each" within "$(at 2 4)" 0.004 2e-5

# Forces over faces: a free cube pulled on all its faces alike by P, s + ((s³ − 1)/r − 1) s² = P/μ; sheared by P it leans by P/μ and does not grow.
for split in 5 6; do
    expect 0 rest loaded_block 0.1 --set scene.pull=0.891275 --set scene.split=$split --set static=1e-10
    check "a cube of $split pulled on all faces grows to 1.1" within "$(at 26 3)" 1.1 1e-7
    expect 0 rest loaded_block 0.1 --set scene.pull=0 --set scene.shear=0.3 --set scene.split=$split --set static=1e-10
    check "a cube of $split leans under shear" within "$(at 26 2)" 1.3 1e-7
    check "a cube of $split grows in no direction" within "$(at 26 3)" 1 1e-7
done
expect 6 rest loaded_block 0.1 --set scene.pull=3.8951 --set scene.poisson=0.45
check "pulled too far it has more than one rest" has err static

# What has no rest, or none that is sure.
cat >free.yaml <<'END'
bodies:
  - chain: {count: 3, spacing: 0.1}
    particle_mass: 0.1
    springs: {structural: {stiffness: 100}}
END
expect 6 rest free.yaml 0.1
check "a body in free fall never rests" has err static
check "the piece without a support" has err "(3 particles)"
cat >beside.yaml <<'END'
parameters: {g: -9.81}
gravity: [0, $g, 0]
bodies:
  - particles: [[0, 0, 0], [0, -1, 0], [5, 0, 0], [5, -1, 0]]
    particle_mass: 1
    constraints: [{kind: distance, vertices: [0, 1], stiffness: 100}, {kind: distance, vertices: [2, 3], stiffness: 100}]
    pins: [{index: 0}]
END
expect 6 rest beside.yaml 0.1
check "an unsupported piece next to a supported one: its particles and force" grep -qE 'piece of particle [23] .2 particles. .* 19.6 N' err
expect 0 rest beside.yaml 0.1 --set scene.g=0
sed 's/pins: \[{index: 0}\]/pins: [{index: 0}, {index: 2}]/' beside.yaml >both.yaml
expect 0 rest both.yaml 0.1
sed 's/kind: distance, vertices: \[2, 3\]/kind: distance, vertices: [1, 3]/' beside.yaml | sed 's/\[5, 0, 0\], //; s/\[1, 3\]/[1, 2]/' >joined.yaml
expect 0 rest joined.yaml 0.1
cat >upright.yaml <<'END'
bodies:
  - particles: [[0, 0, 0], [0, 1, 0], [0, 2, 0]]
    particle_mass: 1
    constraints: [{kind: distance, vertices: [0, 1], stiffness: 1000}, {kind: distance, vertices: [1, 2], stiffness: 1000}]
    pins: [{index: 0}]
END
expect 6 rest upright.yaml 0.1
check "a straight column: the remedy" has err perturb
printf '    perturb: {amplitude: 1e-3}\n' >>upright.yaml
expect 0 rest upright.yaml 0.1
# A cloth curls along its edges to either side, and rounding decides at which sizes the two ways end apart.
for n in 6 8 10; do
    code=0
    rest hanging_cloth 0.1 --set scene.n=$n || code=$?
    ((code != 0)) || continue
    check "two ways to rest, n=$n: its exit code" same "$code" 6
    check "two ways to rest, n=$n: the remedy" has err --state-out
done
expect 0 "$weft" sim hanging_cloth --solver newton --set scene.n=8 --steps 400 --state-out settled.csv
expect 0 rest hanging_cloth 0.1 --set scene.n=8 --state settled.csv
expect 7 rest cloth_on_sphere 0.1
check "contact is refused" has err contact
expect 7 rest flag 0.1
check "wind is refused" has err wind

refuse() { # WHAT SED-EXPRESSION FILE
    sed "$2" "$3" >bad.yaml
    expect 3 "$weft" scene ./bad.yaml
    check "$1" has err "bad.yaml:$(diff "$3" bad.yaml | sed -n '1s/.*[ac]\([0-9]*\).*/\1/p'):"
}
refuse "depth without a side" 's/side: left, depth: 2/index: 0, depth: 2/' column.yaml
refuse "an axis twice" 's/axes: \[z\]/axes: [z, z]/' block.yaml
refuse "axes and normal" 's/axes: \[z\]/axes: [z], normal: [0, 0, 1]/' block.yaml
refuse "a normal of no direction" 's/normal: \[0, -3, 0\]/normal: [0, 0, 0]/' block.yaml
refuse "a rolled kind that is flat at rest" 's/kind: dihedral/kind: isometric_bending/' ring.yaml
refuse "rolled towards where it goes along" 's/towards: \[0, 0, 1\]/towards: [1, 0, 0]/' ring.yaml
refuse "a moment on no face" 's/side: right, depth: 2, moment/side: right, moment/' moment.yaml
refuse "a force that follows no face" 's/right, depth: 2/right/' follow.yaml
refuse "a force on each particle that follows" 's/traction: /force: /' follow.yaml
refuse "pressure on what has no faces" 's/    particle_mass: 0.1/    particle_mass: 0.1\n    pressure: 1/' chain.yaml
refuse "a traction on no face" 's/total: /traction: /' chain.yaml
refuse "force and total" 's/total: /force: [0, 0, 0], total: /' chain.yaml
refuse "a perturbation of no size" 's/amplitude: \$amplitude/amplitude: -1/' column.yaml
refuse "a rest length of nothing" 's/rest_scale: 0.5/rest_scale: 0/' chain.yaml
