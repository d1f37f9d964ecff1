// Writing rows: what was asked, what it was measured with, and repetitions.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "case/row.h"
#include "machine/disturbance.h"
#include "machine/environment.h"
#include "store/private/machines.h"
#include "store/private/schema.h"
#include "store/sql.h"
#include "store/store.h"

// ---- transactions ----

// A file that somebody moves or removes meanwhile is written to all the same, and closed without its log: what follows would be lost. What
// came before goes into it, wherever it is.
static Status check_place(sqlite3 *db)
{
    int moved = 0;
    if (sqlite3_file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK || !moved)
        return status_ok();
    sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return status_make(STATUS_IO,
                       "%s: was moved, removed or replaced while it was written to; one that was moved has all that was measured: put it "
                       "back and run again",
                       sqlite3_db_filename(db, "main"));
}

static Status begin(Store *store)
{
    TRY(check_place(store_handle(store)));
    return sql_exec(store_handle(store), "BEGIN IMMEDIATE");
}

// Commits what went well and takes back what did not. A COMMIT that fails (full disk) leaves the transaction open: it is rolled back.
static Status end(Store *store, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(store_handle(store), "COMMIT");
    if (status.code != STATUS_OK && !sqlite3_get_autocommit(store_handle(store)))
        sqlite3_exec(store_handle(store), "ROLLBACK", NULL, NULL, NULL);
    return status;
}

// Cases are looked for by their position, for which planning alone has a use: these indices end with its transaction.
Status store_plan_begin(Store *store)
{
    TRY(begin(store));
    const Status status = sql_exec(store_handle(store), "CREATE INDEX planning ON plan (experiment_id, position);"
                                                        "CREATE INDEX varying ON variation (experiment_id, number, position)");
    return status.code == STATUS_OK ? status : end(store, status);
}

Status store_plan_end(Store *store, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(store_handle(store), "DROP INDEX planning; DROP INDEX varying");
    return end(store, status);
}

// A part of a transaction, or one of its own where there is none.
static Status begin_part(sqlite3 *db)
{
    return sql_exec(db, "SAVEPOINT part");
}

static Status end_part(sqlite3 *db, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(db, "RELEASE part");
    if (status.code != STATUS_OK && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK TO part; RELEASE part", NULL, NULL, NULL);
    return status;
}

// ---- what was asked ----

Status store_experiment(Store *store, const StoreExperiment *e, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO experiment (name, question, expected, path, text, hash) VALUES (?, ?, ?, ?, ?, ?)",
                "tttttt", e->name, e->question, e->expected, e->path, e->text, e->hash));
    return sql_run(db, id, "SELECT id FROM experiment WHERE hash = ?", "t", e->hash);
}

// Numbers that arrive as texts ("64") are numbers, so that they sort and compare as such.
static json_t *typed(const json_t *value)
{
    const char *text = json_string_value(value);
    int64_t     integer = 0;
    double      real = 0;
    if (text && text_to_int(text, &integer))
        return json_integer(integer);
    if (text && text_to_double(text, &real))
        return json_real(real);
    return json_incref((json_t *)value);
}

static Status add_parameter(sqlite3_stmt *insert, int64_t id, const char *name, const json_t *value)
{
    if (!value || json_is_null(value))
        return status_ok();
    json_t *number = typed(value);
    Status  status = sql_bind(insert, "itj", id, name, number);
    json_decref(number);
    return status.code == STATUS_OK ? sql_finish(insert) : status;
}

static Status add_parameters(sqlite3_stmt *insert, int64_t id, const json_t *json)
{
    static const char *const TOP[] = {"scene", "solver", "linsys", "precision"};
    for (size_t i = 0; i < sizeof TOP / sizeof *TOP; i++)
        TRY(add_parameter(insert, id, TOP[i], json_object_get(json, TOP[i])));
    const char *name = NULL;
    json_t     *value = NULL;
    json_object_foreach(json_object_get(json, "params"), name, value) TRY(add_parameter(insert, id, name, value));
    json_object_foreach(json_object_get(json, "scene_values"), name, value)
    {
        char full[128];
        snprintf(full, sizeof full, "scene.%s", name);
        TRY(add_parameter(insert, id, full, value));
    }
    return status_ok();
}

