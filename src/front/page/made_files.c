#include "page/private/made_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/owned.h"

enum { PATH_SIZE = 4096, LIST_BYTES_MAX = 1 << 20 };

static bool make_path(const char *folder, const char *name, char out[PATH_SIZE])
{
    return snprintf(out, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE;
}

// A file is new or rewritten where its inode or its time of change is another: drafts are renamed into place.
static bool look(const char *folder, const char *name, MadeFile *out)
{
    char        path[PATH_SIZE];
    struct stat info;
    if (strlen(name) >= sizeof out->name || !make_path(folder, name, path) || lstat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return false;
    *out = (MadeFile){.inode = (int64_t)info.st_ino,
                      .changed_ns = (int64_t)info.st_mtim.tv_sec * INT64_C(1000000000) + (int64_t)info.st_mtim.tv_nsec};
    strcpy(out->name, name);
    return true;
}

static Status list_folder(const char *folder, MadeFile **files, int *count)
{
    DIR           *stream = opendir(folder);
    struct dirent *entry = NULL;
    *files = NULL;
    *count = 0;
    if (!stream)
        return status_make(STATUS_IO, "%s: the folder cannot be read: %s", folder, strerror(errno));
    Status status = status_ok();
    while (status.code == STATUS_OK && (entry = readdir(stream))) {
        status = memory_grow((void **)files, *count, sizeof **files);
        if (status.code == STATUS_OK)
            *count += look(folder, entry->d_name, *files + *count);
    }
    closedir(stream);
    return status;
}

static MadeFile *find(MadeFile *files, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

Status made_files_begin(const char *folder, MadeFiles *out)
{
    char path[PATH_SIZE], *rest = NULL;
    OWNED(char) *text = NULL;
    size_t size = 0;
    *out = (MadeFiles){.folder = folder};
    TRY(list_folder(folder, &out->files, &out->count));
    if (!make_path(folder, MADE_FILES_LIST, path) || !find(out->files, out->count, MADE_FILES_LIST) ||
        file_read(path, LIST_BYTES_MAX, &text, &size).code != STATUS_OK)
        return status_ok(); // no report has been here, or it is not known what it made: everything stays
    for (char *name = strtok_r(text, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) {
        MadeFile *file = find(out->files, out->count, name);
        if (file)
            file->made = true;
    }
    return status_ok();
}

// Writes the names of those that are new or rewritten, and removes what is left of an earlier report.
static Status put_list(const MadeFiles *before, MadeFile *now, int count, FILE *list)
{
    for (int i = 0; i < count; i++) {
        const MadeFile *old = find(before->files, before->count, now[i].name);
        const bool      same = old && old->inode == now[i].inode && old->changed_ns == now[i].changed_ns;
        char            path[PATH_SIZE];
        if (strcmp(now[i].name, MADE_FILES_LIST) == 0)
            continue;
        if (!same)
            fprintf(list, "%s\n", now[i].name);
        else if (old->made && make_path(before->folder, now[i].name, path) && unlink(path) != 0)
            return status_make(STATUS_IO, "%s: of an earlier report, and cannot be removed", path);
    }
    return status_ok();
}

Status made_files_end(MadeFiles *files)
{
    char path[PATH_SIZE];
    OWNED(MadeFile) *now = NULL;
    GNU_CLEANUP(file_discard) FileDraft list = {0};
    int                                 count = 0;
    if (!make_path(files->folder, MADE_FILES_LIST, path))
        return status_make(STATUS_IO, "%s: the path is too long", files->folder);
    TRY(list_folder(files->folder, &now, &count));
    TRY(file_begin(path, &list));
    TRY(put_list(files, now, count, list.stream));
    return file_commit(&list);
}

void made_files_destroy(MadeFiles *files)
{
    free(files->files);
    *files = (MadeFiles){0};
}
