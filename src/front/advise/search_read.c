// What the store has of the cases: how they ended, the curves of their probes, and their times.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/statistics.h"
#include "store/sql.h"

enum { VALUES_MAX = 256 };

typedef struct Reading {
    Search        *search;
    Store         *store;
    StoreStepTime *times;
    int            time_count;
} Reading;

// The build that measured the case last. *build 0: none has.
static Status read_outcome(Store *store, int64_t case_id, int64_t *build, Trial *t)
{
    sqlite3_stmt *query = NULL;
    const char   *status = "", *message = "";
    *build = 0;
    t->status = CASE_PENDING;
    TRY(sql_prepare(store_handle(store),
                    "SELECT build_id, status, message FROM outcome WHERE case_id = ? ORDER BY updated DESC, build_id DESC", &query));
    Status result = sql_bind(query, "i", case_id);
    if (result.code == STATUS_OK && sqlite3_step(query) == SQLITE_ROW) {
        *build = sqlite3_column_int64(query, 0);
        result = sql_text(query, 1, &status);
        t->status = case_status_find(status);
        if (result.code == STATUS_OK)
            result = sql_text(query, 2, &message);
        snprintf(t->message, sizeof t->message, "%s", message);
    }
    sqlite3_finalize(query);
    return result;
}

// The number of iterations from which on the error is met, at each probe; and of all probes the most.
typedef struct Curve {
    int64_t step;
    int     count;       // iterates so far
    int     above;       // the last of them that does not reach the error; −1: none
    double  last, after; // errors: of the last, and the largest behind `above`
} Curve;

static void end_curve(Trial *t, const Curve *curve, bool *all_reached)
{
    if (curve->count == 0 || isnan(curve->last))
        return; // nothing moves in this step
    const bool reached = curve->above + 1 < curve->count;
    const int  needed = curve->above + 1 > 1 ? curve->above + 1 : 1;
    *all_reached = *all_reached && reached;
    t->done = t->done > curve->count - 1 ? t->done : curve->count - 1;
    t->error = isnan(t->error) ? curve->last : fmax(t->error, curve->last);
    if (reached) {
        t->needed = t->needed > needed ? t->needed : needed;
        t->needed_error = isnan(t->needed_error) ? curve->after : fmax(t->needed_error, curve->after);
    }
}

static const char CURVE_SQL[] = "SELECT i.step, i.error_of_start FROM iterate AS i JOIN repetition AS r ON r.id = i.repetition_id "
                                "WHERE r.case_id = ? AND r.build_id = ? AND i.probe = 1 AND i.substep = 0 AND r.id = "
                                "(SELECT max(id) FROM repetition AS m WHERE m.case_id = r.case_id AND m.build_id = r.build_id AND "
                                "m.pass = 'measured') ORDER BY i.step, i.id";

static Status read_curve(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    sqlite3_stmt *query = NULL;
    Curve         curve = {.step = -1};
    bool          all_reached = true;
    int           row = 0;
    TRY(sql_prepare(store_handle(r->store), CURVE_SQL, &query));
    const Status status = sql_bind(query, "ii", case_id, build);
    while (status.code == STATUS_OK && (row = sqlite3_step(query)) == SQLITE_ROW) {
        const int64_t step = sqlite3_column_int64(query, 0);
        const double  error = sql_number(query, 1);
        if (step != curve.step) {
            end_curve(t, &curve, &all_reached);
            curve = (Curve){.step = step, .above = -1};
        }
        if (!(error <= r->search->settings->error)) {
            curve.above = curve.count;
            curve.after = 0;
        } else {
            curve.after = fmax(curve.after, error);
        }
        curve.last = error;
        curve.count++;
    }
    end_curve(t, &curve, &all_reached);
    if (!all_reached)
        t->needed = 0;
    sqlite3_finalize(query);
    return status.code == STATUS_OK && row != SQLITE_DONE ? sql_error(store_handle(r->store), "cannot be read") : status;
}

// From the start of a probe to its iterate, or to its last one, of all probes and their rounds but the warm-up: the least, which is a bound
// whatever else ran meanwhile, or the median. Of the first process alone: those that were added later to tell the best apart must not
// change who they are when the search is repeated.
static const char CLOCK_SQL[] = "SELECT json_extract(p.iteration_ns, '$[' || (min(?3, json_array_length(p.iteration_ns)) - 1) || ']') "
                                "FROM probe AS p JOIN repetition AS r ON r.id = p.repetition_id WHERE r.id = "
                                "(SELECT min(f.id) FROM probe AS q JOIN repetition AS f ON f.id = q.repetition_id WHERE f.case_id = ?1 "
                                "AND f.build_id = ?2 AND q.ns IS NOT NULL) "
                                "AND p.ns IS NOT NULL AND json_array_length(p.iteration_ns) > 0 AND (p.round > 0 OR NOT EXISTS "
                                "(SELECT 1 FROM probe AS o WHERE o.repetition_id = p.repetition_id AND o.step = p.step AND o.round > 0))";

static Status read_clock(const Reading *r, int64_t case_id, int64_t build, int iteration, bool least, double *out)
{
    sqlite3_stmt *query = NULL;
    double        values[VALUES_MAX];
    int           count = 0, row = 0;
    *out = NAN;
    if (iteration < 1)
        return status_ok();
    TRY(sql_prepare(store_handle(r->store), CLOCK_SQL, &query));
    const Status status = sql_bind(query, "iii", case_id, build, (int64_t)iteration);
    while (status.code == STATUS_OK && (row = sqlite3_step(query)) == SQLITE_ROW) {
        const double ns = sql_number(query, 0);
        if (!isnan(ns) && count < VALUES_MAX)
            values[count++] = ns * 1e-6;
    }
    statistics_sort(values, count);
    if (count > 0)
        *out = statistics_quantile(values, count, least ? 0 : 0.5);
    sqlite3_finalize(query);
    return status.code == STATUS_OK && row != SQLITE_DONE ? sql_error(store_handle(r->store), "cannot be read") : status;
}

static Status read_trajectory(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(store_handle(r->store),
                    "SELECT f.error FROM frame AS f JOIN repetition AS r ON r.id = f.repetition_id WHERE r.case_id = ? AND "
                    "r.build_id = ? AND f.error IS NOT NULL ORDER BY r.id DESC, f.step DESC",
                    &query));
    const Status status = sql_bind(query, "ii", case_id, build);
    if (status.code == STATUS_OK && sqlite3_step(query) == SQLITE_ROW)
        t->error = sql_number(query, 0);
    sqlite3_finalize(query);
    t->done = t->iterations;
    t->needed = t->error <= r->search->settings->error ? t->iterations : 0;
    t->needed_error = t->error;
    return status;
}

// Of a whole step, however it is divided. *first: of the first process.
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
    TRY(read_curve(r, case_id, build, t));
    TRY(read_clock(r, case_id, build, t->done, true, &t->end_ms));
    return t->needed ? read_clock(r, case_id, build, t->needed, false, &t->needed_ms) : status_ok();
}

Status search_read(Search *s, const Experiment *experiment)
{
    Reading r = {.search = s};
    ASSERT(experiment->case_count == s->trial_count);
    TRY(store_open(s->settings->database, STORE_READ, &r.store));
    Status status = store_step_times(r.store, &r.times, &r.time_count);
    for (int i = 0; i < s->trial_count && status.code == STATUS_OK; i++)
        status = read_trial(&r, &experiment->cases[i].setup, &s->trials[i]);
    free(r.times);
    store_close(r.store);
    return status;
}
