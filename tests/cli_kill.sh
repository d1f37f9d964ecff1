#!/usr/bin/env bash
# Killing the runner, killing workers, workers that misbehave: what was stored stays, the next run finishes the rest, and the counts
# are exact. kill.sh does the same at random moments. cli_kill.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >long.yaml <<'YAML'
name: long
defaults: {scene: cloth, scene.n: 40, steps: 60, timed: 4, iterations: 10}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd], iterations: [10, 20, 30]}
YAML
per_case=6 # timed 4, phased, measured
whole=$((6 * per_case))
first=3   # of the first process of a case: one of each

is_gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

# A worker that goes to sleep before the process number `hold` of a run, so that something is at work for as long as it takes to kill it; it
# leaves its number in `held`. Without the file `hold` it is the worker.
mkdir -p sleepy
cat >sleepy/weft-worker-f64 <<WORKER
#!/bin/sh
if [ -e $scratch/hold ]; then
    echo case >>$scratch/begun
    if [ "\$(wc -l <$scratch/begun)" -gt "\$(cat $scratch/hold)" ]; then
        echo \$\$ >$scratch/held
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
    "$weft" run long.yaml -o "$2" 2>progress &
    runner=$!
    check "a worker is at work" wait_for test -s held
    rm -f hold
}

check_whole() {
    check "$1: every repetition once" same "$(repetitions "$2" | sort -u | wc -l)" "$whole"
    check "$1: and none twice" same "$(rows "$2" repetition)" "$whole"
    check "$1: every step of them" same "$(rows "$2" step)" $((6 * 4 * 60))
    "$weft" status "$2" | sed '1,/^cases that/d' | grep -v '^done .*  found: iterations$\|^all of them: ' >wrong || true
    check "$1: nothing failed" every '^none$|^`weft export' wrong
}

# ---- kill -9 of the runner ----
hold 2 runner.db
kill -9 "$runner"
wait "$runner" 2>/dev/null || true
check "the worker dies with the runner" wait_for is_gone "$(cat held)"
repetitions runner.db >before
check "what was stored is there" same "$(wc -l <before)" $((2 * first))
expect 0 "$weft" run long.yaml -o runner.db
check "the next run keeps it" same "$(repetitions runner.db | comm -23 before - | wc -l)" 0
check_whole "runner killed" runner.db

# ---- the file is moved away, or held by another program ----
hold 2 moved.db
mv moved.db elsewhere.db
kill -9 "$(cat held)"
code=0
wait "$runner" || code=$?
check "a run whose file is moved stops" same "$code" 4
check "and says why" has progress "was moved, removed or replaced while it was written to"
check "what was measured is in the file" same "$(sqlite3 elsewhere.db 'SELECT count(*) FROM repetition')" $((2 * first))
mv elsewhere.db moved.db
expect 0 "$weft" run long.yaml -o moved.db
check_whole "moved and put back" moved.db
hold 2 locked.db
printf '.timeout 5000\nBEGIN IMMEDIATE;\n.shell touch %s/locked; sleep 12\nROLLBACK;\n' "$scratch" | sqlite3 locked.db &
locker=$!
check "the database is locked" wait_for test -e locked
kill -9 "$(cat held)"
code=0
wait "$runner" || code=$?
wait "$locker"
check "a run waits for a lock of a while: what failed is the worker that was killed" same "$code" 8
expect 0 "$weft" run long.yaml -o locked.db
check_whole "locked" locked.db

# ---- kill -9 of a worker ----
hold 1 worker.db
kill -9 "$(cat held)"
code=0
wait "$runner" || code=$?
check "the run goes on and says that it is not whole" same "$code" 8
check "one case was lost" has progress "1 failed"
"$weft" status worker.db >status
check "and the reason is kept" has status 'killed (out of memory, `ulimit -t`, or by a user)'
repetitions worker.db >before
check "the other cases are whole" same "$(wc -l <before)" $((5 * per_case))
expect 0 "$weft" run long.yaml -o worker.db
check "the next run measures one case" has err "1 measured, 5 already there"
check "and keeps the others" same "$(repetitions worker.db | comm -23 before - | wc -l)" 0
check_whole "worker killed" worker.db

