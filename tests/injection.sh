#!/usr/bin/env bash
# Texts that a file or a database controls, against everything that weft writes them to: terminals (raw bytes), HTML (in chromium, with and
# without the policy of the page), LaTeX, gnuplot, CSV, JSON, SQL, names of files. injection.sh BUILD SOURCE [--all]
# Each text tries all of it at once and names what it would leave behind: a file or a title `owned`. Columns of databases are set by SQL, one
# after the other with --all, else those together that may have any text; what files and flags bring is in an experiment, a scene, a mesh, a
# worker and the environment.
set -euo pipefail
set -- "$(realpath -- "$1")" "$(realpath -- "$2")" "${@:3}" # it works in a folder of its own
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
all=${3:-}

# Of one line, as labels may be, then all in one with line ends and control characters.
ATTACKS=(
    "\"'></script></title></svg>--><script>document.title='owned'</script><img src=x onerror=owned>"
    "\\input{owned.tex}\\write18{touch owned}\\csname x\\endcsname^^5cinput{owned.tex}%&#\$_{}~^]*\\"
    "'; system(\"touch owned\"); print '\`touch owned\`' @owned # \"\\"
    "=1+cmd|' /C touch owned'!A0,\"x\""
    "'); DROP TABLE cases; -- \$(touch owned)|touch owned;../../owned"
)
odd="${ATTACKS[3]}${ATTACKS[0]}${ATTACKS[1]}${ATTACKS[2]}${ATTACKS[4]}"
odd+=$'\r\n\nsystem("touch owned")\n\n\n1 2 3\n!touch owned\n\e]0;owned\a\e]52;c;b3duZWQ=\a\e[31m\b\x7f'
odd+=$'\xc2\x9b31m\xc2\x9d0;owned\xc2\x9c\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8\xe2\x80\x8f\xd8\x9c'
echo 'owned' >owned.tex
quoted() { printf '%s' "${1//\'/\'\'}"; }

# ---- what must hold of everything that is written ----

# printable WHAT FILE...: nothing in them that a terminal would act on.
CONTROL='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c'
printable() {
    local what=$1
    shift
    check "printable: $what" test -z "$(LC_ALL=C grep -aPl "$CONTROL" "$@")"
    check "UTF-8: $what" iconv -f UTF-8 -t UTF-8 "$@" -o /dev/null
}

# A CSV file as RFC 4180 reads it: the fields of its records, their number where they differ, and cells that are formulas.
cat >csv.awk <<'AWK'
function cell() { if (text ~ /^[=+@\t\r-]/ && text !~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/) print "formula: " text; text = ""; fields++ }
function record() { cell(); if (width && fields != width) print "fields: " fields ", not " width; width = fields; fields = 0; records++ }
BEGIN { RS = "^$" }
{
    for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (quoted) { if (c != "\"") text = text c; else if (substr($0, i + 1, 1) == "\"") { text = text c; i++ } else quoted = 0 }
        else if (c == "\"") { if (text != "") print "a quote inside"; quoted = 1 }
        else if (c == ",") cell()
        else if (c == "\r" && substr($0, i + 1, 1) == "\n") { record(); i++ }
        else if (c == "\n" || c == "\r") print "a bare line end"
        else text = text c
    }
}
END { if (quoted || text != "" || fields) print "no end"; print "records: " records }
AWK
records() { LC_ALL=C awk -f csv.awk "$1"; }

