#!/usr/bin/env bash
# What an experiment claims, from its file to what a person reads: one claim that holds, one that does not, one without data.
# cli_verdicts.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >claims.yaml <<'YAML'
name: claims
question: Does a verdict reach its reader?
expected:
  all: One claim holds and one does not; what nobody measured is neither, and the sentence that says all of this is longer than a line.
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 1, probes: 2}
blocks:
  - name: position
    axes: {solver: xpbd, iterations: [2, 8, 32]}
  - name: reference
    axes: {solver: newton}
figures:
  - name: error
    data: convergence
    x: iteration*1
    y: error
    series: [iterations]
    where: {solver: xpbd, linsys: ""}
    log: [x, y]
    curves: [{label: first order, y: 1/iteration}]
verdicts:
  - claim: Newton ends at round-off
    carries: all
    data: convergence
    value: error
    of: {solver: newton}
    statistic: last
    below: 1e-10
    source: closed form
  - claim: Two iterations of XPBD do so, too
    data: convergence
    value: error
    of: {solver: xpbd, iterations: 2}
    statistic: last
    below: 1e-10
    source: closed form
  - claim: PBD does so, too
    data: convergence
    value: error
    of: {solver: pbd}
    below: 1e-10
    source: closed form
  - claim: More iterations are nearer
    data: convergence
    value: error
    of: {iterations: 32}
    against: {iterations: 2}
    statistic: last
    compare: ratio
    below: 1
    source: closed form
YAML

# ---- said at the end of the run, on the terminal, on the page and in a file ----
expect 0 "$weft" run claims.yaml -o claims.db
check "nothing on standard output" same "$(wc -c <out)" 0
check "a claim that holds" has err "yes           Newton ends at round-off"
check "a claim that does not" has err "no            Two iterations of XPBD do so, too"
check "a claim without data" has err "not measured  PBD does so, too"
check "why there is none" has err "no finished"
check "a ratio" has err "yes           More iterations are nearer"
cp err run
expect 0 "$weft" run claims.yaml -o claims.db
check "said again when there is nothing to measure" same "$(grep -c '^yes ' err)" 2
expect 0 "$weft" run claims.yaml -o claims.db --no-verdicts
check "left to the report when told so" same "$(grep -c '^yes \|^no ' err || true)" 0
expect 0 "$weft" report claims.db -o report
check "the report says the same" same "$(grep -A1 '^yes \|^no ' out)" "$(grep -A1 '^yes \|^no ' run)"
check "the expected shape" has out "expected: One claim holds"
check "in 80 columns" test "$(awk '{ if (length > n) n = length } END { print n }' out)" -le 80
check "the page says yes" has report/index.html '✓ yes'
check "the page says no" has report/index.html '✗ no'
check "the page says not measured" has report/index.html '>not measured<'
check "verdicts.csv has a line per claim" same "$(wc -l <report/verdicts.csv)" 5
check "yes in the CSV" has report/verdicts.csv "Newton ends at round-off,yes,"
check "no in the CSV" has report/verdicts.csv '"Two iterations of XPBD do so, too",no,'
check "a curve in the figure's CSV" test "$(grep -c '^first order,,' report/error.csv)" -ge 32

# ---- a claim that rests on unconverged steps is not measured, unless it is about them ----
cat >ends.yaml <<'YAML'
name: ends
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 1, frames: 2}
blocks:
  - {name: a, axes: {solver: newton, iterations: [1, 50]}}
figures:
  - {name: fall, data: trajectory, x: time_s, y: centre_y, series: [iterations]}
verdicts:
  - {claim: One iteration falls, data: trajectory, value: centre_y, of: {iterations: 1}, below: 10, source: closed form}
  - {claim: Fifty do so, data: trajectory, value: centre_y, of: {iterations: 50}, below: 10, source: closed form}
  - {claim: One never converges, data: step_end, value: unconverged, of: {iterations: 1}, statistic: min, above: 0.5, source: closed form}
  - {claim: And falls, data: trajectory, value: centre_y, of: {iterations: 1}, below: 10, unconverged: allowed, source: closed form}
YAML
expect 0 "$weft" run ends.yaml -o ends.db
check "not measured on unconverged steps" has err "not measured  One iteration falls"
check "with the reason" has err "rests on 4 unconverged steps of"
check "measured on converged ones" has err "yes           Fifty do so"
check "measured about them" has err "yes           One never converges"
check "measured where it says so" has err "yes           And falls"
expect 0 "$weft" report ends.db -o ends
check "the figure's CSV counts them" same "$(cut -d, -f1,7 ends/fall.csv | tr -d '\r' | tr '\n' ' ')" "iterations,unconverged_steps 1,2 1,4 50,0 50,0 "
check "the figure has rings" has ends/fall.gp "'rests on steps without convergence'"
check "the page says so" has ends/index.html "unconverged, 4 steps without convergence"

# ---- an override that leaves out a side is no mistake ----
expect 0 "$weft" run claims.yaml -o less.db --set iterations=2 --set solver=xpbd
check "the side that is left out is not measured" has err "not measured  More iterations are nearer"
check "the others are" has err "no            Two iterations of XPBD do so, too"
expect 0 "$weft" report less.db -o less
check "a setting that no case has any more is no mistake" test -s less/error.csv

# ---- mistakes are named with their line before anything runs ----
sed 's/statistic: last/statistic: lst/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "file, line and cure" has err "wrong.yaml:26: key \`verdicts[0].statistic\`"
sed 's/value: error/value: 2*eror/' claims.yaml >wrong.yaml
expect 3 "$weft" run wrong.yaml -o wrong.db
check "a misspelt name in an expression" has err "did you mean \`error\`?"
check "leaves no database" test ! -e wrong.db
sed 's/of: {solver: pbd}/of: {sover: pbd}/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a misspelt setting in a filter" has err "did you mean \`solver\`?"
