#!/usr/bin/env bash
# A gnuplot that is missing, cannot be started, dies, hangs, or writes nothing, half of a picture or garbage: one message says which, the
# exit code is that of the environment, and the rest of the report is there. cli_gnuplot.sh BUILD SOURCE
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
  - {name: first, data: step, x: solver, y: step_ms, style: bars, formats: [pdf, tikz]}
  - {name: second, data: step, x: solver, y: step_ms, style: bars}
tables:
  - {name: times, data: step, rows: [solver], values: [step_ms]}
YAML
expect 0 "$weft" run two.yaml -o two.db

mkdir fake bare
for tool in sh sleep cat; do ln -s "$(command -v $tool)" bare/$tool; done
printf '<svg>\n</svg>\n' >whole.svg
printf '%%PDF-1.5\n%%%%EOF\n' >whole.pdf
printf '\\begin{tikzpicture}\n\\end{tikzpicture}\n' >whole.tex
# gnuplot LINE...: a gnuplot of these lines of sh, which knows $name, the figure that it is to draw, and draw ENDING.
gnuplot() {
    printf '%s\n' '#!/bin/sh' 'name=${1#./}; name=${name%.gp}; name=${name%.tikz}' "draw() { cat $scratch/whole.\$1 >\$name.\$1; }" \
        'draw_all() { case $1 in *.tikz.gp) draw tex ;; *) draw svg; draw pdf ;; esac; }' "$@" >fake/gnuplot
    chmod +x fake/gnuplot
}
report() { expect "$1" env PATH="$scratch/fake:$scratch/bare" "$weft" report two.db -o page; }
# fails MESSAGE: the report has no figure for this reason, and all the rest.
fails() {
    rm -rf page
    report 10
    check "$1: in the message" has err "$1"
    check "$1: one line of it" same "$(wc -l <err)" 1
    check "$1: both figures are named" same "$(grep -c '^no figure \(first\|second\): ' out)" 2
    check "$1: the page says it" same "$(grep -c 'No figure: ' page/index.html)" 2
    check "$1: no picture is left" same "$(find page -name '*.svg' -o -name '*.pdf' -o -name 'first.tex')" ""
    check "$1: the rest is there" test -s page/first.csv -a -s page/first.gp -a -s page/second.csv -a -s page/cases.csv -a -s page/times-table.csv
}

gnuplot 'draw_all "$1"'
report 0
check "both are drawn" test -s page/first.svg -a -s page/first.pdf -a -s page/first.tex -a -s page/second.svg
check "with a name that is no option" grep -q '^name=' fake/gnuplot

rm fake/gnuplot
fails "gnuplot cannot be started: No such file or directory; install it"
touch fake/gnuplot
fails "gnuplot cannot be started: Permission denied"
gnuplot 'kill -KILL $$'
fails "page/first.gp: gnuplot was killed (SIGKILL)"
gnuplot 'draw_all "$1"; echo out of colours >&2; kill -SEGV $$'
fails "page/first.gp: gnuplot was killed (SIGSEGV): out of colours"
gnuplot 'draw_all "$1"; exit 3'
fails "page/first.gp: gnuplot failed: it gave no reason"
gnuplot 'printf "\n  ^\nbad \033]0;title\007 \233word\nmore\n"' 'exit 1'
fails "page/first.gp: gnuplot failed: bad ?]0;title? ?word"
gnuplot 'cat /dev/zero | head -c 3000000' 'exit 1'
rm -f bare/head && ln -s "$(command -v head)" bare/head
fails "page/first.gp: gnuplot failed: ????"
gnuplot 'exit 0'
fails "page/first.svg: gnuplot has written no such file"
gnuplot 'draw svg'
fails "page/first.pdf: gnuplot has written no such file"
gnuplot 'draw_all "$1"; : >$name.svg'
fails "page/first.svg: what gnuplot has written is no svg, or half of one"
gnuplot 'draw_all "$1"; echo "<svg> and no more" >$name.svg'
fails "page/first.svg: what gnuplot has written is no svg, or half of one"
gnuplot 'draw_all "$1"; cat /dev/urandom | head -c 100000 >$name.pdf'
fails "page/first.pdf: what gnuplot has written is no pdf, or half of one"

# It hangs, its output open or closed, or leaves behind what does: what it started ends with it. The second figure waits a tenth as long.
export WEFT_GNUPLOT_S=0.5
sleeper="sleep 7$$"
is_gone() { ! pgrep -fx "$sleeper" >/dev/null; }
gnuplot "$sleeper"
fails "page/first.gp: gnuplot did not end within 0.5 s and was killed (WEFT_GNUPLOT_S)"
check "the second has a tenth of the time" has out "gnuplot did not end within 0.05 s"
check "nothing of it runs on" wait_for is_gone
gnuplot 'exec >&- 2>&-' "$sleeper"
fails "page/first.gp: gnuplot did not end within 0.5 s"
export WEFT_GNUPLOT_S=5 # in which it says something
gnuplot 'while :; do echo noise; done'
fails "gnuplot did not end within 5 s and was killed (WEFT_GNUPLOT_S): noise"
export WEFT_GNUPLOT_S=600
gnuplot 'draw_all "$1"' 'sleep 2 & exit 0'
report 0
for wrong in 0 -1 soon '' 1e9; do
    export WEFT_GNUPLOT_S=$wrong
    expect 2 "$weft" report two.db -o page
    check "a limit of \`$wrong\` is none" has err "WEFT_GNUPLOT_S: \`$wrong\` is not a number of seconds"
done
unset WEFT_GNUPLOT_S

# One figure, too.
gnuplot 'kill -KILL $$'
expect 10 env PATH="$scratch/fake:$scratch/bare" "$weft" figure two.db --data step --x solver --y step_ms --style bars -o single
check "one figure says it" has err "gnuplot was killed (SIGKILL)"
check "and leaves nothing" test ! -e single.svg
