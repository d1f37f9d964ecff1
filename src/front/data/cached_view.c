#include "data/private/cached_view.h"

#include <stdio.h>

#include "store/sql.h"

enum { TEXT_MAX = 512 };

Status cached_view_make(sqlite3 *db, const char *name, const char *view, const char *keys)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text,
             "CREATE TEMP TABLE IF NOT EXISTS cached_%s AS SELECT v.* FROM %s AS v"
             " JOIN temp.chosen AS c ON c.case_id = v.case_id AND c.build_id = v.build_id;"
             "CREATE INDEX IF NOT EXISTS temp.cached_%s_key ON cached_%s (%s)",
             name, view, name, name, keys);
    return sql_exec(db, text);
}

Status cached_view_make_data(sqlite3 *db, const DataView *data)
{
    TRY(cached_view_make(db, "model", "model_fact", "case_id"));
    return cached_view_make(db, data->name, data->view, "case_id");
}

static Status drop(sqlite3 *db, const char *name)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "DROP TABLE IF EXISTS temp.cached_%s", name);
    return sql_exec(db, text);
}

Status cached_views_drop(sqlite3 *db)
{
    static const char *const OTHERS[] = {"model", "process_clock", "iteration_clock", "process_accuracy", "work_process"};
    for (int i = 0; data_view_at(i); i++)
        TRY(drop(db, data_view_at(i)->name));
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        TRY(drop(db, OTHERS[i]));
    return status_ok();
}
