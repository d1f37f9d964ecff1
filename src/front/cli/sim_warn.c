#include "cli/private/sim_warn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/private/single.h"
#include "step/step.h"

static long long whole(const json_t *row, const char *key)
{
    return (long long)json_integer_value(json_object_get(row, key));
}

// ---- how steps ended ----

void sim_describe_end(const json_t *row, char *out, size_t size)
{
    const json_t *last = json_object_get(row, "residual_end"), *begin = json_object_get(row, "residual_begin");
    snprintf(out, size, "step %lld, %lld iterations", whole(row, "step"), whole(row, "iterations"));
    if (json_is_number(last) && json_is_number(begin))
        snprintf(out + strlen(out), size - strlen(out), ", %s %.3g of %.3g", json_string_value(json_object_get(row, "residual")),
                 json_number_value(last), json_number_value(begin));
}

static StepEnd end_of(const json_t *row)
{
    int end = 0;
    while (end + 1 < STEP_ENDS && strcmp(json_string_value(json_object_get(row, "ended")), STEP_END_NAMES[end]) != 0)
        end++;
    return (StepEnd)end;
}

bool sim_count_ends(const json_t *rows, char *out, size_t size)
{
    int           counts[STEP_ENDS] = {0};
    size_t        index = 0;
    char          end[120];
    const json_t *row = NULL, *first = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_STEP_END)
            continue;
        counts[end_of(row)]++;
        first = !first && counts[STEP_UNCONVERGED] ? row : first;
    }
    *out = '\0';
    for (int e = 0; e < STEP_ENDS; e++)
        if (counts[e])
            snprintf(out + strlen(out), size - strlen(out), "%s%d %s", *out ? ", " : "", counts[e], STEP_END_NAMES[e]);
    if (!first)
        return true;
    sim_describe_end(first, end, sizeof end);
    snprintf(out + strlen(out), size - strlen(out), " (first: %s)", end);
    return false;
}

static void warn_of_ends(const json_t *rows)
{
    char text[300];
    if (!sim_count_ends(rows, text, sizeof text))
        fprintf(stderr,
                "weft: steps: the results rest on steps without convergence: %s; take a shorter dt, more iterations or softer "
                "constraints\n",
                text);
}

// Where, of a solver without a criterion, more than half of the steps kept more than half of their residual. A residual below `least` is
// round-off, and counts as kept by none. *said: whether it was so.
static Status warn_of_iterations(const Case *c, const json_t *rows, bool *said)
{
    const double  least = c->precision == PRECISION_F32 ? 1e-4 : 1e-9;
    int           steps = 0, count = 0, kept = 0;
    size_t        index = 0;
    const char   *residual = NULL;
    const json_t *row = NULL;
    double       *shares = (double *)calloc(json_array_size(rows) + 1, sizeof *shares);
    if (!shares)
        return status_make(STATUS_MEMORY, "out of memory for the residuals of the steps");
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_STEP_END)
            continue;
        const double begin = json_number_value(json_object_get(row, "residual_begin"));
        steps++;
        if (end_of(row) != STEP_DONE || !(begin > least))
            continue;
        residual = json_string_value(json_object_get(row, "residual"));
        shares[count] = json_number_value(json_object_get(row, "residual_end")) / begin;
        kept += shares[count++] > 0.5;
    }
    *said = 2 * kept > steps;
    if (*said)
        fprintf(stderr,
                "weft: iterations: in %d of %d steps those of %s left more than half of the residual that they began with (%s, median "
                "%.2g): far from the converged step, or constraints contradict each other; take more iterations or substeps\n",
                kept, steps, c->solver->name, residual, single_median(shares, count));
    free(shares);
    return status_ok();
}

