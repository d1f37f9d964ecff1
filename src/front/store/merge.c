// Writes a new store next to the output and renames it when it is complete. The identifying rows of all inputs are read into temporary
// tables in_NAME, with the number of the input. SQL statements find duplicates there, and map_NAME maps old ids to new ids. The rows of
// repetitions, which are most of a store, are then copied row by row.
#include "store/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/case_status.h"
#include "store/private/merge_tables.h"
#include "store/private/schema.h"
#include "store/private/store_file.h"
#include "store/private/transaction.h"
#include "store/sql.h"
#include "store/store.h"

typedef struct Merge {
    const char *const *paths;
    int                count;
    Store             *place, *out;
    sqlite3           *db;          // of out
    char              *path, *made; // final path of the output, and path while it is made
    json_t            *result;
} Merge;

static Status no_memory(void)
{
    return status_make(STATUS_MEMORY, "out of memory for a merge");
}

// ---- maps of ids ----

// Maps rows with a hash or key that is the same in every store.
static Status map_by(sqlite3 *db, const char *table, const char *key, const char *order)
{
    SQL_TEXT *columns = NULL;
    TRY(merge_columns(db, table, false, &columns));
    return sql_exec_made(db,
                         "INSERT OR IGNORE INTO main.%s (%s) SELECT %s FROM temp.in_%s ORDER BY %s, input, id;"
                         "INSERT INTO temp.map_%s SELECT i.input, i.id, m.id FROM temp.in_%s AS i JOIN main.%s AS m ON m.%s = i.%s",
                         table, columns, columns, table, order, table, table, table, key, key);
}

static const char RUNS[] =
    "CREATE TEMP TABLE run_of AS SELECT r.input, r.id AS old, r.started, r.ended IS NULL AS open, length(r.options) AS option_bytes,"
    " coalesce(r.token, e.hash || ' ' || r.seed || ' ' || r.started || ' ' || coalesce((SELECT n.hash FROM temp.in_process AS p"
    "  JOIN temp.in_repetition AS o ON o.input = p.input AND o.process = p.id"
    "  JOIN temp.in_environment AS n ON n.input = o.input AND n.id = o.environment_id"
    "  WHERE p.input = r.input AND p.run_id = r.id ORDER BY o.id LIMIT 1), '')) AS known_by"
    " FROM temp.in_run AS r JOIN temp.in_experiment AS e ON e.input = r.input AND e.id = r.experiment_id;"
    "INSERT INTO temp.map_run SELECT input, old, dense_rank() OVER (ORDER BY started, known_by) FROM temp.run_of";

// Selects the most complete of several copies of a run.
static const char BEST_RUN[] =
    "JOIN (SELECT o.input, o.old, row_number() OVER (PARTITION BY m.new ORDER BY o.open, o.option_bytes DESC, o.input DESC)"
    " AS rank FROM temp.run_of AS o JOIN temp.map_run AS m ON m.input = o.input AND m.old = o.old) AS b"
    " ON b.input = i.input AND b.old = i.id AND b.rank = 1";

static const char PROCESSES[] =
    "INSERT INTO temp.map_process SELECT p.input, p.id, dense_rank() OVER (ORDER BY r.new, p.side, p.round, p.position, p.started, c.new,"
    " b.new) FROM temp.in_process AS p JOIN temp.map_run AS r ON r.input = p.input AND r.old = p.run_id"
    " JOIN temp.map_cases AS c ON c.input = p.input AND c.old = p.case_id"
    " JOIN temp.map_build AS b ON b.input = p.input AND b.old = p.build_id";
static const char FIRST_PROCESS[] =
    "JOIN (SELECT input, old, row_number() OVER (PARTITION BY new ORDER BY input) AS rank FROM temp.map_process)"
    " AS b ON b.input = i.input AND b.old = i.id AND b.rank = 1";