# ---- a worker that crashes says where it was ----
cat >deep.yaml <<'YAML'
name: deep
blocks:
  - name: all
    axes: {scene: cloth, scene.n: 40, solver: xpbd, steps: 1000000, timed: 1, phased: 0, measured: 0}
YAML
worker_of() { worker=$(pgrep -P "$1"); }
# has_worked PID: the worker's own handler is there (before that it is a shell, or a program that is being loaded), and it has used a second of
# processor, which is many steps.
has_worked() {
    local caught ticks
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
    ticks=$(sed 's/.*) //' "/proc/$1/stat" | cut -d' ' -f12)
    [ $((0x$caught >> ($(kill -l BUS) - 1) & 1)) = 1 ] && [ "$ticks" -ge "$(getconf CLK_TCK)" ]
}
"$weft" run deep.yaml -o deep.db 2>progress &
runner=$!
check "a worker is at work" wait_for worker_of "$runner"
check "it steps" wait_for has_worked "$worker"
kill -BUS "$worker"
wait "$runner" || true
check "the signal and the calls" grep -qE '^\[1/1\] crashed .*: crashed \(SIGBUS\)( in|: .*; in) .*@[0-9a-f]+ < .*main@[0-9a-f]+' progress
name=$(grep -oE '[a-z_]+@[0-9a-f]+ < main@' progress | cut -d' ' -f1)
check "an address leads to its function" grep -q "${name%@*}" <(addr2line -fie "$(dirname -- "$weft")/weft-worker-f64" "${name#*@}" || echo "${name%@*}")

# ---- told to stop, and given up ----
hold 1 stopped.db
busy=0
"$weft" run long.yaml -o stopped.db 2>err || busy=$?
check "only one run of a database at a time" same "$busy" 4
kill -TERM "$runner"
code=0
wait "$runner" || code=$?
check "a run that was told to stop says so" same "$code" 9
check "in words, too" has progress "stopped by a signal"
check "and leaves its cases to the next run" same "$("$weft" status stopped.db | grep -c '^running')" 0
check "and has stopped its worker" wait_for is_gone "$(cat held)"
echo 0 >hold # the worker sleeps
expect 8 "$weft" run long.yaml -o stopped.db --timeout 0.02
rm hold
"$weft" status stopped.db >status
check "a time limit is a status" has status "timeout"
expect 0 "$weft" run long.yaml -o stopped.db
check_whole "stopped" stopped.db

# ---- a terminal that goes ----
hold 1 hup.db
kill -HUP "$runner"
code=0
wait "$runner" || code=$?
check "a terminal that closes ends the run" same "$code" 9
"$weft" status hup.db >status
check "and its case says so" has status "interrupted"
trap '' HUP # as nohup does
hold 1 hup.db
trap - HUP
kill -HUP "$runner"
sleep 0.3
check "nohup keeps it" test -e "/proc/$runner"
kill -TERM "$runner"
wait "$runner" || true

# ---- workers that misbehave ----
cat >one.yaml <<'YAML'
name: one
blocks:
  - name: a
    axes: {scene: cloth, scene.n: 4, solver: pbd, steps: 1, timed: 1, phased: 0, measured: 0}
YAML
mkdir -p fake
export WEFT_WORKERS=$scratch/fake

