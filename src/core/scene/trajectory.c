// A trajectory: which reader its path goes to, and its frames one after the other.
#include "scene/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "scene/private/trajectory_readers.h"
#include "scene/scene.h"

enum { POSITIONS_MAX = 1 << 30 };
#define FILE_BYTES_MAX ((size_t)16 << 30)
static const double COORDINATE_MAX = 1e12;

typedef struct Format {
    const char *ending;
    Status (*frame)(const char *path, TrajectoryFrame *out);
    Status (*file)(const char *path, const char *bytes, size_t size, Trajectory *out);
} Format;

static const Format FORMATS[] = {
#define TRAJECTORY_FRAME(ending, reader) {ending, reader, NULL},
#define TRAJECTORY_FILE(ending, reader) {ending, NULL, reader},
#include "scene/private/trajectory_format_list.h"
};

static const char ENDINGS[] = ".pvd"
#define TRAJECTORY_FRAME(ending, reader) " " ending
#define TRAJECTORY_FILE(ending, reader) " " ending
#include "scene/private/trajectory_format_list.h"
    ;

static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static const Format *find_format(const char *path)
{
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcasecmp(ending_of(path), FORMATS[i].ending) == 0)
            return &FORMATS[i];
    return NULL;
}

bool trajectory_is_frame(const char *path)
{
    const Format *format = find_format(path);
    return format && format->frame;
}

// ---- memory ----

Status trajectory_allocate(const char *path, int64_t frames, int64_t particles, bool velocities, Trajectory *out)
{
    if (frames < 1 || particles < 1)
        return status_make(STATUS_INPUT, "%s: has no frames, or frames without particles", path);
    if (frames > POSITIONS_MAX / particles)
        return status_make(STATUS_LIMIT, "%s: %lld frames of %lld particles are more than 2^30 positions; judge a part of them", path,
                           (long long)frames, (long long)particles);
    const size_t count = (size_t)(frames * particles);
    out->frame_count = (int32_t)frames;
    out->particle_count = (int32_t)particles;
    out->position = malloc(count * sizeof *out->position);
    out->velocity = velocities ? malloc(count * sizeof *out->velocity) : NULL;
    return out->position && (out->velocity || !velocities)
               ? status_ok()
               : status_make(STATUS_MEMORY, "%s: out of memory for %lld frames", path, (long long)frames);
}

void trajectory_destroy(Trajectory *t)
{
    for (int32_t i = 0; t->path && i < t->frame_count; i++)
        free(t->path[i]);
    free(t->path);
    free(t->time_s);
    free(t->position);
    free(t->velocity);
    *t = (Trajectory){0};
}

void trajectory_frame_destroy(TrajectoryFrame *frame)
{
    free(frame->position);
    free(frame->velocity);
    *frame = (TrajectoryFrame){0};
}

// ---- a sequence of files ----

static Status take_frame(const FrameFiles *files, int frame, const TrajectoryFrame *from, Trajectory *out)
{
    const char *path = files->path[frame];
    if (frame == 0)
        TRY(trajectory_allocate(path, files->count, from->count, from->velocity != NULL, out));
    if (from->count != out->particle_count)
        return status_make(STATUS_INPUT, "%s: has %d particles, and %s, the first frame, has %d; frames must have the same particles", path,
                           (int)from->count, files->path[0], (int)out->particle_count);
    if (!from->velocity != !out->velocity)
        return status_make(STATUS_INPUT, "%s: has %s velocities, unlike %s, the first frame", path, from->velocity ? "" : "no",
                           files->path[0]);
    const size_t count = (size_t)out->particle_count, begin = (size_t)frame * count;
    memcpy(out->position[begin], from->position[0], count * sizeof *out->position);
    if (out->velocity)
        memcpy(out->velocity[begin], from->velocity[0], count * sizeof *out->velocity);
    return status_ok();
}