// taken: input from which the repetition is copied. number: within case, build and pass.
static const char REPETITIONS[] =
    "CREATE TEMP TABLE candidate AS SELECT r.input, r.id AS old, c.new AS case_id, b.new AS build_id, e.new AS environment_id, p.new AS "
    "process,"
    " r.pass, r.started, r.hash, row_number() OVER (PARTITION BY r.input, c.new, b.new, e.new, p.new, r.pass, r.started, r.hash"
    " ORDER BY r.number, r.id) AS alike FROM temp.in_repetition AS r"
    " JOIN temp.map_cases AS c ON c.input = r.input AND c.old = r.case_id"
    " JOIN temp.map_build AS b ON b.input = r.input AND b.old = r.build_id"
    " JOIN temp.map_environment AS e ON e.input = r.input AND e.old = r.environment_id"
    " LEFT JOIN temp.map_process AS p ON p.input = r.input AND p.old = r.process;"
    "CREATE TEMP TABLE ranked AS SELECT *, row_number() OVER (PARTITION BY case_id, build_id, environment_id, process, pass, started, hash,"
    " alike ORDER BY input) AS rank FROM temp.candidate;"
    "CREATE TEMP TABLE taken AS SELECT *, row_number() OVER (ORDER BY started, input, old) AS new FROM temp.ranked WHERE rank = 1;"
    "INSERT INTO temp.map_repetition SELECT input, old, new FROM temp.taken;"
    "CREATE TEMP TABLE numbered AS SELECT input, old, row_number() OVER (PARTITION BY case_id, build_id, pass ORDER BY new) - 1 AS number"
    " FROM temp.taken";

static Status map_rows(sqlite3 *db)
{
    TRY(map_by(db, "experiment", "hash", "created"));
    TRY(map_by(db, "cases", "key", "input"));
    TRY(map_by(db, "build", "hash", "created"));
    TRY(map_by(db, "environment", "hash", "input"));
    TRY(sql_exec(db, RUNS));
    TRY(sql_exec(db, PROCESSES));
    return sql_exec(db, REPETITIONS);
}

// ---- rows of the output ----

// Prefers a complete result, then the newest.
static const char BEST_OUTCOME[] = "JOIN (SELECT o.input, o.case_id, o.build_id, row_number() OVER (PARTITION BY c.new, b.new"
                                   " ORDER BY NOT s.whole, o.updated DESC, o.input) AS rank FROM temp.in_outcome AS o"
                                   " JOIN temp.status AS s ON s.name = o.status"
                                   " JOIN temp.map_cases AS c ON c.input = o.input AND c.old = o.case_id"
                                   " JOIN temp.map_build AS b ON b.input = o.input AND b.old = o.build_id) AS w"
                                   " ON w.input = i.input AND w.case_id = i.case_id AND w.build_id = i.build_id AND w.rank = 1";

// Allows one case at each position of an experiment.
static Status write_plans(sqlite3 *db)
{
    TRY(merge_insert(
        db, &(MergeInsert){.table = "plan",
                           .join = "JOIN temp.map_experiment AS x ON x.input = i.input AND x.old = i.experiment_id"
                                   " JOIN (SELECT x.new, min(p.input) AS input FROM temp.in_plan AS p JOIN temp.map_experiment AS x"
                                   " ON x.input = p.input AND x.old = p.experiment_id GROUP BY x.new, p.position) AS f"
                                   " ON f.new = x.new AND f.input = i.input"}));
    return merge_insert(db, &(MergeInsert){.table = "variation"});
}

static Status write_rows(sqlite3 *db)
{
    static const char *const FACTS[] = {"parameter", "share", "model", "surface", "condition", "finding", "linsys", "traffic", "rate"};
    TRY(merge_insert(db, &(MergeInsert){.table = "run", .id = true, .join = BEST_RUN}));
    TRY(merge_insert(db, &(MergeInsert){.table = "process", .id = true, .join = FIRST_PROCESS}));
    TRY(write_plans(db));
    TRY(merge_insert(db, &(MergeInsert){.table = "outcome", .join = BEST_OUTCOME}));
    for (size_t i = 0; i < sizeof FACTS / sizeof *FACTS; i++)
        TRY(merge_insert(db, &(MergeInsert){.table = FACTS[i]}));
    return merge_insert(db, &(MergeInsert){.table = "repetition",
                                           .id = true,
                                           .number = "n.number",
                                           .join = "JOIN temp.numbered AS n ON n.input = i.input AND n.old = i.id"});
}