# whole FOLDER CLEAN: a report has the files of a clean one, in which nothing has become anything else.
whole() {
    local folder=$1 clean=$2 file
    check "$folder: the same files" same "$(ls "$folder")" "$(ls "$clean")"
    check "$folder: as many scripts" same "$(grep -o '<script' "$folder/index.html" | wc -l)" "$(grep -o '<script' "$clean/index.html" | wc -l)"
    check "$folder: no tag of a text" test -z "$(grep -oE '<(img src=x|/?title><)' "$folder/index.html")"
    for file in "$folder"/*.csv; do
        check "$file" same "$(records "$file")" "$(records "$clean/${file##*/}")"
    done
    for file in "$folder"/*.dat; do
        check "blocks of $file" same "$(grep -c '^# ' "$file")" "$(grep -c '^# ' "$clean/${file##*/}")"
        check "numbers of $file" test -z "$(grep -vE '^(#.*|[-+0-9.e ainfN]*)$|[-+0-9.e a-f]*)$' "$file")"
    done
    for file in "$folder"/*.svg; do check "$file is a picture" grep -q '</svg>' "$file"; done
    printable "$folder" "$folder"/*.gp "$folder"/*.dat "$folder"/*.tex "$folder"/*.md
}

nothing_owned() { check "nothing was run: $1" same "$(find "$scratch" -path "$scratch/profile" -prune -o -name "*owned*" ! -name owned.tex ! -name "*.obj" -print)" ""; }

# shown PAGE: chromium runs nothing of it, with the policy of the page and without.
shown() {
    [ -n "$browser" ] || return 0
    sed 's/<meta http-equiv[^>]*>//' "$1" >bare.html
    for page in "$1" bare.html; do
        dom "$page"
        check "chromium shows $page" grep -q 'only cases with these words' dom.html
        check "no title of a script: $page" test -z "$(grep -o '<title>owned' dom.html)"
        check "no element of a text: $page" test -z "$(grep -oE '<img src="x"|<script>document' dom.html)"
    done
}

# typeset FOLDER: pdflatex makes a document of its tables and figures, which read and run nothing.
typeset_all() {
    command -v pdflatex >/dev/null || return 0
    {
        printf '%s\n' '\documentclass{article}' '\usepackage{booktabs,siunitx,gnuplot-lua-tikz}' '\begin{document}'
        for file in "$1"/*-table.tex; do echo "\\input{$file}"; done
        for file in "$1"/*.tikz.gp; do echo "\\input{${file%.tikz.gp}.tex}"; done
        echo '\end{document}'
    } >document.tex
    TEXMFVAR=$scratch/texmf TEXINPUTS=.:$1: expect 0 pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error document.tex
    check "LaTeX has read no other file: $1" test -z "$(grep -F '(./owned.tex' document.log)"
}

# ---- texts of an experiment, wherever it may have them ----
yaml() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }
blocks() { for text in "$@"; do printf '  - {name: %s, axes: {solver: [pbd, xpbd], iterations: [2, 3], dt: 0.0%s}}\n' "$(yaml "$text")" "$((++k))"; done; }
shown_by() { # TEXT: the parts of an experiment that say how it is shown
    local text short unit
    text=$(yaml "$1") short=$(yaml "${1:0:99}") unit=$(yaml "${1:0:31}")
    cat <<YAML
question: $text
expected: {near: $text}
labels: {pbd: $short, step: {text: $short, unit: $unit}, iterations: $short}
figures:
  - {name: lines, title: $text, data: step, x: step, y: step_ms, series: [solver, block], x_label: $text, formats: [pdf, tikz],
     curves: [{label: $text, y: step}, {label: other, y: 2*step}]}
  - {name: bars, data: step, x: block, y: step_ms, series: [solver], style: bars, formats: [pdf, tikz]}
  - {name: map, data: step, x: iterations, y: block, z: step_ms, style: heat, z_label: $unit}
tables:
  - {name: rows, title: $text, data: step, rows: [block, solver], values: step_ms}
  - {name: columns, data: step, rows: [solver], columns: block, values: step_ms}
verdicts:
  - {claim: $text, data: step, value: step_ms, below: 1.0e+9, carries: near, source: {set: "on 2026-11-22, $(yaml "$1" | sed "s|^.||; s|.$||")"}}
YAML
}
head=$'name: texts\ndefaults: {scene: cloth, scene.n: 4, steps: 3, timed: 2, phased: 0, measured: 0}\nblocks:'
k=0
{ echo "$head"; blocks one two three four five; } >measured.yaml
{ cat measured.yaml; shown_by 'a text'; } >clean.yaml
k=0
{ echo "$head"; blocks "${ATTACKS[@]}"; shown_by 'a text'; } >texts.yaml
expect 0 "$weft" run clean.yaml -o clean.db
expect 0 "$weft" report clean.db -o clean
expect 0 "$weft" run texts.yaml -o texts.db
cat out err >said
for i in "${!ATTACKS[@]}"; do
    { cat measured.yaml; shown_by "${ATTACKS[i]}"; } | sed '/^blocks:/,/^question:/{/^  - /d}' >"by$i.yaml"
    k=0
    sed -i "/^blocks:/r /dev/stdin" "by$i.yaml" < <(blocks "${ATTACKS[@]}")
    expect 0 "$weft" report texts.db "by$i.yaml" -o "r$i"
    cat out err >>said
    whole "r$i" clean
    if [ "$all" ] || [ "$i" = 1 ]; then typeset_all "r$i"; fi
    [ ! "$all" ] || shown "r$i/index.html"
done
for command in "status texts.db --all" "plan texts.yaml -o texts.db" "report texts.db --claims" "compare texts.db clean.db"; do
    # shellcheck disable=SC2086 # words
    "$weft" $command >>said 2>&1 || true
done
printable "what is said of them" said
nothing_owned "texts of an experiment"

# ---- names that become files ----
for name in "${ATTACKS[@]}" ../owned -owned owned/owned .owned "$(printf 'owned%.0s' {1..20})" Cases verdicts; do
    for place in 's/^name: .*/name: NAME/' 's/{name: bars/{name: NAME/' 's/{name: rows/{name: NAME/'; do
        case $place-$name in s/^*-[Cv]*e* | *rows*-[Cv]*e*) continue ;; esac # a name for an experiment, and NAME-table
        replacement=$(yaml "$name" | sed 's/[\\&/]/\\&/g')
        sed "${place/NAME/${replacement//\\/\\}}" clean.yaml >named.yaml
        expect 3 "$weft" plan named.yaml
        check "it says where: $name" grep -Eq '^weft: named.yaml:[0-9]+: ' err
    done
done
nothing_owned "names of files"

# ---- arguments, files, and the environment ----
name="${ATTACKS[1]//\//}${ATTACKS[0]//\//}"
printf 'o %s\n# %s\nusemtl %s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' "$odd" "$odd" "$odd" >"$name.obj"
: >said
try() { # COMMAND...: whatever it makes of it, it ends by itself and is printable
    local code=0
    timeout 600 "$@" >out 2>err || code=$?
    check "ends with a code of its own, not $code: $(printf '%q ' "$@")" test "$code" -le 20
    cat out err >>said
}
texts=("$odd" "$name")
[ ! "$all" ] || texts+=("${ATTACKS[@]}")
for text in "${texts[@]}"; do
    for command in "$weft" "$weft list" "$weft plan" "$weft run" "$weft status" "$weft report" "$weft export clean.db --table" "$weft export" "$weft mesh" "$weft view" \
        "$weft help" "$weft sim" "$weft sim chain --solver pbd --set" "$weft sim chain --solver" "$weft scene" "$weft scene --import ipc -o imported.yaml" "$weft scene clean.yaml -o imported.yaml --import" "$weft compare clean.db" "$weft cite" "$weft completion" \
        "$weft plan clean.yaml --set" "$weft figure clean.db -o f --data step --x step --y" "$weft figure clean.db --data step --x step --y step_ms --title" \
        "$weft matrix chain --solver" "$weft judge chain" "$weft judge chain . --unit" "$weft numbers --check --stores . "; do
        # shellcheck disable=SC2086 # words
        try $command "$text"
    done
    for variable in WEFT_DATASETS WEFT_WORKERS TERM LANG; do try env "$variable=$text" "$weft" sim cloth --solver pbd --steps 1; done
    try env "WEFT_CACHE=cache-${text//owned/}" "$weft" sim cloth --solver pbd --steps 1 # a folder that it makes
done
expect 0 "$weft" mesh "$name.obj"
cat out err >>said
sed "s/steps: 3/steps: 3, scene: $(yaml "$name" | sed 's/[\\&/]/\\&/g')/; s/scene: cloth, scene.n: 4, //" clean.yaml >scene.yaml
try "$weft" plan scene.yaml
printf 'name: %s\n' "$(yaml "$name")" >scene.yaml
try "$weft" scene ./scene.yaml
printf 'shapes input 1\n%s 0 0 0 0 0 0 1 1 1 # %s\nappendStr %s\n' "$name.obj" "$name" "$name" >configuration.txt
try "$weft" scene configuration.txt --import ipc -o imported.yaml --root .
printable "of arguments, files and the environment" said
nothing_owned "arguments, files and the environment"

# ---- what a worker says ----
mkdir workers
for precision in f64 f32; do
    # shellcheck disable=SC2016 # for the worker
    printf '#!/bin/bash\n%s\n' "[ -e '$scratch/dies' ] && { cat '$scratch/odd' >&2; exit 3; }" \
        "'$1/weft-worker-$precision' \"\$@\" | sed 's/\"text\": *\"/&=\\\\u001b]0;owned\\\\u0007\\\\n\\\\u009b<script>owned<\\\\\/script>/'" >"workers/weft-worker-$precision"
    chmod +x "workers/weft-worker-$precision"
done
printf '%s\n' "$odd" >odd
sed 's/cloth, scene.n: 4/chain/' clean.yaml >worker.yaml
: >said
for how in dies speaks; do
    [ $how = speaks ] || : >dies
    WEFT_WORKERS=$scratch/workers timeout 600 "$weft" run worker.yaml -o worker.db >>said 2>&1 || true
    rm -f dies
    "$weft" status worker.db --all >>said 2>&1
    "$weft" report worker.db -o worker >>said 2>&1 || true
    check "no tag of a worker's text" test -z "$(grep -o '<script>owned' worker/index.html)"
    for file in worker/*.csv; do records "$file" >records && check "$file" every '^records: [1-9]' records; done
done
check "they were there" grep -q '<script>owned' said
printable "what a worker says" said
nothing_owned "what a worker says"

# ---- columns of a database ----
# set_columns DB WHERE: puts the text before what is in these columns; "table.column" of sqlite_schema.
text=$(quoted "$odd")
set_columns() {
    sqlite3 "$1" "SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table' AND p.type = 'TEXT' AND m.name || '.' || p.name IN ($2)" |
        while IFS='|' read -r table column; do printf "UPDATE OR IGNORE \"%s\" SET \"%s\" = '%s' || \"%s\";\n" "$table" "$column" "$text" "$column"; done >set.sql
    sqlite3 "$1" 'PRAGMA ignore_check_constraints = 1' '.read set.sql'
}
ROWS="status DB --all;report DB -o columns"
OTHERS="compare DB clean.db;status DB;report DB --claims;plan clean.yaml -o DB;figure DB --data step --x step --y step_ms --series block -o figure"
OTHERS+=";compare DB clean.db --format markdown;compare DB clean.db --format json"
# readers DB COMMANDS: these commands, none of which changes it.
readers() {
    local before command commands
    IFS=';' read -ra commands <<<"${2//DB/$1}"
    before=$(sqlite3 "$1" .dump | sha256sum)
    for command in "${commands[@]}"; do
        # shellcheck disable=SC2086 # words
        try "$weft" $command
    done
    check "the database is as it was" same "$(sqlite3 "$1" .dump | sha256sum)" "$before"
}
FREE="'experiment.name', 'experiment.question', 'experiment.expected', 'experiment.path', 'cases.label', 'plan.block', 'build.commit', 'build.diff',
    'build.compiler', 'build.flags', 'build.build_type', 'environment.cpu', 'environment.governor', 'environment.kernel', 'environment.blas',
    'outcome.message', 'condition.text', 'finding.text', 'run.options', 'repetition.misplaced', 'linsys.chosen'"
: >said
cp clean.db free.db
set_columns free.db "$FREE"
sqlite3 free.db "UPDATE environment SET json = json_set(json, '\$.cpu', '$text', '\$.kernel', '$text')"
readers free.db "$ROWS;$OTHERS"
rm -rf columns
expect 0 "$weft" report free.db -o columns
whole columns clean
[ ! "$all" ] || shown columns/index.html
[ ! "$all" ] || typeset_all columns
for table in cases outcome build experiment case_summary wide_step; do
    expect 0 "$weft" export free.db --table $table -o table.csv
    check "CSV of $table" test -z "$(records table.csv | grep -v '^records')"
    check "rows of $table" same "$(records table.csv)" "records: $(($(sqlite3 clean.db "SELECT count(*) FROM $table") + 1))"
done
"$weft" export free.db --table cases --format json -o cases.json
check "JSON has the text as it is" same "$(sqlite3 free.db "SELECT json_extract(readfile('cases.json'), '\$[0].label') = (SELECT label FROM cases ORDER BY id LIMIT 1)")" 1
expect 0 script -qec "$weft export free.db --table cases" /dev/null
tr -d '\r' <out >>said
check "a file has the bytes" grep -q "$(printf '\e]0;owned')" table.csv cases.json <("$weft" export free.db --table cases)
if [ "$all" ]; then
    while read -r column; do
        [ "$(sqlite3 clean.db "SELECT count(*) FROM ${column%.*}")" -gt 0 ] || continue
        cp clean.db column.db
        set_columns column.db "'$column'"
        rm -rf columns
        readers column.db "$ROWS"
        [ ! -e columns/index.html ] || check "no tag of $column" test -z "$(grep -oE '<(script>document|img src=x)' columns/index.html)"
        for file in columns/*.csv; do [ ! -e "$file" ] || check "$column: $file" test -z "$(records "$file" | grep -v '^records')"; done
    done < <(sqlite3 clean.db "SELECT m.name || '.' || p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table' AND p.type = 'TEXT'")
fi
printable "columns of a database" said
nothing_owned "columns of a database"
left_out=
command -v pdflatex >/dev/null || left_out+=" pdflatex"
[ -n "$browser" ] || left_out+=" chromium"
[ -z "$left_out" ] || echo "not installed, and so not tried:$left_out"
