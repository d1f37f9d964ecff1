#!/usr/bin/env bash
# How often cases are measured, and in which order: rounds of processes over all blocks, sampling by width, disturbed processes, waiting
# for a quiet machine. The worker is a script whose times are known. cli_sampling.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >cases.yaml <<'YAML'
name: cases
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 4, phased: 0, measured: 0}
blocks:
  - {name: a, axes: {solver: pbd, iterations: [1, 2, 3]}}
  - {name: b, axes: {solver: xpbd, iterations: [1, 2, 3]}}
YAML
cat >one.yaml <<'YAML'
name: one
blocks:
  - {name: a, axes: {scene: cloth, scene.n: 4, solver: pbd, steps: 2, timed: 4, phased: 0, measured: 0}}
YAML

# A worker whose n-th process takes the n-th number of the file `times`, in µs a step, or its last; a number with a d is of a disturbed process.
mkdir -p fake
keys=$(sed -nE 's/^ENVIRONMENT\(([a-z_]+),.*/,"\1":null/p' "$source_dir/src/common/machine/environment_list.h" | tr -d '\n')
counts=$(sed -nE 's/^COST\(([a-z_]+),.*/,"\1":0/p' "$source_dir/src/common/base/cost_list.h" | tr -d '\n')
cat >fake/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
echo process >>$scratch/begun
n=\$(wc -l <$scratch/begun)
us=\$(sed -n "\${n}p" $scratch/times)
us=\${us:-\$(tail -n 1 $scratch/times)}
[ "\$us" = fails ] && exit 1
waited=0
[ "\$us" = "\${us%d}" ] || waited=1
[[ \$job =~ \"process\":([0-9]+) ]] && process=\${BASH_REMATCH[1]}
[[ \$job =~ \"timed\":([0-9]+) ]] && repeats=\${BASH_REMATCH[1]}
[[ \$job =~ \"first\":.\"timed\":([0-9]+) ]] && first=\${BASH_REMATCH[1]}
echo '{"row":"environment"$keys}'
for ((k = 0; k < repeats; k++)); do
    echo '{"row":"begin","pass":"timed","index":'\$((first + k))',"time":"2026-01-31T12:00:00Z","load":0,"process":'\$process'}'
    for step in 0 1; do
        echo '{"row":"cost","step":'\$step',"probe":false$counts}'
        echo '{"row":"step","step":'\$step',"ns":'\${us%d}'000,"iteration_ns":[5],"ghz":null,"uncharged_ns":null,"switches":null,"waited_share":'\$waited',"stolen_ms":null}'
    done
    echo '{"row":"end","pass":"timed","index":0,"hash":"0","peak_bytes":1,"library_allocations":0,"unconverged_steps":0,"involuntary_switches":null,"stolen_ms":null,"placed":true,"misplaced":null}'
done
echo '{"row":"done","deterministic":true}'
WORKER
chmod +x fake/weft-worker-f64
export WEFT_WORKERS=$scratch/fake

# begin TIME...: of the processes to come.
begin() {
    rm -f begun
    printf '%s\n' "$@" >times
}
processes() { rows "$1" process; }

# ---- rounds ----
begin 100
expect 0 "$weft" run cases.yaml -o seven.db --seed 7
check "each repetition of the plan is a process" same "$(processes seven.db)" 24
check "in four rounds" same "$(column seven.db process round | sort | uniq -c | tr -s ' \n' ' ')" " 6 1 6 2 6 3 6 4 "
check "each of all cases" same "$(paste <(column seven.db process round) <(column seven.db process case_id) | sort -u | wc -l)" 24
check "one after the other" same "$(column seven.db process round)" "$(column seven.db process round | sort -n)"
check "repetitions name their process" same "$(column seven.db repetition process | sort -n)" "$(seq 24)"
check "blocks are mixed" test "$(column seven.db process case_id | head -6 | tr '\n' ' ')" != "$(seq 6 | tr '\n' ' ')"
begin 100
expect 0 "$weft" run cases.yaml -o again.db --seed 7
check "the seed decides the order" same "$(column seven.db process case_id | tr '\n' ' ')" "$(column again.db process case_id | tr '\n' ' ')"
begin 100
expect 0 "$weft" run cases.yaml -o eight.db --seed 8
check "another one another order" test "$(column seven.db process case_id | tr '\n' ' ')" != "$(column eight.db process case_id | tr '\n' ' ')"
check "and is recorded" same "$(column eight.db run seed)" 8
begin 100
expect 0 "$weft" run one.yaml -o repeats.db --set repeats=3
check "repeats are of one process" same "$(processes repeats.db) $(rows repeats.db repetition)" "4 12"

begin 100
cat >twins.yaml <<'YAML'
name: twins
defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 2, phased: 0, measured: 0}
blocks:
  - {name: a, axes: {timed: 2}}
  - {name: b, axes: {timed: 3}}
YAML
script -qec "'$weft' run twins.yaml -o twins.db" /dev/null >terminal
check "progress knows before the first process how many there are" grep -q '0/3  [0-9]*:[0-9]' terminal
check "and which process of how many of its case runs" grep -q "  3/3" terminal
check "what two blocks want is measured once" grep -q '2 of 2 cases: 1 measured, 0 already there, 1 the same in another block, 0 div' <(tr -s '\r\n ' ' ' <terminal)
check "as often as one of them wants it" same "$(processes twins.db)" 3
expect 0 "$weft" run twins.yaml -o twins.db
check "and is there then" has err "0 measured, 1 already there, 1 the same"

# ---- by width ----
begin 100 101 99
expect 0 "$weft" run one.yaml -o narrow.db --ci 5%
check "six narrow ones are enough" same "$(processes narrow.db)" 6
begin 100 120 80 100 100 100 100 100 100 100
expect 0 "$weft" run one.yaml -o wide.db --ci 5%
check "wide ones get more" test "$(processes wide.db)" -gt 6
check "until they are narrow" test "$(processes wide.db)" -lt 30
check "and that is said of none" test "$(grep -c 'wider than --ci' err)" -eq 0
check "with the words of the command line" same "$(column wide.db run options)" "'--ci 0.05 --budget 0" # a text that begins with a hyphen, as CSV has it
begin $(seq 100 20 4000)
expect 0 "$weft" run one.yaml -o most.db --ci 1%
check "a hundred at most" same "$(processes most.db)" 100
check "which is said" has err "wider than --ci"
begin $(seq 100 20 40000)
expect 0 "$weft" run one.yaml -o budget.db --ci 0.01% --budget 0.001
check "the least is measured whatever the budget" same "$(processes budget.db)" 6
begin 100
expect 0 "$weft" run one.yaml -o seven.db
check "without a width the plan decides" same "$(column seven.db process run_id | grep -c '^2$')" 4
begin 100 120 80 100 90 110 100 120 80 100 90 110 fails 100
expect 8 "$weft" run one.yaml -o fails.db --ci 4% --set solver=pbd,xpbd
check "a process beyond the plan that fails is recorded" same "$(column fails.db case_outcome status | sort | uniq -c | xargs)" "1 crashed 1 done"
check "its case has no more" same "$(column fails.db process case_id | sort | uniq -c | sort -n | head -1 | awk '{print $1}')" 7
check "the other goes on, until it is narrow" test "$(processes fails.db)" -gt 13 # which of the two is the other depends on the order
check "the summary counts it" has err "2 of 2 cases: 2 measured, 0 already there, 0 diverged, 0 refused, 1 failed"
expect 0 "$weft" run one.yaml -o fails.db --ci 4% --set solver=pbd,xpbd
check "the next run goes on with it" same "$(column fails.db case_outcome status | sort | uniq -c | xargs)" "2 done"
expect 2 "$weft" run one.yaml --budget 5
expect 2 "$weft" run one.yaml --ci 5x
check "a share is explained" has err "as in 2% or 0.02, not \`5x\`"

# ---- disturbed ----
begin 100 200d 100 300d 100
expect 0 "$weft" run one.yaml -o disturbed.db
check "disturbed processes are counted" has err "2 of 4 timed processes were disturbed"
expect 0 "$weft" run one.yaml -o disturbed.db
check "and measured again only when told to" same "$(processes disturbed.db)" 4
expect 0 "$weft" run one.yaml -o disturbed.db --again disturbed
check "as many as there were" same "$(processes disturbed.db)" 6
check "nothing is deleted" same "$(rows disturbed.db repetition)" 6
expect 0 "$weft" run one.yaml -o disturbed.db --again disturbed
check "once" same "$(processes disturbed.db)" 6
expect 2 "$weft" run one.yaml -o disturbed.db --again all

# ---- quiet ----
begin 100
busy=()
for _ in $(seq "$(nproc)"); do
    while :; do :; done &
    busy+=("$!")
done
expect 0 "$weft" run one.yaml -o quiet.db --wait-quiet 0.5 --reps 1
cp err told
WEFT_WORKERS=${weft%/*} expect 0 "$weft" run one.yaml -o untimed.db --wait-quiet 0.5 --set timed=0 --set measured=1
kill "${busy[@]}"
wait "${busy[@]}" 2>/dev/null || true
check "a busy machine is told" has told "1 process was started though the machine did not become quiet"
check "and measured all the same" same "$(processes quiet.db)" 1
check "what takes no times does not wait for it" same "$(grep -c "did not become quiet" err)" 0
