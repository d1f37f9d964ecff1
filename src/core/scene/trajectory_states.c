// A trajectory as a folder of states whose names differ only in a number.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "scene/private/trajectory_readers.h"
#include "scene/scene.h"

enum { DIGITS_MAX = 15 };

typedef struct Numbered {
    int64_t number;
    int     before; // bytes of the path before the number
    char   *path;
} Numbered;

typedef struct Found {
    const char *folder;
    int         count;
    Numbered   *file;
} Found;

static Status add(Found *found, const char *name, const char *digits, int64_t number)
{
    TRY(memory_grow((void **)&found->file, found->count, sizeof *found->file));
    Numbered *file = &found->file[found->count];
    if (asprintf(&file->path, "%s/%s", found->folder, name) < 0)
        return status_make(STATUS_MEMORY, "out of memory for the names of frames");
    file->number = number;
    file->before = (int)strlen(found->folder) + 1 + (int)(digits - name);
    found->count++;
    return status_ok();
}

// Adds a name that ends in a number and .csv.
static Status take(Found *found, const char *name)
{
    const size_t length = strlen(name);
    const char  *end = length > 4 && strcmp(name + length - 4, ".csv") == 0 ? name + length - 4 : name, *digits = end, *rest = NULL;
    int64_t      number = 0;
    while (digits > name && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    if (digits == end || end - digits > DIGITS_MAX || !text_take_digits(digits, &number, &rest) || rest != end)
        return status_ok();
    return add(found, name, digits, number);
}

static Status walk(Found *found)
{
    Status status = status_ok();
    DIR   *folder = opendir(found->folder);
    if (!folder)
        return status_make(STATUS_IO, "%s: cannot read the folder: %s", found->folder, strerror(errno));
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
        return status_make(STATUS_INPUT,
                           "%s: no file is named like a state (example: NAME0.csv); convert other frames with python3 -m weft trajectory",
                           found->folder);
    for (int i = 1; i < found->count; i++) {
        const Numbered *last = &found->file[i - 1], *next = &found->file[i];
        if (next->before != last->before || strncmp(next->path, last->path, (size_t)last->before) != 0)
            return status_make(STATUS_INPUT, "%s: contains states with different names, %s and %s; move one set to another folder",
                               found->folder, last->path, next->path);
        if (next->number == last->number)
            return status_make(STATUS_INPUT, "%s and %s are both frame %lld; remove one", last->path, next->path, (long long)next->number);
        if (next->number != last->number + 1)
            return status_make(STATUS_INPUT,
                               "%s: %lld frames are missing after %s (next frame: %lld); frames must be equally spaced in number and time",
                               found->folder, (long long)(next->number - last->number - 1), last->path, (long long)next->number);
    }
    return status_ok();
}

// ---- the states ----

static Status copy_frame(const Found *found, int frame, int32_t count, double (*position)[3], double (*velocity)[3], Trajectory *out)
{
    const char *path = found->file[frame].path;
    if (frame == 0)
        TRY(trajectory_allocate(path, found->count, count, true, out));
    if (count != out->particle_count)
        return status_make(STATUS_INPUT, "%s: has %d particles, but the first frame, %s, has %d; all frames must have the same particles",
                           path, (int)count, found->file[0].path, (int)out->particle_count);
    const size_t begin = (size_t)frame * (size_t)count;
    memcpy(out->position[begin], position[0], (size_t)count * sizeof *position);
    memcpy(out->velocity[begin], velocity[0], (size_t)count * sizeof *velocity);
    return status_ok();
}

static Status read_frame(const Found *found, int frame, Trajectory *out)
{
    int32_t count = 0;
    double(*position)[3] = NULL, (*velocity)[3] = NULL;
    Arena  arena = arena_init(0);
    Status status = scene_read_particles(found->file[frame].path, &arena, &count, &position, &velocity);
    if (status.code == STATUS_OK)
        status = copy_frame(found, frame, count, position, velocity, out);
    arena_destroy(&arena);
    return status;
}

static Status read_all(Found *found, Trajectory *out)
{
    TRY(walk(found));
    if (found->count > 1)
        qsort(found->file, (size_t)found->count, sizeof *found->file, compare);
    TRY(check_numbers(found));
    ASSERT(found->count > 0);
    for (int i = 0; i < found->count; i++)
        TRY(read_frame(found, i, out));
    out->path = calloc((size_t)found->count, sizeof *out->path);
    if (!out->path)
        return status_make(STATUS_MEMORY, "out of memory for the names of frames");
    for (; found->count > 0; found->count--) // taken over
        out->path[found->count - 1] = found->file[found->count - 1].path;
    return status_ok();
}

Status trajectory_read_states(const char *folder, Trajectory *out)
{
    Found        found = {.folder = folder};
    const Status status = read_all(&found, out);
    for (int i = 0; i < found.count; i++)
        free(found.file[i].path);
    free(found.file);
    return status;
}
