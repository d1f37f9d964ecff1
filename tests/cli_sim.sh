#!/usr/bin/env bash
# weft sim: forces at the end against closed forms, and quantities followed step by step.
set -u
# shellcheck source-path=SCRIPTDIR source=shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# carries WHAT FORCE TOLERANCE: what the line of `out` for it says of y; x and z are 0.
carries() {
    sed -n "s/^carries *$1  (\(.*\)) N/\1/p" out | tr -d ' ' |
        awk -F, -v want="$2" -v eps="$3" 'function size(a) { return a < 0 ? -a : a }
            { good = size($1) < eps && size($2 - want) < eps && size($3) < eps } END { exit !(NR == 1 && good) }' ||
        { echo "    no force of $2 N within $3:"; grep ^carries out | sed 's/^/    /'; return 1; }
}

numbers() { awk -v row="$1" '$1 == row { $1 = ""; print; exit }' out | grep -oE '(^|[ (])-?[0-9][-+.e0-9]*' | tr -d ' (' | xargs; } # numbers ROW: those in it

# ---- a chain at rest hangs with its weight on the pin, in all solvers that compute forces ----
for solver in newton pd xpbd xpbd_direct; do
    expect 0 "$weft" sim chain --solver "$solver" --steps 30 --dt 1 --set iterations=100 --set scene.count=4 --forces
    check "$solver: the pin of a chain of three links" carries "pins of body 0" -1.4715 1e-6
    check "$solver: the largest force, and the sum of three links" same "$(numbers forces)" "1.4715 3 2.943"
done
expect 0 "$weft" sim chain --solver pbd --steps 3 --forces
check "pbd has no forces" same "$(grep -E '^(forces|carries) ' out | grep -c '[0-9] N')" 0
check "and has their rows" same "$(grep -cE '^(forces|carries) ' out)" 2
expect 0 "$weft" sim chain --solver xpbd --steps 4 --set iterations=7 --set substeps=2 --forces
check "iterations used: last step, maximum per step, all" same "$(numbers iterations)" "14 14 56"

# ---- colliders: cli_loads.sh has their loads by every solver ----
# On an incline of 20° with 1 kg: m g at rest, and Coulomb's force when it slides; a ball that is thrown back in the last step.
for solver in newton xpbd; do
    expect 0 "$weft" sim incline --solver "$solver" --steps 60 --set scene.friction=0.5 --forces
    check "$solver: a mass at rest on an incline" carries "collider incline" -9.81 1e-3
    expect 0 "$weft" sim incline --solver "$solver" --steps 60 --forces
    check "$solver: one that slides" has out '(0.554138' # N sin 20° − 0.3 N cos 20°, N = m g cos 20°
    check "$solver: and its weight" has out '-9.60830' # −N cos 20° − 0.3 N sin 20°
done
cat >thrown.yaml <<'YAML'
gravity: [0, 0, 0]
contact: {thickness: 0.01, hard: true, restitution: 1}
colliders:
  - name: wall
    plane: {point: [0, 0, 0], normal: [0, 1, 0]}
bodies:
  - particles: [[0, 0.015, 0]]
    particle_mass: 1
    velocity: [0, -1, 0]
YAML
expect 0 "$weft" sim ./thrown.yaml --solver xpbd --steps 1 --dt 0.01 --forces
check "a ball thrown back at its speed" carries "collider wall" -200 1e-3 # 2 m v / dt

cat >block.yaml <<'YAML'
name: block
contact: {thickness: 0.01, stiffness: 1e5}
colliders:
  - name: table
    plane: {point: [0, 0, 0], normal: [0, 1, 0]}
bodies:
  - name: block
    box: {layers: 1, size: [0.1, 0.1, 0.1]}
    transform: {translate: [0, 0.0101, 0]}
    material: {young: 1e5, poisson: 0.3, density: 1000}
    elements:
      - kind: tet_arap
YAML
# A small block amid the block: the table carries both, the lower block the upper one, which it holds.
{
    cat block.yaml
    sed -n '/^  - name: block/,$p' block.yaml | sed 's/name: block/name: upper/; s/0, 0.0101, 0/0.025, 0.1203, 0.025/; s/0.1, 0.1, 0.1/0.05, 0.05, 0.05/'
} >two.yaml
expect 0 "$weft" sim ./two.yaml --solver newton --steps 60 --dt 0.05 --forces
check "the table supports both" carries "collider table" -11.03625 1e-2
check "the lower block supports the upper one" carries "body 0" -1.22625 1e-2
check "the upper block is supported" carries "body 1" 1.22625 1e-2