# misbehave CODE MESSAGE LINE...: a worker made of these lines; the exit code of the run, and what status says. $limit: seconds that it has.
limit=600
misbehave() {
    local code=$1 message=$2
    shift 2
    printf '%s\n' '#!/bin/sh' "$@" >fake/weft-worker-f64
    chmod +x fake/weft-worker-f64
    rm -rf fake.db fake.db-*
    expect "$code" "$weft" run one.yaml -o fake.db --timeout $limit
    "$weft" status fake.db >status
    check "worker: $*" has status "$message"
}
# say ROW: the command of a worker that writes it.
say() { printf "echo '%s'" "$1"; }
keys=$(sed -nE 's/^ENVIRONMENT\(([a-z_]+),.*/,"\1":null/p' "$source_dir/src/common/machine/environment_list.h" | tr -d '\n')
environment=$(say '{"row":"environment"'"$keys}")
opening=$(say '{"row":"begin","pass":"timed","index":0,"time":"2026-01-31T12:00:00Z","load":0,"process":null}')
counts=$(sed -nE 's/^COST\(([a-z_]+),.*/,"\1":0/p' "$source_dir/src/common/base/cost_list.h" | tr -d '\n')
begin=$opening$'\n'$(say '{"row":"cost","step":0,"probe":false'"$counts}") # of the one step that follows
signs='"uncharged_ns":null,"switches":null,"waited_share":null,"stolen_ms":null'
step=$(say '{"row":"step","step":0,"ns":5,"iteration_ns":[5],"ghz":null,'"$signs}")
end=$(say '{"row":"end","pass":"timed","index":0,"hash":"0","peak_bytes":1,"library_allocations":0,"unconverged_steps":0,"involuntary_switches":null,"stolen_ms":null,"placed":true,"misplaced":null}')
done='echo "{\"row\":\"done\",\"deterministic\":true}"'
misbehave 8 'crashed (SIGSEGV)' 'kill -SEGV $$'
misbehave 8 'ended without a last row (exit code 3): no luck' 'echo no luck >&2' 'exit 3'
misbehave 8 'memory' 'exit 5'
limit=1
misbehave 8 'stopped after 1 s' 'sleep 600'
limit=600
misbehave 8 'skipped repetitions' "$done"
misbehave 8 'not a row inside a repetition' "$environment" "$begin" 'echo {half' "$step" "$end" "$done"
misbehave 8 'before the row of the environment' "$begin" "$step" "$end" "$done"
misbehave 8 'a row `step` lacks the key `ghz`' "$environment" "$begin" "$(say '{"row":"step","step":0,"ns":5,"iteration_ns":[5],'"$signs}")" "$end" "$done"
check "and is not stored" same "$(rows fake.db repetition)" 0
misbehave 8 'a row `step` has the unknown key `mhz`' "$environment" "$begin" "$step" "$(say '{"row":"step","step":1,"ns":5,"iteration_ns":[5],"ghz":1,"mhz":1,'"$signs}")" "$end" "$done"
check "nor is that" same "$(rows fake.db repetition)" 0
# A row outside repetitions fails its case as well, though all repetitions are there; so does a value of the wrong kind.
misbehave 8 'a row `linsys` lacks the key `name`' "$environment" "$(say '{"row":"linsys"}')" "$begin" "$step" "$end" "$done"
misbehave 8 'a row `done` has the unknown key `more`' "$environment" "$begin" "$step" "$end" 'echo "{\"row\":\"done\",\"deterministic\":true,\"more\":1}"'
misbehave 8 'the key `iteration_ns` of a row `step` must be a list' "$environment" "$begin" "${step/'[5]'/'"abc"'}" "$end" "$done"
misbehave 8 'the key `ns` of a row `setup` must be an object' "$environment" "$begin" "$(say '{"row":"setup","ns":null}')" "$step" "$end" "$done"
misbehave 8 'a row `environment` lacks the key `cpu`' "$(say '{"row":"environment"'"${keys/,\"cpu\":null/}}")" "$begin" "$step" "$end" "$done"
misbehave 8 'ended without a last row' "$environment" "$begin" "$step" 'printf "{\"row\":\"end\""'
check "half a repetition leaves nothing" same "$(rows fake.db repetition)" 0
misbehave 8 'ended without a last row' "$environment" "$begin" "$step" "$end" 'exit 0'
check "a whole one stays" same "$(rows fake.db repetition)" 1
misbehave 0 'diverged' "$environment" 'echo "{\"row\":\"failed\",\"status\":\"numeric\",\"message\":\"blew up\"}"' 'exit 6'
failed() { printf 'echo "{\\"row\\":\\"failed\\",\\"status\\":\\"%s\\",\\"message\\":\\"%s\\"}"' "$1" "$2"; }
for code in unsupported limit; do misbehave 0 'refused' "$environment" "$(failed $code 'never')"; done
for code in internal usage input io incomplete interrupted unheard; do
    misbehave 8 'failed' "$environment" "$(failed $code 'not now')"
