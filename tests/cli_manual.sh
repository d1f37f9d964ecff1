#!/usr/bin/env bash
# What is made from the tables when weft is built: the manual page, the completion for bash, the JSON Schema; and the bibliography. cli_manual.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
made=$(dirname -- "$weft")/manual

# ---- the manual page ----
sed 's/\\-/-/g' "$made/weft.1" >manual
# undocumented: of the words on standard input, those that the manual does not have.
undocumented() { grep -vxF -f <(grep -oE -- '[A-Za-z0-9_.-]+' manual | sort -u) | sort -u | xargs; }
expect 0 "$weft" help
sed -n '/^exit codes/,$ s/^  \([0-9]\{1,\}\) .*/\1/p' out | sort -u >codes
"$weft" list statuses | sed -nE 's/^  ([a-z]+) .*/\1/p' >statuses
sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p' out >subcommands
check "there are exit codes, statuses and subcommands" test "$(wc -l <codes)" -ge 10 -a "$(wc -l <statuses)" -ge 12 -a "$(wc -l <subcommands)" -ge 15
check "exit codes, statuses and subcommands" same "$(cat codes statuses subcommands | undocumented)" ""
while read -r subcommand; do
    expect 0 "$weft" help "$subcommand"
    cp out explained
    expect 0 "$weft" "$subcommand" --help
    check "help $subcommand is $subcommand --help" cmp explained out
    check "flags of $subcommand" same "$(grep -oE -- '--[a-z-]*' out | undocumented)" ""
done <subcommands
# Keys that the shipped experiments have, at the top and in figures, tables and verdicts.
awk '/^[a-z_]+:/ {print} /^(figures|tables|verdicts):/ {on = 1; next} /^[a-z]/ {on = 0} on && /^    [a-z_]+:/ {print}' "$source_dir"/bench/experiments/*.yaml |
    grep -oE '^ *[a-z_]+' | tr -d ' ' | sort -u >keys
check "keys of experiments" test "$(wc -l <keys)" -ge 30 -a -z "$(undocumented <keys)"
grep -rhoE 'getenv\("WEFT_[A-Z_]+"\)' "$source_dir/src" | grep -oE 'WEFT_[A-Z_]+' | sort -u >variables
check "environment variables" test "$(wc -l <variables)" -ge 4 -a -z "$(undocumented <variables)"
if command -v groff >/dev/null; then
    groff -k -man -ww -Tutf8 "$made/weft.1" >page 2>err
    check "groff has no complaint" test ! -s err
    check "a flag on a page" has page --no-verdicts
fi

# ---- the completion for bash ----
# shellcheck source=/dev/null
. "$made/weft.bash"
# complete_words WORD...: what is offered for the last of them.
complete_words() {
    COMP_WORDS=(weft "$@") COMP_CWORD=$#
    COMPREPLY=()
    _weft
    printf '%s\n' "${COMPREPLY[@]}"
}
check "subcommands" same "$(complete_words repo)" report
check "flags of one" same "$(complete_words report --cl)" --claims
check "solvers after the letter of the flag" same "$(complete_words sim cloth -S lb)" lbfgs
check "scenes" same "$(complete_words sim curtain_)" curtain_ring
touch some.db
check "files" same "$(complete_words report som)" some.db
check "files as well as scenes" same "$(complete_words sim som)" some.db
check "subcommands to explain" same "$(complete_words help compa)" compare
check "sections of the list" same "$(complete_words list expe)" experiments
check "and their names" same "$(complete_words list solver xpbd_)" xpbd_direct
check "every subcommand" same "$(while read -r command; do complete_words "$command" | head -n 1; done <subcommands)" "$(<subcommands)"

# ---- the JSON Schema ----
if command -v python3 >/dev/null; then
    expect 0 python3 -c 'import json, sys
schema = json.load(open(sys.argv[1]))
top, figure = schema["properties"], schema["$defs"][schema["properties"]["figures"]["items"]["$ref"].split("/")[-1]]
print(sorted(set(sys.argv[2:]) - set(top) - set(figure["properties"])), all(key["description"] for key in top.values()))' "$made/experiment.schema.json" name blocks style contours
    check "keys with their meaning" has out "[] True"
fi
if python3 -c 'import jsonschema, yaml' 2>/dev/null; then
    expect 0 python3 -c 'import json, jsonschema, sys, yaml
schema = json.load(open(sys.argv[1]))
for path in sys.argv[2:]:
    jsonschema.validate(yaml.safe_load(open(path)), schema)' "$made/experiment.schema.json" "$source_dir"/bench/experiments/*.yaml
    expect 1 python3 -c 'import json, jsonschema, sys
jsonschema.validate({"name": "a", "figures": [{"name": "b", "stile": "bars"}]}, json.load(open(sys.argv[1])))' "$made/experiment.schema.json"
fi

check "docs/reference.md is that of the build: cp build/release/manual/reference.md docs" cmp "$made/reference.md" "$source_dir/docs/reference.md"

# ---- the bibliography ----
bib=$source_dir/docs/references.bib
grep -oE '^@[a-z]+\{[^,]*' "$bib" | cut -d'{' -f2 | sort >entries
check "there are entries" test "$(wc -l <entries)" -gt 40
check "every entry has a key of its own" test -z "$(uniq -d entries)"
sed -nE 's/^  annote = \{[^ ].* \(([^ ()]*)\)\}$/\1/p' "$bib" >sources
check "every entry has an annote: its part in weft, and a source file" same "$(wc -l <sources)" "$(wc -l <entries)"
check "every entry has one annote" same "$(awk '/^@/ {count = 0} /^  annote = / && ++count == 1 {one++} END {print one}' "$bib")" "$(wc -l <entries)"
check "every source file exists" same "$(while read -r file; do [ -f "$source_dir/$file" ] || echo "$file"; done <sources)" ""
# used KIND SECTION: the values of this setting in the keywords are names that weft lists.
used() { grep '^  keywords' "$bib" | grep -oE "$1=[a-z0-9_]+" | cut -d= -f2 | sort -u | grep -vxF -f <("$weft" list "$2" | sed -nE 's/^  ([a-z0-9_]+) .*/\1/p') || true; }
check "solvers of keywords are those of weft" same "$(used solver solvers)" ""
check "linear systems of keywords are those of weft" same "$(used linsys linsys)" ""

# ---- the version in CMakeLists.txt, CITATION.cff and CHANGELOG.md ----
version=$(sed -n 's/^project(weft VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt")
cited=$(sed -n 's/^version: //p' "$source_dir/CITATION.cff")
read -r logged day < <(sed -n 's/^## \([0-9][0-9.]*\), \([0-9-]*\)$/\1 \2/p' "$source_dir/CHANGELOG.md") || true
check "CMakeLists.txt has one" test -n "$version"
check "CITATION.cff has it" same "$cited" "$version"
check "CHANGELOG.md begins with it" same "$logged" "$version"
check "with the day of CITATION.cff" same "$day" "$(sed -n 's/^date-released: //p' "$source_dir/CITATION.cff")"
check "weft prints it" grep -q "^weft $version " <("$weft" --version)
