#!/usr/bin/env bash
# Thousands of cases: the work of plan, status and report grows as the cases do, and the memory of a case is a few KB.
# cli_many.sh BUILD SOURCE [CASES]: CASES, a quarter of them, and for plan four times as many (8000).
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: there is no sqlite3"; exit 77; }
many=${3:-8000}
few=$((many / 4))

# experiment CASES FILE: of so many cases, a multiple of 50.
experiment() {
    cat >"$2" <<YAML
name: many
defaults: {scene: chain, scene.count: 3, steps: 1, timed: 1, phased: 0, measured: 0, solver: xpbd}
blocks:
  - name: all
    axes: {iterations: [$(seq -s, 1 $(($1 / 50)))], substeps: [$(seq -s, 1 50)]}
figures:
  - {name: cost, data: step, x: iterations, y: step_ms, series: [substeps], log: x}
tables:
  - {name: times, data: step, rows: [iterations], values: [step_ms]}
YAML
}
experiment 50 first.yaml
experiment "$few" few.yaml
experiment "$many" many.yaml
experiment $((4 * many)) most.yaml
expect 0 "$weft" run first.yaml -o first.db --set substeps=1 --set iterations=1
# store FILE DB CASES: as if all cases of FILE had been run: copies of the one that was.
store() {
    cp first.db "$2"
    sqlite3 "$2" "UPDATE experiment SET hash = 'many', text = CAST(readfile('$1') AS TEXT);
        CREATE TEMP TABLE k AS WITH RECURSIVE n(k) AS (SELECT 2 UNION ALL SELECT k + 1 FROM n WHERE k < $3)
            SELECT k, (k - 1) / 50 + 1 AS iterations, (k - 1) % 50 + 1 AS substeps FROM n;
        INSERT INTO cases SELECT k, printf('%032x', k), 'xpbd chain iterations=' || iterations || ' substeps=' || substeps || ' f64',
            json_set(json, '\$.params.iterations', iterations, '\$.params.substeps', substeps), key_form FROM k, cases;
        INSERT INTO parameter SELECT k, name, CASE name WHEN 'iterations' THEN iterations WHEN 'substeps' THEN substeps ELSE value END
            FROM k, parameter;
        INSERT INTO plan SELECT experiment_id, k, block, k - 1 FROM k, plan;
        INSERT INTO outcome SELECT k, build_id, status, message, updated FROM k, outcome;
        CREATE TEMP TABLE r AS SELECT * FROM repetition;
        INSERT INTO process (id, run_id, round, position, side, case_id, build_id, started)
            SELECT k, run_id, round, k, side, k, build_id, started FROM k, process;
        UPDATE r SET hash = 'x';
        INSERT INTO repetition (id, case_id, build_id, environment_id, pass, number, started, load, process, hash)
            SELECT k, k, build_id, environment_id, pass, number, started, load, k, hash FROM k, r;
        INSERT INTO step (repetition_id, step, ns, iteration_ns, switches, waited_share, stolen_ms, ghz)
            SELECT k, step, ns + k, iteration_ns, switches, waited_share, stolen_ms, ghz FROM k, step;"
}
store few.yaml few.db "$few"
store many.yaml many.db "$many"
expect 0 "$weft" status many.db
check "the copies are cases" has out "$many done"

# seconds COMMAND...: of its user time.
seconds() {
    local TIMEFORMAT=%U
    { time "$@" >out 2>err; } 2>&1 || true
}
# grows WHAT FEW MANY COMMAND...: with MANY in the place of CASES, four times as many, the command does less than seven times the work: in
# proportion that is 4, with their square 16. Other programs only add to such a time: the least of up to ten counts.
grows() {
    local what=$1 few=$2 many=$3 least=inf most=inf
    shift 3
    for _ in {1..10}; do
        least=$(printf '%s\n' "$least" "$(seconds "${@//CASES/$few}")" | sort -g | head -n 1)
        most=$(printf '%s\n' "$most" "$(seconds "${@//CASES/$many}")" | sort -g | head -n 1)
        if in_proportion; then break; fi
    done
    check "$what: it prints" test -s out
    check "$what: $least s, and $most s for four times the cases" in_proportion
    echo "$what: $least s of processor time for $few, $most s for $many"
}
in_proportion() { awk -v least="$least" -v most="$most" 'BEGIN { exit !(most <= 7 * least + 0.02) }'; }
grows plan many most "$weft" plan CASES.yaml
grows "plan with a store" few many "$weft" plan CASES.yaml -o CASES.db
grows status few many "$weft" status CASES.db
grows report few many env PATH=/nonexistent "$weft" report CASES.db -o CASES-page
check "the page has less than 5 MB" test "$(wc -c <many-page/index.html)" -lt 5000000
check "all are in the table" same "$(wc -l <many-page/cases.csv)" $((many + 1))
