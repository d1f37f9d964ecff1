#!/usr/bin/env bash
# bench/systems.sh DIR [LIST]: the linear systems of LIST (default: datasets/systems.txt) in the new folder DIR, for benchmarks of linear solvers
# (datasets/README.md): MatrixMarket files compressed by gzip, index.txt and SHA256SUMS. Uses the weft of $WEFT_BUILD, else that of build/release.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
weft=${WEFT_BUILD:-$root/build/release}/weft dir=${1:-} list=${2:-$root/datasets/systems.txt}
[[ -n $dir && $dir != -* ]] || die "usage: bench/systems.sh DIR [LIST]"
[[ ! -e $dir ]] || die "$dir: is there already; give a new folder"
[[ -r $list ]] || die "$list: cannot be read"

made=$(mktemp -d -- "$dir.XXXXXX")
trap 'rm -rf -- "$made"' EXIT
chmod "$(printf '%o' $((0777 & ~$(umask))))" "$made"
number=0
while IFS= read -r line <&3; do
    number=$((number + 1))
    read -ra words <<<"${line%%#*}"
    ((${#words[@]} > 0)) || continue
    name=${words[0]}
    [[ ! -e $made/$name.mtx.gz ]] || die "$list:$number: a second system $name"
    said=$("$weft" matrix "${words[@]:1}" --reference "$name" -o "$made") || die "$list:$number: exit code $? of weft matrix"
    printf '%s: weft matrix %s\n    %s\n' "${said##*"$made/"}" "${words[*]:1}" "${line#*# }" | tee -a "$made/index.txt"
    gzip -n -- "$made/$name"*.mtx
done 3<"$list"
(cd -- "$made" && sha256sum -- *.mtx.gz >SHA256SUMS)
mv -T -- "$made" "$dir"