done
for code in memory environment timeout; do misbehave 8 "$code" "$environment" "$(failed $code 'not now')"; done
misbehave 0 'none' 'echo METIS says hello' "$environment" 'echo' "$begin" "$step" "$end" 'head -c 3000000 /dev/zero | tr "\0" x' 'echo' "$done"
check "chatter between repetitions does no harm" same "$(rows fake.db repetition)" 1

# What makes no sense: values, order, and what was not asked for.
row() { say "{\"row\":\"step\",\"step\":${2:-0},\"ns\":$1,\"iteration_ns\":${3:-[5]},\"ghz\":${4:-null},$signs}"; }
for ns in -2 9007199254740993 1.5 '"5"' null true; do
    misbehave 8 'the key `ns` of a row `step` must be a whole number' "$environment" "$begin" "$(row "$ns")" "$end" "$done"
done
for text in 99999999999999999999 1e999 NaN '"\u0000"'; do
    misbehave 8 'not a row inside a repetition' "$environment" "$begin" "$(row 5 0 '[5]' "$text")" "$end" "$done"
done
misbehave 8 'not a row inside a repetition' "$environment" "$begin" "$(say '{"row":"step","row":"step"}')" "$step" "$end" "$done"
misbehave 8 'not a row inside a repetition' "$environment" "$begin" "printf '{\"row\":\"step\\0\"}\\n'" "$step" "$end" "$done"
misbehave 8 'not a row inside a repetition' "$environment" "$begin" "printf '{\"row\":\"\\377\"}\\n'" "$step" "$end" "$done"
misbehave 8 'the key `iteration_ns` of a row `step` must be a list of numbers' "$environment" "$begin" "$(row 5 0 '["a"]')" "$end" "$done"
misbehave 8 'the key `hash` of a row `end` must be a string of at most 1000 bytes' "$environment" "$begin" "$step" \
    "${end/'"hash":"0"'/"\"hash\":\"$(head -c 2000 /dev/zero | tr '\0' x)\""}" "$done"
