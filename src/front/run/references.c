#include "run/private/references.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "run/job.h"

int run_database_stem(const char *database)
{
    const size_t length = strlen(database);
    return (int)(length > 3 && strcmp(database + length - 3, ".db") == 0 ? length - 3 : length);
}

Status run_reference_path(const char *database, const char *worker_hash, const char *key, char out[REFERENCE_PATH_MAX])
{
    const int used =
        snprintf(out, REFERENCE_PATH_MAX, "%.*s.references/%s-%.12s.ref", run_database_stem(database), database, key, worker_hash);
    return used > 0 && used < REFERENCE_PATH_MAX ? status_ok()
                                                 : status_make(STATUS_IO, "%s: the path is too long; use a shorter one", database);
}

Status reference_path(const Runner *r, const Side *side, const char *key, char out[REFERENCE_PATH_MAX])
{
    return run_reference_path(r->settings->database, side->workers[PRECISION_F64].hash, key, out);
}

static Status make_parent(const char *path)
{
    char folder[REFERENCE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    return file_make_folder(folder);
}

static Status remember_failure(Runner *r, const char *path, const SpawnResult *result)
{
    const bool final = result->end == WORKER_FAILED && status_is_lasting(result->code);
    char       text[sizeof result->message];
    snprintf(text, sizeof text, "%s", result->message);
    text_make_printable(text); // may contain output of a crashing library
    return json_object_set_new(r->failed_references, path, json_pack("{s:s, s:b}", "message", text, "final", final)) ? runner_no_memory()
                                                                                                                     : status_ok();
}

// Among all cases and uses with this key, selects the case with the largest contact limit. *out: that case with the largest memory limit
// among them. Both limits do not change the result, so the key omits them. The case with the lowest limits must not decide for the others.
static ReferenceUse find_roomiest(const Experiment *e, const char *key, Case *out)
{
    ReferenceUse found = (ReferenceUse)0;
    double       room = -1;
    int64_t      memory = 0;
    for (int i = 0; i < e->case_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++) {
            const ParamSet *params = &e->cases[i].setup.params;
            if (strcmp(e->cases[i].references[use], key) != 0)
                continue;
            const double has = param_of_role(params, PARAM_ROLE_CONTACT_ROOM, 0);
            memory = param_int(params, "memory") > memory ? param_int(params, "memory") : memory;
            if (has > room) {
                room = has;
                found = (ReferenceUse)use;
                *out = e->cases[i].setup;
            }
        }
    out->params.values[param_index(&out->params, "memory")] = (double)memory;
    return found;
}

// Runs one worker. *outcome: CASE_DONE if the file exists.
static Status try_reference(Runner *r, int task, ReferenceUse use, const char *path, CaseStatus *outcome)
{
    const PlannedCase *planned = runner_planned(r, task);
    Case               reference;
    const ReferenceUse written = find_roomiest(r->settings->experiment, planned->references[use], &reference);
    reference.precision = PRECISION_F64;
    WorkerJob   job = {.setup = &reference, .write_reference = reference_name(written)};
    SpawnResult result = {.end = WORKER_CRASHED};
    job.references[written] = path;
    runner_begin(r, task % r->settings->experiment->case_count, planned->label, reference_name(use));
    TRY(runner_worker(r, &runner_side(r, task)->workers[PRECISION_F64], &job, NULL, &result));
    *outcome = runner_outcome(&result);
    if (*outcome == CASE_INTERRUPTED)
        return runner_interrupted();
    if (*outcome == CASE_DONE && access(path, R_OK) != 0) {
        snprintf(result.message, sizeof result.message, "the worker wrote no file");
        *outcome = CASE_FAILED;
    }
    runner_end(r, *outcome, result.message);
    return *outcome == CASE_DONE ? status_ok() : remember_failure(r, path, &result);
}

static Status make_reference(Runner *r, int task, ReferenceUse use)
{
    char path[REFERENCE_PATH_MAX];
    TRY(reference_path(r, runner_side(r, task), runner_planned(r, task)->references[use], path));
    if (access(path, R_OK) == 0 || json_object_get(r->failed_references, path))
        return status_ok();
    TRY(make_parent(path));
    CaseStatus outcome = CASE_FAILED;
    for (int tries = 0; tries <= r->settings->retry && case_status_retry(outcome) == RETRY_SAME_RUN; tries++) {
        if (signals_pending(&r->signals))
            return runner_interrupted();
        TRY(runner_over(r));
        TRY(try_reference(r, task, use, path, &outcome));
    }
    r->state->references_ended++;
    if (outcome == CASE_DONE)
        json_object_del(r->failed_references, path);
    return status_ok();
}

// The timed pass also steps the probes if a case has both passes; no other pass reads a reference.
static bool is_needed(const Runner *r, int index, int use)
{
    const Task *task = &r->tasks[index];
    const bool  measured = task->goal[PASS_MEASURED] > task->done[PASS_MEASURED];
    const bool  timed = task->goal[PASS_TIMED] > task->done[PASS_TIMED] && runner_planned(r, index)->required[PASS_MEASURED] > 0;
    return task->todo && *runner_planned(r, index)->references[use] && (measured || (timed && use == REFERENCE_PROBES));
}

// Number of trajectories to make; several cases may share one.
static Status count_missing(Runner *r)
{
    json_auto_t *paths = json_object();
    for (int i = 0; i < r->task_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++) {
            char path[REFERENCE_PATH_MAX];
            if (!is_needed(r, i, use))
                continue;
            TRY(reference_path(r, runner_side(r, i), runner_planned(r, i)->references[use], path));
            if (access(path, R_OK) != 0 && json_object_set_new(paths, path, json_true()))
                return runner_no_memory();
        }
    r->state->references = r->state->references_ended + (int)json_object_size(paths);
    return status_ok();
}

Status references_make(Runner *r)
{
    TRY(count_missing(r));
    for (int i = 0; i < r->task_count; i++)
        for (int use = 0; use < REFERENCE_USES; use++)
            if (is_needed(r, i, use))
                TRY(make_reference(r, i, (ReferenceUse)use));
    return status_ok();
}

Status references_failed(Runner *r, int task, bool *failed, bool *final, char *text, size_t size)
{
    *failed = false;
    for (int use = 0; use < REFERENCE_USES && !*failed; use++) {
        char        path[REFERENCE_PATH_MAX];
        const char *key = runner_planned(r, task)->references[use];
        if (!*key)
            continue;
        TRY(reference_path(r, runner_side(r, task), key, path));
        const json_t *failure = json_object_get(r->failed_references, path);
        if (!failure)
            continue;
        *failed = true;
        *final = json_is_true(json_object_get(failure, "final"));
        snprintf(text, size, "no reference trajectory: %.400s; `%s` needs one, `%s` turns it off",
                 json_string_value(json_object_get(failure, "message")), reference_name((ReferenceUse)use),
                 reference_without((ReferenceUse)use));
        text_make_printable(text); // the cut may split a character
    }
    return status_ok();
}
