#!/usr/bin/env bash
# parallel.sh HOST...: measures the shards of its folder on these machines, one at a time on each, by GNU parallel over ssh, then merges.
# HOST: [USER@]NAME[:PORT], a name of ~/.ssh/config, or : for this machine. The folder has the same path on all of them. `weft submit` copies this
# file into the folder; it may be edited there, or in bench/cluster for all sweeps.
# shellcheck disable=SC1091,SC2154 # settings.sh is written by weft submit
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
. "$dir/settings.sh" || exit 4
(($# > 0)) || {
    printf 'parallel.sh: give the machines: HOST..., or : for this one\n' >&2
    exit 2
}
for host in "$@"; do
    if [[ $host == -* || $host == *[[:space:]]* ]]; then
        printf 'parallel.sh: %s: not the name of a machine\n' "$host" >&2
        exit 2
    fi
done
command -v parallel >/dev/null || {
    printf 'GNU parallel is missing; install it (Debian: parallel), or use --engine local\n' >&2
    exit 10
}
# The command that reaches a machine: it gives up one that is silent for a minute, such as one without power.
export PARALLEL_SSH=${PARALLEL_SSH:-ssh -o ConnectTimeout=30 -o ServerAliveInterval=15 -o ServerAliveCountMax=4}
hosts=("$@") quoted=$(printf '%q' "$dir")
mapfile -t numbers < <(seq "$shards")
# The shard of a machine that is lost is measured on another one. A machine that loses this one has half a minute for its last copy: exec, as parallel
# kills it as soon as a shell around it has ended.
parallel --will-cite --jobs 1 --retries 3 --termseq TERM,30000,KILL,25 "${hosts[@]/#/--sshlogin=}" --joblog "$dir/log/parallel.tsv" \
    "exec bash $quoted/shard.sh {} >>$quoted/log/shard-{}.txt 2>&1" ::: "${numbers[@]}"
code=$?
if ((code != 0)); then printf 'parallel: exit code %d; log/parallel.tsv has that of each shard\n' "$code" >&2; fi
exec bash "$dir/merge.sh"
