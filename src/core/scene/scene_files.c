// The files of a scene: their hashes, and the check that the parsed file is the hashed file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "scene/private/scene_internal.h"

void scene_files_destroy(SceneFiles *files)
{
    free(files->meshes);
    free(files->materials);
    *files = (SceneFiles){0};
}

Status scene_files_note(SceneFiles *files, const char *path, const char *hash)
{
    char             first[17];
    SceneInfo       *info = files->info;
    const SceneInfo *expected = files->expected;
    const int        index = info->file_count;
    TRY(file_keep(files->output, path));
    if (index == SCENE_FILES_MAX)
        return status_ok();
    snprintf(first, sizeof first, "%.16s", hash);
    info->files[info->file_count++] = strtoull(first, NULL, 16);
    return expected && expected->files[index] != info->files[index] ? file_changed(path) : status_ok();
}

static const SceneMeshFile *find(const SceneFiles *files, const char *path)
{
    for (int i = 0; i < files->mesh_count; i++)
        if (strcmp(files->meshes[i].path, path) == 0)
            return &files->meshes[i];
    return NULL;
}

Status scene_files_hash(SceneFiles *files, const char *path, char out[HASH_TEXT])
{
    const SceneMeshFile *known = find(files, path);
    SceneMeshFile        file;
    if (!known) {
        TRY(hash_file(path, FILE_GEOMETRY_MAX, file.hash));
        snprintf(file.path, sizeof file.path, "%s", path);
        TRY(memory_grow((void **)&files->meshes, files->mesh_count, sizeof *files->meshes));
        files->meshes[files->mesh_count++] = file;
        TRY(scene_files_note(files, path, file.hash));
        known = &file;
    }
    memcpy(out, known->hash, HASH_TEXT);
    return status_ok();
}

static Status check(const SceneFiles *files, const char *path, const char *hash)
{
    const SceneMeshFile *known = find(files, path);
    return !known || strcmp(known->hash, hash) == 0 ? status_ok() : file_changed(path);
}

Status scene_files_mesh(SceneFiles *files, const char *path, Mesh *out)
{
    char other[sizeof((SceneMeshFile *)0)->path];
    TRY(mesh_read(path, out));
    files->unread += out->unread_count + out->open_end;
    TRY(check(files, path, out->hash[0]));
    return mesh_other_file(path, other, sizeof other) ? check(files, other, out->hash[1]) : status_ok();
}
