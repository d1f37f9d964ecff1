#!/usr/bin/env bash
# An artifact of a store, and its check on another machine (docs/artifacts.md):
#   bench/bundle.sh make STORE DIR [--plugin=FILE]... [--no-source] [PATH]...
#       packs the store, its experiments, datasets, report, claims, the source of weft and checksums into the new folder DIR.
#       PATH: files or folders below the current folder that the cases need besides: your scenes with their meshes, the source of a plugin
#   bench/bundle.sh check DIR OUT [--full] [FLAG of weft run]...
#       verifies the checksums, measures again into OUT/check.db, and compares claims and numbers
#   bench/bundle.sh replicate EXPERIMENT/FIGURE OUT [FLAG of weft run]...
#       measures the cases of a published figure into OUT/EXPERIMENT.db, draws it, and compares the cases with the published database
# Uses the weft of $WEFT_BUILD, else that of build/release.
set -euo pipefail
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
# shellcheck source=bench/packages.sh
source "$root/bench/packages.sh"
help_first "$@"
weft=$(realpath -- "${WEFT_BUILD:-$root/build/release}")/weft

reject() { printf 'bundle.sh: %s\n' "$*" >&2 && exit 3; }

# allow CODES COMMAND...: runs the command; sets $code. Any other exit code ends this script.
code=0
allow() {
    local codes=$1
    shift
    code=0 && "$@" || code=$?
    [[ " 0 $codes " == *" $code "* ]] || exit "$code"
}

# of_bundle COMMAND NAME FLAG...: a command of weft on an experiment of the bundle $dir, with the scenes and cases of the bundle.
# The file has no ending .yaml: weft then loads no plugins that the text names, which are code of others.
of_bundle() (
    cp -- "$dir/experiments/$2.yaml" "$scratch/$2"
    cd -- "$dir"
    WEFT_DATASETS=$dir/datasets exec "$weft" "$1" "$scratch/$2" --as store.db "${@:3}"
)

# report STORE OUT: 10: gnuplot is missing, which only figures need.
report() { allow 10 "$weft" report "$1" -o "$2" >/dev/null; }

# ---- make ----

query() { sqlite3 -readonly -safe -bail "$store" "$1"; }

