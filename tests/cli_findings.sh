#!/usr/bin/env bash
# Findings of a run, and of its references: in the store, in every command that shows its numbers, and in verdicts. cli_findings.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# Two particles on a spring cross a cloth at 20 m/s, with every solver and time step of this test.
cat >through.yaml <<'YAML'
gravity: [0, 0, 0]
contact: {thickness: 0.004, stiffness: 2e3}
bodies:
  - chain: {count: 2, spacing: 0.3}
    transform: {rotate: {axis: [0, 0, 1], degrees: 90}, translate: [0.53, 0.1, -0.47]}
    particle_mass: 0.1
    velocity: [0, -20, 0]
    springs: {structural: {stiffness: 1000}}
  - grid: {columns: 4, rows: 4, size: [1, 1], triangles: alternate}
    transform: {rotate: {axis: [1, 0, 0], degrees: -90}}
    mass: 0.2
    springs: {structural: {stiffness: 1e3}, shear: {stiffness: 1e3}}
    pins: [{side: left}, {side: right}]
YAML
cat >wrong.yaml <<'YAML'
name: wrong
defaults: {timed: 1, steps: 20}
blocks:
  - name: through
    axes: {solver: [xpbd, pd], scene: through.yaml, steps: 12, frames: 4, fine: 4, probes: 3, observe: 2}
  - name: left
    axes: {solver: xpbd, scene: cantilever_arap, observe: 2}
  - name: right
    axes: {solver: newton, scene: swinging_chain, frames: 2, fine: 4}
verdicts:
  - {id: falls, claim: falls, data: trajectory, value: centre_y, of: {block: through}, below: 1, source: closed form}
  - {id: allowed, claim: allowed, data: trajectory, value: centre_y, of: {block: through}, below: 1, findings: allowed, source: closed form}
  - {id: crosses, claim: crosses, data: contact, value: crossings, of: {block: through}, statistic: max, above: 0.5, source: closed form}
  - {id: far, claim: far, data: convergence, value: error, of: {block: through, probe: 1}, above: 0, source: closed form}
  - {id: iterates, claim: iterates, data: step, value: iterations_done, of: {block: through}, above: 0, source: closed form}
  - {id: bends, claim: bends, data: convergence, value: constraint_max, of: {block: left}, above: 0, source: closed form}
  - {id: swings, claim: swings, data: trajectory, value: kinetic, of: {block: right}, above: 0, source: closed form}
YAML
expect 0 "$weft" run wrong.yaml -o wrong.db
for kind in crossings iterations reference; do check "a run prints $kind" has err "$kind:"; done
check "the first of each kind only" same "$(grep -c ': crossings: ' err)" 1
check "findings of the store" same "$(column wrong.db finding kind | sort | uniq -c | awk '{printf "%s %s;", $2, $1}')" "crossings 2;energy 1;iterations 1;reference 6;support 1;"
check "all rounds of probes end in the same states, also after crossings" same "$(column wrong.db case_outcome hashes | xargs)" "1 1 1 1"
expect 0 "$weft" status wrong.db
check "status: both cases that crossed" same "$(grep -c 'crossings, reference$' out)" 2
check "status: the case without convergence" grep -q '^done .* cantilever_arap .* energy, iterations, support$' out
check "status: not the case without findings" same "$(grep -c swinging_chain out)" 0
expect 0 "$weft" status wrong.db --all
check "status --all: all cases" same "$(grep -c swinging_chain out)" 1

# A verdict on positions of a case that crossed, or on the distance to such a reference, has no answer.
expect 0 "$weft" report wrong.db -o report
check "answers" same "$(tail -n +2 report/verdicts.csv | cut -d, -f1,3 | paste -sd' ')" \
    "falls,not measured allowed,yes crosses,yes far,not measured iterates,yes bends,not measured swings,yes"
check "a report prints them" same "$(grep -c 'crossings, reference$' out)" 2
check "cases.csv has them" same "$(grep -c '"crossings, reference"' report/*cases*.csv)" 2
check "the page has one of each kind" same "$(grep -hso '<li>[^<]*: \(crossings\|iterations\|reference\): ' report/*.html | wc -l)" 3
cp wrong.db copy.db
expect 0 "$weft" compare wrong.db copy.db
check "a comparison prints those of both sides" same "$(grep -o 'crossings, reference' out | wc -l)" 4

expect 0 "$weft" sim through.yaml --solver xpbd --steps 20
check "sim prints the text of the store" grep -qF "$(sed -n 's/^weft: crossings/crossings/p' err)" <("$weft" export wrong.db --table finding --format csv)
check "sim prints one" same "$(grep -c '^weft: crossings: ' err)" 1

# A cloth that swings into a floor by one corner. It falls freely at first, which needs no iterations: most steps converge, but not those of
# the contact.
cat >corner.yaml <<'END'
contact: {thickness: 0.005, stiffness: 1e5, self: true}
colliders:
  - plane: {point: [0, 0, 0], normal: [0, 1, 0]}
bodies:
  - grid: {columns: 8, rows: 8, size: [0.4, 0.4], triangles: alternate}
    transform: {rotate: {axis: [1, 0, 0], degrees: -80}, translate: [0, 0.2, 0]}
    mass: 0.1
    springs: {structural: {stiffness: 500}, shear: {stiffness: 500}}
    pins: [{corner: top_left}]
END
expect 0 "$weft" sim corner.yaml --solver xpbd --steps 40
check "steps without convergence are found" has err iterations:
expect 0 "$weft" sim corner.yaml --solver xpbd --steps 40 --set iterations=200
check "more iterations converge" test ! -s err
