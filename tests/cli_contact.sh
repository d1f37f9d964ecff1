#!/usr/bin/env bash
# Contact from end to end: bad input is refused with its place; speeds beyond all bounds and too many contacts have an exit code of their own; what
# contact came to and what it cost is stored, step by step, and is the same for any number of threads. What is refused, one
# by one, is in unit_scene_contact.c, unit_collider.c and unit_contacts.c. cli_contact.sh BUILD SOURCE
# shellcheck disable=SC2016 # parameters of scenes begin with a dollar
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
export OMP_WAIT_POLICY=passive
two=$(($(nproc) > 1 ? 2 : 1)) # threads

# scene NAME LINE...: a scene file of these lines.
scene() {
    local name=$1
    shift
    printf '%s\n' "$@" >"$name.yaml"
}
# sim CODE SCENE ARGUMENT...: by hand; an outcome that is not 0 has one line on standard error.
sim() {
    local code=$1 name=$2
    shift 2
    expect "$code" "$weft" sim "./$name.yaml" --steps 4 "$@"
    [ "$code" -eq 0 ] || check "one line for $name $*" same "$(wc -l <err)" 1
}

rules='contact: {thickness: 0.01, stiffness: 1000'
floor='  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}'
ball=('  - name: ball' '    sphere: {parts: 2, radius: 0.1}' '    mass: 1')
edges='    edges: {stiffness: 500}'


# ---- one refusal of each part: the rules, a collider, the start ----
# octahedron FILE FACE...: corners on the axes, one metre from the origin.
octahedron() {
    local file=$1
    shift
    printf '%s\n' 'v 1 0 0' 'v -1 0 0' 'v 0 1 0' 'v 0 -1 0' 'v 0 0 1' 'v 0 0 -1' "${@/#/f }" >"$file"
}
upper_half=('1 3 5' '3 2 5' '2 4 5' '4 1 5')
octahedron good.obj "${upper_half[@]}" '3 1 6' '2 3 6' '4 2 6' '1 4 6'
octahedron open.obj "${upper_half[@]}" '3 1 6' '2 3 6' '4 2 6'
scene thin 'contact: {thickness: 0, stiffness: 1000}' 'colliders:' "$floor" 'bodies:' "${ball[@]}"
sim 3 thin --solver xpbd
check "the line of the thickness" has err thin.yaml:1
scene shell "$rules}" 'colliders:' "  - mesh: open.obj" 'bodies:' "${ball[@]}" '    transform: {translate: [0, 3, 0]}'
sim 3 shell --solver xpbd
check "the line of an open collider" has err shell.yaml:3
scene crossed "$rules}" 'bodies:' "${ball[@]}" "$edges" '  - name: other' "${ball[@]:1}" "$edges" '    transform: {translate: [0.05, 0.02, 0.01]}'
sim 3 crossed --solver xpbd
check "the scene of a start in which bodies cross" has err crossed.yaml
scene twice "$rules}" 'bodies:' "${ball[@]}" '  - name: other' "${ball[@]:1}"
sim 3 twice --solver xpbd
for name in twice.yaml "body 0" "body 1"; do check "bodies that start at the same position: $name" has err "$name"; done
scene away "$rules}" 'bodies:' "${ball[@]}" "$edges" '  - name: other' "${ball[@]:1}" "$edges" '    transform: {translate: [1e6, 0, 0]}'
expect 0 "$weft" sim ./away.yaml --solver xpbd --steps 4 --track found
check "nothing is found a thousand kilometres apart" same "$(awk '/^[0-9]/ { n += $3; k++ } END { print n, k }' out)" "0 4"

# ---- velocities that soon will not be finite ----
scene fast "$rules, self: true}" 'colliders:' "$floor" 'bodies:' "${ball[@]}" "$edges" '    transform: {translate: [0, 1, 0]}' \
    '  - name: other' "${ball[@]:1}" "$edges" '    transform: {translate: [0, 2, 0]}'
