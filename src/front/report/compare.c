#include "report/compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "report/private/number.h"
#include "store/sql.h"

enum { ROUNDS = 4000, ENOUGH = 3, LABEL_MAX = 160 };

// The repetitions of one case: each by its median step time, ms.
typedef struct Sample {
    char    key[64], label[LABEL_MAX];
    int     count;
    int     unconverged; // steps without convergence in a repetition
    char    findings[LABEL_MAX];
    double *ms; // [count], in Side.ms
} Sample;

typedef struct Side {
    int     count, room, value_count, value_room;
    Sample *samples; // by key
    double *ms;
} Side;

// Each case with the build that measured it last.
static const char QUERY[] =
    "SELECT m.case_key, m.label, m.step_ms, r.unconverged_steps, o.findings FROM repetition_median AS m JOIN repetition AS r ON r.id = "
    "m.repetition_id"
    " JOIN (SELECT case_id, build_id, row_number() OVER (PARTITION BY case_id ORDER BY max(id) DESC) AS rank FROM repetition"
    "       WHERE pass = 'timed' GROUP BY case_id, build_id) AS l"
    " ON l.case_id = m.case_id AND l.build_id = m.build_id AND l.rank = 1"
    " LEFT JOIN case_outcome AS o ON o.case_id = m.case_id AND o.build_id = m.build_id ORDER BY m.case_key, m.repetition";

static void side_free(Side *side)
{
    free(side->samples);
    free(side->ms);
}

static Status add_value(Side *side, const char *key, const char *label, double ms, int unconverged, const char *findings)
{
    if (side->value_count == side->value_room) {
        side->value_room = side->value_room ? 2 * side->value_room : 256;
        double *values = realloc(side->ms, (size_t)side->value_room * sizeof *values);
        if (!values)
            return status_make(STATUS_MEMORY, "out of memory for a comparison");
        side->ms = values;
    }
    if (side->count == side->room) {
        side->room = side->room ? 2 * side->room : 64;
        Sample *samples = realloc(side->samples, (size_t)side->room * sizeof *samples);
        if (!samples)
            return status_make(STATUS_MEMORY, "out of memory for a comparison");
        side->samples = samples;
    }
    if (side->count == 0 || strcmp(side->samples[side->count - 1].key, key) != 0) {
        Sample *sample = &side->samples[side->count++];
        *sample = (Sample){0};
        snprintf(sample->key, sizeof sample->key, "%s", key);
        snprintf(sample->label, sizeof sample->label, "%s", label);
    }
    side->samples[side->count - 1].count++;
    side->samples[side->count - 1].unconverged = unconverged;
    snprintf(side->samples[side->count - 1].findings, LABEL_MAX, "%s", findings ? findings : "");
    side->ms[side->value_count++] = ms;
    return status_ok();
}

static Status read_side(Store *store, Side *side)
{
    sqlite3_stmt *query = NULL;
    Status        status = sql_prepare(store_handle(store), QUERY, &query);
    int           code = SQLITE_DONE;
    while (status.code == STATUS_OK && (code = sqlite3_step(query)) == SQLITE_ROW)
        status = add_value(side, (const char *)sqlite3_column_text(query, 0), (const char *)sqlite3_column_text(query, 1),
                           sqlite3_column_double(query, 2), sqlite3_column_int(query, 3), (const char *)sqlite3_column_text(query, 4));
    if (status.code == STATUS_OK && code != SQLITE_DONE)
        status = sql_error(store_handle(store), "cannot be read");
    sqlite3_finalize(query);
    double *at = side->ms; // only now: the array is no longer reallocated
    for (int i = 0; i < side->count; i++) {
        side->samples[i].ms = at;
        at += side->samples[i].count;
    }
    return status;
}

static Status print_pair(const Sample *a, const Sample *b, int width, double *log_sum, FILE *out)
{
    const double seconds[2] = {statistics_median(a->ms, a->count), statistics_median(b->ms, b->count)};
    const double ratio = seconds[1] / seconds[0];
    char         first[NUMBER_TEXT], second[NUMBER_TEXT], interval_text[2 * NUMBER_TEXT] = "-";
    const char  *verdict = "too few repetitions";
    number_format(seconds[0], first);
    number_format(seconds[1], second);
    if (a->count >= ENOUGH && b->count >= ENOUGH) {
        double interval[2];
        if (!statistics_ratio_interval(a->ms, a->count, b->ms, b->count, ROUNDS, 1, interval))
            return status_make(STATUS_MEMORY, "out of memory for a comparison");
        snprintf(interval_text, sizeof interval_text, "%.3f-%.3f", interval[0], interval[1]);
        verdict = interval[1] < 1 ? "faster" : interval[0] > 1 ? "slower" : "same";
    }
    fprintf(out, "%-*s %9s %9s %7.3f %13s  %s", width, a->label, first, second, ratio, interval_text, verdict);
    if (a->unconverged || b->unconverged)
        fprintf(out, "; steps without convergence: A %d, B %d", a->unconverged, b->unconverged);
    if (*a->findings || *b->findings)
        fprintf(out, "; found: A %s, B %s", *a->findings ? a->findings : "nothing", *b->findings ? b->findings : "nothing");
    putc('\n', out);
    *log_sum += log(ratio);
    return status_ok();
}

static int label_width(const Side *a)
{
    size_t width = 4;
    for (int i = 0; i < a->count; i++)
        width = strlen(a->samples[i].label) > width ? strlen(a->samples[i].label) : width;
    return (int)width;
}

// Both sides are sorted by key: one walk over both.
static Status print_all(const Side *a, const Side *b, FILE *out)
{
    int       only_a = 0, only_b = 0, both = 0;
    double    log_sum = 0;
    const int width = label_width(a);
    for (int i = 0, k = 0; i < a->count || k < b->count;) {
        const int order = i == a->count ? 1 : k == b->count ? -1 : strcmp(a->samples[i].key, b->samples[k].key);
        if (order == 0 && both++ == 0)
            fprintf(out, "%-*s %9s %9s %7s %13s\n", width, "case", "A ms", "B ms", "B/A", "95 %");
        if (order == 0)
            TRY(print_pair(&a->samples[i], &b->samples[k], width, &log_sum, out));
        only_a += order < 0;
        only_b += order > 0;
        i += order <= 0;
        k += order >= 0;
    }
    if (both == 0)
        return status_make(STATUS_INPUT,
                           "no case is measured in both databases (%d only in the first, %d only in the second); compare "
                           "runs of the same experiment and scenes",
                           only_a, only_b);
    fprintf(out, "\n%d case%s in both, geometric mean of B/A %.3f; %d only in A, %d only in B\n", both, both == 1 ? "" : "s",
            exp(log_sum / both), only_a, only_b);
    return fflush(out) == 0 && !ferror(out) ? status_ok() : status_make(STATUS_IO, "the comparison cannot be written: %s", strerror(errno));
}

Status report_compare(Store *a, Store *b, FILE *out)
{
    Side   first = {0}, second = {0};
    Status status = read_side(a, &first);
    if (status.code == STATUS_OK)
        status = read_side(b, &second);
    if (status.code == STATUS_OK)
        status = print_all(&first, &second, out);
    side_free(&first);
    side_free(&second);
    return status;
}
