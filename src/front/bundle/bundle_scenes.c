#include "bundle/private/bundle_scenes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bundle/private/bundle_files.h"
#include "scene/scene.h"

// What weft makes itself in a bundle.
static bool is_taken(const char *path)
{
    static const char *const NAMES[] = {"experiments", "build",       "source",       "store.db", "README.md",
                                        "CLAIMS.md",   "LICENCES.md", "commands.txt", BUNDLE_SUMS};
    const size_t             length = strcspn(path, "/");
    bool                     taken = false;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        taken = taken || (strlen(NAMES[i]) == length && strncmp(path, NAMES[i], length) == 0);
    return taken;
}

// Where a file of a scene lies in the bundle.
static Status place(const char *path, char out[BUNDLE_PATH_MAX])
{
    char         datasets[900];
    const size_t length = strlen(scene_datasets(datasets, sizeof datasets));
    if (strncmp(path, datasets, length) == 0 && path[length] == '/')
        snprintf(out, BUNDLE_PATH_MAX, "datasets%s", path + length);
    else
        snprintf(out, BUNDLE_PATH_MAX, "%s", strncmp(path, "./", 2) == 0 ? path + 2 : path);
    return bundle_path_stays(out) && !is_taken(out)
               ? status_ok()
               : status_make(STATUS_INPUT,
                             "%.300s: a scene or mesh that is not below the current folder, or is called as a part of a bundle, so that no"
                             " bundle can have it at that path; name it by another path, and measure again",
                             path);
}

static Status copy_scene(const Case *c, const char *folder)
{
    char        path[BUNDLE_PATH_MAX];
    SceneFiles *files = malloc(sizeof *files);
    if (!files)
        return status_make(STATUS_MEMORY, "out of memory for the files of a scene");
    Status status = scene_find(c->scene, path, sizeof path);
    if (status.code == STATUS_OK)
        status = scene_files(&(SceneSettings){.path = path, .values = c->scene_values, .value_count = c->scene_value_count}, files);
    for (int i = 0; status.code == STATUS_OK && i < files->count; i++) {
        char name[BUNDLE_PATH_MAX];
        status = place(files->path[i], name);
        if (status.code == STATUS_OK && folder)
            status = bundle_copy(files->path[i], folder, name);
    }
    free(files);
    return status;
}

Status bundle_scenes(const Experiment *e, const char *folder)
{
    json_t *seen = json_object(); // hashes of scenes with their values
    Status  status = seen ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the scenes of a bundle");
    for (int i = 0; i < e->case_count && status.code == STATUS_OK; i++) {
        const Case *c = &e->cases[i].setup;
        if (json_object_get(seen, c->scene_info.hash))
            continue;
        status = copy_scene(c, folder);
        if (status.code == STATUS_OK && json_object_set_new(seen, c->scene_info.hash, json_true()))
            status = status_make(STATUS_MEMORY, "out of memory for the scenes of a bundle");
    }
    json_decref(seen);
    return status;
}

Status bundle_scene_data(const char *folder)
{
    static const char *const NAMES[] = {"materials.yaml", "meshes/manifest.yaml"};
    char                     datasets[900], from[BUNDLE_PATH_MAX], to[64];
    scene_datasets(datasets, sizeof datasets);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        TRY(bundle_path(datasets, NAMES[i], from));
        snprintf(to, sizeof to, "datasets/%s", NAMES[i]);
        if (access(from, F_OK) == 0) // a datasets folder of one's own may do without
            TRY(bundle_copy(from, folder, to));
    }
    return status_ok();
}