sim 0 fast --solver xpbd --state-out start.csv
# unforeseen: lines of err besides those of the conditions that such speeds and contacts do not meet.
unforeseen() { grep -vcE '^weft: (contact_depth|global_step): ' err || true; }
# fast_end SOLVER SPEED ARGUMENT...: with a particle that fast the case goes on, has no room for all that it meets, or diverges.
fast_end() {
    local solver=$1 speed=$2 code=0
    shift 2
    awk -F, -v OFS=, -v speed="$speed" 'NR == 2 {$6 = speed} {print}' start.csv >state.csv
    "$weft" sim ./fast.yaml --solver "$solver" --steps 4 --state state.csv "$@" >out 2>err || code=$?
    [ "$code" = 0 ] || check "$solver $speed $*: one line" same "$(unforeseen)" 1
    [ "$code" != 12 ] || check "$solver $speed $*: the message names contact_room" has err contact_room
    check "$solver $speed $*: exit code $code" test "$code" = 0 -o "$code" = 6 -o "$code" = 12
}
for solver in pbd xpbd pd newton; do
    fast_end $solver 1e20
    fast_end $solver -1e307 --set contact_room=64
done
fast_end xpbd -1e38 --precision f32 --set contact_room=64
fast_end xpbd -1e100 --threads "$two"

# ---- more contacts than there is memory for: a million of them are in long_contact.sh ----
sheet() { printf '%s\n' "  - name: $1" '    grid: {columns: $n, rows: $n, size: [1, 1], triangles: forward}' '    mass: 1' '    springs: {structural: {stiffness: 500}}' "    transform: {rotate: {axis: [1, 0, 0], degrees: 90}, translate: [0, $2, 0]}"; }
mapfile -t lower < <(sheet lower 0) && mapfile -t upper < <(sheet upper 0.1)
scene sheets 'parameters: {n: 24, thickness: 0.2}' 'contact: {thickness: $thickness, stiffness: 1}' 'gravity: [0, 0, 0]' 'bodies:' "${lower[@]}" "${upper[@]}"
sim 12 sheets --solver xpbd --set contact_room=1
check "the message names contact_room" has err contact_room
for solver in pbd xpbd descent vbd calm avbd newton lbfgs; do
    sim 12 sheets --solver $solver --set contact_room=1
    check "solver and step" has err "$solver, step 0:"
done
sim 12 sheets --solver xpbd --set contact_room=4096 --set memory=64
check "a bound beyond the memory of the case is seen at once" has err memory

# The case with the least room, or memory, does not decide whether the reference of all can be made.
cat >shared.yaml <<'YAML'
name: shared
defaults: {scene: ./sheets.yaml, scene.n: 12, scene.thickness: 0.4, steps: 1, timed: 0, phased: 0}
blocks:
  - name: contact
    axes: {solver: xpbd, iterations: 1, forces: 1, contact_room: [1, 400, 64]}
  - name: memory
    axes: {solver: newton, probes: 1, contact_room: 800, memory: [64, 8000]}
YAML
expect 0 "$weft" run shared.yaml -o shared.db
check "one reference is made" same "$(find shared.references -name '*.ref' | wc -l)" 1
check "with the largest contact_room and memory of its cases" same \
    "$(for case in room=1 room=64 room=400; do column shared.db case_outcome status 'v["label"] ~ /xpbd.*'$case' /'; done | xargs)" "refused refused done"
check "also with probes" same "$(column shared.db case_outcome status 'v["label"] ~ /memory=(64|8000)/' | sort | xargs)" "done refused"

# ---- an indefinite block: a light spring at half its length, near a floor that it may touch ----
scene compressed 'parameters: {gap: 0.007}' 'contact: {thickness: 0.005, stiffness: 1e4}' 'colliders:' \
    '  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}' 'bodies:' '  - name: column' '    particles: [[0, $gap, 0], [0.1, $gap, 0], [0.2, $gap, 0]]' \
    '    particle_mass: 0.01' '    constraints:' '      - {kind: distance, vertices: [0, 1], stiffness: 1e4, rest: [0.3]}' \
    '      - {kind: distance, vertices: [1, 2], stiffness: 1e4, rest: [0.3]}' '    pins: [{index: [0, 2]}]'
for block in own exact majorised; do
    expect 0 "$weft" sim ./compressed.yaml --solver vbd --steps 1 --set "block=$block" --set iterations=1 --set kernels=plain --state-out "$block.csv"
    check "a move of a block ($block) stays near" below "$(awk -F, '$1 == 1 { print $3 * $3 }' "$block.csv")" 1