# ---- a free fall of implicit Euler: y_n = y_0 − g h² n (n + 1)/2 ----
expect 0 "$weft" sim drop --solver xpbd --steps 20 --dt 0.01 --track particle:0 --track centre_y --track kinetic
check "a heading" same "$(head -1 out)" "step  time_s  particle_x (m)  particle_y (m)  particle_z (m)  centre_y (m)  kinetic (J)  iterations  ended"
check "the fall, line by line" awk 'function off(a, b) { return a - b > 1e-9 || b - a > 1e-9 }
    NR > 1 && /^[0-9]/ { n = NR - 1; lines++; v = 9.81 * 0.01 * n
        bad += $1 != n - 1 || off($2, 0.01 * n) || off($4, 1 - 9.81 * 1e-4 * n * (n + 1) / 2) || $6 != $4 || off($7, v * v / 2) || $9 != "done" }
    END { exit !(lines == 20 && !bad) }' out
check "the case is named as without it" grep -q '^case .*dt=0.01 steps=20 f64' out
expect 0 "$weft" sim cloth --solver newton --steps 3 --set scene.n=6 --track gradient --track residual_end
check "a metric of the last iterate, and how a step ended" awk 'NR > 1 && /^[0-9]/ { n += $3 >= 0 && $3 < 1 && $6 == "converged" } END { exit n != 3 }' out
expect 6 "$weft" sim cloth --solver vbd --steps 64 --set scene.n=8 --set rho=0.999 --track kinetic
check "a run that diverges prints its earlier steps" test "$(grep -c '^[0-9]' out)" -ge 5
# finite, and beyond what the scene explains: by acceleration, a ratio of masses, an ulp that is no small length, a long step
cat >ratio.yaml <<'YAML'
bodies:
  - grid: {columns: 8, rows: 8, size: [1, 1]}
    particle_mass: 1e-3
    masses: [{index: 28, mass: 1e5}]
    springs: {structural: {stiffness: 1e5}, shear: {stiffness: 1e5}}
    transform: {translate: [$far, 0, 0]}
    pins: [{corner: top_left}, {corner: top_right}]
parameters: {far: 0}
YAML
while read -r line; do
    read -ra flags <<<"$line"
    expect 6 "$weft" sim "${flags[@]}"
    check "explained: $line" has err "forces allow"
done <<'RUNS'
cloth --solver vbd --set rho=0.999 --set scene.n=12 --steps 64
cloth --solver vbd --set rho=0.999 --set scene.n=12 --steps 64 --precision f32
cloth --solver descent --set form=primal --set omega=1.9 --set scene.n=8 --steps 16
./ratio.yaml --solver calm --steps 160
cloth --solver calm --dt 1 --set scene.n=8 --steps 48
RUNS
expect 0 "$weft" sim cloth --solver newton --dt 1 --set scene.n=8 --steps 48
cat >explodes.yaml <<'YAML'
name: explodes
defaults: {scene: cloth, scene.n: 8, steps: 64, timed: 1, phased: 0, observe: 2}
blocks:
  - {name: all, axes: {solver: vbd, rho: [0, 0.999]}}
YAML
expect 0 "$weft" run explodes.yaml -o explodes.db
check "recorded as diverged" same "$(column explodes.db outcome status | sort | xargs)" "diverged done"
expect 2 "$weft" sim cloth --solver pbd --track speed
check "the quantities there are" has err centre_x
balance=(momentum_error angular_error support_error unbalanced total_energy iterations_used)
expect 0 "$weft" sim cloth --solver newton --steps 2 --set scene.n=4 "${balance[@]/#/--track=}"
check "a metric by its name in figures" same "$(grep -oE 'total_energy \(J\)  iterations_used' out)" "total_energy (J)  iterations_used"
expect 2 "$weft" sim cloth --solver pbd --track particle:1 --track particle:2
expect 3 "$weft" sim cloth --solver pbd --steps 2 --track particle:100000

