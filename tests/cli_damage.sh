#!/usr/bin/env bash
# Databases that are damaged or come from elsewhere: what a file may not bring along, contents that make no sense, a journal that names another
# file, and how to save what is left. long_damage.sh damages at random. cli_damage.sh BUILD SOURCE
# shellcheck disable=SC2059 # bytes are written by their octal numbers
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
PATH=$1:$PATH

# shellcheck source=tests/small.sh
. "$2/tests/small.sh"
ids="PRAGMA application_id = $(sqlite3 small.good 'PRAGMA application_id'); PRAGMA user_version = $(sqlite3 small.good 'PRAGMA user_version')"

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
    # shellcheck disable=SC2086 # words of a command line
    expect 3 "$weft" $command
    check "the journal is named: $command" has err "$PWD/x.db-journal"
    check "and the other file is there: $command" test -s thesis
    rm -f x.db-journal
done
# A pipe in its place, for whose other end SQLite would wait, or a link to a file of somebody else.
for suffix in journal wal shm; do
    for make in mkfifo "ln -s thesis"; do
        $make x.db-$suffix
        for command in "status x.db" "run small.yaml -o x.db"; do
            # shellcheck disable=SC2086
            expect 3 timeout 600 "$weft" $command
            check "a path that is not a file is named: $command" has err "$PWD/x.db-$suffix"
        done
        rm x.db-$suffix
    done
done
check "the other file is as it was" same "$(cat thesis)" "years of work"

# ---- foreign objects in a file: rejected ones and harmless ones ----
# refuses CODE NAME SQL: a store changed by this is refused by a command that reads all of it, with one line that names this.
refuses() {
    cp small.good x.db
    sqlite3 -cmd ".dbconfig defensive off" x.db "PRAGMA foreign_keys = OFF; $3" >/dev/null
    expect "$1" "$weft" export x.db --table case_outcome
    check "one line names it: $3" same "$(grep -c . err) $(grep -cF -- "$2" err)" "1 1"
}
endless="WITH RECURSIVE r(case_id) AS (SELECT 1 UNION ALL SELECT case_id + 1 FROM r) SELECT *, 1 AS build_id FROM r"
refuses 3 trigger "CREATE TRIGGER t AFTER INSERT ON outcome BEGIN DELETE FROM cases; END"
refuses 3 own "CREATE VIRTUAL TABLE own USING fts5(x)"
refuses 3 case_outcome "DROP VIEW case_outcome; CREATE TABLE case_outcome (case_id)"
rewrite="PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
refuses 3 cases "$rewrite replace(sql, 'label TEXT', 'label INTEGER') WHERE name = 'cases'"
refuses 3 cases "$rewrite replace(sql, 'label TEXT NOT NULL', 'label TEXT') WHERE name = 'cases'"
refuses 3 cases "$rewrite replace(sql, 'label TEXT', 'label TEXT COLLATE NOCASE') WHERE name = 'cases'"
refuses 3 outcome "$rewrite replace(sql, 'updated  TEXT NOT NULL', 'updated  TEXT NOT NULL DEFAULT (strftime(''%Y''))') WHERE name = 'outcome'"
refuses 3 iterate "$rewrite replace(sql, '\"gap\" REAL', '\"gap\" REAL AS (6)') WHERE name = 'iterate'"
refuses 3 step "$rewrite replace(sql, '\"ns\" INTEGER NOT NULL', '\"ns\" INTEGER CHECK (instr(zeroblob(200000000), zeroblob(100000000)) = 0)') WHERE name = 'step'"
refuses 3 step "$rewrite replace(sql, '\"ns\" INTEGER NOT NULL', '\"ns\" TEXT') WHERE name = 'step'"
refuses 3 plan "$rewrite replace(sql, 'case_id       INTEGER NOT NULL REFERENCES cases (id)', '\"case_id\" INTEGER') WHERE name = 'plan'"
refuses 3 plan "$rewrite replace(sql, 'REFERENCES experiment (id)', 'REFERENCES experiment (id) ON DELETE CASCADE') WHERE name = 'plan'"
refuses 3 repetition "$rewrite replace(sql, 'pass, number)', 'pass, number) ON CONFLICT REPLACE') WHERE name = 'repetition'"
refuses 3 cases "$rewrite replace(sql, 'INTEGER PRIMARY KEY', 'INTEGER PRIMARY KEY AUTOINCREMENT') WHERE name = 'cases'"
refuses 3 outcome "$rewrite replace(sql, 'status IN', '1 OR status IN') WHERE name = 'outcome'"
refuses 3 cases "$rewrite replace(sql, ') STRICT', ')') WHERE name = 'cases'"
refuses 3 cases "$rewrite replace(sql, ') STRICT', ') /* ) STRICT */') WHERE name = 'cases'"
refuses 3 once "CREATE UNIQUE INDEX once ON cases (label)"
refuses 3 mine "ALTER TABLE cases ADD COLUMN mine TEXT DEFAULT 'x'"
refuses 3 slow "CREATE INDEX slow ON cases (id) WHERE label NOT LIKE '%a%a%'"
refuses 3 slow "CREATE INDEX slow ON cases (upper(label))"
refuses 3 cases "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'cases'"
# Made again by another program, without what makes a row one: a case could be there twice, and an identity would not be one.
for change in 's/^\( *key *TEXT NOT NULL\) UNIQUE/\1/' 's/^) STRICT;$/) STRICT, WITHOUT ROWID;/'; do
    rm -f x.db
    { sqlite3 small.good .dump | sed "$change"; echo "$ids;"; } | sqlite3 x.db >/dev/null
    expect 3 "$weft" run small.yaml -o x.db
