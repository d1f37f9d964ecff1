#!/usr/bin/env bash
# The store in other programs: every snippet of docs/store.md is run, where its program is there, and all must find the same. cli_store.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
PATH=$1:$PATH

cat >runs.yaml <<'YAML'
name: runs
question: Is it the same everywhere?
defaults: {scene: cloth, scene.n: 6, steps: 6, probes: 2, timed: 3}
blocks:
  - name: position based
    axes: {solver: [pbd, xpbd], iterations: 7}
  - name: projective
    axes: {solver: pd, iterations: 5, linsys: [dense, cholmod_simplicial]}
figures:
  - {name: errors, data: convergence, x: iteration, y: error_of_start, series: [solver], where: {probe: 1}, statistic: max}
tables:
  - {name: times, data: step, rows: [solver, linsys], values: [step_ms]}
YAML
expect 0 "$weft" run runs.yaml -o runs.db
check "four cases" same "$(rows runs.db wide_case)" 4
check "steps of the timed pass" same "$(rows runs.db wide_step)" $((4 * 3 * 6))
check "observations of two probes" same "$(rows runs.db wide_iteration)" $((2 * (8 + 8 + 6 + 6)))

# ---- the snippets: the n-th block of the document is n.LANGUAGE, and section n has its heading ----
awk '/^## / {heading = substr($0, 4)}
    /^```$/ {language = ""}
    language != "" {print >(n "." language)}
    /^```[a-z]/ {language = substr($0, 4); n++; print heading >(n ".section")}' "$source_dir/docs/store.md"

# sorted FILE: its rows without what programs write differently: quotes, line ends, order.
sorted() { tail -n +2 "$1" | tr -d '"\r' | LC_ALL=C sort; }

# alike A B: the same rows; numbers but for the last digits, of which sqlite3 writes fifteen.
alike() {
    paste -d, "$1" "$2" | awk -F, '
        function differ(a, b) { return a != b && !(a ~ /^-?[0-9]/ && b ~ /^-?[0-9]/ && (a - b) ^ 2 <= 1e-24 * a ^ 2) }
        { for (i = 1; i <= NF / 2; i++) if (NF % 2 || differ($i, $(i + NF / 2))) { print "    " $0; bad = 1; next } }
        END { exit bad }'
}

# ran N COMMAND...: runs block n and holds what it wrote against what the first one wrote.
ran() {
    local section file
    section=$(cat "$1.section")
    shift
    rm -f times.csv errors.csv
    expect 0 "$@"
    for file in times errors; do
        [ "$section" != awk ] || [ "$file" != times ] || continue # which the document does not ask of awk
        sorted "$file.csv" >"$file.sorted"
        [ -f "$file.first" ] || cp "$file.sorted" "$file.first"
        check "$section: the same $file" alike "$file.first" "$file.sorted"
    done
}

# program SECTION BLOCK: the command that runs a block of this section; not 0 where there is none.
program() {
    local python
    case $1 in
        pandas) python=$(python_with pandas) && printf '%s\n' "$python $2.python" ;;
        Python*) python=$(python_with csv) && printf '%s\n' "$python $2.python" ;;
        DuckDB)
            if command -v duckdb >/dev/null; then
                printf '%s\n' "duckdb <$2.sql"
            else
                python=$(python_with duckdb) && printf '%s\n' "$python -c 'import duckdb; duckdb.sql(open(\"$2.sql\").read())'"
            fi
            ;;
        R) command -v Rscript >/dev/null && printf '%s\n' "Rscript $2.r" ;;
        'R with DBI') Rscript -e 'library(DBI); library(RSQLite)' >/dev/null 2>&1 && printf '%s\n' "Rscript $2.r" ;;
        *) command -v "$1" >/dev/null && printf '%s\n' "bash -euo pipefail $2.sh" ;;
    esac
}
for block in 1 2; do expect 0 bash -euo pipefail "$block.sh"; done # dictionary, and the exported files
sqlite=$(grep -lx sqlite3 ./*.section | sed 's|.*/||; s|\.section||')
ran "$sqlite" bash -euo pipefail "$sqlite.sh" # the first: its numbers are the store's own
check "a row for each case" same "$(wc -l <times.first)" 4
check "and for each iteration of each solver" same "$(wc -l <errors.first)" $((8 + 8 + 6))
for block in 3 4 5 6 7 8 9; do
    section=$(cat "$block.section")
    [ "$block" != "$sqlite" ] || continue
    command=$(program "$section" "$block") || { left_out="${left_out:+$left_out, }$section"; continue; }
    ran "$block" bash -euo pipefail -c "$command"
    told="${told:+$told, }$section"
done
echo "run: sqlite3, ${told:-nothing else}; left out, as not installed: ${left_out:-nothing}"
check "the document has ten blocks, the last one tested by cli_damage.sh" same "$(ls -- *.section | wc -l)" 10

# ---- weft's own table and figure of the same: settings instead of labels, so that numbers are compared, in their order ----
expect 0 "$weft" report runs.db -o report
cut -d, -f2 times.first | LC_ALL=C sort -g >times.numbers
tail -n +2 report/times-table.csv | tr -d '\r' | cut -d, -f3 | LC_ALL=C sort -g >table.numbers
check "medians are those of the report's table" alike times.numbers table.numbers
tail -n +2 report/errors.csv | tr -d '\r' | cut -d, -f1-3 | LC_ALL=C sort >figure.errors
check "errors are those of the report's figure" alike errors.first figure.errors

# ---- views agree with the other outputs ----
check "medians are those of the report" same "$(sqlite3 runs.db 'SELECT group_concat(step_ms) FROM (SELECT step_ms FROM wide_case ORDER BY case_id)')" \
    "$(sqlite3 runs.db 'SELECT group_concat(step_ms) FROM (SELECT step_ms FROM case_summary ORDER BY case_id)')"
check "an iteration of a probe has a time" same "$(sqlite3 runs.db 'SELECT count(*), sum(time_ms > 0) FROM wide_iteration WHERE probe AND iteration > 0')" \
    "$((2 * (7 + 7 + 5 + 5)))|$((2 * (7 + 7 + 5 + 5)))"
check "every step has its end" same "$(sqlite3 runs.db 'SELECT count(ended), count(*) > 0 FROM wide_step')" "$(rows runs.db step)|1"
"$weft" export runs.db --table dictionary | tr -d '\r' >dictionary.csv
check "the dictionary has the settings of this store" grep -q '^wide_step,scene\.n,' dictionary.csv
check "and a meaning for each column" every '[^,]$' dictionary.csv
check "and the formula of a metric" grep -q '^wide_iteration,error,.*‖' dictionary.csv
# Every number of a file is the number of the store.
sqlite3 runs.db 'UPDATE iterate SET objective = 0.1 + 0.2 WHERE id = 1'
for format in csv json; do check "all digits in $format" grep -qF 0.30000000000000004 <("$weft" export runs.db --table iterate --format $format); done

# ---- a wrong name ----
expect 3 "$weft" export runs.db --table wide_cases
check "the nearest table is named" has err '`wide_case`'
expect 2 "$weft" export runs.db --format xml
check "formats are named" has err jsonl
