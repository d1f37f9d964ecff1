#include "run/private/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/environment.h"
#include "plugin/plugin.h"
#include "run/machine_rates.h"
#include "run/private/sampling.h"

bool run_missing(const PlannedCase *planned, CaseStatus status, const int done[PASS_COUNT], int missing[PASS_COUNT])
{
    bool any = false;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        missing[pass] = planned->required[pass] > done[pass] ? planned->required[pass] - done[pass] : 0;
        any = any || missing[pass] > 0;
    }
    const CaseStage stage = case_status_stage(status);
    if (case_status_retry(status) == RETRY_NEVER)
        return any && stage == CASE_WHOLE;
    return any || stage == CASE_LOST; // a failure after the last repetition is still a failure
}

static Status find_worker(Runner *r, int side, Precision precision)
{
    const char *folder = r->settings->workers[side];
    WorkerFile *worker = &r->sides[side].workers[precision];
    if (*worker->path)
        return status_ok();
    return folder ? worker_file_in(folder, precision, worker) : worker_file(precision, worker);
}

Status plan_find_workers(Runner *r)
{
    const Experiment *e = r->settings->experiment;
    for (int side = 0; side < r->side_count; side++)
        for (int i = 0; i < e->case_count; i++) {
            TRY(find_worker(r, side, e->cases[i].setup.precision));
            for (int use = 0; use < REFERENCE_USES; use++)
                if (*e->cases[i].references[use])
                    TRY(find_worker(r, side, PRECISION_F64));
        }
    return status_ok();
}

// Facts of the build: compiled in for weft's own workers, reported by other workers.
static Status describe_build(Runner *r, int side, Precision precision, json_t **out)
{
    if (r->settings->workers[side])
        return machine_rates_environment(r->sides[side].workers[precision].path, r->settings->timeout_s, r->signals.fd, out);
    *out = environment_build(WEFT_ISA, precision_names()[precision]);
    return *out ? status_ok() : runner_no_memory();
}

// Records the build of a task, once per side, precision and plugin.
static Status record_build(Runner *r, int index)
{
    const Case  *setup = &runner_planned(r, index)->setup;
    const int    cases = r->settings->experiment->case_count, side = index / cases;
    char         hash[HASH_TEXT], plugin[400];
    json_auto_t *environment = NULL;
    for (int i = side * cases; i < index; i++) {
        const Case *before = &runner_planned(r, i)->setup;
        if (before->precision == setup->precision && case_origin(before) == case_origin(setup)) {
            r->tasks[index].build = r->tasks[i].build;
            return status_ok();
        }
    }
    worker_build_hash(&r->sides[side].workers[setup->precision], setup, hash);
    TRY(describe_build(r, side, setup->precision, &environment));
    plugin_describe(setup, plugin, sizeof plugin);
    if (*plugin && json_object_set_new(environment, "plugin", json_string(plugin)))
        return runner_no_memory();
    return store_build(r->store, hash, environment, &r->tasks[index].build);
}

static Status record_experiment(Runner *r)
{
    const Experiment     *e = r->settings->experiment;
    const StoreExperiment row = {
        .name = e->name, .question = e->question, .expected = e->expected, .path = r->settings->path, .text = e->text, .hash = e->hash};
    TRY(store_experiment(r->store, &row, &r->experiment));
    return store_run(r->store, r->experiment, r->settings->seed, r->settings->options ? r->settings->options : "", &r->run);
}

// Stored repetitions of a task. A run of two sides measures both sides again: values of one round form pairs, and a build that both sides
// share does not identify the side.
static Status read_progress(Runner *r, int index, CaseStatus *status)
{
    Task *task = &r->tasks[index];
    TRY(store_case_progress(r->store, task->id, runner_build(r, index), status, task->done));
    if (r->side_count == 1)
        return status_ok();
    return store_side_progress(r->store, r->run, index / r->settings->experiment->case_count, task->id, task->done);
}

static Status store_planned(Runner *r, const PlannedCase *c, int position, int64_t *id)
{
    const Experiment *e = r->settings->experiment;
    bool              outdated = false;
    json_auto_t      *json = case_to_json(&c->setup);
    if (!json)
        return runner_no_memory();
    const Status status = c->variation
                              ? store_variation_case(r->store, r->experiment, c->variation, e->variations[c->variation - 1].name,
                                                     c->setup.key, c->block, position, c->label, json, id)
                              : store_case(r->store, r->experiment, c->setup.key, c->block, position, c->label, json, id, &outdated);
    r->state->outdated += outdated;
    return status;
}

