#!/usr/bin/env bash
# Threads of a worker: spin, binding, team size, and the counted pass. cli_threads.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# ---- a worker gets the spin of its case, whatever the environment has ----
mkdir listening
cat >listening/weft-worker-f64 <<WORKER
#!/bin/sh
read -r job
echo "\$GOMP_SPINCOUNT" >>"$scratch/spins"
echo "\$job" >>"$scratch/jobs"
echo "\$job" | exec "$1/weft-worker-f64"
WORKER
chmod +x listening/weft-worker-f64
sim=("$weft" sim cloth --solver xpbd --steps 2 --set scene.n=4)
expect 0 env WEFT_WORKERS=listening GOMP_SPINCOUNT=77 "${sim[@]}"
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=0
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=1000000
check "spins" same "$(xargs <spins)" "30000 0 1000000"

# ---- OpenMP bound weft before main: an error that names the variable, and a warning of doctor ----
if [[ $(nproc) -gt 1 ]]; then
    expect 10 env OMP_PROC_BIND=true OMP_PLACES=threads "${sim[@]}" --threads 2
    check "the error names the variable" has err OMP_PROC_BIND
    expect 0 env OMP_PROC_BIND=true OMP_PLACES=threads "$weft" doctor
    grep '^warning  processors ' out >warning || true
    check "the warning names the variable" has warning OMP_PROC_BIND
fi

# ---- the advice works: a message names all variables that have to be unset, and no others ----
if [[ $(nproc) -gt 1 ]]; then
    for given in OMP_PROC_BIND=true OMP_PLACES='{0}' GOMP_CPU_AFFINITY=0 "OMP_PROC_BIND=close OMP_PLACES={0}"; do
        read -ra set <<<"$given"
        expect 10 env "${set[@]}" "${sim[@]}" --threads 2
        check "$given: all of it is named" same "$(grep -oE '(OMP|GOMP)_[A-Z_]+' err | sort | xargs)" "$(printf '%s\n' "${set[@]%%=*}" | sort | xargs)"
    done
    expect 10 env OMP_PROC_BIND=false OMP_PLACES='{0}' "${sim[@]}" --threads 1000
    check "settings that bind no thread are not named" test "$(grep -c OMP_ err)" = 0
    check "the number that helps" has err "at most $(nproc)"
    expect 0 env OMP_PROC_BIND=false "$weft" doctor
    check "nor by doctor" test "$(grep -c OMP_PROC_BIND out)" = 0
    for given in OMP_MAX_ACTIVE_LEVELS=0 OMP_THREAD_LIMIT=1 "HWLOC_SYNTHETIC=pack:1 core:1 pu:1" "HWLOC_SYNTHETIC=node:2 core:2 pu:2" HWLOC_THISSYSTEM=0; do
        expect 0 env "$given" "${sim[@]}" --threads 2
    done
fi

# ---- an experiment for a larger machine: planned and reported here, measured only where it fits ----
cat >large.yaml <<'YAML'
name: large
defaults: {scene: cloth, scene.n: 4, steps: 2, solver: xpbd}
blocks:
  - name: all
    axes: {threads: [1, 1000]}
tables:
  - {name: times, data: step, rows: [threads], values: [step_ms]}
YAML
expect 0 "$weft" plan large.yaml
expect 10 "$weft" run large.yaml -o large.db
check "refused before anything is measured" test ! -e large.db
expect 0 "$weft" run large.yaml --set threads=1 -o large.db
expect 0 "$weft" report large.db large.yaml -o large
check "the report has the measured case" same "$(tail -n +2 large/times-table.csv | cut -d, -f1)" 1

# ---- a team of the size that fits: chosen once, recorded, without influence on the result ----
if [[ $(nproc) -gt 1 ]]; then
    cat >fit.yaml <<'YAML'
name: fit
defaults: {scene: pendulum, steps: 20, solver: xpbd, timed: 2, phased: 1, measured: 1, threads: 2}
blocks:
  - name: all
    axes: {team: [given, fit]}
