#!/usr/bin/env bash
# As cli_injection.sh, with each text by itself, in chromium and in LaTeX, as every argument and in every column. long_injection.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/injection.sh
. "$2/tests/injection.sh" "$1" "$2"

# in_programs FOLDER: what chromium and pdflatex make of a report.
in_programs() {
    [ -z "$browser" ] || shown "$1/index.html"
    if command -v pdflatex >/dev/null; then typeset "$1"; fi
}
for i in "${!ATTACKS[@]}"; do
    report_by "${ATTACKS[i]}" "r$i"
    in_programs "r$i"
done
free_texts free.db
expect 0 "$weft" report free.db -o columns
in_programs columns
printable "the output of reports" said
nothing_owned reports

: >said
for text in "$name" "${ATTACKS[@]}"; do arguments "$text"; done
printable "the output of commands" said
nothing_owned arguments

: >said
while read -r column; do
    cp clean.db column.db
    set_columns column.db "'$column'"
    rm -rf columns
    readers column.db "status column.db --all;report column.db -o columns"
    [ ! -e columns/index.html ] || check "no tag of $column" test -z "$(grep -oE '<(script>document|img src=x)' columns/index.html)"
    for file in columns/*.csv; do [ ! -e "$file" ] || check "$column: $file" test -z "$(records "$file" | grep -v '^records')"; done
done < <(sqlite3 clean.db "SELECT m.name || '.' || p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table' AND p.type = 'TEXT'" |
    while read -r column; do [ "$(sqlite3 clean.db "SELECT count(*) FROM ${column%.*}")" = 0 ] || echo "$column"; done)
printable "columns of a database" said
nothing_owned "columns of a database"

left_out=
command -v pdflatex >/dev/null || left_out+=" pdflatex"
[ -n "$browser" ] || left_out+=" chromium"
[ -z "$left_out" ] || echo "not installed, and so not tried:$left_out"
