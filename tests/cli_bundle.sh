#!/usr/bin/env bash
# weft bundle: a folder with all that others need; its check measures again, and finds files that were changed. cli_bundle.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: there is no sqlite3"; exit 77; }

mkdir -p own/shapes
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\nf 2 4 3\n' >own/shapes/flat.obj
printf 'name: sail\nbodies:\n  - name: sheet\n    mesh: shapes/flat.obj\n    mass: 1\n    edges: {stiffness: 100}\n    pins:\n      - index: [0]\n' >own/sail.yaml
cat >small.yaml <<'YAML'
name: small
defaults: {steps: 3, probes: 1, timed: 1, phased: 0}
blocks:
  - {name: cloth, axes: {scene: cloth, scene.n: 4, solver: xpbd, iterations: 2}}
  - {name: newton, axes: {scene: cloth, scene.n: 4, solver: newton}}
  - {name: mesh, axes: {scene: ./own/sail.yaml, solver: xpbd, iterations: 4}}
verdicts:
  - {claim: roundoff, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-9, source: closed form}
  - {claim: few, data: convergence, value: error, of: {scene: cloth, iterations: 2}, statistic: last, below: 1e-9, source: closed form}
YAML
expect 0 "$weft" run small.yaml -o small.db --no-verdicts
expect 0 "$weft" bundle small.db -o b --source none
expect 0 "$weft" bundle small.db -o twice --source none
check "two bundles are equal" diff -r b twice
for file in small.yaml:experiments/small.yaml own/sail.yaml:own/sail.yaml own/shapes/flat.obj:own/shapes/flat.obj small.db:store.db; do
    check "its file ${file#*:}" cmp "${file%:*}" "b/${file#*:}"
done
check "the scene of the datasets" test -s b/datasets/scenes/cloth.yaml
check "sums of sha256sum" bash -c 'cd b && sha256sum -c --quiet SHA256SUMS'
check "of every file" same "$(wc -l <b/SHA256SUMS)" "$(find b -type f ! -name SHA256SUMS | wc -l)"
check "answers" same "$(grep -oE '^\| (yes|no) \| (roundoff|few) \|' b/CLAIMS.md | paste -sd' ')" "| yes | roundoff | | no | few |"
expect 2 "$weft" bundle small.db -o b --source none
expect 3 "$weft" bundle small.yaml -o none --source none
expect 4 "$weft" bundle nothing.db -o none --source none

# ---- the check ----
mv own elsewhere
expect 0 "$weft" bundle --check b -o c
check "it measures the cases of the bundle" same "$(column c/check.db cases key | sort)" "$(column b/store.db cases key | sort)"
check "the bundle is as it was" diff -r b twice
cp small.db lying.db
sqlite3 lying.db "UPDATE iterate SET error = 1e-12"
mv elsewhere own
expect 0 "$weft" bundle lying.db -o lying --source none
expect 13 "$weft" bundle --check lying -o denied
check "the claim that does not hold" grep -q '| few |' denied/CHECK.md

# damaged DAMAGE: a copy that this command changed is refused, and nothing is measured.
damaged() {
    rm -rf hurt
    cp -r b hurt
    (cd hurt && eval "$1")
    expect 3 "$weft" bundle --check hurt -o never
}
damaged "printf x | dd of=store.db bs=1 seek=5000 conv=notrunc status=none"
damaged "rm own/sail.yaml"
damaged "touch more.yaml"
damaged "rm -r own && ln -s ../b/own own"
damaged "sed -i '1s|  .*|  ../small.db|' SHA256SUMS"
damaged "truncate -s -1 SHA256SUMS"
check "nothing is left" test ! -e never -a ! -e none -a ! -e none.part
