#include "run/job.h"

#include <stdlib.h>

#include "run/signals.h"
#include "run/worker_file.h"

static json_t *text_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static json_t *plugin_or_null(const Origin *origin)
{
    return origin ? json_pack("{s:s,s:s}", "path", origin->path, "hash", origin->hash) : json_null();
}

// A job that times every linear system takes a library that is loaded, too.
static const Origin *origin_of(const WorkerJob *job)
{
    const Origin *origin = case_origin(job->setup);
    for (int i = 0; job->systems && !origin && linsys_at(i); i++)
        origin = linsys_at(i)->origin && *linsys_at(i)->origin->path ? linsys_at(i)->origin : NULL;
    return origin;
}

char *job_text(const WorkerJob *job)
{
    json_t *json = json_object(), *passes = json_object(), *first = json_object(), *references = json_object();
    int     failed = !json || !passes || !first || !references;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        failed |= json_object_set_new(passes, PASS_NAMES[pass], json_integer(job->passes[pass]));
        failed |= json_object_set_new(first, PASS_NAMES[pass], json_integer(job->first[pass]));
    }
    failed |= json_object_set_new(json, "passes", passes);
    failed |= json_object_set_new(json, "first", first);
    failed |= json_object_set_new(json, "process", job->process > 0 ? json_integer(job->process) : json_null());
    failed |= json_object_set_new(json, "case", case_to_json(job->setup));
    failed |= json_object_set_new(json, "plugin", plugin_or_null(origin_of(job)));
    for (int use = 0; use < REFERENCE_USES; use++)
        failed |= json_object_set_new(references, reference_name((ReferenceUse)use), text_or_null(job->references[use]));
    failed |= json_object_set_new(json, "references", references);
    failed |= json_object_set_new(json, "write_reference", text_or_null(job->write_reference));
    failed |= json_object_set_new(json, "frames", text_or_null(job->frames));
    failed |= json_object_set_new(json, "frame_stride", json_integer(job->frame_stride > 0 ? job->frame_stride : 1));
    failed |= json_object_set_new(json, "barrier", json_boolean(job->barrier));
    failed |= json_object_set_new(json, "state_in", text_or_null(job->state_in));
    failed |= json_object_set_new(json, "state_out", text_or_null(job->state_out));
    failed |= json_object_set_new(json, "recorded", text_or_null(job->recorded));
    failed |= json_object_set_new(json, "systems", text_or_null(job->systems));
    failed |= json_object_set_new(json, "benchmark", text_or_null(job->benchmark));
    failed |= json_object_set_new(json, "system", text_or_null(job->system));
    failed |= json_object_set_new(json, "team", job->team ? json_integer(job->team) : json_null());
    failed |= json_object_set_new(json, "chosen", text_or_null(job->chosen));
    char *text = failed ? NULL : json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

char *job_dump(json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}

Status job_run(Precision precision, char *input, SpawnJob spawn, SpawnResult *result)
{
    WorkerFile worker;
    Signals    signals;
    Status     status = worker_file(precision, &worker);
    if (status.code == STATUS_OK && !input)
        status = status_make(STATUS_MEMORY, "out of memory for a job");
    if (status.code == STATUS_OK)
        status = signals_open(&signals);
    if (status.code == STATUS_OK) {
        spawn.program = worker.path;
        spawn.input = input;
        spawn.signals = signals.fd;
        spawn.tick_ms = -1;
        status = spawn_run(&spawn, result);
        signals_close(&signals);
    }
    free(input);
    return status;
}

Status job_failure(const SpawnResult *result)
{
    if (result->end == WORKER_INTERRUPTED)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    if (result->end == WORKER_FAILED && result->code != STATUS_OK)
        return status_make(result->code, "%s", result->message);
    return status_ok();
}

Status job_run_alone(const WorkerJob *job, double timeout_s, Status (*row)(void *user, json_t *row), void *user)
{
    const SpawnJob spawn = {.threads = (int)param_int(&job->setup->params, "threads"),
                            .spin = param_int(&job->setup->params, "spin"),
                            .timeout_s = timeout_s,
                            .row = row,
                            .user = user};
    SpawnResult    result;
    TRY(job_run(job->setup->precision, job_text(job), spawn, &result));
    TRY(job_failure(&result));
    return result.end == WORKER_DONE      ? status_ok()
           : result.end == WORKER_TIMEOUT ? status_make(STATUS_TIMEOUT, "the worker was %s", result.message)
                                          : status_make(STATUS_INTERNAL, "the worker %s", result.message);
}