done

# ---- solvers with contact ----
expect 0 "$weft" list support
for row in contact 'hard contact' 'friction_on: position'; do check "a row of support" has out "  $row "; done
scene drop 'parameters: {n: 8, mu: 0.3}' 'contact: {thickness: 0.02, stiffness: 1e4, friction: $mu, self: true}' 'colliders:' \
    '  - sphere: {centre: [0.5, -0.25, -0.5], radius: 0.2}' "$floor" 'bodies:' "${lower[@]}"
sed -i 's/point: \[0, 0, 0\]/point: [0, -0.5, 0]/; s/translate: \[0, 0, 0\]/translate: [0, 0.01, 0]/; s/degrees: 90/degrees: -90/' drop.yaml
sim 7 drop --solver xpbd_direct
check "a solver that does not: the trait" has err contact
check "and a solver that has it" has err pbd
sed 's/stiffness: 1e4/hard: true/' drop.yaml >hard.yaml
sim 7 hard --solver newton
check "one without hard contact: the trait" has err hard
sim 0 hard --solver xpbd
sim 0 drop --solver newton --set contact_room=100
check "points, edges, triangles and colliders that can touch" same "$(sed -n 's/^surface //p' out | grep -oE '(^| )[0-9]+ ' | head -4 | xargs)" "64 161 98 2"
check "the row of contact results" grep -q '^contact ' out

# ---- crossings ----
scene through 'contact: {thickness: 0.004, stiffness: 1000}' 'colliders:' '  - name: sheet' '    box: {centre: [0, 0, 0], size: [4, 0.001, 4]}' \
    'bodies:' "${ball[@]}" "$edges" '    velocity: [0, -20, 0]' '    transform: {translate: [0, 0.2, 0]}'
for solver in pbd xpbd; do
    sim 0 through --solver $solver --set substeps=5 --track crossings
    check "$solver: it crosses a soft contact, but not a hard one" \
        test "$(awk '/^[0-9]/ { n += $3 } END { print n + 0 }' out)" "$([ $solver = pbd ] && echo -eq || echo -gt)" 0
    check "$solver: one note reports the crossing" same "$(unforeseen)" "$([ $solver = pbd ] && echo 0 || echo 1)"
done
for name in crossings: sheet particle; do check "the note names $name" has err $name; done

# ---- stored rows of contact ----
cat >cost.yaml <<'YAML'
name: cost
defaults: {scene: ./drop.yaml, steps: 24, timed: 1, iterations: 10, dt: 0.01}
blocks:
  - name: detection
    axes: {solver: xpbd, scene.n: [8, 12], threads: [1, 2]}
  - name: solvers
    axes: {solver: [pbd, pd, newton], scene.n: 8}
  - name: single
    axes: {solver: xpbd, scene.n: 8, precision: f32}
figures:
  - {name: detection, data: phase, x: primitives, y: step_ms, series: [phase, threads], log: [x, y], where: {phase: [broad, narrow, contact_colour, contact], solver: xpbd, precision: f64}}
  - {name: per_primitive, data: contact_time, x: primitives, y: detection_ns_per_primitive, series: [threads], where: {solver: xpbd}}
  - {name: depth, data: contact, x: time_s, y: penetration_max / contact_thickness, series: [solver], where: {scene.n: 8, threads: 1}}
tables:
  - {name: share, data: contact_time, rows: [solver, scene.n], values: [detection_ms, contact_share]}
verdicts:
  - {id: c1, claim: no contact is deeper than the thickness, data: contact, value: 1 + penetration_max / contact_thickness, of: {solver: [xpbd, newton]}, expected: 1, below: 1, source: closed form}
