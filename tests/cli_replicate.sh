#!/usr/bin/env bash
# weft replicate: one figure of a shipped experiment, measured with its cases alone, beside what is published. cli_replicate.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v gnuplot >/dev/null || { echo "skipped: there is no gnuplot"; exit 77; }

expect 0 "$weft" replicate step_independence/displacement_xpbd -o own --set scene.stiffness=50
check "the cases of the figure" same "$(rows own/step_independence.db cases)" 4
for ending in svg pdf csv; do check "$ending" test -s "own/displacement_xpbd.$ending"; done
check "no other figure" same "$(find own -name '*.svg' | wc -l)" 1
published=$source_dir/results/published/step_independence/displacement_xpbd
expect 0 "$weft" replicate "$published.svg"
folder=step_independence-displacement_xpbd
check "every published point is beside one of these" same "$(tail -n +2 "$folder/displacement_xpbd-beside.csv" | wc -l)" "$(grep -c '^,' "$published.csv")"
check "at most a millionth from it" below "$(tail -n +2 "$folder/displacement_xpbd-beside.csv" | cut -d, -f6 | most)" 1e-6
measured=$(repetitions "$folder/step_independence.db")
expect 0 "$weft" replicate displacement_xpbd -o "$folder"
check "nothing is measured twice" same "$(repetitions "$folder/step_independence.db")" "$measured"
expect 2 "$weft" replicate
expect 3 "$weft" replicate step_independence/displacement_xpb
check "the nearest figure" has err step_independence/displacement_xpbd
mkdir -p tree/bench/experiments tree/results/published/step_independence tree/datasets
cp -r "$source_dir"/datasets/scenes "$source_dir"/datasets/*.yaml tree/datasets
cp "$source_dir/bench/experiments/step_independence.yaml" tree/bench/experiments
sed '2s/$/,1/' "$published.csv" >tree/results/published/step_independence/displacement_xpbd.csv
expect 3 env WEFT_DATASETS="$PWD/tree/datasets" "$weft" replicate step_independence/displacement_xpbd -o "$folder"
check "the line that is none of a figure's" has err displacement_xpbd.csv:2:
