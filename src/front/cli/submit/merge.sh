#!/usr/bin/env bash
# merge.sh: makes all.db and report/ of the shards that are there, and says what is missing; then its exit code is 8. `weft submit` wrote it.
set -uo pipefail
@ENVIRONMENT@
dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P) || exit 4
work=$(mktemp -d -- "${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/weft-XXXXXX") || exit 4
trap 'rm -rf -- "$work"' EXIT
cd -- "$work" || exit 4
weft=(@WEFT@)
stores=()
for ((shard = 1; shard <= @SHARDS@; shard++)); do
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
if ((merged != 0 && merged != 15)); then exit "$merged"; fi # 15: whole, and not of one mind on some case, as it said
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
