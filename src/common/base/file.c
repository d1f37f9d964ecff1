#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Status read_stream(FILE *stream, const char *path, size_t limit_bytes, char **bytes, size_t *size)
{
    size_t room = 0;
    for (;;) {
        if (*size + 1 >= room) {
            room = room ? 2 * room : (size_t)1 << 16;
            char *grown = realloc(*bytes, room);
            if (!grown)
                return status_make(STATUS_MEMORY, "%s: out of memory while reading it", path);
            *bytes = grown;
        }
        const size_t count = fread(*bytes + *size, 1, room - *size - 1, stream);
        *size += count;
        if (ferror(stream))
            return status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno));
        if (*size > limit_bytes)
            return status_make(STATUS_INPUT, "%s: larger than %zu MiB", path, limit_bytes >> 20);
        if (count == 0)
            break;
    }
    (*bytes)[*size] = '\0';
    return status_ok();
}

Status file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return status_make(STATUS_IO, "%s: cannot be read: %s", path, strerror(errno));
    const Status status = read_stream(stream, path, limit_bytes, bytes, size);
    fclose(stream);
    if (status.code != STATUS_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

static void end(FileDraft *draft)
{
    free(draft->path);
    free(draft->temporary);
    *draft = (FileDraft){0};
}

// A draft replaces what has its name: that must be a file, not a device, a pipe or a folder.
static Status refuse_other(const char *path)
{
    struct stat there;
    if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISLNK(there.st_mode))
        return status_make(STATUS_IO, "%s: is %s; give the name of a file", path,
                           S_ISDIR(there.st_mode) ? "a folder" : "not a regular file");
    return status_ok();
}

// What a link points to; the name itself of anything else.
static Status follow_link(const char *path, char **out)
{
    struct stat there;
    *out = NULL;
    if (lstat(path, &there) != 0 || !S_ISLNK(there.st_mode)) {
        *out = strdup(path);
        return status_ok(); // the caller looks
    }
    *out = realpath(path, NULL);
    return *out ? status_ok() : status_make(STATUS_IO, "%s: is a link that leads to no file: %s", path, strerror(errno));
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
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return status_make(STATUS_IO, "%s: cannot be created: %s", path, strerror(errno));
    return status_ok();
}
