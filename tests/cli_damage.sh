#!/usr/bin/env bash
# Databases damaged at random × the commands that read them: each ends by itself, without a signal, with a documented code and one line that
# says why, and none takes for measured what is not there. cli_damage.sh BUILD SOURCE [N [SEED]]; by hand: tests/damage.sh N SEED
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
PATH=$1:$PATH
count=${3:-10}
RANDOM=${4:-1}

# ---- the databases: with contact, references and frames; of an older schema ----
cat >small.yaml <<'YAML'
name: small
question: What is left of it?
defaults: {scene: cloth_on_sphere, scene.n: 4, steps: 4, timed: 2, probes: 1, phased: 1, frames: 2}
blocks:
  - {name: all, axes: {solver: [pbd, pd], iterations: [2, 3]}}
tables:
  - {name: times, data: step, rows: [solver, iterations], values: [step_ms]}
figures:
  - {name: errors, data: convergence, x: iteration, y: error_of_start, series: [solver]}
verdicts:
  - {claim: pd costs more than pbd, data: step, value: step_ms, of: {solver: pd}, against: {solver: pbd}, above: 1, source: closed form}
YAML
cat >strand.exp.yaml <<'YAML'
name: strand
defaults: {scene: strand.yaml, steps: 2, timed: 1, probes: 1, frames: 1, observe: 1}
blocks:
  - {name: all, axes: {solver: [xpbd, pd], broad: grid, iterations: 2}}
figures:
  - {name: gap, data: convergence, x: iteration, y: gap, series: [solver]}
YAML
cp "$source_dir/tests/old_store/strand.yaml" .
expect 0 "$weft" run small.yaml -o small.good
sqlite3 strand.good <"$source_dir/tests/old_store/version_5.sql"
expect 0 "$weft" run strand.exp.yaml -o strand.good
sqlite3 strand.old <"$source_dir/tests/old_store/version_5.sql"
echo 'Of <!-- weft small {fact: cases} -->4<!-- /weft --> cases, <!-- weft small {data: step, value: step_ms, where: {solver: pd}} -->1<!-- /weft --> ms.' >small.md
echo 'Of <!-- weft strand {fact: cases} -->2<!-- /weft --> cases.' >strand.md

# ---- a journal that would have SQLite delete another file ----
# The header of a journal without pages, then the name, its length, the sum of its bytes, and the eight bytes of the header again.
octal() { printf "\\%03o\\%03o\\%03o\\%03o" $(($1 >> 24 & 255)) $(($1 >> 16 & 255)) $(($1 >> 8 & 255)) $(($1 & 255)); }
bytes() { printf "$(octal "$1")"; }
magic="\331\325\005\371\040\241\143\327"
victim=$PWD/thesis
size=$(sqlite3 small.good "PRAGMA page_size")
{
    printf "$magic"
    bytes 0 && bytes 0 && bytes "$(($(stat -c %s small.good) / size))" && bytes 512 && bytes "$size"
    head -c 484 /dev/zero
    bytes $((0x40000000 / size + 1))
    printf "%s" "$victim"
    bytes "${#victim}" && bytes "$(printf "%s" "$victim" | od -An -v -tu1 | tr -s " " "\n" | awk "{ sum += \$1 } END { print sum }")"
    printf "$magic"
} >journal
for command in "status x.db" "export x.db" "report x.db -o x" "compare x.db x.db" "run small.yaml -o x.db"; do
    cp small.good x.db
    sqlite3 x.db "PRAGMA journal_mode = DELETE" >/dev/null
    cp journal x.db-journal
    echo "years of work" >thesis
    expect 3 "$weft" $command
    check "the journal is named: $command" has err "its journal, $PWD/x.db-journal, names another file"
    check "and the other file is there: $command" test -s thesis
    rm -f x.db-journal
