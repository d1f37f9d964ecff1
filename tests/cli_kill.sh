#!/usr/bin/env bash
# Killing the runner and its workers while a known process is at work: what was stored stays, the next run finishes the rest, and the counts
# are exact. long_kill.sh does the same at random moments. cli_kill.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }

cat >three.yaml <<'YAML'
name: three
defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 4, timed: 2}
blocks:
  - {name: all, axes: {iterations: [1, 2, 3]}}
YAML
cases=3 per_case=4 # timed 2, phased, measured
first=3            # of the first process of a case: one of each

is_gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
is_reaped() { [ ! -e "/proc/$1" ]; }

# A worker that goes to sleep before the process number `hold` of a run, so that something is at work for as long as it takes to kill it; it
# leaves its number in `held`. Without the file `hold` it is the worker.
mkdir -p sleepy
cat >sleepy/weft-worker-f64 <<WORKER
#!/bin/sh
if [ -e $scratch/hold ]; then
    echo case >>$scratch/begun
    if [ "\$(wc -l <$scratch/begun)" -gt "\$(cat $scratch/hold)" ]; then
        echo \$\$ >$scratch/holding
        mv $scratch/holding $scratch/held
        exec sleep 600
    fi
fi
exec $1/weft-worker-f64 "\$@"
WORKER
chmod +x sleepy/weft-worker-f64
export WEFT_WORKERS=$scratch/sleepy
# hold PROCESSES DB: starts the run in the background and returns when that many of its processes are done and the next is asleep.
hold() {
    rm -f begun held
    echo "$1" >hold
    "$weft" run three.yaml -o "$2" 2>progress &
    runner=$!
    check "a worker is at work" wait_for test -e held
    rm -f hold
}
# ended: waits for the runner; its exit code in $code.
ended() {
    code=0
    wait "$runner" 2>/dev/null || code=$?
}

check_whole() {
    check "$1: every repetition once" same "$(repetitions "$2" | sort -u | wc -l) $(rows "$2" repetition)" "$((cases * per_case)) $((cases * per_case))"
    check "$1: every step of them" same "$(rows "$2" step)" $((cases * 2 * 4))
    check "$1: status of the cases" same "$(column "$2" outcome status | sort -u)" "done"
}

# ---- kill -9 of the runner ----
hold 2 runner.db
kill -9 "$runner"
ended
check "the worker dies with the runner" wait_for is_gone "$(cat held)"
repetitions runner.db >before
check "stored repetitions are kept" same "$(wc -l <before)" $((2 * first))
expect 0 "$weft" run three.yaml -o runner.db
check "the next run keeps it" same "$(repetitions runner.db | comm -23 before - | wc -l)" 0
check_whole "runner killed" runner.db

# ---- kill -9 of a worker ----
hold 1 worker.db
kill -9 "$(cat held)"
ended
check "the run continues and exits with the code of a failed case" same "$code" 8
check "status of the cases" same "$(column worker.db outcome status | sort | xargs)" "crashed done done"
repetitions worker.db >before
check "the other cases are whole" same "$(wc -l <before)" $(((cases - 1) * per_case))
expect 0 "$weft" run three.yaml -o worker.db
check "the next run keeps them" same "$(repetitions worker.db | comm -23 before - | wc -l)" 0
check_whole "worker killed" worker.db

# ---- the file is moved, or locked by another program ----
hold 2 moved.db
mv moved.db elsewhere.db
kill -9 "$(cat held)"
ended
check "a run whose file is moved stops" same "$code" 4
check "the message locates the results and reports no unreadable file" same \
    "$(grep -c 'move it back to this name.*measured 6 repetitions$' progress) $(grep -c 'cannot be read' progress)" "1 0"
check "the measured repetitions are in the file" same "$(sqlite3 elsewhere.db 'SELECT count(*) FROM repetition')" $((2 * first))
mv elsewhere.db moved.db
expect 0 "$weft" run three.yaml -o moved.db
check_whole "moved and put back" moved.db
hold 2 locked.db
printf '.timeout 60000\nBEGIN IMMEDIATE;\n.shell touch %s/locked; until [ -e %s/unlock ]; do sleep 0.05; done\nROLLBACK;\n' "$scratch" "$scratch" | sqlite3 locked.db &
locker=$!
check "the database is locked" wait_for test -e locked
kill -9 "$(cat held)"
check "the runner has seen the worker's end, which it has to store" wait_for is_reaped "$(cat held)"
sleep 0.5 # so that it tries: a run that does not wait has ended by then; on a slow machine this shows less
touch unlock
ended
wait "$locker"
check "a run waits for a lock: only the killed worker failed" same "$code" 8
check "status of the cases behind a lock" same "$(column locked.db outcome status | sort | xargs)" "crashed done done"

# ---- stopped by SIGTERM ----
hold 1 stopped.db
expect 4 "$weft" run three.yaml -o stopped.db # another run of the same database
kill -TERM "$runner"
ended
check "a run stopped by a signal has its own exit code" same "$code" 9
check "status of the cases that had started" same "$(column stopped.db outcome status | sort -u)" interrupted
check "and has stopped its worker" wait_for is_gone "$(cat held)"
expect 0 "$weft" run three.yaml -o stopped.db
check_whole "stopped" stopped.db
echo 0 >hold # all of them sleep
rm -f held begun
expect 8 "$weft" run three.yaml -o late.db --timeout 0.02
rm hold
check "a time limit is a status" same "$(column late.db outcome status | sort -u)" timeout
expect 0 "$weft" run three.yaml -o late.db
check_whole "stopped at the time limit" late.db

# ---- a terminal that closes ----
hold 1 hup.db
kill -HUP "$runner"
ended
check "a terminal that closes ends the run" same "$code" 9
check "status of the cases that it began" same "$(column hup.db outcome status | sort -u)" interrupted
trap '' HUP # as nohup does
hold 1 nohup.db
trap - HUP
kill -HUP "$runner"
kill -9 "$(cat held)"
ended
check "nohup keeps it: it ends as its cases did" same "$code" 8

# ---- a worker that crashes reports its position ----
printf '%s\n' 'name: deep' 'blocks:' '  - {name: all, axes: {scene: cloth, scene.n: 20, solver: xpbd, steps: 1000000, timed: 1, phased: 0, measured: 0}}' >deep.yaml
worker_of() { worker=$(pgrep -P "$1"); }
# has_worked PID: the worker's own handler is there (before that it is a shell, or a program that is being loaded), and it has used some time of
# a processor, which is many steps.
has_worked() {
    local caught ticks
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
    ticks=$(sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f12)
    [ $((0x$caught >> ($(kill -l BUS) - 1) & 1)) = 1 ] && [ "$ticks" -ge $(($(getconf CLK_TCK) / 5)) ]
}
"$weft" run deep.yaml -o deep.db 2>progress &
runner=$!
check "a worker is at work" wait_for worker_of "$runner"
check "it steps" wait_for has_worked "$worker"
kill -BUS "$worker"
ended
message=$(column deep.db outcome message)
check "the signal and the calls: $message" grep -qE 'SIGBUS.*@[0-9a-f]+ < .*main@[0-9a-f]+' <<<"$message"
name=$(grep -oE '[a-z_]+@[0-9a-f]+ < main@' <<<"$message" | cut -d' ' -f1)
check "an address leads to its function" grep -q "${name%@*}" <(addr2line -fie "$(dirname -- "$weft")/weft-worker-f64" "${name#*@}" || echo "${name%@*}")
