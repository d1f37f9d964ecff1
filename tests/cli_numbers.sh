#!/usr/bin/env bash
# Numbers of documents made from stores: kinds of markers, --check, what a mistake does. cli_numbers.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

mkdir stores
cat >tiny.yaml <<'YAML'
name: tiny
question: How near?
expected: {newton: "Newton's method ends at round-off."}
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 3, phased: 0, probes: 2}
vary:
  - {name: stiff, scene.stiffness: 1e4}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {claim: Newton ends at round-off, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-10, carries: newton,
     source: closed form}
  - {claim: XPBD ends near, data: convergence, value: error, of: {solver: xpbd}, for_each: [iterations], statistic: last, below: 1e-3,
     source: closed form}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [step_ms]}
YAML
expect 0 "$weft" run tiny.yaml -o stores/tiny.db --vary

cat >doc.md <<'MD'
# Numbers

Newton ends at <!-- weft tiny {claim: Newton ends at round-off} -->?<!-- /weft -->; is XPBD near?
<!-- weft tiny {claim: XPBD ends near, show: answer} -->?<!-- /weft -->, <!-- weft tiny {claim: XPBD ends near, group: iterations 8} -->?<!-- /weft -->
with eight, <!-- weft tiny {claim: Newton ends at round-off, variation: stiff, digits: 1} -->?<!-- /weft --> where it is stiff.

| a | b |
|---|---|
| step | <!-- weft tiny {data: step, value: step_ms, of: {solver: xpbd, iterations: 8}, times: 1e3, interval: true} -->?<!-- /weft --> µs |
| ratio | <!-- weft tiny {data: step, value: step_ms, of: {solver: newton}, against: {solver: xpbd, iterations: 2}, compare: ratio} -->?<!-- /weft --> |

<!-- a comment of another kind -->
<!-- weft tiny {table: ends} -->
<!-- /weft -->

<!-- weft tiny {claim: Newton ends at round-off, show: report} --><!-- /weft -->

<!-- weft tiny {data: convergence, value: error, of: {solver: newton}, statistic: last, variation: stiff, digits: 1} -->?<!-- /weft --> is that.

<!-- weft tiny {fact: cases} -->?<!-- /weft --> cases, <!-- weft tiny {fact: yes} -->?<!-- /weft --> yes,
<!-- weft tiny {fact: no} -->?<!-- /weft --> no, <!-- weft tiny {fact: variations} -->?<!-- /weft --> varied.
MD
cp doc.md first.md

# The text of a page: without comments.
page() { sed -e 's/<!--[^>]*-->//g' "$1"; }

expect 3 "$weft" numbers doc.md --stores stores --check
check "a difference is named with its line" has out 'doc.md:3: is "?", the store gives "'
check "all of them" same "$(grep -c 'the store gives' out)" 13
check "and counted" has err "13 numbers differ from the stores"
check "--check writes nothing" cmp doc.md first.md
expect 0 "$weft" numbers doc.md --stores stores
check "it says what it did" has out "doc.md: 13 numbers, 13 renewed"
check "nothing is left" same "$(grep -c -e '-->?<!--' doc.md)" 0
expect 0 "$weft" report stores/tiny.db -o report

