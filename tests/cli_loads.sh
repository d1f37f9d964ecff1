#!/usr/bin/env bash
# The forces of pins and contacts over time, and what carries them, against closed forms and against the balance of momentum.
# cli_loads.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

near() { # VALUE WANTED BOUND
    awk -v a="$1" -v b="$2" -v bound="$3" 'BEGIN { exit !(a != "" && a - b <= bound && b - a <= bound) }' || { echo "    $1 is not $2 within $3"; return 1; }
}
last() { awk -v k="$1" '/^[0-9]/ { v = $k } END { printf "%.12g", v }' out; } # of a column of the lines of --track

# ---- a block that hangs from its upper side: its weight without that of the pinned particles ----
cat >hang.yaml <<'YAML'
name: hang
parameters: {pull: 0}
bodies:
  - name: block
    box: {layers: 1, size: [0.1, 0.1, 0.1]}
    material: {young: 1e5, poisson: 0.3, density: 1000}
    elements:
      - kind: tet_arap
    pins:
      - side: top
    forces:
      - {side: bottom, total: [$pull, 0, 0]}
YAML
expect 0 "$weft" scene ./hang.yaml --export hang.json
weight=$(particles hang.json | awk -F, '!$4 { m += $3 } END { printf "%.12g", 9.81 * m }')
hang=(sim ./hang.yaml --track pin_force_x --track pin_force_y --track contact_force_y)
expect 0 "$weft" "${hang[@]}" --solver newton --set static=1e-12 --steps 1 --dt 0.1
check "at rest the pins hold the weight of the free particles" near "$(last 4)" "$weight" 1e-9
check "and nothing else" near "$(last 3)" 0 1e-9
check "without contact there is no force of it" same "$(last 5)" 0
expect 0 "$weft" "${hang[@]}" --solver newton --set static=1e-12 --steps 1 --dt 0.1 --set scene.pull=-3
check "and the force that pulls at it" near "$(last 3)" 3 1e-9
for solver in pncg lbfgs pd admm; do
    expect 0 "$weft" "${hang[@]}" --solver "$solver" --steps 80 --dt 0.1
    check "$solver: the pins hold the weight" near "$(last 4)" "$weight" 1e-6
done
expect 0 "$weft" "${hang[@]}" --solver pbd --steps 3
check "pbd has no forces" grep -q '^2  .*  -  -  0  ' out

# ---- bodies on a floor, with all solvers that support contact ----
cat >floor.yaml <<'YAML'
name: floor
contact: {thickness: 0.01, stiffness: 1e5}
colliders:
  - name: table
    plane: {point: [0, 0, 0], normal: [0, 1, 0]}
  - name: wall
    plane: {point: [-1, 0, 0], normal: [1, 0, 0]}
bodies:
  - particles: [[0, 0.01, 0], [0, 0.2, 0]]
    particle_mass: 1
    constraints:
      - {kind: distance, vertices: [0, 1], stiffness: 1e4}
YAML
for solver in newton pd xpbd pbd vbd lbfgs calm avbd descent admm; do
    expect 0 "$weft" sim ./floor.yaml --solver "$solver" --steps 40 --dt 0.05 --set iterations=100 --track contact_force_x --track contact_force_y \
        --track "load:collider table" --track "load:collider wall"
    check "$solver: contacts hold the weight" near "$(last 4)" 19.62 1e-6
    check "$solver: and nothing else" near "$(last 3)" 0 1e-9
    check "$solver: the table supports it" near "$(last 6)" -19.62 1e-6
    check "$solver: the wall nothing" near "$(last 8)" 0 0
done

# ---- a chain let down on a floor, whose links only pull: three times the weight that lies there ----
cat >fall.yaml <<'YAML'
name: fall
contact: {thickness: 0.001, stiffness: 1e6}
colliders:
  - name: floor
    plane: {point: [0, 0, 0], normal: [0, 1, 0]}
bodies:
  - chain: {count: 201, spacing: 0.005}
    transform: {rotate: {axis: [0, 0, 1], degrees: 90}, translate: [0, 0.001, 0]}
    particle_mass: 0.005
    springs:
      structural: {stiffness: 1e4, inequality: at_most}
YAML
for solver in newton xpbd; do
    expect 0 "$weft" sim ./fall.yaml --solver "$solver" --steps 400 --dt 0.001 --set iterations=100 --track contact_force_y
    # Impulses of single links: over time. 1 kg/m; after t, g t²/2 lies there.
    ratio=$(awk '/^[0-9]/ { force += $3; weight += 9.81 * 9.81 * $2 * $2 / 2 } END { printf "%.12g", force / weight }' out)
    check "$solver: three times the weight on the floor" near "$ratio" 3 0.02
done

# ---- stress against stretch of a bar that is fixed across: P = 2 μ (l − 1), and μ (l − 1) (1 + 1/(1 − 2 ν)) of the neo-Hookean one ----
cat >bar.yaml <<'YAML'
name: bar
parameters: {stretch: 0.5, kind: {value: tet_arap, words: [tet_arap, neo_hookean]}}
gravity: [0, 0, 0]
bodies:
  - name: bar
    box: {cells: [3, 1, 1], size: [1, 1, 1]}
    material: {young: 2.6, poisson: 0.3, density: 1}
    elements:
      - kind: $kind
    pins:
      - side: left
      - side: right
        script: [{move: [$stretch, 0, 0], from: 0, to: 1}]
    attachments:
      - {all: true, axes: [y, z], stiffness: 1e9}
