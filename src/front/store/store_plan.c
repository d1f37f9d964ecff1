// Experiments, their cases and variations, and the calls of `weft run` with their processes.
#include "base/text.h"
#include "store/private/schema.h"
#include "store/private/transaction.h"
#include "store/sql.h"
#include "store/store.h"

// Only planning looks up cases by their position: these indices are dropped with its transaction.
Status store_plan_begin(Store *store)
{
    TRY(transaction_begin(store_handle(store)));
    const Status status = sql_exec(store_handle(store), "CREATE INDEX planning ON plan (experiment_id, position);"
                                                        "CREATE INDEX varying ON variation (experiment_id, number, position)");
    return status.code == STATUS_OK ? status : transaction_end(store_handle(store), status);
}

Status store_plan_end(Store *store, Status status)
{
    if (status.code == STATUS_OK)
        status = sql_exec(store_handle(store), "DROP INDEX planning; DROP INDEX varying");
    return transaction_end(store_handle(store), status);
}

// ---- experiments and cases ----

Status store_experiment(Store *store, const StoreExperiment *e, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO experiment (name, question, expected, path, text, hash) VALUES (?, ?, ?, ?, ?, ?)",
                "tttttt", e->name, e->question, e->expected, e->path, e->text, e->hash));
    return sql_run(db, id, "SELECT id FROM experiment WHERE hash = ?", "t", e->hash);
}

// Stores numbers that arrive as texts ("64") as numbers, so that they sort and compare as numbers.
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
    json_t      *number = typed(value);
    const Status status = sql_bind(insert, "itj", id, name, number);
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
    TRY(sql_run(db, NULL, "INSERT OR IGNORE INTO cases (key, label, json) VALUES (?, ?, ?)", "ttj", key, label, json));
    const bool added = sqlite3_changes(db) > 0;
    TRY(sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key));
    if (!added)
        return status_ok();
    SQL_STATEMENT *insert = NULL;
    TRY(sql_prepare(db, "INSERT OR IGNORE INTO parameter (case_id, name, value) VALUES (?, ?, ?)", &insert));
    TRY(add_parameters(insert, *id, json));
    return schema_settings(db, *id);
}

Status store_case(Store *store, int64_t experiment, const char *key, const char *block, int position, const char *label, const json_t *json,
                  int64_t *id, bool *outdated)
{
    sqlite3 *db = store_handle(store);
    int64_t  known = 0;
    *outdated = false;
    TRY(sql_run(db, &known, "SELECT count(*) FROM plan AS p JOIN cases AS c ON c.id = p.case_id WHERE p.experiment_id = ? AND c.key = ?",
                "it", experiment, key));
    if (known) // requested again by a run that continues: no write, no sync
        return sql_run(db, id, "SELECT id FROM cases WHERE key = ?", "t", key);
    TRY(transaction_part(db));
    Status status = add_case(db, key, label, json, id);
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "DELETE FROM plan WHERE experiment_id = ? AND position = ?", "ii", experiment, (int64_t)position);
    *outdated = status.code == STATUS_OK && sqlite3_changes(db) > 0;
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "INSERT INTO plan (experiment_id, case_id, block, position) VALUES (?, ?, ?, ?)", "iiti", experiment,
                         *id, block, (int64_t)position);
    return transaction_part_end(db, status);
}

Status store_add_case(Store *store, const char *key, const char *label, const json_t *json, int64_t *id)
{
    TRY(transaction_part(store_handle(store)));
    return transaction_part_end(store_handle(store), add_case(store_handle(store), key, label, json, id));
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
    TRY(transaction_part(db));
    Status status = add_case(db, key, label, json, id);
    if (status.code == STATUS_OK)
        status = sql_run(db, NULL, "DELETE FROM variation WHERE experiment_id = ? AND number = ? AND position = ?", "iii", experiment,
                         (int64_t)number, (int64_t)position);
    if (status.code == STATUS_OK)
        status =
            sql_run(db, NULL, "INSERT INTO variation (experiment_id, number, name, case_id, block, position) VALUES (?, ?, ?, ?, ?, ?)",
                    "iititi", experiment, (int64_t)number, name, *id, block, (int64_t)position);
    return transaction_part_end(db, status);
}

// ---- look-ups ----

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
