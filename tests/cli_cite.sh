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
expect 0 "$weft" cite a.yaml
check "position-based dynamics" has out "doi = {10.1016/j.jvcir.2007.01.005}"
check "projective dynamics" has out "@article{bouaziz2014,"
check "weft" has out "@software{weft,"
check "not XPBD" test "$(grep -c macklin2016 out)" = 0
check "nor small steps" test "$(grep -c macklin2019 out)" = 0
sed -i 's/\[pbd, pd\], /xpbd, substeps: 4, /' a.yaml
expect 0 "$weft" cite a.yaml
check "XPBD" has out macklin2016
check "in small steps" has out macklin2019
check "not projective dynamics" test "$(grep -c bouaziz2014 out)" = 0
check "every entry has a key of its own" test -z "$(grep -o '^@[a-z]*{[^,]*' out | sort | uniq -d)"
expect 4 "$weft" cite nothing.yaml

# ---- of the figures ----
printf 'figures:\n  - {name: p, data: work, x: run_ms, style: data_profile, problems: scene}\n' >>a.yaml
expect 0 "$weft" cite a.yaml
check "data profiles" has out more2009
check "not performance profiles" test "$(grep -c dolan2002 out)" = 0

# ---- all of it ----
expect 0 "$weft" cite --all
grep -o '^@[a-z]*{[^,]*' out >keys
check "there are entries" test "$(wc -l <keys)" -gt 40
check "every entry has a key of its own" test -z "$(sort keys | uniq -d)"
check "a paper that no setting tells" has out "@inproceedings{macklin2021,"
sed -n 's/^  author = {\([^{].*\)},$/\1/p' out | sed 's/ and /\n/g' >authors
check "each author has a last name" every ', ' authors
grep -E '^  (doi|url) = ' out >links
check "a link is a DOI or an address" every 'doi = \{10\.[0-9]{4,5}/|url = \{https://' links
expect 0 "$weft" cite --all --format markdown
sed -n '/^| /,$p' "$source_dir/docs/literature.md" >page
check "docs/literature.md is what it prints" diff page out
check "letters that TeX writes in its own way" test -z "$(grep -E '[\\{}]' out || true)"
sed -n 's/.*(\.\.\/\([^)]*\)) |$/\1/p' out >sources
check "sources are named" test "$(wc -l <sources)" -gt 20
while read -r file; do check "the source is there: $file" test -f "$source_dir/$file"; done <sources
check "one source for each" same "$(sed -n 's/.*(\.\.\/\([^)]*\)) |$/\1/p' out | wc -l)" "$(($(wc -l <out) - 2))"
expect 0 "$weft" cite a.yaml --format markdown
check "a table of one experiment" same "$(grep -c '^| ' out)" "$(("$("$weft" cite a.yaml | grep -c '^@')"))"
expect 2 "$weft" cite
expect 2 "$weft" cite --all a.yaml
expect 2 "$weft" cite --all --format pdf

# ---- the version: written in CMakeLists.txt, said by CITATION.cff and CHANGELOG.md ----
version=$(sed -n 's/^project(weft VERSION \([0-9.]*\).*/\1/p' "$source_dir/CMakeLists.txt")
cited=$(sed -n 's/^version: //p' "$source_dir/CITATION.cff")
read -r logged day < <(sed -n 's/^## \([0-9][0-9.]*\), \([0-9-]*\)$/\1 \2/p' "$source_dir/CHANGELOG.md") || true
check "CMakeLists.txt has one" test -n "$version"
check "CITATION.cff has it" same "$cited" "$version"
check "CHANGELOG.md begins with it" same "$logged" "$version"
check "with the day of CITATION.cff" same "$day" "$(sed -n 's/^date-released: //p' "$source_dir/CITATION.cff")"
check "weft says it" has <("$weft" --version) "weft $version"
"$weft" cite a.yaml >out
check "and cites itself by it" has out "version = {$version}"
