#include "report/private/draft.h"

#include "store/sql.h"

// Only the file's own rows are asked for in the last two; what was measured for an experiment is found by its name.
#define HIDE \
    "CREATE TEMP TABLE experiment AS SELECT * FROM main.experiment;" \
    "DROP TABLE IF EXISTS temp.plan; DROP TABLE IF EXISTS temp.variation;" \
    "CREATE TEMP TABLE plan AS SELECT * FROM main.plan WHERE false;" \
    "CREATE TEMP TABLE variation AS SELECT * FROM main.variation WHERE false"

static Status add_experiment(sqlite3 *db, const Experiment *e, const char *path, int64_t *id)
{
    TRY(sql_exec(db, HIDE));
    TRY(sql_run(db, id, "SELECT coalesce(max(id), 0) + 1 FROM experiment", ""));
    return sql_run(db, NULL,
                   "INSERT INTO experiment (id, name, question, expected, path, text, hash, created)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "itttttt", *id, e->name, e->question, e->expected, path, e->text, e->hash);
}

// The same case may be in two blocks: the first of them has it, as in a run. It may be there for several machines.
#define OF_KEY " FROM cases AS k WHERE k.key = (SELECT key FROM cases WHERE id = ?2)"
static Status add_case(sqlite3 *db, int64_t experiment, const Experiment *e, int position, int64_t id)
{
    const PlannedCase *c = &e->cases[position];
    if (c->variation == 0)
        return sql_run(db, NULL,
                       "INSERT INTO plan (experiment_id, case_id, block, position) SELECT ?1, k.id, ?3, ?4" OF_KEY
                       " AND NOT EXISTS (SELECT 1 FROM plan WHERE case_id = k.id)",
                       "iiti", experiment, id, c->block, (int64_t)position);
    return sql_run(db, NULL,
                   "INSERT INTO variation (experiment_id, number, name, case_id, block, position) SELECT ?1, ?3, ?4, k.id, ?5, ?6" OF_KEY
                   " AND NOT EXISTS (SELECT 1 FROM variation WHERE number = ?3 AND case_id = k.id)",
                   "iiitti", experiment, id, (int64_t)c->variation, e->variations[c->variation - 1].name, c->block, (int64_t)position);
}

Status draft_make(Store *store, const Experiment *e, const char *path, Draft *out)
{
    sqlite3 *db = store_handle(store);
    int      found = 0;
    *out = (Draft){0};
    TRY(add_experiment(db, e, path, &out->id));
    for (int i = 0; i < e->case_count; i++) {
        int64_t id = 0;
        TRY(store_find_case(store, e->cases[i].setup.key, &id));
        if (id)
            TRY(add_case(db, out->id, e, i, id));
        if (e->cases[i].variation == 0)
            *(id ? &found : &out->absent) += 1;
    }
    if (found == 0)
        return status_make(STATUS_INPUT,
                           "%s: none of its %d cases is in the database; measure them with `weft run %s -o DB`, or give the --set "
                           "that it was run with",
                           path, out->absent, path);
    return status_ok();
}
