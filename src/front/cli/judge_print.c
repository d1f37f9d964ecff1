#include "cli/private/judge_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "case/protocol.h"
#include "cli/private/single.h"

// A number of a frame: a field of the row of a kind that the worker wrote at its end.
typedef struct Column {
    const char *name; // in CSV and JSON
    RowKind     kind;
    const char *reference; // of a row `deviation`; else NULL
    const char *field;     // NULL: the sum of the three energies
    int         axis;      // of a vector; −1: a number
    const char *title;     // in the table; NULL: not there
} Column;

#define VECTOR(name, kind, field) \
    {name "_x", kind, NULL, field, 0, NULL}, {name "_y", kind, NULL, field, 1, NULL}, \
    { \
        name "_z", kind, NULL, field, 2, NULL \
    }

static const Column COLUMNS[] = {{"trajectory_error", ROW_FRAME, NULL, "error", -1, "trajectory"},
                                 {"weighted_trajectory_error", ROW_FRAME, NULL, "weighted_error", -1, NULL},
                                 {"reference_error", ROW_FRAME, NULL, "reference_error", -1, NULL},
                                 {"trajectory_particle", ROW_DEVIATION, "trajectory", "particle", -1, NULL},
                                 {"trajectory_distance", ROW_DEVIATION, "trajectory", "distance", -1, NULL},
                                 {"trajectory_median", ROW_DEVIATION, "trajectory", "median", -1, NULL},
                                 {"error", ROW_ITERATE, NULL, "error", -1, "step"},
                                 {"error_of_start", ROW_ITERATE, NULL, "error_of_start", -1, NULL},
                                 {"weighted_error", ROW_ITERATE, NULL, "weighted_error", -1, NULL},
                                 {"step_particle", ROW_DEVIATION, "step", "particle", -1, NULL},
                                 {"step_distance", ROW_DEVIATION, "step", "distance", -1, NULL},
                                 {"step_median", ROW_DEVIATION, "step", "median", -1, NULL},
                                 {"gradient", ROW_ITERATE, NULL, "gradient", -1, "gradient"},
                                 {"objective", ROW_ITERATE, NULL, "objective", -1, NULL},
                                 {"gap", ROW_ITERATE, NULL, "gap", -1, NULL},
                                 {"energy", ROW_FRAME, NULL, NULL, -1, "energy"},
                                 {"kinetic", ROW_FRAME, NULL, "kinetic", -1, NULL},
                                 {"elastic", ROW_FRAME, NULL, "elastic", -1, NULL},
                                 {"potential", ROW_FRAME, NULL, "potential", -1, NULL},
                                 VECTOR("momentum", ROW_FRAME, "momentum"),
                                 VECTOR("angular", ROW_FRAME, "angular"),
                                 VECTOR("centre", ROW_FRAME, "centre"),
                                 {"constraint_max", ROW_FRAME, NULL, "constraint_max", -1, "max |C|"},
                                 {"constraint_rms", ROW_FRAME, NULL, "constraint_rms", -1, NULL},
                                 {"volume_error", ROW_FRAME, NULL, "volume_error", -1, NULL},
                                 {"area_error", ROW_FRAME, NULL, "area_error", -1, NULL},
                                 {"bending_error", ROW_FRAME, NULL, "bending_error", -1, NULL},
                                 {"found", ROW_CONTACT, NULL, "found", -1, NULL},
                                 {"missed", ROW_CONTACT, NULL, "missed", -1, NULL},
                                 {"penetration_max", ROW_CONTACT, NULL, "penetration_max", -1, "depth"},
                                 {"penetration_mean", ROW_CONTACT, NULL, "penetration_mean", -1, NULL},
                                 {"crossings", ROW_CONTACT, NULL, "crossings", -1, NULL}};
enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS, SHOWN_MAX = 20, LABEL_WIDTH = 12 };

// ---- the rows of a step ----

typedef struct StepRows {
    const json_t *of[ROW_KINDS], *trajectory, *step; // the last two: deviations
} StepRows;

static bool is_of(const json_t *row, const char *reference)
{
    const char *text = json_string_value(json_object_get(row, "reference"));
    return text && strcmp(text, reference) == 0;
}

