// The search for scenes and meshes.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "build_facts.h"
#include "scene/private/scene_internal.h"

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

// <folder of the program>/../share/weft/datasets; false when it does not exist.
static bool installed_datasets(char *out, size_t size)
{
    char          program[512];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    const int needed = snprintf(out, size, "%s/../share/weft/datasets", program);
    return needed > 0 && (size_t)needed < size && is_folder(out);
}

const char *scene_datasets(char *out, size_t size)
{
    const char *given = getenv("WEFT_DATASETS");
    if (given && *given)
        snprintf(out, size, "%s", given);
    else if (!installed_datasets(out, size)) {
        snprintf(out, size, "%s", BUILD_SOURCE_DIR "/datasets");
        if (!is_folder(out))
            snprintf(out, size, "%s", BUILD_DATA_INSTALL "/datasets");
    }
    return out;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length > tail && strcmp(text + length - tail, end) == 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// "unknown scene `x`" and the nearest one of the folder, or a list of them.
static Status unknown_scene(const char *name, const char *folder)
{
    enum { NAMES_MAX = 256 };
    char  *names[NAMES_MAX];
    size_t count = 0;
    char   message[300];
    DIR   *open = opendir(folder);
    if (!open)
        return status_make(STATUS_IO, "cannot read the scene folder %s: %s; set WEFT_DATASETS to the datasets folder", folder,
                           strerror(errno));
    for (const struct dirent *entry = readdir(open); entry && count < NAMES_MAX; entry = readdir(open))
        if (ends_with(entry->d_name, ".yaml") && (names[count] = strndup(entry->d_name, strlen(entry->d_name) - 5)))
            count++;
    closedir(open);
    qsort(names, count, sizeof *names, compare_names);
    snprintf(message, sizeof message, "unknown scene `%.60s`", name);
    text_suggest(message, sizeof message, name, (const char *const *)names, count);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    return status_make(STATUS_INPUT, "%s (`weft list scenes` lists them; a path has a / or ends in .yaml)", message);
}

Status scene_find(const char *name_or_path, char *path, size_t size)
{
    char datasets[512], folder[520];
    int  needed = 0;
    if (strchr(name_or_path, '/') || ends_with(name_or_path, ".yaml")) {
        needed = snprintf(path, size, "%s", name_or_path);
        if (access(name_or_path, R_OK) != 0)
            return status_make(STATUS_IO, "%s: cannot be read: %s", name_or_path, strerror(errno));
    } else {
        snprintf(folder, sizeof folder, "%s/scenes", scene_datasets(datasets, sizeof datasets));
        needed = snprintf(path, size, "%s/%s.yaml", folder, name_or_path);
        if (!*name_or_path || access(path, R_OK) != 0)
            return unknown_scene(name_or_path, folder);
    }
    return (size_t)needed < size ? status_ok()
                                 : status_make(STATUS_INPUT, "%.200s…: the path is too long; use a shorter one", name_or_path);
}

Status scene_find_mesh(const YamlNode *node, char *path, size_t size)
{
    const char *name = NULL, *scene = yaml_path(node->file), *slash = strrchr(scene, '/');
    char        datasets[512];
    TRY(yaml_text(node, &name));
    int needed =
        *name == '/' ? snprintf(path, size, "%s", name) : snprintf(path, size, "%.*s%s", slash ? (int)(slash + 1 - scene) : 0, scene, name);
    if ((size_t)needed < size && access(path, R_OK) == 0)
        return status_ok();
    scene_datasets(datasets, sizeof datasets);
    if (*name != '/') {
        needed = snprintf(path, size, "%s/%s", datasets, name);
        if ((size_t)needed < size && access(path, R_OK) == 0)
            return status_ok();
    }
    Status status =
        yaml_error(node, "mesh `%.100s` not found in the folder of the scene file or in %.200s; correct its path", name, datasets);
    status.code = STATUS_IO;
    return status;
}
