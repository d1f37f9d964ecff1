#include "run/memory_run.h"

#include <stdlib.h>
#include <string.h>

#include "machine/environment.h"
#include "run/private/record.h"
#include "run/worker_file.h"

struct MemoryRun {
    Store   *store;
    Recorder recorder; // recorder of the last process
    void (*watch)(void *user, const json_t *row);
    void *user;
};

Status memory_run_open(MemoryRun **out)
{
    MemoryRun *t = *out = calloc(1, sizeof *t);
    return t ? store_open_memory(&t->store) : status_make(STATUS_MEMORY, "out of memory for a run");
}

void memory_run_close(MemoryRun *t)
{
    if (!t)
        return;
    (void)!record_end(&t->recorder).code;
    store_close(t->store);
    free(t);
}

Store *memory_run_store(MemoryRun *t)
{
    return t->store;
}

// Records the case and its build, and reads its stored repetitions.
static Status begin(MemoryRun *t, const Case *c)
{
    char         label[256];
    WorkerFile   worker;
    CaseStatus   unused;
    Recorder    *r = &t->recorder;
    json_auto_t *json = case_to_json(c), *build = environment_build(WEFT_ISA, precision_names()[c->precision]);
    *r = (Recorder){.store = t->store, .steps = param_int(&c->params, "steps"), .since_ns = clock_ns()};
    case_label(c, label, sizeof label);
    if (!json || !build)
        return status_make(STATUS_MEMORY, "out of memory for a case");
    TRY(worker_file(c->precision, &worker));
    TRY(store_build(t->store, worker.hash, build, &r->build));
    TRY(store_add_case(t->store, c->key, label, json, &r->case_id));
    return store_case_progress(t->store, r->case_id, r->build, &unused, r->done);
}

static Status take_row(void *user, json_t *row)
{
    MemoryRun *t = user;
    if (row && row_kind(row) == ROW_KINDS)
        return status_ok(); // output of a plugin
    if (t->watch && row)
        t->watch(t->user, row);
    return record_row(&t->recorder, row);
}

Status memory_run(MemoryRun *t, const WorkerJob *job, double timeout_s, void (*watch)(void *user, const json_t *row), void *user)
{
    WorkerJob numbered = *job;
    TRY(record_end(&t->recorder)); // drops the rest of an earlier failed process
    TRY(begin(t, job->setup));
    t->watch = watch;
    t->user = user;
    memcpy(numbered.first, t->recorder.done, sizeof numbered.first);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        t->recorder.due[pass] = t->recorder.done[pass] + job->passes[pass];
    const Status status = job_run_alone(&numbered, timeout_s, take_row, t);
    return status.code == STATUS_OK ? status : record_show(&t->recorder, status);
}
