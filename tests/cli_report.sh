#!/usr/bin/env bash
# Reports: a figure of each style, tables and the page; reports by a changed file; single figures. cli_report.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

# ---- a figure of each style, in one report ----
cat >styles.yaml <<'YAML'
name: styles
defaults: {scene: [chain, cloth], scene.n: 4, steps: 3, frames: 1, fine: 4, timed: 1, phased: 1, probes: 1}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: [2, 8]}}
  - {name: diverging, axes: {solver: pbd, scene: cloth, omega: 10, iterations: [1, 64]}}
  - {name: reference, axes: {solver: newton}}
figures:
  - {name: lines, data: convergence, x: iteration, y: error, series: [solver, iterations], where: {scene: cloth}, log: [y]}
  - {name: points, data: step, x: iterations, y: iterations_done, series: [solver], style: points}
  - {name: bars, data: step, x: solver, y: step_ms, style: bars}
  - {name: stacked, data: phase, x: solver, y: step_ms, series: [phase], style: stacked}
  - {name: frontier, data: work, x: run_ms, y: trajectory_error, series: [solver], style: frontier, log: [x, y]}
  - {name: data_profile, data: work, x: run_ms, series: [solver], style: data_profile, problems: [scene], solved: {trajectory_error: ..0.5}}
  - {name: performance_profile, data: work, x: run_ms, series: [solver], style: performance_profile, problems: [scene], where: {block: position}}
  - {name: heat, data: work, x: omega, y: iterations, z: trajectory_error, style: heat, where: {solver: pbd, scene: cloth}}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [iterations_done]}
YAML
expect 0 "$weft" run styles.yaml -o styles.db
expect 0 "$weft" report styles.db -o styles
# header STYLE COLUMNS: of the CSV file of a figure.
header() { check "columns of $1" same "$(head -n 1 "styles/$1.csv" | tr -d '\r')" "$2"; }
# values FIGURE COLUMN: the distinct values of a column of a CSV file.
values() { tr -d '\r' <"$1.csv" | awk -F, -v name="$2" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == name) at = i; next} {print $at}' | sort -u | paste -sd' '; }
for style in lines points bars stacked frontier data_profile performance_profile heat; do
    check "SVG of $style" grep -q '</svg>' "styles/$style.svg"
    check "PDF of $style" grep -aq '^%%EOF' "styles/$style.pdf"
    check "script and data of $style" test -s "styles/$style.gp" -a -s "styles/$style.dat"
done
header lines solver,iterations,iteration,error,low,high,n,unconverged_steps
header points solver,iterations,iterations_done,low,high,n,unconverged_steps
header bars solver,step_ms,low,high,processes,unconverged_steps
header stacked phase,solver,step_ms,low,high,processes,unconverged_steps
header frontier solver,run_ms,trajectory_error,low,high,n,unconverged_steps,beaten
header data_profile solver,run_ms,share,low,high,problems,unconverged_steps
header performance_profile solver,run_ms,share,low,high,problems,unconverged_steps
header heat omega,iterations,trajectory_error,low,high,n,unconverged_steps,cell
check "the frontier has every setting" same "$(grep -c '^xpbd,' styles/frontier.csv)" 4
check "problems of a profile" same "$(values styles/data_profile problems)" 2
check "the best ratio of a performance profile is 1" grep -q '^x*pbd,1,' styles/performance_profile.csv

# ---- a step that ends before the others keeps its last value ----
cat >held.yaml <<'YAML'
name: held
defaults: {scene: cloth, scene.n: 4, steps: 2, fine: 4, timed: 1, phased: 0, probes: 2}
blocks:
  - {name: all, axes: {solver: xpbd, iterations: 8}}
figures:
  - {name: lines, data: convergence, x: iteration, y: error, series: [solver], log: [y], where: {probe: 1}, statistic: max}
YAML
expect 0 "$weft" run held.yaml -o held.db
sqlite3 held.db "DELETE FROM iterate WHERE probe AND iteration > 3 AND step = (SELECT min(step) FROM iterate WHERE probe);
    UPDATE iterate SET error = 0.875 WHERE probe AND iteration = 3 AND step = (SELECT min(step) FROM iterate WHERE probe)"
expect 0 "$weft" report held.db -o held
check "every iteration has both steps" same "$(values held/lines n)" 2
check "the value of the step that ended" same "$(tail -n 1 held/lines.csv | cut -d, -f1-3)" xpbd,8,0.875
check "the note" has held/index.html "Steps that have ended keep their last value."

