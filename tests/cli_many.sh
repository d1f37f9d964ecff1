#!/usr/bin/env bash
# Thousands of cases: the work of plan, status and report grows as the cases do. Work is counted in allocations (fault_inject.c, preloaded);
# what allocates nothing has a limit of processor time that is a hundred times of what it takes. cli_many.sh BUILD SOURCE [CASES]
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
counter=$1/libfault_inject.so
if grep -q "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt"; then counter=; fi # sanitizers have an allocator of their own
many=${3:-8000}
few=$((many / 8))

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
expect 0 "$weft" run first.yaml -o first.db --set substeps=1 --set iterations=1
# store FILE DB CASES: as if all cases of FILE had been run: copies of the one that was.
store() {
    cp first.db "$2"
    sqlite3 "$2" "UPDATE experiment SET hash = 'many', text = CAST(readfile('$1') AS TEXT);
        CREATE TEMP TABLE k AS WITH RECURSIVE n(k) AS (SELECT 2 UNION ALL SELECT k + 1 FROM n WHERE k < $3)
            SELECT k, (k - 1) / 50 + 1 AS iterations, (k - 1) % 50 + 1 AS substeps FROM n;
        INSERT INTO cases SELECT k, printf('%032x', k), 'xpbd chain iterations=' || iterations || ' substeps=' || substeps || ' f64',
            json_set(json, '\$.params.iterations', iterations, '\$.params.substeps', substeps) FROM k, cases;
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
check "the copies are cases" grep -qw "$many" out

# allocations COMMAND...: how many it makes, in $counted; none are counted where there is a sanitizer. It ends with $ends, in 300 s of a processor.
allocations() {
    rm -f log
    expect "$ends" bash -c 'ulimit -t 300; exec "$@"' limited env ${counter:+LD_PRELOAD="$counter" WEFT_FAULT=weft:0 WEFT_FAULT_LOG="$scratch/log"} "$@"
    counted=0
    [ ! -e log ] || counted=$(sed -n 's/^total //p' log)
}
# grows WHAT COMMAND...: with eight times the cases in the place of CASES it makes less than twelve times the allocations; by pairs of cases they
# were 64 times as many.
grows() {
    local what=$1 least most
    shift
    allocations "${@//CASES/few}"
    least=$counted
    allocations "${@//CASES/many}"
    most=$counted
    check "$what: it prints" test -s out
    check "$what: $least allocations, and $most for eight times the cases" test "$most" -le $((12 * least)) -a \( -z "$counter" -o "$least" -gt "$few" \)
    echo "$what: $least allocations for $few cases, $most for $many"
}
ends=0
grows plan "$weft" plan CASES.yaml
grows "plan with a store" "$weft" plan CASES.yaml -o CASES.db
grows status "$weft" status CASES.db
ends=10 # without gnuplot
grows report env PATH=/nonexistent "$weft" report CASES.db -o CASES-page
check "the page has less than 5 MB" test "$(wc -c <many-page/index.html)" -lt 5000000
check "all are in the table" same "$(wc -l <many-page/cases.csv)" $((many + 1))
