#!/usr/bin/env bash
# The documents: links to files and anchors lead somewhere, every shipped experiment has its section, weft plans the commands of
# docs/experiments.md for each of them, every block of YAML is an experiment or a scene or a part of one, commands have subcommands and
# flags that exist and whole ones scenes, solvers and settings, the numbers of README.md are findings, and the table of entry points names
# targets, formats and tests that exist. cli_docs.sh BUILD SOURCE
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
# slugs PAGE: the anchors of the headings of a page.
slugs() {
    awk '/^```/ {code = !code} code || !/^#+ / {next} {sub(/^#+ /, ""); print}' "$1" | LC_ALL=C tr '[:upper:] ' '[:lower:]-' | LC_ALL=C sed 's/[^a-z0-9_-][^a-z0-9_-]*//g'
}
# Page and anchor of each link, those within a page too; the anchors that code and scripts print stand beside the page's name.
awk 'FNR == 1 {code = 0; folder = FILENAME; sub(/[^\/]*$/, "", folder)} /^```/ {code = !code} code {next}
    {while (match($0, /\]\([^)# ]*#[^) ]+/)) {link = substr($0, RSTART + 2, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)
        if (link ~ /^https?:/) continue
        gsub(/\\/, "", link)
        print link ~ /^#/ ? FILENAME link : folder link}}' "${pages[@]}" | sort -u >anchors
grep -rhoE '(docs|src|bench|datasets|results)/[A-Za-z_/]*\.md#[a-z0-9_-]+' "$source_dir/src" "$source_dir/bench" --include='*.[ch]' --include='*.sh' --include='*.py' --include='*.sql' |
    sed "s|^|$source_dir/|" | sort -u >>anchors || true
check "there are anchors" test "$(wc -l <anchors)" -ge 40
while IFS='#' read -r file anchor; do
    [[ $file == *.md && -f $file ]] || continue
    slugs "$file" | grep -qxF -- "$anchor" || echo "$file#$anchor"
done <anchors >broken
check "every anchor has a heading: $(tr '\n' ' ' <broken)" test ! -s broken
page=$source_dir/docs/experiments.md
sed -n 's/^## //p' "$page" >sections

# ---- experiments ----
mkdir -p bench build
ln -s "$source_dir/bench/experiments" bench/experiments
ln -s "$(dirname -- "$weft")" build/release
awk '/^```/ {inside = !inside && $2 == "swinging_sail.yaml"; next} inside' "$page" >swinging_sail.yaml
awk '/^```/ {inside = !inside && $2 == "start.sh"; next} inside' "$source_dir/docs/start.md" | sed -n 1p >mesh.sh
expect 0 bash -euo pipefail mesh.sh
# block NAME: the commands of the block ```sh NAME, with an experiment in the place of NAME and planned instead of run; a scene for two steps.
planned() { sed -E 's/^(build\/release\/weft) run (.*)/\1 plan \2/; / plan /s/ -o [^ ]*\.db//; s/--steps 200/--steps 2/'; }
block() { awk -v name="$1" '/^```/ {inside = !inside && $1 == "```sh" && $2 == name; next} inside' "$page" | sed "s/NAME/$2/" | planned; }
for file in "$source_dir"/bench/experiments/*.yaml; do
    name=$(basename "$file" .yaml)
    question=$(sed -nE 's/^question: "?([^"]*)"?$/\1/p' "$file")
    results="[findings](../results/published/FINDINGS.md#$name), [report](../results/published/$name)"
    check "the table has the question and results of $name" has "$page" "| [$name](#$name) | $question | $results |"
    check "$name has a section" grep -qx "$name" sections
    block common "$name" >commands
    own=$(awk -F'|' -v name=" [$name](#$name) " '$2 == name {gsub(/[ `-]/, "", $5); print $5}' "$page")
    [ "$own" = – ] || block "$own" "$name" >>commands
    awk -v name="$name" '/^## / {on = $2 == name} /^```/ {inside = !inside; next} on && inside' "$page" | planned >>commands
    check "$name: commands" grep -q "^build/release/weft plan bench/experiments/$name.yaml" commands
    expect 0 bash -euo pipefail commands
done
check "a block for one's own scene" test -n "$(block set quick)" -a -n "$(block sed quick)"

# ---- blocks of YAML: a part of an experiment or of a scene is completed by the keys below ----
documents=("$source_dir"/README.md "$source_dir"/docs/*.md "$source_dir"/{datasets,src/python,bench/foreign}/README.md)
cat >experiment.yaml <<'YAML'
name: base
defaults: {scene: cloth, steps: 2, timed: 1, frames: 1, fine: 16}
blocks:
  - {name: all, axes: {solver: [xpbd, newton], scene.n: [4, 6], threads: [1, 2], iterations: [20, 320]}}
YAML
printf 'bodies:\n  - grid: {columns: 5, rows: 5, size: [1, 1]}\n    mass: 1\n' >sheet.yaml
cp "$source_dir/datasets/meshes/ipc_cube.msh" yours.msh
cp "$source_dir/datasets/meshes/bunny.obj" yours.obj
for part in node ele; do cp "$source_dir/datasets/meshes/bunny_solid.$part" "yours.1.$part"; done
# each_line BLOCK: a scene with a body for every material or element of a block, which are alternatives.
each_line() {
    echo bodies:
    grep -E '^    material:|^      - ' "$1" | while IFS= read -r line; do
        printf '  - box: {cells: [3, 3, 3], size: [1, 1, 1]}\n'
        case $line in *material:*) echo "$line" ;; *) printf '    material: {name: natural_rubber, thickness: 0.001}\n    elements:\n%s\n' "$line" ;; esac
    done
}
# Each to a file of its own, without the indentation of its fence; prints that file, the name after `yaml` or -, and file:line.
awk '/^ *```/ {inside = !inside; file = ""; if (!inside || $1 != "```yaml") next
        match($0, /^ */); cut = RLENGTH; file = "block" ++count ".yaml"; print file, $2 == "" ? "-" : $2, FILENAME ":" FNR; next}
    inside && file != "" {print substr($0, cut + 1) >file}' "${documents[@]}" >blocks
check "there are blocks" test "$(wc -l <blocks)" -ge 16
while read -r block name where; do
    sed -i '/^plugins:/d; s/solver: steepest/solver: pbd/' "$block" # the plugin is built by long_plugin.sh
    [ "$name" = - ] || cp "$block" "$name"
    case $({ grep -oE '^(blocks|bodies):' "$block" || grep -oE '^ *[a-z]+:' "$block"; } | head -n 1) in
    blocks:) kind="plan $block" ;;
    bodies:) kind="scene ./$block" ;;
    contact: | *pins:) cat sheet.yaml "$block" >part.yaml; kind="scene ./part.yaml" ;;
    *material: | *elements:) each_line "$block" >part.yaml; kind="scene ./part.yaml" ;;
    *) cat experiment.yaml "$block" >part.yaml; kind="plan part.yaml" ;;
    esac
    # shellcheck disable=SC2086
    "$weft" $kind >out 2>err || echo "$where $(cat err)"