# ---- a misspelt value beside one that cases have ----
sed -e '/^blocks:/,/^  - {name: reference/!{/^name\|^defaults/!d}' styles.yaml >misspelt.yaml
cat >>misspelt.yaml <<'YAML'
figures:
  - {name: known, data: step, x: iterations, y: iterations_done, series: [solver], where: {solver: [pbd, xpbd]}}
  - {name: lines, data: step, x: iterations, y: iterations_done, series: [solver], where: {solver: [pbd, XPBD]}}
tables:
  - {name: ends, data: step, rows: [solver], values: [iterations_done], where: {solver: [pbd, xxpbd]}}
verdicts:
  - {id: a, claim: a, data: step, value: iterations_done, where: {solver: [pbd, xpbdd]}, below: 1e9, source: closed form}
YAML
expect 0 "$weft" report styles.db misspelt.yaml -o misspelt
check "a figure names it" same "$(grep -o 'no case has solver = XPBD (did you mean xpbd?)' misspelt/index.html)" \
    "no case has solver = XPBD (did you mean xpbd?)"
check "a table names it" has misspelt/ends-table.md "no case has solver = xxpbd (did you mean xpbd?)"
check "a claim names it" has misspelt/verdicts.csv "no case has solver = xpbdd (did you mean xpbd?)"
check "a value that cases have is not named" same "$(grep -o 'no case has' misspelt/index.html | wc -l)" 3
check "cells of a map" same "$(cut -d, -f1,2,8 styles/heat.csv | tr -d '\r' | tail -n +2 | sort | paste -sd' ')" \
    "1,1,no such case 1,2,measured 1,64,no such case 1,8,measured 10,1,diverged 10,2,no such case 10,64,diverged 10,8,no such case"
check "the table as CSV" has styles/ends-table.csv "xpbd,8,8,"
check "the table as LaTeX" has styles/ends-table.tex '\begin{tabular}'
check "the table as Markdown" has styles/ends-table.md '| xpbd |'
check "cases.csv has every case" same "$(wc -l <styles/cases.csv)" 13
check "the page has every figure" same "$(grep -c '<svg' styles/index.html)" 8
check "the page is complete" has styles/index.html '</html>'

# ---- a report by the file as it is now ----
cat >a.yaml <<'YAML'
name: tiny
question: OldQuestion
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 8]}}
  - {name: reference, axes: {solver: newton}}
verdicts:
  - {id: near, claim: near, data: convergence, value: error, of: {solver: xpbd}, for_each: [iterations], statistic: last, below: 1e-9, source: closed form}
figures:
  - {name: error, title: OldTitle, data: convergence, x: iteration, y: error, series: [solver], log: [y]}
  - {name: cost, data: step, x: solver, y: step_ms, style: bars}
tables:
  - {name: ends, data: step, rows: [solver, iterations], values: [step_ms]}
YAML
expect 0 "$weft" run a.yaml -o a.db
before=$(sha256sum a.db)
expect 0 "$weft" report a.db -o page
check "the title of the file that was run" has page/index.html OldTitle
sed -e 's/OldTitle/NewTitle/' -e '/name: cost/d' -e 's/below: 1e-9/below: 1e9/' -e 's/\[2, 8\]/[2, 8, 32]/' \
    -e 's/^question: .*/question: NewQuestion\nlabels: {xpbd: {text: XPBD, colour: "#12AB34"}}/' a.yaml >b.yaml
touch page/mine.txt
expect 0 "$weft" report a.db b.yaml -o page
check "the new title" has page/index.html NewTitle
check "the new question" has page/index.html NewQuestion
check "not the old ones" same "$(grep -cE 'OldTitle|OldQuestion' page/index.html)" 0
check "the colour of a label" has page/error.gp "lc rgb '#12AB34'"
check "the colour belongs to that series alone" same "$(grep -c 'index 1 .*#12AB34' page/error.gp)" 0
check "the new bound" has page/verdicts.csv "near,yes"
check "a figure that left the file is removed" test ! -e page/cost.svg -a ! -e page/cost.csv
check "the other figures and tables stay" test -e page/error.svg -a -e page/ends-table.csv
check "a file of somebody else stays" test -e page/mine.txt
sed -i 's/#12AB34/green/' b.yaml
expect 3 "$weft" report a.db b.yaml -o page
check "a colour that is none" has err b.yaml:3
sed 's/name: error,/name: cases-environment,/' a.yaml >ids.yaml
expect 0 "$weft" report a.db ids.yaml -o ids
sed 's/<template/\n&/' ids/index.html | sed '/<template/,/<\/template>/d' | grep -o ' id="[^"]*"' >anchors # those of pictures are in trees of their own
check "each anchor is unique" same "$(sort anchors | uniq -d)" ""
grep -o 'href="#[^"]*"' ids/index.html | sed 's/href="#/ id="/' | sort -u >wanted
check "each link has its anchor" same "$(sort anchors | comm -12 - wanted)" "$(<wanted)"
check "the figure has a link" has wanted cases-environment
check "reports leave the database as it was" same "$(sha256sum a.db)" "$before"

