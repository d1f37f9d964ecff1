#!/usr/bin/env bash
# What a worker is told about waiting and says about the machine: spin, disturbed samples, counters.
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$(dirname "$0")/shell.sh" "$1" "$2"

# ---- the spin of a case reaches its worker, whatever the environment says ----
mkdir listening
cat >listening/weft-worker-f64 <<WORKER
#!/bin/sh
echo "\$GOMP_SPINCOUNT" >>"$scratch/spins"
exec "$1/weft-worker-f64"
WORKER
chmod +x listening/weft-worker-f64
sim=("$weft" sim cloth --solver xpbd --steps 2 --set scene.n=4)
expect 0 env WEFT_WORKERS=listening GOMP_SPINCOUNT=77 "${sim[@]}"
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=0
expect 0 env WEFT_WORKERS=listening "${sim[@]}" --set spin=1000000
check "spins" same "$(tr '\n' ' ' <spins)" "30000 0 1000000 "

# ---- OpenMP has bound weft itself before main begins: the refusal says what did, and so does doctor ----
if [[ $(nproc) -gt 1 ]]; then
    expect 10 env OMP_PROC_BIND=true OMP_PLACES=threads "${sim[@]}" --threads 2
    check "what binds is named" has err 'OMP_PROC_BIND leaves weft 1 processing unit; unset it'
    expect 0 env OMP_PROC_BIND=true OMP_PLACES=threads "$weft" doctor
    check "doctor warns" grep -q '^warning  processors .*unset OMP_PROC_BIND' out
fi

# ---- an experiment for a larger machine: planned, listed and reported here, and measured only where it can be ----
cat >large.yaml <<'YAML'
name: large
defaults: {scene: cloth, scene.n: 4, steps: 2, solver: xpbd}
blocks:
  - name: all
    axes: {threads: [1, 1000]}
tables:
  - name: times
    title: Times
    data: step
    rows: [threads]
    values: [step_ms]
YAML
expect 0 "$weft" plan large.yaml
check "a plan says what cannot be measured here" has out '1 of them with more threads than the'
expect 10 "$weft" run large.yaml -o large.db
check "a run refuses it before it measures" test ! -e large.db
expect 0 "$weft" run large.yaml --set threads=1 -o large.db
expect 0 "$weft" report large.db large.yaml -o large
check "the report of its file has what was measured" has out 'Times'

# ---- a team that fits: two particles are not worth two threads, the choice is made once, recorded, and changes no bit of the result ----
if [[ $(nproc) -gt 1 ]]; then
    cat >fit.yaml <<'YAML'
name: fit
defaults: {scene: pendulum, steps: 1000, solver: xpbd, timed: 3, phased: 1, measured: 1, threads: 2}
blocks:
  - name: all
    axes: {team: [given, fit]}
tables:
  - name: teams
    title: Teams
    data: step
    rows: [team, threads, team_threads]
    values: [step_ms]
YAML
    # The choice is measured: on a machine that is busy with other things it may be the other one, but not each time.
    taken() { tail -n +2 fit/teams-table.csv | tr -d '\r' | cut -d, -f1-3 | sort | tr '\n' ' '; }
    for _ in {1..5}; do
        rm -rf fit.db fit
        expect 0 "$weft" run fit.yaml -o fit.db
        expect 0 "$weft" report fit.db -o fit
        if [ "$(taken)" = "fit,2,1 given,2,2 " ]; then break; fi
    done
    check "what was asked and what was taken" same "$(taken)" "fit,2,1 given,2,2 "
    check "one final state" same "$("$weft" export fit.db --table repetition | grep -o '[0-9a-f]\{32\}' | sort -u | wc -l)" 1
    for _ in {1..5}; do
        expect 0 "$weft" sim pendulum --solver xpbd --steps 1000 --threads 2 --set team=fit
        if grep -q ' 1 threads' out; then break; fi
    done
    check "sim says what was taken" has out ' 1 threads'
