#!/usr/bin/env bash
# weft submit on a Slurm of two nodes (slurm/cluster.sh): the merged shards are what one run measures. Skipped where Slurm is not installed.
# long_slurm.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

slurm=$source_dir/tests/slurm/cluster.sh
mkdir cluster
code=0
"$slurm" start cluster || code=$?
if [ "$code" -eq 77 ]; then
    echo "skipped: Slurm is not installed (slurmctld slurmd slurm-client munge)"
    exit 77
fi
trap '"$slurm" stop "$scratch/cluster" || true; finish' EXIT
[ "$code" -eq 0 ] || exit 1
export SLURM_CONF=$scratch/cluster/slurm.conf OMP_WAIT_POLICY=passive

cat >sweep.yaml <<'YAML'
name: sweep
defaults: {scene: pendulum, steps: 2, threads: 1, timed: 1, phased: 0, measured: 1}
blocks:
  - name: all
    axes: {solver: [pbd, xpbd, vbd], iterations: [1, 2]}
YAML
facts() {
    sqlite3 -separator ' ' "$1" "SELECT c.key, o.status, r.pass, r.hash, count(*) FROM cases AS c JOIN outcome AS o ON o.case_id = c.id
        JOIN repetition AS r ON r.case_id = c.id GROUP BY c.key, o.status, r.pass, r.hash ORDER BY 1, 2, 3, 4"
}
expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
facts whole.db >whole
check "there are facts" same "$(wc -l <whole)" 12

expect 0 "$weft" submit sweep.yaml -o sweep --shards 2 -- --time=30
merge=$(grep -oE '^job [0-9]+' out | tail -n 1 | cut -d' ' -f2)
over() { squeue -h -j "$merge" >queue 2>&1 && [ ! -s queue ]; }
check "the jobs end" wait_for over
scontrol show job "$merge" >job || true
check "without an error" has job "ExitCode=0:0"
facts sweep/all.db >merged
check "merged is what one run measures" cmp whole merged
check "there is a report" test -s sweep/report/index.html
expect 0 "$weft" status sweep
check "both shards ended" same "$(grep -cE '^ +[12] .* ended ' out)" 2
