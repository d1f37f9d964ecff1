#!/usr/bin/env bash
# The clock and the errors of a probe are of the same iterates: timed and measured pass step the probes after the same steps in the same
# order, and end in the same states. cli_probes.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"

cat >probes.yaml <<'YAML'
name: probes
defaults: {scene: cloth, scene.n: 6, steps: 24, timed: 2, phased: 1, measured: 1, probes: 2, threads: 1}
blocks:
  - name: solvers
    axes: {solver: [pbd, xpbd, pd, newton], precision: [f64, f32]}
  - name: contact
    axes: {scene: [drop], scene.n: [3], solver: [xpbd, pd, newton], substeps: [2]}
  - name: torn
    axes: {scene: [cloth_tear], solver: [xpbd]}
YAML
"$weft" list scenes >scenes 2>/dev/null || true
sed -n 1,3p scenes >/dev/null
expect 0 "$weft" run probes.yaml -o probes.db
