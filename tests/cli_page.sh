#!/usr/bin/env bash
# The page of a report: names of series, points of figures, stills of scenes. cli_page.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

cat >a.yaml <<'YAML'
name: tiny
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 1, probes: 1}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: 2}}
labels: {pbd: "P</script><b>D", xpbd: X & P}
figures:
  - {name: error, data: convergence, x: iteration, y: error, series: [solver], log: y}
  - {name: cost, data: step, x: solver, y: step_ms, style: bars}
  - {name: share, data: phase, x: solver, y: step_ms, series: [phase], style: stacked, size: page}
YAML
expect 0 "$weft" run a.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "nothing on standard error" test ! -s err
check "the SVG of a figure names its series" has page/error.svg '<title>X &amp; P</title>'
check "gnuplot's own names are removed" same "$(cat page/error.svg page/cost.svg page/share.svg | grep -c '<title>gnuplot_plot')" 0
check "each figure has its points" same "$(grep -c '<script type="application/json">' page/index.html)" 3
check "a name cannot end a script" same "$(grep -c 'P</script>' page/index.html)" 0
check "a report has no stills by itself" same "$(grep -c 'data:image' page/index.html)" 0

# ---- stills ----
export TMPDIR=$scratch
expect 0 "$weft" report a.db -o stills --stills
grep -o 'base64,[A-Za-z0-9+/=]*' stills/index.html >stills.txt
check "two stills that differ" same "$(wc -l <stills.txt) $(sort -u stills.txt | wc -l)" "2 2"
check "PNG of 320 by 240" same "$(head -n 1 stills.txt | cut -c8- | base64 -d | head -c 24 | od -An -tx1 -v | tr -d ' \n')" \
    89504e470d0a1a0a0000000d4948445200000140000000f0
check "no temporary folder is left" test -z "$(find "$scratch" -maxdepth 1 -name 'weft-*')"
