// The frames of a trajectory in memory.
#include <stdlib.h>

#include "scene/private/trajectory_readers.h"

enum { POSITIONS_MAX = 1 << 30 };

Status trajectory_allocate(const char *path, int64_t frames, int64_t particles, bool velocities, Trajectory *out)
{
    if (frames < 1 || particles < 1)
        return status_make(STATUS_INPUT, "%s: has no frames, or its frames have no particles", path);
    if (frames > POSITIONS_MAX / particles)
        return status_make(STATUS_LIMIT, "%s: %lld frames of %lld particles exceed 2^30 positions; use fewer frames", path,
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
    free(t->position);
    free(t->velocity);
    *t = (Trajectory){0};
}
