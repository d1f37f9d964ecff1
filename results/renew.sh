#!/usr/bin/env bash
# results/renew.sh [--check] [BUILD]
# Makes again all that is made from the databases results/published/NAME/NAME.db.xz, with the weft of BUILD (default: $WEFT_BUILD, else
# build/release): the report in each of these folders, as the file of the experiment says now, and results/published/FINDINGS.md.
# --check: writes nothing; claims must be what the databases give, CSV files too but for round-off, pages have less than 5 MB, and each database can
# be bundled, so that its cases are still measured as they were, else it prints what differs and ends with 1. (Figures and pages are not compared: they differ with the version of gnuplot.) It ends with 77 where no database is published.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"

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

# near CSV MADE: but for round-off of another mathematical library, one part in 1e9.
near() {
    awk -F, '
        { sub(/\r$/, "") }
        NR == FNR { line[FNR] = $0; lines = FNR; next }
        {
            if (split(line[FNR], field, ",") != NF) bad = 1
            for (i = 1; i <= NF && !bad; i++) {
                number = field[i] ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ && $i ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/
                size = $i < 0 ? -$i : $i
                difference = field[i] > $i ? field[i] - $i : $i - field[i]
                if (field[i] != $i && !(number && difference <= 1e-9 * size)) bad = 1
            }
            seen = FNR
        }
        END { exit bad || seen != lines }' "$1" "$2"
}

# same FILE MADE
same() {
    cmp -s -- "$1" "$2" && return
    [[ $1 == *.csv && -f $1 && -f $2 ]] && near "$1" "$2" && return
    fail "$1 is not what the databases give:" "$(diff -- "$1" "$2" | head -n 6)"
}

# report NAME: into the scratch folder. 10: gnuplot is missing, which only figures need.
report() {
    local code=0
    local file=bench/experiments/$1.yaml
    [[ -f $file ]] || file=
    "$build/weft" report "$stores/$1.db" ${file:+"$file"} -o "$scratch/$1" >/dev/null 2>"$scratch/said" || code=$?
    [[ $code == 0 || ($code == 10 && -n $check) ]] || die "$1: $(cat -- "$scratch/said")"
}

# bundle NAME: whether others can still measure it.
bundle() {
    WEFT_BUILD=$build bench/bundle.sh make "$stores/$1.db" "$scratch/bundle" --no-source >/dev/null 2>"$scratch/said" ||
        fail "$1: $(tail -n 1 -- "$scratch/said")"
    rm -rf -- "$scratch/bundle"
}

# What a report makes, by its endings; the database stays.
MADE='.*\.(csv|svg|pdf|gp|dat|tex|md|html)'
for name in "${names[@]}"; do
    out=results/published/$name
    report "$name"
    if [[ -n $check ]]; then
        bundle "$name"
        (($(stat -c %s -- "$scratch/$name/index.html") < 5000000)) || fail "the page of $name has 5 MB or more"
        while read -r file; do
            same "$out/$file" "$scratch/$name/$file"
        done < <(find "$out" "$scratch/$name" -maxdepth 1 -name '*.csv' -printf '%f\n' | sort -u)
        continue
    fi
    find "$out" -maxdepth 1 -type f -regextype posix-extended -regex "$MADE" -delete
    find "$scratch/$name" -maxdepth 1 -type f -regextype posix-extended -regex "$MADE" -exec cp -t "$out" -- {} +
    # One date for all, of as many digits: a figure that is the same stays the same file.
    find "$out" -maxdepth 1 -name '*.pdf' -exec env LC_ALL=C sed -i -E 's|(/CreationDate \(D:)[0-9]{14}|\120000101000000|' -- {} +
done

# Each as its file says now, like its page.
claimed=()
for name in "${names[@]}"; do
    claimed+=("$stores/$name.db")
    [[ ! -f bench/experiments/$name.yaml ]] || claimed+=("bench/experiments/$name.yaml")
done
"$build/weft" report --claims "${claimed[@]}" >"$scratch/FINDINGS.md"
if [[ -n $check ]]; then
    for name in "${missing[@]}"; do fail "results/published/$name has no $name.db.xz; results/publish.sh $name makes it"; done
    same results/published/FINDINGS.md "$scratch/FINDINGS.md"
    ((failures == 0)) && printf '%d databases: reports and claims are what they give\n' "${#names[@]}"
    exit "$((failures > 0))"
fi
cp -- "$scratch/FINDINGS.md" "$published/FINDINGS.md"
