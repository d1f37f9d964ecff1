#!/usr/bin/env bash
# The literature of an experiment. cli_cite.sh BUILD SOURCE
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
