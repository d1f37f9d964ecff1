#!/usr/bin/env bash
# The documents: every link to a file leads to one, every shipped experiment has its section, and every command of docs/experiments.md is one
# that weft plans. cli_docs.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- links ----
# links FILE: the files that it links to, relative to its folder; addresses and anchors of the page itself left out.
links() {
    sed -e '/^```/,/^```/d' "$1" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -vE '^https?:' || true
}
# pages: the documents of the source, without what was built.
pages() {
    find "$source_dir" -maxdepth 1 -name '*.md'
    find "$source_dir"/{docs,bench,datasets,src,tests,results} -name '*.md' -not -path '*/results/published/*/*'
}
count=0
while read -r page; do
    while read -r link; do
        count=$((count + 1))
        check "${page#"$source_dir"/}: there is $link" test -e "$(dirname -- "$page")/$link"
    done < <(links "$page")
    check "${page#"$source_dir"/}: one blank line is enough" test -z "$(awk '/^```/ {code = !code} !code && blank && !NF {print NR} {blank = !NF}' "$page")"
done < <(pages)
check "there are links" test "$count" -gt 100

# ---- anchors of a page in itself ----
page=$source_dir/docs/experiments.md
grep -oE '\]\(#[a-z_]+\)' "$page" | tr -d ']()#' | sort -u >anchors
check "there are anchors" test "$(wc -l <anchors)" -ge 20
while read -r anchor; do check "section $anchor" grep -qx "## $anchor" "$page"; done <anchors

# ---- experiments ----
mkdir -p bench build
ln -s "$source_dir/bench/experiments" bench/experiments
ln -s "$(dirname -- "$weft")" build/release
awk '/^```/ {inside = !inside && $2 == "sail.yaml"; next} inside' "$page" >sail.yaml
awk '/^```/ {inside = !inside && $2 == "tutorial.sh"; next} inside' "$source_dir/docs/tutorial.md" | sed -n 1p >mesh.sh
expect 0 bash -euo pipefail mesh.sh

# commands EXPERIMENT: what its section says to type.
commands() {
    awk -v name="$1" '/^## / {on = $2 == name} /^```/ {inside = !inside; next} on && inside' "$page"
}
for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    check "$name is in the table" has "$page" "| [$name](#$name) |"
    check "$name has its question, figures and reasons" test \
        "$(awk -v name="$name" '/^## / {on = $2 == name} on && /^\*\*(Varied|Read|Why):\*\*/' "$page" | wc -l)" = 3
    for figure in $(awk -v name="$name" '/^## / {on = $2 == name} on && /^\*\*Read/ {on = 2} /^\*\*Why/ {if (on == 2) on = 0} on == 2' "$page" |
        grep -oE '`[a-z_]+`' | tr -d '`' | sort -u); do
        check "$name has \`$figure\`" grep -qE "name: $figure\b|values: .*\b$figure\b" "$file"
    done
    commands "$name" >commands
    check "$name: a command for one's own" grep -q "^build/release/weft run" commands
    while read -r command; do
        case $command in
            build/release/weft\ run\ *)
                command=${command% -o *.db}
                expect 0 bash -euo pipefail -c "${command/weft run/weft plan}"
                ;;
            build/release/weft\ sim\ *) expect 0 bash -euo pipefail -c "${command/--steps 200/--steps 2}" ;;
            *) expect 0 bash -euo pipefail -c "$command" ;;
        esac
    done <commands
done

# ---- the table of entry points: every format and fuzz target, nothing that is not there, no empty cell ----
security=$source_dir/SECURITY.md
sed -n '/^| entry /,/^$/p' "$security" >entries
check "SECURITY.md has a table" test "$(wc -l <entries)" -gt 20
check "seven cells in every row, none empty" test -z "$(grep -vE '^(\|[^|]*[^| -][^|]*){7}\|$|^(\|---){7}\|$' entries)"
targets=$(sed -n 's/^FUZZ(\([a-z_]*\),.*/\1/p' "$source_dir/tests/fuzz/fuzz_list.h")
formats=$(grep -oE '^MESH_FORMAT\("[^"]*"' "$source_dir/src/common/mesh/mesh_format_list.h" | cut -d'"' -f2)
column_of_entries() { awk -F'|' -v column="$1" 'NR > 2 {print $column}' entries; }
code_of_entries() { column_of_entries "$1" | grep -oE '`[a-z_]+`' | tr -d '`' | sort -u; }
for list in "$targets" "$formats" "$(code_of_entries 6)" "$(code_of_entries 8)" "$(column_of_entries 7)"; do
    check "a list is not empty" test "$(wc -w <<<"$list")" -ge 5
done
for target in $targets; do
    check "fuzz target $target" grep -qE '^(\|[^|]*){4}\| `'"$target"'`' entries
done
for target in $(code_of_entries 6); do
    check "the target $target is there" has "$source_dir/tests/fuzz/fuzz_list.h" "FUZZ($target,"
done
for format in $formats; do
    check "format $format" grep -qF "\`$format\`" entries
done
for name in $(code_of_entries 8); do
    check "the test $name is there" test -n "$(find "$source_dir/tests" -maxdepth 1 -name "$name.*")"
done
for part in $(column_of_entries 7 | sed 's/^ //; s/ $//; s/ /_/g' | sort -u); do
    check "the part ${part//_/ } of injection.sh" grep -qE "^# -+ .*${part//_/ }" "$source_dir/tests/injection.sh"
done
