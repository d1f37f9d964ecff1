#!/usr/bin/env bash
# The documents: links to files and anchors lead somewhere, every shipped experiment has its section, weft plans every command of
# docs/experiments.md, the numbers of README.md are findings, and the table of entry points names targets, formats and tests that exist. cli_docs.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

# ---- links ----
# pages: the documents of the source, without what was built.
pages() {
    find "$source_dir" -maxdepth 1 -name '*.md'
    find "$source_dir"/{docs,bench,datasets,src,tests,results} -name '*.md' -not -path '*/results/published/*/*'
}
mapfile -t pages < <(pages)
# Folder and target of each link; addresses, anchors of the page itself and code left out.
awk 'FNR == 1 {code = 0; folder = FILENAME; sub(/[^\/]*$/, "", folder)} /^```/ {code = !code} code {next}
    {while (match($0, /\]\([^)# ]+/)) {link = substr($0, RSTART + 2, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH); if (link !~ /^https?:/) print folder link}}' \
    "${pages[@]}" | sort -u >links
check "there are links" test "$(wc -l <links)" -gt 100
while read -r link; do [ -e "$link" ] || echo "$link"; done <links >broken
check "every link leads to a file: $(tr '\n' ' ' <broken)" test ! -s broken
page=$source_dir/docs/experiments.md
grep -oE '\]\(#[a-z_]+\)' "$page" | tr -d ']()#' | sort -u >anchors
check "there are anchors" test "$(wc -l <anchors)" -ge 20
sed -n 's/^## //p' "$page" | sort >sections
check "every anchor has a section: $(comm -23 anchors sections | tr '\n' ' ')" test -z "$(comm -23 anchors sections)"

# ---- experiments ----
mkdir -p bench build
ln -s "$source_dir/bench/experiments" bench/experiments
ln -s "$(dirname -- "$weft")" build/release
awk '/^```/ {inside = !inside && $2 == "sail.yaml"; next} inside' "$page" >sail.yaml
awk '/^```/ {inside = !inside && $2 == "tutorial.sh"; next} inside' "$source_dir/docs/tutorial.md" | sed -n 1p >mesh.sh
expect 0 bash -euo pipefail mesh.sh
for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    question=$(sed -nE 's/^question: "?([^"]*)"?$/\1/p' "$file")
    check "the table has the question of $name" has "$page" "| [$name](#$name) | $question |"
    awk -v name="$name" '/^## / {on = $2 == name} /^```/ {inside = !inside; next} on && inside' "$page" >commands
    check "$name: a command for one's own" grep -q "^build/release/weft run" commands
    # Planned, not run; a scene for two steps.
    sed -E 's/^(build\/release\/weft) run (.*)/\1 plan \2/; / plan /s/ -o [^ ]*\.db//; s/--steps 200/--steps 2/' commands >planned
    expect 0 bash -euo pipefail planned
done

# ---- the numbers of README.md, each the link text of [54 %](results/published/FINDINGS.md#EXPERIMENT) ----
grep -oE '\[[^]]*\]\(results/published/FINDINGS\.md#[a-z_]+\)' "$source_dir/README.md" | sed -E 's/^\[([0-9.]*) ?(%|×|)\].*#(.*)\)$/\1 \2 \3/' >numbers
check "README.md has one to ten numbers" test "$(wc -l <numbers)" -ge 1 -a "$(wc -l <numbers)" -le 10
# Values are in the fourth cell of a row of a claim; one of them must round to the number.
awk 'NR == FNR {if (/^## /) {gsub(/\\/, ""); section = $2} else if (split($0, cell, / \| /) >= 7) values[section] = values[section] " " cell[4]; next}
    {count = split(values[$NF], value, " "); digits = $1; gsub(/^[0.]+|\./, "", digits); found = 0
     for (i = 1; i <= count; i++) found = found || sprintf("%.*g", length(digits), value[i] * ($2 == "%" ? 100 : 1)) + 0 == $1 + 0
     if (!found) print}' "$source_dir/results/published/FINDINGS.md" numbers >wrong
check "every number is a value of its experiment: $(tr '\n' ';' <wrong)" test ! -s wrong

# ---- kinds of constraints in examples ----
"$weft" list constraints | awk 'NR > 1 {print $1}' | sort >kinds
grep -ohE '^ *(- )?(- \{)?kind: [a-z_]+' "$source_dir"/docs/*.md "$source_dir/datasets/README.md" "$source_dir/README.md" | sed 's/.*kind: //' | sort -u >named
check "there are kinds in examples" test "$(wc -l <named)" -ge 3
check "each is a kind of weft: $(comm -13 kinds named | tr '\n' ' ')" test -z "$(comm -13 kinds named)"

# ---- the scene of docs/meshes.md, on a solid ----
awk '/^ *```yaml/ {inside = 1; next} /^ *```/ {inside = 0} inside' "$source_dir/docs/meshes.md" | sed 's/^   //; s/scale: 0.001/scale: 1/' >solid.yaml
cp "$source_dir"/tests/meshes/meshio.node yours.1.node
cp "$source_dir"/tests/meshes/meshio.ele yours.1.ele
check "there is a scene" has solid.yaml yours.1.node
expect 0 "$weft" scene ./solid.yaml

# ---- the table of entry points: every format and fuzz target, nothing that is not there, no empty cell ----
sed -n '/^| entry /,/^$/p' "$source_dir/SECURITY.md" >entries
check "SECURITY.md has a table" test "$(wc -l <entries)" -gt 20
check "seven cells in every row, none empty" test -z "$(grep -vE '^(\|[^|]*[^| -][^|]*){7}\|$|^(\|---){7}\|$' entries)"
# words COLUMN: the code in a column of the table.
words() { awk -F'|' -v column="$1" 'NR > 2 {print $column}' entries | grep -oE '`[a-z_]+`' | tr -d '`' | sort -u; }
sed -n 's/^FUZZ(\([a-z_]*\),.*/\1/p' "$source_dir/tests/fuzz/fuzz_list.h" | sort -u >targets
check "there are targets" test "$(wc -l <targets)" -ge 5
check "fuzz targets" same "$(words 6)" "$(cat targets)"
grep -oE '^MESH_FORMAT\("[^"]*"' "$source_dir/src/common/mesh/mesh_format_list.h" | cut -d'"' -f2 >formats
check "there are formats" test "$(wc -l <formats)" -ge 5
while read -r format; do check "format $format" has entries "\`$format\`"; done <formats
words 8 >tests
check "there are tests" test "$(wc -l <tests)" -ge 5
for name in $(cat tests); do check "the test $name is there" test -n "$(find "$source_dir/tests" -maxdepth 1 -name "$name.*")"; done
