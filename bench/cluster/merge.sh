#!/usr/bin/env bash
# merge.sh: makes all.db and report/ of the shards that are there, and prints what is missing; then its exit code is 8. `weft submit` copies this file
# into the folder; it may be edited there, or in bench/cluster for all sweeps.
# shellcheck disable=SC1091,SC2154 # settings.sh is written by weft submit
set -uo pipefail
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
. "$dir/settings.sh" || exit 4
work=$(mktemp -d -- "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/weft-XXXXXX") || exit 4
trap 'rm -rf -- "$work"' EXIT
cd -- "$work" || exit 4
[[ -z $container ]] || weft=(apptainer exec --bind "$dir" --bind "$work" --bind "$PWD" "$container" weft)
stores=()
for ((shard = 1; shard <= shards; shard++)); do
    if [[ -e $dir/shard-$shard.db ]]; then
        stores+=("$dir/shard-$shard.db")
    else
        printf 'shard %d: not there; log/shard-%d.txt may say why\n' "$shard" "$shard" >&2
    fi
done
if ((${#stores[@]} == 0)); then
    printf 'no shard is there: nothing to merge\n' >&2
    exit 8
fi
"${weft[@]}" merge all.db "${stores[@]}"
merged=$?
if ((merged != 0 && merged != 15)); then exit "$merged"; fi # 15: whole, but databases disagree on a case
part=$dir/all.db.${work##*-}.part # another merge.sh has another one
if ! { cp -- all.db "$part" && mv -f -- "$part" "$dir/all.db"; }; then
    rm -f -- "$part"
    exit 4
fi
"${weft[@]}" report all.db -o "$dir/report" >"$dir/log/report.txt"
reported=$?
"${weft[@]}" status "$dir" | tee -- "$dir/log/status.txt"
grep -qx 'nothing is left to measure' "$dir/log/status.txt" || exit 8
exit "$((merged ? merged : reported))"
