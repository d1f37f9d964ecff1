// Stored cases, their status and their times.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "machine/disturbance.h"
#include "store/private/machines.h"
#include "store/sql.h"
#include "store/store.h"

static Status copy_text(sqlite3_stmt *query, int column, char **out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    *out = strdup(text);
    return *out ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the contents of a store");
}

// Reads each row of a query with `take` into an element of `size` bytes. The query may have `id` as its only parameter. *out and *count are
// valid also after a failure.
static Status read_all(Store *store, const char *sql, int64_t id, size_t size, Status (*take)(sqlite3_stmt *query, void *element),
                       void **out, int *count)
{
    SQL_STATEMENT *query = NULL;
    *out = NULL;
    *count = 0;
    TRY(sql_prepare(store_handle(store), sql, &query));
    Status status = sql_bind(query, sqlite3_bind_parameter_count(query) ? "i" : "", id);
    while (sql_next(query, &status)) {
        status = memory_grow(out, *count, size);
        if (status.code == STATUS_OK)
            status = take(query, (char *)*out + (size_t)(*count)++ * size);
    }
    return status;
}

static Status take_step_time(sqlite3_stmt *query, void *element)
{
    *(StoreStepTime *)element = (StoreStepTime){.case_id = sqlite3_column_int64(query, 0),
                                                .build = sqlite3_column_int64(query, 1),
                                                .ms = sqlite3_column_double(query, 2),
                                                .disturbed = sqlite3_column_double(query, 3) > DISTURBED_SHARE_MAX};
    return status_ok();
}

Status store_step_times(Store *store, StoreStepTime **out, int *count)
{
    void        *times = NULL;
    const Status status =
        read_all(store,
                 "SELECT case_id, build_id, step_ms, disturbed_share FROM process_median AS m WHERE NOT EXISTS (SELECT 1 FROM repetition"
                 " AS r WHERE r.process = m.process AND r.environment_id IN temp.elsewhere) ORDER BY case_id, build_id, process",
                 0, sizeof **out, take_step_time, &times, count);
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
    return cost->json ? status_ok() : status_make(STATUS_INPUT, "the JSON of a case in the store is invalid; " SQL_RECOVER);
}

Status store_costs(Store *store, StoreCost **out, int *count)
{
    SQL_BUILDER *sql = sqlite3_str_new(NULL);
    void        *costs = NULL;
    *count = 0;
    sqlite3_str_appendall(sql, "SELECT c.id, c.json");
    for (int pass = 0; pass < PASS_COUNT; pass++)
        sqlite3_str_appendf(sql, ", avg(w.seconds) FILTER (WHERE r.pass = %Q)", PASS_NAMES[pass]);
    sqlite3_str_appendall(sql, " FROM wall AS w JOIN repetition AS r ON r.id = w.repetition_id JOIN cases AS c ON c.id = r.case_id"
                               " GROUP BY c.id ORDER BY c.id");
    const Status status = sqlite3_str_errcode(sql) == SQLITE_OK
                              ? read_all(store, sqlite3_str_value(sql), 0, sizeof **out, take_cost, &costs, count)
                              : status_make(STATUS_MEMORY, "out of memory for the times of a store");
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

// ---- cases ----

#define HAS(table, condition) \
    ", EXISTS (SELECT 1 FROM repetition AS r JOIN " table " AS t ON t.repetition_id = r.id WHERE r.case_id = c.id" condition ")"
static const char CASES[] = "SELECT c.id, c.key, c.label, c.json" HAS("frame", "") HAS("frame", " AND r.build_id = ?1")
    HAS("frame", " AND t.error IS NOT NULL") HAS("iterate", " AND NOT t.probe AND t.error IS NOT NULL") HAS("contact", "")
        HAS("contact", " AND t.crossings > 0") " FROM cases AS c ORDER BY c.id";

static Status take_case(sqlite3_stmt *query, void *element)
{
    StoreCase *c = element;
    *c = (StoreCase){.id = sqlite3_column_int64(query, 0),
                     .frames = sqlite3_column_int(query, 4) != 0,
                     .of_build = sqlite3_column_int(query, 5) != 0,
                     .trajectory_error = sqlite3_column_int(query, 6) != 0,
                     .step_error = sqlite3_column_int(query, 7) != 0,
                     .contact = sqlite3_column_int(query, 8) != 0,
                     .crossings = sqlite3_column_int(query, 9) != 0};
    TRY(copy_text(query, 1, &c->key));
    TRY(copy_text(query, 2, &c->label));
    return copy_text(query, 3, &c->json);
}

Status store_cases(Store *store, int64_t build, StoreCase **out, int *count)
{
    void        *cases = NULL;
    const Status status = read_all(store, CASES, build, sizeof **out, take_case, &cases, count);
    if (status.code != STATUS_OK) {
        store_cases_free(cases, *count);
        cases = NULL;
        *count = 0;
    }
    *out = cases;
    return status;
}

void store_cases_free(StoreCase *cases, int count)
{
    for (int i = 0; i < count; i++) {
        free(cases[i].key);
        free(cases[i].label);
        free(cases[i].json);
    }
    free(cases);
}

Status store_experiment_name(Store *store, int64_t id, const char *path, char *out, size_t size)
{
    return sql_string(store_handle(store), out, size,
                      "SELECT e.name FROM experiment AS e JOIN plan AS p ON p.experiment_id = e.id WHERE p.case_id = ? AND e.path = ?"
                      " ORDER BY e.id DESC LIMIT 1",
                      "it", id, path);
}

Status store_has_experiment(Store *store, const char *name, bool *out)
{
    int64_t count = 0;
    TRY(sql_run(store_handle(store), &count, "SELECT count(*) FROM experiment WHERE name = ?", "t", name));
    *out = count > 0;
    return status_ok();
}

// ---- status ----

// These times identify the build that was tried last: they never decrease, even if the wall clock is set back.
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
    char name[32];
    TRY(sql_string(store_handle(store), name, sizeof name, "SELECT status FROM outcome WHERE case_id = ? AND build_id = ?", "ii", id,
                   build));
    *status = *name ? case_status_find(name) : CASE_PENDING;
    if (*status == CASE_STATUS_COUNT)
        return status_make(STATUS_IO, "a case of the store has the unknown status `%.20s`; " SQL_RECOVER, name);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        int64_t count = 0;
        TRY(sql_run(store_handle(store), &count,
                    "SELECT count(*) FROM repetition WHERE case_id = ? AND build_id = ? AND pass = ?"
                    " AND environment_id NOT IN temp.elsewhere",
                    "iit", id, build, PASS_NAMES[pass]));
        done[pass] = (int)count;
    }
    return status_ok();
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

Status store_run_repetitions(Store *store, int64_t run, int64_t *out)
{
    return sql_run(store_handle(store), out,
                   "SELECT count(*) FROM process AS p JOIN repetition AS r ON r.process = p.id WHERE p.run_id = ?", "i", run);
}

// ---- facts of a case ----

Status store_chosen(Store *store, int64_t case_id, int64_t build, char *out, size_t size)
{
    return sql_string(store_handle(store), out, size, "SELECT chosen FROM linsys WHERE case_id = ? AND build_id = ? AND chosen IS NOT NULL",
                      "ii", case_id, build);
}

Status store_team(Store *store, int64_t case_id, int64_t build, int *out)
{
    int64_t threads = 0;
    TRY(sql_run(store_handle(store), &threads, "SELECT coalesce(max(team_threads), 0) FROM model WHERE case_id = ? AND build_id = ?", "ii",
                case_id, build));
    *out = (int)threads;
    return status_ok();
}