done
# A pipe in its place, for whose other end SQLite would wait, or a link to a file of somebody else.
for suffix in journal wal shm; do
    for make in mkfifo "ln -s thesis"; do
        $make x.db-$suffix
        for command in "status x.db" "run small.yaml -o x.db"; do
            expect 3 timeout 600 "$weft" $command
            check "what is no file is named: $command" has err "x.db: beside it lies $PWD/x.db-$suffix, which is no file"
        done
        rm x.db-$suffix
    done
done
check "the other file is as it was" same "$(cat thesis)" "years of work"

# ---- what a file may not bring along, and what it may ----
# refuses CODE TEXT SQL: a store changed by this is refused with these words by a command that reads all of it.
refuses() {
    cp small.good x.db
    sqlite3 -cmd ".dbconfig defensive off" x.db "PRAGMA foreign_keys = OFF; $3" >/dev/null
    expect "$1" "$weft" export x.db --table case_outcome
    check "what is wrong is said in one line: $3" same "$(grep -c . err) $(grep -cF -- "$2" err)" "1 1"
}
endless="WITH RECURSIVE r(case_id) AS (SELECT 1 UNION ALL SELECT case_id + 1 FROM r) SELECT *, 1 AS build_id FROM r"
refuses 3 'trigger `t` is not of weft' "CREATE TRIGGER t AFTER INSERT ON outcome BEGIN DELETE FROM cases; END"
refuses 3 'table `own` is virtual' "CREATE VIRTUAL TABLE own USING fts5(x)"
refuses 3 'table `case_outcome` has the name of something else' "DROP VIEW case_outcome; CREATE TABLE case_outcome (case_id)"
rewrite="PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
refuses 3 'table `cases` is not as weft makes it: `label integer not null`' "$rewrite replace(sql, 'label TEXT', 'label INTEGER') WHERE name = 'cases'"
refuses 3 '`label text`' "$rewrite replace(sql, 'label TEXT NOT NULL', 'label TEXT') WHERE name = 'cases'"
refuses 3 '`label text collate nocase not null`' "$rewrite replace(sql, 'label TEXT', 'label TEXT COLLATE NOCASE') WHERE name = 'cases'"
refuses 3 '`updated text not null default ( strftime ( ) )`' "$rewrite replace(sql, 'updated  TEXT NOT NULL', 'updated  TEXT NOT NULL DEFAULT (strftime(''%Y''))') WHERE name = 'outcome'"
refuses 3 '`key_form integer as ( 6 )`' "$rewrite replace(sql, '\"key_form\" INTEGER', '\"key_form\" INTEGER AS (6)') WHERE name = 'cases'"
refuses 3 '`ns integer check ( instr (' "$rewrite replace(sql, '\"ns\" INTEGER NOT NULL', '\"ns\" INTEGER CHECK (instr(zeroblob(200000000), zeroblob(100000000)) = 0)') WHERE name = 'step'"
refuses 3 '`ns text`' "$rewrite replace(sql, '\"ns\" INTEGER NOT NULL', '\"ns\" TEXT') WHERE name = 'step'"
refuses 3 '`case_id integer`' "$rewrite replace(sql, 'case_id       INTEGER NOT NULL REFERENCES cases (id)', '\"case_id\" INTEGER') WHERE name = 'plan'"
refuses 3 'on delete cascade`' "$rewrite replace(sql, 'REFERENCES experiment (id)', 'REFERENCES experiment (id) ON DELETE CASCADE') WHERE name = 'plan'"
refuses 3 'on conflict replace`' "$rewrite replace(sql, 'pass, number)', 'pass, number) ON CONFLICT REPLACE') WHERE name = 'repetition'"
refuses 3 'autoincrement`' "$rewrite replace(sql, 'INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT') WHERE name = 'cases'"
refuses 3 '`status text not null check ( 1 or status in ( ) )`' "$rewrite replace(sql, 'status IN', '1 OR status IN') WHERE name = 'outcome'"
refuses 3 'table `cases` is not as weft makes it: `)`' "$rewrite replace(sql, ') STRICT', ')') WHERE name = 'cases'"
refuses 3 'table `cases` is not as weft makes it: `)`' "$rewrite replace(sql, ') STRICT', ') /* ) STRICT */') WHERE name = 'cases'"
refuses 3 'index `once` is unique' "CREATE UNIQUE INDEX once ON cases (label)"
refuses 3 'table `cases` is not as weft makes it: `mine text default`' "ALTER TABLE cases ADD COLUMN mine TEXT DEFAULT 'x'"
refuses 3 'index `slow` computes something' "CREATE INDEX slow ON cases (id) WHERE label NOT LIKE '%a%a%'"
refuses 3 'index `slow` computes something' "CREATE INDEX slow ON cases (upper(label))"
refuses 3 'table `cases` is not as weft makes it' "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'cases'"
# Made again by another program, without what makes a row one: a case could be there twice, and an identity would not be one.
for change in 's/^\( *key *TEXT NOT NULL\) UNIQUE/\1/' 's/^) STRICT;$/) STRICT, WITHOUT ROWID;/'; do
    rm -f x.db
    { sqlite3 small.good .dump | sed "$change"; echo "PRAGMA application_id = 0x77656674; PRAGMA user_version = 8;"; } | sqlite3 x.db >/dev/null
    expect 3 "$weft" run small.yaml -o x.db
    check "a table is not as weft makes it" has err '` is not as weft makes it: `'
