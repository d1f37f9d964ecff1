#include "store/overlay.h"

#include "store/sql.h"

static const char HIDE[] = "CREATE TEMP TABLE experiment AS SELECT * FROM main.experiment;"
                           "DROP TABLE IF EXISTS temp.plan; DROP TABLE IF EXISTS temp.variation;"
                           "CREATE TEMP TABLE plan AS SELECT * FROM main.plan WHERE false;"
                           "CREATE TEMP TABLE variation AS SELECT * FROM main.variation WHERE false";

Status overlay_experiment(Store *store, const StoreExperiment *e, int64_t *id)
{
    sqlite3 *db = store_handle(store);
    TRY(sql_exec(db, HIDE));
    TRY(sql_run(db, id, "SELECT coalesce(max(id), 0) + 1 FROM experiment", ""));
    return sql_run(db, NULL,
                   "INSERT INTO experiment (id, name, question, expected, path, text, hash, created)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   "itttttt", *id, e->name, e->question, e->expected, e->path, e->text, e->hash);
}

#define OF_KEY " FROM cases AS k WHERE k.key = (SELECT key FROM cases WHERE id = ?2)"
Status overlay_plan(Store *store, int64_t experiment, int64_t case_id, const char *block, int position)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT INTO plan (experiment_id, case_id, block, position) SELECT ?1, k.id, ?3, ?4" OF_KEY
                   " AND NOT EXISTS (SELECT 1 FROM plan WHERE case_id = k.id)",
                   "iiti", experiment, case_id, block, (int64_t)position);
}

Status overlay_variation(Store *store, int64_t experiment, int64_t case_id, int number, const char *name, const char *block, int position)
{
    return sql_run(store_handle(store), NULL,
                   "INSERT INTO variation (experiment_id, number, name, case_id, block, position) SELECT ?1, ?3, ?4, k.id, ?5, ?6" OF_KEY
                   " AND NOT EXISTS (SELECT 1 FROM variation WHERE number = ?3 AND case_id = k.id)",
                   "iiitti", experiment, case_id, (int64_t)number, name, block, (int64_t)position);
}

// ---- remaining cases of an experiment ----

static const char REST[] =
    "SELECT id, json FROM cases WHERE id NOT IN (SELECT case_id FROM plan UNION SELECT case_id FROM variation) AND id IN"
    " (SELECT p.case_id FROM main.plan AS p JOIN main.experiment AS x ON x.id = p.experiment_id WHERE x.name = ?1"
    " UNION SELECT v.case_id FROM main.variation AS v JOIN main.experiment AS x ON x.id = v.experiment_id WHERE x.name = ?1)";
static const char REST_PLAN[] =
    "INSERT INTO plan (experiment_id, case_id, block, position) SELECT ?1, p.case_id, p.block, ?3 + p.position FROM main.plan AS p"
    " WHERE p.case_id = ?2 AND NOT EXISTS (SELECT 1 FROM plan WHERE case_id = ?2) LIMIT 1";
static const char REST_VARIATION[] =
    "INSERT INTO variation (experiment_id, number, name, case_id, block, position)"
    " SELECT ?1, ?3, v.name, v.case_id, v.block, ?5 + v.position FROM main.variation AS v WHERE v.case_id = ?2 AND v.name = ?4"
    " AND NOT EXISTS (SELECT 1 FROM variation WHERE case_id = ?2 AND number = ?3) LIMIT 1";

typedef struct Rest {
    sqlite3           *db;
    int64_t            experiment;
    int                position, count;
    const char *const *variations;
} Rest;

static Status keep(const Rest *r, int64_t id, int *kept)
{
    TRY(sql_run(r->db, NULL, REST_PLAN, "iii", r->experiment, id, (int64_t)r->position));
    *kept += sqlite3_changes(r->db);
    for (int i = 0; i < r->count; i++)
        TRY(sql_run(r->db, NULL, REST_VARIATION, "iiiti", r->experiment, id, (int64_t)i + 1, r->variations[i], (int64_t)r->position));
    return status_ok();
}

static Status keep_row(const Rest *r, sqlite3_stmt *query, OverlayFilter filter, int *kept)
{
    const char *text = "";
    bool        keeps = false;
    TRY(sql_text(query, 1, &text));
    TRY(filter(text, &keeps));
    return keeps ? keep(r, sqlite3_column_int64(query, 0), kept) : status_ok();
}

Status overlay_rest(Store *store, int64_t experiment, const char *name, int position, const char *const *variations, int count,
                    OverlayFilter filter, int *kept)
{
    const Rest     rest = {store_handle(store), experiment, position, count, variations};
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(rest.db, &query, REST, "t", name);
    while (sql_next(query, &status))
        status = keep_row(&rest, query, filter, kept);
    return status;
}

// ---- settings ----

static const char BANDWIDTH[] =
    "INSERT INTO temp.parameter (case_id, name, value) SELECT case_id, ?, value FROM (SELECT r.case_id, g.value,"
    " row_number() OVER (PARTITION BY r.case_id ORDER BY g.working_set_bytes DESC) AS rank"
    " FROM (SELECT DISTINCT case_id, build_id, environment_id FROM repetition) AS r"
    " JOIN environment_machine AS m ON m.environment_id = r.environment_id JOIN build AS b ON b.id = r.build_id"
    " JOIN parameter AS p ON p.case_id = r.case_id AND p.name = 'threads'"
    " JOIN newest_rate AS g ON g.machine = m.machine AND g.kind = 'read' AND g.precision = b.precision AND g.threads = p.value)"
    " WHERE rank = 1";

Status overlay_bandwidth(Store *store, const char *name, int64_t *with, int64_t *without)
{
    sqlite3 *db = store_handle(store);
    TRY(sql_exec(db, "CREATE TEMP TABLE IF NOT EXISTS parameter AS SELECT * FROM main.parameter"));
    TRY(sql_run(db, NULL, BANDWIDTH, "t", name));
    *with = sqlite3_changes(db);
    return sql_run(db, without, "SELECT count(DISTINCT case_id) - ? FROM repetition", "i", *with);
}
