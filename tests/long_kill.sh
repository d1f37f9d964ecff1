#!/usr/bin/env bash
# long_kill.sh BUILD SOURCE [N [SEED]]: kills runs and reports, their workers, or both, N times (40) at random moments: while a store is made or
# planned, while references are made, between repetitions, inside them and while a report is written; by SIGKILL, SIGTERM, SIGHUP and SIGINT, or
# SIGKILL, SIGSEGV and SIGTERM to the worker; sometimes with a second run of the same store. After each: the exit code is a documented one, the
# file is whole, every repetition that was there is, none is there twice, no worker lives on. After each round a run is left alone: it completes,
# and all counts are exact. At last a run is stopped for longer than its time limit.
set -euo pipefail
set -- "$(realpath -- "$1")" "$(realpath -- "$2")" "${@:3}" # it works in a folder of its own
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
kills=${3:-40} seed=${4:-$$}
RANDOM=$seed
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }

# Workers of our own, so that they can be told from those of others.
mkdir workers
cp "$1/weft-worker-f64" workers/
export WEFT_WORKERS=$scratch/workers
cat >new.yaml <<'YAML'
name: new
defaults: {scene: cloth, scene.n: 8, steps: 20, probes: 2, timed: 2, iterations: 10}
blocks:
  - {name: all, axes: {solver: [pbd, xpbd, pd]}}
figures:
  - {name: error, data: convergence, x: iteration, y: error, series: [solver]}
YAML
whole=12 # repetitions of a whole run
# The repetitions of a store: case, build, pass, number, hash.
stored() {
    [ ! -s work.db ] || sqlite3 work.db "SELECT c.label, b.hash, r.pass, r.number, r.hash FROM repetition AS r
        JOIN cases AS c ON c.id = r.case_id JOIN build AS b ON b.id = r.build_id" 2>/dev/null | sort || true
}
workers() { pgrep -f "^$scratch/workers/" || true; }
no_workers() { [ -z "$(workers)" ]; }

# How long a whole run takes here, in milliseconds: moments are of that.
start=$(date +%s%N)
expect 0 "$weft" run new.yaml -o work.db --seed 1
length=$((($(date +%s%N) - start) / 1000000))
check "repetitions of a whole run" same "$(stored | wc -l)" "$whole"
expect 0 "$weft" report work.db -o whole
(cd whole && find . -type f | sort) >files

declare -A COUNT
# strike PID SIGNAL TARGET: after a random moment. Says in $struck whether there was something to strike.
strike() {
    local pid=$1 signal=$2 target=$3 worker
    sleep "$(awk -v ms=$((RANDOM * length / 32768)) 'BEGIN { printf "%.3f", ms / 1000 }')"
    worker=$(pgrep -P "$pid" | head -n 1 || true)
    struck=false
    if [ "$target" != runner ] && [ -n "$worker" ]; then kill -s "$signal" "$worker" 2>/dev/null && struck=true; fi
    if [ "$target" != worker ]; then kill -s "$signal" "$pid" 2>/dev/null && struck=true; fi
    return 0
}

# one PROGRAM...: starts it and strikes it; its exit code in $code.
one() {
    local targets=(runner runner worker both) signals=(KILL TERM HUP INT) rival='' rival_code=0
    code=0
    local target=${targets[RANDOM % 4]} signal
    [ "$1" = run ] || target=runner
    if [ "$target" = worker ]; then signals=(KILL SEGV TERM KILL); fi
    signal=${signals[RANDOM % 4]}
    (trap - INT && exec "$weft" "$@") >out 2>err & # a shell starts what is in the background with SIGINT ignored
    local pid=$!
    if [ "$1" = run ] && ((RANDOM % 5 == 0)); then
        "$weft" "$@" >rival.out 2>rival.err &
        rival=$!
    fi
    strike "$pid" "$signal" "$target"
    wait "$pid" 2>/dev/null || code=$?
    if [ -n "$rival" ]; then
        wait "$rival" || rival_code=$?
        check "a rival runs, or ends since the store is busy: $rival_code $(tail -n 1 rival.err)" grep -qw "$rival_code" <<<"0 4 8"
    fi
    $struck && COUNT[$1 $target $signal]=$((${COUNT[$1 $target $signal]:-0} + 1)) done=$((done + 1))
    local fine="0 8 9"
    if [ "$target" = worker ]; then fine="0 8"; fi
    if [ "$target" != worker ]; then fine="$fine 129 130 137 143"; fi # before the run begins, and while its verdicts are printed
    if [ -n "$rival" ]; then fine="$fine 4"; fi
    check "$* ($target, $signal): exit code $code: $(tail -n 1 err)" grep -qw "$code" <<<"$fine"
    check "$* ($target, $signal): no worker is left" wait_for no_workers
}