// Adds the settings of the new cases to the view case_setting.
static Status update_settings(sqlite3 *db)
{
    int64_t id = 0, last = 0;
    TRY(sql_run(db, &last, "SELECT coalesce(max(id), 0) FROM cases", ""));
    for (id = 1; id <= last; id++)
        TRY(schema_settings(db, id));
    return status_ok();
}

// ---- conflicts ----

#define OF_CASE \
    " JOIN temp.map_cases AS c ON c.input = i.input AND c.old = i.case_id JOIN temp.map_build AS b ON b.input = i.input AND b.old = " \
    "i.build_id"
#define NAMED "SELECT k.key, k.label, u.hash, "
#define NAMES " JOIN main.cases AS k ON k.id = v.case_id JOIN main.build AS u ON u.id = v.build_id ORDER BY v.case_id, v.build_id"

// Queries with columns key, label, build, text. details: the differing values and their inputs.
static const struct {
    const char *kind, *sql;
} CONFLICTS[] = {
    {"state", "WITH s AS (SELECT DISTINCT case_id, build_id, hash, input FROM temp.candidate),"
              " n AS (SELECT case_id, build_id, input, count(*) AS own FROM s GROUP BY case_id, build_id, input),"
              " v AS (SELECT s.case_id, s.build_id, count(DISTINCT s.hash) AS states,"
              " group_concat(substr(s.hash, 1, 8) || ' in ' || p.path, ', ') AS details FROM s JOIN temp.path AS p ON p.input = s.input"
              " GROUP BY s.case_id, s.build_id HAVING count(DISTINCT s.hash) > 1)" NAMED
              "'ended in ' || v.states || ' states: ' || v.details FROM (SELECT * FROM v WHERE states > (SELECT max(own) FROM n"
              " WHERE n.case_id = v.case_id AND n.build_id = v.build_id)) AS v" NAMES},
    {"outcome",
     "WITH o AS (SELECT c.new AS case_id, b.new AS build_id, i.status, i.input, s.whole, s.final FROM temp.in_outcome AS i" OF_CASE
     " JOIN temp.status AS s ON s.name = i.status),"
     " v AS (SELECT case_id, build_id, group_concat(o.status || ' in ' || p.path, ', ') AS details FROM o"
     " JOIN temp.path AS p ON p.input = o.input WHERE o.whole OR o.final GROUP BY case_id, build_id"
     " HAVING max(o.whole) AND max(o.final))" NAMED "v.details FROM v" NAMES},
    {"choice", "WITH v AS (SELECT c.new AS case_id, b.new AS build_id, group_concat(i.chosen || ' in ' || p.path, ', ') AS details"
               " FROM temp.in_linsys AS i" OF_CASE " JOIN temp.path AS p ON p.input = i.input WHERE i.chosen IS NOT NULL"
               " GROUP BY c.new, b.new HAVING count(DISTINCT i.chosen) > 1)" NAMED "'chose ' || v.details FROM v" NAMES},
    {"plan",
     "SELECT k.key, k.label, '', 'another case at position ' || i.position || ' of ' || e.name || ' in ' || p.path"
     " || '; its scene or a default has changed' FROM temp.in_plan AS i"
     " JOIN temp.map_experiment AS x ON x.input = i.input AND x.old = i.experiment_id"
     " JOIN temp.map_cases AS c ON c.input = i.input AND c.old = i.case_id JOIN temp.path AS p ON p.input = i.input"
     " JOIN main.experiment AS e ON e.id = x.new JOIN main.cases AS k ON k.id = c.new"
     " WHERE NOT EXISTS (SELECT 1 FROM main.plan AS q WHERE q.experiment_id = x.new AND q.case_id = c.new) ORDER BY i.input, i.position"},
};