YAML
[ "$two" = 2 ] || sed -i 's/threads: \[1, 2\]/threads: [1]/' cost.yaml
cases=$((2 * two + 4))
expect 0 "$weft" run cost.yaml -o cost.db
check "every case is measured" same "$(column cost.db case_outcome status | sort | uniq -c | xargs)" "$cases done"
check "a row for each step of the measured pass" same "$(rows cost.db contact)" $((cases * 24))
check "at its end" same "$(column cost.db contact_step time_s 'v["step"] == 9' | sort -u)" 0.1
check "whose last is marked" same "$(column cost.db contact_step step 'v["last"]' | sort -u)" 23
check "found contains active" same "$(column cost.db contact_step step 'v["active"] > v["found"]')" ""
check "something pushes" test -n "$(column cost.db contact_step step 'v["active"] > 0')"
check "nothing before it comes near" same "$(column cost.db contact_step active 'v["step"] == 0' | most)" 0
check "the mean is not above the maximum" same "$(column cost.db contact_step step 'v["penetration_mean"] > v["penetration_max"]')" ""
check "friction takes energy" below 0 "$(column cost.db contact_step friction_total 'v["last"]' | most)"
check "and gives none" same "$(column cost.db contact_step step 'v["friction_work"] < 0')" ""
check "colours are counted" below 0 "$(column cost.db contact_step contact_colours | most)"
check "of the small cloth" same "$(column cost.db model_fact primitives 'v["label"] ~ /n=8 /' | sort -u)" $((64 + 161 + 98))
check "of the large one" same "$(column cost.db model_fact primitives 'v["label"] ~ /n=12 /' | sort -u)" $((144 + 385 + 242))
check "and the colliders that they touch" same "$(column cost.db model_fact colliders | sort -u)" 2
check "a row of cost for each phased step" same "$(rows cost.db contact_time)" $((cases * 24))
check "whose share is part of the step" same "$(column cost.db contact_time step 'v["contact_share"] <= 0 || v["contact_share"] > 1')" ""
check "detection takes time" same "$(column cost.db contact_time step 'v["broad_ms"] <= 0 || v["narrow_ms"] <= 0')" ""
for phase in broad narrow contact_colour contact contact_velocity; do
    check "$phase is a phase of xpbd" test -n "$(column cost.db phase_time step "v[\"phase\"] == \"$phase\" && v[\"label\"] ~ /^xpbd/")"
done
for size in 8 12; do
    hashes=$(column cost.db measured_repetition hash "v[\"label\"] ~ /^xpbd .*n=$size .*f64/")
    check "$size: as many repetitions as passes of two cases or one" same "$(wc -l <<<"$hashes")" $((3 * two))
    check "$size: one end for any number of threads" same "$(sort -u <<<"$hashes" | wc -l)" 1
    for value in found active missed crossings penetration_max friction_work contact_colours; do
        check "$size: $value is the same" same "$(column cost.db contact_step $value "v[\"label\"] ~ /^xpbd .*n=$size .*f64/ && v[\"step\"] == 20" | sort -u | wc -l)" 1
    done
done
expect 0 "$weft" report cost.db -o cost
for figure in detection per_primitive depth; do check "the figure $figure" test -s "cost/$figure.svg"; done
check "a line for each phase and team" same "$(tail -n +2 cost/detection.csv | tr -d '\r' | cut -d, -f1-2 | sort -u | wc -l)" $((4 * two))
check "a table of shares" test -s cost/share-table.csv

# ---- probes: solvers from the reference's own start ----
cat >probes.yaml <<'YAML'
name: probes
defaults: {scene: ./drop.yaml, scene.mu: 0, steps: 24, timed: 0, phased: 0, dt: 0.01, probes: 3}
blocks:
  - {name: exact, axes: {solver: newton}}
  - {name: iterated, axes: {solver: xpbd, iterations: 2000}}
  - {name: off, axes: {solver: newton, contact: off, timed: 1, phased: 1}}
YAML
expect 0 "$weft" run probes.yaml -o probes.db
check "Newton is its own reference, with contact and without" below "$(column probes.db final_error error 'v["label"] ~ /newton/' | most)" 1e-9
check "and XPBD comes near it" below "$(column probes.db final_error error 'v["label"] ~ /xpbd/' | most)" 0.01
check "in three steps" same "$(column probes.db final_error step 'v["label"] ~ /xpbd/' | wc -l)" 3
check "with contact off it has a reference of its own" same "$(find probes.references -name '*.ref' | wc -l)" 2
check "and no contacts" same "$(column probes.db contact_step step 'v["label"] ~ /contact=off/')" ""
check "and costs nothing" same "$(column probes.db contact_time contact_share 'v["label"] ~ /contact=off/' | most)" 0

