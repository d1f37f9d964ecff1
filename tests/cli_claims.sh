#!/usr/bin/env bash
# Claims that say how far they hold: sentences that rest on verdicts, variations, sources, and the document made of them.
# cli_claims.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >claims.yaml <<'YAML'
name: claims
question: Does it vary?
expected:
  newton: Newton's method ends at round-off.
  few: Two iterations of XPBD do so, too.
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, phased: 0, probes: 2}
vary:
  - {scene.stiffness: 1e4}
  - {name: half the step, dt: 0.008}
  - {iterations: 3}
blocks:
  - name: position
    axes: {solver: xpbd, iterations: [2, 8, 32]}
  - name: reference
    axes: {solver: newton}
verdicts:
  - claim: Newton ends at round-off
    data: convergence
    value: error
    of: {solver: newton}
    statistic: last
    below: 1e-10
    carries: newton
    source: closed form
  - claim: Two iterations of XPBD do so, too
    data: convergence
    value: error
    of: {solver: xpbd, iterations: 2}
    statistic: last
    below: 1e-10
    carries: [few]
    vary: none
    source: {set: from the first run on 2026-09-12, before: [below 1e-12]}
  - claim: More iterations are nearer
    data: convergence
    value: error
    of: {iterations: 32}
    against: {iterations: 2}
    statistic: last
    compare: ratio
    below: 0.3
    vary: [half the step, scene.stiffness 1e4]
    source: {paper: Somebody 2016, sentence: more is better, statistic: last, regime: soft cloths}
  - claim: Each of these iterations leaves less than a fiftieth
    data: convergence
    value: error
    of: {solver: xpbd}
    for_each: [iterations]
    statistic: last
    below: 0.02
    vary: none
    source: {paper: "Nobody 2017, abstract", sentence: each is enough, statistic: maximum}
  - claim: Newton takes time
    data: accuracy
    value: time_ms
    where: {accuracy_target: 0.001}
    of: {solver: newton}
    above: 0
    vary: [half the step]
    source: closed form
YAML

# ---- a sentence of `expected` that its verdicts do not bear is marked, in a report as in what is published ----
# Those of a page that are: "It sags. [no]".
unborne() { grep -o '<dt>Expected</dt><dd>[^<]*\[[a-z ]*\]' "$1" || true; }