static Status add_conflicts(sqlite3 *db, const char *kind, const char *sql, json_t *out)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(db, &query, sql, "");
    while (sql_next(query, &status)) {
        const char *texts[4] = {"", "", "", ""};
        for (int i = 0; i < 4 && status.code == STATUS_OK; i++)
            status = sql_text(query, i, &texts[i]);
        if (status.code == STATUS_OK && json_array_append_new(out, json_pack("{s:s, s:s, s:s, s:s, s:s}", "kind", kind, "case", texts[0],
                                                                             "label", texts[1], "build", texts[2], "text", texts[3])))
            status = no_memory();
    }
    return status;
}

// Tables that the statements use: properties of each status, and path of each input.
static Status describe(const Merge *m)
{
    TRY(sql_exec(m->db, "CREATE TEMP TABLE status (name TEXT, whole INTEGER, final INTEGER);"
                        "CREATE TEMP TABLE path (input INTEGER, path TEXT)"));
    for (int s = 0; s < CASE_STATUS_COUNT; s++) {
        const CaseStatus status = (CaseStatus)s;
        TRY(sql_run(m->db, NULL, "INSERT INTO temp.status VALUES (?, ?, ?)", "tii", case_status_name(status),
                    (int64_t)(case_status_stage(status) == CASE_WHOLE),
                    (int64_t)(case_status_stage(status) == CASE_LOST && case_status_retry(status) == RETRY_NEVER)));
    }
    for (int i = 0; i < m->count; i++)
        TRY(sql_run(m->db, NULL, "INSERT INTO temp.path VALUES (?, ?)", "it", (int64_t)i, m->paths[i]));
    return status_ok();
}

static Status find_conflicts(const Merge *m)
{
    for (size_t i = 0; i < sizeof CONFLICTS / sizeof *CONFLICTS; i++)
        TRY(add_conflicts(m->db, CONFLICTS[i].kind, CONFLICTS[i].sql, json_object_get(m->result, "conflicts")));
    return status_ok();
}

// ---- result ----

static Status count(sqlite3 *db, json_t *out, const char *key, const char *sql, const char *table, int64_t input)
{
    char    text[200];
    int64_t number = 0;
    snprintf(text, sizeof text, sql, table);
    TRY(strchr(text, '?') ? sql_run(db, &number, text, "i", input) : sql_run(db, &number, text, ""));
    return json_object_set_new(out, key, json_integer(number)) ? no_memory() : status_ok();
}

static Status count_input(Merge *m, int input)
{
    static const struct {
        const char *key, *table;
    } COUNTED[] = {{"experiments", "in_experiment"},
                   {"cases", "in_cases"},
                   {"runs", "in_run"},
                   {"repetitions", "in_repetition"},
                   {"taken", "map_repetition"}};
    json_t *entry = json_array_get(json_object_get(m->result, "inputs"), (size_t)input);
    for (size_t i = 0; i < sizeof COUNTED / sizeof *COUNTED; i++)
        TRY(count(m->db, entry, COUNTED[i].key, "SELECT count(*) FROM temp.%s WHERE input = ?", COUNTED[i].table, input));
    return count(m->db, entry, "known", "SELECT count(*) FROM temp.%s WHERE input = ? AND rank > 1", "ranked", input);
}

static Status complete_result(Merge *m)
{
    static const char *const TABLES[][2] = {{"experiments", "experiment"},   {"cases", "cases"}, {"builds", "build"},
                                            {"environments", "environment"}, {"runs", "run"},    {"repetitions", "repetition"}};
    for (int i = 0; i < m->count; i++)
        TRY(count_input(m, i));
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
        TRY(count(m->db, m->result, TABLES[i][0], "SELECT count(*) FROM main.%s", TABLES[i][1], 0));
    return find_conflicts(m);
}

// ---- the files ----

