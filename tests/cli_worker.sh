#!/usr/bin/env bash
# Workers that misbehave: what makes no sense fails its case and is not stored, what is whole stays, and the next run tries again. Each case
# of an experiment has a worker of its own, a script. cli_worker.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }

# The worker of a case is the file case/N, N the iterations of the case.
mkdir fake case
cat >fake/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
if [[ \$job == *'"job":"rates"'* ]]; then . "$scratch/case/rates"
elif [[ \$job =~ '"iterations":'([0-9]+) ]]; then
    number=\${BASH_REMATCH[1]}
    [[ \$job =~ '"process":'([0-9]+|null) ]]
    . <(sed "s/\"process\":null/\"process\":\${BASH_REMATCH[1]}/" "$scratch/case/\$number")
fi
WORKER
chmod +x fake/weft-worker-f64
export WEFT_WORKERS=$scratch/fake

# ---- the rows of a correct worker ----
say() { printf "echo '%s'" "$1"; }
keys=$(sed -nE 's/^ENVIRONMENT\(([a-z_]+),.*/,"\1":null/p' "$source_dir/src/common/machine/environment_list.h" | tr -d '\n')
environment=$(say '{"row":"environment"'"$keys}")
opening=$(say '{"row":"begin","pass":"timed","index":0,"time":"2026-01-31T12:00:00Z","load":0,"process":null}')
counts=$(sed -nE 's/^COST\(([a-z_]+),.*/,"\1":0/p' "$source_dir/src/common/record/cost_list.h" | tr -d '\n')
begin=$opening$'\n'$(say '{"row":"cost","step":0,"probe":false'"$counts}") # of the one step that follows
signs='"uncharged_ns":null,"switches":null,"waited_share":null,"stolen_ms":null'
row() { say "{\"row\":\"step\",\"step\":${2:-0},\"ns\":$1,\"iteration_ns\":${3:-[5]},\"ghz\":${4:-null},$signs}"; }
step=$(row 5)
end=$(say '{"row":"end","pass":"timed","index":0,"hash":"0","peak_bytes":1,"library_allocations":0,"unconverged_steps":0,"involuntary_switches":null,"stolen_ms":null,"placed":true,"misplaced":null}')
done=$(say '{"row":"done","deterministic":true}')
failed() { say "{\"row\":\"failed\",\"status\":\"$1\",\"message\":\"$2\"}"; }
printf '%s\n' "$environment" "$done" >case/rates # which machine this is

# misbehave STATUS REPETITIONS NAME LINE...: the worker of the next case is made of these lines; how the case ends, how many repetitions are
# stored, and a name that its message has, - for none.
cases=0
declare -a wanted named told
misbehave() {
    cases=$((cases + 1))
    wanted[cases]="$1|$2" named[cases]=$3
    shift 3
    told[cases]=$*
    printf '%s\n' "$@" >"case/$cases"
}
# judge CODE FLAGS...: runs all of them as one experiment.
judge() {
    local code=$1 number ended message
    shift
    printf '%s\n' 'name: all' 'defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 1, timed: 1, phased: 0, measured: 0}' \
        "blocks: [{name: a, axes: {iterations: [$(seq -s, 1 "$cases")]}}]" >all.yaml
    rm -f all.db
    expect "$code" "$weft" run all.yaml -o all.db "$@"
    sqlite3 -separator '|' all.db "SELECT p.value, o.status, (SELECT count(*) FROM repetition AS r WHERE r.case_id = o.case_id), o.message
        FROM outcome AS o JOIN parameter AS p ON p.case_id = o.case_id AND p.name = 'iterations' ORDER BY p.value" >ended
    for ((number = 1; number <= cases; number++)); do
        ended=$(sed -n "s/^$number|\([a-z]*|[0-9]*\)|.*/\1/p" ended)
        message=$(sed -n "s/^$number|[a-z]*|[0-9]*|//p" ended)
        check "worker: ${told[number]:0:300}" same "$ended" "${wanted[number]}"
        [ "${named[number]}" = - ] || check "message names ${named[number]}: $message" grep -qF -- "${named[number]}" <<<"$message"
    done
    cases=0
}