# ---- cases that the store does not have ----
sed 's/scene.n: 4/scene.n: 5/' a.yaml >other.yaml
expect 3 "$weft" report a.db other.yaml -o none
check "the file is named" has err other.yaml
expect 4 "$weft" report a.db missing.yaml -o none
expect 2 "$weft" report a.db --set scene.n=4 -o none
check "nothing is written" test ! -e none
sed -i 's/name: error, title: OldTitle,/name: error, where: {solver: xpbd, iterations: 9},/' other.yaml
expect 0 "$weft" report a.db other.yaml --set scene.n=4 -o again
check "a filter without cases leaves its figure out" test ! -e again/error.svg -a -s again/cost.svg

# ---- cases that this program no longer makes ----
cp a.db lost.db
sqlite3 lost.db "UPDATE cases SET key = 'of an earlier program', json = replace(json, '\"xpbd\"', '\"gone\"') WHERE json LIKE '%\"iterations\":8,%';
    UPDATE parameter SET value = 'gone' WHERE value = 'xpbd' AND case_id IN (SELECT id FROM cases WHERE key = 'of an earlier program')"
expect 0 "$weft" report lost.db a.yaml -o lost
check "a case of a solver that is gone stays" same "$(cut -d, -f1-2 lost/ends-table.csv | tr -d '\r' | tail -n +2 | sort | paste -sd' ')" \
    "gone,8 newton,200 xpbd,2"

# ---- the newest text of an experiment; two experiments ----
sed 's/OldQuestion/WideQuestion/; /^figures:/,/name: cost/d' a.yaml >c.yaml
expect 0 "$weft" run c.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "the newest text" has page/index.html WideQuestion
check "not the older one" same "$(grep -c OldQuestion page/index.html)" 0
sed 's/name: tiny/name: another/' a.yaml >d.yaml
expect 0 "$weft" run d.yaml -o a.db
expect 0 "$weft" report a.db -o page
check "file names contain the experiment" test -e page/tiny-ends-table.csv -a -e page/another-error.svg -a ! -e page/ends-table.csv

# ---- single figures ----
expect 2 "$weft" figure a.db --data step --x solver --y step_ms -o one
check "the experiments of the store" has err another
expect 0 "$weft" figure a.db -e tiny --data step --x solver --y step_ms --style bars --title 'a "b" \ c' -o one
check "its files" test -s one.svg -a -s one.pdf -a -s one.csv
check "its rows" has one.csv newton,
expect 0 "$weft" figure a.db -e tiny --data convergence --x iteration --y error --series solver,iterations --where solver=xpbd,newton --log y -o page/two
check "in a folder" has page/two.csv solver,iterations,iteration,error,low,high,n,unconverged_steps
expect 0 "$weft" figure a.db -e tiny --data step --x solver --y step_ms --relative-to solver=newton -o over
check "relative to a baseline" has over.csv newton,1,1,1,
expect 3 "$weft" figure a.db -e tiny --data convergence --x iteration --y error --where iterations=9 -o three
check "the filter without cases" has err iterations
expect 3 "$weft" figure a.db -e tiny --data convergence --x iteration --y eror -o three
check "the nearest column" has err "\`error\`"
expect 3 "$weft" figure a.db -e tint --data step --x solver --y step_ms -o three
check "the nearest experiment" has err tiny
expect 2 "$weft" figure a.db --data step --x solver -o three
# refused NAME ARGUMENTS...: a figure of the first store, in one line that names it.
refused() {
    expect 3 "$weft" figure styles.db -o three "${@:2}"
    check "one line on $1: ${*:2}" same "$(grep -c '^weft: ' err) $(wc -l <err)" "1 1"
    check "it names $1: ${*:2}" has err "$1"
}
profile=(--data work --x run_ms --style performance_profile)
refused series "${profile[@]}" --series solver --problems scene
refused series "${profile[@]}" --problems scene
refused problems --data work --x run_ms --series solver --problems scene --style data_profile --solved trajectory_error=..1e-12
refused problems --data work --x run_ms --style data_profile
refused strip --data step --x solver --y step_ms --style strip
refused "\`y\`" --data step --x step_ms