static Status add_case(sqlite3 *db, const char *key, const char *label, const json_t *json, int64_t *id)
{
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO cases (key, label, json, key_form) VALUES (?, ?, ?, 6)", "ttj", key, label, json));
    const bool added = sqlite3_changes(db) > 0;
    TRY(sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key));
    if (!added)
        return status_ok();
    sqlite3_stmt *insert = NULL;
    TRY(sql_prepare(db, "INSERT OR IGNORE INTO parameter (case_id, name, value) VALUES (?, ?, ?)", &insert));
    const Status status = add_parameters(insert, *id, json);
    sqlite3_finalize(insert);
    return status.code == STATUS_OK ? schema_settings(db, *id) : status;
}

Status store_case(Store *store, int64_t experiment, const char *key, const char *block, int position, const char *label, const json_t *json,
                  int64_t *id, bool *outdated)
{
    sqlite3 *db = store_handle(store);
    int64_t  known = 0;
    *outdated = false;
    TRY(sql_run(db, &known, "SELECT count(*) FROM plan AS p JOIN cases AS c ON c.id = p.case_id WHERE p.experiment_id = ? AND c.key = ?",
                "it", experiment, key));
    if (known) // asked again by a run that continues: no write, no sync
        return sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key);
    TRY(begin_part(db));
    Status status = add_case(db, key, label, json, id);
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "DELETE FROM plan WHERE experiment_id = ? AND position = ?", "ii", experiment, (int64_t)position);
    *outdated = status.code == STATUS_OK && sqlite3_changes(db) > 0;
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "INSERT INTO plan (experiment_id, case_id, block, position) VALUES (?, ?, ?, ?)", "iiti", experiment,
                         *id, block, (int64_t)position);
    return end_part(db, status);
}

Status store_add_case(Store *store, const char *key, const char *label, const json_t *json, int64_t *id)
{
    TRY(begin_part(store_handle(store)));
    return end_part(store_handle(store), add_case(store_handle(store), key, label, json, id));
}

Status store_add_plan(Store *store, int64_t experiment, int64_t id, const char *block, int position)
{
    return sql_run(store_handle(store), NULL, "INSERT OR REPLACE INTO plan (experiment_id, case_id, block, position) VALUES (?, ?, ?, ?)",
                   "iiti", experiment, id, block, (int64_t)position);
}

Status store_variation_case(Store *store, int64_t experiment, int number, const char *name, const char *key, const char *block,
                            int position, const char *label, const json_t *json, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    int64_t  known = 0;
    TRY(sql_run(db, &known,
                "SELECT count(*) FROM variation AS v JOIN cases AS c ON c.id = v.case_id WHERE v.experiment_id = ? AND v.number = ?"
                " AND c.key = ?",
                "iit", experiment, (int64_t)number, key));
    if (known)
        return sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key);
    TRY(begin_part(db));
    Status status = add_case(db, key, label, json, id);
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "DELETE FROM variation WHERE experiment_id = ? AND number = ? AND position = ?", "iii", experiment,
                         (int64_t)number, (int64_t)position);
    if (status.code == STATUS_OK)
        status =
            sql_run(db, NULL, "INSERT INTO variation (experiment_id, number, name, case_id, block, position) VALUES (?, ?, ?, ?, ?, ?)",
                    "iititi", experiment, (int64_t)number, name, *id, block, (int64_t)position);
    return end_part(db, status);
}

// ---- what it was measured with ----

// INSERT OR IGNORE of a hash and of the fields that a table has a column for. all: NULL, or what goes into a column `json`.
static Status insert_fields(sqlite3 *db, const char *table, const char *hash, const json_t *environment, const json_t *all)
{
    sqlite3_str *names = sqlite3_str_new(db), *marks = sqlite3_str_new(db);
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table && strcmp(field->table, table) == 0) {
            sqlite3_str_appendf(names, ", \"%w\"", field->name);
            sqlite3_str_appendall(marks, ", ?");
        }
    char *columns = sqlite3_str_finish(names), *values = sqlite3_str_finish(marks);
    char *sql = sqlite3_mprintf("INSERT OR IGNORE INTO %s (hash%s%s) VALUES (?%s%s)", table, all ? ", json" : "", columns, all ? ", ?" : "",
                                values);
    sqlite3_stmt *insert = NULL;
    Status        status = sql ? sql_prepare(db, sql, &insert) : status_make(STATUS_MEMORY, "out of memory for an environment");
    int           index = all ? 2 : 1;
    if (status.code == STATUS_OK)
        status = sql_bind(insert, all ? "tj" : "t", hash, all);
    for (const EnvironmentField *field = environment_fields(); field->name && status.code == STATUS_OK; field++)
        if (field->table && strcmp(field->table, table) == 0)
            status = sql_bind_json(insert, ++index, json_object_get(environment, field->name));
    if (status.code == STATUS_OK)
        status = sql_finish(insert);
    sqlite3_finalize(insert);
    sqlite3_free(sql);
    sqlite3_free(columns);
    sqlite3_free(values);
    return status;
}