# What the report says: claim, column of verdicts.csv, row.
verdict() { tr -d '\r' <report/verdicts.csv | awk -F, -v claim="$1" -v column="$2" '$1 == claim { print $column; exit }'; }
printed() { page doc.md | sed -n "$1"; }
number=$(LC_ALL=C awk -v x="$(verdict 'Newton ends at round-off' 3)" 'BEGIN { printf "%.1e", x }')
exponent=${number##*e-}
superscript=$(printf '%s' "$((10#$exponent))" | sed 'y/0123456789/⁰¹²³⁴⁵⁶⁷⁸⁹/')
check "the number of a claim" same "$(printed 's/^Newton ends at \(.*\);.*/\1/p')" "${number%%e*}·10⁻$superscript"
check "an answer" has doc.md "-->$(verdict 'XPBD ends near' 2)<!--"
check "a measure with its interval" grep -Eq '^\| step \| [^ (]+ \([^ (]+ to [^ )]+\) µs \|$' <(page doc.md)
check "a ratio without it" grep -Eq '^\| ratio \| [^ (]+ \|$' <(page doc.md)
check "a table" has doc.md "| solver | iterations | time per step (ms) |"
check "its rows" same "$(grep -c '^| xpbd |' doc.md)" 2
check "a verdict as the terminal prints it" same "$(sed -n '/^```$/,/^```$/p' doc.md | grep -v '^```')" \
    "$("$weft" report stores/tiny.db -o report | sed -n '/^yes  *Newton/,/varied:/p')"
check "a measure under a variation is the claim's" same "$(printed 's/^\(.*\) is that.$/\1/p')" "$(printed 's/^with eight, \(.*\) where it is stiff.$/\1/p')"
check "facts" same "$(page doc.md | tail -2 | tr '\n' ' ')" "3 cases, 1 yes, 1 no, 1 varied. "

expect 0 "$weft" numbers doc.md --stores stores --check
cp doc.md renewed.md
before=$(stat -c %i doc.md)
expect 0 "$weft" numbers doc.md --stores stores
check "renewed again it is the same" cmp doc.md renewed.md
check "and not touched" same "$(stat -c %i doc.md)" "$before"
sed -i 's/^3 cases/&/; s/-->3<!-- /-->4<!-- /' doc.md
expect 3 "$weft" numbers renewed.md doc.md --stores stores --check
check "a digit changed by hand is found" has out "doc.md:$(grep -n 'fact: cases' doc.md | cut -d: -f1): is \"4\", the store gives \"3\""
expect 0 "$weft" numbers doc.md --stores stores
expect 0 "$weft" numbers doc.md --stores stores --check

sed -i 's/Newton ends at round-off, variation/Newton ends, variation/' doc.md
cp doc.md wrong.md
expect 3 "$weft" numbers wrong.md --stores stores
check "a claim that is none" has err "wrong.md:5: key \`claim\`: \`tiny\` claims no such thing"
check "leaves the file as it is" cmp wrong.md doc.md
expect 4 "$weft" numbers renewed.md --stores elsewhere
check "a store that is missing" has out "renewed.md:3: elsewhere/tiny.db"
expect 2 "$weft" numbers renewed.md

# ---- what is published is made from its databases ----
if ! command -v xz >/dev/null; then
    echo "xz is not installed: results/renew.sh is not tested"
    exit 0
fi
tree=$scratch/tree
mkdir -p "$tree/bench/experiments" "$tree/results/published/tiny" "$tree/results/published/bunny"
cp "$source_dir"/results/*.sh "$tree/results/"
cp "$source_dir/bench/packages.sh" "$tree/bench/"
cp tiny.yaml "$tree/bench/experiments/"
cp first.md "$tree/README.md"
echo "# Results" >"$tree/results/published/README.md"
mkdir build && ln -s "$weft" build/weft
renew() { bash "$tree/results/renew.sh" "$@" build; }
expect 77 renew --check
check "without a database nothing is claimed" has out "no database is published yet"
xz -c stores/tiny.db >"$tree/results/published/tiny/tiny.db.xz"
touch "$tree/results/published/tiny/gone.csv"
expect 1 renew --check
check "a file that is missing is named" has out "results/published/tiny/cases.csv is not"
sed -i 's/question: How near?/question: How far?/' tiny.yaml
expect 0 "$weft" run tiny.yaml -o stores/tiny.db --vary # nothing is measured again
cp tiny.yaml "$tree/bench/experiments/"
xz -c stores/tiny.db >"$tree/results/published/tiny/tiny.db.xz"
expect 0 renew
check "the report follows the file" has "$tree/results/published/tiny/index.html" "How far?"
check "a report that is published" test -s "$tree/results/published/tiny/ends-table.csv" -a -s "$tree/results/published/tiny/index.html"
check "without what it no longer makes" test ! -e "$tree/results/published/tiny/gone.csv"
check "claims" has "$tree/results/published/CLAIMS.md" "| yes | Newton ends at round-off |"
check "the document" same "$(grep -c -e '-->?<!--' "$tree/README.md")" 0
expect 0 renew --check
sed -i 's/-->3<!-- /-->4<!-- /' "$tree/README.md"
expect 1 renew --check
check "a number in a document" has out "is \"4\", the store gives \"3\""
expect 0 renew
sed -i '2s/done/lost/' "$tree/results/published/tiny/cases.csv"
expect 1 renew --check
check "a number in a table" has out "results/published/tiny/cases.csv is not what the databases give"
expect 0 renew
echo "name: other" >"$tree/bench/experiments/bunny.yaml"
expect 1 renew --check
check "an experiment without its database" has out "results/published/bunny has no bunny.db.xz"
