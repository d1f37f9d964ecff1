#!/usr/bin/env bash
# The literature of an experiment and of weft, and the version that one cites. cli_cite.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >a.yaml <<'YAML'
name: a
blocks:
  - {name: a, axes: {scene: chain, solver: [pbd, pd], steps: 1}}
YAML
printf 'figures:\n  - {name: p, data: work, x: run_ms, style: data_profile, problems: scene}\n' >>a.yaml
# cited: whether each of these keys is in out.
cited() { for key; do grep -q "^@[a-z]*{$key,$" out && printf '%s ' "$key"; done; }
expect 0 "$weft" cite a.yaml
check "the literature of the solvers and figures, and no other" same "$(cited weft bouaziz2014 more2009 macklin2016 macklin2019 dolan2002)" "weft bouaziz2014 more2009 "
check "a DOI" has out "doi = {10.1016/j.jvcir.2007.01.005}"
sed -i 's/\[pbd, pd\], /xpbd, substeps: 4, /' a.yaml
expect 0 "$weft" cite a.yaml
check "the literature of substeps" same "$(cited macklin2016 macklin2019 bouaziz2014)" "macklin2016 macklin2019 "
expect 4 "$weft" cite nothing.yaml
expect 2 "$weft" cite

expect 0 "$weft" cite --all
grep -o '^@[a-z]*{[^,]*' out >keys
check "there are entries" test "$(wc -l <keys)" -gt 40
check "every entry has a key of its own" test -z "$(sort keys | uniq -d)"
expect 0 "$weft" cite --all --format markdown
check "docs/literature.md is up to date" diff <(sed -n '/^| /,$p' "$source_dir/docs/literature.md") out
sed -n 's/.*(\.\.\/\([^)]*\)) |$/\1/p' out >sources
check "each row names a source file" same "$(wc -l <sources)" "$(($(wc -l <out) - 2))"
check "that exists" same "$(while read -r file; do [ -f "$source_dir/$file" ] || echo "$file"; done <sources)" ""

# ---- the version in CMakeLists.txt, CITATION.cff and CHANGELOG.md ----
version=$(sed -n 's/^project(weft VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt")
cited=$(sed -n 's/^version: //p' "$source_dir/CITATION.cff")
read -r logged day < <(sed -n 's/^## \([0-9][0-9.]*\), \([0-9-]*\)$/\1 \2/p' "$source_dir/CHANGELOG.md") || true
check "CMakeLists.txt has one" test -n "$version"
check "CITATION.cff has it" same "$cited" "$version"
check "CHANGELOG.md begins with it" same "$logged" "$version"
check "with the day of CITATION.cff" same "$day" "$(sed -n 's/^date-released: //p' "$source_dir/CITATION.cff")"
check "weft prints it" grep -q "^weft $version " <("$weft" --version)
"$weft" cite a.yaml >out
check "and cites itself by it" has out "version = {$version}"
