#!/usr/bin/env bash
# Merging stores: of shards, one of them killed and one given twice, of two machines, of two builds, of two schema versions.
# cli_merge.sh BUILD SOURCE
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
# Of tables alone, without the views that weft creates again whenever it opens a store.
rows() { sqlite3 "$1" "SELECT count(*) FROM $2"; }
repetitions() { sqlite3 "$1" 'SELECT case_id, build_id, pass, number FROM repetition' | sort; }

cat >sweep.yaml <<'YAML'
name: sweep
question: Is it whole?
defaults: {scene: cloth, scene.n: 4, steps: 4, timed: 2, probes: 1, frames: 2}
blocks:
  - {name: position, axes: {solver: [pbd, xpbd], iterations: [2, 4]}}
  - {name: projective, axes: {solver: pd, iterations: 2, linsys: [dense, cholmod_simplicial]}}
tables:
  - {name: times, data: step, rows: [solver, iterations, linsys], values: [step_ms]}
YAML
cases=6
expect 0 "$weft" run sweep.yaml -o whole.db --no-verdicts
for i in 1 2 3; do expect 0 "$weft" run sweep.yaml -o "s$i.db" --shard "$i/3"; done
part=$(rows s1.db outcome)
check "a shard has a part of the cases" test "$part" -gt 0 -a "$part" -lt $cases

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
        sed -E 's/^([0-9a-f]{32}\|)[0-9]+\|([0-9]+\|[0-9.e+-]+\|[0-9.e+-]+)$/\1\2/' | LC_ALL=C sort
}

# ---- three shards are the whole ----
expect 0 "$weft" merge all.db s1.db s2.db s3.db
told whole.db >whole.told
told all.db >all.told
check "three shards merged are the unsharded run, row for row up to timing" cmp whole.told all.told
counts=$(for table in step phase probe step_end cost iterate wall setup frame process; do echo "SELECT '$table', count(*) FROM $table;"; done)
check "as many rows of each table" same "$(sqlite3 all.db "$counts")" "$(sqlite3 whole.db "$counts")"
check "SQLite finds nothing wrong" same "$(sqlite3 all.db 'PRAGMA integrity_check; PRAGMA foreign_key_check')" ok
check "nothing else is left" same "$(echo all.db*)" all.db
cp all.db again.db
expect 0 "$weft" run sweep.yaml -o again.db --no-verdicts
check "nothing is left to measure" same "$(repetitions again.db)" "$(repetitions all.db)"
expect 0 env PATH=/nonexistent "$weft" report all.db -o page
check "it is reported" same "$(wc -l <page/times-table.csv)" $((cases + 1))

# ---- the same again adds nothing ----
cp all.db before.db
expect 0 "$weft" merge all.db all.db s1.db s1.db s2.db --format json
check "duplicate repetitions are counted" same "$(grep -c '"taken": 0,' out || true)" 3
told all.db >again.told
check "the same again adds nothing" cmp all.told again.told
check "not even processes" same "$(rows all.db process) $(rows all.db run)" "$(rows before.db process) $(rows before.db run)"
expect 3 "$weft" merge all.db s1.db # which is there
check "and stays" cmp all.told <(told all.db)

# ---- an older copy of a shard, a newer one, and one that was killed ----
# A worker that goes to sleep when two processes are done, while the file `hold` is there.
mkdir sleepy
printf '%s\n' '#!/bin/sh' "echo >>$scratch/begun" \
    "if [ -e $scratch/hold ] && [ \$(wc -l <$scratch/begun) -gt 2 ]; then : >$scratch/held; exec sleep 600; fi" "exec $1/weft-worker-f64 \"\$@\"" >sleepy/weft-worker-f64
chmod +x sleepy/weft-worker-f64
slow() { env WEFT_WORKERS="$scratch/sleepy" "$weft" run sweep.yaml --set probes=0 "$@"; }
: >hold
WEFT_WORKERS=$scratch/sleepy "$weft" run sweep.yaml --set probes=0 -o l1.db --shard 1/2 2>err &
runner=$!
check "it has measured something" wait_for test -e held
kill -9 "$runner"
wait "$runner" 2>/dev/null || true
rm hold
expect 0 slow -o l2.db --shard 2/2
check "a killed shard keeps its measurements" test "$(rows l1.db repetition)" -ge 2
expect 0 "$weft" merge part.db l1.db l2.db
check "repetitions of a killed shard are merged" same "$(rows part.db repetition)" "$(($(rows l1.db repetition) + $(rows l2.db repetition)))"
expect 0 slow -o l1.db --shard 1/2
expect 0 "$weft" merge part.db part.db l1.db l2.db
check "and its later repetitions" same "$(rows part.db repetition) $(sqlite3 part.db 'SELECT DISTINCT status FROM outcome')" "$((cases * 4)) done"
check "each number once" same "$(repetitions part.db | uniq -d | wc -l)" 0

