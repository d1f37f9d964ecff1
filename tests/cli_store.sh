#!/usr/bin/env bash
# The store in other programs: every snippet of docs/store.md is run, where its program is there, and all must find the same. cli_store.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
PATH=$1:$PATH

cat >runs.yaml <<'YAML'
name: runs
question: Is it the same everywhere?
defaults: {scene: cloth, scene.n: 6, steps: 22, probes: 2, timed: 3}
blocks:
  - name: position based
    axes: {solver: [pbd, xpbd], iterations: 7}
  - name: projective
    axes: {solver: pd, iterations: 5, linsys: [dense, cholmod_simplicial]}
YAML
expect 0 "$weft" run runs.yaml -o runs.db
check "four cases" same "$(rows runs.db wide_case)" 4
check "steps of the timed pass" same "$(rows runs.db wide_step)" $((4 * 3 * 22))
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

python=$(command -v python3 || true)
has_program() {
    case $1 in
        pandas) [ -n "$python" ] && "$python" -c 'import pandas' 2>/dev/null ;;
        Python*) [ -n "$python" ] ;;
        DuckDB) command -v duckdb >/dev/null ;;
        R) command -v Rscript >/dev/null ;;
        *) command -v "$1" >/dev/null ;;
    esac
}
for block in 1 2; do expect 0 bash -euo pipefail "$block.sh"; done # dictionary, and the exported files
sqlite=$(grep -lx sqlite3 ./*.section | sed 's|.*/||; s|\.section||')
ran "$sqlite" bash -euo pipefail "$sqlite.sh" # the first: its numbers are the store's own
check "a row for each case" same "$(wc -l <times.first)" 4
check "and for each iteration of each solver" same "$(wc -l <errors.first)" $((8 + 8 + 6))
for file in 3.* 4.* 5.* 6.* 8.*; do
    block=${file%%.*} section=$(cat "${file%%.*}.section")
    case $file in
        *.section) continue ;;
        *) has_program "$section" || { echo "skipped: $section is not installed"; continue; } ;;
    esac
    case $file in
        *.python) ran "$block" "$python" "$file" ;;
        *.sql) ran "$block" bash -c "duckdb <$file" ;;
        *.r) ran "$block" Rscript "$file" ;;
        *.sh) ran "$block" bash -euo pipefail "$file" ;;
    esac
done
check "all blocks of the document are known" same "$(ls -- *.section | wc -l)" 8

# ---- what the views have is what the others have ----
check "medians are those of the report" same "$(sqlite3 runs.db 'SELECT group_concat(step_ms) FROM (SELECT step_ms FROM wide_case ORDER BY case_id)')" \
    "$(sqlite3 runs.db 'SELECT group_concat(step_ms) FROM (SELECT step_ms FROM case_summary ORDER BY case_id)')"
check "an iteration of a probe has a time" same "$(sqlite3 runs.db 'SELECT count(*), sum(time_ms > 0) FROM wide_iteration WHERE probe AND iteration > 0')" \
    "$((2 * (7 + 7 + 5 + 5)))|$((2 * (7 + 7 + 5 + 5)))"
check "every step says how it ended" same "$(sqlite3 runs.db 'SELECT count(*) FROM wide_step WHERE ended IS NULL')" 0
"$weft" export runs.db --table dictionary | tr -d '\r' >dictionary.csv
check "the dictionary has the settings of this store" grep -q '^wide_step,scene\.n,,parameter of the scene' dictionary.csv
check "and a meaning for each column" same "$(grep -c ',$' dictionary.csv || true)" 0

# ---- a wrong name ----
expect 3 "$weft" export runs.db --table wide_cases
check "the nearest table is named" has err 'did you mean `wide_case`?'
expect 2 "$weft" export runs.db --format xml
check "formats are named" has err 'csv, json or jsonl'