done
rm -f x.db
{ sqlite3 small.good .dump; echo "PRAGMA application_id = 0x77656674; PRAGMA user_version = 8; ALTER TABLE step ADD COLUMN mine TEXT; VACUUM;"; } | sqlite3 x.db >/dev/null
expect 0 "$weft" run small.yaml -o x.db
check "a faithful copy is a store, with columns of another version" has err "4 already there"
refuses 4 'that is gone' "DELETE FROM cases WHERE id = 3"
refuses 4 'damaged' "PRAGMA ignore_check_constraints = ON; UPDATE outcome SET status = 'well' WHERE case_id = 2"
refuses 4 'the JSON of environment 1 is none' "UPDATE environment SET json = '{'"
refuses 4 'damaged' "DROP INDEX iterate_of_repetition; CREATE INDEX iterate_of_repetition ON iterate (repetition_id, step, probe, id) WHERE id > 9; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, ' WHERE id > 9', '') WHERE name = 'iterate_of_repetition'"
cp small.good x.db
sqlite3 x.db "DROP VIEW case_outcome; CREATE VIEW case_outcome AS $endless; CREATE VIEW own AS $endless; CREATE TABLE mine (x); CREATE INDEX fast ON step (ns)"
expect 0 timeout 600 "$weft" export x.db --table case_outcome
check "views are weft's own" same "$(wc -l <out)" 5
expect 0 "$weft" export x.db --table mine
# What a table of another declares is not computed: this would take hours.
sqlite3 x.db "PRAGMA ignore_check_constraints = ON; CREATE TABLE slow (x INT CHECK (instr(zeroblob(200000000), zeroblob(100000000) || x'01') = 0)); INSERT INTO slow VALUES (1)"
expect 0 timeout 600 "$weft" export x.db --table case_outcome
expect 3 "$weft" export x.db --table own
expect 11 env WEFT_QUERY_S=1e-9 "$weft" report small.good -o report
check "a query that takes too long is stopped" has err "WEFT_QUERY_S"
expect 2 env WEFT_QUERY_S=0 "$weft" status small.good

# ---- contents that no disk brings about: of the right type, and nonsense; JSON has no infinity ----
cp small.good x.db
sqlite3 x.db "UPDATE step SET ns = 9223372036854775807, iteration_ns = '[1e999,null,\"a\",[]]'; UPDATE repetition SET load = 9e999, process = -1;
    UPDATE wall SET seconds = -9e999; UPDATE parameter SET value = 'x' WHERE name = 'dt'; UPDATE experiment SET question = char(27) || ']0;x' || char(7)"