# ---- results: the run ends with 0 ----
misbehave "done" 1 - 'echo METIS says hello' "$environment" 'echo' "$begin" "$step" "$end" 'head -c 3000000 /dev/zero | tr "\0" x' 'echo' "$done"
misbehave diverged 0 - "$environment" "$(failed numeric 'blew up')" 'exit 6'
misbehave refused 0 - "$environment" "$(failed unsupported never)"
misbehave refused 0 - "$environment" "$(failed limit never)"
misbehave unconverged 1 - "$environment" "$begin" "$step" "${end/'"unconverged_steps":0'/'"unconverged_steps":100'}" "$done"
judge 0
repetitions all.db >before
expect 0 "$weft" run all.yaml -o all.db
repetitions all.db >after
check "results are not measured again" cmp before after
sqlite3 all.db "UPDATE outcome SET status = 'running' WHERE status = 'done'" # what a run leaves that was killed after its last repetition
expect 0 "$weft" run all.yaml -o all.db
repetitions all.db >after
check "a whole case that a killed run left is done" same "$(column all.db outcome status | grep -c '^done$') $(cmp before after)" "1 "

# ---- how a worker ends ----
misbehave crashed 0 SIGSEGV 'kill -SEGV $$'
misbehave crashed 0 ulimit 'kill -KILL $$'
# Memory ran out in the group of weft, or elsewhere on the machine.
mkdir -p machine/proc/self machine/sys/fs/cgroup/a.scope
export WEFT_SYSTEM_ROOT=$scratch/machine
echo 0::/a.scope >machine/proc/self/cgroup
printf 'oom 0\noom_kill 1\n' >machine/sys/fs/cgroup/a.scope/memory.events
misbehave memory 0 'memory ran out, the likely cause' "printf 'oom 0\noom_kill 2\n' >$scratch/machine/sys/fs/cgroup/a.scope/memory.events" 'kill -KILL $$'
misbehave crashed 0 ulimit "echo oom_kill \$\$ >$scratch/machine/proc/vmstat" 'kill -KILL $$'
misbehave crashed 0 luck 'echo no luck >&2' 'exit 3'
misbehave memory 0 - 'exit 5'
misbehave crashed 0 - "$environment" "$begin" "$step" 'printf "{\"row\":\"end\""' # half a repetition
misbehave crashed 1 - "$environment" "$begin" "$step" "$end" 'exit 0'             # a whole one
misbehave crashed 1 - "$environment" "$begin" "$step" "$end" "$done" 'exit 3'
for code in internal usage input io incomplete interrupted unheard; do misbehave failed 0 - "$environment" "$(failed $code 'not now')"; done
for code in memory environment timeout; do misbehave $code 0 - "$environment" "$(failed $code 'not now')"; done
# What libraries and the loader write when they end a worker.
misbehave environment 0 - 'echo "libgomp: Thread creation failed: Resource temporarily unavailable" >&2' 'exit 1'
misbehave memory 0 ulimit 'echo "error while loading shared libraries: libx.so.1: failed to map segment from shared object" >&2' 'exit 127'
misbehave environment 0 - 'echo "weft-worker-f64: error while loading shared libraries: libx.so.1: cannot open shared object file" >&2' 'exit 127'

