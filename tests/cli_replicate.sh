#!/usr/bin/env bash
# weft replicate: one figure of a shipped experiment from nothing, with its cases alone, beside what is published. cli_replicate.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

# ---- a figure with exact values, in a third of its cases ----
expect 0 "$weft" replicate step_independence/displacement_xpbd -o own --set scene.stiffness=50
check "its cases alone" has err "step_independence/displacement_xpbd: 4 of 8 cases of the experiment"
check "are measured" same "$(rows own/step_independence.db cases)" 4
check "without a time, which it does not show" same "$(repetitions own/step_independence.db | grep -c ',timed,' || true)" 0
for ending in svg pdf csv; do check "$ending" test -s "own/displacement_xpbd.$ending"; done
check "no other figure" same "$(find own -name '*.svg' | wc -l)" 1
check "another spring is said to be one" has out "what is published was measured without the settings that were given here"
expect 0 "$weft" replicate step_independence/displacement_xpbd -o own --set scene.stiffness=50
check "what was measured is not measured again" has err "0 measured, 4 already there"

# ---- beside what is published ----
expect 0 "$weft" replicate "$source_dir/results/published/step_independence/displacement_xpbd.svg"
folder=step_independence-displacement_xpbd
check "by the path of a file, into a folder of its name" test -s "$folder/displacement_xpbd.svg"
points=$(grep -c '^,' "$source_dir/results/published/step_independence/displacement_xpbd.csv")
check "every point is found" has out "published values: $points of $points points here are among the $points there"
check "each beside the other" same "$(tail -n +2 "$folder/displacement_xpbd-beside.csv" | wc -l)" "$points"
check "and the difference is small" below "$(sed -n 's/^relative difference: .* at most //p' out)" 1e-6
expect 0 "$weft" replicate displacement_xpbd -o "$folder"
check "by its name alone, which is in one experiment" has err "0 measured, 4 already there"

# ---- with results of record of one's own: a value that differs, points that are not there ----
mkdir -p tree/bench/experiments tree/results/published/mine
ln -s "$source_dir/datasets" tree/datasets
export WEFT_DATASETS=$PWD/tree/datasets
mkdir copy && cp -r "$source_dir/datasets/." copy/ && rm tree/datasets && mv copy tree/datasets
cat >tree/bench/experiments/mine.yaml <<'YAML'
name: mine
defaults: {scene: cloth, scene.n: 5, steps: 2, timed: 2, phased: 0, probes: 1}
blocks:
  - {name: a, axes: {solver: xpbd, iterations: [2, 4, 8]}}
  - {name: b, axes: {solver: newton}}
figures:
  - {name: fall, data: convergence, x: iteration, y: error, series: [iterations], where: {block: a, iterations: "4.."}}
  - {name: cost, data: step, x: iterations, y: step_ms, series: [solver], where: {solver: xpbd}}
  - {name: speed, data: convergence, x: time_ms, y: error, series: [iterations], where: {iterations: 4}}
  - {name: nothing, data: step, x: iterations, y: step_ms, where: {iterations: 99}}
YAML
sed 's/^name: mine/name: others/' tree/bench/experiments/mine.yaml >tree/bench/experiments/others.yaml
expect 0 "$weft" replicate mine/fall -o a
check "filters of settings, too" same "$(rows a/mine.db cases)" 2
check "nothing is published" has out "published values: not at hand"
cp a/fall.csv tree/results/published/mine/fall.csv
expect 0 "$weft" replicate mine/fall -o a
check "the same" has out "relative difference: median 0, at most 0"
awk -F, -v OFS=, 'NR == 3 {$3 *= 2} NR != 4' a/fall.csv >tree/results/published/mine/fall.csv
expect 0 "$weft" replicate mine/fall -o a
check "a value that is half of it" has out "at most 0.5"
check "a point that is not published" has out "published values: 13 of 14 points here are among the 13 there"
check "is beside nothing" same "$(tr -d '\r' <a/fall-beside.csv | grep -c ',,$')" 1
expect 0 "$weft" replicate mine/cost -o a
check "times are measured for a figure of them" same "$(repetitions a/mine.db | grep -c ',timed,')" 6
cp a/cost.csv tree/results/published/mine/cost.csv
expect 0 "$weft" replicate mine/cost -o a
check "times are said as a ratio" has out "here over published: median 1, 1 to 1"
expect 0 "$weft" replicate mine/speed -o a
cp a/speed.csv tree/results/published/mine/speed.csv
expect 0 "$weft" replicate mine/speed -o a
check "where x is a time nothing is compared" has out "not compared, since x is a time"

# ---- what is wrong ----
expect 3 "$weft" replicate mine/fail
check "the nearest" has err "did you mean \`mine/fall\`?"
expect 3 "$weft" replicate zzzzzzzzzzzzzzz
check "where there is none, what to give" has err "give EXPERIMENT/FIGURE"
expect 3 "$weft" replicate fall
check "a name of several experiments" has err "is in several experiments; give one of mine/fall, others/fall"
expect 3 "$weft" replicate mine/nothing
check "a figure without a case" has err "no case of \`mine\` with these settings is in figure \`nothing\`"
expect 2 "$weft" replicate
printf 'solver,iteration\r\n' >tree/results/published/mine/fall.csv
expect 3 "$weft" replicate mine/fall -o a
check "what is published is no figure's" has err "fall.csv:1: is no CSV of a figure"
sed '2s/$/,1/' a/fall.csv >tree/results/published/mine/fall.csv
expect 3 "$weft" replicate mine/fall -o a
check "a line that is none" has err "fall.csv:2: has not as many fields as its header"
sed '1s/iterations/threads/' a/fall.csv >tree/results/published/mine/fall.csv
expect 3 "$weft" replicate mine/fall -o a
check "another figure" has err "the figure has changed since"