# ---- a worker that dies while it measures contact ----
mkdir -p dying
cat >dying/weft-worker-f64 <<WORKER
#!/bin/sh
if [ -e $scratch/cut ]; then
    $1/weft-worker-f64 "\$@" | head -n 9
else
    exec $1/weft-worker-f64 "\$@"
fi
WORKER
chmod +x dying/weft-worker-f64
cat >dies.yaml <<'YAML'
name: dies
defaults: {scene: ./drop.yaml, steps: 24, timed: 0, phased: 0, measured: 2}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd]}
YAML
touch cut
WEFT_WORKERS=$scratch/dying expect 8 "$weft" run dies.yaml -o dies.db
check "nothing of its steps is stored" same "$(rows dies.db contact)" 0
rm cut
WEFT_WORKERS=$scratch/dying expect 0 "$weft" run dies.yaml -o dies.db
check "the next run measures all of it once" same "$(rows dies.db contact)" $((2 * 2 * 24))

# ---- friction inside the solve ----
# A cord over half a drum is held by exp(mu pi) of what pulls it, a polygon of 16 links by 0.1 and 0.33 % more: T = k times what the first
# link is longer than pi/16, over 10 N.
capstan() { awk -F, -v mu="$1" '$1 == "1" {pi = atan2(0, -1); r = ($2 - pi / 16) * 1e5 / 10 / exp(mu * pi); print (r >= 1 && r <= 1.01 ? "sticks" : r)}' belt.csv; }
sed 's/friction: \$friction}/friction: $friction, friction_on: position}/' "$source_dir/datasets/scenes/belt.yaml" >belt_inside.yaml
for friction in 0.1 0.3; do
    expect 0 "$weft" sim ./belt_inside.yaml --solver newton --dt 0.01 --steps 300 --set "scene.friction=$friction" --state-out belt.csv
    check "a cord on a drum with friction $friction" same "$(capstan "$friction")" sticks
done
# Blocks on one another: on velocities the upper ones creep, inside the solve they come to rest upright. Without the top one on the
# others the centre is 5 cm lower.
stack() { awk '/^[0-9]/ {y = $3} /^state/ {print ($3 < 1e-6 ? "rests" : $3), (y > 0.19 && y < 0.2 ? "upright" : y)}' out; }
for solver in newton pd; do
    expect 0 "$weft" sim stacked_bodies --solver "$solver" --steps 300 --set scene.layers=1 --set scene.friction_on=position --track centre_y
    check "$solver: a stack" same "$(stack)" "rests upright"
done
# Without friction nothing acts along the floor.
cat >slides.yaml <<'YAML'
contact: {thickness: 0.01, stiffness: 1e5}
colliders: [{plane: {point: [0, 0, 0], normal: [0, 1, 0]}}]
bodies:
  - grid: {columns: 9, rows: 2, size: [1, 0.1], triangles: forward}
    transform: {rotate: {axis: [1, 0, 0], degrees: 90}, translate: [0, 0.01, 0]}
    mass: 1
    velocity: [1, 0, 0]
    springs: {structural: {stiffness: 2e5}, shear: {stiffness: 2e5}}
YAML
expect 0 "$weft" sim ./slides.yaml --solver vbd --steps 60 --track momentum_x --track active
check "vbd: a rod keeps 1.000 m/s" same "$(awk '/^[0-9]/ {v[sprintf("%.9f", $3)]; n += $4 > 0} END {for (k in v) print k; print n}' out | xargs)" "1.000000000 60"
# A block on a held one, tilted: nothing touches a collider, or touches at the start.
cat >tilted.yaml <<'YAML'
parameters: {friction_on: {value: position, words: [velocity, position]}}
gravity: [3.355, -9.218, 0]
contact: {thickness: 0.01, stiffness: 1e4, friction: 0.5, friction_on: $friction_on}
bodies:
  - box: {layers: 2, size: [0.6, 0.1, 0.2]}
    material: {young: 1e6, poisson: 0.3, density: 1000}
    elements: [{kind: tet_arap}]
    pins: [{side: bottom}]
  - box: {layers: 2, size: [0.1, 0.1, 0.1]}
    transform: {translate: [0.05, 0.108, 0.05]}
    material: {young: 1e6, poisson: 0.3, density: 1000}
    elements: [{kind: tet_arap}]
