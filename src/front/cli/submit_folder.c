#include "cli/private/submit_folder.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "store/merge.h"

static bool is_there(const char *path)
{
    struct stat there;
    return lstat(path, &there) == 0;
}

static bool is_empty(const char *folder)
{
    DIR *stream = opendir(folder);
    bool empty = stream != NULL;
    for (const struct dirent *entry = stream ? readdir(stream) : NULL; entry && empty; entry = readdir(stream))
        empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (stream)
        closedir(stream);
    return empty;
}

// Two tasks of a shard exclude each other, but the second one would end without having measured anything.
static Status check_idle(const char *path, const Submission *before)
{
    for (int number = 1; number <= submission_shards(before); number++) {
        SubmissionLock lock;
        TRY(submission_lock(path, number, &lock));
        if (lock.held)
            return status_make(STATUS_IO, "submit: %s: shard %d is being measured on %s; wait until it has ended, or end it", path, number,
                               lock.host);
    }
    return status_ok();
}

static Status read_before(const char *path, Submission *before)
{
    char record[SUBMISSION_PATH];
    TRY(submission_path(path, SUBMISSION_FILE, record));
    if (!is_there(record) && (!is_there(path) || is_empty(path)))
        return status_ok();
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISDIR(there.st_mode))
        return status_make(STATUS_IO, "%s: not a folder", path);
    if (!is_there(record))
        return status_make(STATUS_IO, "%s: is there, and is no folder of `weft submit`; choose another name", path);
    TRY(submission_read(path, before));
    return check_idle(path, before);
}

static Status copy_costs(const char *costs, SubmitFolder *folder)
{
    json_t *result = NULL;
    if (is_there(folder->costs))
        return status_ok();
    TRY(file_make_folder(folder->path));
    folder->copied = true;
    TRY(store_merge(folder->costs, &costs, 1, &result));
    json_decref(result);
    return status_ok();
}

Status submit_folder_open(const char *path, const char *costs, SubmitFolder *out)
{
    *out = (SubmitFolder){.path = path};
    TRY(read_before(path, &out->before));
    if (!costs)
        return status_ok();
    TRY(submission_path(path, SUBMISSION_COSTS, out->costs));
    return copy_costs(costs, out);
}

Status submit_folder_check(const SubmitFolder *folder, const Experiment *experiment, const json_t *shards)
{
    const Submission *before = &folder->before;
    if (!before->json)
        return status_ok();
    if (strcmp(before->hash, experiment->hash) != 0 || json_array_size(before->shards) != json_array_size(shards))
        return status_make(STATUS_USAGE,
                           "submit: %s is of experiment %s in %d shard%s, with other settings or another text; the same command "
                           "continues it, another experiment needs another folder",
                           folder->path, before->experiment, submission_shards(before), submission_shards(before) == 1 ? "" : "s");
    if (!json_equal(before->shards, shards))
        return status_make(STATUS_USAGE,
                           "submit: %s is of the same experiment with other cases in its shards: --costs is not as it was, a scene or a "
                           "mesh has changed, or weft; choose another folder",
                           folder->path);
    return status_ok();
}

void submit_folder_close(SubmitFolder *folder, bool undo)
{
    if (undo && folder->copied) {
        unlink(folder->costs);
        rmdir(folder->path);
    }
    submission_close(&folder->before);
    *folder = (SubmitFolder){0};
}
