#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Status unreadable(const char *path)
{
    return status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno));
}

static Status no_file(const char *path, mode_t mode)
{
    return status_make(STATUS_IO, "%s: is %s; give the name of a file", path, S_ISDIR(mode) ? "a folder" : "not a regular file");
}

static Status is_pipe(const char *path)
{
    return status_make(STATUS_IO,
                       "%s: is a pipe, but weft reads this file more than once; copy it to a regular file (cat) and give that file", path);
}

Status file_refuse_pipe(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISFIFO(info.st_mode) ? is_pipe(path) : status_ok();
}

// Opening does not wait for the writer of a pipe, nor for a device. pipes: true if a pipe is accepted.
static Status open_input(const char *path, bool pipes, int *out)
{
    struct stat info;
    *out = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*out < 0)
        return unreadable(path);
    if (fstat(*out, &info) == 0 && (S_ISREG(info.st_mode) || (pipes && S_ISFIFO(info.st_mode))))
        return status_ok();
    close(*out);
    return S_ISFIFO(info.st_mode) ? is_pipe(path) : no_file(path, info.st_mode);
}

static Status check_size(const char *path, size_t size, size_t limit_bytes)
{
    return size <= limit_bytes ? status_ok() : status_make(STATUS_INPUT, "%s: larger than %zu MiB", path, limit_bytes >> 20);
}