for format in csv json jsonl; do expect 0 "$weft" export x.db --table repetition --format $format; done
check "infinity is a text" has out '"load":"inf"'
expect 0 "$weft" report x.db -o report
sqlite3 x.db "UPDATE step SET iteration_ns = '[1,'"
expect 4 "$weft" report x.db -o report
check "it is the contents that are damaged" has err "malformed JSON"

# ---- a disk without room for SQLite's shared memory: the file is read, and its log ----
sqlite3 small.good >/dev/null <<'SQL'
PRAGMA wal_autocheckpoint = 0;
UPDATE outcome SET message = 'of the log';
.shell cp small.good x.db; cp small.good-wal x.db-wal
SQL
cp small.good y.db
for db in x y; do
    (ulimit -f 0; "$weft" export $db.db --table outcome) 2>err | cat >out
    check "on a full disk: every case of $db.db" same "$(wc -l <out)" 5
done
(ulimit -f 0; "$weft" export x.db --table outcome) | cat >out
check "and what is in the log" same "$(grep -c 'of the log' out)" 4
check "which stays" test -s x.db-wal

# ---- ways to damage x.db ----
random() { echo $((((RANDOM << 15) | RANDOM) % $1)); }
one_of() { shift "$(random $#)"; echo "$1"; }
bytes() { stat -c %s "$1"; }
put_byte() { printf '%b' "\\x$(printf %02x "$3")" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
sql() { sqlite3 x.db "$@" >/dev/null 2>&1 || true; }
table() { one_of $(sqlite3 x.db "SELECT name FROM sqlite_schema WHERE type = 'table'"); }
column() { one_of $(sqlite3 x.db "SELECT name FROM pragma_table_info('$1')"); }
view() { one_of $(sqlite3 x.db "SELECT name FROM sqlite_schema WHERE type = 'view'"); }
value() {
    one_of NULL 9223372036854775807 -9223372036854775808 -1 0 1e308 9e999 -9e999 "''" "'x'" "x'00ff'" "CAST(x'ff80' AS TEXT)" \
        "CAST(x'41000a1b5d' AS TEXT)" "'['" "'{\"a\":'" "printf('%.*c',100000,'a')" "'[1e999,null,\"a\"]'" "'[[[[[[[['" "'=1+1'" "'../../x'" \
        "zeroblob(1000000)" "json_array(1,2)" "(SELECT group_concat(i) FROM (WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i<9999) SELECT i FROM r))"
}
flip() {
    local file=$1 offset
    for _ in $(seq "$((1 + $(random 12)))"); do
        offset=$(random "$(bytes "$file")")
        put_byte "$file" "$offset" "$(($(od -An -tu1 -j "$offset" -N 1 "$file") ^ (1 << $(random 8))))"
    done
}
zero_page() { dd if=/dev/zero of=x.db bs=4096 seek="$(random $(($(bytes x.db) / 4096)))" count="$((1 + $(random 2)))" conv=notrunc status=none; }
copy_page() {
    local pages=$(($(bytes x.db) / 4096))
    dd if=x.db of=page bs=4096 skip="$(random $pages)" count=1 status=none
    dd if=page of=x.db bs=4096 seek="$(random $pages)" conv=notrunc status=none
}
header() { put_byte x.db "$(random 112)" "$(random 256)"; }
delete() { sql "DELETE FROM $(table)$(one_of '' ' WHERE random() % 3 = 0' ' WHERE rowid = 1')"; }
# A value of any type, and NULL, in any column: with the schema's word that there is none.
update() {
    local name column
    name=$(table)
    column=$(column "$name")
    sqlite3 x.db "SELECT sql FROM sqlite_schema WHERE name = '$name'" >schema.sql
    sql -cmd ".dbconfig defensive off" "PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;
        UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'STRICT, W', 'W'), ') STRICT', ')'), 'NOT NULL', '') WHERE name = '$name'"
    sql "PRAGMA ignore_check_constraints = ON; UPDATE OR IGNORE \"$name\" SET \"$column\" = $(value)$(one_of '' ' WHERE random() % 3 = 0')"
    [ "$(random 4)" = 0 ] || sql -cmd ".dbconfig defensive off" "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = rtrim(readfile('schema.sql'), char(10)) WHERE name = '$name'"
}
insert() {
    sql "INSERT INTO $(one_of "parameter SELECT id, $(value), $(value) FROM cases" "plan SELECT experiment_id, 900 + random() % 5, block, -1 FROM plan" \
        "experiment (name, question, expected, path, text, hash) VALUES ('x', 'q', '', 'p', '{{', 'h')" \
        "outcome SELECT id, 1, 'done', '', '9999' FROM cases WHERE true ON CONFLICT DO UPDATE SET status = 'done'" \
        "variation SELECT experiment_id, random() % 9, 'v', case_id, block, position FROM plan")"
}
replace_view() {
    local name
    name=$(view)
    sql "DROP VIEW $name; $(one_of "CREATE VIEW $name AS WITH RECURSIVE r(case_id) AS (SELECT 1 UNION ALL SELECT case_id + 1 FROM r) SELECT *, 1 AS build_id FROM r" \
        "CREATE TABLE $name (case_id, build_id)" "CREATE VIEW $name AS SELECT load_extension('x'), writefile('harmed', 'x') AS case_id" \
        "CREATE VIEW $name AS SELECT * FROM $name" "CREATE VIRTUAL TABLE $name USING fts5(case_id)")"
}
trigger() { sql "CREATE TRIGGER t BEFORE $(one_of INSERT UPDATE DELETE) ON $(table) BEGIN DELETE FROM repetition; END"; }
shape() {
    local name
    name=$(table)
    sql -cmd "PRAGMA foreign_keys = OFF" -cmd "PRAGMA legacy_alter_table = ON" "$(one_of "DROP TABLE $name" "ALTER TABLE $name RENAME TO other" "DROP INDEX iterate_of_repetition" \
        "ALTER TABLE $name RENAME COLUMN $(column "$name") TO other" "ALTER TABLE $name ADD COLUMN made TEXT AS (hex('a'))" \
        "ALTER TABLE $name DROP COLUMN $(column "$name")" "DROP TABLE $name; CREATE TABLE $name (x)" "CREATE INDEX own ON $name (hex($(column "$name")))")"
}
log() {
    sqlite3 x.db >/dev/null 2>&1 <<SQL || true
PRAGMA wal_autocheckpoint = 0;
UPDATE cases SET label = label || ' ';
UPDATE outcome SET message = message || 'm';
.shell cp x.db y.db; cp x.db-wal y.db-wal
SQL
    if [ -s y.db-wal ]; then
        mv y.db x.db
        mv y.db-wal x.db-wal
        case $(random 3) in
            0) truncate -s "$(random "$(bytes x.db-wal)")" x.db-wal ;;
            1) flip x.db-wal ;;
            2) truncate -s "$(random "$(bytes x.db)")" x.db ;;
        esac
    fi
}
WAYS=(flip\ x.db flip\ x.db zero_page copy_page header delete update update update insert replace_view trigger shape log cut)
cut() { truncate -s "$(random "$(bytes x.db)")" x.db; }

