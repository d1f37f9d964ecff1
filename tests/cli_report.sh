#!/usr/bin/env bash
# Reports by a file as it is now, single figures, and what a report leaves in its folder. cli_report.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

cat >a.yaml <<'YAML'
name: tiny
question: How near?
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {claim: XPBD ends near, data: convergence, value: error, of: {solver: xpbd}, for_each: [iterations], statistic: last, below: 1e-3,
     source: closed form}
figures:
  - {name: error, title: An old title, data: convergence, x: iteration, y: error, series: [solver], log: [y]}
  - {name: cost, data: step, x: solver, y: step_ms, style: bars}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [step_ms]}
YAML
expect 0 "$weft" run a.yaml -o a.db
before=$(sha256sum a.db)

# ---- by the file as it is now ----
expect 0 "$weft" report a.db -o page
check "what was measured has its title" has page/index.html "An old title"
sed -e 's/An old title/A new title/' -e '/name: cost/d' -e 's/question: How near?/question: How far?/' -e 's/below: 1e-3/below: 1e9/' \
    -e 's/\[2, 8\]/[2, 8, 32]/' a.yaml >b.yaml
touch page/mine.txt
expect 0 "$weft" report a.db b.yaml -o page
check "the new title" has page/index.html "A new title"
check "not the old one" test "$(grep -c 'An old title' page/index.html)" = 0
check "the new question" has page/index.html "How far?"
sed -i '/^question:/a labels: {xpbd: {text: XPBD, colour: "#12AB34"}}' b.yaml
expect 0 "$weft" report a.db b.yaml -o page
check "the colour of a label" has page/error.gp "lc rgb '#12AB34'"
check "of that series alone" same "$(grep -c 'index 1 .*#12AB34' page/error.gp)" 0
sed 's/#12AB34/green/' b.yaml >green.yaml
expect 3 "$weft" report a.db green.yaml -o page
check "what a colour is" has err 'write one as "#RRGGBB"'
check "the new bound" has page/verdicts.csv "XPBD ends near,yes"
check "once" same "$(grep -c '<h[12]>' page/index.html)" 1
check "the case that is not measured is counted" has page/index.html "1 more cases of the file are not in the database"
check "a figure that is not there any more is removed" test ! -e page/cost.svg -a ! -e page/cost.csv
check "what is not made again only" test -e page/error.svg -a -e page/ends-table.csv
check "a file of somebody else stays" test -e page/mine.txt
sed 's/name: error,/name: cases-environment,/' a.yaml >ids.yaml
expect 0 "$weft" report a.db ids.yaml -o ids
grep -o ' id="[^"]*"' ids/index.html >anchors
check "no figure takes the anchor of another part of the page" same "$(sort anchors | uniq -d)" ""
grep -o 'href="#[^"]*"' ids/index.html | sed 's/href="#/ id="/' | sort -u >wanted
check "and each anchor is there" same "$(sort anchors | comm -12 - wanted)" "$(<wanted)"
check "the figure has one" grep -qF 'cases-environment' wanted
check "the database is as it was" same "$(sha256sum a.db)" "$before"

# ---- what is not there ----
sed 's/scene.n: 6/scene.n: 7/' a.yaml >other.yaml
expect 3 "$weft" report a.db other.yaml -o none
check "none of its cases" has err "other.yaml: none of its 3 cases is in the database"
check "nothing is written" test ! -e none
expect 0 "$weft" report a.db other.yaml --set scene.n=6 -o again
expect 4 "$weft" report a.db missing.yaml -o none
expect 2 "$weft" report a.db --set scene.n=6 -o none
sed -i 's/name: error, title: An old title,/name: error, where: {solver: xpbd, iterations: 9},/' other.yaml
expect 0 "$weft" report a.db other.yaml --set scene.n=6 -o again
check "which filter leaves nothing" has again/index.html "no finished case with solver xpbd has iterations 9, but 2, 8"

