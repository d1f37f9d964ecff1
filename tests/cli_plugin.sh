#!/usr/bin/env bash
# Solvers in shared libraries: one solver in lists, runs and stores, and solvers with one fault for each check of `weft conform`. More faults,
# docs/your_solver.md, the examples and libweft: long_plugin.sh. cli_plugin.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
export OMP_WAIT_POLICY=passive
sanitized=$(grep -o -m 1 -- '-fsanitize=[a-z]*' "$1/compile_commands.json" | head -n 1 || true)

# fault NAME [FLAG]: the plugin with this fault.
fault() { gcc -O0 -shared -fPIC -I"$source_dir/src" -DFAULT="$1" "${@:2}" "$source_dir/tests/plugin/faulty.c" -o faulty.so; }

# failed: the numbers of the failed checks in the list that `weft conform` prints.
failed() { awk '/^  (passed|FAILED|-) / {n++} /^  FAILED/ {printf "%d ", n}' out; }

# ---- a solver without a fault ----
fault GOOD
expect 0 "$weft" conform faulty.so
check "no failed check" same "$(failed)" ""
check "fourteen passed" same "$(grep -c '^  passed' out)" 14
expect 0 "$weft" list solvers --plugin .
check "a folder of plugins" has out faulty
expect 0 "$weft" list solvers faulty --plugin faulty.so
check "its parameter" has out iterations
expect 0 "$weft" sim cloth --solver faulty --plugin faulty.so --steps 2 --set scene.n=4
expect 7 "$weft" sim cantilever_arap --solver faulty --plugin faulty.so --steps 1
check "the constraint kind" has err tet_arap

# ---- in a store ----
cat >faulty.yaml <<'YAML'
name: faulty
plugins: [faulty.so]
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0}
blocks:
  - {name: all, axes: {solver: [xpbd, faulty], iterations: [2, 3]}}
YAML
expect 0 "$weft" run faulty.yaml -o good.db
before=$(rows good.db repetition)
check "four cases" same "$(column good.db outcome status | sort | uniq -c | tr -s ' ')" " 4 done"
expect 0 "$weft" submit faulty.yaml -o shards --engine local --shards 2
check "shards load the plugin" same "$(column shards/all.db outcome status | sort | uniq -c | tr -s ' ')" " 4 done"
expect 0 "$weft" run faulty.yaml -o good.db
check "nothing is measured twice" same "$(rows good.db repetition)" "$before"
fault SECOND_DIFFERS
expect 0 "$weft" run faulty.yaml -o second.db --set repeats=3
check "both cases of a solver with a different second repetition have a message" same "$(column second.db outcome message | grep -c .)" 2
fault GOOD -g # another file
expect 0 "$weft" run faulty.yaml -o good.db
check "the cases of a changed plugin alone are measured again" same "$(rows good.db repetition)" $((before + before / 2))
# Read by SQL: `column` splits at commas, which a build with uncommitted changes has in its field `diff`.
check "builds: of weft, of both plugins" same "$(sqlite3 good.db "SELECT count(*) FROM build WHERE plugin LIKE 'faulty%'")" 2
# … and while a run measures: a worker puts the other file there once the case has a repetition of each pass.
cp faulty.so other.so
fault GOOD
sed 's/timed: 1/timed: 3/; s/\[xpbd, faulty\]/faulty/; s/\[2, 3\]/2/' faulty.yaml >changes.yaml
mkdir workers
cat >workers/weft-worker-f64 <<WORKER
#!/bin/bash
if [ "\$(sqlite3 "$scratch/changes.db" 'SELECT count(*) FROM repetition' 2>&1)" = 2 ]; then mv "$scratch/other.so" "$scratch/faulty.so"; fi
exec "$1/weft-worker-f64"
WORKER
chmod +x workers/weft-worker-f64
WEFT_WORKERS=$scratch/workers expect 8 "$weft" run changes.yaml -o changes.db --no-verdicts --retry 0
check "it was done" test ! -e other.so
check "nothing of the changed plugin is stored" same "$(rows changes.db repetition)" 2
expect 0 "$weft" status changes.db
check "the file is named" has out "faulty.so: has changed since weft read it"
mv faulty.so hidden
expect 0 "$weft" status good.db
expect 0 "$weft" report good.db -o report
check "a report without the plugin" has report/cases.csv faulty
expect 4 "$weft" conform missing.so
echo text >text.so
expect 3 "$weft" conform text.so

