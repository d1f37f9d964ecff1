// A step that converged keeps its last value in curves over iterations (figure/private/plot.h).
#include <stdlib.h>
#include <string.h>

#include "figure/private/plot.h"

enum { OF_ITERATION = 1, OF_STEP, OF_PROBE }; // behind the value of the query

// The iterates of one step: rows begin … end − 1.
typedef struct Step {
    int begin, end;
} Step;

bool plot_holds(const FigureSpec *spec)
{
    return strcmp(spec->data->name, "convergence") == 0 && spec->style->joined && strcmp(spec->y, "time_ms") != 0 &&
           strcmp(spec->y, "iteration") != 0;
}

void plot_hold_query(FrameQuery *q)
{
    static const char *const NAMES[] = {"iteration", "step", "probe"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        q->names[q->count++] = NAMES[i];
}

static bool continues(const FrameRow *row, int value)
{
    const FrameRow *before = row - 1;
    return row->case_index == before->case_index &&
           row->values[value + OF_ITERATION].number > before->values[value + OF_ITERATION].number &&
           values_compare(&row->values[value + OF_STEP], &before->values[value + OF_STEP], OF_PROBE - OF_STEP + 1) == 0;
}

// The step of the case from `step` on, of these `count`, that has the most iterates; *next: the first step of another case.
static const Step *longest(const Frame *f, const Step *step, const Step *end, const Step **next)
{
    const Step *best = step;
    for (*next = step; *next < end && f->rows[(*next)->begin].case_index == f->rows[step->begin].case_index; ++*next)
        best = (*next)->end - (*next)->begin > best->end - best->begin ? *next : best;
    return best;
}

// Appends the iterates of `longer` that `step` lacks, with its last value. add: false only counts them.
static int hold_step(Frame *f, int value, const Step *step, const Step *longer, bool add)
{
    const FrameRow *last = &f->rows[step->end - 1];
    int             count = 0;
    for (int i = longer->begin; i < longer->end; i++) {
        if (!(f->rows[i].values[value + OF_ITERATION].number > last->values[value + OF_ITERATION].number))
            continue;
        if (add) {
            FrameRow *row = &f->rows[f->count++];
            *row = f->rows[i];
            row->values[value] = last->values[value];
            row->unconverged = last->unconverged;
        }
        count++;
    }
    return count;
}

static int hold_all(Frame *f, int value, const Step *steps, int count, bool add)
{
    int held = 0;
    for (const Step *step = steps, *next; step < steps + count;) {
        const Step *longer = longest(f, step, steps + count, &next);
        for (; step < next; step++)
            held += hold_step(f, value, step, longer, add);
    }
    return held;
}

Status plot_hold(Frame *f, int value, int *held)
{
    Step *steps = calloc((size_t)f->count + 1, sizeof *steps);
    int   count = 0;
    if (!steps)
        return status_make(STATUS_MEMORY, "out of memory for %d iterates of a figure", f->count);
    for (int i = 0; i < f->count; i++) {
        if (i == 0 || !continues(&f->rows[i], value))
            steps[count++].begin = i;
        steps[count - 1].end = i + 1;
    }
    *held = hold_all(f, value, steps, count, false);
    FrameRow *rows = *held ? realloc(f->rows, (size_t)(f->count + *held) * sizeof *rows) : f->rows;
    f->rows = rows ? rows : f->rows;
    if (rows && *held)
        hold_all(f, value, steps, count, true);
    free(steps);
    return rows || f->count == 0 ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the iterates of a figure");
}
