#include "cli/private/single.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/row.h"
#include "run/signals.h"
#include "run/spawn.h"
#include "run/worker_file.h"

static Status take(void *user, json_t *row)
{
    if (row_kind(row) < ROW_KINDS)
        TRY(row_check(row_kind(row), row));
    if (row_kind(row) == ROW_CONDITION)
        fprintf(stderr, "weft: %s\n", json_string_value(json_object_get(row, "text")));
    if (row && json_array_append((json_t *)user, row))
        return status_make(STATUS_MEMORY, "out of memory for the rows of the worker");
    return status_ok();
}

static Status judge(const SpawnResult *result)
{
    if (result->end == WORKER_DONE)
        return status_ok();
    if (result->end == WORKER_INTERRUPTED)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    if (result->end == WORKER_FAILED && result->code != STATUS_OK)
        return status_make(result->code, "%s", result->message);
    if (result->end == WORKER_TIMEOUT)
        return status_make(STATUS_TIMEOUT, "the worker was %s", result->message);
    return status_make(STATUS_INTERNAL, "the worker %s", result->message);
}

Status single_run(const WorkerJob *job, double timeout_s, json_t *rows)
{
    WorkerFile worker;
    Signals    signals;
    TRY(worker_file(job->setup->precision, &worker));
    char *input = job_text(job);
    if (!input)
        return status_make(STATUS_MEMORY, "out of memory for a job");
    Status status = signals_open(&signals);
    if (status.code == STATUS_OK) {
        const SpawnJob spawn = {.program = worker.path,
                                .input = input,
                                .threads = (int)param_int(&job->setup->params, "threads"),
                                .spin = param_int(&job->setup->params, "spin"),
                                .timeout_s = timeout_s,
                                .signals = signals.fd,
                                .tick_ms = -1,
                                .row = take,
                                .user = rows};
        SpawnResult    result;
        status = spawn_run(&spawn, &result);
        if (status.code == STATUS_OK)
            status = judge(&result);
        signals_close(&signals);
    }
    free(input);
    return status;
}

json_t *single_row(const json_t *rows, const char *kind)
{
    size_t  index = 0;
    json_t *row = NULL;
    json_array_foreach(rows, index, row)
    {
        const char *name = json_string_value(json_object_get(row, "row"));
        if (name && strcmp(name, kind) == 0)
            return row;
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double single_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}
