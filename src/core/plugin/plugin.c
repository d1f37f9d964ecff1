#include "plugin/plugin.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "plugin/private/plugin_table.h"

static Status load_table(const WeftSolver *table, const Origin *origin)
{
    Plugin *plugin;
    TRY(plugin_make(table, origin, &plugin));
    plugin->table = table;
    plugin->origin.program = table->program != NULL;
    plugin->ops.create = library_create;
    plugin->ops.step = library_step;
    plugin->ops.multiplier = plugin->ops.aim == AIM_MULTIPLIERS ? library_multiplier : NULL;
    plugin->ops.destroy = library_destroy;
    return plugin_add(plugin);
}

// Hashes a file in the folder of the library.
static Status add_file(const char *library, const char *file, Hasher *hasher)
{
    char        path[2200], hash[HASH_TEXT];
    const char *slash = *file == '/' ? NULL : strrchr(library, '/');
    snprintf(path, sizeof path, "%.*s%.1100s", slash ? (int)(slash - library) + 1 : 0, library, file);
    TRY(hash_file(path, SIZE_MAX, hash));
    hasher_add(hasher, hash, strlen(hash));
    return status_ok();
}

// The hash of a library and of the programs of its solvers. tables NULL: no solvers.
static Status hash_all(const char *path, const WeftSolver *const *tables, char out[HASH_TEXT])
{
    Hasher *hasher = NULL;
    Status  status = hash_file(path, SIZE_MAX, out);
    for (; tables && *tables && status.code == STATUS_OK; tables++) {
        if (!hasher && (*tables)->program) {
            if (!(hasher = hasher_create()))
                return status_make(STATUS_MEMORY, "out of memory for a plugin");
            hasher_add(hasher, out, strlen(out));
        }
        for (const char *const *file = (*tables)->program; file && *file && status.code == STATUS_OK; file++)
            status = add_file(path, *file, hasher);
    }
    if (hasher)
        hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status;
}

Status plugin_load(const char *path, const char *hash)
{
    Library library;
    Origin  origin = {.version = ""};
    if (strlen(path) >= sizeof origin.path)
        return status_make(STATUS_INPUT, "the path of a plugin is longer than %zu bytes; use a shorter one", sizeof origin.path - 1);
    snprintf(origin.path, sizeof origin.path, "%s", path);
    FileStamp before, after;
    TRY(file_stamp(path, &before));
    TRY(library_open(path, &library));
    TRY(hash_all(path, library.solvers, origin.hash));
    TRY(file_stamp(path, &after));
    if ((hash && strcmp(hash, origin.hash) != 0) || !file_stamp_same(&before, &after)) // the file changed between loading and hashing
        return file_changed(path);
    if (library.direct) {
        snprintf(origin.version, sizeof origin.version, "%s", library.direct->name);
        return linsys_add_library(library.direct, &origin);
    }
    for (; *library.solvers; library.solvers++)
        TRY(load_table(*library.solvers, &origin));
    return status_ok();
}

void plugin_describe(const Case *c, char *out, size_t size)
{
    const Origin *origin = case_origin(c);
    *out = '\0';
    if (!origin)
        return;
    const char *slash = strrchr(origin->path, '/');
    snprintf(out, size, "%s %s, %.200s, %s", c->solver->origin ? c->solver->name : c->linsys->name, origin->version,
             slash ? slash + 1 : origin->path, origin->hash);
}
