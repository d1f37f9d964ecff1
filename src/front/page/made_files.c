#include "page/private/made_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, LIST_BYTES_MAX = 1 << 20 };

static bool make_path(const char *folder, const char *name, char out[PATH_SIZE])
{
    return snprintf(out, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE;
}

Status made_files_begin(const char *folder, MadeFiles *out)
{
    char        path[PATH_SIZE];
    size_t      size = 0;
    struct stat info;
    *out = (MadeFiles){.folder = folder};
    if (!make_path(folder, MADE_FILES_LIST, path))
        return status_make(STATUS_IO, "%s: the path is too long; use a shorter one", folder);
    (void)file_read(path, LIST_BYTES_MAX, &out->earlier, &size).code; // of none, or none that can be read, everything stays
    TRY(file_begin(path, &out->list));
    const bool known = fstat(fileno(out->list.stream), &info) == 0;
    file_discard(&out->list); // a report that is killed leaves nothing
    out->begun = info.st_ctim;
    return known ? status_ok() : status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno));
}

// Positive: changed after the beginning.
static long since_begun(const MadeFiles *files, const struct stat *info)
{
    const long seconds = info->st_ctim.tv_sec - files->begun.tv_sec;
    return seconds ? seconds : info->st_ctim.tv_nsec - files->begun.tv_nsec;
}

static bool is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at++)
        if ((at == list || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

// A file belongs to this report if its change time (which a user cannot set) is after the beginning. A file with an equal change time
// stays, and stays in the list; so do all listed files if the clock was set back.
static Status take_file(const MadeFiles *files, const char *name)
{
    char        path[PATH_SIZE];
    struct stat info;
    if (!make_path(files->folder, name, path) || lstat(path, &info) != 0 || !S_ISREG(info.st_mode) || strcmp(name, MADE_FILES_LIST) == 0 ||
        strcmp(path, files->list.temporary) == 0)
        return status_ok();
    const bool listed = is_listed(files->earlier, name);
    const long after = since_begun(files, &info);
    if (after > 0 || ((after == 0 || files->is_set_back) && listed))
        fprintf(files->list.stream, "%s\n", name);
    else if (listed && unlink(path) != 0)
        return status_make(STATUS_IO, "%s: this file of an earlier report cannot be removed; remove it, or use another -o", path);
    return status_ok();
}

Status made_files_end(MadeFiles *files)
{
    char           path[PATH_SIZE];
    struct stat    info;
    struct dirent *entry = NULL;
    Status         status = status_ok();
    (void)make_path(files->folder, MADE_FILES_LIST, path); // as at the beginning
    TRY(file_begin(path, &files->list));
    files->is_set_back = fstat(fileno(files->list.stream), &info) != 0 || since_begun(files, &info) < 0;
    DIR *stream = opendir(files->folder);
    if (!stream)
        return status_make(STATUS_IO, "%s: the folder cannot be read: %s", files->folder, strerror(errno));
    while (status.code == STATUS_OK && (entry = readdir(stream)))
        status = take_file(files, entry->d_name);
    closedir(stream);
    return status.code == STATUS_OK ? file_commit(&files->list) : status;
}

void made_files_destroy(MadeFiles *files)
{
    free(files->earlier);
    file_discard(&files->list);
    *files = (MadeFiles){0};
}
