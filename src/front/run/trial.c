#include "run/trial.h"

#include <stdlib.h>
#include <string.h>

#include "case/row.h"
#include "machine/environment.h"
#include "run/private/record.h"
#include "run/worker_file.h"

struct Trial {
    const Case *c;
    Recorder    recorder;
    void (*said)(const char *text);
};

static Status add_case(Trial *t)
{
    char       label[256];
    WorkerFile worker;
    json_t    *json = case_to_json(t->c), *build = environment_build(WEFT_ISA, precision_names()[t->c->precision]);
    Status     status = json && build ? worker_file(t->c->precision, &worker) : status_make(STATUS_MEMORY, "out of memory for a case");
    case_label(t->c, label, sizeof label);
    if (status.code == STATUS_OK)
        status = store_build(t->recorder.store, worker.hash, build, &t->recorder.build);
    if (status.code == STATUS_OK)
        status = store_add_case(t->recorder.store, t->c->key, label, json, &t->recorder.case_id);
    json_decref(json);
    json_decref(build);
    return status;
}

Status trial_open(const Case *c, Trial **out)
{
    Trial *t = *out = calloc(1, sizeof *t);
    if (!t)
        return status_make(STATUS_MEMORY, "out of memory for a run");
    t->c = c;
    t->recorder.steps = param_int(&c->params, "steps");
    TRY(store_open_memory(&t->recorder.store));
    return add_case(t);
}

void trial_close(Trial *t)
{
    if (!t)
        return;
    (void)!record_end(&t->recorder).code;
    store_close(t->recorder.store);
    free(t);
}

static Status take_row(void *user, json_t *row)
{
    Trial *t = user;
    if (row_kind(row) == ROW_CONDITION && t->said)
        t->said(json_string_value(json_object_get(row, "text")));
    return record_row(&t->recorder, row);
}

Status trial_run(Trial *t, const WorkerJob *job, double timeout_s, void (*said)(const char *text))
{
    TRY(record_end(&t->recorder)); // of a run before that failed
    t->said = said;
    t->recorder.environment = 0;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        t->recorder.due[pass] = t->recorder.done[pass] + job->passes[pass];
    const Status status = job_run_alone(job, timeout_s, take_row, t);
    return status.code == STATUS_OK ? status : record_show(&t->recorder, status);
}

struct sqlite3 *trial_views(Trial *t)
{
    return store_handle(t->recorder.store);
}