misbehave 8 'the key `cores` of a row `environment` must be a whole number' "${environment/'"cores":null'/'"cores":"many"'}" "$begin" "$step" "$end" "$done"
misbehave 8 'a step that is none of the 1 of the case' "$environment" "$begin" "$(row 5 1)" "$end" "$done"
misbehave 8 'a row `step` comes twice' "$environment" "$begin" "$step" "$step" "$end" "$done"
misbehave 8 'has 0 of 1 rows `step`' "$environment" "$begin" "$end" "$done"
misbehave 8 'a row `environment` comes twice' "$environment" "$environment" "$begin" "$step" "$end" "$done"
misbehave 8 'inside another' "$environment" "$begin" "$begin" "$step" "$end" "$done"
misbehave 8 'ended that had not begun' "$environment" "$end" "$done"
misbehave 8 'is outside of one' "$environment" "$step" "$done"
misbehave 8 'not asked for' "$environment" "${begin/timed/phased}" "$step" "$end" "$done"
misbehave 8 'not asked for' "$environment" "$begin" "$step" "$end" "$begin" "$step" "$end" "$done"
check "what was whole stays" same "$(rows fake.db repetition)" 1
misbehave 8 'wrong `index`' "$environment" "${begin/'"index":0'/'"index":1'}" "$step" "$end" "$done"
misbehave 8 'wrong `time`' "$environment" "${begin/2026-01/soon}" "$step" "$end" "$done"
misbehave 8 'inside a repetition of the timed pass' "$environment" "$begin" "$(say '{"row":"phases","step":0,"ns":1,"phase_ns":{}}')" "$step" "$end" "$done"
misbehave 8 'comes after the last one' "$environment" "$begin" "$step" "$end" "$done" "$done"
misbehave 8 'more than 100000 lines that are no rows' "$environment" 'exec yes'
misbehave 8 'a row `step` comes twice' "$environment" "$begin" "exec yes '$(printf '%s' "${step#echo }" | tr -d "'")'"

# A repetition as long as one likes: what weft holds of it does not grow with it. most STEPS: how much that is, in KiB.
most() {
    sed "s/steps: 1,/steps: $1,/" one.yaml >steps.yaml
    { echo '#!/bin/sh' && echo "$environment" && echo "$opening"; } >fake/weft-worker-f64
    cat >>fake/weft-worker-f64 <<WORKER
awk 'BEGIN {
    for (i = 0; i < $1; i++)
        printf "{\"row\":\"cost\",\"step\":%d,\"probe\":false${counts//\"/\\\"}}\n", i
    for (i = 0; i < $1; i++)
        printf "{\"row\":\"step\",\"step\":%d,\"ns\":5,\"iteration_ns\":[5,6,7,8],\"ghz\":null,\"uncharged_ns\":null,\"switches\":null,\"waited_share\":null,\"stolen_ms\":null}\n", i
}'
sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/\$PPID/status >$scratch/peak
WORKER
    { echo "$end" && echo "$done"; } >>fake/weft-worker-f64
    rm -rf fake.db fake.db-*
    expect 0 "$weft" run steps.yaml -o fake.db --no-verdicts
}
most 30000
few=$(cat peak)
most 120000
many=$(cat peak)
check "long repetitions take no more memory: $few, $many KiB" test "$many" -lt $((few + 8000))
check "and are whole" same "$(rows fake.db step)" 120000

# What libraries and the loader say when they end a worker is not its crash.
misbehave 8 'environment' 'echo "libgomp: Thread creation failed: Resource temporarily unavailable" >&2' 'exit 1'
check "with what to do" has status 'take fewer threads'
misbehave 8 'environment' 'echo "weft-worker-f64: error while loading shared libraries: libx.so.1: cannot open shared object file" >&2' 'exit 127'

# ---- weft is stopped for longer than the time limit: the worker is not to blame ----
# What a worker does when the file `go` is there; it says that it is at work with the file `waits`.
until_told=": >$scratch/waits; until [ -e $scratch/go ]; do sleep 0.05; done"
printf '%s\n' '#!/bin/sh' "$environment" "$begin" "$until_told" "$step" "$end" "$done" >fake/weft-worker-f64
rm -rf fake.db fake.db-*
"$weft" run one.yaml -o fake.db --timeout 5 2>err &
runner=$!
check "a worker is at work" wait_for test -e waits
kill -STOP "$runner"
sleep 6
: >go
kill -CONT "$runner"
code=0
wait "$runner" || code=$?
check "a run that was stopped goes on" same "$code" 0
check "and has its case" has err "1 measured"

# ---- a terminal that is gone: nothing can be said, the run goes on ----
rm -rf fake.db fake.db-* waits go
printf '%s\n' '#!/bin/sh' "$until_told" "$environment" "$begin" "$step" "$end" "$done" >fake/weft-worker-f64
if command -v script >/dev/null; then
    script -qec "setsid '$weft' run one.yaml -o fake.db & until [ -e waits ]; do sleep 0.05; done" /dev/null >/dev/null
    : >go
    is_measured() { [ -s fake.db ] && "$weft" status fake.db 2>/dev/null | grep -q "1 case, 1 done"; }
    check "without a terminal the case is measured" wait_for is_measured