# ---- what each command must do with it ----
declare -A codes=()
bad() {
    failures=$((failures + 1))
    mkdir -p kept
    cp x.db "kept/$failures.db" 2>/dev/null || true
    echo "FAILED: damage $number ($way of $base): $1: weft $2"
    sed 's/^/    /' err | head -5
}
# reads COMMAND...: ends within a minute (ten for a sanitizer) by one of these codes; the last line says why.
reads() {
    local code=0
    timeout -s ABRT 600 "$weft" "$@" >out 2>err </dev/null || code=$?
    checks=$((checks + 1))
    codes[$code]=$((${codes[$code]:-0} + 1))
    case $code in
        0 | 3 | 4 | 8 | 11 | 12 | 13) ;;
        *) bad "exit code $code" "$*" ;;
    esac
    if grep -qE 'Sanitizer|runtime error' err; then
        bad "a sanitizer" "$*"
    elif [ "$code" -ne 0 ] && [ "$(grep -c '^weft: ' err)" -lt 1 ]; then
        bad "exit code $code without a word" "$*"
    fi
    [ ! -e harmed ] || { bad "a file was written" "$*"; rm -f harmed; }
    last=$code
}
# All cases that a run takes for measured have every repetition that it wanted, by SQLite's own program; of a file that this cannot read none is.
already() {
    local said there
    said=$(sed -n 's/.* \([0-9]*\) already there.*/\1/p' err)
    there=$(sqlite3 before.db "SELECT count(*) FROM cases AS c WHERE EXISTS (SELECT 1 FROM outcome AS o WHERE o.case_id = c.id)
        AND (SELECT count(*) FROM repetition AS r JOIN build AS b ON b.id = r.build_id WHERE r.case_id = c.id AND r.pass = 'timed') >= $wanted
        AND (SELECT count(*) FROM repetition AS r WHERE r.case_id = c.id AND r.pass = 'measured') >= 1" 2>/dev/null) || there=0
    [ "${said:-0}" -le "${there:-0}" ] || bad "$said already there, $there are" run
    checks=$((checks + 1))
}

for number in $(seq "$count"); do
    base=$(one_of small.good small.good strand.good strand.old)
    name=${base%.*}
    wanted=1
    [ "$name" != small ] || wanted=2
    experiment=$name.yaml
    [ "$name" != strand ] || experiment=strand.exp.yaml
    rm -rf x.db* y.db* report stores
    cp "$base" x.db
    way=${WAYS[$(random ${#WAYS[@]})]}
    $way
    mkdir stores
    cp x.db "stores/$name.db"
    cp x.db before.db
    [ ! -f x.db-wal ] || { cp x.db-wal "stores/$name.db-wal"; cp x.db-wal before.db-wal; }
    reads status x.db --all
    reads export x.db --format "$(one_of csv json jsonl)" --table "$(one_of case_summary wide_case wide_step wide_iteration dictionary repetition parameter roofline)"
    reads report x.db -o report
    reads report x.db --claims
    reads compare "$name.good" x.db
    reads compare x.db "$name.good"
    reads plan "$experiment" -o x.db
    reads numbers "$name.md" --stores stores --check
    reads run "$experiment" -o x.db
    already
    rm -f before.db*
done
# ---- what is left is saved as docs/store.md says: of a store with a case deleted and a page overwritten ----
awk '/^## A damaged/ {wanted = 1} /^```$/ {inside = 0} inside {print} wanted && /^```sh$/ {inside = 1}' "$source_dir/docs/store.md" >save.sh
cp small.good runs.db
sqlite3 runs.db "PRAGMA foreign_keys = OFF; DELETE FROM cases WHERE id = 3"
expect 4 "$weft" report runs.db -o report
check "what to do is said" has err '.dump'
page=$(sqlite3 runs.db "SELECT rootpage FROM sqlite_schema WHERE name = 'frame'")
printf 'no page at all' | dd of=runs.db bs=4096 seek=$((page - 1)) conv=notrunc status=none
bash save.sh >/dev/null 2>&1 || true
expect 0 "$weft" report saved.db -o report
check "three cases are left" same "$(sqlite3 saved.db 'SELECT count(*) FROM plan')" 3
expect 0 "$weft" run small.yaml -o saved.db
check "and the fourth is measured again" has err "3 already there"

for code in "${!codes[@]}"; do echo "exit code $code: ${codes[$code]}"; done | sort -t ' ' -k 3n
if [ -d kept ] && [ -n "${WEFT_KEEP:-}" ]; then cp -r kept "$WEFT_KEEP"; fi