Status store_build(Store *store, const char *build_hash, const json_t *environment, int64_t *id)
{
    TRY(row_check(ROW_ENVIRONMENT, environment));
    TRY(insert_fields(store_handle(store), "build", build_hash, environment, NULL));
    return sql_run(store_handle(store), id, "SELECT id FROM build WHERE hash = ?", "t", build_hash);
}

Status store_build_facts(Store *store, int64_t build, const json_t *environment)
{
    TRY(row_check(ROW_ENVIRONMENT, environment));
    sqlite3_str *set = sqlite3_str_new(NULL), *differs = sqlite3_str_new(NULL);
    int          index = 1;
    for (const EnvironmentField *field = environment_fields(); field->name; field++)
        if (field->table && strcmp(field->table, "build") == 0) {
            sqlite3_str_appendf(set, "%s\"%w\" = ?%d", index > 1 ? ", " : "", field->name, index + 1);
            sqlite3_str_appendf(differs, "%s\"%w\" IS NOT ?%d", index > 1 ? " OR " : "", field->name, index + 1);
            index++;
        }
    char         *values = sqlite3_str_finish(set), *conditions = sqlite3_str_finish(differs);
    char         *sql = sqlite3_mprintf("UPDATE build SET %s WHERE id = ?1 AND (%s)", values, conditions);
    sqlite3_stmt *update = NULL;
    Status        status = sql ? sql_prepare(store_handle(store), sql, &update) : status_make(STATUS_MEMORY, "out of memory for a build");
    if (status.code == STATUS_OK)
        status = sql_bind(update, "i", build);
    index = 1;
    for (const EnvironmentField *field = environment_fields(); field->name && status.code == STATUS_OK; field++)
        if (field->table && strcmp(field->table, "build") == 0)
            status = sql_bind_json(update, ++index, json_object_get(environment, field->name));
    if (status.code == STATUS_OK)
        status = sql_finish(update);
    sqlite3_finalize(update);
    sqlite3_free(sql);
    sqlite3_free(values);
    sqlite3_free(conditions);
    return status;
}

// What lasts: without the load of the moment, the placement of one case and the sources of a build.
static json_t *lasting(const json_t *environment)
{
    json_t *copy = json_copy((json_t *)environment);
    if (copy)
        json_object_del(copy, "row");
    for (const EnvironmentField *field = environment_fields(); copy && field->name; field++)
        if (field->kind == ENVIRONMENT_MOMENT || field->kind == ENVIRONMENT_SOURCE)
            json_object_del(copy, field->name);
    return copy;
}

