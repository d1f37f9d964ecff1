#!/usr/bin/env bash
# A gnuplot that is missing, dies, hangs, or writes nothing, half of a figure or garbage: exit code 10, one line of message, and the rest of
# the report. cli_gnuplot.sh BUILD SOURCE
# shellcheck disable=SC2016 # lines of the fake gnuplot
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >two.yaml <<'YAML'
name: two
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, measured: 0}
blocks:
  - name: a
    axes: {solver: [pbd, xpbd]}
figures:
  - {name: first, data: step, x: solver, y: step_ms, style: bars}
  - {name: second, data: step, x: solver, y: step_ms, style: bars}
tables:
  - {name: times, data: step, rows: [solver], values: [step_ms]}
YAML
expect 0 "$weft" run two.yaml -o two.db

mkdir fake bare
for tool in sh sleep cat; do ln -s "$(command -v $tool)" bare/$tool; done
printf '<svg>\n</svg>\n' >whole.svg
printf '%%PDF-1.5\n%%%%EOF\n' >whole.pdf
# gnuplot LINE...: a gnuplot of these lines of sh, which knows $name, the figure that it is to draw, and draw ENDING.
gnuplot() {
    printf '%s\n' '#!/bin/sh' 'name=${1#./}; name=${name%.gp}' "draw() { cat $scratch/whole.\$1 >\$name.\$1; }" \
        'draw_all() { draw svg; draw pdf; }' "$@" >fake/gnuplot
    chmod +x fake/gnuplot
}
report() { expect "$1" env PATH="$scratch/fake:$scratch/bare" "$weft" report two.db -o page; }
# fails WHAT NAME: the message is one line with this name; the report has neither figure, and all the rest.
fails() {
    rm -rf page
    report 10
    check "$1: $2 is named" has err "$2"
    check "$1: one line without control characters" same "$(wc -l <err) $(LC_ALL=C tr -d '\n -~' <err | wc -c)" "1 0"
    check "$1: both figures are missing on the page" same "$(grep -c 'class="missing"' page/index.html)" 2
    check "$1: no figure is left" same "$(find page -name '*.svg' -o -name '*.pdf')" ""
    check "$1: the rest is there" test -s page/first.csv -a -s page/first.gp -a -s page/second.csv -a -s page/cases.csv -a -s page/times-table.csv
}

gnuplot 'draw_all'
report 0
check "both are drawn" test -s page/first.svg -a -s page/first.pdf -a -s page/second.svg
rm fake/gnuplot
fails missing gnuplot
touch fake/gnuplot
fails "no program" gnuplot
gnuplot 'draw_all; kill -KILL $$'
fails killed SIGKILL
gnuplot 'draw_all; printf "\n  ^\nbad \033]0;title\007 \233word\nmore\n"' 'exit 3'
fails "exit code 3" page/first.gp:
gnuplot 'exit 0'
fails "nothing is written" page/first.svg:
gnuplot 'draw svg'
fails "no PDF" page/first.pdf:
gnuplot 'draw_all; echo "<svg> and no more" >$name.svg'
fails "half of an SVG" page/first.svg:
gnuplot 'draw_all; : >$name.pdf'
fails "an empty PDF" page/first.pdf:

# A gnuplot that hangs is killed after WEFT_GNUPLOT_S seconds, with every process that it started.
export WEFT_GNUPLOT_S=0.5
sleeper="sleep 7$$"
is_gone() { ! pgrep -fx "$sleeper" >/dev/null; }
gnuplot "$sleeper"
fails "no end" WEFT_GNUPLOT_S
check "its process is gone" wait_for is_gone
gnuplot 'exec >&- 2>&-' "$sleeper"
fails "no end, its output closed" WEFT_GNUPLOT_S
gnuplot 'while :; do echo noise; done'
fails "endless output" WEFT_GNUPLOT_S
export WEFT_GNUPLOT_S=600
gnuplot 'draw_all' 'sleep 1 & exit 0' # a process that holds its output open
report 0
for wrong in 0 -1 soon '' 1e9; do
    expect 2 env WEFT_GNUPLOT_S="$wrong" "$weft" report two.db -o page
    check "the variable of the limit \`$wrong\` is named" has err WEFT_GNUPLOT_S
done
unset WEFT_GNUPLOT_S

gnuplot 'kill -KILL $$'
expect 10 env PATH="$scratch/fake:$scratch/bare" "$weft" figure two.db --data step --x solver --y step_ms --style bars -o single
check "a single figure that failed leaves nothing" test ! -e single.svg