# ---- rows: keys and values ----
misbehave failed 0 "fewer repetitions" "$done"
misbehave failed 0 - "$environment" "$begin" 'echo {half' "$step" "$end" "$done"
misbehave failed 0 ghz "$environment" "$begin" "$(say '{"row":"step","step":0,"ns":5,"iteration_ns":[5],'"$signs}")" "$end" "$done"
misbehave failed 0 mhz "$environment" "$begin" "$(say '{"row":"step","step":0,"ns":5,"iteration_ns":[5],"ghz":1,"mhz":1,'"$signs}")" "$end" "$done"
# A row outside repetitions fails its case as well, though all repetitions are there.
misbehave failed 0 linsys "$environment" "$(say '{"row":"linsys"}')" "$begin" "$step" "$end" "$done"
misbehave failed 1 more "$environment" "$begin" "$step" "$end" "$(say '{"row":"done","deterministic":true,"more":1}')"
misbehave failed 0 cpu "$(say '{"row":"environment"'"${keys/,\"cpu\":null/}}")" "$begin" "$step" "$end" "$done"
misbehave failed 0 cores "${environment/'"cores":null'/'"cores":"many"'}" "$begin" "$step" "$end" "$done"
misbehave failed 0 iteration_ns "$environment" "$begin" "$(row 5 0 '"abc"')" "$end" "$done"
misbehave failed 0 iteration_ns "$environment" "$begin" "$(row 5 0 '["a"]')" "$end" "$done"
misbehave failed 0 ns "$environment" "$begin" "$(say '{"row":"setup","ns":null}')" "$step" "$end" "$done"
misbehave failed 0 hash "$environment" "$begin" "$step" "${end/'"hash":"0"'/"\"hash\":\"$(head -c 2000 /dev/zero | tr '\0' x)\""}" "$done"
for ns in -2 9007199254740993 1.5 '"5"' null true; do misbehave failed 0 ns "$environment" "$begin" "$(row "$ns")" "$end" "$done"; done
for ghz in 99999999999999999999 1e999 NaN '"\u0000"'; do
    misbehave failed 0 - "$environment" "$begin" "$(row 5 0 '[5]' "$ghz")" "$end" "$done"
done
misbehave failed 0 - "$environment" "$begin" "$(say '{"row":"step","row":"step"}')" "$step" "$end" "$done"
misbehave failed 0 - "$environment" "$begin" "printf '{\"row\":\"step\\0\"}\\n'" "$step" "$end" "$done"
misbehave failed 0 - "$environment" "$begin" "printf '{\"row\":\"\\377\"}\\n'" "$step" "$end" "$done"

