#!/usr/bin/env bash
# The page of a report: names of series, points of figures. cli_page.sh BUILD SOURCE
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
check "names are at the ends of curves" same "$(grep -c '^set arrow' page/error.gp) $(grep -c keyentry page/error.gp)" "4 0" # SVG and PDF
check "bars have a key" grep -q keyentry page/share.gp
sed 's/series: \[solver\], log: y/&, key: bottom left/' a.yaml >corner.yaml
expect 0 "$weft" report a.db corner.yaml -o corner
check "a key in a corner of the plot" grep -Eq '^set key .* left bottom' corner/error.gp
check "and no names at the ends" same "$(grep -c '^set arrow' corner/error.gp)" 0
check "gnuplot's own names are removed" same "$(cat page/error.svg page/cost.svg page/share.svg | grep -c '<title>gnuplot_plot')" 0
check "each figure has its points" same "$(grep -c '<script type="application/json">' page/index.html)" 3
check "a name cannot end a script" same "$(grep -c 'P</script>' page/index.html)" 0

# A user's file stays, whatever its date. A file of an earlier report that this report does not make is removed.
touch -d '+1 second' page/notes.txt
sed '/name: share/d' a.yaml >b.yaml
expect 0 "$weft" report a.db b.yaml -o page
sleep 1.1
expect 0 "$weft" report a.db b.yaml -o page
check "a file of the user stays" test -e page/notes.txt
check "the file of a removed figure is deleted" test ! -e page/share.svg
