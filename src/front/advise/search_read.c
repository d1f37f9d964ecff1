// Reads the results of the cases from the store: how they ended, the curves of their probes, and their times.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "store/sql.h"

enum { VALUES_MAX = 256 };

typedef struct Reading {
    Search        *search;
    Store         *store;
    StoreStepTime *times;
    int            time_count;
} Reading;

// The build that measured the case last. *build 0: none.
static Status read_outcome(Store *store, int64_t case_id, int64_t *build, Trial *t)
{
    SQL_STATEMENT *query = NULL;
    const char    *status = "", *message = "";
    *build = 0;
    t->status = CASE_PENDING;
    Status result = sql_query(store_handle(store), &query,
                              "SELECT build_id, status, message FROM case_outcome WHERE case_id = ? ORDER BY updated DESC, build_id DESC",
                              "i", case_id);
    if (sql_next(query, &result)) {
        *build = sqlite3_column_int64(query, 0);
        result = sql_text(query, 1, &status);
        t->status = case_status_find(status);
        if (result.code == STATUS_OK)
            result = sql_text(query, 2, &message);
        snprintf(t->message, sizeof t->message, "%s", message);
    }
    return result;
}

// ---- curves ----

// Over the probes with motion:
// - the largest iteration count, the largest final error, and the shortest time to the end (a lower bound even on a busy machine)
// - the iteration count from which all errors stay at or below the target (0: not reached), and the largest error from there on
// - the median time at that iteration, or at the last one
static const char CURVE[] =
    "WITH own AS MATERIALIZED (SELECT step, iteration, error, time_ms FROM temp.curve WHERE case_id = ?1 AND build_id = ?2),"
    " last AS (SELECT step, max(iteration) AS done, error, time_ms FROM own GROUP BY step),"
    " met AS (SELECT l.*, coalesce((SELECT max(o.iteration) FROM own AS o WHERE o.step = l.step AND (o.error IS NULL OR o.error > ?3)), 0)"
    "  AS missed FROM last AS l WHERE l.error IS NOT NULL),"
    " need AS (SELECT CASE WHEN min(missed < done) THEN max(missed) + 1 ELSE 0 END AS iteration FROM met),"
    " clock AS (SELECT o.time_ms, row_number() OVER (ORDER BY o.time_ms) AS rank, count(*) OVER () AS n"
    "  FROM own AS o JOIN last AS l ON l.step = o.step JOIN need WHERE o.time_ms IS NOT NULL AND need.iteration > 0"
    "  AND o.iteration = min(need.iteration, l.done))"
    " SELECT coalesce(max(done), 0), max(error), min(time_ms), (SELECT iteration FROM need),"
    " (SELECT max(o.error) FROM own AS o JOIN met AS m ON m.step = o.step AND m.missed < m.done WHERE o.iteration > m.missed),"
    " (SELECT avg(time_ms) FROM clock WHERE rank IN ((n + 1) / 2, n / 2 + 1)) FROM met";

static Status read_curve(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    SQL_STATEMENT *query = NULL;
    Status         status = sql_query(store_handle(r->store), &query, CURVE, "iir", case_id, build, r->search->settings->error);
    if (sql_next(query, &status)) {
        t->done = sqlite3_column_int(query, 0);
        t->error = sql_number(query, 1);
        t->end_ms = sql_number(query, 2);
        t->needed = sqlite3_column_int(query, 3);
        t->needed_error = sql_number(query, 4);
        t->needed_ms = sql_number(query, 5);
    }
    return status;
}

static Status read_trajectory(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    SQL_STATEMENT *query = NULL;
    Status         status =
        sql_query(store_handle(r->store), &query,
                  "SELECT trajectory_error FROM final_trajectory_error WHERE case_id = ? AND build_id = ? ORDER BY repetition_id DESC",
                  "ii", case_id, build);
    if (sql_next(query, &status))
        t->error = sql_number(query, 0);
    t->done = t->iterations;
    t->needed = t->error <= r->search->settings->error ? t->iterations : 0;
    t->needed_error = t->error;
    return status;
}

// The time of a whole step, including all its substeps or shorter steps. *first: of the first process.
static void read_times(const Reading *r, int64_t case_id, int64_t build, Trial *t, double *first)
{
    const bool shorter = !advise_parts_name(&r->search->entrants[t->entrant].candidate);
    double     values[VALUES_MAX];
    int        count = 0;
    for (int i = 0; i < r->time_count && count < VALUES_MAX; i++)
        if (r->times[i].case_id == case_id && r->times[i].build == build)
            values[count++] = r->times[i].ms * (shorter ? t->parts : 1);
    *first = count ? values[0] : NAN;
    t->ms = estimate_make(values, count, true);
}

static Status read_trial(const Reading *r, const Case *setup, Trial *t)
{
    int64_t case_id = 0, build = 0;
    char    chosen[64] = "";
    double  first = NAN;
    t->done = t->needed = 0;
    t->error = t->needed_error = t->end_ms = t->needed_ms = NAN;
    t->ms = estimate_make(NULL, 0, true);
    *t->message = '\0';
    TRY(store_find_case(r->store, setup->key, &case_id));
    TRY(read_outcome(r->store, case_id, &build, t));
    if (!build)
        return status_ok();
    TRY(store_chosen(r->store, case_id, build, chosen, sizeof chosen));
    t->chosen = *chosen ? linsys_find(chosen) : NULL;
    read_times(r, case_id, build, t, &first);
    if (r->search->settings->of == ADVISE_TRAJECTORY) {
        TRY(read_trajectory(r, case_id, build, t));
        t->end_ms = first;
        t->needed_ms = t->needed ? first : NAN;
        return status_ok();
    }
    return read_curve(r, case_id, build, t);
}

Status search_read(Search *s, const Experiment *experiment)
{
    Reading r = {.search = s};
    ASSERT(experiment->case_count == s->trial_count);
    TRY(store_open(s->settings->database, STORE_READ, &r.store));
    Status status = store_step_times(r.store, &r.times, &r.time_count);
    if (status.code == STATUS_OK && s->settings->of == ADVISE_STEP)
        status = sql_exec(store_handle(r.store), "CREATE TEMP TABLE curve AS SELECT * FROM probe_curve;"
                                                 "CREATE INDEX temp.curve_case ON curve (case_id, build_id, step)");
    for (int i = 0; i < s->trial_count && status.code == STATUS_OK; i++)
        status = read_trial(&r, &experiment->cases[i].setup, &s->trials[i]);
    free(r.times);
    store_close(r.store);
    return status;
}
