#!/usr/bin/env bash
# shard.sh I: measures shard I of its folder. `weft submit` copies this file into the folder; it may be edited there, or in bench/cluster for all
# sweeps.
#
# The database lies on a disk of the machine that measures, as one that is written to must not lie on a network file system, and is copied
# into this folder while it grows and at the end. Started again, the shard continues from that copy.
# shellcheck disable=SC1091,SC2154 # settings.sh is written by weft submit
set -uo pipefail
shard=${1:?give the number of a shard}
# How often Slurm starts a task again that came near its time limit or was killed.
restarts=10
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
. "$dir/settings.sh" || exit 4
# Seconds from one copy to the next, at most.
save_s=${WEFT_SAVE_S:-600}
host=${SLURMD_NODENAME:-$(uname -n)}
say() { printf 'shard %s on %s: %s\n' "$shard" "$host" "$*" >&2; }
[[ $save_s =~ ^[1-9][0-9]{0,5}$ ]] || {
    say "WEFT_SAVE_S=$save_s: not a number of seconds"
    exit 2
}

# One task at a time: the file says who has the shard, and since when. weft inherits the lock, so that it holds as long as weft runs.
lock=$dir/shard-$shard.lock
exec 9>>"$lock" || exit 4
flock -w 60 9 || {
    say "busy ($(cat -- "$lock")), or its file system has no locks"
    exit 4
}
printf '%s %s\n' "$host" "$(date +%s)" >"$lock"

work=$(mktemp -d -- "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/weft-XXXXXX") || exit 4
trap 'rm -rf -- "$work"' EXIT
cd -- "$folder" || exit 4
[[ -z $container ]] || weft=(apptainer exec --bind "$dir" --bind "$work" --bind "$PWD" "$container" weft)
db=$work/shard-$shard.db
references=$work/shard-$shard.references
if [[ -e $dir/shard-$shard.db ]]; then cp -- "$dir/shard-$shard.db" "$db" || exit 4; fi
if [[ -e $dir/references ]]; then cp -R -- "$dir/references" "$references" || exit 4; fi

# publish FILE NAME: copies a file into this folder so that no reader sees half of it.
publish() {
    local part=$dir/$2.$shard.part
    cp -- "$1" "$part" && mv -f -- "$part" "$dir/$2" && return
    rm -f -- "$part"
    return 1
}

# A copy of the database as it is at one moment, whether weft writes or not; and the references, which other shards need, too.
save() {
    local file
    for file in "$references"/*.ref; do
        if [[ -e $file && ! -e $dir/references/${file##*/} ]]; then
            mkdir -p -- "$dir/references" && publish "$file" "references/${file##*/}" || return
        fi
    done
    [[ -e $db ]] || return 0
    rm -f -- "$work/copy.db"
    "${weft[@]}" merge "$work/copy.db" "$db" >"$work/said" 2>&1 9>&- || {
        say "no copy of the database: $(cat -- "$work/said")"
        return 1
    }
    publish "$work/copy.db" "shard-$shard.db"
}

# Plugins are among the options: the file may name them relative to the folder that it came from. weft loads those of a file *.yaml only.
cp -- "$dir/experiment.yaml" "$work/experiment" || exit 4
"${weft[@]}" run "$work/experiment" -o "$db" --shard "$shard/$shards" --no-verdicts "${options[@]}" &
run=$!
again=false stopped=false
trap 'stopped=true; kill -TERM "$run" 2>/dev/null' TERM INT HUP
trap 'again=true stopped=true; kill -TERM "$run" 2>/dev/null' USR1 # from Slurm, before the time limit
pause=$((save_s < 15 ? save_s : 15)) # the first copies come soon, to be seen
while kill -0 "$run" 2>/dev/null; do
    sleep "$pause" >/dev/null 2>&1 9>&- &
    nap=$!
    wait -n "$run" "$nap"
    if kill "$nap" 2>/dev/null; then continue; fi # weft has ended, or a signal came
    save
    pause=$((2 * pause < save_s ? 2 * pause : save_s))
done
wait "$run"
code=$?
trap '' TERM INT HUP USR1 # for the last copy, and what makes it
if $stopped && ((code > 128)); then code=9; fi # two signals, as where one goes to all processes: the second ends what is stopping
save || {
    trap - EXIT
    say "the database stays in $work"
    exit 4
}
case $code in
    0) say "whole" ;;
    8) say "ended; some of its cases failed, weft status $dir says which" && exit 0 ;;
    9) say "stopped; started again, it continues" ;;
    *) say "weft ended with code $code" ;;
esac
if ((code > 128)); then again=true; fi
if $again && [[ -n ${SLURM_ARRAY_JOB_ID:-} ]] && ((code != 0 && ${SLURM_RESTART_COUNT:-0} < restarts)); then
    say "asks Slurm to start it again"
    rm -rf -- "$work" # Slurm ends this script
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
