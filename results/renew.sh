#!/usr/bin/env bash
# results/renew.sh [--check] [BUILD]
# Makes again all that is made from the databases results/published/NAME/NAME.db.xz, with the weft of BUILD (default: $WEFT_BUILD, else
# build/release): the report in each of these folders, as the file of the experiment says now, results/published/FINDINGS.md,
# the picture of README.md (front.svg) and the table of docs/which_solver.md.
# In a folder are its page, index.html, and the files that a document shows; `weft report` makes the others. A page has no links to those.
# --check: writes nothing; every report can be made with the files that are kept, pages have less than 5 MB and no dead links, and
# FINDINGS.md, the picture and the table are what the databases give, else it prints what differs and ends with 1. Exit code 77: no
# database is published.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"

check='' build=${WEFT_BUILD:-$root/build/release}
for argument in "$@"; do
    case $argument in
        --check) check=1 ;;
        -*) die "unknown option $argument; usage: results/renew.sh [--check] [BUILD]" ;;
        *) build=$argument ;;
    esac
done
build=$(cd -- "$build" && pwd -P) || die "there is no build folder; bench/run.sh makes one"
[[ -x $build/weft ]] || die "$build has no weft; bench/run.sh builds it"
published=$root/results/published stores=$build/stores
cd -- "$root"
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

failures=0
fail() {
    printf '%s\n' "$@"
    failures=$((failures + 1))
}

# Unpacked once: a database has the time of what it was unpacked from.
names=() missing=()
mkdir -p -- "$stores"
for folder in "$published"/*/; do
    name=$(basename "$folder")
    packed=$folder$name.db.xz store=$stores/$name.db
    if [[ ! -f $packed ]]; then
        [[ ! -f bench/experiments/$name.yaml ]] || missing+=("$name")
        continue
    fi
    names+=("$name")
    if [[ ! -e $store || $store -nt $packed || $store -ot $packed ]]; then
        xz -dc -- "$packed" >"$store.part"
        touch -r "$packed" -- "$store.part"
        mv -- "$store.part" "$store"
    fi
done
if ((${#names[@]} == 0)); then
    printf 'skipped: no database is published yet\n'
    exit 77
fi

# same FILE MADE
same() {
    cmp -s -- "$1" "$2" || fail "$1 is not what the databases give:" "$(diff -- "$1" "$2" | head -n 6)"
}

# report NAME: into the scratch folder. 10: gnuplot is missing, which only figures need.
report() {
    local code=0
    local file=bench/experiments/$1.yaml
    [[ -f $file ]] || file=
    "$build/weft" report "$stores/$1.db" ${file:+"$file"} -o "$scratch/$1" >/dev/null 2>"$scratch/said" || code=$?
    [[ $code == 0 || ($code == 10 && -n $check) ]] || die "$1: $(cat -- "$scratch/said")"
}

# page NAME: of the report, without links to files that are not published.
page() {
    local made='The files of its figures and tables are not here; <code>weft report</code> makes them from'
    sed -E -e "$(find "results/published/$1" -maxdepth 1 -type f -printf 's|<a class="file" (href="%f">)|<a \\1|g\n')" \
        -e 's|<a class="file"[^>]*>[^<]*</a>(, )?||g; s|, </small>|</small>|g; s| <small>Files: </small>||g' \
        -e 's|<p class="note files">[^<]*</p>||g; s|<details><summary>Notes and files</summary></details>||' \
        -e 's|<summary>Notes and files(</summary>[^<]*</details>)|<summary>Notes\1|' \
        -e "s|(<p class=\"note\">Made by weft [^<]*)</p>|\1 $made <a href=\"$1.db.xz\">$1.db.xz</a>.</p>|" "$scratch/$1/index.html"
}

# Of a report, the page and the files that are in the folder already are kept: the figures that a document shows.
for name in "${names[@]}"; do
    out=results/published/$name
    report "$name"
    (($(stat -c %s -- "$scratch/$name/index.html") < 5000000)) || fail "the page of $name has 5 MB or more"
    while read -r file; do
        [[ -f $scratch/$name/$file ]] || fail "$out/$file: the report has no such file any more"
        [[ -n $check ]] || cp -- "$scratch/$name/$file" "$out/$file"
    done < <(find "$out" -maxdepth 1 -type f ! -name '*.xz' -printf '%f\n')
    [[ -n $check ]] || page "$name" >"$out/index.html"
    while read -r file; do
        [[ -f $out/$file ]] || fail "$out/index.html has a link to $file, which is not there"
    done < <(grep -oE '(href|src)="[^"#:]+"' "$out/index.html" | cut -d'"' -f2 | sort -u)
done

# Each as its file says now, like its page.
claimed=()
for name in "${names[@]}"; do
    claimed+=("$stores/$name.db")
    [[ ! -f bench/experiments/$name.yaml ]] || claimed+=("bench/experiments/$name.yaml")
done
"$build/weft" report --claims "${claimed[@]}" >"$scratch/FINDINGS.md"
# The picture of README.md: a still of each body above its panel of work_precision.
front() {
    local scene x=120 figure=results/published/work_precision/scenes.svg
    printf '<?xml version="1.0" encoding="utf-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="987" height="480" viewBox="0 0 987 480">\n'
    printf '<rect width="987" height="480" fill="#ffffff"/>\n'
    for scene in cloth heavy_payload cantilever_arap; do
        printf '<image x="%d" y="4" width="200" height="150" href="data:image/png;base64,%s"/>\n' "$x" "$(base64 -w 0 "datasets/thumbnails/$scene.png")"
        x=$((x + 303))
    done
    sed '1d; 0,/<svg/s//<svg y="155"/' "$figure"
    printf '</svg>\n'
}
made=(FINDINGS.md)
if [[ -f results/published/front.svg ]]; then
    front >"$scratch/front.svg"
    made+=(front.svg)
fi
# The page with its table replaced: its lines that begin with a bar.
page=docs/which_solver.md
if [[ -f $page ]]; then
    results/which_solver.sh "$build/weft" "$stores" >"$scratch/table"
    awk -v table="$scratch/table" '!/^\|/ {print; next} !done++ {while ((getline line <table) > 0) print line}' "$page" >"$scratch/page"
fi
if [[ -n $check ]]; then
    for name in "${missing[@]}"; do fail "results/published/$name has no $name.db.xz; results/publish.sh $name makes it"; done
    for file in "${made[@]}"; do same "results/published/$file" "$scratch/$file"; done
    [[ ! -f $page ]] || same "$page" "$scratch/page"
    ((failures == 0)) && printf '%d databases: reports and claims are what they give\n' "${#names[@]}"
    exit "$((failures > 0))"
fi
for file in "${made[@]}"; do cp -- "$scratch/$file" "$published/$file"; done
[[ ! -f $page ]] || cp -- "$scratch/page" "$page"
