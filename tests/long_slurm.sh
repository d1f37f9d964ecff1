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

sweep "pbd, xpbd, vbd" 12

expect 0 "$weft" submit sweep.yaml -o sweep --shards 2 -- --time=30
merge=$(grep -oE '^job [0-9]+' out | tail -n 1 | cut -d' ' -f2)
over() { squeue -h -j "$merge" >queue 2>&1 && [ ! -s queue ]; }
check "the jobs end" wait_for over
scontrol show job "$merge" >job || true
check "without an error" has job "ExitCode=0:0"
facts sweep/all.db >merged
check "the merged store equals that of one run" cmp whole merged
check "there is a report" test -s sweep/report/index.html
expect 0 "$weft" status sweep
check "both shards ended" same "$(grep -cE '^ +[12] .* ended ' out)" 2
