// The files of a sequence: those of a folder, or of a pattern, whose names differ in a number only.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "scene/private/trajectory_readers.h"

enum { DIGITS_MAX = 15, NAME_MAX_BYTES = 256 };

// What the names have before and after the number.
typedef struct Pattern {
    char before[NAME_MAX_BYTES], after[NAME_MAX_BYTES];
} Pattern;

typedef struct Numbered {
    int64_t number;
    char   *path;
} Numbered;

typedef struct Found {
    const char *path, *folder;
    Pattern     pattern;
    bool        given; // the pattern; else that of the first file
    int         count;
    Numbered   *file;
} Found;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Cuts a name at its last number before the ending; false where it has none.
static bool cut(const char *name, Pattern *out, int64_t *number)
{
    char        digits[DIGITS_MAX + 1];
    const char *end = strrchr(name, '.');
    while (end && end > name && !is_digit(end[-1]))
        end--;
    const char *begin = end;
    while (begin && begin > name && is_digit(begin[-1]))
        begin--;
    if (!end || begin == end || end - begin > DIGITS_MAX || strlen(name) >= NAME_MAX_BYTES)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)(end - begin), begin);
    snprintf(out->before, sizeof out->before, "%.*s", (int)(begin - name), name);
    snprintf(out->after, sizeof out->after, "%s", end);
    return text_to_int(digits, number);
}

// The number that a name has in the place of the *; false where it is none of the pattern.
static bool fits(const char *name, const Pattern *pattern, int64_t *number)
{
    char         digits[DIGITS_MAX + 1];
    const size_t length = strlen(name), before = strlen(pattern->before), after = strlen(pattern->after);
    if (length <= before + after || length - before - after > DIGITS_MAX || strncmp(name, pattern->before, before) != 0 ||
        strcmp(name + length - after, pattern->after) != 0)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)(length - before - after), name + before);
    return strspn(digits, "0123456789") == strlen(digits) && text_to_int(digits, number);
}

static Status add(Found *found, const char *name, int64_t number)
{
    TRY(memory_grow((void **)&found->file, found->count, sizeof *found->file));
    char *path = NULL;
    if (asprintf(&path, "%s/%s", found->folder, name) < 0)
        return status_make(STATUS_MEMORY, "out of memory for the names of frames");
    found->file[found->count++] = (Numbered){number, path};
    return status_ok();
}

static Status take(Found *found, const char *name)
{
    Pattern pattern;
    int64_t number = 0;
    if (found->given)
        return fits(name, &found->pattern, &number) ? add(found, name, number) : status_ok();
    if (!trajectory_is_frame(name) || !cut(name, &pattern, &number))
        return status_ok();
    if (found->count == 0)
        found->pattern = pattern;
    if (strcmp(pattern.before, found->pattern.before) != 0 || strcmp(pattern.after, found->pattern.after) != 0)
        return status_make(STATUS_INPUT, "%s: has frames %.80s*%.80s and %.80s*%.80s; give one of them as a pattern, as '%s/%.80s*%.80s'",
                           found->path, found->pattern.before, found->pattern.after, pattern.before, pattern.after, found->folder,
                           pattern.before, pattern.after);
    return add(found, name, number);
}

static Status walk(Found *found)
{
    Status status = status_ok();
    DIR   *folder = opendir(found->folder);
    if (!folder)
        return status_make(STATUS_IO, "%s: the folder cannot be read: %s", found->folder, strerror(errno));
    for (const struct dirent *entry; status.code == STATUS_OK && (entry = readdir(folder));)
        status = take(found, entry->d_name);
    closedir(folder);
    return status;
}

static int compare(const void *a, const void *b)
{
    const Numbered *p = a, *q = b;
    return p->number != q->number ? (p->number > q->number) - (p->number < q->number) : strcmp(p->path, q->path);
}

static Status check_numbers(const Found *found)
{
    if (found->count < 1)
        return status_make(STATUS_INPUT, "%s: no file has the name of a frame: one of a known format, with a number before its ending",
                           found->path);
    for (int i = 1; i < found->count; i++) {
        const Numbered *last = &found->file[i - 1], *next = &found->file[i];
        if (next->number == last->number)
            return status_make(STATUS_INPUT, "%s and %s are both frame %lld; remove one", last->path, next->path, (long long)next->number);
        if (next->number != last->number + 1)
            return status_make(STATUS_INPUT,
                               "%s: %lld frames are missing after %s: the next one is %lld; frames must be equally spaced, in time too",
                               found->path, (long long)(next->number - last->number - 1), last->path, (long long)next->number);
    }
    return status_ok();
}

static Status collect(Found *found, FrameFiles *out)
{
    TRY(walk(found));
    if (found->count > 1)
        qsort(found->file, (size_t)found->count, sizeof *found->file, compare);
    TRY(check_numbers(found));
    ASSERT(found->count > 0);
    out->path = malloc((size_t)found->count * sizeof *out->path);
    if (!out->path)
        return status_make(STATUS_MEMORY, "out of memory for the names of frames");
    for (int i = 0; i < found->count; i++)
        out->path[i] = found->file[i].path;
    out->count = found->count;
    found->count = 0; // taken over
    return status_ok();
}

// A pattern's folder and what its name has around the *.
static Status read_pattern(const char *path, char *folder, size_t size, Pattern *out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *star = strchr(name, '*');
    if (strchr(star + 1, '*'))
        return status_make(STATUS_INPUT, "%s: a pattern has one *, in the place of the number", path);
    if (!trajectory_is_frame(path))
        return status_make(STATUS_INPUT, "%s: the pattern must end in a format of frames, .obj say", path);
    const int length = slash ? snprintf(folder, size, "%.*s", (int)(slash == path ? 1 : slash - path), path) : snprintf(folder, size, ".");
    if (length < 0 || (size_t)length >= size || strlen(name) >= NAME_MAX_BYTES)
        return status_make(STATUS_INPUT, "%.200s…: the pattern is too long", path);
    snprintf(out->before, sizeof out->before, "%.*s", (int)(star - name), name);
    snprintf(out->after, sizeof out->after, "%s", star + 1);
    return status_ok();
}

Status frame_files_find(const char *path, FrameFiles *out)
{
    char        folder[4096];
    const char *slash = strrchr(path, '/');
    Found       found = {.path = path, .folder = path, .given = strchr(slash ? slash : path, '*') != NULL};
    *out = (FrameFiles){0};
    if (found.given) {
        TRY(read_pattern(path, folder, sizeof folder, &found.pattern));
        found.folder = folder;
    }
    const Status status = collect(&found, out);
    for (int i = 0; i < found.count; i++)
        free(found.file[i].path);
    free(found.file);
    return status;
}

void frame_files_destroy(FrameFiles *files)
{
    for (int i = 0; i < files->count; i++)
        free(files->path[i]);
    free(files->path);
    free(files->time_s);
    *files = (FrameFiles){0};
}