# After a strike: nothing is lost, nothing is doubled, the file is whole.
look() {
    stored >after
    check "$1: stored repetitions are kept" same "$(comm -23 before after | wc -l)" 0
    check "$1: nothing twice" same "$(cut -d'|' -f1-4 after | uniq -d | wc -l)" 0
    if [ -s work.db ]; then check "$1: the file is whole" same "$(sqlite3 work.db 'PRAGMA quick_check; PRAGMA foreign_key_check')" ok; fi
    mv after before
}

finish_run() {
    expect 0 "$weft" run new.yaml -o work.db
    look "left alone"
    check "all repetitions" same "$(stored | wc -l)" "$whole"
    check "status of every case" same "$(sqlite3 work.db "SELECT group_concat(DISTINCT status) FROM outcome")" "done"
    expect 0 "$weft" run new.yaml -o work.db
    check "nothing was left to do" same "$(stored | wc -l)" "$whole"
    check "nothing is left behind" same "$(echo work.*)" "work.db work.references"
}

done=0
while ((done < kills)); do
    rm -rf work.*
    : >before
    for ((i = 0; i < 8 && done < kills; i++)); do
        one run new.yaml -o work.db
        look run
        [ "$code" != 0 ] || break # all of it is there: another store
    done
    finish_run
    for ((i = 0; i < 2 && done < kills; i++)); do
        one report work.db -o report
        look report
    done
    expect 0 "$weft" report work.db -o report
    # A file that was being written when it was killed by SIGKILL has its name and six letters, and stays.
    check "a report that is made again is whole" same "$(cd report && find . -type f | grep -v '\.[A-Za-z0-9]\{6\}$' | sort)" "$(<files)"
    rm -rf report
done
echo "seed $seed, $done strikes:"
for what in "${!COUNT[@]}"; do echo "  ${COUNT[$what]} $what"; done | sort -k2

# ---- weft is stopped for longer than its time limit: that is no time of the worker's ----
# A worker that waits for the file `go` before it works.
printf '%s\n' '#!/bin/sh' ": >$scratch/waits; until [ -e $scratch/go ]; do sleep 0.05; done" "exec $1/weft-worker-f64" >workers/weft-worker-f64
printf '%s\n' 'name: one' 'defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 1, timed: 1, phased: 0, measured: 0}' 'blocks: [{name: a, axes: {threads: 1}}]' >one.yaml
limit=40
"$weft" run one.yaml -o stopped.db --timeout $limit 2>err &
runner=$!
check "a worker is at work" wait_for test -e waits
# stopped_asleep: it is stopped while it waits for the worker, in poll or ppoll. A stop amid its own work counts as the worker's time.
calls='7|271'
[ "$(uname -m)" = x86_64 ] || calls=73
stopped_asleep() {
    kill -STOP "$runner"
    if grep -q '^State:.T' "/proc/$runner/status" && grep -qE "^($calls) " "/proc/$runner/syscall"; then return 0; fi
    kill -CONT "$runner"
    return 1
}
if grep -q . "/proc/$runner/syscall" 2>/dev/null; then
    check "it is stopped" wait_for stopped_asleep
else
    echo "the kernel does not tell in which call a program is: a stop amid the runner's own work would fail this"
    kill -STOP "$runner"
fi
sleep $((limit + 1))
: >go
kill -CONT "$runner"
code=0
wait "$runner" || code=$?
check "a stopped run continues" same "$code $(column stopped.db outcome status)" "0 done"
