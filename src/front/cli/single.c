#include "cli/private/single.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Status take(void *user, json_t *row)
{
    if (row_kind(row) == ROW_CONDITION && !single_row((json_t *)user, ROW_END)) // once, of several processes
        fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
    if (user && row && json_array_append((json_t *)user, row))
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    return status_ok();
}

Status single_run(const WorkerJob *job, double timeout_s, json_t *rows)
{
    return job_run_alone(job, timeout_s, take, rows);
}

json_t *single_row(const json_t *rows, RowKind kind)
{
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == kind)
            return row;
    }
    return NULL;
}

int single_numbers(const json_t *rows, RowKind kind, const char *object, const char *key, double **out)
{
    int     count = 0;
    size_t  index = 0;
    json_t *row = NULL;
    *out = (double *)calloc(json_array_size(rows) + 1, sizeof **out);
    json_array_foreach(rows, index, row)
    {
        const json_t *value = json_object_get(object ? json_object_get(row, object) : row, key);
        if (*out && row_kind(row) == kind && json_is_number(value))
            (*out)[count++] = json_number_value(value);
    }
    return *out ? count : 0;
}

void single_extent(const json_t *rows, RowKind kind, const char *key, double *most, double *sum)
{
    double   *values = NULL;
    const int count = single_numbers(rows, kind, NULL, key, &values);
    *most = *sum = 0;
    for (int i = 0; i < count; i++) {
        *most = fmax(*most, values[i]);
        *sum += values[i];
    }
    free(values);
}
