#!/usr/bin/env bash
# long_faults.sh BUILD SOURCE [N|all [MODE...]]: weft and its workers while the system refuses something. In each run one call fails, the
# k-th of its kind (a full disk: and all after it), for N values of k that lie between the first and the last (6), or for all. What must hold
# each time: no signal, no hang, an exit code that is documented, a line that says why; what was stored before is still there; the same
# command then completes. cli_faults.sh does a few of them: FAULTY are the commands.
#   memory   an allocation (fault_inject.c)         worker   the same in a worker by itself, one with pd and one with xpbd
#   quota    ulimit -f, its signal ignored          write, disk, sync, rename, open, process, interrupt: a system call, by strace
# MODE: these alone. All k of a run or a report are hours; `all worker` is some minutes.
# shellcheck disable=SC2317 # functions called by name
set -- "$(realpath -- "$1")" "$(realpath -- "$2")" "${@:3}" # it works in a folder of its own
. "$2/tests/shell.sh" "$1" "$2"
build=$1 samples=${3:-6}
shift $(($# < 3 ? $# : 3))
modes=("$@")
((${#modes[@]})) || modes=(memory worker quota write disk sync rename open process)
sanitized=$(grep -c "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$build/CMakeCache.txt")

# ---- two experiments, a store of the first, and the output of each command without faults ----
cat >one.yaml <<'YAML'
name: one
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, measured: 1, threads: 1}
blocks:
  - {name: one, axes: {solver: [pd, xpbd]}}
tables:
  - {name: cost, title: Cost of a step, data: step, rows: [solver], values: [step_ms]}
YAML
sed 's/^name: one/name: two/; s/\[pd, xpbd\]/pbd/' one.yaml >two.yaml
expect 0 "$weft" run one.yaml -o base.db
read -ra COMMANDS <<<"${FAULTY:-list plan run sim report export compare status}"
declare -A ARGUMENTS=(
    [list]='list scenes' [plan]='plan two.yaml' [run]='run two.yaml -o work.db' [report]='report work.db -o report'
    [sim]='sim cloth --solver pd --set scene.n=4 --steps 2 --state-out state.csv' [export]='export work.db --table case_summary -o table.csv'
    [compare]='compare base.db work.db --format json' [status]='status work.db')

fresh() {
    rm -rf work.* report state.csv table.csv
    cp base.db work.db
}

# result NAME: what the command made, without what differs from run to run.
result() {
    case $1 in
        run) sqlite3 work.db "SELECT count(*) FROM repetition; SELECT status FROM outcome ORDER BY case_id" ;;
        sim) cat state.csv && grep -c '^end' out ;;
        report) (cd report && find . -type f ! -name '*.??????' | sort) && grep -c '</html>' report/index.html ;; # drafts stay behind
        export) cat table.csv ;;
        compare) grep -c . out ;;
        *) cat out ;;
    esac
}

for name in "${COMMANDS[@]}"; do
    fresh
    # shellcheck disable=SC2086 # words of a command line
    code=0 && "$weft" ${ARGUMENTS[$name]} >out 2>err || code=$?
    check "$name without a fault ($code)" test "$code" = 0 -o "$name" = compare
    result "$name" >"good.$name" 2>/dev/null
done
repetitions=$(sqlite3 base.db 'SELECT count(*) FROM repetition')

# ---- the judge ----
declare -A tally
judged=0
# judge NAME WHAT CODE: after a run with a fault. Of all k, every 50th is followed by a run without.
judge() {
    local name=$1 what=$2 code=$3 last after=0
    tally[$code]=$((${tally[$code]:-0} + 1))
    last=$(tail -n 1 err)
    case $code in
        0 | 13) check "$what: complete, since it ended with $code" cmp -s "good.$name" <(result "$name" 2>/dev/null) ;;
        3) check "$what: exit code 3" test "$name" = compare ;; # nothing to compare
        4 | 5 | 8 | 10) check "$what: one line has the reason ($last)" test -n "$last" ;;
        127) check "$what: the loader prints the reason ($last)" grep -q 'while loading shared libraries' err ;;
        *) check "$what: exit code $code ($last)" false ;;
    esac
    [ "$name" = list ] || [ "$name" = plan ] || [ "$name" = sim ] ||
        check "$what: stored repetitions are kept" same "$(sqlite3 work.db 'PRAGMA quick_check; SELECT count(*) FROM repetition WHERE case_id <= 2' 2>&1 | tr '\n' ' ')" "ok $repetitions "
    judged=$((judged + 1))
    [ "$code" != 0 ] && { [ "$samples" != all ] || [ $((judged % 50)) = 0 ]; } || return 0
    # shellcheck disable=SC2086
    "$weft" ${ARGUMENTS[$name]} >out 2>err || after=$?
    check "$what: then it completes ($after)" cmp -s "good.$name" <(result "$name" 2>/dev/null)
}

