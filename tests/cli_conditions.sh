#!/usr/bin/env bash
# Conditions known before the first step are said and stored, and scenes recommend settings: cli_conditions.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- sim ----
expect 0 "$weft" sim heavy_payload --solver xpbd --steps 1
check "a condition is said once" same "$(grep -c '^weft: sweeps: particle 19 hangs on 19 constraints' err)" 1
check "and nothing else" same "$(wc -l <err)" 1
check "and the scene is run" has out "residuals"
expect 0 "$weft" sim heavy_payload --solver newton --steps 1
check "a method without it is silent" same "$(wc -c <err)" 0
cat >high.yaml <<'YAML'
bodies:
  - particles: [[0, 101, 0], [0, 100, 0]]
    particle_mass: 1
    constraints: [{kind: distance, vertices: [0, 1], stiffness: 100}]
    pins: [{index: 0}]
YAML
expect 0 "$weft" sim high.yaml --solver xpbd --precision f32 --dt 1e-6 --steps 2
check "a step too short for floats" has err "weft: rounding: forces move a particle by 9.8e-12 m"
expect 0 "$weft" sim high.yaml --solver xpbd --precision f64 --dt 1e-6 --steps 2
check "is not too short for doubles" same "$(wc -c <err)" 0

# ---- run, store, report ----
cat >payload.yaml <<'YAML'
name: payload
question: What is known?
defaults: {scene: heavy_payload, steps: 2, timed: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], spin: [1, 2]}
figures:
  - {name: time, title: Time, data: step, x: spin, y: step_ms, series: [solver]}
YAML
expect 0 "$weft" run payload.yaml -o payload.db
check "each text once" same "$(grep -c '^weft: sweeps: ' err)" 2
check "and their number" has err "4 times a condition known beforehand did not hold"
check "four rows of the store" same "$(rows payload.db condition)" 4
"$weft" export payload.db --table condition --format csv >condition.csv
check "with number and bound" test "$(awk -F, 'NR > 1 && $3 == "sweeps" && $4 > 2000 && $5 == 20 {n++} END {print n + 0}' condition.csv)" = 4
expect 0 "$weft" report payload.db -o report
check "the report says how many" grep -rqs "In 4 of 4 cases a condition known beforehand does not hold: sweeps: particle 19" report
check "and lists all" same "$(grep -rhso '<li>sweeps: ' report | wc -l)" 2

# ---- recommended settings ----
expect 0 "$weft" sim pile --solver xpbd --steps 1 --set scene.layers=1
check "sim takes what a scene recommends, and says so" has out "xpbd: dt 0.004166666666666667 s, iterations 2, substeps 5, recommended by the scene"
expect 0 "$weft" sim pile --solver xpbd --steps 1 --set scene.layers=1 --set substeps=1 --dt 0.01
check "unless it is told" has out "xpbd: iterations 2, recommended by the scene"
expect 0 "$weft" list scenes pile
check "list shows them" has out "recommended          xpbd: substeps 5"
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
check "where neither its defaults" grep -q ',iterations,3' parameters.csv
check "nor its axes say otherwise" grep -q ',substeps,2' parameters.csv
printf 'recommended: {xpbd: {substep: 2}}\n' >>high.yaml
expect 3 "$weft" sim high.yaml --solver pbd
check "a mistake in them is found with its line" has err "high.yaml:6: key \`recommended.xpbd.substep\`: unknown parameter"
