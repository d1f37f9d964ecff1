#!/usr/bin/env bash
# The linear system that chooses: once in the life of a case, recorded, and the same in every later worker. cli_auto.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >auto.yaml <<'YAML'
name: auto
question: Which one is taken?
defaults: {scene: cloth, solver: pd, linsys: auto, steps: 3, iterations: 3, timed: 2, phased: 1, measured: 1, probes: 0}
blocks:
  - name: sizes
    axes: {scene.n: [6, 24], precision: [f64, f32]}
  - name: newton
    axes: {solver: newton, iterations: 20, scene.n: 6}
YAML

chosen() { "$weft" export auto.db --table linsys --format csv |
    awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) {if ($i == "chosen") c = i; if ($i == "case_id") k = i}} NR > 1 {print $k, $c}' | sort; }
tried() { "$weft" export auto.db --table setup --format csv | grep -c ',choose,'; }

expect 0 "$weft" run auto.yaml -o auto.db
check "all are measured" has err "5 of 5 cases: 5 measured, 0 already there, 0 diverged, 0 refused, 0 failed"
chosen >first
check "what was taken is recorded" same "$(grep -cE ' (supernodal_parallel|cholmod_simplicial|cholmod_supernodal|dense)$' first)" 5
check "it was chosen in one repetition of each case" same "$(tried)" 5
expect 0 "$weft" run auto.yaml -o auto.db --reps 4
chosen >second
check "a later worker takes the same" cmp first second
check "and does not choose again" same "$(tried)" 5
check "all repetitions of a case end alike" same "$("$weft" export auto.db --table repetition --format csv |
    awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) {if ($i == "hash") h = i; if ($i == "case_id") k = i}} NR > 1 {print $k, $h}' | sort -u | wc -l)" 5

expect 0 "$weft" sim cloth --solver pd --linsys auto --set scene.n=8 --steps 2
check "sim says what was taken" grep -qE '^linsys  *auto: [a-z_]+ ' out
