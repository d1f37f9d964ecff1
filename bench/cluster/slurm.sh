#!/usr/bin/env bash
# slurm.sh [--at-once=N] [OPTION of sbatch]...
# Submits the shards of its folder as a job array, with N tasks at a time, and a job after them that merges. `weft submit` copies this file into the
# folder; it may be edited there, or in bench/cluster for all sweeps. Options for all jobs, such as an account, belong here:
#SBATCH --nodes=1
#SBATCH --ntasks=1
# A task has a node to itself, with all of its memory, and cores for the case with the most threads; weft binds a thread to each.
#SBATCH --exclusive
#SBATCH --mem=0
#SBATCH --hint=nomultithread
#SBATCH --output=log/shard-%a.txt
#SBATCH --open-mode=append
# A task whose node fails, or that asks for it, starts again and continues; two minutes before the time limit weft gets a signal to stop.
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
# shellcheck disable=SC1091,SC2154 # settings.sh is written by weft submit
set -uo pipefail
if [[ ${1:-} == task ]]; then exec bash shard.sh "$SLURM_ARRAY_TASK_ID"; fi
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
. "$dir/settings.sh" || exit 4

at_once='' options=()
for option in "$@"; do
    case $option in
        --at-once=*) at_once=%${option#*=} ;;
        *) options+=("$option") ;;
    esac
done

# submit OPTION... SCRIPT...: prints the number of the job.
submit() {
    local id
    id=$(sbatch --parsable --chdir="$dir" "$@") || return
    grep -oE '^[0-9]+' <<<"$id"
}
command -v sbatch >/dev/null || {
    printf 'there is no sbatch; is this a machine of a cluster with Slurm? --engine parallel and local need none\n' >&2
    exit 10
}
array=$(submit --job-name="$name" --array="1-$shards$at_once" --cpus-per-task="$threads" "${options[@]}" "$dir/slurm.sh" task) || {
    printf 'sbatch rejected the shards; nothing is submitted\n' >&2
    exit 10
}
printf 'job %s: the shards; logs: log/shard-N.txt\n' "$array"
merge=$(submit --job-name="$name-merge" --dependency="afterany:$array" --output=log/merge.txt --ntasks=1 "${options[@]}" --wrap 'exec bash merge.sh') || {
    printf 'sbatch rejected the merge; run bash %s when the shards have ended\n' "$dir/merge.sh" >&2
    exit 10
}
printf 'job %s: merges and reports when they have ended: all.db, report/, log/merge.txt\n' "$merge"