# ---- rows: order, and repetitions that nobody asked for ----
misbehave failed 0 - "$begin" "$step" "$end" "$done"
misbehave failed 0 - "$environment" "$environment" "$begin" "$step" "$end" "$done"
misbehave failed 0 - "$environment" "$begin" "$begin" "$step" "$end" "$done"
misbehave failed 0 - "$environment" "$end" "$done"
misbehave failed 0 - "$environment" "$step" "$done"
misbehave failed 0 step "$environment" "$begin" "$(row 5 1)" "$end" "$done"
misbehave failed 0 step "$environment" "$begin" "$step" "$step" "$end" "$done"
misbehave failed 0 step "$environment" "$begin" "$end" "$done"
misbehave failed 0 - "$environment" "${begin/timed/phased}" "$step" "$end" "$done"
misbehave failed 1 - "$environment" "$begin" "$step" "$end" "$begin" "$step" "$end" "$done"
misbehave failed 0 index "$environment" "${begin/'"index":0'/'"index":1'}" "$step" "$end" "$done"
misbehave failed 0 time "$environment" "${begin/2026-01/soon}" "$step" "$end" "$done"
misbehave failed 0 phases "$environment" "$begin" "$(say '{"row":"phases","step":0,"ns":1,"phase_ns":{}}')" "$step" "$end" "$done"
misbehave failed 1 - "$environment" "$begin" "$step" "$end" "$done" "$done"
# Endless ones.
misbehave failed 0 - "$environment" 'exec yes'
misbehave failed 0 step "$environment" "$begin" "exec yes '$(printf '%s' "${step#echo }" | tr -d "'")'"
judge 8

# ---- a process that a worker leaves behind: it holds the pipes, and is waited for by nobody ----
misbehave "done" 1 - "$environment" "$begin" "$step" "$end" "$done" 'setsid sleep 60 &'
misbehave crashed 0 luck "$environment" 'setsid sleep 60 &' 'echo no luck >&2' 'exit 3'
judge 8 --timeout 30

# ---- a worker that is killed, by a command of one case ----
for signal in KILL TERM XCPU; do
    printf 'kill -%s $$\n' $signal >case/7
    expect 9 "$weft" sim cloth --solver pbd --steps 1 --set iterations=7 --set scene.n=4
    check "SIG$signal is named" has err SIG$signal
done
printf 'kill -SEGV $$\n' >case/7
expect 1 "$weft" sim cloth --solver pbd --steps 1 --set iterations=7 --set scene.n=4

# ---- a worker without an end, at the time limit ----
misbehave timeout 0 - "$environment" "$begin" 'exec sleep 600'
judge 8 --timeout 1

# ---- long repetitions: the memory of weft does not grow with them ----
# peak STEPS: the memory of the runner, in KiB, after a repetition of so many steps of a thousand iterations each.
peak() {
    {
        printf '%s\n' "$environment" "$opening"
        cat <<WORKER
awk 'BEGIN {
    for (i = 0; i < $1; i++) printf "{\"row\":\"cost\",\"step\":%d,\"probe\":false${counts//\"/\\\"}}\n", i
    times = "5"
    for (i = 1; i < 1000; i++) times = times ",5"
    for (i = 0; i < $1; i++) printf "{\"row\":\"step\",\"step\":%d,\"ns\":5,\"iteration_ns\":[%s],\"ghz\":null,${signs//\"/\\\"}}\n", i, times
}'
sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/\$PPID/status >$scratch/peak
WORKER
        printf '%s\n' "$end" "$done"
    } >case/1
    rm -f all.db
    expect 0 "$weft" run all.yaml -o all.db --no-verdicts --set "steps=$1"
    check "every step is stored" same "$(rows all.db step)" "$1"
}
peak 400
few=$(cat peak)
peak 1200
many=$(cat peak)
echo "memory of the runner: $few KiB, and $many KiB for three times the steps"
check "long repetitions take no more memory" test "$many" -lt $((few + 4000))

# ---- retries ----
# tried TIMES LINE: a worker that ends with LINE so often, then does its work.
tried() {
    printf '%s\n' "echo >>$scratch/tries" "if [ \$(wc -l <$scratch/tries) -le $1 ]; then $2; fi" "$environment" "$begin" "$step" "$end" "$done" >case/1
    rm -f all.db tries
}
tried 2 'kill -KILL $$'
expect 0 "$weft" run all.yaml -o all.db --retry 2
check "two retries: each try, one result" same "$(wc -l <tries) $(rows all.db repetition) $(column all.db outcome status)" "3 1 done"
tried 2 'kill -KILL $$'
expect 8 "$weft" run all.yaml -o all.db --retry 1
expect 0 "$weft" run all.yaml -o all.db
check "the next run tries again without being asked" same "$(wc -l <tries)" 3
tried 1 'exit 5'
expect 8 "$weft" run all.yaml -o all.db --retry 3
check "out of memory is not tried again by the same run" same "$(wc -l <tries)" 1
# A worker that dies behind its last repetition: nothing is left to measure, and it is tried again all the same.
printf '%s\n' "echo >>$scratch/tries" "if [ \$(wc -l <$scratch/tries) -gt 2 ]; then $environment; $done; exit; fi" \
    "$environment" "$begin" "$step" "$end" 'kill -SEGV $$' >case/1
rm -f all.db tries
for _ in 1 2; do expect 8 "$weft" run all.yaml -o all.db; done
check "a case that failed behind its last repetition has no result" same "$(column all.db outcome status)" failed
expect 0 "$weft" run all.yaml -o all.db
check "until it ends well" same "$(wc -l <tries) $(column all.db outcome status) $(rows all.db repetition)" "3 done 1"

