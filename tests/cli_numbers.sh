#!/usr/bin/env bash
# weft numbers renews the numbers of a document, and results/renew.sh what is published. cli_numbers.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

mkdir stores
cat >tiny.yaml <<'YAML'
name: tiny
question: OldQuestion
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {claim: roundoff, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-10, source: closed form}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [iterations_done]}
YAML
expect 0 "$weft" run tiny.yaml -o stores/tiny.db
cat >doc.md <<'MD'
Claim <!-- weft tiny {claim: roundoff, show: answer} -->?<!-- /weft -->
cases <!-- weft tiny {fact: cases} -->?<!-- /weft -->
error <!-- weft tiny {claim: roundoff} -->?<!-- /weft -->
<!-- weft tiny {table: ends} -->
<!-- /weft -->
MD
cp doc.md first.md
expect 3 "$weft" numbers doc.md --stores stores --check
check "every difference is named with its line" same "$(grep -o '^doc.md:[0-9]*' out | paste -sd' ')" "doc.md:1 doc.md:2 doc.md:3 doc.md:5"
check "--check writes nothing" cmp doc.md first.md
expect 0 "$weft" numbers doc.md --stores stores
check "an answer" has doc.md '-->yes<!--'
check "a fact" has doc.md '-->3<!--'
check "rows of a table" same "$(grep -cE '^\| (xpbd|newton) \|' doc.md)" 3
cp doc.md renewed.md
before=$(stat -c %i doc.md)
expect 0 "$weft" numbers doc.md --stores stores
check "a document that is up to date is not written" same "$(stat -c %i doc.md) $(cmp doc.md renewed.md)" "$before "
expect 0 "$weft" numbers doc.md --stores stores --check
sed 's/claim: roundoff, show/claim: other, show/' first.md >wrong.md
cp wrong.md kept.md
expect 3 "$weft" numbers wrong.md --stores stores
check "an unknown claim" has err wrong.md:1:
check "leaves the document as it was" cmp wrong.md kept.md
expect 4 "$weft" numbers doc.md --stores elsewhere
expect 2 "$weft" numbers doc.md

# ---- results/renew.sh ----
command -v xz >/dev/null || { echo "xz is not installed: results/renew.sh is not tested"; exit 0; }
tree=$scratch/tree
mkdir -p "$tree/bench/experiments" "$tree/results/published/tiny" "$tree/results/published/bunny" build
cp "$source_dir"/results/*.sh "$tree/results/"
cp "$source_dir/bench/packages.sh" "$tree/bench/"
cp tiny.yaml "$tree/bench/experiments/"
cp first.md "$tree/README.md"
echo "# Results" >"$tree/results/published/README.md"
ln -s "$weft" build/weft
renew() { bash "$tree/results/renew.sh" "$@" build; }
expect 77 renew --check
xz -c stores/tiny.db >"$tree/results/published/tiny/tiny.db.xz"
touch "$tree/results/published/tiny/gone.csv"
expect 1 renew --check
check "a file that is missing" has out results/published/tiny/cases.csv
expect 0 renew
published=$tree/results/published/tiny
check "the report, without files that it no longer has" test -s "$published/ends-table.csv" -a -s "$published/index.html" -a ! -e "$published/gone.csv"
check "the claims" grep -q '^| yes | roundoff |' "$tree/results/published/CLAIMS.md"
check "the document" has "$tree/README.md" '-->yes<!--'
expect 0 renew --check
sed -i 's/-->3<!-- /-->4<!-- /' "$tree/README.md"
sed -i '2s/done/lost/' "$published/cases.csv"
echo "name: other" >"$tree/bench/experiments/bunny.yaml"
expect 1 renew --check
check "a number of a document" grep -qE '(^|/| )README.md:2' out
check "a value of a table" has out results/published/tiny/cases.csv
check "an experiment without database" has out bunny.db.xz