# ---- the newest text, once ----
sed 's/question: How near?/question: How wide?/' a.yaml >c.yaml
expect 0 "$weft" run c.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "the newest text" has page/index.html "How wide?"
check "the older one is not" test "$(grep -c 'How near?' page/index.html)" = 0
sed 's/name: tiny/name: another/' a.yaml >d.yaml
expect 0 "$weft" run d.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "files of two experiments have their names" test -e page/tiny-error.svg -a -e page/another-error.svg -a ! -e page/error.svg

# ---- one figure ----
expect 2 "$weft" figure a.db --data step --x solver --y step_ms -o one
check "which experiments there are" has err "choose one with --experiment: another, tiny"
expect 0 "$weft" figure a.db -e tiny --data step --x solver --y step_ms --style bars --title 'a "b" \ c' -o one
check "its files" test -s one.svg -a -s one.pdf -a -s one.csv
check "its rows" has one.csv "newton,"
expect 0 "$weft" figure a.db -e tiny --data convergence --x iteration --y error --series solver,iterations --where solver=xpbd,newton --log y -o page/two
check "in a folder" has page/two.csv "solver,iterations,iteration,error,low,high,n,unconverged_steps"
expect 0 "$weft" figure a.db -e tiny --data step --x solver --y step_ms --relative-to solver=newton -o over
check "over one of them" has over.csv "newton,1,1,1,"
expect 3 "$weft" figure a.db -e tiny --data convergence --x iteration --y error --where iterations=9 -o three
check "why nothing is drawn" has err "no finished case has iterations 9, but 2, 8"
expect 3 "$weft" figure a.db -e tiny --data convergence --x iteration --y eror -o three
check "the nearest name" has err "did you mean \`error\`"
expect 3 "$weft" figure a.db -e tint --data step --x solver --y step_ms -o three
check "an experiment that is not there" has err "no experiment \`tint\`; it has another, tiny"
expect 2 "$weft" figure a.db --data step --x solver -o three
check "nothing is left" test ! -e three.csv

# ---- styles that are more than medians ----
cat >work.yaml <<'YAML'
name: work
defaults: {scene: [chain, cloth], scene.n: 6, steps: 4, frames: 1, fine: 8, timed: 1, phased: 0, probes: 0}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: [1, 8]}}
  - {name: reference, axes: {solver: newton}}
YAML
expect 0 "$weft" run work.yaml --reps 3 -o work.db
drawn() { # drawn STYLE ARGUMENTS...: the figure of this style is there, with the files of all others
    expect 0 "$weft" figure work.db --style "$@" -o "$1"
    check "$1 is drawn" test -s "$1.svg" -a -s "$1.pdf" -a -s "$1.dat"
}
drawn frontier --data work --x run_ms --y trajectory_error --series solver --log x,y
check "what its line is" has out "none of its others beats"
check "its interval of x, and who is beaten" has frontier.csv "solver,run_ms,trajectory_error,low,high,n,unconverged_steps,x_low,x_high,beaten"
check "of every setting" same "$(grep -c xpbd frontier.csv)" 4
drawn ecdf --data step --x step_ms --series solver --log x
check "of single steps" has out "18 to 36 samples of 6 to 12 processes"
check "up to all of them" has ecdf.csv ",1,,,36,"
drawn data_profile --data work --x run_ms --series solver --problems scene --solved trajectory_error=..0.5
check "of both scenes" has out "Of 2 problems, each a scene:"
check "what is solved" has out "Solved: trajectory_error ..0.5."
check "the columns of a share" has data_profile.csv "solver,run_ms,share,low,high,problems,unconverged_steps"
drawn performance_profile --data work --x run_ms --series solver --problems scene --where solver=pbd,xpbd --log x
check "from one on" has performance_profile.csv "pbd,1,"
drawn strip --data step --x solver --y step_ms --series scene
check "a line for each process" same "$(grep -c 'pbd.*,1,0,[1-6]' strip.csv)" 24
expect 3 "$weft" figure work.db --data work --x run_ms --series solver --problems scene --style performance_profile -o many
check "three are refused, with the way out" has err "of 3 series: of three or more it may put the second and third in the wrong order (Gould and Scott 2016)"
expect 3 "$weft" figure work.db --data work --x run_ms --problems scene --style performance_profile -o many
check "and one" has err "compares two series, and there is 1"
expect 3 "$weft" figure work.db --data work --x run_ms --series solver --problems scene --style data_profile --solved trajectory_error=..1e-12 -o many
check "nothing is solved" has err "none of 2 problems is solved by any series"
expect 3 "$weft" figure work.db --data work --x run_ms --style data_profile -o many
check "what a profile needs" has err "style \`data_profile\` needs \`problems\`"
expect 3 "$weft" figure work.db --data step --x step_ms --y step --style ecdf -o many
check "y is what the style makes" has err "is what style \`ecdf\` makes of x"
expect 3 "$weft" figure work.db --data step --x step_ms -o many
check "y is missing elsewhere" has err "\`y\`"
check "nothing is left of these" test ! -e many.csv

