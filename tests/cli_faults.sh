#!/usr/bin/env bash
# A machine in bad conditions: its cases fail, none is refused, and the next run, in good conditions, measures them. Little memory, full and
# closed streams, and a few calls that fail; long_faults.sh has more of them fail. cli_faults.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
sanitized=$(grep -c "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt" || true)

# Workers that start in the conditions written to a file; they are the same program in all of them, so the same build.
mkdir workers
export WEFT_WORKERS=$scratch/workers
for precision in f64 f32; do
    printf '%s\n' '#!/bin/bash' ". '$scratch/conditions'" "exec '$1/weft-worker-$precision'" >"workers/weft-worker-$precision"
    chmod +x "workers/weft-worker-$precision"
done

cat >one.yaml <<'YAML'
name: one
defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 2, timed: 1, phased: 0, measured: 0}
blocks:
  - name: one
    axes: {threads: 1}
YAML
sed 's/threads: 1/threads: 2/' one.yaml >two.yaml
sed 's/measured: 0/measured: 1, probes: 1/' one.yaml >probes.yaml

# twice EXPERIMENT STATUS CONDITIONS: a run in these conditions, and one in good ones.
twice() {
    rm -rf again.db again.references
    echo "$3" >conditions
    expect 8 "$weft" run "$1" -o again.db
    check "status: $3" same "$(column again.db outcome status)" "$2"
    check "a message: $3" test -n "$(column again.db outcome message)"
    : >conditions
    expect 0 "$weft" run "$1" -o again.db
    check "then it is measured: $3" same "$(column again.db outcome status) $(column again.db repetition pass | grep -c timed)" "done 1"
}

printf '<not a topology' >bad.xml
twice one.yaml environment "export HWLOC_LIBXML=0 HWLOC_XMLFILE=$scratch/bad.xml"
twice probes.yaml failed "export HWLOC_LIBXML=0 HWLOC_XMLFILE=$scratch/bad.xml" # no reference
twice one.yaml crashed 'kill -KILL $$'
twice one.yaml failed "export WEFT_DATASETS=$scratch/none"
first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
if [ "$(nproc)" -ge 2 ]; then twice two.yaml environment "taskset -cp $first \$\$ >/dev/null"; fi
expect 10 taskset -c "$first" "$weft" sim cloth --solver pbd --steps 2 --set scene.n=4 --threads 2

# ---- little address space, or data: OpenBLAS would wait for ever before main, so the command line has none of the libraries, and a worker
# ---- looks first ----
ldd "$weft" >libraries
for library in blas lapack cholmod metis hwloc; do
    check "weft is not linked with $library" same "$(grep -c "$library" libraries)" 0
    check "its workers are linked with $library" test "$(ldd "$1"/weft-worker-f64* | grep -c "$library")" -gt 0
done
# under FLAG KILOBYTES PROGRAM...: its exit code in $code, after ten minutes 124.
under() {
    code=0
    (ulimit "$1" "$2" && shift 2 && exec timeout 600 "$@" </dev/null >out 2>err) || code=$?
}
expect 0 "$weft" run one.yaml -o little.db
if [ "$sanitized" = 0 ]; then # sanitizers reserve the whole address space
    for kilobytes in 60000 200000; do
        for words in 'list solvers' 'report little.db -o little'; do
            # shellcheck disable=SC2086 # words of a command line
            under -v $kilobytes "$weft" $words
            check "weft $words ends with $kilobytes kB, not $code" test "$code" = 0 -o "$code" = 5 -a -s err
        done
    done
    under -v 60000 "$weft" help
    check "60 MB are enough for help" test "$code" = 0
    code=0
    (ulimit -s 512 && exec "$weft" report little.db -o little) >out 2>err || code=$?
    check "weft ends with a stack of 512 kB" same "$code $(grep -c ulimit err)" "5 1"
    for kilobytes in 200000 310000; do
        under -v $kilobytes "$1/weft-worker-f64" help
        check "a worker ends with $kilobytes kB" test "$code" != 124 -a "$code" != 0
    done
    for kilobytes in 1000 51200 250000; do
        under -d $kilobytes "$weft" sim chain --solver pd --steps 1
        check "a worker with $kilobytes kB of data ends" same "$code $(grep -c 'ulimit -v' err)" "5 1"
    done

    # ---- files that are too large for what there is ----
    printf '%s\n' 'bodies:' '  - mesh: large.obj' '    mass: 1' '    springs: {structural: {stiffness: 1}}' >large.yaml
    truncate -s 3G huge.obj
    under -v 500000 "$weft" mesh huge.obj
    check "a file above the size limit is rejected" same "$code $(grep -c 'huge.obj: larger than' err)" "3 1"
    truncate -s 3G huge.csv
    under -v 500000 "$weft" sim cloth --solver pd --set scene.n=4 --steps 1 --state huge.csv
    check "so is a state" same "$code $(grep -c 'huge.csv: larger than' err)" "3 1"
    sed 's/mesh: .*/mesh: huge.obj/' large.yaml >huge.yaml
    under -v 500000 "$weft" sim ./huge.yaml --solver xpbd --steps 1
    check "so is the mesh of a scene" same "$code $(grep -c 'huge.obj: larger than' err)" "3 1"
    mkdir huge && truncate -s 1G huge/x0.csv huge/x1.csv
    under -v 500000 "$weft" judge cloth huge --dt 0.01
    check "frames that are no states are not read to their end" same "$code $(grep -c 'x0.csv:1: not a state file' err)" "3 1"
    rm -r huge huge.csv huge.obj
    truncate -s 300M large.obj
    expect 5 "$weft" sim ./large.yaml --solver xpbd --steps 1 --set memory=64
    check "a file beyond the memory of the case is named" has err large.obj

    # ---- another allocator ----
    for words in 'list solvers' 'sim cloth --solver pd --set scene.n=4 --steps 1 --threads 2' 'report little.db -o other'; do
        # shellcheck disable=SC2086 # words of a command line
        expect 0 env LD_PRELOAD="$1/libother_allocator.so" "$weft" $words
    done
