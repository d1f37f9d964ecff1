#include "cli/private/judge_print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "case/protocol.h"
#include "cli/private/single.h"

// A number of a frame: a field of a row of this kind.
typedef struct Column {
    const char *name; // in CSV and JSON
    RowKind     kind;
    const char *reference; // of a row `deviation`; else NULL
    const char *field;     // NULL: the sum of the three energies
    int         axis;      // of a vector; −1: a number
    const char *title;     // heading in the table; NULL: not in the table
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

// ---- the frames ----

struct JudgedFrame {
    long long     number;
    double        time_s, values[COLUMN_COUNT]; // values: NaN: not known
    const json_t *trajectory, *step;            // rows `deviation`; NULL: none
};

// The rows of a step; the last two: deviations.
typedef struct StepRows {
    const json_t *of[ROW_KINDS], *trajectory, *step;
} StepRows;

static double number_or_nan(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

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

static void add_frame(Judged *j, const StepRows *rows)
{
    const json_t *frame = rows->of[ROW_FRAME];
    JudgedFrame  *out = &j->frames[j->frame_count++];
    *out = (JudgedFrame){.number = (long long)json_integer_value(json_object_get(frame, "step")) + 1,
                         .time_s = json_number_value(json_object_get(frame, "time_s")),
                         .trajectory = rows->trajectory,
                         .step = rows->step};
    for (int i = 0; i < COLUMN_COUNT; i++)
        out->values[i] = value_of(rows, &COLUMNS[i]);
}

Status judge_read(Judged *j)
{
    StepRows      step = {.trajectory = NULL};
    const json_t *row = NULL;
    size_t        index = 0;
    j->frames = calloc(json_array_size(j->rows) + 1, sizeof *j->frames);
    if (!j->frames)
        return status_make(STATUS_MEMORY, "out of memory for the frames of a trajectory");
    json_array_foreach(j->rows, index, row)
    {
        const RowKind kind = row_kind(row);
        const char   *reference = json_string_value(json_object_get(row, "reference"));
        if (kind == ROW_DEVIATION)
            *(reference && strcmp(reference, "step") == 0 ? &step.step : &step.trajectory) = row;
        else if (kind < ROW_KINDS)
            step.of[kind] = row;
        if (kind != ROW_FRAME) // the last row of a step
            continue;
        add_frame(j, &step);
        step = (StepRows){.trajectory = NULL};
    }
    return status_ok();
}

static int column_named(const char *name)
{
    int i = 0;
    while (strcmp(COLUMNS[i].name, name) != 0)
        i++;
    return i;
}

// Over the frames with a number in the column; largest: at least 0.
typedef struct Extent {
    int    known;
    double largest, sum;
} Extent;

static Extent extent_of(const Judged *j, int column)
{
    Extent extent = {0};
    for (int f = 0; f < j->frame_count; f++) {
        const double value = j->frames[f].values[column];
        extent.known += isfinite(value);
        extent.largest = isfinite(value) ? fmax(extent.largest, value) : extent.largest;
        extent.sum += isfinite(value) ? value : 0;
    }
    return extent;
}

// The columns that have a number in some frame.
static void find_known(const Judged *j, bool known[COLUMN_COUNT])
{
    for (int i = 0; i < COLUMN_COUNT; i++)
        known[i] = extent_of(j, i).known > 0;
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
    bool      known[COLUMN_COUNT];
    TRY(file_begin_given(path, &draft));
    find_known(j, known);
    fprintf(draft.stream, "frame,time_s");
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (known[i])
            fprintf(draft.stream, ",%s", COLUMNS[i].name);
    for (int f = 0; f < j->frame_count; f++) {
        fprintf(draft.stream, "\n%lld,", j->frames[f].number);
        put_number(draft.stream, j->frames[f].time_s);
        for (int i = 0; i < COLUMN_COUNT; i++)
            if (known[i]) {
                fputc(',', draft.stream);
                put_number(draft.stream, j->frames[f].values[i]);
            }
    }
    fprintf(draft.stream, "\n");
    return file_commit(&draft);
}

// ---- the worst ----

// The largest distance of a particle from one of the two references.
typedef struct Worst {
    const json_t *row;   // `deviation`; NULL: there is none
    double        since; // s, the end of the first step of the unbroken run of steps in which the same particle is a clear outlier
} Worst;

static double number(const json_t *row, const char *key)
{
    return json_number_value(json_object_get(row, key));
}

// An outlier: the same particle, more than ten times the median distance, and more than a tenth of the distance in `of`.
static bool stands_out(const json_t *row, const json_t *of)
{
    return row && json_equal(json_object_get(row, "particle"), json_object_get(of, "particle")) &&
           number(row, "distance") > 10 * number(row, "median") && number(row, "distance") > 0.1 * number(of, "distance");
}

static const json_t *deviation_of(const Judged *j, int frame, bool of_step)
{
    return of_step ? j->frames[frame].step : j->frames[frame].trajectory;
}

static Worst find_worst(const Judged *j, bool of_step)
{
    Worst worst = {.row = NULL};
    int   at = -1;
    for (int f = 0; f < j->frame_count; f++) {
        const json_t *row = deviation_of(j, f, of_step);
        if (!row || (worst.row && !(number(row, "distance") > number(worst.row, "distance"))))
            continue;
        worst.row = row;
        at = f;
    }
    int first = at;
    while (first > 0 && stands_out(worst.row, worst.row) && stands_out(deviation_of(j, first - 1, of_step), worst.row))
        first--;
    worst.since = first >= 0 ? j->frames[first].time_s : 0;
    return worst;
}

static const char *file_of(const Judged *j, const json_t *row)
{
    const json_int_t frame = json_integer_value(json_object_get(row, "step")) + 1;
    return j->trajectory->path && frame < j->trajectory->frame_count ? j->trajectory->path[frame] : NULL;
}

// ---- the table ----

void judge_put(const char *label, const char *text)
{
    printf("%-*s  ", LABEL_WIDTH, label);
    text_put_wrapped(text, LABEL_WIDTH + 2, LABEL_WIDTH + 2, 80, stdout);
}

static void print_worst(const Judged *j, bool of_step)
{
    const Worst worst = find_worst(j, of_step);
    if (!worst.row)
        return;
    const double distance = number(worst.row, "distance"), median = number(worst.row, "median"), time = number(worst.row, "time_s");
    const char  *file = file_of(j, worst.row);
    char         text[800];
    int          used = snprintf(text, sizeof text, "particle %lld at %.6g s (frame %lld%s%.400s) is %.3g m from %s",
                                 (long long)json_integer_value(json_object_get(worst.row, "particle")), time,
                                 (long long)json_integer_value(json_object_get(worst.row, "step")) + 1, file ? ", " : "", file ? file : "", distance,
                        of_step ? "Newton's step from the previous frame" : "the reference trajectory");
    if (median > 0)
        used += snprintf(text + used, sizeof text - (size_t)used, ", %.3g times the median of its frame", distance / median);
    if (worst.since < time)
        used += snprintf(text + used, sizeof text - (size_t)used, "; this particle is an outlier since %.6g s", worst.since);
    ASSERT(used < (int)sizeof text);
    judge_put(of_step ? "worst step" : "worst frame", text);
}

static void print_facts(const Judged *j)
{
    char              text[600];
    const Trajectory *t = j->trajectory;
    printf("%-12s  %s", "scene", j->c->scene);
    for (int i = 0; i < j->c->scene_value_count; i++)
        if (j->c->scene_given[i])
            printf(" %s=%s", j->c->scene_values[i].name, j->c->scene_values[i].value);
    printf("\n");
    snprintf(text, sizeof text, "%d of %d particles, %.9g s apart, velocities %s", (int)t->frame_count, (int)t->particle_count,
             param_real(&j->c->params, "dt"), t->velocity ? "of the files" : "from differences of positions");
    judge_put("frames", text);
    snprintf(text, sizeof text, "frame 0 differs by at most %.3g m from the initial state of the scene", j->farthest);
    judge_put("particles", text);
}

static void print_references(const Judged *j)
{
    const int64_t steps = param_int(&j->c->params, "steps"), fine = param_int(&j->c->params, "fine");
    char          text[400] = "";
    size_t        used = 0;
    if (fine > 0)
        used += (size_t)snprintf(text, sizeof text,
                                 "trajectory: extrapolated to a time step of zero, from %lld steps per frame, own error at most %.2g",
                                 (long long)fine, extent_of(j, column_named("reference_error")).largest);
    if (param_int(&j->c->params, "probes") > 0)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "%sstep: Newton's method from the previous frame, available for %d of %lld steps", used ? "; " : "",
                                 extent_of(j, column_named("error")).known, (long long)steps);
    judge_put("references", used ? text : "none");
}

static void print_table(const Judged *j)
{
    const int steps = (int)param_int(&j->c->params, "steps"), shown = steps < SHOWN_MAX ? steps : SHOWN_MAX;
    bool      known[COLUMN_COUNT];
    find_known(j, known);
    printf("%5s %8s", "frame", "time_s");
    for (int i = 0; i < COLUMN_COUNT; i++)
        if (COLUMNS[i].title && known[i])
            printf(" %10s", COLUMNS[i].title);
    printf("\n");
    for (int f = 0; f < j->frame_count; f++) {
        const JudgedFrame *frame = &j->frames[f];
        if (case_spread_index(steps, shown, (int)frame->number - 1) < 0)
            continue;
        printf("%5lld %8.6g", frame->number, frame->time_s);
        for (int i = 0; i < COLUMN_COUNT; i++)
            if (COLUMNS[i].title && isfinite(frame->values[i]))
                printf(" %10.3g", frame->values[i]);
            else if (COLUMNS[i].title && known[i])
                printf(" %10s", "-");
        printf("\n");
    }
    if (shown < steps)
        printf("%-12s  %d of %d frames; -o FILE.csv writes all\n", "", shown, steps);
}

void judge_print(const Judged *j)
{
    const Extent depth = extent_of(j, column_named("penetration_max")), crossings = extent_of(j, column_named("crossings"));
    print_facts(j);
    print_references(j);
    print_table(j);
    if (crossings.known)
        printf("%-12s  deepest penetration %.4g m, %.15g crossings, over all steps\n", "contact", depth.largest, crossings.sum);
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

static json_t *json_of_frame(const JudgedFrame *frame)
{
    json_t *out = json_pack("{s:I,s:f}", "frame", (json_int_t)frame->number, "time_s", frame->time_s);
    for (int i = 0; out && i < COLUMN_COUNT; i++)
        if (isfinite(frame->values[i]) && json_object_set_new(out, COLUMNS[i].name, json_of_value(&COLUMNS[i], frame->values[i])) != 0) {
            json_decref(out);
            return NULL;
        }
    return out;
}

static json_t *json_of_worst(const Judged *j, bool of_step)
{
    const Worst worst = find_worst(j, of_step);
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
    json_t           *frames = json_array();
    bool              failed = !frames;
    for (int f = 0; !failed && f < j->frame_count; f++)
        failed = json_array_append_new(frames, json_of_frame(&j->frames[f])) != 0;
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