// Only one input is open at a time: there may be more inputs than a process may open files.
static Status read_heads(Merge *m, int number)
{
    Store  *input = NULL;
    int64_t version = 0;
    TRY(store_open(m->paths[number], STORE_READ, &input));
    Status status = merge_heads(m->db, input, number);
    if (status.code == STATUS_OK)
        status = sql_run(store_handle(input), &version, "PRAGMA user_version", "");
    store_close(input);
    TRY(status);
    json_t *entry = json_pack("{s:s, s:I}", "path", m->paths[number], "schema_version", (json_int_t)version);
    return json_array_append_new(json_object_get(m->result, "inputs"), entry) ? no_memory() : status_ok();
}

// Rows that were added to an input after its heads were read are left for another merge.
static Status copy_children(Merge *m, int number)
{
    Store *input = NULL;
    TRY(store_open(m->paths[number], STORE_GLANCE, &input)); // the whole file was checked in read_heads
    const Status status = merge_children(m->db, input, number);
    store_close(input);
    return status;
}

static Status merge_all(Merge *m)
{
    TRY(describe(m));
    TRY(merge_prepare(m->db));
    for (int i = 0; i < m->count; i++)
        TRY(read_heads(m, i));
    TRY(map_rows(m->db));
    TRY(write_rows(m->db));
    for (int i = 0; i < m->count; i++)
        TRY(copy_children(m, i));
    TRY(update_settings(m->db));
    return complete_result(m);
}

static void remove_made(const Merge *m)
{
    static const char *const ENDINGS[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; m->made && i < sizeof ENDINGS / sizeof *ENDINGS; i++) {
        SQL_TEXT *path = sqlite3_mprintf("%s%s", m->made, ENDINGS[i]);
        if (path)
            unlink(path);
    }
}

static Status check_place(const Merge *m, const char *out)
{
    struct stat info;
    bool        among = false;
    for (int i = 0; i < m->count; i++)
        among = among || file_is_same(out, m->paths[i]);
    return among || lstat(out, &info) != 0
               ? status_ok()
               : status_make(STATUS_INPUT,
                             "%s: already exists; list it among the inputs to merge the others into it, or choose another name", out);
}

// A link stays, and its target is replaced. Removes the unfinished file of a killed merge.
static Status open_place(Merge *m, const char *out)
{
    TRY(check_place(m, out));
    char *resolved = realpath(out, NULL);
    m->path = sqlite3_mprintf("%s", resolved ? resolved : out);
    m->made = sqlite3_mprintf("%s.merge", m->path);
    free(resolved);
    if (!m->path || !m->made)
        return no_memory();
    TRY(store_hold(m->path, &m->place));
    remove_made(m);
    TRY(store_open(m->made, STORE_WRITE, &m->out));
    m->db = store_handle(m->out);
    return status_ok();
}

// The log of the replaced file must be merged into it and closed, or SQLite would apply it to the new file.
static Status take_place(const Merge *m)
{
    SQL_TEXT   *log = sqlite3_mprintf("%s-wal", m->path);
    struct stat info;
    if (!log)
        return no_memory();
    if (stat(log, &info) == 0)
        return status_make(
            STATUS_IO, "%s: another program is reading it; try again when that program has ended, or choose another name for the output",
            m->path);
    return rename(m->made, m->path) == 0 ? status_ok() : status_make(STATUS_IO, "%s: cannot be replaced", m->path);
}

static Status run_merge(Merge *m, const char *out)
{
    m->result = json_pack("{s:s, s:[], s:[]}", "output", out, "inputs", "conflicts");
    if (!m->result)
        return no_memory();
    TRY(open_place(m, out));
    TRY(transaction_begin(m->db));
    TRY(transaction_end(m->db, merge_all(m)));
    store_close(m->out);
    m->out = NULL;
    return take_place(m);
}

Status store_merge(const char *out, const char *const *inputs, int input_count, json_t **result)
{
    Merge        m = {.paths = inputs, .count = input_count};
    const Status status = run_merge(&m, out);
    store_close(m.out);
    if (status.code != STATUS_OK && m.place)
        remove_made(&m);
    store_close(m.place);
    sqlite3_free(m.path);
    sqlite3_free(m.made);
    *result = status.code == STATUS_OK ? m.result : NULL;
    if (status.code != STATUS_OK)
        json_decref(m.result);
    return status;
}
