#!/usr/bin/env bash
# bench/bundle.sh: a folder with all that others need; its check measures again and finds files that were changed; one published figure measured
# again. cli_bundle.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
for program in sqlite3 gnuplot; do
    command -v "$program" >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done
export WEFT_BUILD=$1
bundle=$source_dir/bench/bundle.sh

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
  - {id: roundoff, claim: roundoff, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-9, source: closed form}
  - {id: few, claim: few, data: convergence, value: error, of: {scene: cloth, iterations: 2}, statistic: last, below: 1e-9, source: closed form}
YAML
expect 0 "$weft" run small.yaml -o small.db --no-verdicts --set scene.stiffness=70,100 --reps 2
expect 4 "$bundle" make small.db b --no-source
check "the mesh that is missing is named" has err sail.yaml
expect 0 "$bundle" make small.db b --no-source own
for file in small.yaml:experiments/small.yaml own/sail.yaml:own/sail.yaml own/shapes/flat.obj:own/shapes/flat.obj small.db:store.db; do
    check "its file ${file#*:}" cmp "${file%:*}" "b/${file#*:}"
done
check "the scene of the datasets" test -s b/datasets/scenes/cloth.yaml
check "the flags of its run" same "$(paste -sd' ' b/experiments/small.flags)" "--set=scene.stiffness=70,100 --reps=2"
check "sums of sha256sum" bash -c 'cd b && sha256sum -c --quiet SHA256SUMS'
check "of every file" same "$(wc -l <b/SHA256SUMS)" "$(find b -type f ! -name SHA256SUMS | wc -l)"
check "answers" same "$(grep -oE '^\| (yes|no) \| `(roundoff|few)` \|' b/CLAIMS.md | paste -sd' ')" "| yes | \`roundoff\` | | no | \`few\` |"
expect 3 "$bundle" make small.db b --no-source own
expect 3 "$bundle" make small.db none --no-source /etc/hostname

# ---- the check ----
mv own elsewhere
cp -r b twice
expect 0 "$bundle" check b c --reps 1
check "it measures the cases of the bundle" same "$(column c/check.db cases key | sort)" "$(column b/store.db cases key | sort)"
check "it compares the cases" test -s c/compare.txt
check "the bundle is as it was" diff -r b twice
cp small.db lying.db
sqlite3 lying.db "UPDATE iterate SET error = 1e-12"
mv elsewhere own
expect 0 "$bundle" make lying.db lying --no-source own
expect 13 "$bundle" check lying denied --reps 1
check "the claim that does not hold" grep -q '^does not hold *few' denied/CHECK.txt

# damaged DAMAGE [CODE]: a copy that this command changed is refused, and nothing is measured.
damaged() {
    rm -rf hurt
    cp -r b hurt
    (cd hurt && eval "$1")
    expect 3 "$bundle" check hurt never
}
sums() { find . -type f ! -name SHA256SUMS -printf '%P\0' | xargs -0 sha256sum >../sums && mv ../sums SHA256SUMS; }
damaged "printf x | dd of=store.db bs=1 seek=5000 conv=notrunc status=none"
damaged "rm own/sail.yaml"
damaged "touch more.yaml"
damaged "rm -r own && ln -s ../b/own own"
damaged "sed -i '1s|  .*|  ../small.db|' SHA256SUMS"
damaged "sed -i '\$d' SHA256SUMS"
check "nothing is left" test ! -e never -a ! -e none -a ! -e none.part
# A stranger's flags and plugins.
damaged "echo --plugin=/tmp/x.so >>experiments/small.flags; sums"
rm -rf never
damaged "echo 'plugins: [x.so]' >>experiments/small.yaml; sums"
check "its text is another" has err "no case"
check "no plugin is loaded" bash -c '! grep -q x.so err'

# ---- one figure ----
expect 0 "$bundle" replicate step_independence/displacement_xpbd again --set scene.stiffness=50
check "the cases of the figure" same "$(rows again/step_independence.db outcome)" 4
for ending in svg pdf csv; do check "$ending" test -s "again/report/displacement_xpbd.$ending"; done
expect 3 "$bundle" replicate step_independence/displacement_xpb again
check "the nearest figure" grep -qw displacement_xpbd err
expect 2 "$bundle" replicate
