#include "report/private/draft.h"

#include "store/sql.h"

// Only the file's own rows are asked for in plan and variation; what was measured for an experiment is found by its name. Stores that were
// measured before `newton` had conjugate gradients call the setting of these `precondition`.
#define HIDE \
    "CREATE TEMP TABLE experiment AS SELECT * FROM main.experiment;" \
    "DROP TABLE IF EXISTS temp.plan; DROP TABLE IF EXISTS temp.variation;" \
    "CREATE TEMP TABLE plan AS SELECT * FROM main.plan WHERE false;" \
    "CREATE TEMP TABLE variation AS SELECT * FROM main.variation WHERE false;" \
    "DROP VIEW IF EXISTS temp.parameter;" \
    "CREATE TEMP VIEW parameter AS SELECT case_id, iif(name = 'precondition', 'preconditioner', name) AS name, value FROM main.parameter"

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
// A case that was measured by a broad phase that is gone, broad: grid, has the key of today's case, and is another one.
#define BY_GRID "EXISTS (SELECT 1 FROM main.parameter WHERE case_id = ?2 AND name = 'broad' AND value = 'grid')"
#define OF_KEY " FROM cases AS k WHERE k.key = (SELECT key FROM cases WHERE id = ?2) AND NOT " BY_GRID
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

// ---- cases of a solver, a setting or a value that this program no longer has ----

#define LOST_PLAN \
    "INSERT INTO plan (experiment_id, case_id, block, position) SELECT ?1, p.case_id, p.block, ?3 + p.position FROM main.plan AS p" \
    " WHERE p.case_id = ?2 AND NOT EXISTS (SELECT 1 FROM plan WHERE case_id = ?2)" \
    " AND NOT " BY_GRID " LIMIT 1"
#define LOST_VARIATION \
    "INSERT INTO variation (experiment_id, number, name, case_id, block, position)" \
    " SELECT ?1, ?3, v.name, v.case_id, v.block, ?5 + v.position FROM main.variation AS v WHERE v.case_id = ?2 AND v.name = ?4" \
    " AND NOT EXISTS (SELECT 1 FROM variation WHERE case_id = ?2 AND number = ?3) LIMIT 1"

static Status is_lost(const char *text, bool *out)
{
    json_t *json = json_loads(text, 0, NULL);
    Case    c;
    if (!json)
        return status_make(STATUS_INPUT, "a stored case is not JSON");
    const Status status = case_from_json(json, &c);
    json_decref(json);
    *out = status.code != STATUS_OK;
    return status.code == STATUS_MEMORY ? status : status_ok();
}

static Status keep(sqlite3 *db, int64_t experiment, const Experiment *e, int64_t id, int *found)
{
    TRY(sql_run(db, NULL, LOST_PLAN, "iii", experiment, id, (int64_t)e->case_count));
    *found += sqlite3_changes(db);
    for (int i = 0; i < e->variation_count; i++)
        TRY(sql_run(db, NULL, LOST_VARIATION, "iiiti", experiment, id, (int64_t)i + 1, e->variations[i].name, (int64_t)e->case_count));
    return status_ok();
}

// What was measured of them stays in the blocks where it was, after the cases of the file.
static Status keep_lost(sqlite3 *db, int64_t experiment, const Experiment *e, int *found)
{
    sqlite3_stmt *query = NULL;
    int           code = SQLITE_DONE;
    TRY(sql_prepare(
        db,
        "SELECT id, json FROM cases WHERE id NOT IN (SELECT case_id FROM plan UNION SELECT case_id FROM variation) AND id IN"
        " (SELECT p.case_id FROM main.plan AS p JOIN main.experiment AS x ON x.id = p.experiment_id WHERE x.name = ?1"
        " UNION SELECT v.case_id FROM main.variation AS v JOIN main.experiment AS x ON x.id = v.experiment_id WHERE x.name = ?1)",
        &query));
    Status status = sql_bind(query, "t", e->name);
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *text;
        bool        lost = false;
        TRY_GOTO(status, sql_text(query, 1, &text), done);
        TRY_GOTO(status, is_lost(text, &lost), done);
        if (lost)
            status = keep(db, experiment, e, sqlite3_column_int64(query, 0), found);
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(db, "cannot be read");
done:
    sqlite3_finalize(query);
    return status;
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
    TRY(keep_lost(db, out->id, e, &found));
    if (found == 0)
        return status_make(STATUS_INPUT,
                           "%s: none of its %d cases is in the database; measure them with `weft run %s -o DB`, or give the --set "
                           "that it was run with",
                           path, out->absent, path);
    return status_ok();
}
