#!/usr/bin/env bash
# Texts of files, flags, workers and columns against everything that weft writes them to; long_injection.sh has more of them, chromium and every
# column. cli_injection.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/injection.sh
. "$2/tests/injection.sh" "$1" "$2"

# ---- texts of an experiment, wherever it may have them ----
# The beginnings of all, no longer than a title may be.
report_by "=1+cmd|' /C touch owned'!A0,\"'></script></title></svg>--><img src=x onerror=owned>\\input{owned.tex}%&#\$_{}^]'; system(\"touch owned\"); @owned # \"\\" report
for command in "status texts.db --all" "plan texts.yaml -o texts.db" "report texts.db --claims" "compare texts.db clean.db"; do
    # shellcheck disable=SC2086 # words
    try "$weft" $command
done
printable "the output of commands" said
nothing_owned "texts of an experiment"

# ---- names that become files ----
for file in "${ATTACKS[@]}" ../owned -owned owned/owned .owned "$(printf 'owned%.0s' {1..20})" Cases verdicts; do
    for place in 's/^name: .*/name: NAME/' 's/{name: bars/{name: NAME/' 's/{name: rows/{name: NAME/'; do
        case $place-$file in s/^*-[Cv]*e* | *rows*-[Cv]*e*) continue ;; esac # a name for an experiment, and NAME-table
        replacement=$(yaml "$file" | sed 's/[\\&/]/\\&/g')
        sed "${place/NAME/${replacement//\\/\\}}" clean.yaml >named.yaml
        expect 3 "$weft" plan named.yaml
        check "file and line: $file" grep -Eq '^weft: named.yaml:[0-9]+: ' err
    done
done
nothing_owned "names of files"

# ---- arguments, files, and the environment ----
printf 'o %s\n# %s\nusemtl %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' "$odd" "$odd" "$odd" >"$name.obj"
: >said
arguments "$odd"
expect 0 "$weft" mesh "$name.obj"
cat out err >>said
sed "s/steps: 3/steps: 3, scene: $(yaml "$name" | sed 's/[\\&/]/\\&/g')/; s/scene: cloth, scene.n: 4, //" clean.yaml >scene.yaml
try "$weft" plan scene.yaml
printf 'name: %s\n' "$(yaml "$name")" >scene.yaml
try "$weft" scene ./scene.yaml
printable "of arguments, files and the environment" said
nothing_owned "arguments, files and the environment"

# ---- texts of a worker ----
mkdir workers
for precision in f64 f32; do
    # shellcheck disable=SC2016 # for the worker
    printf '#!/bin/bash\n%s\n' "[ -e '$scratch/dies' ] && { cat '$scratch/odd' >&2; exit 3; }" \
        "'$build/weft-worker-$precision' \"\$@\" | sed 's/\"text\": *\"/&=\\\\u001b]0;owned\\\\u0007\\\\n\\\\u009b<script>owned<\\\\\/script>/'" >"workers/weft-worker-$precision"
    chmod +x "workers/weft-worker-$precision"
done
printf '%s\n' "$odd" >odd
sed -e 's/cloth, scene.n: 4/chain/' -e '/name: "\(two\|three\|four\|five\)"/d' clean.yaml >worker.yaml
: >said
for how in dies speaks; do
    [ $how = speaks ] || : >dies
    WEFT_WORKERS=$scratch/workers timeout 600 "$weft" run worker.yaml -o worker.db >>said 2>&1 || true
    rm -f dies
    "$weft" status worker.db --all >>said 2>&1
    "$weft" report worker.db -o worker >>said 2>&1 || true
    check "no tag of a worker's text" test -z "$(grep -o '<script>owned' worker/index.html)"
    for file in worker/*.csv; do check "$file" grep -q '^records: [1-9][0-9]*$' <(records "$file" | paste -sd' '); done
done
check "they were there" grep -q '<script>owned' said
printable "what a worker says" said
nothing_owned "what a worker says"

# ---- columns of a database ----
: >said
free_texts free.db
readers free.db "status free.db --all;report free.db -o columns;compare free.db clean.db;report free.db --claims;plan clean.yaml -o free.db"
readers free.db "compare free.db clean.db --format markdown;compare free.db clean.db --format json"
readers free.db "figure free.db --data step --x step --y step_ms --series block -o figure"
whole columns clean
for table in cases outcome build experiment case_summary wide_step; do
    expect 0 "$weft" export free.db --table $table -o table.csv
    check "CSV of $table" test -z "$(records table.csv | grep -v '^records')"
    check "rows of $table" same "$(records table.csv)" "records: $(($(sqlite3 clean.db "SELECT count(*) FROM $table") + 1))"
done
"$weft" export free.db --table cases --format json -o cases.json
check "JSON has the text as it is" same "$(sqlite3 free.db "SELECT json_extract(readfile('cases.json'), '\$[0].label') = (SELECT label FROM cases ORDER BY id LIMIT 1)")" 1
if has_terminals; then
    expect 0 script -qec "$weft export free.db --table cases" /dev/null
    tr -d '\r' <out >>said
fi
check "a file has the bytes" grep -q "$(printf '\e]0;owned')" table.csv cases.json <("$weft" export free.db --table cases)
printable "columns of a database" said
nothing_owned "columns of a database"
