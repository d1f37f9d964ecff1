#!/usr/bin/env bash
# results/renew.sh makes reports and claims from the published databases, and finds what differs. cli_renew.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v xz >/dev/null || { echo "xz is not installed: results/renew.sh is not tested"; exit 0; }

cat >tiny.yaml <<'YAML'
name: tiny
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {id: roundoff, claim: roundoff, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-10, source: closed form}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [iterations_done]}
YAML
expect 0 "$weft" run tiny.yaml -o tiny.db
tree=$scratch/tree
mkdir -p "$tree/bench/experiments" "$tree/results/published/tiny" "$tree/results/published/bunny" build
cp "$source_dir"/results/*.sh "$tree/results/"
cp "$source_dir"/bench/{packages,bundle}.sh "$tree/bench/"
cp tiny.yaml "$tree/bench/experiments/"
ln -s "$weft" build/weft
renew() { bash "$tree/results/renew.sh" "$@" build; }
expect 77 renew --check
xz -c tiny.db >"$tree/results/published/tiny/tiny.db.xz"
published=$tree/results/published/tiny findings=$tree/results/published/FINDINGS.md
touch "$published/gone.csv" "$published/ends-table.csv"
expect 1 renew --check
check "a file that the report has no more" has out results/published/tiny/gone.csv
rm "$published/gone.csv"
expect 0 renew
check "the page and the file that was there, no other" same "$(cd "$published" && echo *)" "ends-table.csv index.html tiny.db.xz"
check "the file is made again" test -s "$published/ends-table.csv"
links() { grep -oE '(href|src)="[^"#]*"' "$published/index.html" | tr '\n' ' '; }
check "links of the page to files that are published" same "$(links)" 'href="ends-table.csv" href="tiny.db.xz" '
check "and no traces of the others" same "$(grep -c 'With every setting\|Files: *</\|class="file"' "$published/index.html")" 0
check "a claim" grep -q '^| yes | `roundoff` | roundoff |' "$findings"
check "the number of claims with each answer" has "$findings" '| [tiny](#tiny) | 1 | 0 | 0 | 0 |'
check "the day" grep -qE ": 3 cases, [0-9.]+ minutes, $("$weft" export tiny.db --table repetition --format csv | grep -oE -m1 '20[0-9]{2}-[0-9]{2}-[0-9]{2}' | tail -n 1), commit " "$findings"
expect 0 renew --check
sed -i 's/href="ends-table/href="other-table/' "$published/index.html"
expect 1 renew --check
check "a dead link" has out other-table.csv
expect 0 renew
sed -i 's/| yes | `roundoff`/| no | `roundoff`/' "$findings"
echo "name: other" >"$tree/bench/experiments/bunny.yaml"
expect 1 renew --check
check "a claim that differs" has out results/published/FINDINGS.md
check "an experiment without database" has out bunny.db.xz

# ---- a store without unused values ----
if command -v sqlite3 >/dev/null; then
    export WEFT=$weft
    expect 0 bash "$tree/results/thin.sh" tiny.db tiny.yaml thin.db
    check "all rows stay" same "$(rows thin.db iterate) $(rows thin.db step)" "$(rows tiny.db iterate) $(rows tiny.db step)"
    check "unused values are removed" same "$(sqlite3 thin.db 'SELECT count(elastic) < count(*), count(error_of_start) = count(*) FROM iterate')" "1|1"
    check "times to accuracy stay" same "$(sqlite3 thin.db 'SELECT count(*), sum(time_ms) FROM accuracy WHERE reached')" \
        "$(sqlite3 tiny.db 'SELECT count(*), sum(time_ms) FROM accuracy WHERE reached')"
    sed 's/, below: 1e-10/, below: 1e-10, where: {iteration: 1..}/; s/value: error,/value: kinetic,/' tiny.yaml >other.yaml
    expect 0 bash "$tree/results/thin.sh" tiny.db other.yaml other.db
    check "a value that a claim reads stays" same "$(sqlite3 other.db 'SELECT count(kinetic) FROM iterate')" "$(sqlite3 tiny.db 'SELECT count(kinetic) FROM iterate')"
fi
