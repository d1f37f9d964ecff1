#!/usr/bin/env bash
# local.sh: measures one shard of its folder after the other on this machine, then merges. `weft submit` copies this file into the folder; it may be
# edited there, or in bench/cluster for all sweeps.
# shellcheck disable=SC1091,SC2154 # settings.sh is written by weft submit
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
. "$dir/settings.sh" || exit 4
for ((shard = 1; shard <= shards; shard++)); do
    printf 'shard %d of %d: log/shard-%d.txt\n' "$shard" "$shards" "$shard" >&2
    bash "$dir/shard.sh" "$shard" >>"$dir/log/shard-$shard.txt" 2>&1
    code=$?
    if ((code == 9 || code > 128)); then exit "$code"; fi # it was stopped, and so is this
    if ((code != 0)); then printf 'shard %d: exit code %d\n' "$shard" "$code" >&2; fi
done
exec bash "$dir/merge.sh"