# spread TOTAL: the k to try, of 1 … TOTAL.
spread() {
    awk -v total="$1" -v n="$samples" 'BEGIN {
        if (n == "all" || n >= total) n = total
        for (i = 0; i < n; i++) print n == 1 ? int((total + 1) / 2) : 1 + int(i * (total - 1) / (n - 1) + 0.5)
    }'
}

tell() {
    local code text=
    for code in "${!tally[@]}"; do text+=" ${tally[$code]} × $code"; done
    printf '%-16s %-8s %6d of %6d faults: exit codes%s\n' "$1" "$2" "$3" "$4" "$text"
    tally=()
}

# ---- allocations ----

# preloaded PROGRAM:K COMMAND...
preloaded() {
    local fault=$1 code=0
    shift
    WEFT_FAULT=$fault WEFT_FAULT_LOG=$scratch/log LD_PRELOAD=$build/libfault_inject.so timeout 600 "$@" >out 2>err || code=$?
    return "$code"
}

mode_memory() {
    local name program total k code tried
    if [ "$sanitized" != 0 ]; then
        echo 'left out: memory, since sanitizers have an allocator of their own'
        return
    fi
    for program in weft weft-worker-f64; do
        for name in "${COMMANDS[@]}"; do
            [ $program = weft ] || [ "$name" = run ] || [ "$name" = sim ] || continue
            fresh
            rm -f log
            # shellcheck disable=SC2086
            preloaded $program:0 "$weft" ${ARGUMENTS[$name]} || true
            total=$(awk '{ if ($2 > n) n = $2 } END { print n + 0 }' log)
            tried=0
            for k in $(spread "$total"); do
                fresh
                rm -f log
                code=0
                # shellcheck disable=SC2086
                preloaded "$program:$k" "$weft" ${ARGUMENTS[$name]} || code=$?
                tried=$((tried + 1))
                if [ -s log ] && [ "$code" != 0 ]; then # times differ, and with them the number of allocations
                    check "memory: $program, $name, allocation $k of $total ended with $code: $(tail -n 1 err)" test "$code" = 5 -o "$code.$name" = 8.run
                fi
                judge "$name" "memory: $program, $name, allocation $k of $total" "$code"
            done
            tell "memory" "$name" "$tried" "$total"
        done
    done
}

# A worker by itself: what weft sends it, kept by a program in its place.
mode_worker() {
    local solver total k code tried worker=(env GOMP_SPINCOUNT=30000 OMP_NUM_THREADS=1 "$build/weft-worker-f64")
    [ "$sanitized" = 0 ] || return 0
    mkdir -p kept
    printf '#!/bin/sh\ntee %s/job | exec %s/weft-worker-f64\n' "$scratch" "$build" >kept/weft-worker-f64
    chmod +x kept/weft-worker-f64
    for solver in pd xpbd; do
        WEFT_WORKERS=$scratch/kept expect 0 "$weft" sim cloth --solver $solver --set scene.n=4 --steps 2
        rm -f log
        code=0
        preloaded weft-worker-f64:0 "${worker[@]}" <job || code=$?
        check "worker: $solver without a fault: $(<err)" test $code = 0
        total=$(awk '{ if ($2 > n) n = $2 } END { print n + 0 }' log)
        tried=0
        for k in $(spread "$total"); do
            rm -f log
            code=0
            preloaded "weft-worker-f64:$k" "${worker[@]}" <job || code=$?
            tried=$((tried + 1))
            tally[$code]=$((${tally[$code]:-0} + 1))
            [ "$code" = 0 ] && grep -q '^{"row":"done"' out || [ ! -s log ] ||
                check "worker: $solver, allocation $(<log) of $total ended with $code: $(<err)" test "$code" = 5 -a -n "$(<err)"
        done
        tell worker "$solver" "$tried" "$total"
    done
}

