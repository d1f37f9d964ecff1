#!/usr/bin/env bash
# weft submit on a Slurm of two nodes (slurm/cluster.sh): a shard that is killed, one that comes near its time limit, a node that is drained, one that dies;
# what is merged is what one run measures. Skipped where Slurm is not installed. cli_slurm.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# soon COMMAND...: until it succeeds, for two minutes at most.
soon() {
    local i
    for ((i = 0; i < 600; i++)); do
        if "$@"; then return 0; fi
        sleep 0.2
    done
    echo "    waited in vain for: $*"
    return 1
}

slurm=$source_dir/tests/slurm/cluster.sh
mkdir cluster
code=0
timeout 100 "$slurm" start cluster || code=$?
if [ "$code" -eq 77 ]; then
    echo "skipped: Slurm is not installed (slurmctld slurmd slurm-client munge)"
    exit 77
fi
trap 'timeout 60 "$slurm" stop "$scratch/cluster" || true; finish' EXIT
[ "$code" -eq 0 ] || exit 1
export SLURM_CONF=$scratch/cluster/slurm.conf

# Workers that go to sleep while the file `hold` is there, each before the process of its shard that it says; `held-PID` then.
mkdir workers
cat >workers/weft-worker-f64 <<WORKER
#!/bin/sh
runner=\$PPID
if [ -e $scratch/hold ]; then
    echo process >>$scratch/begun-\$runner
    if [ "\$(wc -l <$scratch/begun-\$runner)" -gt "\$(cat $scratch/hold)" ]; then
        echo \$\$ >$scratch/held-\$runner
        while [ -e $scratch/hold ]; do sleep 0.2; done
    fi
fi
exec $1/weft-worker-f64 "\$@"
WORKER
chmod +x workers/weft-worker-f64
export WEFT_WORKERS=$scratch/workers WEFT_SAVE_S=1 OMP_WAIT_POLICY=passive

cat >sweep.yaml <<'YAML'
name: sweep
defaults: {scene: cloth, scene.n: 6, steps: 3, threads: 1, timed: 2, phased: 1, measured: 1, probes: 1}
blocks:
  - name: sweeps
    axes: {solver: [pbd, xpbd], iterations: [1, 2, 3, 4]}
  - name: others
    axes: {solver: [vbd, newton, pd, lbfgs], iterations: [2, 4]}
YAML

# ---- what one run measures ----
expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
# facts DB: all that is no time: cases with their outcomes, repetitions with the hash of the state at the end, every iterate.
facts() {
    local values
    values=$(sqlite3 "$1" "SELECT group_concat(name) FROM pragma_table_info('iterate') WHERE name NOT IN ('id', 'repetition_id')")
    sqlite3 -separator ' ' "$1" "
        SELECT 'case', c.key, p.block, p.position, o.status FROM plan AS p JOIN cases AS c ON c.id = p.case_id
            LEFT JOIN outcome AS o ON o.case_id = c.id ORDER BY 2;
        SELECT 'repetitions', c.key, r.pass, r.hash, count(*) FROM cases AS c JOIN repetition AS r ON r.case_id = c.id
            GROUP BY c.key, r.pass, r.hash ORDER BY 2, 3, 4;
        SELECT 'iterate', c.key, $values FROM cases AS c JOIN repetition AS r ON r.case_id = c.id
            JOIN iterate AS i ON i.repetition_id = r.id ORDER BY c.key, r.number, i.id"
}
facts whole.db >whole
check "there are facts of all kinds" same "$(cut -d' ' -f1 whole | uniq -c | awk '$1 > 10 {print $2}' | paste -sd' ')" "case repetitions iterate"

# ---- an array of four ----
echo 3 >hold # a reference, and two processes of cases
expect 0 timeout 60 "$weft" submit sweep.yaml -o sweep --shards 4 --time 30
cp out said
array=$(sed -n 's/^job \([0-9]*\): the shards.*/\1/p' said) merge=$(sed -n 's/^job \([0-9]*\): merges.*/\1/p' said)
check "job ids" test -n "$array" -a -n "$merge"
folder=sweep
status() { timeout 60 "$weft" status "$folder" >status; }
in_state() { status && [ "$(grep -cE "^ +[0-9]+ .* $1 " status)" -eq "$2" ]; }
saved() { status && [ "$(grep -cE '^ +[0-9]+ .* running +2' status)" -eq 2 ]; }
check "two run, and are copied" soon saved
check "and two wait" in_state waiting 2
check "on both nodes" same "$(awk '$5 == "running" {print $NF}' status | sort | paste -sd' ')" "n1 n2"

