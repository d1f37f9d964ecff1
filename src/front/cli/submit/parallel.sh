#!/usr/bin/env bash
# Every shard on one of these machines, one at a time on each, by GNU parallel over ssh; then merge.sh. This folder has the same path on all of
# them. `weft submit` wrote it; it may be edited.
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
hosts=(@HOSTS@)
# How a machine is reached.
ssh=@SSH@
export PARALLEL_SSH=${PARALLEL_SSH:-$ssh}
quoted=$(printf '%q' "$dir")
command -v parallel >/dev/null || {
    printf 'GNU parallel is not here; install it (Debian: parallel), or use --engine local\n' >&2
    exit 10
}
mapfile -t shards < <(seq @SHARDS@)
# A shard whose machine is lost is measured on another one. On a machine that lost this one it has half a minute for its last copy: exec, as parallel
# would kill it as soon as a shell around it has ended.
parallel --will-cite --jobs 1 --retries 3 --termseq TERM,30000,KILL,25 "${hosts[@]/#/--sshlogin=}" --joblog "$dir/log/parallel.tsv" \
    "exec bash $quoted/shard.sh {} >>$quoted/log/shard-{}.txt 2>&1" ::: "${shards[@]}"
code=$?
if ((code != 0)); then printf 'parallel: exit code %d; log/parallel.tsv has that of each shard\n' "$code" >&2; fi
exec bash "$dir/merge.sh"
