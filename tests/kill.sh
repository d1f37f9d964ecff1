#!/usr/bin/env bash
# tests/kill.sh BUILD SOURCE [N [SEED]]: kills runs and reports, their workers, or both, N times (10) at random moments: while a store is made,
# brought up from an older version or planned, while references are made, between repetitions, inside them and while a report is written; by
# SIGKILL, SIGTERM, SIGHUP and SIGINT, or SIGKILL, SIGSEGV and SIGTERM to the worker; sometimes with a second run of the same store. After
# each: the exit code is one of those that are documented, the file is whole, every repetition that was there is, none is there twice, no
# worker lives on. Now and then a run is left alone: it completes, and all counts are exact.
set -euo pipefail
set -- "$(realpath -- "$1")" "$(realpath -- "$2")" "${@:3}" # it works in a folder of its own
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
kills=${3:-10} seed=${4:-$$}
RANDOM=$seed
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }

# Workers of our own, so that they can be told from those of others.
mkdir workers
cp "$1/weft-worker-f64" workers/
export WEFT_WORKERS=$scratch/workers
cp "$2/tests/old_store/strand.yaml" .
cat >new.yaml <<'YAML'
name: new
defaults: {scene: cloth, scene.n: 16, steps: 20, probes: 2, timed: 2, iterations: 10}
blocks:
  - {name: all, axes: {solver: [pbd, xpbd, pd]}}
figures:
  - {name: error, data: convergence, x: iteration, y: error, series: [solver]}
YAML
cat >old.yaml <<'YAML'
name: strand
defaults: {scene: strand.yaml, steps: 2, timed: 1, probes: 1, frames: 1, observe: 1}
blocks:
  - {name: all, axes: {solver: [xpbd, pd], broad: grid, iterations: [2, 3]}}
figures:
  - {name: gap, data: convergence, x: iteration, y: gap, series: [solver]}
YAML
begin_new() { rm -rf work.*; }
begin_old() { rm -rf work.* && sqlite3 work.db <"$source_dir/tests/old_store/version_5.sql"; }
# The repetitions of a whole run, by this build; and those that a store has: case, build, pass, number, hash. Not read only: what
# was killed while it brought a store up leaves a journal that a reader has to roll back.
declare -A WHOLE=([new]=12 [old]=12)
stored() {
    [ ! -s work.db ] || sqlite3 work.db "SELECT c.label, b.hash, r.pass, r.number, r.hash FROM repetition AS r
        JOIN cases AS c ON c.id = r.case_id JOIN build AS b ON b.id = r.build_id" 2>/dev/null | sort || true
}
# How many repetitions there are of the newest build. One reader after the other: the last that closes a file locks it for a moment.
stored_now() {
    local build
    build=$(sqlite3 work.db 'SELECT hash FROM build ORDER BY id DESC LIMIT 1')
    stored | grep -c "|$build|" || true
}
workers() { pgrep -f "^$scratch/workers/" || true; }
no_workers() { [ -z "$(workers)" ]; }

# How long a whole run takes here, in milliseconds: moments are of that.
declare -A LENGTH
for kind in new old; do
    "begin_$kind"
    start=$(date +%s%N)
    expect 0 "$weft" run $kind.yaml -o work.db --seed 1
    LENGTH[$kind]=$((($(date +%s%N) - start) / 1000000))
    check "$kind: whole" same "$(stored_now)" "${WHOLE[$kind]}"
done
expect 0 "$weft" report work.db -o whole
(cd whole && find . -type f | sort) >files

declare -A COUNT
# strike PID SIGNAL TARGET: after a random moment. Says in $struck whether there was something to strike.
strike() {
    local pid=$1 signal=$2 target=$3 worker
    sleep "$(awk -v ms=$((RANDOM * LENGTH[$kind] / 32768)) 'BEGIN { printf "%.3f", ms / 1000 }')"
    worker=$(pgrep -P "$pid" | head -n 1 || true)
    struck=false
    if [ "$target" != runner ] && [ -n "$worker" ]; then kill -s "$signal" "$worker" 2>/dev/null && struck=true; fi
    if [ "$target" != worker ]; then kill -s "$signal" "$pid" 2>/dev/null && struck=true; fi
    return 0
}

# one PROGRAM...: starts it and strikes it.
one() {
    local targets=(runner runner worker both) signals=(KILL TERM HUP INT) rival='' code=0 rival_code=0
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
        check "a rival runs, or is told that it cannot: $rival_code $(tail -n 1 rival.err)" grep -qw "$rival_code" <<<"0 4 8"
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
    check "$1: what was there is there" same "$(comm -23 before after | wc -l)" 0
    check "$1: nothing twice" same "$(cut -d'|' -f1-4 after | uniq -d | wc -l)" 0
    if [ -s work.db ]; then check "$1: the file is whole" same "$(sqlite3 work.db 'PRAGMA quick_check; PRAGMA foreign_key_check')" ok; fi
    mv after before
}

finish_run() {
    expect 0 "$weft" run $kind.yaml -o work.db
    look "$kind: left alone"
    check "$kind: all of it" same "$(stored_now)" "${WHOLE[$kind]}"
    check "$kind: every case" same "$(sqlite3 work.db "SELECT group_concat(DISTINCT status) FROM outcome")" 'done'
    expect 0 "$weft" run $kind.yaml -o work.db
    check "$kind: nothing is left to do" has err " 0 measured, "
    check "$kind: nothing is left behind" same "$(echo work.*)" "work.db work.references"
}

done=0
while ((done < kills)); do
    for kind in new old; do
        "begin_$kind"
        stored >before
        for ((i = 0; i < 8 && done < kills; i++)); do
            one run $kind.yaml -o work.db
            look "$kind"
        done
        finish_run
    done
    for ((i = 0; i < 3 && done < kills; i++)); do
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