static Status add_environment(sqlite3 *db, const json_t *e, int64_t *id)
{
    char *text = json_dumps(e, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for an environment");
    char hash[HASH_TEXT];
    hash_bytes(text, strlen(text), hash);
    free(text);
    TRY(insert_fields(db, "environment", hash, e, e));
    return sql_run(db, id, "SELECT id FROM environment WHERE hash = ?", "t", hash);
}

Status store_environment(Store *store, const json_t *environment, int64_t *id)
{
    TRY(row_check(ROW_ENVIRONMENT, environment));
    json_t *copy = lasting(environment);
    if (!copy)
        return status_make(STATUS_MEMORY, "out of memory for an environment");
    const Status status = add_environment(store_handle(store), copy, id);
    json_decref(copy);
    return status;
}

// ---- what is there ----

Status store_find_build(Store *store, const char *build_hash, int64_t *id)
{
    return sql_run(store_handle(store), id, "SELECT coalesce(max(id), 0) FROM build WHERE hash = ?", "t", build_hash);
}

Status store_find_case(Store *store, const char *key, int64_t *id)
{
    return sql_run(store_handle(store), id, "SELECT coalesce(max(id), 0) FROM cases WHERE key = ?", "t", key);
}

// ---- runs and their processes ----

Status store_run(Store *store, int64_t experiment, int64_t seed, const char *options, int64_t *id)
{
    TRY(sql_run(store_handle(store), NULL,
                "INSERT INTO run (experiment_id, seed, options, started, token) VALUES (?, ?, ?, max(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),"
                " (SELECT coalesce(max(updated), '') FROM outcome), (SELECT coalesce(max(started), '') FROM run)),"
                " lower(hex(randomblob(16))))",
                "iit", experiment, seed, options));
    *id = sqlite3_last_insert_rowid(store_handle(store));
    return status_ok();
}

Status store_share(Store *store, int64_t run, int64_t case_id)
{
    return sql_run(store_handle(store), NULL, "INSERT OR IGNORE INTO share (run_id, case_id) VALUES (?, ?)", "ii", run, case_id);
}

Status store_run_end(Store *store, int64_t id)
{
    return sql_run(store_handle(store), NULL, "UPDATE run SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?", "i", id);
}

Status store_run_note(Store *store, int64_t id, const char *text)
{
    return sql_run(store_handle(store), NULL, "UPDATE run SET options = ltrim(coalesce(options, '') || ' ' || ?) WHERE id = ?", "ti", text,
                   id);
}

Status store_process(Store *store, const StoreProcess *p, int64_t *id)
{
    TRY(sql_run(store_handle(store), NULL,
                "INSERT INTO process (run_id, round, position, side, case_id, build_id) VALUES (?, ?, ?, ?, ?, ?)", "iiiiii", p->run,
                (int64_t)p->round, (int64_t)p->position, (int64_t)p->side, p->case_id, p->build));
    *id = sqlite3_last_insert_rowid(store_handle(store));
    return status_ok();
}

// Rows of a query, each read by `take` into an element of `size` bytes. *out and *count are what was read, also after a failure.
static Status read_all(Store *store, const char *sql, size_t size, Status (*take)(sqlite3_stmt *query, void *element), void **out,
                       int *count)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    *out = NULL;
    *count = 0;
    TRY(sql_prepare(store_handle(store), sql, &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        status = memory_grow(out, *count, size);
        if (status.code == STATUS_OK)
            status = take(query, (char *)*out + (size_t)(*count)++ * size);
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    return status;
}

static Status take_step_time(sqlite3_stmt *query, void *element)
{
    *(StoreStepTime *)element = (StoreStepTime){.case_id = sqlite3_column_int64(query, 0),
                                                .build = sqlite3_column_int64(query, 1),
                                                .ms = sqlite3_column_double(query, 2),
                                                .disturbed = sqlite3_column_double(query, 3) > DISTURBED_SHARE_MOST};
    return status_ok();
}

Status store_step_times(Store *store, StoreStepTime **out, int *count)
{
    void        *times = NULL;
    const Status status =
        read_all(store,
                 "SELECT case_id, build_id, step_ms, disturbed_share FROM process_median AS m WHERE NOT EXISTS (SELECT 1 FROM repetition"
                 " AS r WHERE r.process = m.process AND r.environment_id IN temp.elsewhere) ORDER BY case_id, build_id, process",
                 sizeof **out, take_step_time, &times, count);
    if (status.code != STATUS_OK) {
        free(times);
        times = NULL;
    }
    *out = times;
    return status;
}

static Status take_cost(sqlite3_stmt *query, void *element)
{
    StoreCost  *cost = element;
    const char *json = "";
    TRY(sql_text(query, 1, &json));
    *cost = (StoreCost){.case_id = sqlite3_column_int64(query, 0), .json = json_loads(json, 0, NULL)};
    for (int pass = 0; pass < PASS_COUNT; pass++)
        cost->seconds[pass] = sqlite3_column_double(query, 2 + pass);
    return cost->json ? status_ok() : status_make(STATUS_INPUT, "a case of the store is no JSON; " SQL_RECOVER);
}

Status store_costs(Store *store, StoreCost **out, int *count)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    void        *costs = NULL;
    *count = 0;
    sqlite3_str_appendall(sql, "SELECT c.id, c.json");
    for (int pass = 0; pass < PASS_COUNT; pass++)
        sqlite3_str_appendf(sql, ", avg(w.seconds) FILTER (WHERE r.pass = %Q)", PASS_NAMES[pass]);
    sqlite3_str_appendall(sql, " FROM wall AS w JOIN repetition AS r ON r.id = w.repetition_id JOIN cases AS c ON c.id = r.case_id"
                               " GROUP BY c.id ORDER BY c.id");
    char        *text = sqlite3_str_finish(sql);
    const Status status = text ? read_all(store, text, sizeof **out, take_cost, &costs, count)
                               : status_make(STATUS_MEMORY, "out of memory for the times of a store");
    sqlite3_free(text);
    if (status.code != STATUS_OK) {
        store_costs_free(costs, *count);
        costs = NULL;
    }
    *out = costs;
    return status;
}

void store_costs_free(StoreCost *costs, int count)
{
    for (int i = 0; i < count; i++)
        json_decref(costs[i].json);
    free(costs);
}

// ---- how it went ----

// The build that was tried last is known by these times: they do not go back where the wall clock does.
Status store_case_status(Store *store, int64_t id, int64_t build, CaseStatus status, const char *message)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT INTO outcome (case_id, build_id, status, message, updated)"
                   " VALUES (?, ?, ?, ?, max(strftime('%Y-%m-%dT%H:%M:%SZ', 'now'),"
                   " coalesce((SELECT started FROM run ORDER BY id DESC LIMIT 1), '')))"
                   " ON CONFLICT DO UPDATE SET status = excluded.status, message = excluded.message, updated = excluded.updated",
                   "iitt", id, build, case_status_name(status), message ? message : "");
}