# ---- steps without convergence are a result, whose interval is narrowed as that of any other ----
# Its n-th process takes the n-th of these times, in µs.
# shellcheck disable=SC2016 # it is the worker that has first and process
printf '%s\n' "[[ \$job =~ '\"first\":{\"timed\":'([0-9]+) ]] && first=\${BASH_REMATCH[1]}" "[[ \$job =~ '\"process\":'([0-9]+) ]] && process=\${BASH_REMATCH[1]}" \
    'us=(100 120 80) && us=${us[first]:-100}' "$environment" "$(sed "s/\"index\":0/\"index\":'\$first'/; s/\"process\":null/\"process\":'\$process'/" <<<"$begin")" \
    "${step/'"ns":5'/"\"ns\":'\$us'000"}" "${end/'"unconverged_steps":0'/'"unconverged_steps":1'}" "$done" >case/1
rm -f all.db
expect 0 "$weft" run all.yaml -o all.db --ci 5%
check "more than the six processes of a narrow interval" test "$(rows all.db process)" -gt 6 -a "$(rows all.db process)" -lt 30
check "status of the case" same "$(column all.db outcome status)" unconverged

# ---- a reference that cannot be had: its cases are refused when that is final, and tried again when it may be an accident ----
sed -i 's/probes: 1, //; s/measured: 0/measured: 1, probes: 1/; s/scene.n: 4, //; s/axes: {.*/axes: {scene.n: [2, 3, 4, 5, 6]}}]/' all.yaml
sed -i "s/iterations/n/" fake/weft-worker-f64
printf '%s\n' "$environment" "$(failed unsupported 'no such reference')" 'exit 7' >case/2
printf '%s\n' "$environment" "$(failed io 'disk full')" 'exit 4' >case/3
printf '%s\n' 'printf "no l\374ck\n" >&2' 'exit 3' >case/4
printf '%s\n' 'kill -SEGV $$' >case/5
printf '%s\n' "$environment" "$done" >case/6 # it wrote no file
rm -f all.db
expect 8 "$weft" run all.yaml -o all.db
check "status of cases without a reference" same "$(sqlite3 all.db "SELECT CAST(p.value AS INTEGER) || ' ' || o.status FROM outcome AS o JOIN parameter AS p ON p.case_id = o.case_id
    AND p.name = 'scene.n' ORDER BY p.value" | xargs)" "2 refused 3 failed 4 failed 5 failed 6 failed"
check "the words of the worker are kept" same "$(column all.db outcome message | grep -cE 'such|disk|l.ck|SIGSEGV')" 4
# The second attempt creates the reference.
sed 's/n: \[.*/n: 4}}]/' all.yaml >one.yaml
printf '%s\n' "echo >>$scratch/tries" "if [ \$(wc -l <$scratch/tries) = 1 ]; then kill -KILL \$\$; fi" "exec $1/weft-worker-f64 <<<\"\$job\"" >case/4
rm -f all.db tries
expect 0 "$weft" run one.yaml -o all.db --retry 1
check "two attempts at the reference, one process for the case, which is done" same "$(wc -l <tries) $(column all.db outcome status)" "3 done"

# ---- a terminal that closes: nothing can be printed, the run continues ----
if has_terminals; then
    sed -i 's/n: \[.*/n: 7}}]/; s/measured: 1, probes: 1/measured: 0/' all.yaml
    # The worker is there, and works when the terminal is gone.
    printf '%s\n' ": >$scratch/waits; until [ -e $scratch/go ]; do sleep 0.05; done" "$environment" "$begin" "$step" "$end" "$done" >case/7
    rm -f all.db
    script -qec "setsid '$weft' run all.yaml -o all.db & until [ -e waits ]; do sleep 0.05; done" /dev/null >/dev/null
    : >go
    is_measured() { [ "$(column all.db outcome status 2>/dev/null)" = "done" ]; }
    check "without a terminal the case is measured" wait_for is_measured
fi
