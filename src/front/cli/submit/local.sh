#!/usr/bin/env bash
# One shard after the other on this machine, then merge.sh. `weft submit` wrote it; it may be edited.
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
for ((shard = 1; shard <= @SHARDS@; shard++)); do
    printf 'shard %d of @SHARDS@: log/shard-%d.txt\n' "$shard" "$shard" >&2
    bash "$dir/shard.sh" "$shard" >>"$dir/log/shard-$shard.txt" 2>&1
    code=$?
    if ((code == 9 || code > 128)); then exit "$code"; fi # it was stopped, and so is this
    if ((code != 0)); then printf 'shard %d: exit code %d\n' "$shard" "$code" >&2; fi
done
exec bash "$dir/merge.sh"