static size_t size_of(int file) // 0: unknown
{
    struct stat info;
    return fstat(file, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
}

Status file_open(const char *path, size_t limit_bytes, FILE **out)
{
    int file = -1;
    TRY(open_input(path, false, &file));
    const Status status = check_size(path, size_of(file), limit_bytes);
    *out = status.code == STATUS_OK ? fdopen(file, "rb") : NULL;
    if (*out)
        return status_ok();
    close(file);
    return status.code == STATUS_OK ? status_make(STATUS_MEMORY, "%s: out of memory while reading it", path) : status;
}

static Status read_piece(int file, const char *path, char *bytes, size_t room, size_t *count)
{
    enum { SILENCE_S = 30 };
    ssize_t got = -1;
    while (got < 0) {
        struct pollfd ready = {.fd = file, .events = POLLIN};
        if (poll(&ready, 1, SILENCE_S * 1000) == 0)
            return status_make(STATUS_IO, "%s: a pipe that delivered nothing for %d s; write to it, or give a file", path, SILENCE_S);
        got = read(file, bytes, room);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return unreadable(path);
    }
    *count = (size_t)got;
    return status_ok();
}

static Status make_room(const char *path, size_t room, char **bytes)
{
    char *grown = realloc(*bytes, room);
    if (!grown)
        return status_make(STATUS_MEMORY, "%s: out of memory while reading it: %zu MiB were refused", path, room >> 20);
    *bytes = grown;
    return status_ok();
}

// A file of known size is read in one piece; pipes and kernel files are read in pieces of doubling size.
static Status read_whole(int file, const char *path, size_t limit_bytes, char **bytes, size_t *size)
{
    const size_t known = size_of(file);
    size_t       room = known ? known + 2 : (size_t)1 << 16, count = 1; // 2: the zero, and a byte that shows the end
    TRY(check_size(path, known, limit_bytes));
    TRY(make_room(path, room, bytes));
    while (count) {
        if (*size + 1 >= room)
            TRY(make_room(path, room *= 2, bytes));
        TRY(read_piece(file, path, *bytes + *size, room - *size - 1, &count));
        *size += count;
        TRY(check_size(path, *size, limit_bytes));
    }
    (*bytes)[*size] = '\0';
    return status_ok();
}

Status file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size)
{
    int file = -1;
    *bytes = NULL;
    *size = 0;
    TRY(open_input(path, true, &file));
    const Status status = read_whole(file, path, limit_bytes, bytes, size);
    close(file);
    if (status.code != STATUS_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

Status file_stamp(const char *path, FileStamp *out)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return unreadable(path);
    *out =
        (FileStamp){.device = info.st_dev, .inode = info.st_ino, .bytes = info.st_size, .modified = info.st_mtim, .changed = info.st_ctim};
    return status_ok();
}

static bool same_time(struct timespec a, struct timespec b)
{
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool file_stamp_same(const FileStamp *a, const FileStamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes && same_time(a->modified, b->modified) &&
           same_time(a->changed, b->changed);
}

bool file_is_same(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static Status keep(const char *path, const char *input)
{
    const bool named = strcmp(path, input) == 0;
    return file_is_same(path, input)
               ? status_make(STATUS_USAGE, "%s: is an input and would be overwritten%s%s; choose another name for the output", input,
                             named ? "" : ", as it is the same file as ", named ? "" : path)
               : status_ok();
}

Status file_keep(FileOutput output, const char *input)
{
    char           path[PATH_MAX];
    Status         status = status_ok();
    DIR           *folder = output.path && output.pattern && input ? opendir(output.path) : NULL;
    struct dirent *entry = NULL;
    if (output.path && !output.pattern && input)
        return keep(output.path, input);
    while (folder && status.code == STATUS_OK && (entry = readdir(folder)))
        if (fnmatch(output.pattern, entry->d_name, FNM_EXTMATCH) == 0 &&
            snprintf(path, sizeof path, "%s/%s", output.path, entry->d_name) < (int)sizeof path)
            status = keep(path, input);
    if (folder)
        closedir(folder);
    return status;
}

// The time of the last change of the file, or of a link to it that now points elsewhere.
Status file_changed(const char *path)
{
    struct stat info, link;
    struct tm   date;
    char        text[64] = "";
    if (stat(path, &info) == 0 && lstat(path, &link) == 0) {
        const time_t last = link.st_ctime > info.st_ctime ? link.st_ctime : info.st_ctime;
        if (localtime_r(&last, &date))
            (void)!strftime(text, sizeof text, " (last at %Y-%m-%d %H:%M:%S)", &date);
    }
    return status_make(STATUS_INPUT, "%s: has changed since weft read it for this case%s; run again", path, text);
}

static void end(FileDraft *draft)
{
    free(draft->path);
    free(draft->temporary);
    *draft = (FileDraft){0};
}

// A draft replaces the existing object of its name, which must be a file, not a device, a pipe or a folder.
static Status refuse_other(const char *path)
{
    struct stat info;
    if (lstat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISLNK(info.st_mode))
        return no_file(path, info.st_mode);
    return status_ok();
}

// The target of a link; for anything else the name itself.
static Status follow_link(const char *path, char **out)
{
    struct stat info;
    *out = NULL;
    if (lstat(path, &info) != 0 || !S_ISLNK(info.st_mode)) {
        *out = strdup(path);
        return status_ok(); // the caller checks for NULL
    }
    *out = realpath(path, NULL);
    return *out
               ? status_ok()
               : status_make(STATUS_IO, "%s: is a link without a target: %s; remove the link, or create its target", path, strerror(errno));
}

Status file_begin(const char *path, FileDraft *draft)
{
    *draft = (FileDraft){0};
    TRY(refuse_other(path));
    draft->path = strdup(path);
    if (!draft->path || asprintf(&draft->temporary, "%s.XXXXXX", draft->path) < 0) {
        free(draft->path);
        *draft = (FileDraft){0};
        return status_make(STATUS_MEMORY, "%s: out of memory while writing it", path);
    }
    const int descriptor = mkostemp(draft->temporary, O_CLOEXEC);
    draft->stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (draft->stream)
        return status_ok();
    const Status status = status_make(STATUS_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (descriptor >= 0) {
        close(descriptor);
        unlink(draft->temporary);
    }
    end(draft);
    return status;
}

Status file_begin_given(const char *path, FileDraft *draft)
{
    char *pointed = NULL;
    *draft = (FileDraft){0};
    TRY(follow_link(path, &pointed));
    const Status status = pointed ? file_begin(pointed, draft) : status_make(STATUS_MEMORY, "%s: out of memory while writing it", path);
    free(pointed);
    return status;
}

Status file_commit(FileDraft *draft)
{
    const mode_t mask = umask(0); // mkostemp creates a file for its owner only; a finished file gets the mode that open() would give it
    umask(mask);
    (void)!fchmod(fileno(draft->stream), 0666 & ~mask);
    bool written = fflush(draft->stream) == 0 && !ferror(draft->stream) && fsync(fileno(draft->stream)) == 0;
    int  failure = errno;
    if (fclose(draft->stream) != 0 && written) {
        written = false;
        failure = errno;
    }
    if (written && rename(draft->temporary, draft->path) != 0) {
        written = false;
        failure = errno;
    }
    if (!written)
        unlink(draft->temporary);
    const Status status = written ? status_ok() : status_make(STATUS_IO, "%s: cannot be written: %s", draft->path, strerror(failure));
    end(draft);
    return status;
}

void file_discard(FileDraft *draft)
{
    if (!draft->stream)
        return;
    fclose(draft->stream);
    unlink(draft->temporary);
    end(draft);
}

Status file_make_folder(const char *path)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
        return status_ok();
    if (errno == EEXIST)
        return status_make(STATUS_IO, "%s: not a folder; give another name", path);
    return status_make(STATUS_IO, "%s: cannot be created: %s", path, strerror(errno));
}

Status file_make_folders(const char *given)
{
    char path[PATH_MAX];
    if (!*given || strlen(given) >= sizeof path)
        return status_make(STATUS_IO, "a folder needs a name of 1 to %d bytes", PATH_MAX - 1);
    strcpy(path, given);
    for (char *p = path + 1;; p++) {
        const char ended = *p;
        if (*p != '/' && *p)
            continue;
        *p = '\0';
        TRY(file_make_folder(path));
        *p = ended;
        if (!ended)
            break;
    }
    return status_ok();
}

Status file_make_temporary_folder(const char *what, char *out, size_t size)
{
    const char *folder = getenv("TMPDIR");
    folder = folder && *folder ? folder : "/tmp";
    if (snprintf(out, size, "%s/weft-XXXXXX", folder) < (int)size && mkdtemp(out))
        return status_ok();
    *out = '\0';
    return status_make(STATUS_IO, "no folder for %s in %.200s; set TMPDIR", what, folder);
}

void file_remove_folder(const char *folder)
{
    DIR           *stream = *folder ? opendir(folder) : NULL;
    struct dirent *entry = NULL;
    char           path[PATH_MAX];
    if (!stream)
        return;
    while ((entry = readdir(stream)))
        if (entry->d_name[0] != '.' && snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            (void)unlink(path);
    closedir(stream);
    (void)rmdir(folder);
}
