#!/usr/bin/env bash
# Conditions that are known before the first step are reported and stored; recommended settings of scenes. cli_conditions.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- sim ----
expect 0 "$weft" sim heavy_payload --solver xpbd --steps 1
check "a condition is reported once" same "$(grep -c sweeps: err)" 1
check "nothing else is reported" same "$(wc -l <err)" 1
check "the scene runs" grep -q '^residuals' out
expect 0 "$weft" sim heavy_payload --solver newton --steps 1
check "another method has no such condition" same "$(wc -c <err)" 0
cat >high.yaml <<'YAML'
bodies:
  - particles: [[0, 101, 0], [0, 100, 0]]
    particle_mass: 1
    constraints: [{kind: distance, vertices: [0, 1], stiffness: 100}]
    pins: [{index: 0}]
YAML
expect 0 "$weft" sim high.yaml --solver xpbd --precision f32 --dt 1e-6 --steps 2
check "a step too short for floats" has err rounding:
expect 0 "$weft" sim high.yaml --solver xpbd --precision f64 --dt 1e-6 --steps 2
check "not too short for doubles" same "$(wc -c <err)" 0

# ---- precision: that in which a solver computes, a plugin included ----
cat >block.yaml <<'YAML'
parameters: {x: 1000}
contact: {thickness: 0.01, stiffness: 1e6}
colliders: [{plane: {point: [0, 0, 0], normal: [0, 1, 0]}}]
bodies:
  - box: {size: [0.4, 0.4, 0.4], cells: [2, 2, 2]}
    transform: {translate: [$x, 0.0101, 0]}
    material: {young: 1e5, poisson: 0.3, density: 200}
    elements: [{kind: tet_arap}]
YAML
said() { "$weft" sim "$@" --precision f32 --steps 1 2>&1 >/dev/null | grep -c resolution: || true; }
for solver in xpbd pbd vbd avbd calm pd admm; do
    check "$solver in floats 1 km from the origin" same "$(said ./block.yaml --solver "$solver")" 1
done
check "not at the origin" same "$(said ./block.yaml --solver pd --set scene.x=0)" 0
check "not newton, which computes in doubles" same "$(said ./block.yaml --solver newton --linsys pcg)" 0
if command -v g++ >/dev/null; then
    g++ -O1 -shared -fPIC -I"$source_dir/src" "$source_dir/docs/plugins/cpp/colour_xpbd.cpp" -o colour_xpbd.so
    check "a plugin, which sees floats" \
        same "$(said cloth --solver colour_xpbd --plugin colour_xpbd.so --set scene.n=4 --dt 1e-5)" 1
fi

# ---- friction on velocities creeps ----
# creeps MORE OPTION...: the speed that the condition has.
creeps() { "$weft" sim "$@" --solver newton --steps 1 >out 2>err; grep -o 'creeps at [0-9.e-]* m/s' err || echo none; }
check "of an incline that holds: h g sin 20°" same "$(creeps incline --dt 0.01 --set scene.friction=0.5)" "creeps at 0.034 m/s"
check "not of one that slides" same "$(creeps incline --dt 0.01 --set scene.friction=0.3)" none
slope() {
    printf '%s\n' "colliders: [{name: slope, $1}]" "contact: {thickness: 0.01, stiffness: 1e5, friction: $2}" \
        'bodies: [{particles: [[0, 0.009, 0]], particle_mass: 1}]' >slope.yaml
}
slope 'plane: {point: [0, 0, 0], normal: [-1, 2, 0]}' 0.6
check "of a slope that holds: h g sin θ" same "$(creeps ./slope.yaml --dt 0.01)" "creeps at 0.044 m/s"
check "of half the step: half" same "$(creeps ./slope.yaml --dt 0.005)" "creeps at 0.022 m/s"
slope 'plane: {point: [0, 0, 0], normal: [-1, 2, 0]}' 0.4
check "not of one that does not hold" same "$(creeps ./slope.yaml --dt 0.01)" none
slope 'plane: {point: [0, 0, 0], normal: [0, 1, 0]}' 0.6
check "not of a floor" same "$(creeps ./slope.yaml --dt 0.01)" none
slope 'plane: {point: [0, 0, 0], normal: [-1, 2, 0]}' '0.6, friction_on: position'
check "not inside the solve" same "$(creeps ./slope.yaml --dt 0.01)" none
slope 'box: {centre: [0.105, 0, 0], size: [0.2, 1, 1]}' 0.6
check "of a jaw that is touched: h g" same "$(creeps ./slope.yaml --dt 0.01)" "creeps at 0.098 m/s"

# ---- run, store, report ----
cat >payload.yaml <<'YAML'
name: payload
defaults: {scene: heavy_payload, steps: 2, timed: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], spin: [1, 2]}
figures:
  - {name: time, data: step, x: spin, y: step_ms, series: [solver]}
YAML
expect 0 "$weft" run payload.yaml -o payload.db
check "each text is printed once" same "$(grep -c sweeps: err)" 2
"$weft" export payload.db --table condition --format csv >condition.csv
check "a row for each case, with value and bound" \
    same "$(awk -F, 'NR > 1 && $3 == "sweeps" && $4 > 2000 && $5 == 20 {n++} END {print n, NR - 1}' condition.csv)" "4 4"
expect 0 "$weft" report payload.db -o report
check "the report lists each text" same "$(grep -rhso '<li>sweeps:' report | wc -l)" 2

# ---- recommended settings ----
settings() { sed -n '/^case /p' out | grep -oE '(dt|iterations|substeps)=[0-9.]+' | xargs; }
expect 0 "$weft" sim pile --solver xpbd --steps 1 --set scene.layers=1
check "sim takes them" same "$(settings)" "dt=0.004166666666666667 iterations=2 substeps=5"
expect 0 "$weft" sim pile --solver xpbd --steps 1 --set scene.layers=1 --set substeps=1 --dt 0.01
check "its flags replace them" same "$(settings)" "dt=0.01 iterations=2 substeps=1"
expect 0 "$weft" list scenes pile
check "list has them" grep -qE '^ +recommended +xpbd: substeps 5$' out
cat >falls.yaml <<'YAML'
name: falls
defaults: {scene: pile, scene.layers: 1, steps: 1, timed: 1, iterations: 3}
blocks:
  - name: all
    axes: {solver: xpbd, substeps: 2}
YAML
expect 0 "$weft" run falls.yaml -o falls.db
"$weft" export falls.db --table parameter --format csv >parameters.csv
check "an experiment takes them" grep -q ',dt,0.00416666' parameters.csv
check "its defaults replace them" grep -q ',iterations,3' parameters.csv
check "its axes replace them" grep -q ',substeps,2' parameters.csv
printf 'recommended: {xpbd: {substep: 2}}\n' >>high.yaml
expect 3 "$weft" sim high.yaml --solver pbd
check "an unknown setting is reported with its line" has err "high.yaml:6"
