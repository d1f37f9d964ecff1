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
