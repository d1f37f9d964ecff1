#!/usr/bin/env bash
# A report in a LaTeX article of two columns: PDF figures and tables, none too wide. cli_latex.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
for program in gnuplot pdflatex pdftotext sqlite3; do
    command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done

cat >a.yaml <<'YAML'
name: tiny
question: How near?
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 2, phased: 0, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 3, 4, 5, 6, 7, 8, 9]}}
  - {name: projective, axes: {solver: pd, linsys: [cholmod_simplicial, cholmod_supernodal], iterations: 9}}
YAML
expect 0 "$weft" run a.yaml -o a.db
sqlite3 a.db 'UPDATE step SET ns = 20000 + 100 * (repetition_id % 7)' # intervals do not depend on the machine
cat a.yaml - >b.yaml <<'YAML'
labels:
  xpbd: "50 % & a_b [it] <1> ~ #2 $x^2$ \\ {λ²·10⁻³}"
  cholmod_simplicial: simplicial
  error: "a label, 100 % & more_of it, that is by far longer than its axis (×10⁻³)"
  step_ms: frame
  iterations: {text: after, unit: "×"}
figures:
  - {name: column, data: convergence, x: iteration, y: error, series: [solver, linsys], log: y, size: column}
  - {name: page, data: step, x: solver, y: step_ms, series: [iterations], style: bars, size: page}
tables:
  - {name: narrow, title: 100 % of it, data: step, rows: [solver, linsys], values: [step_ms, 1/step_ms^5], where: {iterations: 9}}
  - {name: wide, data: step, rows: [solver, linsys], columns: iterations, values: [step_ms, 2*step_ms], best: least}
YAML
expect 0 "$weft" report a.db b.yaml -o r
cat >article.tex <<'TEX'
\documentclass[twocolumn]{article}
\usepackage[a4paper,hmargin=18mm,vmargin=20mm,columnsep=4mm]{geometry}
\usepackage{booktabs}
\usepackage{siunitx}
\usepackage{graphicx}
\begin{document}
\begin{figure}\includegraphics{r/column.pdf}\end{figure}
\begin{figure*}\includegraphics{r/page.pdf}\end{figure*}
\begin{table*}\input{r/narrow-table.tex}\end{table*}
\begin{table*}\centering\input{r/wide-table.tex}\end{table*}
\end{document}
TEX
export TEXINPUTS=.:r: TEXMFVAR=$scratch/texmf
expect 0 pdflatex -interaction=nonstopmode -halt-on-error article.tex
check "the article is written" test -s article.pdf -a -s article.log
check "nothing is wider than its column or page" same "$(awk '/^Overfull .hbox/ { sub(/pt too wide.*/, ""); sub(/.*\(/, ""); if ($0 + 0 > 3) print }' article.log)" ""
check "no letter is missing" same "$(grep -c 'Missing character' article.log)" 0
pdftotext -layout article.pdf article.txt
check "a label with every special character of TeX" grep -Eq '50 % & a.b \[it\] *< *1 *> .*#2' <(pdftotext -f 3 -l 3 article.pdf - | tr '\n' ' ')
check "the label of an axis" has article.txt 'frame (ms)'
check "the heading of a table" grep -Eq '^ *solver +linsys' article.txt
check "a value with its interval" grep -Eq '[0-9] ± [0-9]' article.txt
check "a table that is wider than a page is split" below 1 "$(grep -c 'begin{tabular}{' r/wide-table.tex)"
check "it has all its columns" same "$(grep -oE 'multicolumn\{2\}\{c\}\{after [2-9]' r/wide-table.tex | grep -o '.$' | sort -u | paste -sd' ')" "2 3 4 5 6 7 8 9"
