#include "run/plugins.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "case/case.h"
#include "case/row.h"
#include "plugin/plugin.h"
#include "run/job.h"

static const double LOADING_MAX_S = 60;

static Status take_row(void *user, json_t *row)
{
    int *solvers = (int *)user;
    if (row_kind(row) != ROW_PLUGIN)
        return status_ok();
    ++*solvers;
    return plugin_from_row(row);
}

static Status judge(const char *path, const SpawnResult *result, int solvers)
{
    if (result->end == WORKER_DONE && solvers > 0)
        return status_ok();
    TRY(job_failure(result));
    return status_make(STATUS_INPUT, "%s: the worker that loads this plugin %s", path,
                       result->end == WORKER_DONE ? "reported no solver" : result->message);
}

static Status ask(const char *path)
{
    SpawnResult result;
    int         solvers = 0;
    char       *job = job_dump(json_pack("{s:s,s:s}", "job", "plugin", "path", path));
    TRY(job_run(PRECISION_F64, job, (SpawnJob){.threads = 1, .timeout_s = LOADING_MAX_S, .plugin = path, .row = take_row, .user = &solvers},
                &result));
    return judge(path, &result, solvers);
}

static Status find_file(const char *path, char resolved[PATH_MAX])
{
    if (!realpath(path, resolved))
        return status_make(STATUS_IO, "%s: %s", path, strerror(errno));
    return text_need_printable("plugin", resolved);
}

Status plugins_conform(const char *path, const char *solver, Precision precision, double timeout_s, Status (*row)(void *user, json_t *row),
                       void *user, SpawnResult *result)
{
    enum { TEAM = 2 }; // results of one and two threads are compared bit by bit
    char resolved[PATH_MAX];
    TRY(find_file(path, resolved));
    char *job = job_dump(json_pack("{s:s,s:s,s:s?}", "job", "conform", "path", resolved, "solver", solver));
    return job_run(precision, job, (SpawnJob){.threads = TEAM, .timeout_s = timeout_s, .plugin = resolved, .row = row, .user = user},
                   result);
}

const char *plugins_file(int index)
{
    int solvers = 0;
    while (solver_at(solvers))
        solvers++;
    const SolverOps *solver = solver_at(index);
    const LinsysOps *linsys = solver ? NULL : linsys_at(index - solvers);
    const Origin    *origin = solver ? solver->origin : linsys ? linsys->origin : NULL;
    return origin ? origin->path : solver || linsys ? "" : NULL;
}

static bool is_loaded(const char *path)
{
    bool found = false;
    for (int i = 0; plugins_file(i); i++)
        found = found || strcmp(plugins_file(i), path) == 0;
    return found;
}

static Status load_file(const char *path)
{
    char resolved[PATH_MAX];
    TRY(find_file(path, resolved));
    return is_loaded(resolved) ? status_ok() : ask(resolved);
}

static int is_plugin(const struct dirent *entry)
{
    const char *point = strrchr(entry->d_name, '.');
    return point && point > entry->d_name && strcmp(point, ".so") == 0;
}

static Status load_folder(const char *path)
{
    struct dirent **entries = NULL;
    const int       count = scandir(path, &entries, is_plugin, alphasort);
    Status          status = count < 0    ? status_make(STATUS_IO, "%s: %s", path, strerror(errno))
                             : count == 0 ? status_make(STATUS_INPUT, "%s: the folder has no plugin; give a folder with files NAME.so", path)
                                          : status_ok();
    for (int i = 0; i < count; i++) {
        char file[PATH_MAX];
        if (status.code == STATUS_OK && snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name) >= (int)sizeof file)
            status = status_make(STATUS_IO, "%s: the name of a plugin in it is too long", path);
        if (status.code == STATUS_OK)
            status = load_file(file);
        free(entries[i]);
    }
    free((void *)entries);
    return status;
}

Status plugins_load(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return status_make(STATUS_IO, "%s: %s; a plugin is a shared library (weft_solver.h), or a folder of them", path, strerror(errno));
    return S_ISDIR(info.st_mode) ? load_folder(path) : load_file(path);
}
