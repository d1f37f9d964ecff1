#include "cli/private/single.h"

#include <stdio.h>

static Status take(void *user, json_t *row)
{
    if (row_kind(row) == ROW_CONDITION && !single_row((json_t *)user, ROW_END)) // printed once, not by every process
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
