#include "report/private/held_view.h"

#include <string.h>

#include "store/sql.h"

// The table `held` has the rows of `view` of the chosen cases.
typedef struct HeldView {
    const char *view, *held, *make;
} HeldView;

#define HELD(view, held) \
    { \
        view, held, \
            "CREATE TEMP TABLE IF NOT EXISTS " held " AS SELECT v.* FROM " view \
            " AS v JOIN temp.chosen AS c ON c.case_id = v.case_id AND c.build_id = v.build_id" \
    }
static const HeldView HELD_VIEWS[] = {
    HELD("accuracy", "held_accuracy"), HELD("case_work", "held_work"), HELD("constraint_force", "held_force"), {NULL, NULL, NULL}};

static const HeldView *find(const DataView *data)
{
    const HeldView *h = HELD_VIEWS;
    while (h->view && strcmp(h->view, data->view) != 0)
        h++;
    return h->view ? h : NULL;
}

const char *held_view_name(const DataView *data)
{
    const HeldView *h = find(data);
    return h ? h->held : data->view;
}

Status held_view_make(sqlite3 *db, const DataView *data)
{
    const HeldView *h = find(data);
    return h ? sql_exec(db, h->make) : status_ok();
}

Status held_views_drop(sqlite3 *db)
{
    return sql_exec(db,
                    "DROP TABLE IF EXISTS temp.held_accuracy; DROP TABLE IF EXISTS temp.held_work; DROP TABLE IF EXISTS temp.held_force");
}
