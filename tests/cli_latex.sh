#!/usr/bin/env bash
# What a report makes for LaTeX, in an article of two columns: PDF and TikZ figures and tables, as wide as they say. cli_latex.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
for program in gnuplot pdflatex pdftotext; do
    command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done

cat >a.yaml <<'YAML'
name: tiny
question: How near?
defaults: {scene: cloth, scene.n: 6, steps: 4, timed: 2, phased: 1, probes: 1}
blocks:
  - {name: position, axes: {solver: xpbd, iterations: [2, 3, 4, 5, 6, 7, 8, 9]}}
  - {name: projective, axes: {solver: pd, linsys: [cholmod_simplicial, cholmod_supernodal], iterations: 9}}
YAML
expect 0 "$weft" run a.yaml -o a.db
cat a.yaml - >b.yaml <<'YAML'
labels:
  xpbd: "50 % & a_b [it] <1> ~ #2 $x^2$ \\ {λ²·10⁻³}"
  cholmod_simplicial: simplicial
  error: "a label, 100 % & more_of it, that is by far longer than its axis (×10⁻³)"
  iterations: {text: after, unit: "×"}
figures:
  - {name: column, data: convergence, x: iteration, y: error, series: [solver, linsys], log: y, formats: [pdf, tikz], size: column}
  - {name: page, data: step, x: solver, y: step_ms, series: [iterations], style: bars, formats: [pdf, tikz], size: page}
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
\usepackage{gnuplot-lua-tikz}
\begin{document}
\begin{figure}\includegraphics{r/column.pdf}\end{figure}
\begin{figure}\input{r/column.tex}\end{figure}
\begin{figure*}\includegraphics{r/page.pdf}\end{figure*}
\begin{figure*}\input{r/page.tex}\end{figure*}
\begin{table*}\input{r/narrow-table.tex}\end{table*}
\begin{table*}\centering\input{r/wide-table.tex}\end{table*}
\end{document}
TEX
export TEXINPUTS=.:r: TEXMFVAR=$scratch/texmf
expect 0 pdflatex -interaction=nonstopmode -halt-on-error article.tex
check "there is a log" grep -q '^Output written on article.pdf' article.log
check "nothing is wider than its column or page" same "$(awk '/^Overfull .hbox/ { sub(/pt too wide.*/, ""); sub(/.*\(/, ""); if ($0 + 0 > 3) print }' article.log)" ""
check "no letter is missing" test "$(grep -c 'Missing character' article.log)" = 0
pdftotext -layout article.pdf article.txt
check "a label with everything that means something to TeX" grep -Eq '50 % & a.b \[it\] *< *1 *> .*#2' <(pdftotext -f 3 -l 3 article.pdf - | tr '\n' ' ')
check "the label of an axis" grep -q 'time per step (ms)' article.txt
check "a head of words" grep -Eq '^ *solver +linsys' article.txt
check "a value with its interval" grep -Eq '[0-9] ± [0-9]' article.txt
last=$(grep -c 'begin{tabular}{' r/wide-table.tex)
check "a table that is wider than a page is in parts: $last" test "$last" -ge 2
for iterations in 2 3 4 5 6 7 8 9; do
    check "its column $iterations" grep -q "multicolumn{2}{c}{after $iterations" r/wide-table.tex
done
check "a label that is longer than the figure is smaller in it" grep -q '\\scalebox{0\.[0-9]*}{a label, 100' r/column.tex