static Status record_case(Runner *r, int index)
{
    const PlannedCase *planned = runner_planned(r, index);
    const int          position = index % r->settings->experiment->case_count;
    Task              *task = &r->tasks[index];
    int                missing[PASS_COUNT];
    bool               elsewhere = false;
    TRY(record_build(r, index));
    TRY(store_planned(r, planned, position, &task->id));
    TRY(read_progress(r, index, &task->status));
    if (r->others > 0)
        TRY(store_case_elsewhere(r->store, task->id, task->build, &elsewhere));
    r->state->elsewhere += elsewhere;
    task->todo = run_missing(planned, task->status, task->done, missing);
    memcpy(task->goal, planned->required, sizeof task->goal);
    task->width = INFINITY;
    r->forecast.cases[index] = forecast_case(&planned->setup, task->id);
    return status_ok();
}

// For a share of an experiment: adds all cases of the experiment to the plan before the cases of the share are looked up.
static Status record_whole(Runner *r)
{
    const Experiment *whole = r->settings->whole;
    for (int i = 0; whole && i < whole->case_count; i++) {
        int64_t id = 0;
        TRY(store_planned(r, &whole->cases[i], i, &id));
    }
    return status_ok();
}

static Status record_share(Runner *r)
{
    for (int i = 0; r->settings->whole && i < r->task_count; i++)
        TRY(store_share(r->store, r->run, r->tasks[i].id));
    return status_ok();
}

// An earlier run may have been killed between the last repetition of a case and the write of its status.
static Status mark_already(Runner *r, int index)
{
    Task      *task = &r->tasks[index];
    const bool counted = task->counted, stored = case_status_retry(task->status) == RETRY_NEVER;
    if (!stored)
        TRY(runner_whole(r, index, &task->status));
    r->state->already[task->status] += !counted;
    r->state->finished += !counted;
    task->counted = true;
    return stored ? status_ok() : store_case_status(r->store, task->id, runner_build(r, index), task->status, "");
}

static int compare_ids(const void *a, const void *b)
{
    const TaskId *mine = a, *other = b;
    return mine->id != other->id ? (mine->id > other->id) - (mine->id < other->id) : mine->task - other->task;
}

static void leave_to_first(Runner *r, Task *first, Task *task)
{
    for (int pass = 0; pass < PASS_COUNT; pass++)
        first->goal[pass] = first->goal[pass] > task->goal[pass] ? first->goal[pass] : task->goal[pass];
    first->todo = first->todo || task->todo;
    task->twin = true;
    task->todo = false;
    task->counted = true;
    r->state->twins++;
    r->state->finished++;
}

// A case may be in several blocks: on each side the first block measures the repetitions that any block needs.
static Status find_twins(Runner *r)
{
    r->ids = malloc(((size_t)r->task_count + 1) * sizeof *r->ids);
    if (!r->ids)
        return runner_no_memory();
    for (int i = 0; i < r->task_count; i++)
        r->ids[i] = (TaskId){r->tasks[i].id, i};
    qsort(r->ids, (size_t)r->task_count, sizeof *r->ids, compare_ids);
    for (int k = 1, first = 0; k < r->task_count; k++) {
        const TaskId *before = &r->ids[first], *id = &r->ids[k];
        if (before->id == id->id && runner_side(r, before->task) == runner_side(r, id->task))
            leave_to_first(r, &r->tasks[before->task], &r->tasks[id->task]);
        else
            first = k;
    }
    return status_ok();
}

static Status record_all(Runner *r)
{
    TRY(record_experiment(r));
    r->task_count = r->settings->experiment->case_count * r->side_count;
    r->tasks = (Task *)calloc((size_t)r->task_count, sizeof *r->tasks);
    if (!r->tasks)
        return runner_no_memory();
    TRY(forecast_create(r->task_count, &r->forecast));
    TRY(record_whole(r));
    for (int i = 0; i < r->task_count; i++)
        TRY(record_case(r, i));
    TRY(record_share(r));
    TRY(find_twins(r));
    TRY(forecast_read(r->store, &r->forecast));
    TRY(sampling_begin(r));
    for (int i = 0; i < r->task_count; i++)
        if (!r->tasks[i].todo && !r->tasks[i].twin)
            TRY(mark_already(r, i));
    return status_ok();
}

static Status find_machine(Runner *r)
{
    char *unknown = r->state->unknown_machine;
    if (r->settings->experiment->case_count == 0)
        return status_ok();
    const char  *worker = r->sides[0].workers[runner_planned(r, 0)->setup.precision].path;
    const Status status = machine_rates_here(r->store, worker, r->signals.fd, &r->others, unknown, sizeof r->state->unknown_machine);
    return status.code == STATUS_INTERRUPTED ? runner_interrupted() : status;
}

Status plan_record(Runner *r)
{
    TRY(find_machine(r));
    TRY(store_plan_begin(r->store));
    return store_plan_end(r->store, record_all(r));
}
