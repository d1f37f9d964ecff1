// Finds the worker programs.
#include "run/worker_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/processor.h"

enum { FOLDER_MAX = 960 };

// The folder of the worker programs: $WEFT_WORKERS, else the folder of the running program. STATUS_IO if neither can be determined.
static Status find_folder(char *out, size_t size)
{
    const char *given = getenv("WEFT_WORKERS");
    if (given && *given) {
        if (strlen(given) >= size)
            return status_make(STATUS_IO, "WEFT_WORKERS is longer than %zu bytes; use a shorter path", size - 1);
        snprintf(out, size, "%s", given);
        return status_ok();
    }
    const ssize_t length = readlink("/proc/self/exe", out, size - 1);
    if (length <= 0 || (size_t)length >= size - 1)
        return status_make(STATUS_IO, "/proc/self/exe: cannot be read; set WEFT_WORKERS to the folder of the worker programs");
    out[length] = '\0';
    *strrchr(out, '/') = '\0';
    return status_ok();
}

static Status hash_worker(WorkerFile *worker)
{
    TRY(file_stamp(worker->path, &worker->stamp));
    return hash_file(worker->path, SIZE_MAX, worker->hash);
}

Status worker_file_check(WorkerFile *worker)
{
    WorkerFile now = *worker;
    TRY(file_stamp(now.path, &now.stamp));
    if (file_stamp_same(&now.stamp, &worker->stamp))
        return status_ok();
    TRY(hash_worker(&now));
    if (strcmp(now.hash, worker->hash) != 0)
        return file_changed(worker->path);
    *worker = now;
    return status_ok();
}

Status worker_file(Precision precision, WorkerFile *out)
{
    char folder[FOLDER_MAX];
    TRY(find_folder(folder, sizeof folder));
    return worker_file_in(folder, precision, out);
}

Status worker_file_in(const char *folder, Precision precision, WorkerFile *out)
{
    const char *name = precision_names()[precision];
    snprintf(out->path, sizeof out->path, "%.*s/weft-worker-%s", FOLDER_MAX, folder, name);
    if (access(out->path, X_OK) == 0)
        return hash_worker(out);
    for (int level = 4; level >= 2; level--) {
        if (!processor_runs_level(level))
            continue;
        snprintf(out->path, sizeof out->path, "%.*s/weft-worker-%s-v%d", FOLDER_MAX, folder, name, level);
        if (access(out->path, X_OK) == 0)
            return hash_worker(out);
    }
    const char *given = getenv("WEFT_WORKERS");
    return status_make(STATUS_IO, "%s/weft-worker-%s: is missing or cannot be run; %s", folder, name,
                       given && strcmp(given, folder) == 0 ? "unset WEFT_WORKERS, or set it to the folder of the worker programs"
                                                           : "build it or install it there");
}

static Status check_library(const char *name, const json_t *before, const json_t *now)
{
    const char *id = json_string_value(json_array_get(before, 0)), *other = json_string_value(json_array_get(now, 0));
    const char *path = json_string_value(json_array_get(before, 1)), *place = json_string_value(json_array_get(now, 1));
    if (id && other && strcmp(id, other) == 0)
        return status_ok();
    path = path ? path : "?";
    place = place ? place : "?";
    return status_make(
        STATUS_INPUT, "library %.60s has changed during this run: %.120s %s%.120s; restore the first one, or measure into another database",
        name, path, strcmp(path, place) == 0 ? "was replaced" : "was loaded at first, now ", strcmp(path, place) == 0 ? "" : place);
}

// If two libraries of the process have the same name, the last one counts. A library that is loaded late, or only by some cases, is
// compared with the first library of its name.
Status worker_libraries_check(json_t *seen, const char *program, const char *plugin, const json_t *environment)
{
    char          key[2100];
    const char   *name = NULL;
    json_t       *id = NULL;
    const json_t *paths = json_object_get(environment, "library_paths");
    if (!seen)
        return status_ok();
    snprintf(key, sizeof key, "%s\n%s", program, plugin ? plugin : "");
    json_t *known = json_object_get(seen, key);
    if (!known) {
        known = json_object();
        if (json_object_set_new(seen, key, known) != 0)
            return status_make(STATUS_MEMORY, "out of memory for the libraries of a worker");
    }
    // All are compared before any is added, so that a rejected process adds no library.
    for (int add = 0; add < 2; add++)
        json_object_foreach(json_object_get(environment, "libraries"), name, id)
        {
            json_auto_t  *now = json_pack("[O,O?]", id, json_object_get(paths, name));
            const json_t *before = json_object_get(known, name);
            if (before && !add)
                TRY(check_library(name, before, now));
            if (!before && add && json_object_set(known, name, now) != 0)
                return status_make(STATUS_MEMORY, "out of memory for the libraries of a worker");
        }
    return status_ok();
}

void worker_build_hash(const WorkerFile *worker, const Case *c, char out[HASH_TEXT])
{
    char both[2 * HASH_TEXT];
    snprintf(out, HASH_TEXT, "%s", worker->hash);
    if (!case_origin(c))
        return;
    snprintf(both, sizeof both, "%s %s", worker->hash, case_origin(c)->hash);
    hash_bytes(both, strlen(both), out);
}
