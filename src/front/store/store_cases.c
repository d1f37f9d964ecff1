// Reading the cases of a store.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/sql.h"
#include "store/store.h"

#define HAS(table, condition) \
    ", EXISTS (SELECT 1 FROM repetition AS r JOIN " table " AS t ON t.repetition_id = r.id WHERE r.case_id = c.id" condition ")"
static const char CASES[] = "SELECT c.id, c.key, c.label, c.json" HAS("frame", "") HAS("frame", " AND r.build_id = ?1")
    HAS("frame", " AND t.error IS NOT NULL") HAS("iterate", " AND NOT t.probe AND t.error IS NOT NULL") HAS("contact", "")
        HAS("contact", " AND t.crossings > 0") " FROM cases AS c ORDER BY c.id";

static Status copy_text(sqlite3_stmt *query, int column, char **out)
{
    const char *text = "";
    TRY(sql_text(query, column, &text));
    *out = strdup(text);
    return *out ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the cases of a store");
}

static Status take(sqlite3_stmt *query, StoreCase *c)
{
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

static Status read_all(sqlite3 *db, sqlite3_stmt *query, StoreCase **out, int *count)
{
    int    code = SQLITE_DONE;
    Status status = status_ok();
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        status = memory_grow((void **)out, *count, sizeof **out);
        if (status.code == STATUS_OK)
            status = take(query, &(*out)[(*count)++]);
    }
    return status.code == STATUS_OK && code != SQLITE_DONE ? sql_error(db, "cannot be read") : status;
}

Status store_cases(Store *store, int64_t build, StoreCase **out, int *count)
{
    sqlite3_stmt *query = NULL;
    *out = NULL;
    *count = 0;
    TRY(sql_prepare(store_handle(store), CASES, &query));
    Status status = sql_bind(query, "i", build);
    if (status.code == STATUS_OK)
        status = read_all(store_handle(store), query, out, count);
    sqlite3_finalize(query);
    if (status.code != STATUS_OK) {
        store_cases_free(*out, *count);
        *out = NULL;
        *count = 0;
    }
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
    sqlite3_stmt *query = NULL;
    const char   *name = "";
    TRY(sql_prepare(store_handle(store),
                    "SELECT e.name FROM experiment AS e JOIN plan AS p ON p.experiment_id = e.id WHERE p.case_id = ? AND e.path = ?"
                    " ORDER BY e.id DESC LIMIT 1",
                    &query));
    Status    status = sql_bind(query, "it", id, path);
    const int code = status.code == STATUS_OK ? sqlite3_step(query) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        status = sql_text(query, 0, &name);
    else if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(store_handle(store), "cannot be read");
    snprintf(out, size, "%s", name);
    sqlite3_finalize(query);
    return status;
}

Status store_has_experiment(Store *store, const char *name, bool *out)
{
    int64_t count = 0;
    TRY(sql_run(store_handle(store), &count, "SELECT count(*) FROM experiment WHERE name = ?", "t", name));
    *out = count > 0;
    return status_ok();
}