static Status read_frames(FrameFiles *files, Trajectory *out)
{
    for (int i = 0; i < files->count; i++) {
        const Format   *format = find_format(files->path[i]);
        TrajectoryFrame frame = {0};
        if (!format || !format->frame)
            return status_make(STATUS_INPUT, "%s: `%s` is no format of a frame; known: %s", files->path[i], ending_of(files->path[i]),
                               ENDINGS);
        out->ending = format->ending;
        Status status = format->frame(files->path[i], &frame);
        if (status.code == STATUS_OK)
            status = take_frame(files, i, &frame, out);
        trajectory_frame_destroy(&frame);
        TRY(status);
    }
    out->path = files->path; // taken over
    out->time_s = files->time_s;
    *files = (FrameFiles){0};
    return status_ok();
}

static Status read_sequence(const char *path, Trajectory *out)
{
    FrameFiles files = {0};
    Status     status = frame_files_find(path, &files);
    if (status.code == STATUS_OK)
        status = read_frames(&files, out);
    frame_files_destroy(&files);
    return status;
}

static Status read_list(const char *path, Trajectory *out)
{
    SceneFrameList list;
    TRY(scene_read_pvd_file(path, &list));
    FrameFiles   files = {list.count, list.path, list.time_s};
    const Status status = read_frames(&files, out);
    frame_files_destroy(&files);
    return status;
}

// ---- one file ----

static Status read_file(const char *path, const Format *format, Trajectory *out)
{
    char  *bytes = NULL;
    size_t size = 0;
    TRY(file_read(path, FILE_BYTES_MAX, &bytes, &size));
    const Status status = format->file(path, bytes, size, out);
    out->ending = format->ending;
    free(bytes);
    return status;
}

static Status check(const char *path, const Trajectory *t)
{
    if (t->frame_count < 2)
        return status_make(STATUS_INPUT, "%s: has one frame; a trajectory has at least two, and the first is the start of the scene", path);
    for (int64_t i = 0; i < (int64_t)t->frame_count * t->particle_count; i++)
        for (int k = 0; k < 3; k++)
            if (!(fabs(t->position[i][k]) <= COORDINATE_MAX) || (t->velocity && !(fabs(t->velocity[i][k]) <= COORDINATE_MAX))) {
                const int frame = (int)(i / t->particle_count);
                return status_make(STATUS_INPUT,
                                   "%s: frame %d, particle %d: a number is not finite, or above 1e12; leave the frames from there on out",
                                   t->path ? t->path[frame] : path, frame, (int)(i % t->particle_count));
            }
    return status_ok();
}

static bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static bool is_there(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0;
}

// A folder that `weft sim --frames` has written has a list, too.
static Status read_folder(const char *path, Trajectory *out)
{
    char      list[4096];
    const int length = snprintf(list, sizeof list, "%s/frames.pvd", path);
    if (length > 0 && (size_t)length < sizeof list && is_there(list))
        return read_list(list, out);
    return read_sequence(path, out);
}

static Status read_any(const char *path, Trajectory *out)
{
    const char   *slash = strrchr(path, '/');
    const Format *format = find_format(path);
    if (is_folder(path))
        return read_folder(path, out);
    if (strchr(slash ? slash : path, '*') && !is_there(path))
        return read_sequence(path, out);
    if (strcasecmp(ending_of(path), ".pvd") == 0)
        return read_list(path, out);
    if (!format)
        return status_make(STATUS_INPUT, "%s: `%s` is no format of a trajectory; known: %s, or a folder of files of one of them", path,
                           ending_of(path), ENDINGS);
    if (format->frame)
        return status_make(STATUS_INPUT, "%s: is one frame; give its folder, or a pattern with * for the number, as in '%.*s*%s'", path,
                           slash ? (int)(slash + 1 - path) : 0, path, format->ending);
    return read_file(path, format, out);
}

Status trajectory_read(const char *path, Trajectory *out)
{
    *out = (Trajectory){.rate = 1};
    Status status = read_any(path, out);
    if (status.code == STATUS_OK)
        status = check(path, out);
    if (status.code != STATUS_OK)
        trajectory_destroy(out);
    return status;
}
