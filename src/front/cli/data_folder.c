#include "cli/private/data_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "build_facts.h"
#include "scene/scene.h"

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// Installed: next to the datasets; in the source tree: in bench/.
Status data_folder(const char *name, char out[DATA_FOLDER_MAX])
{
    char datasets[900], parent[sizeof datasets + 4];
    snprintf(parent, sizeof parent, "%s/..", scene_datasets(datasets, sizeof datasets));
    const char *const parents[] = {parent, BUILD_SOURCE_DIR, BUILD_DATA_INSTALL};
    for (size_t i = 0; i < 2 * sizeof parents / sizeof *parents; i++) {
        char path[DATA_FOLDER_MAX];
        snprintf(path, sizeof path, "%s/%s%s", parents[i / 2], i % 2 ? "bench/" : "", name);
        char *whole = is_folder(path) ? realpath(path, NULL) : NULL;
        if (!whole)
            continue;
        const bool fits = snprintf(out, DATA_FOLDER_MAX, "%s", whole) < DATA_FOLDER_MAX;
        free(whole);
        if (fits)
            return status_ok();
    }
    return status_make(STATUS_IO, "folder %s not found next to %.300s; set WEFT_DATASETS to the datasets folder", name, datasets);
}
