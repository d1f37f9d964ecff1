#!/usr/bin/env bash
# What went wrong in a run is said by every command that shows its numbers, and of the reference too: cli_findings.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# Two particles on a spring fly at 20 m/s through a cloth of 16, in every method and at every step length that is asked for here.
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
question: What went wrong?
defaults: {timed: 1, steps: 20}
blocks:
  - name: through
    axes: {solver: [xpbd, pd], scene: through.yaml, frames: 4, fine: 4, probes: 2, observe: 2}
  - name: left
    axes: {solver: xpbd, scene: cantilever_arap, observe: 2}
  - name: right
    axes: {solver: newton, scene: swinging_chain, frames: 2, fine: 4}
verdicts:
  - {claim: it falls, data: trajectory, value: centre_y, of: {block: through}, below: 1, source: closed form}
  - {claim: it falls through, data: trajectory, value: centre_y, of: {block: through}, below: 1, findings: allowed, source: closed form}
  - {claim: it crosses, data: contact, value: crossings, of: {block: through}, statistic: max, above: 0.5, source: closed form}
  - {claim: it is far off, data: convergence, value: error, of: {block: through, probe: 1}, above: 0, source: closed form}
  - {claim: it takes iterations, data: step, value: iterations_done, of: {block: through}, above: 0, source: closed form}
  - {claim: it bends, data: convergence, value: constraint_max, of: {block: left}, above: 0, source: closed form}
  - {claim: it swings, data: trajectory, value: kinetic, of: {block: right}, above: 0, source: closed form}
YAML
expect 0 "$weft" run wrong.yaml -o wrong.db
check "a reference says what crosses in it when it is made" same "$(grep -c '^weft: .*: reference: the trajectory for `[a-z]*`, in steps of .*, has crossings: ' err)" 3
check "the first case of a kind is said" same "$(grep -c '^weft: [a-z]* through.yaml .*: crossings: [0-9]* in step 0, the first: particle' err)" 1
check "of each kind" same "$(grep -c '^weft: xpbd cantilever_arap .*: iterations: in [0-9]* of 20 steps those of xpbd left more than half' err)" 1
check "and how many there were" has err "found wrong after the last step, times: "
for words in "crossings 2" "iterations 1" "reference 8"; do
    check "among them $words" has err "$words"
done


# Nothing can be claimed of where that is which crossed, nor of its distance from a reference that crossed.
verdict() { # ANSWER CLAIM NOTE
    check "$2" awk -v RS='(^|\n)(yes|no|too close to call|not measured) +' -v claim="$2\n" -v note="$3" 'index($0, claim) == 1 { gsub(/\n +/, " "); if (note == "" ? /found/ : !index($0, note)) bad = 1; seen++ }
        END { exit !(seen == 1 && !bad) }' err
    check "$2: $1" grep -q "^$1  *$2$" err
}
both="found: crossings in 2 of 2 cases; known beforehand: global_step in 1, contact_depth in 2 of 2 cases"
verdict "not measured" "it falls" "$both"
verdict yes "it falls through" "$both"
verdict yes "it crosses" "$both"
verdict "not measured" "it is far off" "found: reference in 2 of 2 cases"
verdict yes "it takes iterations" "$both"
verdict yes "it bends" "found: iterations in 1 of 1 cases"
verdict yes "it swings" ""

expect 0 "$weft" status wrong.db
check "status says it of the cases" same "$(grep -c '  found: crossings, reference$' out)" 2
check "also of the one that did not cross" same "$(grep -c 'cantilever_arap.*  found: iterations$' out)" 1
check "and of no other" same "$(grep -c swinging_chain out)" 0
expect 0 "$weft" status wrong.db --all
check "which is in the list of all" same "$(grep -c swinging_chain out)" 1

"$weft" export wrong.db --table finding --format csv >finding.csv
check "the store has the texts" same "$(awk -F, 'NR > 1 {print $3}' finding.csv | sort | uniq -c | awk '{printf "%s %s;", $2, $1}')" "crossings 2;iterations 1;reference 6;"
expect 0 "$weft" report wrong.db -o report
tr "\n" " " <out >line
check "the report says how many cases" has line "In 3 of 4 cases something was found wrong"
check "beside their errors" same "$(grep -c 'done, crossings, reference$' out)" 2
check "and what" same "$(grep -c '^found: ' out)" 3
check "on the page as well" same "$(grep -hso '<li>[^<]*: \(crossings\|iterations\|reference\): ' report/*.html | wc -l)" 3
check "and in the file of the cases" same "$(grep -c '"crossings, reference"' report/*cases*.csv)" 2
cp wrong.db copy.db
expect 0 "$weft" compare wrong.db copy.db
check "a comparison says it of both sides" same "$(grep -c '  found  *A crossings, reference, B crossings, reference' out)" 2

# sim and run say it in the same words.
expect 0 "$weft" sim through.yaml --solver xpbd --steps 20
check "sim" same "$(grep -c '^weft: crossings: ' err)" 1
check "has the words of the store" grep -qF "$(sed -n 's/^weft: crossings/crossings/p' err)" finding.csv

# A cloth that swings into a floor by one corner: what falls freely needs no iterations, so that the steps that keep most of their residual
# are fewer than half, but the energy is that of five cloths.
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
check "a third of the steps that keep their residual" has err "weft: iterations: in 18 of 40 steps those of xpbd left more than half"
expect 0 "$weft" sim corner.yaml --solver xpbd --steps 40 --set iterations=200
check "and none with more iterations" same "$(wc -c <err)" 0
