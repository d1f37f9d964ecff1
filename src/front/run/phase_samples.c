#include "run/phase_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "case/row.h"
#include "store/sql.h"

void phase_samples_destroy(PhaseSamples *samples)
{
    free(samples->samples);
    *samples = (PhaseSamples){0};
}

static Status add(PhaseSamples *s, int threads, int phase, double ns)
{
    if (s->count == s->room) {
        const int    room = s->room ? 2 * s->room : 256;
        PhaseSample *samples = realloc(s->samples, (size_t)room * sizeof *samples);
        if (!samples)
            return status_make(STATUS_MEMORY, "out of memory for the times of %d phases", room);
        s->samples = samples;
        s->room = room;
    }
    s->samples[s->count++] = (PhaseSample){.threads = threads, .phase = phase, .ns = ns};
    return status_ok();
}

// PHASE_COUNT for a name that is none.
static int phase_of(const char *name)
{
    int phase = 0;
    while (phase < PHASE_COUNT && strcmp(phase_name((Phase)phase), name) != 0)
        phase++;
    return phase;
}

static Status add_row(PhaseSamples *samples, int threads, const json_t *row)
{
    const char *name = NULL;
    json_t     *ns = NULL;
    TRY(add(samples, threads, PHASE_SAMPLES_STEP, json_number_value(json_object_get(row, "ns"))));
    json_object_foreach(json_object_get(row, "phase_ns"), name, ns)
    {
        if (phase_of(name) < PHASE_COUNT)
            TRY(add(samples, threads, phase_of(name), json_number_value(ns)));
    }
    return status_ok();
}

static int64_t step_of(const json_t *row)
{
    return row_kind(row) == ROW_PHASES ? json_integer_value(json_object_get(row, "step")) : -1;
}

Status phase_samples_add_rows(PhaseSamples *samples, int threads, const json_t *rows, size_t first)
{
    int64_t least = 0;
    for (size_t i = first; i < json_array_size(rows); i++)
        least = step_of(json_array_get(rows, i)) > 0 ? 1 : least;
    for (size_t i = first; i < json_array_size(rows); i++)
        if (step_of(json_array_get(rows, i)) >= least)
            TRY(add_row(samples, threads, json_array_get(rows, i)));
    return status_ok();
}

static Status read_case(sqlite3 *db, const char *label, Case *out)
{
    sqlite3_stmt *query = NULL;
    const char   *text = NULL;
    Status        status = sql_prepare(db, "SELECT json_set(json, '$.params.threads', 1) FROM cases WHERE label = ?", &query);
    if (status.code == STATUS_OK)
        status = sql_bind(query, "t", label);
    if (status.code == STATUS_OK && sqlite3_step(query) != SQLITE_ROW)
        status = status_make(STATUS_INPUT, "no case of the store has the label `%.200s`; `weft export DB --table cases` lists them", label);
    if (status.code == STATUS_OK)
        status = sql_text(query, 0, &text);
    if (status.code == STATUS_OK) {
        json_t *json = json_loads(text, 0, NULL);
        status = json ? case_from_json(json, out) : status_make(STATUS_INPUT, "the case `%.200s` cannot be read", label);
        json_decref(json);
    }
    sqlite3_finalize(query);
    return status;
}

static Status read_times(sqlite3 *db, const char *label, PhaseSamples *samples)
{
    sqlite3_stmt *query = NULL;
    Status        status = sql_prepare(db,
                                       "SELECT json_extract(c.json, '$.params.threads'), p.phase, p.ns, p.step_ns FROM cases AS c JOIN repetition "
                                              "AS r ON r.case_id = c.id "
                                              "JOIN phase AS p ON p.repetition_id = r.id WHERE p.step > 0 AND json_remove(c.json, '$.params.threads') = "
                                              "(SELECT json_remove(json, '$.params.threads') FROM cases WHERE label = ?)",
                                       &query);
    if (status.code == STATUS_OK)
        status = sql_bind(query, "t", label);
    int code = SQLITE_DONE;
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW) {
        const char *name = NULL;
        const int   threads = sqlite3_column_int(query, 0);
        status = sql_text(query, 1, &name);
        if (status.code == STATUS_OK && phase_of(name) < PHASE_COUNT)
            status = add(samples, threads, phase_of(name), sql_number(query, 2));
        if (status.code == STATUS_OK) // once for each phase of the step, which leaves the median as it is
            status = add(samples, threads, PHASE_SAMPLES_STEP, sql_number(query, 3));
    }
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(db, "the phases of the store cannot be read");
    sqlite3_finalize(query);
    return status;
}

Status phase_samples_read(Store *store, const char *label, PhaseSamples *samples, Case *out)
{
    TRY(read_case(store_handle(store), label, out));
    return read_times(store_handle(store), label, samples);
}

double phase_samples_median(const PhaseSamples *s, int threads, int phase)
{
    double *values = calloc((size_t)s->count + 1, sizeof *values), median = NAN;
    int     count = 0;
    for (int i = 0; values && i < s->count; i++)
        if (s->samples[i].threads == threads && s->samples[i].phase == phase)
            values[count++] = s->samples[i].ns;
    if (count > 0)
        median = statistics_median(values, count);
    free(values);
    return median;
}
