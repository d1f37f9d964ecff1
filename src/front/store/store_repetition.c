// Facts of a case, and its repetitions. The rows come from workers and were checked when they arrived (row_check).
#include <stdlib.h>
#include <string.h>

#include "case/row.h"
#include "store/private/transaction.h"
#include "store/sql.h"
#include "store/store.h"

// ---- facts of a case ----

#define GET(name) json_object_get(row, name)

// Appends the columns of a kind's fields, "a, b", or as many parameters "?, ?".
static void put_fields(sqlite3_str *sql, RowKind kind, bool parameters)
{
    const char *comma = "";
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (field_is_column(field)) {
            sqlite3_str_appendf(sql, parameters ? "%s?" : "%s\"%w\"", comma, field->name);
            comma = ", ";
        }
}

// INSERT of rows of a kind: first the columns `owners` ("a, b, ") with their parameters ("?, ?, "), then those of its fields.
static Status prepare_insert(sqlite3 *db, RowKind kind, const char *owners, const char *parameters, sqlite3_stmt **out)
{
    SQL_BUILDER *sql = sqlite3_str_new(db);
    sqlite3_str_appendf(sql, "INSERT OR %s INTO \"%w\" (%s", row_type(kind)->place == ROW_INSIDE ? "ABORT" : "REPLACE",
                        row_type(kind)->table, owners);
    put_fields(sql, kind, false);
    sqlite3_str_appendf(sql, ") VALUES (%s", parameters);
    put_fields(sql, kind, true);
    sqlite3_str_appendall(sql, ")");
    return sql_prepare_built(db, sql, out);
}

// Binds the fields of a checked row, from parameter `index` on.
static Status bind_fields(sqlite3_stmt *insert, int index, RowKind kind, const json_t *row)
{
    for (const Field *field = row_type(kind)->fields; field->name; field++)
        if (field_is_column(field))
            TRY(sql_bind_json(insert, index++, GET(field->name)));
    return status_ok();
}

// A duplicate key, or a value that no column accepts, is the worker's fault and not the file's.
static Status blame(Status status)
{
    if (status.code == STATUS_INPUT)
        status.code = STATUS_PROTOCOL;
    return status;
}

// Stores one row of a kind that is a fact of a case under a build. whole: value of the column `row`, or NULL.
static Status insert_fact(Store *store, int64_t case_id, int64_t build, RowKind kind, const json_t *row, const json_t *whole)
{
    SQL_STATEMENT *insert = NULL;
    TRY(prepare_insert(store_handle(store), kind, whole ? "case_id, build_id, row, " : "case_id, build_id, ",
                       whole ? "?, ?, ?, " : "?, ?, ", &insert));
    TRY(sql_bind(insert, whole ? "iij" : "ii", case_id, build, whole));
    TRY(bind_fields(insert, whole ? 4 : 3, kind, row));
    return blame(sql_finish(insert));
}

static Status insert_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(insert_fact(store, case_id, build, ROW_MODEL, row, row));
    const json_t *contact = GET("contact");
    return json_is_null(contact) ? status_ok() : insert_fact(store, case_id, build, ROW_SURFACE, contact, NULL);
}

Status store_model(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    TRY(transaction_begin(store_handle(store)));
    return transaction_end(store_handle(store), insert_model(store, case_id, build, row));
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

static Status insert_traffic(Store *store, int64_t case_id, int64_t build, const json_t *row)
{
    sqlite3    *db = store_handle(store);
    const char *phase = NULL;
    json_t     *counted = NULL;
    TRY(sql_run(db, NULL, "DELETE FROM traffic WHERE case_id = ? AND build_id = ?", "ii", case_id, build));
    json_object_foreach(GET("phases"), phase, counted)
    {
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
    TRY(transaction_begin(store_handle(store)));
    return transaction_end(store_handle(store), insert_traffic(store, case_id, build, row));
}

// ---- repetitions ----

struct StoreRepetition {
    Store        *store;
    int64_t       id;
    sqlite3_stmt *by_kind[ROW_KINDS]; // prepared when the first row of the kind comes
};

// A row with a map becomes one row of the store for each member of `key`, with up to two other fields of the row; all other rows have a
// table with their fields.
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
    if (!r->by_kind[kind])
        TRY(MAPS[kind].sql ? sql_prepare(store_handle(r->store), MAPS[kind].sql, &r->by_kind[kind])
                           : prepare_insert(store_handle(r->store), kind, "repetition_id, ", "?, ", &r->by_kind[kind]));
    if (MAPS[kind].sql)
        return insert_map(r->by_kind[kind], r->id, &MAPS[kind], row);
    TRY(sql_bind(r->by_kind[kind], "i", r->id));
    TRY(bind_fields(r->by_kind[kind], 2, kind, row));
    return sql_finish(r->by_kind[kind]);
}

// The store counts the number of a repetition, so that a run that continues cannot collide with stored repetitions.
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

// Binds the fields of the first or last row of a repetition.
static Status update_repetition(sqlite3 *db, int64_t id, RowKind kind, const json_t *row)
{
    SQL_STATEMENT *update = NULL;
    SQL_BUILDER   *sql = sqlite3_str_new(db);
    sqlite3_str_appendall(sql, "UPDATE repetition SET (");
    put_fields(sql, kind, false);
    sqlite3_str_appendall(sql, ") = (");
    put_fields(sql, kind, true);
    sqlite3_str_appendf(sql, ") WHERE id = %lld", (long long)id);
    TRY(sql_prepare_built(db, sql, &update));
    TRY(bind_fields(update, 1, kind, row));
    return sql_finish(update);
}

static Status insert_end(const StoreRepetition *r, const json_t *row, double seconds)
{
    TRY(update_repetition(store_handle(r->store), r->id, ROW_END, row));
    return seconds < 0
               ? status_ok()
               : sql_run(store_handle(r->store), NULL, "INSERT INTO wall (repetition_id, seconds) VALUES (?, ?)", "ir", r->id, seconds);
}

Status store_repetition_begin(Store *store, int64_t case_id, int64_t build, int64_t environment, const json_t *row, StoreRepetition **out)
{
    *out = NULL;
    StoreRepetition *r = calloc(1, sizeof *r);
    if (!r)
        return status_make(STATUS_MEMORY, "out of memory for a repetition");
    r->store = store;
    Status status = transaction_begin(store_handle(store));
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
    return transaction_end(store_handle(store), status);
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
