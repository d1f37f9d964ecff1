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
#include "machine/spin.h"
#include "plugin/plugin.h"
#include "run/signals.h"
#include "run/spawn.h"
#include "run/worker_file.h"

static const double LOADING_MOST_S = 60;

static Status take_row(void *user, json_t *row)
{
    int *solvers = (int *)user;
    if (row_kind(row) != ROW_PLUGIN)
        return status_ok();
    TRY(row_check(ROW_PLUGIN, row));
    ++*solvers;
    return plugin_from_row(row);
}

static Status judge(const char *path, const SpawnResult *result, int solvers)
{
    if (result->end == WORKER_DONE && solvers > 0)
        return status_ok();
    if (result->end == WORKER_INTERRUPTED)
        return status_make(STATUS_INTERRUPTED, "stopped by a signal");
    if (result->end == WORKER_FAILED && result->code != STATUS_OK)
        return status_make(result->code, "%s", result->message);
    return status_make(STATUS_INPUT, "%s: the worker that loads it and asks what it can do %s", path,
                       result->end == WORKER_DONE ? "says nothing" : result->message);
}

static Status ask(const char *path)
{
    WorkerFile  worker;
    Signals     signals;
    SpawnResult result;
    int         solvers = 0;
    TRY(worker_file(PRECISION_F64, &worker));
    json_t *job = json_pack("{s:s,s:s}", "job", "plugin", "path", path);
    char   *text = job ? json_dumps(job, JSON_COMPACT) : NULL;
    json_decref(job);
    if (!text)
        return status_make(STATUS_MEMORY, "out of memory for a plugin");
    Status status = signals_open(&signals);
    if (status.code == STATUS_OK) {
        const SpawnJob spawn = {.program = worker.path,
                                .input = text,
                                .threads = 1,
                                .spin = SPIN_DEFAULT,
                                .timeout_s = LOADING_MOST_S,
                                .signals = signals.fd,
                                .tick_ms = -1,
                                .row = take_row,
                                .user = &solvers};
        status = spawn_run(&spawn, &result);
        if (status.code == STATUS_OK)
            status = judge(path, &result, solvers);
        signals_close(&signals);
    }
    free(text);
    return status;
}

static bool is_loaded(const char *path)
{
    for (int i = 0; solver_at(i); i++)
        if (solver_at(i)->origin && strcmp(solver_at(i)->origin->path, path) == 0)
            return true;
    return false;
}

static Status load_file(const char *path)
{
    char whole[PATH_MAX];
    if (!realpath(path, whole))
        return status_make(STATUS_IO, "%s: %s", path, strerror(errno));
    TRY(text_need_printable("plugin", whole));
    return is_loaded(whole) ? status_ok() : ask(whole);
}

static int is_plugin(const struct dirent *entry)
{
    const char *point = strrchr(entry->d_name, '.');
    return point && point > entry->d_name && (strcmp(point, ".so") == 0 || strcmp(point, ".yaml") == 0);
}

static Status load_folder(const char *path)
{
    struct dirent **entries = NULL;
    const int       count = scandir(path, &entries, is_plugin, alphasort);
    Status          status = count < 0    ? status_make(STATUS_IO, "%s: %s", path, strerror(errno))
                             : count == 0 ? status_make(STATUS_INPUT, "%s: has no plugin, NAME.so or NAME.yaml", path)
                                          : status_ok();
    for (int i = 0; i < count; i++) {
        char file[PATH_MAX];
        if (status.code == STATUS_OK && snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name) >= (int)sizeof file)
            status = status_make(STATUS_IO, "%s: its files have names that are too long", path);
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
        return status_make(STATUS_IO,
                           "%s: %s; a plugin is a shared library (weft_solver.h), a program's YAML file "
                           "(docs/protocol.md), or a folder of them",
                           path, strerror(errno));
    return S_ISDIR(info.st_mode) ? load_folder(path) : load_file(path);
}