# ---- two machines ----
cp s1.db other.db
sqlite3 other.db "UPDATE environment SET hash = 'other' || id, cpu = 'Other CPU @ 3.00GHz', json = json_set(json, '$.cpu', 'Other CPU @ 3.00GHz');
    UPDATE run SET token = hex(randomblob(16)); UPDATE step SET ns = ns * 3"
expect 0 "$weft" merge two.db s1.db other.db
check "repetitions of both machines are kept" same "$(rows two.db repetition)" "$(($(rows s1.db repetition) * 2))"
check "numbered on" same "$(sqlite3 two.db 'SELECT count(*) FROM (SELECT 1 FROM repetition GROUP BY case_id, build_id, pass HAVING max(number) + 1 <> count(*))')" 0
check "two environments" same "$(rows two.db environment)" "$((2 * $(rows s1.db environment)))"
# … of which this one has measured its share, and goes on with what it lacks itself: the rest, which nobody has, and in a store of the
# other alone everything.
cp other.db there.db
expect 0 "$weft" plan sweep.yaml -o other.db --format json
check "cases of the other machine are measured here" same "$(grep -A 1 '"left": {' out | grep -c '"timed": 2')" $cases
expect 0 "$weft" run sweep.yaml -o there.db --no-verdicts
check "both machines have their own repetitions" same "$(rows there.db repetition)" "$(($(rows whole.db repetition) + $(rows other.db repetition)))"
check "numbered on, each number once" same "$(repetitions there.db | uniq -d | wc -l)" 0
repetitions there.db >before
expect 0 "$weft" run sweep.yaml -o there.db --no-verdicts
check "once" same "$(repetitions there.db)" "$(cat before)"
cp two.db go_on.db
expect 0 "$weft" run sweep.yaml -o go_on.db --no-verdicts
check "only repetitions missing in both stores are measured" same "$(rows go_on.db repetition)" "$(($(rows two.db repetition) + $(rows whole.db repetition) - $(rows s1.db repetition)))"
# … that do not agree
sqlite3 other.db "UPDATE repetition SET hash = 'f00' WHERE case_id = (SELECT min(case_id) FROM repetition)"
expect 15 "$weft" merge differ.db s1.db other.db --format json
check "one state that differs" same "$(grep -c '"kind": "state"' out) $(grep -c '"kind": "outcome"' out)" "1 0"
check "the output is whole all the same" same "$(rows differ.db repetition)" "$(rows two.db repetition)"
cp s1.db other.db
sqlite3 other.db "UPDATE environment SET hash = 'other' || id; UPDATE run SET token = hex(randomblob(16));
    UPDATE outcome SET status = 'diverged' WHERE case_id = (SELECT min(case_id) FROM outcome)"
expect 15 "$weft" merge lost.db s1.db other.db --format json
check "one outcome that differs" same "$(grep -c '"kind": "outcome"' out) $(grep -c '"kind": "state"' out)" "1 0"
check "a complete outcome wins" same "$(sqlite3 lost.db 'SELECT DISTINCT status FROM outcome')" "done"
for end in "failed 2001" "crashed 2002"; do
    cp s1.db "${end% *}.db"
    sqlite3 "${end% *}.db" "UPDATE outcome SET status = '${end% *}', updated = '${end#* }-01-01T00:00:00Z'"
done
for order in "failed.db crashed.db" "crashed.db failed.db"; do
    # shellcheck disable=SC2086 # two files
    expect 0 "$weft" merge "latest ${order%%.*}.db" $order --format json
    check "of $order the later outcome" same "$(sqlite3 "latest ${order%%.*}.db" 'SELECT DISTINCT status FROM outcome')" crashed
done

# ---- two builds ----
cp s1.db built.db
sqlite3 built.db "UPDATE build SET hash = 'b00' || hash; UPDATE run SET token = hex(randomblob(16))"
expect 0 "$weft" merge builds.db s1.db built.db
check "two builds are kept apart" same "$(rows builds.db build) $(rows builds.db outcome)" "2 $((2 * $(rows s1.db outcome)))"

# ---- errors ----
expect 2 "$weft" merge
expect 2 "$weft" merge alone.db
expect 4 "$weft" merge none.db nosuch.db
expect 3 "$weft" merge none.db s1.db sweep.yaml
expect 2 "$weft" merge none.db s1.db --format xml
check "nothing is made of it" same "$(echo none.db*)" 'none.db*'
head -c 20000 s2.db >cut.db
expect 4 "$weft" merge none.db s1.db cut.db
check "nor of a damaged one" same "$(echo none.db*)" 'none.db*'
for number in 1 2; do
    cp s1.db wide$number.db
    for ((i = 0; i < 500; i++)); do echo "ALTER TABLE step ADD COLUMN w${number}_$i TEXT;"; done | sqlite3 wide$number.db
done
expect 0 "$weft" merge one_wide.db wide1.db s1.db
expect 3 "$weft" merge none.db s1.db wide1.db wide2.db
check "tables that are too wide together: the file and the table" has err 'wide2.db: table `step`'
check "and nothing is made of them" same "$(echo none.db*)" 'none.db*'
ln -s all.db link.db
expect 0 "$weft" merge link.db link.db s3.db
check "a link stays" test -L link.db
