#!/usr/bin/env bash
# weft scaling: a short run of each source of times. The prediction is tested by unit_scaling.c. cli_scaling.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

expect 2 "$weft" scaling
expect 2 "$weft" scaling cloth --solver vbd --threads 4
expect 3 "$weft" scaling clot --solver vbd
expect 4 "$weft" scaling label --store missing.db
if [[ $(nproc) -eq 1 ]]; then # it measures on one and on two threads
    expect 10 "$weft" scaling cloth --solver vbd --set scene.n=4 --reps 1
    exit
fi

counted() { "$weft" sim "$@" --steps 1 | sed -nE 's/.*team_barriers ([0-9]+).*/\1/p'; }
expect 0 "$weft" scaling cloth --solver xpbd --set scene.n=16 --set iterations=3 --reps 1 --up-to 8 --barrier 100
check "a condition is printed once" same "$(grep -c "^weft: sweeps" err)" 1
check "a column for each number of threads" same "$(awk '$1 == "threads" {$1 = ""; print; exit}' out)" " 1 2 4 8"
barriers=$(sed -nE '2s/.* ([0-9]+) barriers.*/\1/p' out)
check "there are barriers" below 0 "$barriers"
check "the barriers are those that a step counts" same "$barriers" "$(counted cloth --solver xpbd --set scene.n=16 --set iterations=3)"
expect 0 "$weft" scaling cloth_on_sphere --solver newton --set scene.n=8 --reps 1 --up-to 2
check "two threads are as measured" same "$(awk '/^step/ {on = 1} /^speed/ {on = 0} on && /shared|measured/ {print $3}' out | sort -u | wc -l)" 1

cat >e.yaml <<'YAML'
name: e
defaults: {scene: cloth, scene.n: 4, steps: 3, timed: 1, phased: 1, measured: 0, threads: [1, 2]}
blocks: [{name: b, axes: {solver: vbd}}]
YAML
expect 0 "$weft" run e.yaml -o e.db
label=$(column e.db cases label 'v["label"] ~ /threads=1/')
expect 0 "$weft" scaling "$label" --store e.db --up-to 4
check "the label of the store" same "$(head -1 out)" "$label"
check "its times" has out measured
expect 3 "$weft" scaling nothing --store e.db
expect 2 "$weft" scaling "$label" --store e.db --solver vbd