YAML
for stretch in -0.1 1; do
    for kind in tet_arap:2 neo_hookean:3.5; do
        expect 0 "$weft" sim ./bar.yaml --solver newton --steps 40 --dt 0.5 --set "scene.stretch=$stretch" --set "scene.kind=${kind%:*}" \
            --track "load:pins of body 0" --track "load:pins of script 0" --track pin_force_x
        force=$(awk -v l="$stretch" -v k="${kind#*:}" 'BEGIN { print k * l }')
        check "${kind%:*}, $stretch: the fixed end" near "$(last 3)" "$force" 1e-7
        check "${kind%:*}, $stretch: the moving end" near "$(last 6)" "$(awk -v f="$force" 'BEGIN { print -f }')" 1e-7
        check "${kind%:*}, $stretch: none in all" near "$(last 9)" 0 1e-8
    done
done

# ---- the balance of momentum in motion, of pins, rollers, attachments, damping and contact ----
cat >swing.yaml <<'YAML'
name: swing
parameters: {damping: 2}
contact: {thickness: 0.01, stiffness: 1e5, friction: 0.3}
colliders:
  - name: ball
    sphere: {centre: [0.2, -0.3, 0], radius: 0.1}
bodies:
  - chain: {count: 12, spacing: 0.1}
    particle_mass: 0.1
    springs: {structural: {stiffness: 500, damping: $damping}}
    pins: [{index: 0}]
    attachments:
      - {index: 11, point: [1.1, 0.2, 0], stiffness: 3, damping: $damping}
      - {index: 5, normal: [0, 0, 1], stiffness: 100}
YAML
balance() { # SOLVER FORCES-OF-CONTACT: m_free = 1.1 kg; the worst of what is missing in a step
    expect 0 "$weft" sim ./swing.yaml --solver "$1" --set iterations=300 --steps 60 --dt 0.01 "${@:2}" \
        --track momentum_x --track momentum_y --track pin_force_x --track pin_force_y --track contact_force_x --track contact_force_y
    awk '/^[0-9]/ { x = ($3 - px) / 0.01 - $5 - $7; y = ($4 - py) / 0.01 + 1.1 * 9.81 - $6 - $8; px = $3; py = $4
        worst = x * x + y * y > worst ? x * x + y * y : worst; contacts += $7 * $7 + $8 * $8 > 1; pins += $5 * $5 + $6 * $6 > 1 }
        END { printf "%.12g", contacts && pins ? sqrt(worst) : "nothing" }' out
}
check "calm: the balance of momentum" near "$(balance calm)" 0 1e-7
check "newton, not damped: the balance of momentum" near "$(balance newton --set scene.damping=0)" 0 1e-7
sed -i '/^contact:/d; /^colliders:/,/sphere:/d' swing.yaml
expect 0 "$weft" sim ./swing.yaml --solver vbd --set iterations=1000 --steps 30 --dt 0.01 --track momentum_y --track pin_force_y
off=$(awk '/^[0-9]/ { y = ($3 - p) / 0.01 + 1.1 * 9.81 - $4; p = $3; worst = y * y > worst ? y * y : worst } END { printf "%.12g", sqrt(worst) }' out)
check "vbd, damped and without multipliers: the balance of momentum" near "$off" 0 1e-7

# ---- in experiments ----
cat >loads.yaml <<'YAML'
name: loads
defaults: {scene: ./fall.yaml, steps: 20, dt: 0.01, timed: 0, phased: 0, solver: newton}
blocks:
  - {name: fall, axes: {frames: 20, loads: 4}}
tables:
  - {name: floor, data: load, where: {carrier: collider floor, last: 1}, rows: carrier, columns: solver, values: [carried_y]}
verdicts:
  - id: c1
    claim: The floor carries what contacts exert
    data: trajectory
    value: contact_force_y
    where: {last: 1}
    of: {solver: newton}
    above: 1
    below: 1000
    carries: floor
    source: {set: from the first run on 2026-11-27}
expected:
  floor: The floor carries what contacts exert.
YAML
sed -i 's/^question.*//; 1a question: What does a floor carry?' loads.yaml
expect 0 "$weft" run loads.yaml -o loads.db
check "four steps are recorded" same "$(rows loads.db carried_load)" 4
check "of the floor" same "$(column loads.db carried_load carrier | sort -u)" "collider floor"
check "the load of the floor is the contact force" near "$(column loads.db carried_load carried_y 'v["last"]')" \
    "-$(column loads.db trajectory contact_force_y 'v["last"]')" 1e-9
expect 0 "$weft" report loads.db -o loads
check "a table shows it" grep -rq 'collider floor' loads/floor-table.csv

# ---- rejected flags ----
expect 2 "$weft" sim ./fall.yaml --solver newton --steps 2 --track load:floor
check "the message lists the carriers" has err "collider floor"
expect 2 "$weft" sim ./fall.yaml --solver newton --steps 2 --track load:
expect 7 "$weft" sim ./hang.yaml --solver newton --steps 2 --set integrator=midpoint --track "load:pins of body 0"
check "midpoint has no forces at the end of a step" has err loads
expect 0 "$weft" sim ./hang.yaml --solver newton --steps 2 --set integrator=midpoint --track pin_force_y
check "nor a force of pins" grep -q '^1  .*  -  ' out