fi

# ---- unconverged, and tried again ----
misbehave 0 'unconverged' "$environment" "$begin" "$step" "${end/'"unconverged_steps":0'/'"unconverged_steps":100'}" "$done"
check "most steps are more than half" has err "1 measured (1 unconverged)"
expect 0 "$weft" run one.yaml -o fake.db
check "it is a result" has err "0 measured, 1 already there (1 unconverged)"
expect 0 "$weft" status fake.db
check "and is counted among what is done" has out "1 case, 1 done (1 unconverged)"
# accident TIMES LINE: a worker that ends with LINE so often, then does what it should.
accident() {
    printf '%s\n' '#!/bin/sh' "echo >>$scratch/tries" "if [ \$(wc -l <$scratch/tries) -le $1 ]; then $2; fi" \
        "$environment" "$begin" "$step" "$end" "$done" >fake/weft-worker-f64
    rm -rf fake.db fake.db-* tries
}
accident 2 'kill -KILL $$'
expect 0 "$weft" run one.yaml -o fake.db --retry 2
check "each try is said" same "$(grep -c '^\[0/1\] crashed ' err)" 2
check "what is tried again is measured" has err "1 measured, 0 already there, 0 diverged, 0 refused, 0 failed"
accident 2 'kill -KILL $$'
expect 8 "$weft" run one.yaml -o fake.db --retry 1
expect 0 "$weft" run one.yaml -o fake.db
check "the next run tries again without being asked" same "$(wc -l <tries)" 3
# A worker that dies behind its last repetition: nothing is left to measure, and it is tried again all the same.
# Asked what machine it is on, it says so, which is no try.
behind() {
    printf '%s\n' '#!/bin/sh' "if grep -q '\"job\":\"rates\"'; then $environment; $done; exit; fi" "echo >>$scratch/tries" \
        "if [ \$(wc -l <$scratch/tries) -gt $1 ]; then $environment; $done; exit; fi" \
        "$environment" "$begin" "$step" "$end" 'kill -SEGV $$' >fake/weft-worker-f64
    rm -rf fake.db fake.db-* tries
}
behind 2
for _ in 1 2; do expect 8 "$weft" run one.yaml -o fake.db; done
check "what failed behind its last repetition is no result" has err "0 already there, 0 diverged, 0 refused, 1 failed"
expect 0 "$weft" run one.yaml -o fake.db
check "until it ends well" same "$(wc -l <tries) $(grep -c '1 measured, 0 already there' err) $(rows fake.db repetition)" "3 1 1"
accident 1 'exit 5'
expect 8 "$weft" run one.yaml -o fake.db --retry 3
check "what would cost as much again waits for the next run" same "$(wc -l <tries)" 1

# A reference that cannot be had: its cases are refused when that is final, and tried again when it may be an accident.
sed -i 's/solver: pbd/solver: pbd, probes: 1/; s/measured: 0/measured: 1/' one.yaml
misbehave 0 'refused' 'echo "{\"row\":\"failed\",\"status\":\"unsupported\",\"message\":\"no such reference\"}"' 'exit 7'
check "a refused reference says why" has status 'no reference trajectory: no such reference'
misbehave 8 'no reference trajectory: disk full' 'echo "{\"row\":\"failed\",\"status\":\"io\",\"message\":\"disk full\"}"' 'exit 4'
misbehave 8 'no reference trajectory: ended without a last row (exit code 3): no l?ck' 'printf "no l\374ck\n" >&2' 'exit 3'
misbehave 8 'no reference trajectory: crashed (SIGSEGV)' 'kill -SEGV $$'
misbehave 8 'no reference trajectory: the worker wrote no file' "$environment" "$done"
