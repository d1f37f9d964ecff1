// What the store has of the cases: how they ended, the curves of their probes, and their times.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "advise/private/search.h"
#include "base/statistics.h"
#include "store/sql.h"

enum { VALUES_MAX = 256 };

// An iterate of a probe.
typedef struct Point {
    int64_t case_id, build;
    int     step, iteration; // iteration from 1
    double  error, ms;       // of that at the start of the step; from there, in the first process that timed it
} Point;

typedef struct Reading {
    Search        *search;
    Store         *store;
    StoreStepTime *times;
    Point         *points; // sorted by case, build, step and iteration
    int            time_count, point_count;
} Reading;

// The build that measured the case last. *build 0: none has.
static Status read_outcome(Store *store, int64_t case_id, int64_t *build, Trial *t)
{
    sqlite3_stmt *query = NULL;
    const char   *status = "", *message = "";
    *build = 0;
    t->status = CASE_PENDING;
    TRY(sql_prepare(store_handle(store),
                    "SELECT build_id, status, message FROM case_outcome WHERE case_id = ? ORDER BY updated DESC, build_id DESC", &query));
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

// ---- curves ----

// Processes that were added later to separate the best must not change which ones these are when the search is repeated: clocks are of the
// first one.
static const char CURVES[] = "WITH latest AS MATERIALIZED (SELECT max(repetition_id) AS id FROM measured_repetition WHERE pass = "
                             "'measured' GROUP BY case_id, build_id),"
                             " clock AS MATERIALIZED (SELECT case_id, build_id, step, iteration, time_ms,"
                             "  rank() OVER (PARTITION BY case_id, build_id ORDER BY repetition_id) AS rank FROM probe_clock)"
                             " SELECT c.case_id, c.build_id, c.step, c.iteration, c.error_of_start, k.time_ms"
                             " FROM convergence AS c JOIN latest ON latest.id = c.repetition_id"
                             " LEFT JOIN clock AS k ON k.case_id = c.case_id AND k.build_id = c.build_id AND k.step = c.step AND "
                             "k.iteration = c.iteration AND k.rank = 1"
                             " WHERE c.probe = 1 AND c.substep = 0 AND c.iteration > 0 ORDER BY c.case_id, c.build_id, c.step, c.iteration";

static Status add_point(Reading *r, int *room, const Point *point)
{
    if (r->point_count == *room) {
        *room = *room ? 2 * *room : 1024;
        Point *grown = realloc(r->points, (size_t)*room * sizeof *grown);
        if (!grown)
            return status_make(STATUS_MEMORY, "out of memory for the curves of an advice");
        r->points = grown;
    }
    r->points[r->point_count++] = *point;
    return status_ok();
}

static Status read_curves(Reading *r)
{
    sqlite3_stmt *query = NULL;
    int           row = SQLITE_DONE, room = 0;
    TRY(sql_prepare(store_handle(r->store), CURVES, &query));
    Status status = status_ok();
    while (status.code == STATUS_OK && (row = sqlite3_step(query)) == SQLITE_ROW)
        status = add_point(r, &room,
                           &(Point){.case_id = sqlite3_column_int64(query, 0),
                                    .build = sqlite3_column_int64(query, 1),
                                    .step = sqlite3_column_int(query, 2),
                                    .iteration = sqlite3_column_int(query, 3),
                                    .error = sql_number(query, 4),
                                    .ms = sql_number(query, 5)});
    if (status.code == STATUS_OK && row != SQLITE_DONE)
        status = sql_error(store_handle(r->store), "cannot be read");
    sqlite3_finalize(query);
    return status;
}

// The points of a case, which are together.
static const Point *points_of(const Reading *r, int64_t case_id, int64_t build, int *count)
{
    int first = 0, end = 0;
    while (first < r->point_count && (r->points[first].case_id != case_id || r->points[first].build != build))
        first++;
    for (end = first; end < r->point_count && r->points[end].case_id == case_id && r->points[end].build == build;)
        end++;
    *count = end - first;
    return r->points + first;
}

// One probe: the number of iterations from which on the error is met; of all probes the most.
static void take_probe(const Point *points, int count, double wanted, Trial *t, bool *all_reached)
{
    int    above = 0; // the last iteration that does not meet it
    double after = 0; // the largest error behind it
    if (isnan(points[count - 1].error))
        return; // nothing moves in this step
    for (int i = 0; i < count; i++) {
        const bool met = points[i].error <= wanted;
        above = met ? above : i + 1;
        after = met ? fmax(after, points[i].error) : 0;
    }
    const bool reached = above < count;
    *all_reached = *all_reached && reached;
    t->done = t->done > count ? t->done : count;
    t->error = isnan(t->error) ? points[count - 1].error : fmax(t->error, points[count - 1].error);
    t->end_ms = fmin(t->end_ms, points[count - 1].ms); // the least is a bound whatever else ran meanwhile
    if (reached) {
        t->needed = t->needed > above + 1 ? t->needed : above + 1;
        t->needed_error = isnan(t->needed_error) ? after : fmax(t->needed_error, after);
    }
}

// The median over the probes of the clock at the iteration that all of them need, or at their last one.
static double clock_at(const Point *points, int count, int iteration)
{
    double values[VALUES_MAX];
    int    clocks = 0;
    for (int i = 0; i < count; i++) {
        const bool last = i + 1 == count || points[i + 1].step != points[i].step;
        if ((points[i].iteration == iteration || (last && points[i].iteration < iteration)) && !isnan(points[i].ms) && clocks < VALUES_MAX)
            values[clocks++] = points[i].ms;
    }
    return clocks ? statistics_median(values, clocks) : NAN;
}

static void take_curve(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    bool         all_reached = true;
    int          count = 0;
    const Point *points = points_of(r, case_id, build, &count);
    for (int i = 0, from = 0; i < count; i++)
        if (i + 1 == count || points[i + 1].step != points[i].step) {
            take_probe(points + from, i + 1 - from, r->search->settings->error, t, &all_reached);
            from = i + 1;
        }
    if (!all_reached)
        t->needed = 0;
    if (t->needed)
        t->needed_ms = clock_at(points, count, t->needed);
}

static Status read_trajectory(const Reading *r, int64_t case_id, int64_t build, Trial *t)
{
    sqlite3_stmt *query = NULL;
    TRY(sql_prepare(store_handle(r->store),
                    "SELECT trajectory_error FROM final_trajectory_error WHERE case_id = ? AND build_id = ? ORDER BY repetition_id DESC",
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
    take_curve(r, case_id, build, t);
    return status_ok();
}

Status search_read(Search *s, const Experiment *experiment)
{
    Reading r = {.search = s};
    ASSERT(experiment->case_count == s->trial_count);
    TRY(store_open(s->settings->database, STORE_READ, &r.store));
    Status status = store_step_times(r.store, &r.times, &r.time_count);
    if (status.code == STATUS_OK && s->settings->of == ADVISE_STEP)
        status = read_curves(&r);
    for (int i = 0; i < s->trial_count && status.code == STATUS_OK; i++)
        status = read_trial(&r, &experiment->cases[i].setup, &s->trials[i]);
    free(r.times);
    free(r.points);
    store_close(r.store);
    return status;
}
