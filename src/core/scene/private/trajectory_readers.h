// The readers of the two forms of a trajectory; see trajectory.h.
#ifndef WEFT_SCENE_TRAJECTORY_READERS_H
#define WEFT_SCENE_TRAJECTORY_READERS_H

#include "scene/trajectory.h"

Status trajectory_read_npy(const char *path, Trajectory *out) GNU_MUST_CHECK;
Status trajectory_read_states(const char *folder, Trajectory *out) GNU_MUST_CHECK;

// Allocates positions, and velocities if requested; STATUS_LIMIT above 2^30 positions, STATUS_MEMORY.
Status trajectory_allocate(const char *path, int64_t frames, int64_t particles, bool velocities, Trajectory *out) GNU_MUST_CHECK;

#endif