# ---- the error of the last step, that of the same case in a store ----
mkdir tmp
error=(sim cloth --solver xpbd --steps 6 --set scene.n=6 --set iterations=3)
expect 0 "$weft" "${error[@]}"
cp out plain.out
check "no error unless it is asked for" same "$(grep -c '^error ' out)" 0
check "steps per second, and by their length the real-time factor" awk '/^speed / && $3 == "steps/s" && $5 == "factor" {
    n++; off = $6 / ($2 / 60) - 1 } END { exit !(n == 1 && off < 2e-3 && off > -2e-3) }' out
check "residuals have units" grep -Eq '^residuals .* gradient [-+.e0-9]+ kg m  ' out
expect 0 env TMPDIR="$PWD/tmp" "$weft" "${error[@]}" --error
check "the other rows are the same" same "$(grep -E '^(residuals|steps|state|end)' out | sed 's/  peak.*//')" "$(grep -E '^(residuals|steps|state|end)' plain.out | sed 's/  peak.*//')"
check "the reference is gone" same "$(ls tmp)" ""
error_row=$(numbers error | cut -d' ' -f1-3)
cat >error.yaml <<'YAML'
name: error
defaults: {scene: cloth, scene.n: 6, steps: 6, timed: 1, probes: 1, iterations: 3}
blocks: [{name: all, axes: {solver: xpbd}}]
YAML
expect 0 "$weft" run error.yaml -o error.db
stored=$("$weft" export error.db --table final_error | tr -d '\r' | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { printf "%d %.4g %.4g", $at["step"], $at["error"], $at["error_of_start"] }')
check "the error is that of the store" same "$error_row" "$stored"
expect 0 "$weft" "${error[@]}" --error --precision f32 --set substeps=2
check "there is one with substeps" grep -q '^error ' out
expect 0 "$weft" sim cloth --solver newton --steps 3 --set scene.n=6 --error
check "Newton's is round-off" awk '/^error / { n += $4 < 1e-8 } END { exit n != 1 }' out
expect 2 "$weft" "${error[@]}" --error --state nothing.csv
check "not from another start" has err --error

# ---- conditions are noted by their names; their numbers are in oracle_findings.c ----
notes() { grep -oE '^weft: [a-z_]+: ' err | cut -d' ' -f2 | sort -u | xargs; }
cat >pulled.yaml <<'YAML'
gravity: [0, 0, 0]
bodies:
  - chain: {count: 101, spacing: 0.05}
    particle_mass: 0.05
    springs: {structural: {stiffness: 1e5}}
    pins: [{index: 0, script: [{move: [5, 0, 0], to: 1}]}]
YAML
expect 0 "$weft" sim ./pulled.yaml --solver xpbd
check "sweeps that do nothing" has err iterations:
for case in "falling --solver xpbd" "falling --solver xpbd --precision f32" "drop --solver pbd" "chain --solver xpbd" "chain --solver pd" \
    "pile --solver pbd --steps 10 --set scene.layers=1"; do
    # shellcheck disable=SC2086
    expect 0 "$weft" sim $case
    check "silent: $case" same "$(wc -c <err)" 0
done
# ---- momentum, forces and energy of unconverged sweeps ----
# The beam hangs at an elastic energy of 0.685 J (newton, static); from y it rests at 6 J.
expect 0 "$weft" sim cantilever --solver vbd --steps 300 --track elastic
check "vbd rests in the right shape" awk '/^[0-9]/ { e = $3 } END { exit !(e > 0.66 && e < 0.71) }' out
check "and prints no note" same "$(wc -c <err)" 0
expect 0 "$weft" sim cantilever --solver vbd --set start=y --steps 300
check "from y it rests on a wrong force" has err support:
check "and has energy from nowhere" has err energy:
cat >balloon.yaml <<'YAML'
gravity: [0, 0, 0]
bodies: [{sphere: {parts: 3, radius: 0.5}, mass: 1, edges: {stiffness: 3000}, springs: {bend: {stiffness: 100}}, pressure: 500}]
YAML
for case in "newton 0" "pd 0" "vbd 1" "vbd --set start=y 1"; do
    # shellcheck disable=SC2086
    expect 0 "$weft" sim ./balloon.yaml --solver ${case% *} --steps 60
    check "momentum from nowhere: $case" same "$(grep -c 'momentum: the centre of mass' err || true)" "${case##* }"
done
cat >floor.yaml <<'YAML'
contact: {thickness: 0.01, stiffness: 1e5}
colliders: [{plane: {point: [0, 0, 0], normal: [0, 1, 0]}}]
bodies:
  - box: {size: [0.5, 0.5, 0.5], cells: [4, 4, 4]}
    transform: {translate: [0, 0.0101, 0]}
    material: {young: 1e5, poisson: 0.3, density: 200}
    elements: [{kind: tet_arap}]
YAML
for solver in vbd calm avbd newton; do # 25 kg
    expect 0 "$weft" sim ./floor.yaml --solver "$solver" --steps 60 --track contact_force_y
    check "$solver: the floor supports the weight" awk '/^[0-9]/ { f = $3 } END { exit !(f > 244 && f < 246.5) }' out
done
expect 0 "$weft" sim ./floor.yaml --solver vbd --set start=y --steps 60
check "from y the floor does not support the weight" has err support:
# A box on a floor 1 km from the origin: an ulp of single precision is 6 times as deep as its weight presses it.
cat >far.yaml <<'YAML'
contact: {thickness: 0.01, stiffness: 1e5}
colliders: [{plane: {point: [0, 1000, 0], normal: [0, 1, 0]}}]
bodies:
  - box: {size: [0.1, 0.1, 0.1], cells: [2, 2, 2]}
    transform: {translate: [0, 1000.02, 0]}
    material: {young: 1e5, poisson: 0.3, density: 1000}
    elements: [{kind: tet_arap}]
YAML
for solver in vbd pd; do
    expect 0 "$weft" sim ./far.yaml --solver "$solver" --precision f32 --steps 60
    check "$solver: rounding is no momentum from nowhere" same "$(grep -c 'momentum:' err || true)" 0
done

cat >collide.yaml <<'YAML'
gravity: [0, 0, 0]
contact: {thickness: 0.01, stiffness: 1e5}
bodies:
  - box: {size: [0.2, 0.2, 0.2], cells: [2, 2, 2]}
    transform: {translate: [0, 0.25, 0]}
    mass: 1
    velocity: [0.7, -2, 0.2]
    material: {young: 1e5, poisson: 0.3}
    elements: [{kind: tet_arap}]
  - box: {size: [0.2, 0.2, 0.2], cells: [3, 1, 3]}
    transform: {translate: [0.03, 0, 0.04]}
    mass: 1
    material: {young: 1e5, poisson: 0.3}
    elements: [{kind: tet_arap}]
YAML
expect 0 "$weft" sim ./collide.yaml --solver pd --steps 4
check "energy from nowhere" has err objective:
for solver in newton xpbd "pd --set iterations=50"; do
    # shellcheck disable=SC2086
    expect 0 "$weft" sim ./collide.yaml --solver $solver --steps 4
    check "none with $solver" same "$(notes | grep -c objective)" 0
done
expect 0 "$weft" sim cloth --solver xpbd --set omega=2 --set scene.n=16 --steps 40
check "over-relaxation past its limit" has err objective:
# A membrane that gives way at once: away from the solution each of its curvatures has positive and negative parts.
expect 0 "$weft" sim hanging_shell --solver xpbd_direct --set method=kkt --set scene.n=14 --dt 1 --steps 2 --set iterations=100 --track dual
check "kkt converges on a membrane" same "$(awk '/^[0-9]/ { print $NF }' out | xargs)" "converged converged"
# A truss in the plane that hits a wall: the minimum of Φ below y has it folded, with 412 J of the 18 that it came with.
expect 0 "$weft" sim rod_wall --solver newton --steps 20 --track kinetic --track elastic
check "newton prints no note" same "$(wc -c <err)" 0
check "with no more energy than it had" below "$(awk '$1 + 0 == $1 {print $3 + $4}' out | most)" 18.001
# 20 sweeps of vbd and avbd do not converge there: they gain no energy, or the finding names it.
for solver in vbd avbd "vbd --set iterations=100"; do
    # shellcheck disable=SC2086
    expect 0 "$weft" sim rod_wall --solver $solver --steps 20 --track kinetic --track elastic
    gained=$(awk '$1 + 0 == $1 && $3 + $4 > 18.001 {n = 1} END {print n + 0}' out)
    check "$solver: energy from nowhere is named, and no other" same "$(grep -c '^weft: energy:' err || true)" "$gained"
done
check "100 sweeps of vbd gain none" same "$gained" 0
# A chain and a cloth, released from the start. The chain ends hanging straight: the mean depth of its seven free particles is then 0.8 m. The
# cloth ends at rest.
expect 0 "$weft" sim swinging_chain --solver vbd --steps 3000 --set scene.count=8 --track kinetic --track elastic --track potential --track centre_y
check "vbd: a chain never has more energy than at its start" below "$(awk '$1 + 0 == $1 {print $3 + $4 + $5}' out | most)" 1e-9
check "and hangs straight" awk '$1 == 2999 { y = $6 } END { exit !(y > -0.802 && y < -0.796) }' out
expect 0 "$weft" sim cloth --solver vbd --steps 3000 --set scene.n=8 --track kinetic
check "vbd: a cloth comes to rest, below 3 cm/s" below "$(awk '$1 >= 2900 && $1 + 0 == $1 {print $3}' out | most)" 1.1e-4 # J of 0.25 kg
cat >inside.yaml <<'YAML'
contact: {thickness: 0.01, stiffness: 100}
colliders:
  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}