# ---- system calls: strace counts each call by itself, in each process ----
declare -A CALLS=([write]='write pwrite64' [disk]='pwrite64' [sync]='fsync fdatasync' [rename]='rename unlink mkdir ftruncate' [open]='openat'
    [process]='clone clone3 vfork pipe2' [interrupt]='read poll wait4 flock write')
declare -A ERRORS=([write]=EIO [disk]=ENOSPC [sync]=EIO [rename]=EDQUOT [open]=EMFILE [process]=EAGAIN [interrupt]=EINTR)

# traced FILTERS COMMAND...: with what strace saw in trace.
traced() {
    local code=0
    timeout 600 strace -f -qq -y --seccomp-bpf -o trace "$@" >out 2>err || code=$?
    return "$code"
}

# How often each command makes each call, in the process that makes most of it: total[NAME CALL].
declare -A total_of
count_calls() {
    local name call number
    for name in "${COMMANDS[@]}"; do
        fresh
        # shellcheck disable=SC2086
        traced -e trace="$(IFS=,; tr ' ' , <<<"${CALLS[*]}")" "$weft" ${ARGUMENTS[$name]} || true
        while read -r _ call number; do
            [ "${total_of[$name $call]:-0}" -ge "$number" ] || total_of[$name $call]=$number
        done < <(awk '/^[0-9]+ +[a-z0-9]+\(/ { sub(/\(.*/, "", $2); n[$1 " " $2]++ } END { for (p in n) print p, n[p] }' trace)
    done
}

mode_calls() {
    local mode=$1 call name total k code tried when said
    [ ${#total_of[@]} != 0 ] || count_calls
    for call in ${CALLS[$mode]}; do
        for name in "${COMMANDS[@]}"; do
            total=${total_of[$name $call]:-0} tried=0
            for k in $(spread "$total"); do
                when=$k
                [ "$mode" != disk ] || when=$k+
                fresh
                code=0
                # shellcheck disable=SC2086
                traced -e trace="$call" -e inject="$call:error=${ERRORS[$mode]}:when=$when" "$weft" ${ARGUMENTS[$name]} || code=$?
                tried=$((tried + 1))
                said=$(grep -m 1 INJECTED trace | cut -c1-120)
                [[ $said != *'write(2<'* || -s err ]] || echo 'the line itself was refused' >err
                judge "$name" "$mode: $name, $call $k of $total, $said" "$code"
            done
            [ "$tried" = 0 ] || tell "$mode $call" "$name" "$tried" "$total"
        done
    done
}

# ---- ulimit -f ----

mode_quota() {
    local name blocks code tried
    for name in "${COMMANDS[@]}"; do
        [[ $name =~ ^(run|sim|report|export)$ ]] || continue
        tried=0
        for blocks in 0 8 256; do
            fresh
            # Through pipes, which the limit does not concern.
            # shellcheck disable=SC2086
            { { (ulimit -f $blocks && exec timeout 600 "$weft" ${ARGUMENTS[$name]}) && code=0 || code=$?; echo $code >code; } 2>&1 >&3 | cat >err; } 3>&1 | cat >out
            tried=$((tried + 1))
            judge "$name" "quota: $name, files of $blocks KiB" "$(cat code)"
        done
        tell quota "$name" "$tried" 3
    done
}

for mode in "${modes[@]}"; do
    case $mode in
        memory | worker | quota) "mode_$mode" ;;
        *)
            if strace -qq -o /dev/null true 2>/dev/null; then
                mode_calls "$mode"
            else
                echo "left out: $mode, since strace is not here or may not trace"
            fi
            ;;
    esac
done
