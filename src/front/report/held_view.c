#include "report/private/held_view.h"

#include <string.h>

#include "store/sql.h"

const char *held_view_name(const DataView *data)
{
    return strcmp(data->name, "accuracy") == 0 ? "held_accuracy" : data_view_of_cases(data) ? "held_work" : data->view;
}

#define HOLD(table, view) \
    "CREATE TEMP TABLE IF NOT EXISTS " table " AS SELECT v.* FROM " view \
    " AS v JOIN temp.chosen AS c ON c.case_id = v.case_id AND c.build_id = v.build_id"
Status held_view_make(sqlite3 *db, const DataView *data)
{
    if (strcmp(held_view_name(data), data->view) == 0)
        return status_ok();
    return sql_exec(db, data_view_of_cases(data) ? HOLD("held_work", "case_work") : HOLD("held_accuracy", "accuracy"));
}

Status held_views_drop(sqlite3 *db)
{
    return sql_exec(db, "DROP TABLE IF EXISTS temp.held_accuracy; DROP TABLE IF EXISTS temp.held_work");
}
