#!/usr/bin/env bash
# Databases damaged at random × the commands that read them: each ends by itself, without a signal, with a documented code and a message, and
# none takes for measured what is not there. long_damage.sh BUILD SOURCE [N [SEED]]: N databases (40). WEFT_KEEP=DIR keeps those of failures.
# shellcheck disable=SC2317,SC2046 # the ways to damage are called by name; names of tables are words
set -euo pipefail
# shellcheck source=tests/shell.sh
. "$2/tests/shell.sh" "$1" "$2"
command -v sqlite3 >/dev/null || { echo "skipped: sqlite3 is not installed"; exit 77; }
count=${3:-40}
RANDOM=${4:-1}

# shellcheck source=tests/small.sh
. "$2/tests/small.sh"

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

# ---- expected results of each command ----
declare -A codes=()
bad() {
    failures=$((failures + 1))
    mkdir -p kept
    cp x.db "kept/$failures.db" 2>/dev/null || true
    echo "FAILED: damage $number ($way): $1: weft $2"
    sed 's/^/    /' err | head -5
}
# reads COMMAND...: ends within ten minutes by one of these codes; one that is not 0 has a message.
reads() {
    code=0
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
}
# After a run that ends well every case has all that it wanted, by SQLite's own program: none was taken for measured that is not there.
hash=$(sqlite3 small.good 'SELECT hash FROM experiment')
is_whole() {
    local whole
    whole=$(sqlite3 x.db "SELECT count(*) FROM plan AS p WHERE experiment_id = (SELECT max(id) FROM experiment WHERE hash = '$hash')
        AND (SELECT count(*) FROM repetition AS r WHERE r.case_id = p.case_id AND r.pass = 'timed') >= 2
        AND (SELECT count(*) FROM repetition AS r WHERE r.case_id = p.case_id AND r.pass = 'measured') >= 1" 2>&1) || whole="none: $whole"
    [ "$whole" = 4 ] || bad "whole cases: $whole" run
    checks=$((checks + 1))
}

for number in $(seq "$count"); do
    rm -rf x.db* y.db* report
    cp small.good x.db
    way=${WAYS[$(random ${#WAYS[@]})]}
    $way
    reads status x.db --all
    reads export x.db --format "$(one_of csv json jsonl)" --table "$(one_of case_summary wide_case wide_step wide_iteration dictionary repetition parameter roofline)"
    reads report x.db -o report
    reads report x.db --claims
    reads compare small.good x.db
    reads compare x.db small.good
    reads plan small.yaml -o x.db
    reads run small.yaml -o x.db
    [ "$code" != 0 ] || is_whole
done
for code in "${!codes[@]}"; do echo "exit code $code: ${codes[$code]}"; done | sort -t ' ' -k 3n
if [ -d kept ] && [ -n "${WEFT_KEEP:-}" ]; then cp -r kept "$WEFT_KEEP"; fi
