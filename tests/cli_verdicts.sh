#!/usr/bin/env bash
# Claims of an experiment: their answers after a run, in a report and in verdicts.csv. cli_verdicts.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >claims.yaml <<'YAML'
name: claims
expected: {all: roundoff}
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8, 32]}}
  - {name: reference, axes: {solver: newton}}
figures:
  - {name: error, data: convergence, x: iteration*1, y: error, series: [iterations], where: {solver: xpbd, linsys: ""}, log: [x, y],
     curves: [{label: first_order, y: 1/iteration}]}
verdicts:
  - {id: roundoff, claim: roundoff, carries: all, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-10, source: closed form}
  - {id: few, claim: few, data: convergence, value: error, of: {solver: xpbd, iterations: 2}, statistic: last, below: 1e-10, source: closed form}
  - {id: absent, claim: absent, data: convergence, value: error, of: {solver: pbd}, below: 1e-10, source: closed form}
  - {id: more, claim: more, data: convergence, value: error, of: {iterations: 32}, against: {iterations: 2}, statistic: last, compare: ratio, below: 1,
     source: closed form}
YAML
# answers FILE: claims and their answers in a verdicts.csv.
answers() { tail -n +2 "$1" | cut -d, -f1,3 | paste -sd' '; }

# ---- after a run and in a report ----
expect 0 "$weft" run claims.yaml -o claims.db
check "nothing on standard output" test ! -s out
check "a run prints its answers" same "$(grep -cE '^(yes|no|not measured) +(roundoff|few|absent|more)$' err)" 4
expect 0 "$weft" run claims.yaml -o claims.db
check "also where nothing is left to measure" same "$(grep -c '^yes ' err)" 2
expect 0 "$weft" run claims.yaml -o claims.db --no-verdicts
check "but not with --no-verdicts" same "$(grep -cE '^(yes|no) ' err)" 0
expect 0 "$weft" report claims.db -o report
check "answers" same "$(answers report/verdicts.csv)" "roundoff,yes few,no absent,not measured more,yes"
check "a report prints them" same "$(grep -cE '^(yes|no|not measured) +(roundoff|few|absent|more)$' out)" 4
check "the curve of a figure is in its CSV" below 31 "$(grep -c '^first_order,,' report/error.csv)"

# ---- steps without convergence ----
cat >ends.yaml <<'YAML'
name: ends
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 1, phased: 0, frames: 2}
blocks:
  - {name: a, axes: {solver: newton, iterations: [1, 50]}}
figures:
  - {name: fall, data: trajectory, x: time_s, y: centre_y, series: [iterations]}
verdicts:
  - {id: one, claim: one, data: trajectory, value: centre_y, of: {iterations: 1}, below: 10, source: closed form}
  - {id: fifty, claim: fifty, data: trajectory, value: centre_y, of: {iterations: 50}, below: 10, source: closed form}
  - {id: never, claim: never, data: step_end, value: unconverged, of: {iterations: 1}, statistic: min, above: 0.5, source: closed form}
  - {id: allowed, claim: allowed, data: trajectory, value: centre_y, of: {iterations: 1}, below: 10, unconverged: allowed, source: closed form}
YAML
expect 0 "$weft" run ends.yaml -o ends.db
expect 0 "$weft" report ends.db -o ends
check "a claim on unconverged steps is measured only where it allows them or is about them" same "$(answers ends/verdicts.csv)" \
    "one,not measured fifty,yes never,yes allowed,yes"
check "the CSV of a figure counts them" same "$(cut -d, -f1,7 ends/fall.csv | tr -d '\r' | paste -sd' ')" "iterations,unconverged_steps 1,2 1,4 50,0 50,0"

# ---- an override that leaves out one side of a claim ----
expect 0 "$weft" run claims.yaml -o less.db --set iterations=2 --set solver=xpbd
expect 0 "$weft" report less.db -o less
check "that claim is not measured" same "$(answers less/verdicts.csv)" "roundoff,not measured few,no absent,not measured more,not measured"
check "the figure is there" test -s less/error.csv

# ---- mistakes are refused before anything runs ----
sed 's/statistic: last/statistic: lst/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "file and line" has err wrong.yaml:11:
sed 's/value: error/value: 2*eror/' claims.yaml >wrong.yaml
expect 3 "$weft" run wrong.yaml -o wrong.db
check "the nearest name in an expression" has err "\`error\`"
check "no database is left" test ! -e wrong.db
sed 's/of: {solver: pbd}/of: {sover: pbd}/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "the nearest setting in a filter" has err "\`solver\`"