Status store_case_progress(Store *store, int64_t id, int64_t build, CaseStatus *status, int done[PASS_COUNT])
{
    *status = CASE_PENDING;
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(store_handle(store), "SELECT status FROM outcome WHERE case_id = ? AND build_id = ?", &query));
    Status      result = sql_bind(query, "ii", id, build);
    const int   code = result.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    const char *name = "";
    if (code == SQLITE_ROW)
        result = sql_text(query, 0, &name);
    if (*name)
        *status = case_status_find(name);
    if (*status == CASE_STATUS_COUNT)
        result = status_make(STATUS_IO, "a case of the store has the status `%.20s`, which there is not; " SQL_RECOVER, name);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    for (int pass = 0; pass < PASS_COUNT && result.code == STATUS_OK; pass++) {
        int64_t count = 0;
        result = sql_run(store_handle(store), &count,
                         "SELECT count(*) FROM repetition WHERE case_id = ? AND build_id = ? AND pass = ?"
                         " AND environment_id NOT IN temp.elsewhere",
                         "iit", id, build, PASS_NAMES[pass]);
        done[pass] = (int)count;
    }
    return result;
}

Status store_has_repetitions(Store *store, bool *out)
{
    int64_t any = 0;
    TRY(sql_run(store_handle(store), &any, "SELECT EXISTS (SELECT 1 FROM repetition)", ""));
    *out = any != 0;
    return status_ok();
}

Status store_here(Store *store, const json_t *environment, int64_t *others)
{
    TRY(machines_elsewhere(store_handle(store), environment));
    return sql_run(store_handle(store), others, "SELECT count(*) FROM repetition WHERE environment_id IN temp.elsewhere", "");
}

Status store_case_elsewhere(Store *store, int64_t id, int64_t build, bool *out)
{
    int64_t count = 0;
    TRY(sql_run(store_handle(store), &count,
                "SELECT count(*) FROM repetition WHERE case_id = ? AND build_id = ? AND environment_id IN temp.elsewhere", "ii", id,
                build));
    *out = count > 0;
    return status_ok();
}

Status store_unconverged(Store *store, int64_t id, int64_t build, int64_t *out)
{
    return sql_run(store_handle(store), out,
                   "SELECT coalesce(max(CASE pass WHEN 'measured' THEN (SELECT count(*) FROM step_end AS e WHERE e.repetition_id = r.id"
                   " AND NOT e.probe AND e.ended = 'unconverged') ELSE unconverged_steps END), 0)"
                   " FROM repetition AS r WHERE case_id = ? AND build_id = ?",
                   "ii", id, build);
}

Status store_side_progress(Store *store, int64_t run, int side, int64_t id, int done[PASS_COUNT])
{
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        int64_t count = 0;
        TRY(sql_run(store_handle(store), &count,
                    "SELECT count(*) FROM process AS p JOIN repetition AS r ON r.process = p.id"
                    " WHERE p.run_id = ? AND p.side = ? AND p.case_id = ? AND r.pass = ?",
                    "iiit", run, (int64_t)side, id, PASS_NAMES[pass]));
        done[pass] = (int)count;
    }
    return status_ok();
}

// ---- facts of a case ----

#define GET(name) json_object_get(row, name)

// INSERT of rows of a kind: first the columns `owners` ("a, b"), then those of its fields.
static Status prepare_insert(sqlite3 *db, RowKind kind, const char *owners, int owner_count, sqlite3_stmt **out)
{
    sqlite3_str *sql = sqlite3_str_new(db);
    int          count = owner_count;
    sqlite3_str_appendf(sql, "INSERT OR %s INTO \"%w\" (%s", row_type(kind)->place == ROW_INSIDE ? "ABORT" : "REPLACE",
                        row_type(kind)->table, owners);
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (field_is_column(field)) {
            sqlite3_str_appendf(sql, ", \"%w\"", field->name);
            count++;
        }
    for (int i = 0; i < count; i++)
        sqlite3_str_appendall(sql, i ? ", ?" : ") VALUES (?");
    sqlite3_str_appendall(sql, ")");
    char        *text = sqlite3_str_finish(sql);
    const Status status = text ? sql_prepare(db, text, out) : status_make(STATUS_MEMORY, "out of memory for a row of the store");
    sqlite3_free(text);
    return status;
}