expect 0 "$weft" run claims.yaml -o plain.db
check "without variations nothing is said of them" same "$(grep -c varied err || true)" 0
check "and nothing of them is measured" same "$(rows plain.db variation)" 0
expect 0 "$weft" report plain.db -o plain
check "a sentence that does not hold is marked" has out "[no]"
check "one that does is not" has out "expected: Newton's method ends at round-off. Two"
check "the page is found out" test -n "$(unborne plain/index.html)"
sed '/carries: \[few\]/d; /^  few:/d' claims.yaml >borne.yaml
expect 0 "$weft" run borne.yaml -o borne.db
expect 0 "$weft" report borne.db -o borne
check "a page whose sentences hold is not" test -z "$(unborne borne/index.html)"
for page in "$source_dir"/results/published/*/index.html; do
    check "no published sentence is denied: $(basename "$(dirname "$page")")" same "$(unborne "$page" | grep -c "\[no\]")" 0
done

# ---- variations ----
expect 0 "$weft" plan claims.yaml --vary
check "planned where a verdict needs them" has out "2 blocks, 11 cases, 11 to measure"
check "how many those are" has out "7 cases of 3 variations"
check "by name" has out "newton supernodal_parallel dt=0.008, varied: half the step"
expect 0 "$weft" run claims.yaml -o claims.db --vary
check "in how many it holds, and where not" has err "varied: yes in 2 of 3; not measured at iterations 3 (rests on"
check "with number and bound" has err "varied: yes in 1 of 2; no at scene.stiffness 1e4 (0.779 against"
check "times are those of the variation" test "$(grep -A6 'Newton takes time' err | grep -c 'varied: .* of 1')$(grep -A6 'Newton takes time' err | grep -c 'no finished')" = 10
check "the answer is that of the base" has err "yes           More iterations are nearer"
cp err run
expect 0 "$weft" run claims.yaml -o claims.db --vary
check "measured once" has err "0 measured, 11 already there"
expect 0 "$weft" report claims.db -o report
check "the report says the same" same "$(grep -A1 'varied: ' out)" "$(grep -A1 'varied: ' run)"
check "in 80 columns" test "$(sed '/^all cases/q' out | awk '{ if (length > n) n = length } END { print n }')" -le 80
check "the page, too" has report/index.html "Varied: yes in 1 of 2; no at scene.stiffness 1e4"
check "with the source" has report/index.html "Bound: Somebody 2016: more is better (last); for soft cloths"
check "a row of the CSV for each variation" same "$(tail -n +2 report/verdicts.csv | wc -l)" 11
check "which is named" same "$(tr -d '\r' <report/verdicts.csv | grep -c ',half the step$')" 3
check "and has its answer" test "$(tr -d '\r' <report/verdicts.csv | grep -c '^More iterations are nearer,no,.*,scene.stiffness 1e4$')" = 1
check "earlier bounds are kept" has report/verdicts.csv "set from the first run on 2026-09-12; before: below 1e-12"

# ---- as a document ----
expect 0 "$weft" report claims.db borne.db --claims
check "sections" same "$(grep -c '^## claims$' out)" 2
check "what was asked for" has out "\`weft run claims.yaml"
check "a claim with answer, regime and source" has out "| yes | More iterations are nearer | 0.212 | below 0.3 | yes in 1 of 2; no at"
check "its source" has out "| Somebody 2016: more is better (last); for soft cloths |"
check "sentences of papers come first" same "$(grep '^## ' out | head -n 1)" "## Sentences of papers"
check "how many, and how they stand" has out "| 4 | 1 | 3 | 0 | 0 | 0 |"
check "a variation ends a regime" has out \
    "| within a regime | more is better | Somebody 2016 | last | soft cloths | More iterations are nearer | 0.212, below 0.3 | varied: yes in 1 of 2; no at"
check "so does a group" has out "| Each of these iterations leaves less than a fiftieth | 0.0727, below 0.02 | yes in 1 of 3: iterations 32; worst at iterations 2 |"
check "with its command" has out "| \`weft run claims.yaml --vary\` |"
sed 's/Nobody 2017/Nobody 2018/; s/below: 0.02$/below: 0.1/' claims.yaml >later.yaml
expect 0 "$weft" report claims.db later.yaml borne.db --claims
check "by the file behind its database, as that says now" has out "| yes | each is enough | Nobody 2018, abstract |"
check "and by no other" same "$(grep -c '^| [a-z ]* | each is enough | Nobody 2017' out)" 1
check "counted so" has out "| 4 | 2 | 2 | 0 | 0 | 0 |"
expect 4 "$weft" report claims.db missing.yaml --claims
sed '/Somebody 2016/d; /Nobody 2017/d' claims.yaml | sed 's/^    vary: \[half the step, scene.*/&\n    source: closed form/; s/^    below: 0.02$/&\n    source: closed form/' >exact.yaml
expect 0 "$weft" report claims.db exact.yaml --claims
check "no table where nothing is a paper's" same "$(grep -c 'Sentences of papers' out)" 0
expect 2 "$weft" report claims.db borne.db -o both
check "one database for a page" has err "one database"

# ---- what ships says for which regime a paper says a sentence ----
for file in "$source_dir"/bench/experiments/*.yaml; do
    check "a regime for each sentence: $(basename "$file" .yaml)" same "$(grep -cE '(^|[{ ])regime: ' "$file")" "$(grep -cE '(^|[{ ])paper: "' "$file")"
done

# ---- what a file lacks is named before anything runs ----
sed '0,/source: closed form/{/source: closed form/d}' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a claim without a source" has err "wrong.yaml:17: key \`verdicts[0]\`: key \`source\` is missing"
sed '/carries: newton/d' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a sentence that nothing carries" has err "wrong.yaml:4: key \`expected.newton\`: no verdict carries this sentence"
sed 's/^expected:$/expected: It holds./; /^  newton:/d; /^  few:/d; /carries:/d' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml
check "a text of no sentences" has err "must be a map of sentences"
sed 's/scene.stiffness: 1e4/scene.stifness: 1e4/; s/, scene.stiffness 1e4\]/]/' claims.yaml >wrong.yaml
expect 3 "$weft" plan wrong.yaml --vary
check "a variation of nothing" has err "did you mean \`scene.stiffness\`?"
expect 3 "$weft" plan wrong.yaml
check "a variation of nothing that nobody asked for" has err "did you mean \`scene.stiffness\`?"
expect 0 "$weft" plan wrong.yaml --set steps=2
