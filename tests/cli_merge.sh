#!/usr/bin/env bash
# Merging stores: of shards, one of them killed and one given twice, of two machines, of two builds, of two schema versions.
# cli_merge.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: no sqlite3"; exit 0; }

cat >sweep.yaml <<'YAML'
name: sweep
question: Is it whole?
defaults: {scene: cloth, scene.n: 6, steps: 12, timed: 2, probes: 1, frames: 4}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: [2, 4, 8]}}
  - {name: projective, axes: {solver: pd, iterations: [2, 4], linsys: [dense, cholmod_simplicial]}}
tables:
  - {name: times, data: step, rows: [solver, iterations, linsys], values: [step_ms]}
YAML
expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
for i in 1 2 3 4; do expect 0 "$weft" run sweep.yaml -o "s$i.db" --shard "$i/4"; done

# told DB: everything but times, ids, and what names a store or a run: rows by the key of their case.
told() {
    sqlite3 "$1" "SELECT c.key, c.label, c.json, p.block, p.position, e.hash, e.text FROM plan AS p JOIN cases AS c ON c.id = p.case_id
                  JOIN experiment AS e ON e.id = p.experiment_id;
        SELECT c.key, name, value, typeof(value) FROM parameter JOIN cases AS c ON c.id = case_id;
        SELECT c.key, b.hash, status, message FROM outcome JOIN cases AS c ON c.id = case_id JOIN build AS b ON b.id = build_id;
        SELECT c.key, r.pass, r.number, r.hash, r.unconverged_steps FROM repetition AS r JOIN cases AS c ON c.id = r.case_id;
        SELECT c.key, r.pass, r.number, s.step FROM step AS s JOIN repetition AS r ON r.id = repetition_id JOIN cases AS c ON c.id = r.case_id;
        SELECT c.key, i.step, i.probe, i.substep, i.iteration, i.objective, i.error, i.momentum FROM iterate AS i
            JOIN repetition AS r ON r.id = repetition_id JOIN cases AS c ON c.id = r.case_id;
        SELECT c.key, f.* FROM (SELECT repetition_id, step, kinetic, elastic FROM frame) AS f JOIN repetition AS r ON r.id = f.repetition_id
            JOIN cases AS c ON c.id = r.case_id;
        SELECT c.key, x.step, x.probe, x.gradients FROM cost AS x JOIN repetition AS r ON r.id = repetition_id JOIN cases AS c ON c.id = r.case_id;
        SELECT c.key, row FROM model JOIN cases AS c ON c.id = case_id;
        SELECT c.key, name, matrix_nonzeros FROM linsys JOIN cases AS c ON c.id = case_id;
        SELECT c.key, kind, text FROM finding JOIN cases AS c ON c.id = case_id" |
        sed -E 's/^([0-9a-f]{32}\|)[0-9]+\|([0-9]+\|[0-9.e+-]+\|[0-9.e+-]+)$/\1\2/; s/"cached_grids":[0-9]+//' | LC_ALL=C sort
}

# ---- four shards are the whole ----
expect 0 "$weft" merge all.db s1.db s2.db s3.db s4.db
told whole.db >whole.told
told all.db >all.told
check "four shards merged are the unsharded run, row for row up to timing" cmp whole.told all.told
for table in step phase probe step_end cost iterate wall setup frame process share; do
    [ "$table" = share ] || check "as many rows of $table" same "$(rows all.db $table)" "$(rows whole.db $table)"
done
check "SQLite finds nothing wrong" same "$(sqlite3 all.db 'PRAGMA integrity_check; PRAGMA foreign_key_check')" ok
check "nothing else is left" same "$(ls -d all.db* | tr '\n' ' ')" "all.db "
expect 0 "$weft" status all.db
check "all is done" has out "10 cases, 10 done  "
expect 0 "$weft" run sweep.yaml -o all.db --no-verdicts
check "nothing is left to measure" has err "0 measured, 10 already there"
expect 0 env PATH=/nonexistent "$weft" report all.db -o page
check "it is reported" same "$(wc -l <page/times-table.csv)" "11"

# ---- the same again adds nothing ----
cp all.db before.db
expect 0 "$weft" merge all.db all.db s1.db s1.db s2.db --format json
check "known repetitions are counted" same "$(grep -c '"taken": 0,' out || true)" 3
told all.db >again.told
check "the same again adds nothing" cmp all.told again.told
check "not even processes" same "$(rows all.db process) $(rows all.db run)" "$(rows before.db process) $(rows before.db run)"
expect 3 "$weft" merge all.db s1.db
check "what is there is not written over" has err 'is there already'
check "and stays" cmp all.told <(told all.db)

# ---- an older copy of a shard, a newer one, and one that was killed ----
cat >long.yaml <<'YAML'
name: long
defaults: {scene: cloth, scene.n: 30, steps: 40, timed: 3}
blocks:
  - {name: all, axes: {solver: [pbd, xpbd], iterations: [10, 20]}}
YAML
"$weft" run long.yaml -o l1.db --shard 1/2 2>err &
runner=$!
some() { [ -s l1.db ] && [ "$(rows l1.db repetition 2>/dev/null)" -ge 2 ] 2>/dev/null; }
check "it has measured something" wait_for some
kill -9 "$runner" || true
wait "$runner" 2>/dev/null || true
expect 0 "$weft" run long.yaml -o l2.db --shard 2/2
expect 0 "$weft" merge part.db l1.db l2.db
check "what a killed shard has is taken" same "$(rows part.db repetition)" "$(($(rows l1.db repetition) + $(rows l2.db repetition)))"
expect 0 "$weft" run long.yaml -o l1.db --shard 1/2
expect 0 "$weft" merge part.db part.db l1.db l2.db
check "and what it has later" same "$(rows part.db repetition) $(column part.db outcome status | sort -u)" "20 done"
check "each number once" same "$(repetitions part.db | uniq -d | wc -l)" 0

