#include "cli/private/sim_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/private/single.h"

Status sim_error_prepare(Case *c)
{
    TRY(case_set(c, "probes", "1")); // the last step
    case_hide(c, "probes");
    return status_ok();
}

static Status compute(const WorkerJob *job, const char *path, double timeout_s)
{
    Case reference = *job->setup;
    reference.precision = PRECISION_F64;
    WorkerJob wanted = {.setup = &reference, .write_reference = reference_name(REFERENCE_PROBES)};
    wanted.references[REFERENCE_PROBES] = path;
    const Status status = single_run(&wanted, timeout_s, NULL);
    return status.code == STATUS_OK ? status : status_prefix(status, "--error: no reference");
}

Status sim_error_open(WorkerJob *job, double timeout_s, SimError *out)
{
    *out = (SimError){0};
    const Status status = file_make_temporary_folder("the reference", out->folder, sizeof out->folder);
    if (status.code != STATUS_OK)
        return status_prefix(status, "--error");
    snprintf(out->path, sizeof out->path, "%s/probes.ref", out->folder);
    TRY(compute(job, out->path, timeout_s));
    job->references[REFERENCE_PROBES] = out->path;
    return status_ok();
}

void sim_error_close(const SimError *error)
{
    file_remove_folder(error->folder);
}

// The last iterate of the probe whose error is known.
static const json_t *last_known(const json_t *rows)
{
    const json_t *row = NULL, *last = NULL;
    size_t        index = 0;
    json_array_foreach(rows, index, row)
    {
        if (row_kind(row) == ROW_ITERATE && json_is_true(json_object_get(row, "probe")) && json_is_number(json_object_get(row, "error")))
            last = row;
    }
    return last;
}

void sim_error_print(const Case *c, const json_t *rows)
{
    static const struct {
        const char *field, *text;
    } PARTS[] = {{"error", "of the motion of the step"},
                 {"error_of_start", "of the error at its start"},
                 {"weighted_error", "of it with masses counted"}};
    const json_t *last = last_known(rows);
    if (!last) {
        printf("%-12s  none: nothing moves in the last step\n", "error");
        return;
    }
    printf("%-12s  step %lld", "error", (long long)json_integer_value(json_object_get(last, "step")));
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        const json_t *value = json_object_get(last, PARTS[i].field);
        if (json_is_number(value))
            printf("  %.4g %s", json_number_value(value), PARTS[i].text);
    }
    if (case_substeps(c) > 1)
        printf("  after the first of its %lld substeps", (long long)case_substeps(c));
    printf("\n");
}