# A shard whose weft is killed, and one that Slurm tells that its time is up: both ask to be started again.
runner_of() { pgrep -f -- "^$weft run $scratch/.* --shard $1/4"; }
lost=$(runner_of 1)
check "its worker is at work" soon test -s "held-$lost"
kill -9 "$lost"
check "and one has two minutes left" soon test -s "held-$(runner_of 2)"
timeout 3 scancel --signal=USR1 --batch "${array}_2" || true # it asks again until the task, which goes back at once, is there
for shard in 1 2; do check "shard $shard is given back" soon has "sweep/log/shard-$shard.txt" "asks Slurm to start it again"; done

# A node is drained, and takes no other task until it is resumed.
expect 0 timeout 20 scontrol update nodename=n2 state=drain reason=test
rm hold
node_is() { timeout 20 sinfo -h -N -n "$1" -o %T | grep -qx "$2"; }
check "a node is drained" soon node_is n2 drained
# Slurm lets a task that it starts again wait for two minutes.
for shard in 1 2; do timeout 20 scontrol update jobid="${array}_$shard" starttime=now || true; done
works_on() { cat sweep/log/shard-*.txt | grep -q "on n1: whole"; }
check "the other one works on" soon works_on
expect 0 timeout 20 scontrol update nodename=n2 state=resume

# ---- merged ----
over() { [ -z "$(timeout 20 squeue -h -j "$merge" 2>/dev/null)" ]; }
check "the jobs end" soon over
timeout 20 scontrol show job "$merge" >job || true
check "well" has job "ExitCode=0:0"
expect 0 status
check "nothing is left" grep -qx "nothing is left to measure" status
check "all have ended" in_state ended 4
facts sweep/all.db >merged
check "every case, repetition, state and iterate is that of one run" cmp whole merged
check "the report is there" test -s sweep/report/index.html
for shard in 1 2; do
    check "shard $shard has repetitions of before and after" same "$(sqlite3 "sweep/shard-$shard.db" \
        'SELECT count(DISTINCT p.run_id) FROM repetition AS r JOIN process AS p ON p.id = r.process')" 2
done

# ---- a node that dies, with all that runs on it ----
folder=dies
echo 3 >hold
rm -f held-* begun-*
expect 0 timeout 60 "$weft" submit sweep.yaml -o dies --shards 2 --time 30
cp out said
array=$(sed -n 's/^job \([0-9]*\): the shards.*/\1/p' said) merge=$(sed -n 's/^job \([0-9]*\): merges.*/\1/p' said)
check "both nodes measure, and have a copy" soon saved
dead=$(awk '$NF == "n2" {print $1}' status)
on_n2() { grep -lzx 'SLURMD_NODENAME=n2' /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3; }
mapfile -t tasks < <(on_n2)
mapfile -t steps < <(for pid in "${tasks[@]}"; do ps -o ppid= "$pid"; done | sort -u | while read -r pid; do pgrep -f slurmstepd | grep -x "$pid" || true; done)
check "there is something to kill" test ${#tasks[@]} -gt 0 -a ${#steps[@]} -gt 0
kill -9 "$(cat cluster/slurmd-n2.pid)" "${steps[@]}" "${tasks[@]}" || true
rm cluster/slurmd-n2.pid
not_running() { status && grep -qE "^ +$dead .* stopped .* n2\$" status; }
check "its shard is stopped, and not running" soon not_running
rm hold
# Slurm finds it by itself after SlurmdTimeout; one so short that a test can wait for it takes a node of a busy machine for dead.
expect 0 timeout 20 scontrol update nodename=n2 state=down reason=dead
timeout 20 scontrol update jobid="${array}_$dead" starttime=now || true
check "the jobs end" soon over
timeout 20 scontrol show job "$merge" >job || true
check "well" has job "ExitCode=0:0"
facts dies/all.db >merged
check "nothing is lost, nothing is twice" cmp whole merged
check "the shard of the dead node went on from its copy" same "$(sqlite3 "dies/shard-$dead.db" \
    'SELECT count(DISTINCT p.run_id) FROM repetition AS r JOIN process AS p ON p.id = r.process')" 2