done <blocks >wrong
check "each is read: $(cat wrong)" test ! -s wrong

# ---- commands: in blocks, in indented lines, and in the text ----
awk '/^ *```/ {inside = !inside; shell = $1 == "```sh"; next}
    (inside && shell) || (!inside && /^    weft /) {line = line $0; if (sub(/\\$/, "", line)) next; sub(/(^| )#.*/, "", line); print FILENAME ":" FNR " " line; line = ""; next}
    !inside {while (match($0, /`weft [^`]*`/)) {print FILENAME ":" FNR " " substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)}}' \
    "${documents[@]}" >lines
# A line for each subcommand and each of its flags, of each command of weft.
awk '{where = $1; $1 = ""; count = split($0, part, /\|\|?|&&|;/)
    for (p = 1; p <= count; p++) {words = split(part[p], word, " "); on = ""
        for (w = 1; w <= words && word[w] != "--"; w++) {
            if (on == "" && word[w] ~ /(^|\/)weft$/ && word[w - 1] !~ /^-m$|\.sh$/ && w < words) {on = word[++w]; print where, on, ""}
            else if (on != "" && word[w] ~ /^--?[a-z]/) {flag = word[w]; sub(/=.*/, "", flag); if (flag !~ /^--/) flag = substr(flag, 1, 2); print where, on, flag}}}}' \
    lines | sed -E "s/[]\"'().,]+\$//" | sort -u >used
check "there are commands" test "$(wc -l <used)" -ge 150
"$weft" help | sed -nE 's/^  ([a-z]+)  .*/\1/p' | while read -r name; do
    echo "$name "
    "$weft" "$name" --help | grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' | tr -d ',' | tr ' ' '\n' | sed -n "s/^-/$name -/p" || true
    printf '%s\n' "$name --help" "$name --plugin" "$name -h"
done | sort -u >known
printf '%s\n' '--help ' '--version ' >>known
awk 'NR == FNR {known[$0] = 1; next} {where = $1; sub(/^[^ ]* /, "")} !($0 in known) {print where, $0}' known used >wrong
check "each has a subcommand and flags of weft: $(tr '\n' ';' <wrong)" test ! -s wrong
grep -oE '(^|[ /])weft (list|help)( [a-z_.]+)* *$' lines | sed 's/.*weft //' | sort -u | while read -r command; do
    # shellcheck disable=SC2086
    "$weft" $command >out 2>err || echo "$command: $(cat err)"
done >wrong
check "lists and help are printed: $(cat wrong)" test ! -s wrong

# ---- whole commands: the scene, solver, parameters and settings that they name. Runs are planned, and other commands end at their first worker ----
mkdir workers
printf '#!/bin/sh\n: >begun\nexit 9\n' >workers/weft-worker-f64
chmod +x workers/weft-worker-f64
cp workers/weft-worker-f64 workers/weft-worker-f32
cp experiment.yaml sweep.yaml # a sweep of the reader's
# One command a line: "file:line weft SUBCOMMAND ARGUMENT …". Left out are commands that lack an argument, that name a value in capitals for the
# reader to replace (SCENE, N), and that need a plugin, which long_plugin.sh builds.
awk '{where = $1; sub(/^[^ ]* +/, ""); count = split($0, part, /\|\|?|&&|;/)
    for (p = 1; p <= count; p++) {line = part[p]; sub(/^ *[^ ]*\/weft /, "weft ", line); sub(/^ +/, "", line)
        if (line !~ /^weft (run|plan|sim|matrix|scaling|advise|judge|scene) [^- ]/ || line ~ /…|--plugin|[ =][A-Z][A-Z]*( |$)|[ =][A-Z]+\./) continue
        if (line ~ /^weft (sim|advise)/ && line !~ / --(solver|error) /) continue
        if (sub(/^weft run/, "weft plan", line)) gsub(/ (-o [^ ]*|--reps [^ ]*|--vary|--strict)/, "", line)
        print where, line}}' lines | grep -v '/docs/experiments\.md:' | sort -u >whole # those were planned above
check "there are whole commands" test "$(wc -l <whole)" -ge 15
rm -f out # a command may make a folder of this name
while read -r where command; do
    rm -f begun
    code=0
    (weft() { WEFT_WORKERS=$scratch/workers "$weft" "$@"; } && eval "$command") </dev/null >told 2>&1 || code=$?
    # 2 and 3: an unknown name. Other codes come from files that the document tells the reader to make, and from the worker.
    if [ ! -e begun ] && { [ "$code" = 2 ] || [ "$code" = 3 ]; }; then echo "$where $command: $(tail -n 3 told)"; fi
done <whole >wrong
rm -rf out
check "each names things that exist: $(cat wrong)" test ! -s wrong

# ---- scripts print their help at once, before they install, build or run anything ----
for script in "$source_dir"/bench/{run,player,thumbnails,systems,bundle}.sh "$source_dir"/results/{publish,renew,thin}.sh "$source_dir/tests/run.sh"; do
    expect 0 bash "$script" --help
    check "$script: prints the comment at its head" same "$(cat out)" "$(sed -nE '2,${/^#/!q; s/^# ?//p}' "$script")"
    check "$script: nothing else" test ! -s err
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

# ---- the scene of a mesh of one's own, on a solid ----
awk '/^## / {wanted = /^## Your own mesh/} /^ *```yaml/ {inside = wanted; next} /^ *```/ {inside = 0} inside' "$source_dir/datasets/README.md" | sed 's/^   //; s/scale: 0.001/scale: 1/' >solid.yaml
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