YAML
for rule in velocity:1 position:0; do
    expect 0 "$weft" sim tilted.yaml --solver newton --set "scene.friction_on=${rule%:*}" --steps 40
    check "a block on a body creeps, friction on ${rule%:*}" same "$(grep -c 'weft: creep:' err || true)" "${rule#*:}"
done
# Two jaws lift a strip by half a metre: on velocities it falls out of them, whatever the friction.
cat >lift.yaml <<'YAML'
parameters: {friction_on: {value: position, words: [velocity, position]}}
contact: {thickness: 0.01, stiffness: 1e4, friction: 1, friction_on: $friction_on}
colliders:
  - {name: left, box: {centre: [0, 0.1, 0.109], size: [1, 0.22, 0.2]}, script: [{move: [0, 0.5, 0], from: 0.1, to: 1.1}]}
  - {name: right, box: {centre: [0, 0.1, -0.109], size: [1, 0.22, 0.2]}, script: [{move: [0, 0.5, 0], from: 0.1, to: 1.1}]}
bodies:
  - grid: {columns: 3, rows: 7, size: [0.2, 0.6], triangles: forward}
    transform: {translate: [-0.1, -0.4, 0]}
    particle_mass: 0.02
    springs: {structural: {stiffness: 2000}, shear: {stiffness: 1000}}
YAML
lifted() { awk -F, '/^[0-9]/ {n++; y += $3} END {y = y / n + 0.1; print (y > 0.49 && y < 0.501 ? "lifted" : y < -1 ? "fallen" : y)}' lift.csv; }
for solver in newton vbd xpbd; do
    for rule in position:lifted velocity:fallen; do
        expect 0 "$weft" sim lift.yaml --solver "$solver" --set "scene.friction_on=${rule%:*}" --dt 0.01 --steps 120 --state-out lift.csv
        check "$solver: a strip between jaws, friction on ${rule%:*}" same "$(lifted)" "${rule#*:}"
        check "$solver: the finding creep, friction on ${rule%:*}" same "$(grep -c 'weft: creep:' err || true)" "$([[ $rule == velocity* ]] && echo 1 || echo 0)"
    done
done
cat >bad.yaml <<'YAML'
contact: {thickness: 0.01, stiffness: 1e4, friction: 0.3, friction_on: force}
bodies: [{particles: [[0, 1, 0]], particle_mass: 1}]
YAML
expect 3 "$weft" sim bad.yaml --solver newton --steps 1
check "another rule is refused, with the rules" has err position

# ---- a state that a run has left inside a collider ----
# slab THICKNESS MIDDLE: 1 kg that rests 4 mm inside a slab, on a contact of 10 mm.
slab() {
    printf '%s\n' "colliders: [{name: slab, box: {size: [1, $1, 1], centre: [0, $2, 0]}}]" \
        'contact: {thickness: 0.01, stiffness: 700}' \
        'bodies: [{particles: [[0, 0.009, 0]], particle_mass: 1}]' >slab.yaml
}
inside() { awk -F, '$1 == "0" && $3 > -0.00402 && $3 < -0.00401 {n++} END {exit n != 1}' "$1"; }
slab 0.1 -0.05
expect 0 "$weft" sim ./slab.yaml --solver newton --steps 200 --state-out sunk.csv
check "it is inside" inside sunk.csv
expect 0 "$weft" sim ./slab.yaml --solver newton --steps 100 --state sunk.csv --state-out later.csv
check "the run continues, and it stays inside" inside later.csv
grep -v ^scene sunk.csv >of_hand.csv
expect 3 "$weft" sim ./slab.yaml --solver newton --steps 1 --state of_hand.csv
check "a start that no run has left is refused, with the depth and the collider" grep -q '0.00401 .*slab' err
slab 0.015 -0.0075
expect 0 "$weft" sim ./slab.yaml --solver newton --steps 200 --state-out sunk.csv
expect 3 "$weft" sim ./slab.yaml --solver newton --steps 1 --state sunk.csv
check "a start inside a thin collider is rejected" has err slab