// The fields of a row that has been checked, from parameter `index` on.
static Status bind_fields(sqlite3_stmt *insert, int index, RowKind kind, const json_t *row)
{
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (field_is_column(field))
            TRY(sql_bind_json(insert, index++, GET(field->name)));
    return status_ok();
}

// A key that is there twice, or a value that no column takes, is the worker's fault and not the file's.
static Status blame(Status status)
{
    if (status.code == STATUS_INPUT)
        status.code = STATUS_PROTOCOL;
    return status;
}

// One row of a kind that is a fact of a case under a build. whole: the column `row`, or NULL.
static Status insert_fact(Store *store, int64_t case_id, int64_t build, RowKind kind, const json_t *row, const json_t *whole)
{
    sqlite3_stmt *insert = NULL;
    TRY(row_check(kind, row));
    TRY(prepare_insert(store_handle(store), kind, whole ? "case_id, build_id, row" : "case_id, build_id", whole ? 3 : 2, &insert));
    Status status = sql_bind(insert, whole ? "iij" : "ii", case_id, build, whole);
    if (status.code == STATUS_OK)
        status = bind_fields(insert, whole ? 4 : 3, kind, row);
    if (status.code == STATUS_OK)
        status = blame(sql_finish(insert));
    sqlite3_finalize(insert);
    return status;
}

static Status insert_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(insert_fact(store, case_id, build, ROW_MODEL, row, row));
    const json_t *contact = GET("contact");
    return json_is_null(contact) ? status_ok() : insert_fact(store, case_id, build, ROW_SURFACE, contact, NULL);
}

Status store_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_model(store, case_id, build, row));
}

Status store_linsys(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    return insert_fact(store, case_id, build, ROW_LINSYS, row, row);
}

Status store_condition(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    return insert_fact(store, case_id, build, ROW_CONDITION, row, NULL);
}

Status store_finding(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    return insert_fact(store, case_id, build, ROW_FINDING, row, NULL);
}

Status store_chosen(Store *store, int64_t case_id, int64_t build, char *out, size_t size)
{
    sqlite3_stmt *query = NULL;
    *out = '\0';
    TRY(sql_prepare(store_handle(store), "SELECT chosen FROM linsys WHERE case_id = ? AND build_id = ? AND chosen IS NOT NULL", &query));
    Status      result = sql_bind(query, "ii", case_id, build);
    const int   code = result.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    const char *chosen = "";
    if (code == SQLITE_ROW)
        result = sql_text(query, 0, &chosen);
    else if (code != SQLITE_DONE)
        result = sql_error(store_handle(store), "cannot be read");
    snprintf(out, size, "%s", chosen);
    sqlite3_finalize(query);
    return result;
}

Status store_team(Store *store, int64_t case_id, int64_t build, int *out)
{
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(store_handle(store), "SELECT team_threads FROM model WHERE case_id = ? AND build_id = ?", &query));
    Status    result = sql_bind(query, "ii", case_id, build);
    const int code = result.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    *out = code == SQLITE_ROW ? sqlite3_column_int(query, 0) : 0;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        result = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    return result;
}

static Status insert_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    sqlite3    *db = store_handle(store);
    const char *phase = NULL;
    json_t     *counted = NULL;
    TRY(row_check(ROW_TRAFFIC, row));
    TRY(sql_run(db, NULL, "DELETE FROM traffic WHERE case_id = ? AND build_id = ?", "ii", case_id, build));
    json_object_foreach(GET("phases"), phase, counted)
    {
        TRY(row_check(ROW_PHASE_TRAFFIC, counted));
        TRY(sql_run(
            db, NULL,
            "INSERT INTO traffic (case_id, build_id, phase, runs, bytes, working_set_bytes, updated_bytes, updated_set_bytes, flops,"
            " precision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            "iitjjjjjjj", case_id, build, phase, json_object_get(counted, "runs"), json_object_get(counted, "bytes"),
            json_object_get(counted, "working_set"), json_object_get(counted, "updated"), json_object_get(counted, "updated_set"),
            json_object_get(counted, "flops"), json_object_get(counted, "precision")));
    }
    return status_ok();
}

