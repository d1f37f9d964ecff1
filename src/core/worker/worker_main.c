// weft-worker-f64, weft-worker-f32: one case in a process of its own. A job (JSON) on standard input, rows (JSON Lines) on standard
// output, messages on standard error; see case/protocol.h. Started by weft.
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "build_diff.h"
#include "machine/address_space.h"
#include "machine/environment.h"
#include "machine/spin.h"
#include "worker/allocations.h"
#include "worker/private/passes.h"
#include "worker/private/rates_job.h"

GNU_PREINIT(address_space_check);

// Address space for code, stacks and mappings of libraries, besides the memory of the case.
static const rlim_t HEADROOM_BYTES = (rlim_t)2 << 30;

static Status read_optional_text(const json_t *job, const char *key, const char **out)
{
    const json_t *value = json_object_get(job, key);
    *out = json_string_value(value);
    if (value && !json_is_null(value) && !*out)
        return status_make(STATUS_INPUT, "job: `%s` must be a text or null", key);
    return status_ok();
}

static Status read_counts(const json_t *job, const char *key, int out[PASS_COUNT])
{
    const json_t *counts = json_object_get(job, key);
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        const json_int_t count = json_integer_value(json_object_get(counts, PASS_NAMES[pass]));
        if (count < 0 || count > 1000000)
            return status_make(STATUS_INPUT, "job: `%s.%s` must lie in 0 … 1000000", key, PASS_NAMES[pass]);
        out[pass] = (int)count;
    }
    return status_ok();
}

static Status read_references(const json_t *json, Job *job)
{
    const char *written = NULL;
    TRY(read_optional_text(json, "write_reference", &written));
    job->write_reference = REFERENCE_USES;
    for (int use = 0; use < REFERENCE_USES; use++) {
        TRY(read_optional_text(json_object_get(json, "references"), reference_name((ReferenceUse)use), &job->references[use]));
        if (written && strcmp(written, reference_name((ReferenceUse)use)) == 0)
            job->write_reference = use;
    }
    if (written && job->write_reference == REFERENCE_USES)
        return status_make(STATUS_INPUT, "job: `%s` is nothing that a reference is written for (`write_reference`)", written);
    return status_ok();
}

static Status read_job(const json_t *json, Job *job)
{
    *job = (Job){.frame_stride = 1, .allocations = allocations_count};
    TRY(case_from_json(json_object_get(json, "case"), &job->c));
    TRY(read_references(json, job));
    if (job->c.precision != (sizeof(real) == sizeof(double) ? PRECISION_F64 : PRECISION_F32) && job->write_reference == REFERENCE_USES)
        return status_make(STATUS_INPUT, "job: this worker is " REAL_NAME ", the case is not");
    TRY(read_counts(json, "passes", job->wanted));
    TRY(read_counts(json, "first", job->first));
    job->process = json_integer_value(json_object_get(json, "process"));
    TRY(read_optional_text(json, "frames", &job->frames));
    TRY(read_optional_text(json, "state_in", &job->state_in));
    TRY(read_optional_text(json, "state_out", &job->state_out));
    const char *chosen = NULL;
    TRY(read_optional_text(json, "chosen", &chosen));
    snprintf(job->choice.name, sizeof job->choice.name, "%s", chosen ? chosen : "");
    job->loads = json_is_true(json_object_get(json, "loads"));
    const json_t *stride = json_object_get(json, "frame_stride");
    if (stride)
        job->frame_stride = (int)json_integer_value(stride);
    if (job->frame_stride < 1)
        return status_make(STATUS_INPUT, "job: `frame_stride` must be at least 1");
    return status_ok();
}

static Status limit_memory(const Case *c)
{
    if (GNU_SANITIZED)
        return status_ok(); // the shadow memory of sanitizers needs the whole address space
    const rlim_t  bytes = ((rlim_t)param_int(&c->params, "memory") << 20) + HEADROOM_BYTES;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur <= bytes)
        return status_ok(); // a lower limit, of a batch system say, stays
    limit = (struct rlimit){bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit) == 0 ? status_ok() : status_make(STATUS_INTERNAL, "the memory limit cannot be set");
}

// With the diff, which only the worker programs hold: else all would be linked again whenever a source changes.
static json_t *describe_environment(int threads)
{
    json_t *row = environment_describe(WEFT_ISA, REAL_NAME, threads);
    if (row && BUILD_DIFF[0]) {
        json_t *diff = json_string(BUILD_DIFF);
        json_object_set_new(row, "diff", diff ? diff : json_string("not kept: it is not UTF-8"));
    }
    return row;
}

static Status run_case(const Job *job)
{
    const int threads = (int)param_int(&job->c.params, "threads");
    omp_set_dynamic(0);
    omp_set_num_threads(threads);
    TRY(spin_check(param_int(&job->c.params, "spin")));
    TRY(limit_memory(&job->c));
    TRY(environment_place(threads));
    TRY(rows_write(describe_environment(threads)));
    bool deterministic = true;
    TRY(job->write_reference < REFERENCE_USES ? passes_reference(job) : passes_run(job, &deterministic));
    return rows_write(json_pack("{s:s,s:b}", "row", "done", "deterministic", deterministic));
}

static Status run(const json_t *json)
{
    Job job;
    if (rates_job_is(json))
        return rates_job_run(json);
    TRY(read_job(json, &job));
    return run_case(&job);
}

int main(void)
{
    json_error_t error;
    json_t      *json = json_loadf(stdin, 0, &error);
    Status       status = json ? run(json) : status_make(STATUS_INPUT, "job: not JSON: %s", error.text);
    if (status.code != STATUS_OK) {
        fprintf(stderr, "weft-worker: %s\n", status.text);
        const Status written = rows_write(rows_failed(&status));
        if (written.code != STATUS_OK)
            fprintf(stderr, "weft-worker: %s\n", written.text);
    }
    json_decref(json);
    return status_exit_code(status.code);
}