// Where the objective of some step ended above what standing still would have given, by more than a tenth: no minimiser does
// (measure/convergence.h), and one such step is enough to throw bodies apart.
static void warn_of_objective(const json_t *rows)
{
    static const double BOUND = 1.1;
    double              most = BOUND;
    int                 steps = 0, count = 0;
    size_t              index = 0;
    const json_t       *row = NULL, *worst = NULL;
    json_array_foreach(rows, index, row)
    {
        const double ratio = row_kind(row) == ROW_STEP_END ? json_number_value(json_object_get(row, "objective_ratio")) : 0;
        steps += row_kind(row) == ROW_STEP_END;
        count += ratio > BOUND;
        worst = ratio > most ? row : worst;
        most = fmax(most, ratio);
    }
    if (worst)
        fprintf(stderr,
                "weft: objective: in %d of %d steps constraints and contacts ended with more energy than went into the step (step %lld: "
                "%.3g times): what moves afterwards has it from nowhere; %s\n",
                count, steps, whole(worst, "step"), most,
                end_of(worst) == STEP_DONE ? "take more iterations or a shorter dt"
                                           : "the solve came to another solution than the minimiser: take a shorter dt");
}

// ---- contact ----

// The first row of contact that counts something under a key; NULL: none does. *count of such rows.
static const json_t *first_with(const json_t *rows, const char *key, int *count)
{
    const json_t *row = NULL, *first = NULL;
    size_t        index = 0;
    *count = 0;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) != ROW_CONTACT || whole(row, key) <= 0)
            continue;
        first = first ? first : row;
        (*count)++;
    }
    return first;
}

// Something went through something: where it began and how much of it there was.
static void warn_of_crossings(const json_t *rows, const json_t *first)
{
    double      total, unused;
    const char *what = json_string_value(json_object_get(first, "crossing"));
    single_extent(rows, ROW_CONTACT, "crossings", &unused, &total);
    fprintf(stderr,
            "weft: crossings: %lld in step %lld, the first: %s; %.15g in all steps; take more substeps, a shorter dt, a stiffer contact or "
            "contact_bound\n",
            whole(first, "crossings"), whole(first, "step"), what ? what : "unknown", total);
}

// Something was inside something, or through it: R − distance was above R.
static void warn_of_depth(const json_t *rows)
{
    const json_t *deepest = NULL, *row = NULL;
    const double  thickness = json_number_value(json_object_get(json_object_get(single_row(rows, ROW_MODEL), "contact"), "thickness"));
    double        most = 1.01 * thickness;
    size_t        index = 0;
    json_array_foreach(rows, index, row)
    {
        const double depth = row_kind(row) == ROW_CONTACT ? json_number_value(json_object_get(row, "penetration_max")) : 0;
        deepest = depth > most ? row : deepest;
        most = fmax(most, depth);
    }
    if (deepest)
        fprintf(stderr,
                "weft: penetration: something was inside another, deepest in step %lld: %.3g m, where contact is %.3g m thick; take more "
                "substeps, a shorter dt, a stiffer or thicker contact\n",
                whole(deepest, "step"), most, thickness);
}

// The bound, and not the solve, set how far particles went; or it did not hold all.
static void warn_of_bound(const json_t *rows)
{
    double        momentum, open, unused;
    int           count;
    const json_t *first = first_with(rows, "stopped", &count);
    double       *steps = NULL;
    single_extent(rows, ROW_CONTACT, "cut_momentum", &unused, &momentum);
    single_extent(rows, ROW_CONTACT, "bound_open", &open, &unused);
    if (first)
        fprintf(stderr,
                "weft: contact_bound: in %d of %d steps (first: step %lld) the bound, not the solve, set how far particles went; it took "
                "%.3g kg m/s; take more substeps, a shorter dt or a thicker contact\n",
                count, single_numbers(rows, ROW_CONTACT, NULL, "stopped", &steps), whole(first, "step"), momentum);
    free(steps);
    if (open > 0)
        fprintf(stderr,
                "weft: contact_bound: in a step, %.15g pairs had no bound, because a script moves one of the two through the other within "
                "the step, or because they touch; what passes there is not held. Move the script more slowly, or take a shorter dt or more "
                "substeps\n",
                open);
}

Status sim_warn(const Case *c, const json_t *rows)
{
    int           count;
    bool          said = false;
    const json_t *crossed = first_with(rows, "crossings", &count);
    warn_of_ends(rows);
    warn_of_bound(rows);
    if (crossed)
        warn_of_crossings(rows, crossed);
    else
        warn_of_depth(rows);
    TRY(warn_of_iterations(c, rows, &said));
    if (!said)
        warn_of_objective(rows);
    return status_ok();
}
