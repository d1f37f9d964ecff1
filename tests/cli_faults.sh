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
printf '<not a topology' >bad.xml
twice one.yaml failed 'hwloc cannot' "export HWLOC_XMLFILE=$scratch/bad.xml"
twice probes.yaml failed 'no reference trajectory: hwloc cannot' "export HWLOC_XMLFILE=$scratch/bad.xml"
twice one.yaml crashed 'killed' 'kill -KILL $$'
twice one.yaml failed 'cannot be' "export WEFT_DATASETS=$scratch/none"
if ! grep -q "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt"; then # sanitizers reserve the whole address space
    twice large.yaml memory 'out of memory' 'ulimit -v 600000'
fi
if [ "$(nproc)" -ge 2 ]; then
    first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    twice two.yaml failed 'run on 1 processing unit' "taskset -cp $first \$\$ >/dev/null"
    expect 10 taskset -c "$first" "$weft" sim cloth --solver pbd --steps 2 --set scene.n=6 --threads 2
fi

# ---- so little address space that OpenBLAS would wait for ever before main ----
if ! grep -q "^WEFT_[A-Z]*SAN[A-Z]*:BOOL=ON" "$1/CMakeCache.txt"; then
    for kilobytes in 200000 290000 310000 330000 400000; do
        for program in weft "weft-worker-f64"; do
            code=0
            (ulimit -v $kilobytes && exec timeout 20 "$1/$program" help </dev/null >out 2>err) || code=$?
            check "$program ends with $kilobytes kB" test "$code" != 124
        done
        [ $kilobytes -gt 200000 ] || check "and says why" has err 'raise ulimit -v'
    done
fi
