// What reads a trajectory: the formats of trajectory_format_list.h, and the files of a sequence.
#ifndef WEFT_SCENE_TRAJECTORY_READERS_H
#define WEFT_SCENE_TRAJECTORY_READERS_H

#include <stddef.h>

#include "scene/trajectory.h"

typedef struct TrajectoryFrame {
    int32_t count;
    double (*position)[3]; // [count]
    double (*velocity)[3]; // [count]; NULL: not given
} TrajectoryFrame;

void trajectory_frame_destroy(TrajectoryFrame *frame);

#define TRAJECTORY_FRAME(ending, reader) Status reader(const char *path, TrajectoryFrame *out) GNU_MUST_CHECK;
#define TRAJECTORY_FILE(ending, reader) Status reader(const char *path, const char *bytes, size_t size, Trajectory *out) GNU_MUST_CHECK;
#include "scene/private/trajectory_format_list.h"

// Room for so many positions, and velocities; STATUS_LIMIT above 2^30 positions, STATUS_MEMORY.
Status trajectory_allocate(const char *path, int64_t frames, int64_t particles, bool velocities, Trajectory *out) GNU_MUST_CHECK;

// The files of a sequence, in order.
typedef struct FrameFiles {
    int     count;
    char  **path;
    double *time_s; // NULL: not known
} FrameFiles;

// path: a folder, or a pattern with one * in the name of the file. STATUS_INPUT, STATUS_IO, STATUS_MEMORY.
Status frame_files_find(const char *path, FrameFiles *out) GNU_MUST_CHECK;
void   frame_files_destroy(FrameFiles *files);

bool trajectory_is_frame(const char *path); // by the end of its name

#endif
