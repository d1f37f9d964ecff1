#!/usr/bin/env bash
# Every shard on one of these machines, one at a time on each, by GNU parallel over ssh; then merge.sh. This folder has the same path on all of
# them. `weft submit` wrote it; it may be edited.
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
hosts=(@HOSTS@)
quoted=$(printf '%q' "$dir")
command -v parallel >/dev/null || {
    printf 'GNU parallel is not here; install it (Debian: parallel), or use --engine local\n' >&2
    exit 10
}
mapfile -t shards < <(seq @SHARDS@)
parallel --will-cite --jobs 1 --retries 3 "${hosts[@]/#/--sshlogin=}" --joblog "$dir/log/parallel.tsv" \
    "bash $quoted/shard.sh {} >>$quoted/log/shard-{}.txt 2>&1" ::: "${shards[@]}"
code=$?
if ((code != 0)); then printf 'parallel: exit code %d; log/parallel.tsv has that of each shard\n' "$code" >&2; fi
exec bash "$dir/merge.sh"
