#!/usr/bin/env bash
# Number and order of the measured processes: rounds over all blocks, processes added until the confidence interval is narrow, repetition of
# disturbed processes, waiting for a quiet machine. The worker is a script that prints known times. cli_sampling.sh BUILD SOURCE
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

# A worker whose n-th process reports the n-th step time of the file `times.txt`, in µs, or the last one. A d after the time: a disturbed process.
mkdir -p fake
keys=$(sed -nE 's/^ENVIRONMENT\(([a-z_]+),.*/,"\1":null/p' "$source_dir/src/common/machine/environment_list.h" | tr -d '\n')
counts=$(sed -nE 's/^COST\(([a-z_]+),.*/,"\1":0/p' "$source_dir/src/common/record/cost_list.h" | tr -d '\n')
cat >fake/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
echo process >>$scratch/begun
mapfile -t begun <$scratch/begun
mapfile -t times <$scratch/times.txt
us=\${times[\${#begun[@]} - 1]:-\${times[-1]}}
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

# begin TIME...: step times of the next processes.
begin() {
    rm -f begun
    printf '%s\n' "$@" >times.txt
}
processes() { rows "$1" process; }

# ---- rounds ----
begin 100
expect 0 "$weft" run cases.yaml -o seven.db --seed 7
check "each repetition is a process" same "$(processes seven.db)" 24
check "each round has each case once" same "$(paste <(column seven.db process round) <(column seven.db process case_id) | sort -u | wc -l)" 24
check "four rounds in order" same "$(column seven.db process round | uniq -c | xargs)" "6 1 6 2 6 3 6 4"
check "repetitions name their process" same "$(column seven.db repetition process | sort -n)" "$(seq 24)"
check "blocks are mixed" test "$(column seven.db process case_id | head -6 | xargs)" != "$(seq 6 | xargs)"
begin 100
expect 0 "$weft" run cases.yaml -o again.db --seed 7 --reps 1
check "the seed decides the order" same "$(column again.db process case_id | xargs)" "$(column seven.db process case_id | head -6 | xargs)"
begin 100
expect 0 "$weft" run cases.yaml -o eight.db --seed 8 --reps 1
check "another seed has another order" test "$(column eight.db process case_id | xargs)" != "$(column again.db process case_id | xargs)"
check "the seed is recorded" same "$(column eight.db run seed)" 8
begin 100
expect 0 "$weft" run one.yaml -o repeats.db --set repeats=3
check "repeats share a process" same "$(processes repeats.db) $(rows repeats.db repetition)" "4 12"

begin 100
cat >twins.yaml <<'YAML'
name: twins
defaults: {scene: cloth, scene.n: 4, solver: pbd, steps: 2, phased: 0, measured: 0}
blocks:
  - {name: a, axes: {timed: 2}}
  - {name: b, axes: {timed: 3}}
YAML
expect 0 "$weft" run twins.yaml -o twins.db
check "a case of two blocks is measured once, with the larger number of repetitions" same "$(processes twins.db)" 3
expect 0 "$weft" run twins.yaml -o twins.db
check "a second run measures nothing" same "$(processes twins.db)" 3

# ---- by width ----
begin 100 101 99
expect 0 "$weft" run one.yaml -o narrow.db --ci 5%
check "a narrow interval takes six processes" same "$(processes narrow.db)" 6
begin 100 120 80 100
expect 0 "$weft" run one.yaml -o wide.db --ci 5%
check "a wide one takes more" below 6 "$(processes wide.db)"
check "until it is narrow" below "$(processes wide.db)" 30
check "no case is reported as wide" same "$(grep -c -e --ci err)" 0
check "options are recorded" same "$(column wide.db run options)" "'--ci 0.05 --budget 0" # a text that begins with a hyphen, as CSV has it
begin $(seq 100 20 4000)
expect 0 "$weft" run one.yaml -o most.db --ci 1%
check "at most a hundred processes" same "$(processes most.db)" 100
check "a case that stays wide is reported" has err --ci
begin $(seq 100 20 400)
expect 0 "$weft" run one.yaml -o budget.db --ci 0.01% --budget 0.001
check "six processes whatever the budget" same "$(processes budget.db)" 6
begin 100
expect 0 "$weft" run one.yaml -o seven.db
check "without --ci the plan decides" same "$(column seven.db process run_id | grep -c '^2$')" 4
begin 100 120 80 100 90 110 100 120 80 100 90 110 fails 100
expect 8 "$weft" run one.yaml -o fails.db --ci 4% --set solver=pbd,xpbd
check "a failure beyond the plan is recorded" same "$(column fails.db case_outcome status | sort | uniq -c | xargs)" "1 crashed 1 done"
check "its case gets no more processes" same "$(column fails.db process case_id | sort | uniq -c | sort -n | head -1 | awk '{print $1}')" 7
check "the other case continues until its interval is narrow" below 13 "$(processes fails.db)" # which of the two is the other depends on the order
expect 0 "$weft" run one.yaml -o fails.db --ci 4% --set solver=pbd,xpbd
check "the next run continues the failed case" same "$(column fails.db case_outcome status | sort | uniq -c | xargs)" "2 done"
expect 2 "$weft" run one.yaml --budget 5
expect 2 "$weft" run one.yaml --ci 5x

# ---- disturbed ----
begin 100 200d 100 300d 100
expect 0 "$weft" run one.yaml -o disturbed.db
check "disturbed processes are reported" has err --again
expect 0 "$weft" run one.yaml -o disturbed.db
check "they are not measured again by themselves" same "$(processes disturbed.db)" 4
expect 0 "$weft" run one.yaml -o disturbed.db --again disturbed
check "--again adds as many processes as were disturbed" same "$(processes disturbed.db)" 6
check "nothing is deleted" same "$(rows disturbed.db repetition)" 6
expect 0 "$weft" run one.yaml -o disturbed.db --again disturbed
check "--again adds them once" same "$(processes disturbed.db)" 6
expect 2 "$weft" run one.yaml -o disturbed.db --again all

# ---- a quiet machine ----
# /proc/stat of a busy machine: a pipe. Each reading takes a page of it, and each page begins with more time on a processor and no idle time.
mkdir -p machine/proc
mkfifo machine/proc/stat
exec 9<>machine/proc/stat
for page in {1..4}; do
    printf '%-63s\n' "cpu $((1000 * page)) 0 0 0 0 0 0 0"
    for _ in {1..63}; do printf '%-63s\n' padding; done
done >&9
begin 100
expect 0 env WEFT_SYSTEM_ROOT="$scratch/machine" "$weft" run one.yaml -o busy.db --wait-quiet 0.001 --reps 1
cp err waited
expect 0 env WEFT_SYSTEM_ROOT="$scratch/machine" WEFT_WORKERS="$1" "$weft" run one.yaml -o untimed.db --wait-quiet 0.001 --set timed=0 \
    --set measured=1
check "a busy machine is reported" has waited quiet
check "the process is measured all the same" same "$(processes busy.db)" 1
check "a pass without times does not wait" same "$(grep -c quiet err)" 0
exec 9>&-