# ---- two machines ----
cp s1.db other.db
sqlite3 other.db "UPDATE environment SET hash = 'other' || id, cpu = 'Other CPU @ 3.00GHz', json = json_set(json, '$.cpu', 'Other CPU @ 3.00GHz');
    UPDATE run SET token = hex(randomblob(16)); UPDATE step SET ns = ns * 3"
expect 0 "$weft" merge two.db s1.db other.db
check "repetitions of both machines are kept" same "$(rows two.db repetition)" "$(($(sqlite3 s1.db 'SELECT count(*) FROM repetition') * 2))"
check "numbered on" same "$(sqlite3 two.db 'SELECT count(*) FROM (SELECT 1 FROM repetition GROUP BY case_id, build_id, pass HAVING max(number) + 1 <> count(*))')" 0
check "two environments" same "$(rows two.db environment)" "$((2 * $(rows s1.db environment)))"
# … of which this one has measured its share, and goes on with what it lacks itself: the rest, which nobody has, and in a store of the
# other alone everything.
cp other.db there.db
expect 0 "$weft" plan sweep.yaml -o other.db --format json
check "what the other machine has is to be measured here" same "$(grep -A 1 '"left": {' out | grep -c '"timed": 2')" 10
expect 0 "$weft" run sweep.yaml -o there.db --no-verdicts
check "and is" has err "10 measured, 0 already there"
check "it is told why" has err "$(sqlite3 s1.db 'SELECT count(*) FROM outcome') cases were measured by another machine too"
expect 0 "$weft" run sweep.yaml -o there.db --no-verdicts
check "once" has err "0 measured, 10 already there"
check "beside what is of the other" same "$(rows there.db repetition)" "$(($(rows whole.db repetition) + $(rows other.db repetition)))"
check "numbered on, each number once" same "$(repetitions there.db | uniq -d | wc -l)" 0
cp two.db go_on.db
expect 0 "$weft" run sweep.yaml -o go_on.db --no-verdicts
check "a merged store lacks only what neither has" has err "$((10 - $(sqlite3 s1.db 'SELECT count(*) FROM outcome'))) measured"
# … that do not agree
sqlite3 other.db "UPDATE repetition SET hash = 'f00' WHERE case_id = (SELECT min(case_id) FROM repetition)"
expect 15 "$weft" merge differ.db s1.db other.db
check "a state that differs is named" has err 'conflict: state: '
check "one case" same "$(grep -c '^weft: conflict' err)" 1
check "the output is whole all the same" same "$(rows differ.db repetition)" "$(sqlite3 two.db 'SELECT count(*) FROM repetition')"
sqlite3 other.db "UPDATE repetition SET hash = 'f00' || hash WHERE 0; UPDATE outcome SET status = 'diverged' WHERE case_id = (SELECT min(case_id) FROM outcome)"
expect 15 "$weft" merge lost.db s1.db other.db --format json
check "an outcome that differs is named" has err 'conflict: outcome: '
check "also in the JSON" has out '"kind": "outcome"'
check "what is whole wins" same "$(column lost.db outcome status | sort -u)" done

# ---- two builds ----
cp s1.db built.db
sqlite3 built.db "UPDATE build SET hash = 'b00' || hash; UPDATE run SET token = hex(randomblob(16))"
expect 0 "$weft" merge builds.db s1.db built.db
check "two builds are kept apart" same "$(sqlite3 builds.db 'SELECT count(*) FROM build') $(rows builds.db outcome)" "2 $((2 * $(sqlite3 s1.db 'SELECT count(*) FROM outcome')))"

# ---- two schema versions ----
sqlite3 old.db <"$source_dir/tests/old_store/version_5.sql"
cp "$source_dir/tests/old_store/strand.yaml" .
cp old.db kept.db
for inputs in "old.db s1.db" "s1.db old.db"; do
    # shellcheck disable=SC2086
    expect 0 "$weft" merge old-new.db $inputs
    check "an old store and a new one" same "$(sqlite3 old-new.db 'SELECT count(*) FROM repetition')" \
        "$(($(sqlite3 old.db 'SELECT count(*) FROM repetition') + $(sqlite3 s1.db 'SELECT count(*) FROM repetition')))"
    check "of today" same "$(sqlite3 old-new.db 'PRAGMA user_version; PRAGMA integrity_check')" "$(printf '8\nok')"
    check "keys are mapped" same "$(sqlite3 old-new.db 'SELECT count(*) FROM cases WHERE key_form = 6' | tr '\n' ' ')" "13 "
    expect 0 "$weft" export old-new.db
    rm old-new.db
done
check "the old store stays as it was" cmp kept.db old.db
expect 0 "$weft" merge old-alone.db old.db
expect 0 "$weft" merge old-alone.db old-alone.db old.db
check "a store without tokens is known again, too" same "$(rows old-alone.db repetition)" "$(sqlite3 old.db 'SELECT count(*) FROM repetition')"

# ---- what is wrong ----
expect 2 "$weft" merge
expect 2 "$weft" merge alone.db
expect 4 "$weft" merge none.db nosuch.db
expect 3 "$weft" merge none.db s1.db sweep.yaml
expect 2 "$weft" merge none.db s1.db --format xml
check "nothing is made of it" same "$(ls -d none.db* 2>/dev/null | wc -l)" 0
head -c 20000 s2.db >cut.db
expect 4 "$weft" merge none.db s1.db cut.db
check "nor of a damaged one" same "$(ls -d none.db* 2>/dev/null | wc -l)" 0
ln -s all.db link.db
expect 0 "$weft" merge link.db link.db s3.db
check "a link stays" test -L link.db