# ---- maps of cells ----
cat >map.yaml <<'YAML'
name: map
defaults: {scene: [chain, cloth], scene.n: 6, steps: 4, frames: 1, fine: 8, timed: 1, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: pbd, omega: [1, 10], iterations: [1, 8, 64]}}
  - {name: substeps, axes: {solver: xpbd, substeps: [1, 4], iterations: [1, 8]}}
  - {name: reference, axes: {solver: newton, linsys: [dense, cholmod_simplicial]}}
  - {name: projective, axes: {solver: pd, linsys: dense, iterations: 2}}
YAML
expect 0 "$weft" run map.yaml --set scene=cloth -o map.db
map() { "$weft" figure map.db --style heat --y iterations "$@"; }
expect 0 map --data work --x substeps --z trajectory_error --log z --contours step_ms=0.001,0.01 --mark 0.3 --where solver=xpbd --limits z=..1 --size 100 --z-label 'how far' -o heat
check "its files" test -s heat.svg -a -s heat.pdf -a -s heat.dat -a -s heat.gp
check "the columns" has heat.csv "substeps,iterations,trajectory_error,low,high,n,unconverged_steps,cell,step_ms,contour_low,contour_high"
check "cells of a map" same "$(grep -c ',measured,' heat.csv)" 4
check "the label and the colours" has heat.gp "'how far'"
check "what the cells say of the mark" has out "Least time per step"
check "a map is not larger than its numbers" test "$(stat -c %s heat.svg)" -lt 100000
expect 0 map --data work --x omega --z trajectory_error --where solver=pbd --log z -o heat
check "what diverged is seen" has heat.csv "10,64,,,,0,0,diverged"
check "and said" has out "2 diverged (crossed), of 6."
check "and drawn" has heat.dat "# cells crossed"
expect 0 "$weft" figure map.db --data accuracy --style heat --x solver --y accuracy_target --z iterations_needed --where solver=newton,pd -o heat
check "what was reached, and what was not" has heat.csv "pd,1e-06,,,,0,0,not reached"
check "said of a target" has out "not reached (with a bar)"
expect 3 map --data accuracy --x accuracy_target --z iterations_needed --where solver=pd --where accuracy_target=1e-06,1e-05 -o wrong
check "a map of nothing" has err "the target was reached in none of its 2 cells"
refused() { # refused MESSAGE ARGUMENTS...: one line that says so
    expect 3 map --data work --z step_ms -o wrong "${@:2}"
    check "one line" same "$(wc -l <err)" 1
    check "says $1" has err "$1"
}
refused 'is not a finite number' --x substeps --mark much
refused 'is not a finite number' --x substeps --contours step_ms=1,two
refused 'is not above the level before it' --x substeps --contours step_ms=2,1
refused 'there is nothing between two words' --x linsys --mark 1
refused 'is the y already' --x substeps --facets iterations
refused '`facets` gives each value a panel' --x substeps --series solver
refused 'categories of x' --x substeps --limits x=1..2
check "nothing is left of these" test ! -e wrong.csv