bodies:
  - particles: [[0, 0.01, 0]]
    particle_mass: 1
YAML
expect 0 "$weft" sim ./inside.yaml --solver newton --steps 100
check "a particle under a plane" has err penetration:

# ---- traits: one that is switched off is no trait; one that is on is refused by name; so are a linear system and a time that is too short ----
expect 0 "$weft" sim breaking_chain --solver newton --steps 2 --set scene.limit=0
expect 7 "$weft" sim breaking_chain --solver newton --steps 2 --error
check "there is no reference of constraints that break" has err breakable
expect 7 "$weft" sim oscillator --solver pd --steps 2 --set scene.damping=1
for name in pd damped xpbd; do check "the message names solver, trait and alternatives: $name" has err $name; done
expect 7 "$weft" sim cloth --solver newton --steps 2 --set scene.n=6 --linsys dense_3n
check "and the system" has err dense_3n
expect 6 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set scene.stiffness=1e30
check "a singular system: the setting that helps" has err regularisation
expect 0 "$weft" sim cloth --solver xpbd_direct --steps 2 --set scene.n=6 --set scene.stiffness=1e30 --set regularisation=1e-6
expect 11 "$weft" sim cloth --solver pbd --steps 1000000 --timeout 0.2

# ---- the state file keeps broken constraints ----
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 20 --set iterations=50 --state-out half.csv
check "something broke" test "$(grep -c '^broken,distance,' half.csv)" -ge 1
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 20 --set iterations=50 --state half.csv --state-out whole.csv
check "it stays broken" same "$(comm -23 <(grep ^broken half.csv | sort) <(grep ^broken whole.csv | sort) | wc -l)" 0
expect 0 "$weft" sim breaking_chain --solver xpbd --steps 40 --set iterations=50 --state-out once.csv
check "forty steps are twenty and twenty" cmp -s once.csv whole.csv
expect 3 "$weft" sim chain --solver xpbd --steps 1 --state half.csv
check "a chain that cannot break refuses the file" has err "half.csv:$(grep -n ^broken half.csv | head -1 | cut -d: -f1)"

# ---- where the wall time went: the parts are the whole, and the whole is no longer than the command ----
# adds_up MS: the parts of the line `wall time` of `out` add up to its total, which is at most MS.
adds_up() {
    sed -n 's/^wall time *//p' out | tr -d ':,' |
        awk -v most="$1" '{ for (i = 3; i <= NF; i++) if ($i == "s") sum += $(i - 1) }
            END { exit !(sum > .98 * $1 && sum < 1.02 * $1 && 1000 * $1 <= 1.01 * most) }'
}
begun=$(date +%s%N)
expect 0 "$weft" sim cloth --solver xpbd --steps 5 --reps 2
check "a line of wall time" test "$(grep -c '^wall time ' out)" = 1
check "parts" adds_up $((($(date +%s%N) - begun) / 1000000))
