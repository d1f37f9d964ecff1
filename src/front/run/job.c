#include "run/job.h"

#include <stdlib.h>

#include "run/signals.h"
#include "run/worker_file.h"

static json_t *plugin_or_null(const Origin *origin)
{
    return origin ? json_pack("{s:s,s:s}", "path", origin->path, "hash", origin->hash) : json_null();
}

// A job that times every linear system also uses a loaded library.
static const Origin *origin_of(const WorkerJob *job)
{
    const Origin *origin = case_origin(job->setup);
    for (int i = 0; job->systems && !origin && linsys_at(i); i++)
        origin = linsys_at(i)->origin && *linsys_at(i)->origin->path ? linsys_at(i)->origin : NULL;
    return origin;
}

// Hash and files of the scene; the worker compares them with the files that it parses.
static json_t *scene_json(const SceneInfo *info)
{
    json_auto_t *files = json_array();
    for (int i = 0; i < info->file_count; i++)
        if (json_array_append_new(files, json_integer((json_int_t)info->files[i])))
            return NULL;
    return json_pack("{s:s,s:O}", "hash", info->hash, "files", files);
}

const char *job_plugin(const WorkerJob *job)
{
    const Origin *origin = origin_of(job);
    return origin && *origin->path ? origin->path : NULL;
}

char *job_text(const WorkerJob *job)
{
    json_t *passes = json_object(), *first = json_object(), *references = json_object();
    int     failed = !passes || !first || !references;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        failed |= json_object_set_new(passes, PASS_NAMES[pass], json_integer(job->passes[pass]));
        failed |= json_object_set_new(first, PASS_NAMES[pass], json_integer(job->first[pass]));
    }
    for (int use = 0; use < REFERENCE_USES; use++)
        failed |= json_object_set_new(references, reference_name((ReferenceUse)use), json_pack("s?", job->references[use]));
    json_t *json =
        json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:s?,s:s?,s:i,s:b,s:s?,s:s?,s:s?,s:s?,s:s?,s:s?,s:o,s:s?,s:o,s:s?}", "passes", passes, "first",
                  first, "process", job->process > 0 ? json_integer(job->process) : json_null(), "case", case_to_json(job->setup), "plugin",
                  plugin_or_null(origin_of(job)), "references", references, "write_reference", job->write_reference, "frames", job->frames,
                  "frame_stride", job->frame_stride > 0 ? job->frame_stride : 1, "barrier", (int)job->barrier, "state_in", job->state_in,
                  "state_out", job->state_out, "recorded", job->recorded, "systems", job->systems, "benchmark", job->benchmark, "system",
                  job->system, "team", job->team ? json_integer(job->team) : json_null(), "chosen", job->chosen, "scene",
                  scene_json(&job->setup->scene_info), "state_hash", *job->state_hash ? job->state_hash : NULL);
    if (failed) {
        json_decref(json);
        json = NULL;
    }
    return job_dump(json);
}

Status job_start_from(const char *path, WorkerJob *job)
{
    job->state_in = path;
    return path ? hash_file(path, FILE_GEOMETRY_MAX, job->state_hash) : status_ok();
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
        spawn.worker = &worker;
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
    if (result->end == WORKER_CRASHED && result->code != STATUS_INTERNAL)
        return status_make(result->code, "the worker %s", result->message);
    return status_ok();
}

Status job_run_alone(const WorkerJob *job, double timeout_s, Status (*row)(void *user, json_t *row), void *user)
{
    const SpawnJob spawn = {.threads = (int)param_int(&job->setup->params, "threads"),
                            .spin = param_int(&job->setup->params, "spin"),
                            .timeout_s = timeout_s,
                            .plugin = job_plugin(job),
                            .row = row,
                            .user = user};
    SpawnResult    result;
    TRY(job_run(job->setup->precision, job_text(job), spawn, &result));
    TRY(job_failure(&result));
    return result.end == WORKER_DONE      ? status_ok()
           : result.end == WORKER_TIMEOUT ? status_make(STATUS_TIMEOUT, "the worker was %s", result.message)
                                          : status_make(STATUS_INTERNAL, "the worker %s", result.message);
}
