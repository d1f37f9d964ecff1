#!/usr/bin/env bash
# weft bundle: a store with all that others need, twice the same bytes; its check finds what was changed, measures with the scenes of the
# bundle, and says which claims hold. A bundle is input. cli_bundle.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: there is no sqlite3"; exit 77; }

# ---- a store: a scene and a mesh of a datasets folder of one's own, and a scene by its path with a mesh beside it ----
mkdir -p mine/scenes mine/meshes own/shapes
cp "$source_dir/datasets/scenes/cloth.yaml" mine/scenes/cloth.yaml
cat >>mine/scenes/cloth.yaml <<'YAML'
gravity: [0, -3, 0]
YAML
cp "$source_dir/datasets/materials.yaml" mine/
cat >mine/meshes/manifest.yaml <<'YAML'
meshes:
  - {file: flat.obj, licence: a licence of its own, credit: somebody, source: by hand}
YAML
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\nf 2 4 3\n' | tee mine/meshes/flat.obj >own/shapes/flat.obj
sheet() {
    printf 'name: %s\nbodies:\n  - name: sheet\n    mesh: %s\n    mass: 1\n    edges: {stiffness: 100}\n    pins:\n      - index: [0]\n' "$1" "$2"
}
sheet sheet meshes/flat.obj >mine/scenes/sheet.yaml
sheet sail shapes/flat.obj >own/sail.yaml
cat >small.yaml <<'YAML'
name: small
question: Is it small?
expected: {near: Newton's method ends at round-off.}
defaults: {steps: 3, probes: 1, timed: 5, phased: 0}
vary:
  - {iterations: 5}
blocks:
  - name: cloth
    axes: {scene: cloth, scene.n: 5, solver: xpbd, iterations: [2, 20]}
  - name: newton
    axes: {scene: cloth, scene.n: 5, solver: newton}
  - name: meshes
    axes: {scene: [sheet, ./own/sail.yaml], solver: xpbd, iterations: 4}
verdicts:
  - {claim: Newton ends at round-off, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-9, carries: near, vary: none, source: closed form}
  - {claim: More iterations are nearer, data: convergence, value: error, of: {iterations: 20}, against: {iterations: 2}, statistic: last, compare: ratio, below: 1, vary: none, source: {set: by hand on 2026-11-27}}
  - {claim: Two iterations are at round-off, data: convergence, value: error, of: {scene: cloth, iterations: 2}, statistic: last, below: 1e-9, vary: none, source: {set: by hand on 2026-11-27}}
  - {claim: The sail is never timed, data: step, value: step_ms, of: {scene: ./own/sail.yaml, solver: pd}, below: 1, vary: none, source: {set: by hand on 2026-11-27}}
YAML
export WEFT_DATASETS=$PWD/mine
expect 0 "$weft" run small.yaml -o small.db --vary --no-verdicts
cp small.db kept.db

# ---- the bundle ----
expect 0 "$weft" bundle small.db -o b --source none
check "how much it is" has out "1 experiment, 4 claims"
check "that the source is left out is said" has err "no source of weft is in the bundle"
expect 0 "$weft" bundle small.db -o twice --source none
check "two bundles are equal" diff -r b twice
check "the store is as it was" cmp small.db b/store.db
check "and was not changed" cmp small.db kept.db
check "the experiment is that of the store" cmp small.yaml b/experiments/small.yaml
check "a scene by its path, with its mesh" cmp own/sail.yaml b/own/sail.yaml
check "its mesh" cmp own/shapes/flat.obj b/own/shapes/flat.obj
check "a scene of the datasets" cmp mine/scenes/sheet.yaml b/datasets/scenes/sheet.yaml
check "its mesh" cmp mine/meshes/flat.obj b/datasets/meshes/flat.obj
check "no more scenes than its cases use" same "$(find b/datasets/scenes -type f | wc -l)" 2
check "sums are those of sha256sum" bash -c 'cd b && sha256sum -c --quiet SHA256SUMS'
check "of every file" same "$(wc -l <b/SHA256SUMS)" "$(find b -type f ! -name SHA256SUMS | wc -l)"
check "licences" has b/LICENCES.md "| datasets/meshes/flat.obj | a licence of its own | somebody | by hand |"
check "of what weft does not know" has b/LICENCES.md "| own/sail.yaml | not known to weft: ask who made the bundle |"
check "claims with answer, value, bound and source" has b/CLAIMS.md "| yes | Newton ends at round-off |"
check "what the number is of" has b/CLAIMS.md "| yes | More iterations are nearer | relative error: ratio of the last value |"
check "and what is no" has b/CLAIMS.md "| no | Two iterations are at round-off |"
check "the calls as they were" has b/commands.txt "weft run small.yaml --vary"
check "the short form" has b/commands.txt "weft run experiments/small.yaml --reps 3 --as store.db -o ../short.db"
check "the full form" has b/commands.txt "weft run experiments/small.yaml --vary --as store.db -o ../full.db"
check "minutes of both" test "$(grep -cE '^- (short|full) form, [0-9]+ cases, [0-9.]+ (seconds?|minutes)' b/CLAIMS.md)" = 2
check "where it was measured" has b/README.md "- measured on: "
for section in Abstract Badges Requirements 'Getting started' 'Step by step' Claims Reuse Licence; do grep -n "^## $section" b/README.md | cut -d: -f1; done >order
check "README.md in the order of committees" same "$(sort -n order | tr '\n' ' ')" "$(tr '\n' ' ' <order)"
check "nothing is left beside it" test ! -e b.part

# ---- its check, where other scenes are installed, and the first are gone ----
mkdir elsewhere
mv mine own small.yaml elsewhere/
mkdir -p other/scenes
cp "$source_dir/datasets/scenes/cloth.yaml" other/scenes/
export WEFT_DATASETS=$PWD/other
expect 0 "$weft" bundle --check b -o c
check "sums come first" has out "files are as SHA256SUMS says"
check "what holds" same "$(grep -c '^holds ' out)" 2
check "what was no is not held against it" same "$(grep -c '^not claimed ' out)" 2
check "the sum of them" has out "2 claims are yes in the bundle: 2 hold, 0 do not, 0 cannot be told here; 2 others"
check "as a document" has c/CHECK.md "| holds | small | Newton ends at round-off |"
check "in the short form" has c/CHECK.md "in the short form"
keys() { column "$1" cases key | sort; }
keys c/check.db >here
keys b/store.db >there
check "with the scenes of the bundle: the cases are its own" test -s here -a -z "$(comm -23 here there)"
check "without variations" same "$(wc -l <here)" 5
check "at most three processes of a case" same "$(repetitions c/check.db | grep -c ',timed,')" 15
check "the bundle is as it was" bash -c 'cd b && sha256sum -c --quiet SHA256SUMS'
check "and has no other file" diff -r b twice
expect 2 "$weft" bundle --check b -o c
check "a check is made in a new folder" has err "c: is there already"
sleeping() { printf '#!/bin/bash\ntouch "%s/asleep"\nexec sleep 600\n' "$scratch"; }
mkdir slow
sleeping >slow/weft-worker-f64
chmod +x slow/weft-worker-f64
WEFT_WORKERS=$scratch/slow "$weft" bundle --check b -o killed >out 2>err &
wait_for test -e asleep
kill -KILL $!
wait $! 2>err || true
check "and stays as it was where a check is killed" diff -r b twice
expect 0 "$weft" bundle --check b -o full --full
check "the full form has its variations" same "$(rows full/check.db cases)" "$(rows b/store.db cases)"
check "and all processes" same "$(repetitions full/check.db | grep -c ',timed,')" "$(repetitions b/store.db | grep -c ',timed,')"

# ---- what cannot be told, and what does not hold ----
mkdir broken
cat >broken/weft-worker-f64 <<WORKER
#!/bin/bash
read -r job
[[ \$job != *'"solver":"newton"'* ]] || exit 1
exec $1/weft-worker-f64 <<<"\$job"
WORKER
chmod +x broken/weft-worker-f64
expect 8 env WEFT_WORKERS="$scratch/broken" "$weft" bundle --check b -o lost
check "of cases that failed it cannot be told" has out "cannot be told  Newton ends at round-off"
check "with the answers" has out "here: not measured"
check "in the document, too" has lost/CHECK.md "| cannot be told | small | Newton ends at round-off |"
cp kept.db lying.db
sqlite3 lying.db "UPDATE iterate SET error = 1e-12 WHERE repetition_id IN (SELECT r.id FROM repetition AS r JOIN parameter AS p USING (case_id) WHERE p.name = 'solver' AND p.value = 'xpbd')"
mv elsewhere/* .
WEFT_DATASETS=$PWD/mine expect 0 "$weft" bundle lying.db -o lying --source none
expect 13 "$weft" bundle --check lying -o denied
check "a claim that does not hold" has out "does not hold   Two iterations are at round-off"
check "with both values" has out "bundle: yes, 1.00e-12; here: no, 0.00"
check "in the document, too" has denied/CHECK.md "| does not hold | small | Two iterations are at round-off |"

# ---- a bundle that is not whole, or wants to leave its folder ----
# damaged NAME CODE TEXT: a copy to which `damage` was done is refused, for this reason, and nothing is measured.
damaged() {
    rm -rf hurt
    cp -r b hurt
    (cd hurt && damage)
    expect "$2" "$weft" bundle --check hurt -o never
    cat out err >said
    check "$1" has said "$3"
    check "$1: nothing is measured" test ! -e never
}
damage() { printf 'x' | dd of=store.db bs=1 seek=5000 conv=notrunc status=none; }
damaged "a byte of the store" 3 "differs: store.db"
damage() { rm own/sail.yaml; }
damaged "a file that is missing" 3 "missing: own/sail.yaml"
damage() { touch datasets/scenes/more.yaml store.db-wal; }
damaged "a file too many" 3 "one too many: datasets/scenes/more.yaml"
check "each is named" has said "one too many: store.db-wal"
damage() { mv own/sail.yaml ../hurt.yaml && ln -s ../../hurt.yaml own/sail.yaml; }
damaged "a link" 3 "own/sail.yaml: a link"
damage() { rm -r own && ln -s ../b/own own; }
damaged "a link to a folder" 3 "own: a link"
damage() { mkfifo pipe; }
damaged "a pipe" 3 "pipe: no file"
damage() { sed -i "1s|  .*|  ../kept.db|" SHA256SUMS; }
damaged "a path that leaves the folder" 3 "SHA256SUMS:1: a path that is not below the bundle"
damage() { sed -i "1s|  .*|  /etc/passwd|" SHA256SUMS; }
damaged "an absolute path" 3 "SHA256SUMS:1: a path that is not below the bundle"
damage() { sed -i "2s|^.|z|" SHA256SUMS; }
damaged "a line that is none" 3 "SHA256SUMS:2: is not"
damage() { tail -n 1 SHA256SUMS >>SHA256SUMS.more && cat SHA256SUMS.more >>SHA256SUMS && rm SHA256SUMS.more; }
damaged "a file twice" 3 "twice"
damage() { truncate -s -1 SHA256SUMS; }
damaged "sums that are cut" 3 "the file is cut"
damage() { rm SHA256SUMS; }
damaged "no sums" 4 "give a folder that \`weft bundle\` made"
damage() { sed -i 's/below: 1e-9/below: 1e-8/' experiments/small.yaml && sum; }
sum() { find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS; }
rm -rf hurt && cp -r b hurt && (cd hurt && damage)
expect 3 "$weft" bundle --check hurt -o changed
check "an experiment that is not the store's" has err "it is not the experiment \`small\` that the store was measured with"
damage() { truncate -s 40000 store.db && sum; }
rm -rf hurt && cp -r b hurt && (cd hurt && damage)
expect 4 "$weft" bundle --check hurt -o never
check "a store that is cut" has err "damaged"
check "a store that is cut: nothing is left" test ! -e never
expect 2 "$weft" bundle --check b -o b/deep/check
check "a check in the bundle" has err "lies in the bundle"
check "nothing is left of it" test ! -e b/deep/check
rm -rf b/deep
mkdir below
(
    cd below
    sheet away ../shapes/flat.obj >away.yaml
    mkdir -p ../shapes && cp ../own/shapes/flat.obj ../shapes/
    printf 'name: away\nblocks:\n  - name: a\n    axes: {scene: ./away.yaml, solver: xpbd, steps: 1, timed: 1, phased: 0}\n' >away.yaml.experiment
    mv away.yaml.experiment away_experiment.yaml
)
expect 0 bash -c "cd below && '$weft' run away_experiment.yaml -o ../away.db --no-verdicts"
expect 3 bash -c "cd below && '$weft' bundle ../away.db -o ../away --source none"
check "a mesh that no bundle can have" has err "not below the current folder"
check "nothing is left of it" test ! -e away -a ! -e away.part
mkdir -p trap/bundle/experiments trap/shapes
cp away.db trap/bundle/store.db
cp below/away.yaml trap/bundle/
cp below/away_experiment.yaml trap/bundle/experiments/away.yaml
cp shapes/flat.obj trap/shapes/
(cd trap/bundle && sum)
expect 3 "$weft" bundle --check trap/bundle -o trapped
check "a bundle whose scene leaves its folder" has err "../shapes/flat.obj: a scene or mesh that is not below the current folder"

# ---- what is no store, or can no longer be bundled ----
export WEFT_DATASETS=$PWD/mine
expect 2 "$weft" bundle small.db -o b --source none
check "a folder that is there" has err "b: is there already"
expect 3 "$weft" bundle small.yaml -o none --source none
check "no store" has err "not a database"
check "nothing is left of it" test ! -e none -a ! -e none.part
expect 4 "$weft" bundle nothing.db -o none --source none
expect 2 "$weft" bundle small.db
expect 2 "$weft" bundle small.db -o none --full
expect 2 "$weft" bundle --check b -o none --source none
echo >>mine/scenes/cloth.yaml
expect 3 "$weft" bundle small.db -o none --source none
check "a scene that has changed" has err "\`small\` cannot be measured as the database has it: its case xpbd cloth"
check "and why" has err "scene \`cloth\` has changed since it was measured"
rm mine/scenes/cloth.yaml
expect 3 "$weft" bundle small.db -o none --source none
check "a scene that is not found" has err "unknown scene \`cloth\`"
check "nothing is left of it" test ! -e none -a ! -e none.part
export WEFT_DATASETS=$source_dir/datasets
sed '/^expected/d; /^verdicts/,$d; /^vary/,/^blocks/{/^blocks/!d}; /meshes/,$d' small.yaml >quiet.yaml
expect 0 "$weft" run quiet.yaml -o quiet.db
expect 0 "$weft" bundle quiet.db -o quiet --source none
check "that nothing is claimed is said" has err "claims nothing"
expect 8 "$weft" bundle --check quiet -o quiet_check
check "and is no success" has err "no claim of the bundle can be told here"
check "the store is there" test "$(rows quiet_check/check.db cases)" = 3

# ---- a store from before defaults changed, of a linear system and of a setting: its text gives other cases by now ----
said() { printf 'name: past\ndefaults: {scene: cloth, scene.n: 5, steps: 2, timed: 2, phased: 0, probes: 1}\nvary:\n  - {iterations: 5}\nblocks:\n  - {name: n, axes: {solver: newton%s}}\n  - {name: p, axes: {solver: xpbd, iterations: [2, 4]%s}}\nverdicts:\n  - {claim: It is near, data: convergence, value: error, of: {solver: newton}, statistic: last, below: 1e-9, source: {set: by hand on 2026-11-28}}\n  - {claim: It is not, data: convergence, value: error, of: {solver: xpbd}, statistic: last, above: 1e-9, source: {set: by hand on 2026-11-28}}\n' "$@"; }
said ', linsys: dense' ', spin: 20000' >then.yaml
said '' '' >past.yaml
expect 0 "$weft" run then.yaml --vary -o past.db --no-verdicts
expect 0 "$weft" run past.yaml --vary -o today.db --no-verdicts
keys today.db >today
keys past.db >past
check "the text gives other cases today" test -z "$(comm -12 today past)"
sqlite3 past.db "ATTACH 'today.db' AS t; UPDATE experiment SET (text, hash, path) = (SELECT text, hash, path FROM t.experiment)"
expect 0 "$weft" bundle past.db -o past_bundle --source none
check "its experiment is as the store has it" cmp past.yaml past_bundle/experiments/past.yaml
check "with known minutes" has past_bundle/CLAIMS.md "full form, 5 cases, 1 second:"
expect 0 "$weft" bundle --check past_bundle -o past_full --full
check "what is measured are the cases of the store" same "$(keys past_full/check.db)" "$(cat past)"
check "with the settings of then" same "$(sqlite3 past_full/check.db "SELECT group_concat(DISTINCT value) FROM parameter WHERE name IN ('linsys', 'spin') AND value <> 30000")" dense,20000
check "in their blocks and variations" same "$(sqlite3 past_full/check.db "SELECT block, count(*) FROM plan GROUP BY block UNION ALL SELECT name, count(*) FROM variation GROUP BY name")" \
    "$(sqlite3 past.db "SELECT block, count(*) FROM plan GROUP BY block UNION ALL SELECT name, count(*) FROM variation GROUP BY name")"
check "their claims hold" has out "2 claims are yes in the bundle: 2 hold"
expect 0 bash -c "cd past_bundle && '$weft' run experiments/past.yaml --reps 1 --as store.db -o ../hand.db"
check "by hand, too" same "$(keys hand.db)" "$(sqlite3 past.db 'SELECT key FROM cases WHERE id IN (SELECT case_id FROM plan)' | sort)"
check "and the bundle stays as it was" bash -c 'cd past_bundle && sha256sum -c --quiet SHA256SUMS && ! ls store.db-* 2>/dev/null'
expect 3 "$weft" run then.yaml --as past.db -o hand.db
check "another text is another experiment" has err "past.db: the database has no case of \`past\` with this text"
cp past.db wrong.db
sqlite3 wrong.db "UPDATE cases SET json = replace(json, '\"iterations\":4', '\"iterations\":3') WHERE label LIKE 'xpbd%iterations=4%'"
expect 3 "$weft" bundle wrong.db -o wrong --source none
check "a case that the text does not give" has err "its experiment gives another case in its place"
sqlite3 wrong.db "UPDATE cases SET json = '{' WHERE label LIKE 'xpbd%iterations=4%'"
expect 3 "$weft" bundle wrong.db -o wrong --source none
check "a case that is no JSON" has err "a stored case is not JSON"
sqlite3 wrong.db "UPDATE plan SET position = 1000000000000 WHERE position = 2"
expect 3 "$weft" bundle wrong.db -o wrong --source none
check "a position that the text does not have" has err "its experiment gives none in its place"

# ---- a solver that is not weft's own ----
cp past.db other.db
sqlite3 other.db "UPDATE build SET plugin = 'calm_own 2.1, calm_own.so, 0123abc'"
expect 0 "$weft" bundle other.db -o with --source none
check "it is not in the bundle" has err "other.db: solvers that are not weft's own are not in the bundle"
check "which names it" has with/README.md "calm\\_own 2.1, calm\\_own.so, 0123abc. Give it to weft with"
expect 0 "$weft" bundle past.db -o plain --source none
sqlite3 past.db "ALTER TABLE build DROP COLUMN plugin"
expect 0 "$weft" bundle past.db -o before --source none
check "a store from before there were any has none" cmp plain/README.md before/README.md
check "no word of any where there is none" same "$(grep -c "not weft's own" plain/README.md || true)" 0

# ---- the source ----
code=0
"$weft" bundle quiet.db -o sourced >out 2>err || code=$?
if "$weft" --version | grep -qE '\([0-9a-f]{40}\)' && [ -e "$source_dir/.git" ]; then
    check "with its source" same "$code" 0
    archive=$(find sourced/source -name 'weft-*.tar')
    tar -tf "$archive" >names
    check "all of it" grep -qx weft/src/front/cli/main.c names
    check "without results of record" test -z "$(grep -F results/published names || true)"
    expect 0 "$weft" bundle quiet.db -o sourced_twice --source "$source_dir"
    check "equal twice" diff -r sourced sourced_twice
    expect 10 "$weft" bundle quiet.db -o none --source "$PWD"
    check "a folder that is no git tree" has err "no git tree"
else
    check "a source that is in no commit is refused" same "$code" 3
    check "with what to do" has err "or give --source none"
fi
