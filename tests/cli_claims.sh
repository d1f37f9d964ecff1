#!/usr/bin/env bash
# Claims under variations, sentences that rest on them, and the document of all claims. cli_claims.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >claims.yaml <<'YAML'
name: claims
expected:
  newton: Roundoff.
  few: Few.
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, phased: 0, probes: 2}
vary:
  - {scene.stiffness: 1e4}
  - {name: half, dt: 0.008}
  - {iterations: 3}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8, 32]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {id: roundoff, claim: roundoff, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-10, carries: newton, source: closed form}
  - {id: few, claim: few, data: convergence, value: error, of: {solver: xpbd, iterations: 2}, statistic: last, below: 1e-10, carries: [few], vary: none,
     source: {set: on 2026-09-12, before: [below 1e-12]}}
  - {id: more, claim: more, data: convergence, value: error, of: {iterations: 32}, against: {iterations: 2}, statistic: last, compare: ratio, below: 0.3,
     vary: [half, scene.stiffness 1e4], source: {paper: Somebody, sentence: better, statistic: last, regime: soft}}
  - {id: each, claim: each, data: convergence, value: error, of: {solver: xpbd}, for_each: [iterations], statistic: last, below: 0.02, vary: none,
     source: {paper: Nobody, sentence: enough, statistic: maximum}}
  - {id: time, claim: time, data: accuracy, value: time_ms, where: {accuracy_target: 0.001}, of: {solver: newton}, above: 0, vary: [half], source: closed form}
YAML
# answers FILE: claim, answer and variation of each row of a verdicts.csv.
answers() { tr -d '\r' <"$1" | awk -F, 'NR > 1 {print $1, $3 ($NF == "" ? "" : " in " $NF)}' | sort | paste -sd';'; }

# ---- without variations ----
expect 0 "$weft" run claims.yaml -o plain.db
check "no variation is measured" same "$(rows plain.db variation)" 0
expect 0 "$weft" report plain.db -o plain
check "answers" same "$(answers plain/verdicts.csv)" "each no;few no;more yes;roundoff yes;time yes"
# denied PAGE: sentences of a page whose verdicts are no.
denied() { grep -o '<dt>Expected</dt><dd>[^<]*\[no\]' "$1" || true; }
check "a sentence that does not hold is marked on the page" test -n "$(denied plain/index.html)"
sed '/claim: few/,+1d; /^  few:/d' claims.yaml >borne.yaml
expect 0 "$weft" report plain.db borne.yaml -o borne
check "a page whose sentences hold has no mark" test -z "$(denied borne/index.html)"

# ---- with variations ----
expect 0 "$weft" plan claims.yaml --vary
check "a plan names the varied cases" has out half
expect 0 "$weft" run claims.yaml -o claims.db --vary
measured=$(repetitions claims.db)
expect 0 "$weft" run claims.yaml -o claims.db --vary
check "they are measured once" same "$(repetitions claims.db)" "$measured"
check "cases and variations" same "$(rows claims.db cases) $(rows claims.db variation)" "11 7"
expect 0 "$weft" report claims.db -o report
check "answers in each variation" same "$(answers report/verdicts.csv)" \
    "each no;few no;more no in scene.stiffness 1e4;more yes;more yes in half;roundoff not measured in iterations 3;roundoff yes;roundoff yes in half;roundoff yes in scene.stiffness 1e4;time yes;time yes in half"
check "an earlier bound is kept" grep -q '^few,.*1e-12' report/verdicts.csv
check "a report fits 80 columns" test "$(sed '/^all cases/q' out | awk '{ if (length > n) n = length } END { print n }')" -le 80

# ---- the document of claims ----
# claim_rows CELLS: rows of the document that begin with these cells, a pattern.
claim_rows() { grep -cE "^\| $1 \|" out || true; }
expect 0 "$weft" report claims.db plain.db --claims
check "both stores have every claim" same "$(claim_rows 'yes \| `roundoff` \| roundoff') $(claim_rows 'no \| `few` \| few') $(claim_rows 'yes \| `more` \| more')" "2 2 2"
check "counts of sentences of papers" has out '| 4 | 1 | 3 | 0 | 0 | 0 |' # all, yes, yes within a regime, no, too close, not measured
sed 's/Nobody/Later/; s/below: 0.02/below: 0.1/' claims.yaml >later.yaml
expect 0 "$weft" report claims.db later.yaml plain.db --claims
check "a file changes the claims of the store before it only" same "$(claim_rows '[a-z ]* \| enough \| Later') $(claim_rows '[a-z ]* \| enough \| Nobody')" "1 1"
check "counts of sentences by that file" has out '| 4 | 2 | 2 | 0 | 0 | 0 |'
expect 4 "$weft" report claims.db missing.yaml --claims
expect 2 "$weft" report claims.db plain.db -o both

# ---- shipped experiments ----
for page in "$source_dir"/results/published/*/index.html; do [ -z "$(denied "$page")" ] || echo "$page"; done >out
check "no published sentence is denied" same "$(<out)" ""
for file in "$source_dir"/bench/experiments/*.yaml; do
    [ "$(grep -cE '(^|[{ ])regime: ' "$file")" = "$(grep -cE '(^|[{ ])paper: "' "$file")" ] || echo "$file"
done >out
check "each sentence of a paper has a regime" same "$(<out)" ""

# ---- mistakes are refused before anything runs ----
sed 's/carries: newton, source: closed form/carries: newton/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a claim without a source" has err wrong.yaml:14:
sed 's/carries: newton, //' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a sentence without a claim" has err wrong.yaml:3:
sed 's/scene.stiffness: 1e4/scene.stifness: 1e4/; s/, scene.stiffness 1e4\]/]/' claims.yaml >wrong.yaml
for flag in '' --vary; do
    expect 3 "$weft" plan wrong.yaml $flag
    check "a variation of an unknown setting $flag" has err "\`scene.stiffness\`"
done