fi

# ---- a standard stream that is full or closed ----
while read -r words; do
    # shellcheck disable=SC2086 # words of a command line
    check "a full disk under the output of $words" same "$("$weft" $words >/dev/full 2>err; echo $?) $(grep -q '^weft: ' err && echo message)" '4 message'
    code=0
    # shellcheck disable=SC2086
    "$weft" $words >/dev/null 2>&- || code=$?
    check "no standard error for $words" same "$code" 0
done <<END
list solvers
help run
--version
plan one.yaml
status little.db
export little.db
report little.db --claims
doctor
sim cloth --solver newton --set scene.n=4 --steps 2
mesh $source_dir/datasets/meshes/brain.ele
END
code=0
"$weft" list 2>err >&- || code=$?
check "no standard output" same "$code $(grep -c '^weft: ' err)" "4 1"
for closed in '2>&-' '>&- 2>&-' '<&- >&- 2>&-' '2>/dev/full'; do
    rm -rf quiet.db
    check "a run with $closed" bash -c "'$weft' run one.yaml -o quiet.db $closed"
    check "its repetitions are there with $closed" same "$(rows quiet.db repetition)" 1
done

# ---- a file system without locks: reported as such for every error of the system, not as another run or a full disk ----
cat >no_locks.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const char *call)
{
    errno = atoi(getenv("REASON"));
    return strcmp(getenv("CALL"), call) == 0 ? -1 : 0;
}

int flock(int file, int operation)
{
    (void)file, (void)operation;
    return refuse("flock");
}

#define FCNTL(name)                                                                                  \
    int name(int file, int command, ...)                                                             \
    {                                                                                                \
        va_list list;                                                                                \
        va_start(list, command);                                                                     \
        void *argument = va_arg(list, void *);                                                       \
        va_end(list);                                                                                \
        if (command == F_GETLK || command == F_SETLK || command == F_SETLKW)                         \
            return refuse("fcntl");                                                                  \
        return ((int (*)(int, int, ...))dlsym(RTLD_NEXT, #name))(file, command, argument);           \
    }
FCNTL(fcntl)
FCNTL(fcntl64)
C
if [ "$sanitized" = 0 ] && command -v gcc >/dev/null; then
    gcc -shared -fPIC no_locks.c -o no_locks.so -ldl
    lockless() { LD_PRELOAD=$scratch/no_locks.so CALL=$1 REASON=$2 "$weft" "${@:3}"; }
    for reason in 37 38 95; do # ENOLCK, ENOSYS, EOPNOTSUPP
        for call in flock fcntl; do
            rm -rf lockless.db*
            expect 4 lockless $call $reason run one.yaml -o lockless.db
            check "$call without locks, $reason" has err "no locks"
            check "no lock file stays" test ! -e lockless.db.lock
        done
    done
    expect 4 lockless fcntl 37 status little.db
    check "of a database that is only read" has err "no locks"
    expect 0 "$weft" run one.yaml -o lockless.db # on a disk of this machine
fi

# ---- files that may not grow: the limit's signal ends nothing ----
for blocks in 0 64; do
    rm -rf grown.db*
    { (ulimit -f $blocks && exec "$weft" run one.yaml -o grown.db) && code=0 || code=$?; echo "$code" >code; } 2>&1 >/dev/null | cat >err
    code=$(cat code)
    check "a run with files of $blocks KiB ends with 4, not $code" test "$code" = 4 -a -s err
done

# ---- calls that fail: an allocation, a write, a full disk, one of each in a run, a simulation and a report ----
unset WEFT_WORKERS
check "one call fails" env FAULTY="run sim report" bash "$source_dir/tests/long_faults.sh" "$1" "$source_dir" 1 memory write disk sync