Status store_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_traffic(store, case_id, build, row));
}

// ---- what a machine can do ----

// value: null: there is none, and no row.
static Status insert_rate(Store *store, int64_t environment, const char *kind, const char *precision, const json_t *threads,
                          const json_t *bytes, const json_t *value, const char *unit)
{
    if (json_is_null(value))
        return status_ok();
    return sql_run(store_handle(store), NULL,
                   "INSERT OR REPLACE INTO rate (environment_id, kind, precision, threads, working_set_bytes, value, unit, measured)"
                   " VALUES (?, ?, ?, ?, coalesce(?, 0), ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "ittjjjt", environment, kind, precision, threads, bytes, value, unit);
}

static Status insert_rates(Store *store, int64_t environment, const json_t *row)
{
    TRY(row_check(ROW_RATES, row));
    const char *precision = json_string_value(GET("precision"));
    size_t      index = 0;
    json_t     *set = NULL, *value = NULL;
    const char *name = NULL;
    if (!precision)
        return status_make(STATUS_INTERNAL, "rates of a machine without a precision cannot be stored");
    json_array_foreach(GET("sets"), index, set)
    {
        const json_t *bytes = json_object_get(set, "bytes");
        TRY(insert_rate(store, environment, "read", precision, GET("threads"), bytes, json_object_get(set, "read"), "GB/s"));
        TRY(insert_rate(store, environment, "update", precision, GET("threads"), bytes, json_object_get(set, "update"), "GB/s"));
        TRY(insert_rate(store, environment, "triad", precision, GET("threads"), bytes, json_object_get(set, "triad"), "GB/s"));
    }
    json_object_foreach(GET("flops"), name, value)
    {
        TRY(insert_rate(store, environment, "flops", name, GET("threads"), json_null(), value, "Gflop/s"));
    }
    return status_ok();
}

Status store_rates(Store *store, int64_t environment, const json_t *row)
{
    TRY(begin(store));
    return end(store, insert_rates(store, environment, row));
}

Status store_rates_known(Store *store, int64_t environment, int threads, bool *known)
{
    int64_t count = 0;
    TRY(sql_run(store_handle(store), &count,
                "SELECT count(*) FROM rate AS t JOIN environment AS e ON e.id = t.environment_id WHERE t.threads = ? AND"
                " json_remove(e.json, '$.variables') = (SELECT json_remove(json, '$.variables') FROM environment WHERE id = ?)",
                "ii", (int64_t)threads, environment));
    *known = count > 0;
    return status_ok();
}

// ---- repetitions ----

struct StoreRepetition {
    Store        *store;
    int64_t       id;
    sqlite3_stmt *by_kind[ROW_KINDS]; // prepared when the first row of the kind comes
};

// Rows that are maps become a row of the store for each member of `key`, between two fields of the row, or with none beside it; the others
// have a table of their fields.
typedef struct Map {
    const char *sql, *key, *before, *after;
} Map;

static const Map MAPS[ROW_KINDS] = {
    [ROW_SETUP] = {"INSERT INTO setup (repetition_id, phase, ns) VALUES (?, ?, ?)", "ns", NULL, NULL},
    [ROW_PHASES] = {"INSERT INTO phase (repetition_id, step, phase, ns, step_ns) VALUES (?, ?, ?, ?, ?)", "phase_ns", "step", "ns"},
    [ROW_COUNTERS] = {"INSERT INTO counter (repetition_id, phase, name, value, steps) VALUES (?, ?, ?, ?, ?)", "values", "phase", "steps"},
};

static Status insert_map(sqlite3_stmt *insert, int64_t id, const Map *map, const json_t *row)
{
    const char *name = NULL;
    json_t     *value = NULL;
    json_object_foreach(GET(map->key), name, value)
    {
        TRY(map->before ? sql_bind(insert, "ijtjj", id, GET(map->before), name, value, GET(map->after))
                        : sql_bind(insert, "itj", id, name, value));
        TRY(sql_finish(insert));
    }
    return status_ok();
}

static Status insert_row(StoreRepetition *r, const json_t *row)
{
    const RowKind kind = row_kind(row);
    if (kind == ROW_KINDS || row_type(kind)->place != ROW_INSIDE)
        return status_make(STATUS_PROTOCOL, "a row `%.40s` cannot be stored inside a repetition",
                           json_is_string(GET("row")) ? json_string_value(GET("row")) : "");
    TRY(row_check(kind, row));
    if (!r->by_kind[kind])
        TRY(MAPS[kind].sql ? sql_prepare(store_handle(r->store), MAPS[kind].sql, &r->by_kind[kind])
                           : prepare_insert(store_handle(r->store), kind, "repetition_id", 1, &r->by_kind[kind]));
    if (MAPS[kind].sql)
        return insert_map(r->by_kind[kind], r->id, &MAPS[kind], row);
    TRY(sql_bind(r->by_kind[kind], "i", r->id));
    TRY(bind_fields(r->by_kind[kind], 2, kind, row));
    return sql_finish(r->by_kind[kind]);
}

// The number of a repetition is counted here, so that a run that continues cannot collide with what is stored.
static Status insert_begin(sqlite3 *db, int64_t case_id, int64_t build, int64_t environment, const json_t *first, int64_t *id)
{
    const json_t *pass = json_object_get(first, "pass");
    TRY(sql_run(db, NULL,
                "INSERT INTO repetition (case_id, build_id, environment_id, pass, number, started, hash) VALUES (?1, ?2, ?3, ?4,"
                " (SELECT count(*) FROM repetition WHERE case_id = ?1 AND build_id = ?2 AND pass = ?4), ?5, '')",
                "iiijj", case_id, build, environment, pass, json_object_get(first, "time")));
    *id = sqlite3_last_insert_rowid(db);
    return status_ok();
}

// The fields of its first or last row.
static Status update_repetition(sqlite3 *db, int64_t id, RowKind kind, const json_t *row)
{
    char         *sql = NULL;
    sqlite3_stmt *update = NULL;
    sqlite3_str  *text = sqlite3_str_new(db);
    const char   *comma = "UPDATE repetition SET ";
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (field_is_column(field)) {
            sqlite3_str_appendf(text, "%s\"%w\" = ?", comma, field->name);
            comma = ", ";
        }
    sqlite3_str_appendf(text, " WHERE id = %lld", (long long)id);
    sql = sqlite3_str_finish(text);
    Status status = sql ? sql_prepare(db, sql, &update) : status_make(STATUS_MEMORY, "out of memory for a row of the store");
    if (status.code == STATUS_OK)
        status = bind_fields(update, 1, kind, row);
    if (status.code == STATUS_OK)
        status = sql_finish(update);
    sqlite3_finalize(update);
    sqlite3_free(sql);
    return status;
}

static Status insert_wall(sqlite3 *db, int64_t id, double seconds)
{
    if (seconds < 0)
        return status_ok();
    json_t      *value = json_real(seconds);
    const Status status = value ? sql_run(db, NULL, "INSERT INTO wall (repetition_id, seconds) VALUES (?, ?)", "ij", id, value)
                                : status_make(STATUS_MEMORY, "out of memory for a row of the store");
    json_decref(value);
    return status;
}

static Status insert_end(const StoreRepetition *r, const json_t *row, double seconds)
{
    TRY(row_check(ROW_END, row));
    TRY(update_repetition(store_handle(r->store), r->id, ROW_END, row));
    return insert_wall(store_handle(r->store), r->id, seconds);
}

Status store_repetition_begin(Store *store, int64_t case_id, int64_t build, int64_t environment, const json_t *row, StoreRepetition **out)
{
    *out = NULL;
    TRY(row_check(ROW_BEGIN, row));
    StoreRepetition *r = calloc(1, sizeof *r);
    if (!r)
        return status_make(STATUS_MEMORY, "out of memory for a repetition");
    r->store = store;
    Status status = begin(store);
    if (status.code == STATUS_OK)
        status = insert_begin(store_handle(store), case_id, build, environment, row, &r->id);
    if (status.code == STATUS_OK)
        status = update_repetition(store_handle(store), r->id, ROW_BEGIN, row);
    if (status.code == STATUS_OK) {
        *out = r;
        return status;
    }
    status = blame(status);
    store_repetition_drop(r);
    return status;
}

Status store_repetition_row(StoreRepetition *repetition, const json_t *row)
{
    return blame(insert_row(repetition, row));
}

static void finalize(StoreRepetition *r)
{
    for (int kind = 0; kind < ROW_KINDS; kind++)
        sqlite3_finalize(r->by_kind[kind]);
    free(r);
}

Status store_repetition_end(StoreRepetition *repetition, const json_t *row, double seconds)
{
    Store       *store = repetition->store;
    const Status status = blame(insert_end(repetition, row, seconds));
    finalize(repetition);
    return end(store, status);
}

void store_repetition_drop(StoreRepetition *repetition)
{
    if (!repetition)
        return;
    sqlite3 *db = store_handle(repetition->store);
    finalize(repetition);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}
