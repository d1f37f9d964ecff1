# shellcheck shell=bash
# The database that is damaged, small.good, with contact, references and frames, of the experiment small.yaml.
cat >small.yaml <<'YAML'
name: small
question: What is left of it?
defaults: {scene: cloth_on_sphere, scene.n: 4, steps: 4, timed: 2, probes: 1, phased: 1, frames: 2}
blocks:
  - {name: all, axes: {solver: [pbd, pd], iterations: [2, 3]}}
tables:
  - {name: times, data: step, rows: [solver, iterations], values: [step_ms]}
figures:
  - {name: errors, data: convergence, x: iteration, y: error_of_start, series: [solver]}
verdicts:
  - {id: c1, claim: pd costs more than pbd, data: step, value: step_ms, of: {solver: pd}, against: {solver: pbd}, above: 1, source: closed form}
YAML
expect 0 "$weft" run small.yaml -o small.good
