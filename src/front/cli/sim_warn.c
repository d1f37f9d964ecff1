#include "cli/private/sim_warn.h"

#include <stdio.h>
#include <string.h>

#include "cli/private/single.h"
#include "step/step.h"

static long long whole(const json_t *row, const char *key)
{
    return (long long)json_integer_value(json_object_get(row, key));
}

// The unit of a residual that is a metric; others are ratios.
static const char *unit_of(const char *residual)
{
    const Field *field = row_type(ROW_ITERATE)->fields;
    while (field->name && strcmp(field->name, residual) != 0)
        field++;
    return field->name ? field->unit : "";
}

void sim_describe_end(const json_t *row, char *out, size_t size)
{
    const json_t *last = json_object_get(row, "residual_end"), *begin = json_object_get(row, "residual_begin");
    const char   *residual = json_string_value(json_object_get(row, "residual"));
    snprintf(out, size, "step %lld, %lld iterations", whole(row, "step"), whole(row, "iterations"));
    if (!residual || !json_is_number(last))
        return;
    snprintf(out + strlen(out), size - strlen(out), ", %s %.3g", residual, json_number_value(last));
    if (json_is_number(begin))
        snprintf(out + strlen(out), size - strlen(out), " of %.3g", json_number_value(begin));
    if (*unit_of(residual))
        snprintf(out + strlen(out), size - strlen(out), " %s", unit_of(residual));
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
        if (row_kind(row) != ROW_STEP_END || json_is_true(json_object_get(row, "probe")))
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

void sim_warn(const json_t *rows)
{
    const json_t *row = NULL;
    size_t        index = 0;
    warn_of_ends(rows);
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == ROW_FINDING)
            fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
    }
}