YAML
    taken() { sqlite3 fit.db "SELECT team_threads FROM model AS m JOIN cases AS c ON c.id = m.case_id WHERE c.label $1 LIKE '%team=fit%'"; }
    expect 0 env WEFT_WORKERS=listening "$weft" run fit.yaml -o fit.db
    check "a given team is taken" same "$(taken NOT)" 2
    check "a fitting one is recorded" test "$(taken '')" = 1 -o "$(taken '')" = 2
    check "one final state" same "$(column fit.db repetition hash | sort -u | wc -l)" 1
    # The choice is measured, and may be either. The other one is recorded here, and must be kept.
    other=$((3 - $(taken '')))
    sqlite3 fit.db "UPDATE model SET team_threads = $other WHERE case_id = (SELECT id FROM cases WHERE label LIKE '%team=fit%')"
    rm jobs
    expect 0 env WEFT_WORKERS=listening "$weft" run fit.yaml -o fit.db --reps 3
    check "the next worker gets the recorded choice" same "$(grep '"team":"fit"' jobs | grep -o '"team":[0-9][0-9]*')" "\"team\":$other"
    check "and keeps it" same "$(taken '')" "$other"
    check "still one final state" same "$(column fit.db repetition hash | sort -u | wc -l)" 1
fi
expect 3 "${sim[@]}" --set team=large
cat >fit_job.json <<'JSON'
{"case": {"scene": "cloth", "scene_values": {"n": 4}, "solver": "xpbd", "precision": "f64", "params": {"steps": 2, "threads": 1, "team": "fit"}},
 "passes": {"timed": 1}, "team": 3}
JSON
expect 0 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <fit_job.json
check "a case of one thread has no choice" has out '"team_threads":1,'
if [[ $(nproc) -gt 1 ]]; then
    sed 's/"threads": 1/"threads": 2/' fit_job.json >fit_wrong.json
    expect 14 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <fit_wrong.json
fi

# ---- a worker that is started by hand with another spin than its case has ----
cat >job.json <<'JSON'
{"case": {"scene": "cloth", "scene_values": {"n": 4}, "solver": "xpbd", "precision": "f64", "params": {"steps": 2, "spin": 50}},
 "passes": {"timed": 1}}
JSON
expect 0 env GOMP_SPINCOUNT=50 "$1/weft-worker-f64" <job.json
check "the spin of the case measures" has out '"row":"done"'
expect 3 env GOMP_SPINCOUNT=51 "$1/weft-worker-f64" <job.json
check "another spin is named" has out 51
expect 3 env -u GOMP_SPINCOUNT "$1/weft-worker-f64" <job.json
check "the missing variable is named" has out GOMP_SPINCOUNT
check "nothing was measured" same "$(grep -c '"row":"step"' out || true)" 0

# ---- the counted pass ----
cat >counted.yaml <<'YAML'
name: counted
defaults: {scene: cloth, scene.n: 4, steps: 20, threads: 1, timed: 1, phased: 1, counted: 2, measured: 1, observe: 1}
blocks:
  - name: all
    axes: {solver: [pd, xpbd], iterations: 4}
tables:
  - {name: counts, data: counter, where: {phase: step}, rows: [solver, counter], values: [per_step]}
YAML
expect 0 "$weft" run counted.yaml -o counted.db
check "all repetitions of the counted pass" same "$(column counted.db repetition pass | grep -c counted)" 4
check "all passes end in the same state" same "$(column counted.db case_outcome status | xargs)" "done done"
check "phases of xpbd" same "$(column counted.db counter_value phase 'v["label"] ~ /^xpbd/' | sort -u | xargs)" "predict project step velocity"
check "the warm-up of two steps is not counted" same "$(column counted.db counter steps | sort -u)" 18
column counted.db counter value 'v["name"] == "cpu_ns"' >core_times
check "CPU time is counted" every '^[0-9]' core_times
expect 0 "$weft" report counted.db -o counted
check "a table of counts" has counted/counts-table.csv cpu_ns
expect 0 "$weft" doctor
check "doctor has the spin" has out 30000
expect 0 "$weft" sim cloth --solver pd --set scene.n=4 --steps 4 --set counted=1
check "sim has counters" grep -q '^counters ' out
