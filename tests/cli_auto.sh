#!/usr/bin/env bash
# The linear system `auto`: chosen once for a case, recorded, and kept by every later worker. cli_auto.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >auto.yaml <<'YAML'
name: auto
defaults: {scene: cloth, solver: pd, linsys: auto, steps: 3, iterations: 3, timed: 2, phased: 1, measured: 1, probes: 0}
blocks:
  - name: sizes
    axes: {scene.n: [4, 8], precision: [f64, f32]}
  - name: newton
    axes: {solver: newton, iterations: 20, scene.n: 4}
YAML

chosen() { paste -d' ' <(column auto.db linsys case_id) <(column auto.db linsys chosen) | sort; }

expect 0 "$weft" run auto.yaml -o auto.db
check "all cases are measured" same "$(column auto.db case_outcome status | sort | uniq -c | xargs)" "5 done"
chosen >first
check "the choice is recorded" same "$(grep -cE ' (supernodal_parallel|cholmod_simplicial|cholmod_supernodal|dense)$' first)" 5
"$weft" export auto.db --table setup --format csv >setup.csv
check "one repetition of each case chooses" same "$(grep -c ',choose,' setup.csv)" 5
expect 0 "$weft" run auto.yaml -o auto.db --reps 4
chosen >second
check "a later worker keeps the choice" cmp first second
"$weft" export auto.db --table setup --format csv >setup.csv
check "and does not choose again" same "$(grep -c ',choose,' setup.csv)" 5
check "all repetitions of a case end in the same state" \
    same "$(paste <(column auto.db repetition case_id) <(column auto.db repetition hash) | sort -u | wc -l)" 5

expect 0 "$weft" sim cloth --solver pd --linsys auto --set scene.n=4 --steps 2
check "sim names the choice" grep -qE '^linsys +auto: [a-z_]+ ' out
