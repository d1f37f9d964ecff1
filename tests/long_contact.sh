#!/usr/bin/env bash
# A million contacts in one step: without room the case is refused for good, with room it is measured, in the memory that is stated.
# long_contact.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >sheets.yaml <<'YAML'
parameters: {n: 27, thickness: 0.5}
contact: {thickness: $thickness, stiffness: 1}
gravity: [0, 0, 0]
bodies:
YAML
for height in 0 0.1; do
    cat >>sheets.yaml <<YAML
  - grid: {columns: \$n, rows: \$n, size: [1, 1], triangles: forward}
    mass: 1
    springs: {structural: {stiffness: 500}}
    transform: {rotate: {axis: [1, 0, 0], degrees: 90}, translate: [0, $height, 0]}
YAML
done
cat >many.yaml <<YAML
name: many
defaults: {scene: ./sheets.yaml, steps: 1, timed: 0, phased: 0, iterations: 1, threads: $(($(nproc) > 1 ? 2 : 1))}
blocks:
  - name: room
    axes: {solver: xpbd, contact_room: [100, 1500]}
YAML
expect 0 "$weft" run many.yaml -o many.db
check "below the needed contact_room it is rejected" same "$(column many.db case_outcome status 'v["label"] ~ /room=100 /')" refused
expect 0 "$weft" status many.db
check "with the setting" has out contact_room
check "with enough contact_room it is measured" same "$(column many.db case_outcome status 'v["label"] ~ /room=1500 /')" "done"
check "a million contacts" below 1000000 "$(column many.db contact_step found)"
check "in the memory that is stated" below "$(column many.db model_fact bytes_contact 'v["label"] ~ /room=1500 /')" 2e9

# ---- a stack of blocks stays upright with friction inside the solve ----
# The upper block at the end, the mean height of its particles.
height() { awk -F, '/^[0-9]/ && $1 >= 57 {n++; y += $3} END {print y / n}' "$1"; }
for solver in newton pd; do
    expect 0 "$weft" sim stacked_bodies --solver "$solver" --steps 1000 --set scene.layers=1 --set scene.friction_on=position --state-out stack.csv
    check "$solver: the stack is upright after 1000 steps" below 0.38 "$(height stack.csv)"
    check "$solver: every step has ended well" same "$(grep -c unconverged out)" 0
done