# ---- maps of cells: contours, marks, limits ----
map() { "$weft" figure styles.db --style heat --y iterations --where scene=cloth "$@"; }
expect 0 map --data work --x omega --z trajectory_error --log z --contours step_ms=0.001,0.01 --limits z=..1 --size 100 --z-label HowFar -o heat
check "its files" test -s heat.svg -a -s heat.pdf -a -s heat.dat -a -s heat.gp
check "columns of contours" has heat.csv cell,step_ms,contour_low,contour_high
check "the label of the colours" has heat.gp "'HowFar'"
check "a map is not larger than its numbers" below "$(stat -c %s heat.svg)" 100000
expect 0 map --data work --x omega --z trajectory_error --mark 0.3 -o heat
expect 0 "$weft" figure styles.db --data accuracy --style heat --x solver --y accuracy_target --z iterations_needed --where solver=newton,xpbd -o heat
check "an accuracy that was not reached" has heat.csv 'xpbd,1e-06,,,,0,0,not reached'
heat=(--style heat --y iterations --data work --z step_ms)
refused much "${heat[@]}" --x substeps --mark much
refused two "${heat[@]}" --x substeps --contours step_ms=1,two
refused 'contours.levels[1]' "${heat[@]}" --x substeps --contours step_ms=2,1
refused linsys "${heat[@]}" --x linsys --mark 1
refused facets "${heat[@]}" --x substeps --facets iterations
refused facets "${heat[@]}" --x substeps --series solver
refused limits "${heat[@]}" --x substeps --limits x=1..2
expect 3 "$weft" figure styles.db --data accuracy --style heat --x solver --y accuracy_target --z iterations_needed --where solver=pbd \
    --where accuracy_target=1e-06 -o three
check "a refused figure leaves nothing" test ! -e three.csv

# ---- numbers that differ in their seventh digit ----
cat >close.yaml <<'YAML'
name: close
defaults: {scene: chain, steps: 1, timed: 1, phased: 0, measured: 0, solver: xpbd, iterations: 1}
blocks:
  - {name: a, axes: {scene.stiffness: [1000000, 1000001, 1000002]}}
figures:
  - {name: close, data: step, x: scene.stiffness, y: step_ms}
  - {name: near, data: step, x: scene.stiffness, y: step_ms, log: [x]}
YAML
expect 0 "$weft" run close.yaml -o close.db
expect 0 "$weft" report close.db -o close
range=$(sed -n 's/^set xrange \[\(.*\):\(.*\)\]/\1 \2/p' close/close.gp | head -1)
check "all points are within the axis: $range" awk -v range="$range" 'BEGIN {split(range, end, " "); exit !(end[1] <= 1000000 && end[2] >= 1000002)}'

# ---- labels that mean something to XML: drawn as they are ----
cat >marks.yaml <<'YAML'
name: marks
defaults: {scene: chain, steps: 1, timed: 1, phased: 0, measured: 0}
blocks:
  - {name: a, axes: {solver: [pbd, xpbd], iterations: [1, 2]}}
figures:
  - {name: lines, data: step, x: iterations, y: step_ms, series: [solver], x_label: "x ]]> &#x41; < & &lt;"}
  - {name: bars, data: step, x: solver, y: step_ms, style: bars, y_label: "]]>&#65;&#x1b;"}
labels: {xpbd: "]]></text> &#x41;"}
YAML
expect 0 "$weft" run marks.yaml -o marks.db
expect 0 "$weft" report marks.db -o marks
if python=$(python_with xml.etree.ElementTree); then
    "$python" - marks/lines.svg marks/bars.svg >texts <<'PYTHON'
import sys, xml.etree.ElementTree as tree
for path in sys.argv[1:]:
    for text in tree.parse(path).iter("{http://www.w3.org/2000/svg}text"):
        print("".join(text.itertext()))
PYTHON
    for text in 'x ]]> &#x41; < & &lt;' ']]></text> &#x41;' ']]>&#65;&#x1b;'; do check "a text of the SVG" has texts "$text"; done
fi
for code in FFFE FFFF FDD0; do
    sed "s/y_label: .*/y_label: \"\\\\u$code\"}/" marks.yaml >none.yaml
    expect 3 "$weft" report marks.db none.yaml -o none
    check "U+$code is rejected with its line" has err none.yaml:7:
done

# ---- a stored text that this version cannot read ----
cp marks.db old.db
sqlite3 old.db "UPDATE experiment SET text = replace(text, 'y: step_ms', 'y: step_furlongs')"
expect 3 "$weft" report old.db -o old
check "the message has the unknown name and its line" has err "marks.yaml:6: key \`figures[0].y\`: \`step_furlongs\`"
check "the rest is there" test -s old/cases.csv -a -s old/index.html
check "the page has the reason" has old/index.html step_furlongs