# pack_experiment NAME: its newest text, and the flags that it was run with, one a line.
pack_experiment() {
    local text id flags
    [[ $1 =~ ^[A-Za-z0-9_][A-Za-z0-9_-]*$ ]] || reject "$store: an experiment has the name \`$1\`, which is no name of a file"
    id=$(query "SELECT max(id) FROM experiment WHERE name = '$1'")
    text=$(query "SELECT text FROM experiment WHERE id = $id" && printf .) # keeps the newlines at its end
    printf %s "${text%$'\n.'}" >"$dir/experiments/$1.yaml"
    if (($(query "SELECT count(*) FROM plan JOIN parameter USING (case_id)
                  WHERE experiment_id = $id AND parameter.name = 'solver' AND value = 'recorded'") > 0)); then
        printf '%s: has trajectories of other programs, which are not run again\n' "$1" >&2
        return
    fi
    query "SELECT options FROM run WHERE experiment_id = $id ORDER BY id" | sed 's/ --/\n--/g' | sed -E 's/^(--set|--reps) /\1=/' |
        awk '/^--reps=/ {n = substr($0, 8) + 0; most = n > most ? n : most; next} /^--(set=.|vary$)/ && !seen[$0]++
             END {if (most) print "--reps=" most}' >"$dir/experiments/$1.flags"
    mapfile -t flags <"$dir/experiments/$1.flags"
    of_bundle plan "$1" "${flags[@]}" "${plugins[@]}" >/dev/null # every case can be measured from what is in the bundle
}

pack_source() {
    local commit
    commit=$("$weft" --version | sed -nE 's/.* \(([0-9a-f]{40,})\)$/\1/p')
    [[ -n $commit ]] || reject "this weft was built from changes that are in no commit; commit and build again, or give --no-source"
    git -C "$root" -c tar.umask=0022 archive --prefix=weft/ -o "$dir/source.tar" "$commit" -- . ':(exclude)results/published'
}

pack_readme() {
    local sums=bench/bundle.sh
    [[ -e $dir/source.tar ]] || sums="bench/bundle.sh of weft's source"
    cat >"$dir/README.md" <<TEXT
# Artifact: measurements with weft

Made by $("$weft" --version). \`builds.csv\` lists the builds that measured, \`environments.csv\` the machines.

| file | holds |
|---|---|
| \`CLAIMS.md\` | each claim: answer, value with its interval, bound and its source, variations |
| \`report/index.html\` | figures and tables |
| \`store.db\` | all samples; \`weft export store.db\` lists its tables |
| \`experiments/\` | each experiment as it was measured, and the flags of its run |
| \`datasets/\` | scenes and meshes; \`meshes/manifest.yaml\` has licence, credit and source of each mesh |
| \`source.tar\` | the source of weft; its README.md says how to build it |
| \`SHA256SUMS\` | checksums of all files |

To measure it again and judge every claim: \`$sums check\` with this folder and the name of a new one.
\`weft plan experiments/NAME.yaml -o store.db\` estimates the time.
TEXT
}

make() {
    local store names name path target paths=() plugins=() source=1
    (($# >= 2)) || usage 2 >&2
    store=$(realpath -- "$1") target=$(realpath -m -- "$2")
    for path in "${@:3}"; do
        case $path in
            --plugin=*) plugins+=("--plugin=$(realpath -- "${path#*=}")") ;;
            --no-source) source='' ;;
            -* | /* | .. | ../* | */.. | */../*) reject "$path: not a path below the current folder" ;;
            *) paths+=("$path") ;;
        esac
    done
    [[ ! -e $target ]] || reject "$2: is there already; give the name of a new folder"
    [[ -f $store ]] || reject "$1: no such file"
    dir=$target.part
    mkdir -- "$dir"
    trap 'rm -rf -- "$scratch" "$dir"' EXIT
    mkdir -- "$dir/experiments"
    cp -R -- "${WEFT_DATASETS:-$root/datasets}" "$dir/datasets"
    ((${#paths[@]} == 0)) || cp -R --parents -- "${paths[@]}" "$dir"
    [[ ! -s $store-wal ]] || reject "$1: is still open in another program; wait for its end"
    cp -- "$store" "$dir/store.db"
    mapfile -t names < <(query "SELECT DISTINCT name FROM experiment ORDER BY name")
    ((${#names[@]} > 0)) || reject "$1: has no experiment"
    for name in "${names[@]}"; do pack_experiment "$name"; done
    "$weft" report "$dir/store.db" --claims >"$dir/CLAIMS.md"
    report "$dir/store.db" "$dir/report"
    "$weft" export "$dir/store.db" --table build -o "$dir/builds.csv"
    "$weft" export "$dir/store.db" --table environment -o "$dir/environments.csv"
    [[ -z $source ]] || pack_source
    pack_readme
    (cd -- "$dir" && find . -type f -printf '%P\0' | sort -z | xargs -0 sha256sum >"$scratch/sums" && mv -- "$scratch/sums" SHA256SUMS)
    mv -- "$dir" "$target"
    printf '%s: %d files; check it with bench/bundle.sh check\n' "$2" "$(find "$target" -type f | wc -l)"
}

# ---- check ----

# verify: all files of $dir are those of SHA256SUMS, and nothing outside is read.
verify() (
    cd -- "$dir"
    [[ -z $(find . ! -type f ! -type d) ]] || reject "$dir: has links or devices"
    [[ -f SHA256SUMS ]] || reject "$dir: has no SHA256SUMS; give a folder of \`bundle.sh make\`"
    diff <(sed -E 's/^[0-9a-f]{64}  //' SHA256SUMS | sort) <(find . -type f ! -path ./SHA256SUMS -printf '%P\n' | sort) >&2 ||
        reject "$dir: files are missing or were added"
    sha256sum --check --strict --quiet SHA256SUMS >&2 || reject "$dir: files have changed"
)

# judge BUNDLE HERE: the claims of two files of `weft report --claims`. Exit code 13: one that is yes in the bundle is no here; 8: none is yes here.
judge() {
    awk -F ' [|] ' '
        /^## / {section = $0}
        /^\| answer \| / {claims = $2 == "id"}
        !claims || !/^\| (yes|no|too close to call|not measured) \| / {next}
        {answer = substr($1, 3); claim = $3; key = section SUBSEP ($2 == "``" ? claim : $2)}
        FNR == NR {here[key] = answer; value[key] = $4; next}
        {
            now = key in here ? here[key] : "not measured"
            word = answer != "yes" ? "not claimed" : now == "yes" ? "holds" : now == "no" ? "does not hold" : "open"
            count[word]++
            printf "%-14s %s\n", word, claim
            if (word != "holds") printf "%14s bundle: %s, %s; here: %s, %s; claimed: %s\n", "", answer, $4, now, value[key], $5
        }
        END {
            printf "%d claims hold, %d do not hold, %d are open\n", count["holds"], count["does not hold"], count["open"]
            exit count["does not hold"] ? 13 : count["holds"] ? 0 : 8
        }' "$2" "$1"
}

check() {
    local out form=short name file flag flags failed=0
    (($# >= 2)) || usage 2 >&2
    dir=$(realpath -- "$1") out=$(realpath -m -- "$2")
    shift 2
    [[ ${1:-} != --full ]] || { form=full && shift; }
    [[ ! -e $out && $out != "$dir"/* ]] || reject "$out: is there already, or lies in the bundle; give a new folder beside it"
    verify
    mkdir -p -- "$out"
    for file in "$dir"/experiments/*.flags; do
        name=$(basename -- "$file" .flags)
        mapfile -t flags <"$file"
        for flag in "${flags[@]}"; do
            [[ $flag =~ ^--(set=.+|reps=[0-9]+|vary)$ ]] || reject "$file: has \`$flag\`; only --set, --reps and --vary are allowed"
        done
        if [[ $form == short ]]; then
            mapfile -t flags < <(sed -n '/^--set=/p' "$file" && printf '%s\n' --reps=3)
        fi
        allow 8 of_bundle run "$name" -o "$out/check.db" --no-verdicts "${flags[@]}" "$@"
        failed=$((code ? code : failed))
    done
    "$weft" report "$dir/store.db" --claims >"$scratch/claims.md"
    "$weft" report "$out/check.db" --claims >"$out/CLAIMS.md"
    report "$out/check.db" "$out/report"
    allow 13 "$weft" compare "$dir/store.db" "$out/check.db" >"$out/compare.txt"
    allow '8 13' judge "$scratch/claims.md" "$out/CLAIMS.md" >"$out/CHECK.txt"
    cat -- "$out/CHECK.txt"
    exit "$((code ? code : failed))"
}

# ---- replicate ----

replicate() {
    local name figure out published failed
    [[ $# -ge 2 && ${1:-} == */* ]] || usage 2 >&2
    name=$(basename -- "$(dirname -- "$1")") figure=$(basename -- "$1") figure=${figure%.*} out=$2
    published=$root/results/published/$name/$name.db.xz
    mkdir -p -- "$out"
    allow 8 "$weft" run "$root/bench/experiments/$name.yaml" --figure "$figure" -o "$out/$name.db" --no-verdicts "${@:3}"
    failed=$code
    report "$out/$name.db" "$out/report"
    printf 'the figure: %s\n' "$out/report/$figure.svg"
    if [[ -f $published ]]; then
        xz -dc -- "$published" >"$scratch/published.db"
        allow "3 13" "$weft" compare "$scratch/published.db" "$out/$name.db"
    fi
    exit "$failed"
}

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
case ${1:-} in
    make | check | replicate) "$@" ;;
    --help) usage 0 ;;
    *) usage 2 >&2 ;;
esac
