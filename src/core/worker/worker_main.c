// weft-worker-f64, weft-worker-f32: one case in a process of its own. A job (JSON) on standard input, rows (JSON Lines) on standard
// output, messages on standard error; see case/protocol.h. Started by weft.
#include <errno.h>
#include <lapacke.h>
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/allocations.h"
#include "base/plain_locale.h"
#include "build_diff.h"
#include "machine/address_space.h"
#include "machine/crash.h"
#include "machine/environment.h"
#include "machine/spin.h"
#include "plugin/conform.h"
#include "plugin/plugin.h"
#include "worker/private/fit.h"
#include "worker/private/job.h"
#include "worker/private/rates_job.h"
#include "worker/private/rows.h"

GNU_PREINIT(address_space_check);

// Memory for libraries and readers of a case, in addition to its arenas, which report their own limit by name.
static const int64_t PROCESS_BYTES = (int64_t)64 << 20;

// OpenBLAS allocates a buffer of some 128 MiB at its first call, and retries forever if that fails: so call it before the limit is set.
static void take_blas_buffer(void)
{
    double matrix[4] = {4, 1, 1, 4};
    (void)LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', 2, matrix, 2);
}

// Limits the memory to that of the case plus the present size of the process with its team: libraries, their buffers and the stacks.
static Status limit_memory(const Case *c)
{
    take_blas_buffer();
    const int64_t memory = (param_int(&c->params, "memory") << 20) + PROCESS_BYTES, used = environment_data_bytes();
    struct rlimit limit;
    if (GNU_SANITIZED)
        return status_ok(); // its shadow memory grows with the case
    if (used < 0)
        return status_make(STATUS_ENVIRONMENT, "the size of the process is not in /proc/self/status; mount /proc");
    const rlim_t bytes = (rlim_t)(used + memory);
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur <= bytes)
        return status_ok(); // keeps a lower limit, for example of a batch system
    limit = (struct rlimit){bytes, bytes};
    return setrlimit(RLIMIT_DATA, &limit) == 0 ? status_ok() : status_make(STATUS_INTERNAL, "the memory limit of the worker cannot be set");
}

// With the diff, which only the worker programs contain: otherwise every source change would relink all programs.
static json_t *describe_environment(const Case *c, int threads)
{
    json_t *row = environment_describe(WEFT_ISA, REAL_NAME, threads);
    char    plugin[400];
    plugin_describe(c, plugin, sizeof plugin);
    if (row && *plugin)
        json_object_set_new(row, "plugin", json_string(plugin));
    if (row && BUILD_DIFF[0]) {
        json_t *diff = json_string(BUILD_DIFF);
        json_object_set_new(row, "diff", diff ? diff : json_string("not kept: it is not UTF-8"));
    }
    return row;
}

// With `team: fit`, sets the number of threads of a job that only runs passes to the fitted one.
static Status take_team(Job *job)
{
    int team;
    if (job->barrier || job->recorded || job->systems || job->write_reference < REFERENCE_USES)
        return status_ok();
    TRY(fit_team(job, &team));
    job->c.params.values[param_index(&job->c.params, "threads")] = team;
    return status_ok();
}

static Status run_case(Job *job)
{
    TRY(spin_check(param_int(&job->c.params, "spin")));
    omp_set_dynamic(0);
    TRY(take_team(job));
    const int threads = (int)param_int(&job->c.params, "threads");
    omp_set_num_threads(threads);
    TRY(environment_place(threads));
    crash_open_team(threads);
    TRY(limit_memory(&job->c));
    TRY(rows_write(describe_environment(&job->c, threads)));
    bool deterministic = true;
    if (job->barrier)
        TRY(passes_barrier(job));
    TRY(job->write_reference < REFERENCE_USES ? passes_reference(job)
        : job->systems                        ? passes_systems(job)
        : job->recorded                       ? passes_recorded(job)
                                              : passes_run(job, &deterministic));
    return rows_write(json_pack("{s:s,s:b}", "row", "done", "deterministic", deterministic));
}

// OpenBLAS chose its kernels before main. If it does not know the processor, this program restarts itself with matching kernels; a choice
// of the user is kept.
static Status choose_kernels(char **arguments)
{
    const char *core = getenv("OPENBLAS_CORETYPE") ? NULL : environment_blas_core();
    if (!core || setenv("OPENBLAS_CORETYPE", core, 1) != 0)
        return core ? status_make(STATUS_MEMORY, "out of memory for the environment of the worker") : status_ok();
    execv("/proc/self/exe", arguments);
    return status_make(
        STATUS_ENVIRONMENT,
        "OpenBLAS does not know this processor, and the worker cannot restart with OPENBLAS_CORETYPE=%s: %s; set this variable yourself",
        core, strerror(errno));
}

static Status describe_plugin(const json_t *json)
{
    const char *path = json_string_value(json_object_get(json, "path"));
    if (!path)
        return status_make(STATUS_INPUT, "job: `path` of a plugin must be a string");
    TRY(plugin_load(path, NULL));
    TRY(plugin_write_rows(rows_write));
    return rows_write(json_pack("{s:s,s:b}", "row", "done", "deterministic", 1));
}

static Status try_plugin(const json_t *json)
{
    const char *path = json_string_value(json_object_get(json, "path"));
    if (!path)
        return status_make(STATUS_INPUT, "job: `path` of a plugin must be a string");
    omp_set_dynamic(0);
    TRY(conform_plugin(path, json_string_value(json_object_get(json, "solver")), allocations_count, rows_write));
    return rows_write(json_pack("{s:s,s:b}", "row", "done", "deterministic", 1));
}

static Status run(const json_t *json)
{
    Job         job;
    const char *kind = json_string_value(json_object_get(json, "job"));
    if (kind && strcmp(kind, "plugin") == 0)
        return describe_plugin(json);
    if (kind && strcmp(kind, "conform") == 0)
        return try_plugin(json);
    if (rates_job_is(json))
        return rates_job_run(json);
    TRY(job_read(json, &job));
    job.allocations = allocations_count;
    return run_case(&job);
}

static Status read_and_run(json_t **json)
{
    json_error_t error;
    *json = json_loadf(stdin, 0, &error);
    return *json ? run(*json) : status_make(STATUS_INPUT, "job: not JSON: %s", error.text);
}

int main(int count, char **arguments)
{
    (void)count;
    plain_locale_use(); // a plugin may set another
    crash_open();
    json_set_alloc_funcs(allocations_must, free);
    signal(SIGXFSZ, SIG_IGN); // a file above `ulimit -f` is a failed write
    json_t *json = NULL;
    Status  status = choose_kernels(arguments);
    if (status.code == STATUS_OK)
        status = read_and_run(&json);
    if (status.code != STATUS_OK) {
        fprintf(stderr, "weft-worker: %s\n", status.text);
        const Status written = rows_write(rows_failed(&status));
        if (written.code != STATUS_OK)
            fprintf(stderr, "weft-worker: %s\n", written.text);
    }
    json_decref(json);
    return status_exit_code(status.code);
}
