# shellcheck shell=bash
# What cli_injection.sh and long_injection.sh share: texts that try everything they might do on a terminal, in HTML, LaTeX, gnuplot, CSV, JSON,
# SQL and in names of files, and what must hold of all that weft writes. A text that works leaves a file or a title `owned`. Source it with the
# build and the source folder. It leaves clean.db and its report clean, of harmless texts, and texts.db, whose blocks have the names of ATTACKS.
set -euo pipefail
build=$(realpath -- "$1") # it works in a folder of its own
set -- "$build" "$(realpath -- "$2")"
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: there is no sqlite3"; exit 77; }

# Of one line, as labels must be, then all in one with line ends and control characters.
ATTACKS=(
    "\"'></script></title></svg>--><script>document.title='owned'</script><img src=x onerror=owned>"
    "\\input{owned.tex}\\write18{touch owned}\\csname x\\endcsname^^5cinput{owned.tex}%&#\$_{}~^]*\\"
    "'; system(\"touch owned\"); print '\`touch owned\`' @owned # \"\\"
    "=1+cmd|' /C touch owned'!A0,\"x\""
    "'); DROP TABLE cases; -- \$(touch owned)|touch owned;../../owned"
)
odd="${ATTACKS[3]}${ATTACKS[0]}${ATTACKS[1]}${ATTACKS[2]}${ATTACKS[4]}"$'\r\n\nsystem("touch owned")\n\n\n1 2 3\n!touch owned\n\e]0;owned\a\e]52;c;b3duZWQ=\a\e[31m\b\x7f'
odd+=$'\xc2\x9b31m\xc2\x9d0;owned\xc2\x9c\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8\xe2\x80\x8f\xd8\x9c'
echo 'owned' >owned.tex
quoted() { printf '%s' "${1//\'/\'\'}"; }

# ---- conditions for every output ----

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
    sed 's/<meta http-equiv[^>]*>//' "$1" >bare.html
    for page in "$1" bare.html; do
        dom "$page"
        check "the script of the page runs: $page" grep -q 'type="search"' dom.html
        check "no title of a text: $page" test -z "$(grep -o '<title>owned' dom.html)"
        check "no element of a text: $page" test -z "$(grep -oE '<img src="x"|<script>document' dom.html)"
    done
}

# typeset FOLDER: a LaTeX document of its tables reads and runs nothing.
typeset() {
    {
        printf '%s\n' '\documentclass{article}' '\usepackage{booktabs,siunitx}' '\begin{document}'
        for file in "$1"/*-table.tex; do echo "\\input{$file}"; done
        printf '%s\n' '\end{document}'
    } >document.tex
    TEXMFVAR=$scratch/texmf TEXINPUTS=.:$1: expect 0 pdflatex -no-shell-escape -interaction=nonstopmode -halt-on-error document.tex
    check "LaTeX has read no other file: $1" test -z "$(grep -F '(./owned.tex' document.log)"
}

# ---- experiments ----

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
  - {name: lines, title: $text, data: step, x: step, y: step_ms, series: [solver, block], x_label: $text,
     curves: [{label: $text, y: step}, {label: other, y: 2*step}]}
  - {name: bars, data: step, x: block, y: step_ms, series: [solver], style: bars}
  - {name: map, data: step, x: iterations, y: block, z: step_ms, style: heat, z_label: $unit}
tables:
  - {name: rows, title: $text, data: step, rows: [block, solver], values: step_ms}
  - {name: columns, data: step, rows: [solver], columns: block, values: step_ms}
verdicts:
  - {id: c1, claim: $text, data: step, value: step_ms, below: 1.0e+9, carries: near, source: {set: "on 2026-11-22, $(yaml "$1" | sed "s|^.||; s|.$||")"}}
YAML
}
head=$'name: texts\ndefaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, measured: 0}\nblocks:'
k=0
{ echo "$head"; blocks one two three four five; } >measured.yaml
{ cat measured.yaml; shown_by 'a text'; } >clean.yaml
k=0
{ echo "$head"; blocks "${ATTACKS[@]}"; shown_by 'a text'; } >texts.yaml
expect 0 "$weft" run clean.yaml -o clean.db
expect 0 "$weft" report clean.db -o clean
expect 0 "$weft" run texts.yaml -o texts.db
cat out err >said

# report_by TEXT FOLDER: a report of texts.db whose titles and labels are this text.
report_by() {
    k=0
    { echo "$head"; blocks "${ATTACKS[@]}"; shown_by "$1"; } >by.yaml
    expect 0 "$weft" report texts.db by.yaml -o "$2"
    cat out err >>said
    whole "$2" clean
}

# ---- commands ----

# try COMMAND...: it ends by itself, whatever it makes of it; what it writes is appended to said.
try() {
    local code=0
    timeout 600 "$@" >out 2>err || code=$?
    check "an exit code of weft, not $code: $(printf '%q ' "$@")" test "$code" -le 20
    cat out err >>said
}
# shellcheck disable=SC2034 # for who sources it: a name of a file
name="${ATTACKS[1]//\//}${ATTACKS[0]//\//}"

# arguments TEXT: every command with this argument.
arguments() {
    local command variable
    for command in "" list plan run status report "export clean.db --table" export mesh view help sim "sim chain --solver pbd --set" "sim chain --solver" \
        scene "compare clean.db" \
        "plan clean.yaml --set" "figure clean.db -o f --data step --x step --y" "figure clean.db --data step --x step --y step_ms --title" \
        "matrix chain --solver" "judge chain --fps 60"; do
        # shellcheck disable=SC2086 # words
        try "$weft" $command "$1"
    done
    for variable in WEFT_DATASETS WEFT_WORKERS TERM LANG; do try env "$variable=$1" "$weft" sim cloth --solver pbd --steps 1 --set scene.n=4; done
}

# ---- columns of a database ----

# set_columns DB WHERE: puts the text before what is in these columns; "table.column" of sqlite_schema.
set_columns() {
    local text
    text=$(quoted "$odd")
    sqlite3 "$1" "SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table' AND p.type = 'TEXT' AND m.name || '.' || p.name IN ($2)" |
        while IFS='|' read -r table column; do printf "UPDATE OR IGNORE \"%s\" SET \"%s\" = '%s' || \"%s\";\n" "$table" "$column" "$text" "$column"; done >set.sql
    sqlite3 "$1" 'PRAGMA ignore_check_constraints = 1' '.read set.sql'
}
# readers DB COMMANDS: commands, separated by semicolons, none of which changes the database.
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
# free_texts DB: a copy of clean.db, with the text in every column that may have any.
free_texts() {
    local text
    cp clean.db "$1"
    set_columns "$1" "$FREE"
    text=$(quoted "$odd")
    sqlite3 "$1" "UPDATE environment SET json = json_set(json, '\$.cpu', '$text', '\$.kernel', '$text')"
}