// Goes through the rows from *at to the end of a step, which is its row `frame`. False after the last.
static bool next_step(const json_t *rows, size_t *at, StepRows *out)
{
    *out = (StepRows){.trajectory = NULL};
    while (*at < json_array_size(rows)) {
        const json_t *row = json_array_get(rows, (*at)++);
        const RowKind kind = row_kind(row);
        if (kind == ROW_DEVIATION && is_of(row, "step"))
            out->step = row;
        else if (kind == ROW_DEVIATION)
            out->trajectory = row;
        else if (kind < ROW_KINDS)
            out->of[kind] = row;
        if (kind == ROW_FRAME)
            return true;
    }
    return false;
}

static double number_or_nan(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

// NaN: it is not known.
static double value_of(const StepRows *rows, const Column *column)
{
    const json_t *row = rows->of[column->kind];
    if (!column->field)
        return number_or_nan(json_object_get(row, "kinetic")) + number_or_nan(json_object_get(row, "elastic")) +
               number_or_nan(json_object_get(row, "potential"));
    if (column->kind == ROW_DEVIATION)
        row = strcmp(column->reference, "step") == 0 ? rows->step : rows->trajectory;
    const json_t *value = json_object_get(row, column->field);
    return number_or_nan(column->axis < 0 ? value : json_array_get(value, (size_t)column->axis));
}

static long long frame_of(const StepRows *rows)
{
    return (long long)json_integer_value(json_object_get(rows->of[ROW_FRAME], "step")) + 1;
}

static double time_of(const StepRows *rows)
{
    return json_number_value(json_object_get(rows->of[ROW_FRAME], "time_s"));
}

// Whether some step has a number in the column.
static bool is_known(const json_t *rows, const Column *column)
{
    StepRows step;
    for (size_t at = 0; next_step(rows, &at, &step);)
        if (isfinite(value_of(&step, column)))
            return true;
    return false;
}

// ---- CSV ----

static void put_number(FILE *out, double value)
{
    char text[40] = "";
    if (isfinite(value))
        text_from_double(value, text, sizeof text);
    fputs(text, out);
}

Status judge_write_csv(const Judged *j, const char *path)
{
    FileDraft draft;
    StepRows  step;
    bool      known[COLUMN_COUNT];
    TRY(file_begin_given(path, &draft));
    fprintf(draft.stream, "frame,time_s");
    for (int i = 0; i < COLUMN_COUNT; i++) {
        known[i] = is_known(j->rows, &COLUMNS[i]);
        if (known[i])
            fprintf(draft.stream, ",%s", COLUMNS[i].name);
    }
    fprintf(draft.stream, "\n");
    for (size_t at = 0; next_step(j->rows, &at, &step);) {
        fprintf(draft.stream, "%lld,", frame_of(&step));
        put_number(draft.stream, time_of(&step));
        for (int i = 0; i < COLUMN_COUNT; i++)
            if (known[i]) {
                fputc(',', draft.stream);
                put_number(draft.stream, value_of(&step, &COLUMNS[i]));
            }
        fprintf(draft.stream, "\n");
    }
    return file_commit(&draft);
}

// ---- the worst ----

// The farthest that a particle was from one of the two references.
typedef struct Worst {
    const json_t *row;   // `deviation`; NULL: there is none
    double        since; // s, the end of the first step of those up to it in which the same particle was the farthest, far above the others
} Worst;

static double number(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

// Of a run of steps: the same particle, ten times as far as the median, and no small part of `of`.
static bool stands_out(const json_t *row, const json_t *of)
{
    return json_equal(json_object_get(row, "particle"), json_object_get(of, "particle")) &&
           number(row, "distance") > 10 * number(row, "median") && number(row, "distance") > 0.1 * number(of, "distance");
}

static const json_t *deviation_of(const StepRows *rows, bool of_step)
{
    return of_step ? rows->step : rows->trajectory;
}

static Worst find_worst(const json_t *rows, bool of_step)
{
    Worst    worst = {.row = NULL};
    StepRows step;
    bool     running = false;
    for (size_t at = 0; next_step(rows, &at, &step);) {
        const json_t *row = deviation_of(&step, of_step);
        if (row && (!worst.row || number(row, "distance") > number(worst.row, "distance")))
            worst.row = row;
    }
    for (size_t at = 0; worst.row && next_step(rows, &at, &step);) {
        const json_t *row = deviation_of(&step, of_step);
        const bool    out = row && stands_out(row, worst.row);
        if (out && !running)
            worst.since = time_of(&step);
        running = out;
        if (row == worst.row) {
            worst.since = running ? worst.since : time_of(&step);
            break;
        }
    }
    return worst;
}

static const char *file_of(const Judged *j, const json_t *row)
{
    const json_int_t frame = json_integer_value(json_object_get(row, "step")) + 1;
    return j->trajectory->path && frame < j->trajectory->frame_count ? j->trajectory->path[frame] : NULL;
}

static void print_worst(const Judged *j, bool of_step)
{
    const Worst worst = find_worst(j->rows, of_step);
    if (!worst.row)
        return;
    const double distance = number(worst.row, "distance"), median = number(worst.row, "median"), time = number(worst.row, "time_s");
    const char  *file = file_of(j, worst.row);
    char         text[800];
    int          used =
        snprintf(text, sizeof text, "particle %lld at %.6g s (frame %lld%s%.400s) is %.3g m off ",
                 (long long)json_integer_value(json_object_get(worst.row, "particle")), time,
                 (long long)json_integer_value(json_object_get(worst.row, "step")) + 1, file ? ", " : "", file ? file : "", distance);
    used += snprintf(text + used, sizeof text - (size_t)used, "%s",
                     of_step ? "where Newton's step from the frame before ends" : "the reference trajectory");
    if (median > 0)
        used += snprintf(text + used, sizeof text - (size_t)used, ", %.3g times the median of its frame", distance / median);
    if (worst.since < time)
        used += snprintf(text + used, sizeof text - (size_t)used, "; it stands out from %.6g s on", worst.since);
    ASSERT(used < (int)sizeof text);
    printf("%-12s  ", of_step ? "worst step" : "worst frame");
    text_put_wrapped(text, LABEL_WIDTH + 2, LABEL_WIDTH + 2, 80, stdout);
}

// ---- the table ----

static void print_facts(const Judged *j)
{
    char              text[600];
    const Trajectory *t = j->trajectory;
    printf("%-12s  %s", "scene", j->c->scene);
    for (int i = 0; i < j->c->scene_value_count; i++)
        if (j->c->scene_given[i])
            printf(" %s=%s", j->c->scene_values[i].name, j->c->scene_values[i].value);
    printf("\n%-12s  ", "frames");
    snprintf(text, sizeof text, "%d of %d particles, %.9g s apart, velocities %s", (int)t->frame_count, (int)t->particle_count,
             param_real(&j->c->params, "dt"), t->velocity ? "of the files" : "from differences of positions");
    text_put_wrapped(text, LABEL_WIDTH + 2, LABEL_WIDTH + 2, 80, stdout);
    printf("%-12s  ", "particles");
    snprintf(text, sizeof text, "in frame 0 at most %.3g m from the start of the scene", j->farthest);
    text_put_wrapped(text, LABEL_WIDTH + 2, LABEL_WIDTH + 2, 80, stdout);
}

static void print_references(const Judged *j)
{
    const int64_t steps = param_int(&j->c->params, "steps"), fine = param_int(&j->c->params, "fine");
    double        own = 0, unused = 0, *values = NULL;
    char          text[400] = "";
    size_t        used = 0;
    if (fine > 0) {
        single_extent(j->rows, ROW_FRAME, "reference_error", &own, &unused);
        used +=
            (size_t)snprintf(text, sizeof text, "of the trajectory: the limit of short steps, from %lld a frame, own error at most %.2g",
                             (long long)fine, own);
    }
    if (param_int(&j->c->params, "probes") > 0) {
        const int known = single_numbers(j->rows, ROW_ITERATE, NULL, "error", &values);
        used += (size_t)snprintf(text + used, sizeof text - used, "%sof a step: Newton's from the frame before, known of %d of %lld",
                                 used ? "; " : "", known, (long long)steps);
        free(values);
    }
    if (!used)
        snprintf(text, sizeof text, "none");
    printf("%-12s  ", "references");
    text_put_wrapped(text, LABEL_WIDTH + 2, LABEL_WIDTH + 2, 80, stdout);
}

static void print_line(const StepRows *step, const bool *shown)
{
    printf("%5lld %8.6g", frame_of(step), time_of(step));
    for (int i = 0; i < COLUMN_COUNT; i++) {
        const double value = shown[i] ? value_of(step, &COLUMNS[i]) : (double)NAN;
        if (isfinite(value))
            printf(" %10.3g", value);
        else if (shown[i])
            printf(" %10s", "-");
    }
    printf("\n");
}

static void print_table(const Judged *j)
{
    const int steps = (int)param_int(&j->c->params, "steps"), wanted = steps < SHOWN_MAX ? steps : SHOWN_MAX;
    bool      shown[COLUMN_COUNT];
    StepRows  step;
    printf("%5s %8s", "frame", "time_s");
    for (int i = 0; i < COLUMN_COUNT; i++) {
        shown[i] = COLUMNS[i].title && is_known(j->rows, &COLUMNS[i]);
        if (shown[i])
            printf(" %10s", COLUMNS[i].title);
    }
    printf("\n");
    for (size_t at = 0; next_step(j->rows, &at, &step);)
        if (case_spread_index(steps, wanted, (int)frame_of(&step) - 1) >= 0)
            print_line(&step, shown);
    if (wanted < steps)
        printf("%-12s  %d of %d frames; -o FILE.csv has all\n", "", wanted, steps);
}

static void print_contact(const Judged *j)
{
    double deepest = 0, crossings = 0, missed = 0, unused = 0;
    if (!single_row(j->rows, ROW_CONTACT))
        return;
    single_extent(j->rows, ROW_CONTACT, "penetration_max", &deepest, &unused);
    single_extent(j->rows, ROW_CONTACT, "crossings", &unused, &crossings);
    single_extent(j->rows, ROW_CONTACT, "missed", &unused, &missed);
    printf("%-12s  deepest %.4g m, %.15g crossings, in all steps\n", "contact", deepest, crossings);
}

void judge_print(const Judged *j)
{
    print_facts(j);
    print_references(j);
    print_table(j);
    print_contact(j);
    print_worst(j, false);
    print_worst(j, true);
}

// ---- JSON ----

// A count stays a whole number.
static json_t *json_of_value(const Column *column, double value)
{
    const Field *field = row_type(column->kind)->fields;
    while (field->name && !(column->field && strcmp(field->name, column->field) == 0))
        field++;
    const bool whole = field->name && (field->kind == FIELD_COUNT || field->kind == FIELD_COUNT_IF);
    return whole ? json_integer((json_int_t)value) : json_real(value);
}

static json_t *json_of_step(const StepRows *step)
{
    json_t *out = json_pack("{s:I,s:f}", "frame", (json_int_t)frame_of(step), "time_s", time_of(step));
    for (int i = 0; out && i < COLUMN_COUNT; i++) {
        const double value = value_of(step, &COLUMNS[i]);
        if (isfinite(value) && json_object_set_new(out, COLUMNS[i].name, json_of_value(&COLUMNS[i], value)) != 0) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

static json_t *json_of_worst(const Judged *j, bool of_step)
{
    const Worst worst = find_worst(j->rows, of_step);
    const char *file = worst.row ? file_of(j, worst.row) : NULL;
    if (!worst.row)
        return json_null();
    return json_pack("{s:I,s:f,s:s?,s:I,s:f,s:f,s:f}", "frame", json_integer_value(json_object_get(worst.row, "step")) + 1, "time_s",
                     number(worst.row, "time_s"), "file", file, "particle", json_integer_value(json_object_get(worst.row, "particle")),
                     "distance", number(worst.row, "distance"), "median", number(worst.row, "median"), "since_s", worst.since);
}

Status judge_print_json(const Judged *j)
{
    const Trajectory *t = j->trajectory;
    StepRows          step;
    json_t           *frames = json_array();
    bool              failed = !frames;
    for (size_t at = 0; !failed && next_step(j->rows, &at, &step);)
        failed = json_array_append_new(frames, json_of_step(&step)) != 0;
    json_t *all = failed ? NULL
                         : json_pack("{s:s,s:s,s:i,s:i,s:f,s:b,s:f,s:o,s:o,s:O}", "scene", j->c->scene, "path", j->path, "frame_count",
                                     (int)t->frame_count, "particles", (int)t->particle_count, "dt", param_real(&j->c->params, "dt"),
                                     "velocities", t->velocity != NULL, "farthest_from_start", j->farthest, "worst_frame",
                                     json_of_worst(j, false), "worst_step", json_of_worst(j, true), "frames", frames);
    json_decref(frames);
    if (!all)
        return status_make(STATUS_MEMORY, "out of memory for the results, or the path of the frames is not UTF-8");
    const bool written = json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) == 0 && putchar('\n') != EOF;
    json_decref(all);
    return written ? status_ok() : status_make(STATUS_IO, "the results cannot be written to standard output");
}