fi
expect 3 "${sim[@]}" --set team=large
check "what a team can be is said" has err '`large` is not a value of `team`; valid: given, fit'
cat >fit_job.json <<'JSON'
{"case": {"scene": "cloth", "scene_values": {"n": 4}, "solver": "xpbd", "precision": "f64", "params": {"steps": 2, "threads": 1, "team": "fit"}},
 "passes": {"timed": 1}, "team": 3}
JSON
expect 0 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <fit_job.json
check "one thread is nothing to choose from" has out '"team_threads":1,'
if [[ $(nproc) -gt 1 ]]; then
    sed 's/"threads": 1/"threads": 2/' fit_job.json >fit_wrong.json
    expect 14 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <fit_wrong.json
    check "a team that the case cannot have is refused" has out 'a team of 3 threads was recorded, of a case with 2'
    sed 's/"threads": 1/"threads": 2/; s/"team": 3/"team": 2/' fit_job.json >fit_kept.json
    expect 0 env GOMP_SPINCOUNT=30000 "$1/weft-worker-f64" <fit_kept.json
    check "a recorded choice is kept" has out '"team_threads":2,'
fi

# ---- a worker started by hand with another spin than its case refuses ----
cat >job.json <<'JSON'
{"case": {"scene": "cloth", "scene_values": {"n": 4}, "solver": "xpbd", "precision": "f64", "params": {"steps": 2, "spin": 50}},
 "passes": {"timed": 1}}
JSON
expect 0 env GOMP_SPINCOUNT=50 "$1/weft-worker-f64" <job.json
check "a worker of that spin measures" has out '"row":"done"'
expect 3 env GOMP_SPINCOUNT=51 "$1/weft-worker-f64" <job.json
check "another spin is named" has out 'wants `spin` 50, but this worker was started with GOMP_SPINCOUNT=51'
expect 3 env -u GOMP_SPINCOUNT "$1/weft-worker-f64" <job.json
check "and none at all" has out 'without GOMP_SPINCOUNT'
check "nothing was measured" same "$(grep -c '"row":"step"' out || true)" 0

# ---- the counted pass, and the signs of disturbance, in a store ----
cat >counted.yaml <<'YAML'
name: counted
defaults: {scene: cloth, scene.n: 8, steps: 20, threads: 1, timed: 2, phased: 1, counted: 2, measured: 1, observe: 1}
blocks:
  - name: all
    axes: {solver: [pd, xpbd], iterations: 4}
tables:
  - name: counts
    title: Counts of a step
    data: counter
    where: {phase: step}
    rows: [solver, counter]
    values: [per_step]
  - name: quiet
    title: Undisturbed steps
    data: step
    where: {disturbed: 0}
    rows: [solver]
    values: [step_ms, ghz]
YAML
expect 0 "$weft" run counted.yaml -o counted.db
check "every repetition of the counted pass" same "$("$weft" export counted.db --table repetition | grep -c ',counted,')" 4
"$weft" export counted.db --table case_outcome >outcome
check "all four passes end in the same state" same "$(grep -c ',done,,' outcome)" 2
"$weft" export counted.db --table counter_value >counters
check "phases of xpbd" same "$(grep ",xpbd cloth" counters | cut -d, -f7 | sort -u | tr "\n" " ")" "predict project step velocity "
check "after the warm-up of two steps" same "$("$weft" export counted.db --table counter | tail -n +2 | tr -d '\r' | cut -d, -f5 | sort -u)" 18
grep ',cpu_ns,' counters >core_times || true
check "the time on a core is known everywhere" every ',cpu_ns,[^,]' core_times
check "steps have signs" same "$(rows counted.db step)" 80
expect 0 "$weft" report counted.db -o counted
check "a table of counts" has counted/counts-table.csv "cpu_ns"
check "and one of undisturbed steps" test -s counted/quiet-table.csv
expect 0 "$weft" doctor
for word in "a thread spins 30000 turns" "huge pages " "perf events "; do
    check "doctor says $word" has out "$word"
done
expect 0 "$weft" sim cloth --solver pd --set scene.n=8 --steps 4 --set counted=1
check "sim counts when it is asked to" has out "counters      solve"
