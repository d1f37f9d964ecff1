#!/usr/bin/env bash
# results/publish.sh [--dry] NAME... [-- OPTION of `weft run`...]
# Measures bench/experiments/NAME.yaml with its variations ("all": every experiment) from a clean checkout, keeps the database, thinned
# (results/thin.sh) and compressed, as results/published/NAME/NAME.db.xz, and renews all that is made from the databases (results/renew.sh).
# Run it again to continue what was stopped. --dry: the tree may have changes; such results are for trying it out. Examples:
#   results/publish.sh quick
#   results/publish.sh all -- --wait-quiet 60
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
cd -- "$root"

dry='' names=()
while (($# > 0)) && [[ $1 != -- ]]; do
    case $1 in
        --dry) dry=1 ;;
        -*) die "unknown option $1; usage: results/publish.sh [--dry] NAME... [-- OPTION of weft run...]" ;;
        all) for file in bench/experiments/*.yaml; do names+=("$(basename "$file" .yaml)"); done ;;
        *) names+=("$1") ;;
    esac
    shift
done
(($# == 0)) || shift
((${#names[@]} > 0)) || die "which experiment? usage: results/publish.sh [--dry] NAME... [-- OPTION of weft run...]"
for name in "${names[@]}"; do
    [[ -f bench/experiments/$name.yaml ]] || die "there is no bench/experiments/$name.yaml"
done

changes=$(git status --porcelain -- . ':!results')
if [[ -n $changes && -z $dry ]]; then
    die "the tree differs from its commit, so nobody could measure this again; commit it, or try it out with --dry:"$'\n'"$changes"
fi

packages_install "${BUILD_PACKAGES[@]}"
build=$root/build/release measured=build/published
stage "configure" cmake --preset release
stage "build" cmake --build "$build" --target weft weft-worker-f64 weft-worker-f32
mkdir -p -- "$measured"

# commits DB: those that its workers were built from; a + behind one: with changes.
commits() {
    "$build/weft" status "$1" | awk '/^builds$/ { on = 1; next } /^cases that/ { on = 0 } on { print $3 }' | sort -u
}

# need_commit DB: what another commit has measured must not be mixed with this.
need_commit() {
    local found head
    found=$(commits "$1")
    head=$(git rev-parse HEAD)
    [[ $found != *$'\n'* && ${head:0:${#found}} == "$found" ]] && return
    [[ $found != *$'\n'* && $found == *+ && -n $dry ]] && return
    die "$1 was measured at ${found//$'\n'/ and }, not at ${head:0:12} alone; remove it to measure it again"
}

for name in "${names[@]}"; do
    db=$measured/$name.db out=results/published/$name code=0
    [[ ! -e $db ]] || need_commit "$db"
    "$build/weft" run "bench/experiments/$name.yaml" --vary -o "$db" --no-verdicts "$@" || code=$?
    ((code == 0)) || die "$name: weft run ended with exit code $code; what it has measured is in $db, and the same command continues"
    need_commit "$db"
    [[ ! -s $db-wal ]] || die "$db is still open in another program"
    mkdir -p -- "$out"
    stage "thin $name" env WEFT="$build/weft" results/thin.sh "$db" "bench/experiments/$name.yaml" "$measured/$name-thin.db"
    stage "compress $name" bash -c 'xz -6e -T1 -c -- "$1" >"$2.part" && mv -- "$2.part" "$2"' _ "$measured/$name-thin.db" "$out/$name.db.xz"
done
"$root/results/renew.sh" "$build"
