#include "data/private/held_view.h"

#include <stdio.h>

#include "store/sql.h"

enum { TEXT_MAX = 512 };

static Status make(sqlite3 *db, const char *name, const char *view)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text,
             "CREATE TEMP TABLE IF NOT EXISTS held_%s AS SELECT v.* FROM %s AS v"
             " JOIN temp.chosen AS c ON c.case_id = v.case_id AND c.build_id = v.build_id;"
             "CREATE INDEX IF NOT EXISTS temp.held_%s_of_case ON held_%s (case_id)",
             name, view, name, name);
    return sql_exec(db, text);
}

static Status drop(sqlite3 *db, const char *name)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "DROP TABLE IF EXISTS temp.held_%s", name);
    return sql_exec(db, text);
}

Status held_view_make(sqlite3 *db, const DataView *data)
{
    TRY(make(db, "model", "model_fact"));
    return make(db, data->name, data->view);
}

Status held_views_drop(sqlite3 *db)
{
    for (int i = 0; data_view_at(i); i++)
        TRY(drop(db, data_view_at(i)->name));
    return drop(db, "model");
}