done
rm -f x.db
{ sqlite3 small.good .dump; echo "$ids; ALTER TABLE step ADD COLUMN mine TEXT; VACUUM;"; } | sqlite3 x.db >/dev/null
expect 0 "$weft" run small.yaml -o x.db
check "a faithful copy is a store, with columns of another version" same "$(rows x.db repetition)" "$(rows small.good repetition)"
refuses 4 x.db "DELETE FROM cases WHERE id = 3"
refuses 4 x.db "PRAGMA ignore_check_constraints = ON; UPDATE outcome SET status = 'well' WHERE case_id = 2"
refuses 4 environment "UPDATE environment SET json = '{'"
refuses 4 x.db "DROP INDEX iterate_of_repetition; CREATE INDEX iterate_of_repetition ON iterate (repetition_id, step, probe, id) WHERE id > 9; PRAGMA writable_schema = ON;
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

# ---- a disk without room for SQLite's shared memory: the file is read, and its log ----
sqlite3 small.good >/dev/null <<'SQL'
PRAGMA wal_autocheckpoint = 0;
UPDATE outcome SET message = 'of the log';
.shell cp small.good x.db; cp small.good-wal x.db-wal
SQL
cp small.good y.db
for db in x y; do
    (ulimit -f 0; "$weft" export $db.db --table outcome) 2>err | cat >out
    check "on a full disk, every case of $db.db" same "$(wc -l <out)" 5
done
(ulimit -f 0; "$weft" export x.db --table outcome) | cat >out
check "and the rows in the log" same "$(grep -c 'of the log' out)" 4
check "which stays" test -s x.db-wal

# ---- recovery as in docs/store.md, of a store with a deleted case and an overwritten page ----
awk '/^## A damaged/ {wanted = 1} /^```$/ {inside = 0} inside {print} wanted && /^```sh$/ {inside = 1}' "$source_dir/docs/store.md" >save.sh
cp small.good runs.db
sqlite3 runs.db "PRAGMA foreign_keys = OFF; DELETE FROM cases WHERE id = 3"
expect 4 "$weft" report runs.db -o report
check "how to save it" has err .dump
page=$(sqlite3 runs.db "SELECT rootpage FROM sqlite_schema WHERE name = 'frame'")
printf 'no page at all' | dd of=runs.db bs=4096 seek=$((page - 1)) conv=notrunc status=none
bash save.sh >/dev/null 2>&1 || true
expect 0 "$weft" report saved.db -o report
check "three cases are left" same "$(sqlite3 saved.db 'SELECT count(*) FROM plan')" 3
expect 0 "$weft" run small.yaml -o saved.db
check "and the fourth is measured again" same "$(rows saved.db repetition)" "$(rows small.good repetition)"
