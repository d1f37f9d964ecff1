#!/usr/bin/env bash
# A machine in bad conditions: its cases fail, none is refused, and the next run, in good conditions, measures them.
. "$(dirname "$0")/shell.sh"

# Workers that start in the conditions written to a file; they are the same program in all of them, so the same build.
mkdir workers
export WEFT_WORKERS=$scratch/workers
for precision in f64 f32; do
    printf '%s\n' '#!/bin/bash' ". '$scratch/conditions'" "exec '$1/weft-worker-$precision'" >"workers/weft-worker-$precision"
    chmod +x "workers/weft-worker-$precision"
done

cat >one.yaml <<'YAML'
name: one
defaults: {scene: cloth, scene.n: 6, solver: pbd, steps: 2, timed: 1, phased: 0, measured: 0}
blocks:
  - name: one
    axes: {threads: 1}
YAML
sed 's/threads: 1/threads: 2/' one.yaml >two.yaml
sed 's/measured: 0/measured: 1, probes: 1/' one.yaml >probes.yaml
sed 's/scene.n: 6/scene.n: 1000/; s/steps: 2/steps: 1/' one.yaml >large.yaml

# twice EXPERIMENT STATUS MESSAGE CONDITIONS: a run in these conditions, and one in good ones.
twice() {
    rm -rf again.db again.references
    echo "$4" >conditions
    expect 8 "$weft" run "$1" -o again.db
    check "a failure, not refused: $4" has err '0 refused, 1 failed'
    "$weft" status again.db >status
    check "its status: $4" has status "$2"
    check "it says why: $4" has status "$3"
    : >conditions
    expect 0 "$weft" run "$1" -o again.db
    check "then it is measured: $4" has err '1 measured, 0 already there'
}

printf '<not a topology' >bad.xml
twice one.yaml environment 'hwloc cannot' "export HWLOC_LIBXML=0 HWLOC_XMLFILE=$scratch/bad.xml"
twice probes.yaml failed 'no reference trajectory: hwloc cannot' "export HWLOC_LIBXML=0 HWLOC_XMLFILE=$scratch/bad.xml"
twice one.yaml crashed 'killed' 'kill -KILL $$'
twice one.yaml failed 'cannot be' "export WEFT_DATASETS=$scratch/none"
if ! grep -q "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt"; then # sanitizers reserve the whole address space
    twice large.yaml memory 'out of memory' 'ulimit -v 600000'
fi
if [ "$(nproc)" -ge 2 ]; then
    first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    twice two.yaml environment 'run on 1 processing unit' "taskset -cp $first \$\$ >/dev/null"
    expect 10 taskset -c "$first" "$weft" sim cloth --solver pbd --steps 2 --set scene.n=6 --threads 2
fi

# ---- little address space: OpenBLAS would wait for ever before main, so the command line has none of the libraries, and a worker looks first ----
libraries=$(ldd "$weft" | awk '{ print $1 }')
for library in blas lapack cholmod metis hwloc; do
    check "weft is not linked with $library" same "$(grep -c "$library" <<<"$libraries")" 0
    check "its workers are linked with $library" test "$(ldd "$1"/weft-worker-f64* | grep -c "$library")" -gt 0
done
# under KILOBYTES PROGRAM...: its exit code in $code, after ten minutes 124.
under() {
    code=0
    (ulimit -v "$1" && shift && exec timeout 600 "$@" </dev/null >out 2>err) || code=$?
}
if ! grep -q "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt"; then
    : >conditions
    expect 0 "$weft" run one.yaml -o little.db
    for kilobytes in 60000 100000 200000 300000; do
        for words in help 'list solvers' 'list support' 'status little.db' 'report little.db -o little'; do
            # shellcheck disable=SC2086 # words of a command line
            under $kilobytes "$weft" $words
            check "weft $words ends with $kilobytes kB, not $code" test "$code" = 0 -o "$code" = 5
            [ "$code" = 0 ] || check "and says why" has err 'out of memory'
        done
    done
    for kilobytes in 64 200 512; do
        check "weft ends with a stack of $kilobytes kB" same "$( (ulimit -s $kilobytes && exec "$weft" report little.db -o little) 2>err; echo $?)" 5
        check "and says why" has err "a stack may have $kilobytes KiB, and weft needs 1024; raise \`ulimit -s\`"
    done
    under 60000 "$weft" help
    check "60 MB are enough for help" test "$code" = 0
    for kilobytes in 200000 290000 310000 330000 400000; do
        under $kilobytes "$1/weft-worker-f64" help
        check "a worker ends with $kilobytes kB" test "$code" != 124
        [ $kilobytes -gt 200000 ] || check "and says why" has err 'raise ulimit -v'
    done
fi

# ---- a standard stream that is full or closed ----
: >conditions
[ -s little.db ] || expect 0 "$weft" run one.yaml -o little.db
while read -r words; do
    # shellcheck disable=SC2086 # words of a command line
    check "a full disk under the output of $words" same "$("$weft" $words >/dev/full 2>err; echo $?) $(grep -c '^weft: .*cannot be written' err)" '4 1'
    code=0
    # shellcheck disable=SC2086
    "$weft" $words >/dev/null 2>&- || code=$?
    check "no standard error for $words" same "$code" 0
done <<END
list
list solvers
help
help run
--version
plan one.yaml
status little.db
export little.db
report little.db -o little
report little.db --claims
completion bash
doctor
sim cloth --solver pbd --set scene.n=4 --steps 2
matrix cloth --solver pd --set scene.n=4 -o systems
mesh $source_dir/datasets/meshes/brain.ele
END
for closed in '2>&-' '>&- 2>&-' '<&- >&- 2>&-' '2>/dev/full'; do
    rm -rf quiet.db
    check "a run with $closed" bash -c "'$weft' run one.yaml -o quiet.db $closed"
    check "its repetitions are there with $closed" same "$(rows quiet.db repetition)" 1
done

# ---- files that may not grow: the limit's signal ends nothing ----
for blocks in 0 4 64; do
    rm -rf grown.db*
    code=0
    (ulimit -f $blocks && exec "$weft" run one.yaml -o grown.db) 2>&1 >/dev/null | cat >err
    code=${PIPESTATUS[0]}
    check "a run with files of $blocks KiB ends with 4, not $code" test "$code" = 4
    check "it says that the disk is full" has err 'ulimit -f'
done