# ---- a direct solver behind `external` ----
cp "$1"/libexternal_example.so direct.so
expect 7 "$weft" sim cloth --solver pd --linsys external --set scene.n=4 --steps 1
check "the flag that gives the library" has err --plugin
expect 0 "$weft" sim cloth --solver pd --linsys external --set scene.n=4 --steps 1 --plugin direct.so
cat >direct.yaml <<'YAML'
name: direct
plugins: [direct.so]
defaults: {scene: cloth, scene.n: 4, steps: 2, timed: 1, phased: 0, solver: pd}
blocks:
  - {name: all, axes: {linsys: [cholmod_simplicial, external]}}
YAML
expect 0 "$weft" run direct.yaml -o direct.db
check "the library is part of the build" same "$(sqlite3 direct.db "SELECT count(*) FROM build WHERE plugin LIKE 'external envelope, direct.so, %'")" 1
before=$(rows direct.db repetition)
objcopy --add-section .note=direct.yaml direct.so # another file
expect 0 "$weft" run direct.yaml -o direct.db
check "the cases of another library alone are measured again" same "$(rows direct.db repetition)" $((before + before / 2))
expect 3 "$weft" conform direct.so
cp direct.so second.so
expect 3 "$weft" list linsys --plugin direct.so --plugin second.so
check "one library at a time" has err second.so

# ---- one fault for each check: NAME, numbers of the failed checks, status of a run ----
while read -r name numbers outcome; do
    # The sanitized worker of conform does not check descent.
    [ -z "$sanitized" ] || [ "$name" != CLIMBS ] || continue
    fault "$name"
    expect 3 "$weft" conform faulty.so
    check "conform finds $name" same "$(failed)" "${numbers/,/ } "
    [ "$outcome" != - ] || continue
    rm -f bad.db
    "$weft" run faulty.yaml -o bad.db >out 2>err || true
    check "$name in a run" same "$(column bad.db outcome status | sort | tr '\n' ' ')" "$(printf '%s\n' "done" "done" "$outcome" "$outcome" | sort | tr '\n' ' ')"
done <<'FAULTS'
REFUSES_SILENTLY 1 -
MOVES_PIN 2 environment
NOT_FINITE 3 diverged
STEPS_BESIDE 4 -
WRONG_ITERATIONS 4,5 -
WRONG_END 6 -
COUNTS_NOTHING 7 -
CLIMBS 8 -
LOOKS_AT_WATCHED 9 -
BITS_OF_THREADS 10 done
KEEPS_STATE 11 -
DRIFTS 12 -
PRINTS 14 failed
CRASH_STEP 2 crashed
FAULTS
fault FLIES
expect 6 "$weft" sim cloth --solver faulty --plugin faulty.so --steps 2 --set scene.n=4
check "finite positions that nothing explains" has err "forces allow"
expect 3 "$weft" conform faulty.so --solver other
check "the name of the solver" has err other

# ---- exit in a plugin ----
fault EXITS
expect 3 "$weft" sim cloth --solver faulty --plugin faulty.so --steps 2 --set scene.n=4
check "the plugin that ended its worker" has err faulty.so
rm -f bad.db
expect 8 "$weft" run faulty.yaml -o bad.db
check "its cases are lost, and their message names it" same \
    "$(column bad.db outcome status | sort | xargs) $(column bad.db outcome message | grep -c faulty.so)" "crashed crashed done done 2"

# ---- a fault of the library as such: an error before a case begins ----
while read -r name token; do
    if [ "$name" = NO_SYMBOL ]; then fault "$name" -DWITHOUT_SYMBOL; else fault "$name"; fi
    expect 3 "$weft" conform faulty.so
    expect 3 "$weft" run faulty.yaml -o none.db
    check "$name: file and line" has err faulty.yaml:2:
    check "$name: $token" has err "$token"
done <<'FAULTS'
WRONG_ABI 99
NO_SYMBOL weft_solvers
CRASH_LOAD faulty.so
NAME_OF_CASE linsys
FAULTS
check "no store" test ! -e none.db
