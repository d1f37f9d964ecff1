// Trajectory: the particles of a scene over time, in the scene's order and in metres. Two forms are read:
//
//   FILE.npy   NumPy (NEP 1): [frames][particles][3] in little-endian f4 or f8, C order; without velocities
//   a folder   states (scene.h), NAME0.csv, NAME1.csv, …, numbered without a gap; with velocities
//
// Python converters create these from files of other programs (bench/foreign/README.md).
#ifndef WEFT_SCENE_TRAJECTORY_H
#define WEFT_SCENE_TRAJECTORY_H

#include <stdint.h>

#include "base/status.h"

typedef struct Trajectory {
    int32_t frame_count, particle_count;
    char  **path;          // [frame_count] the state of each frame; NULL: all are in one file
    double (*position)[3]; // [frame_count][particle_count]
    double (*velocity)[3]; // the same; NULL: not given
} Trajectory;

// Reads all frames. STATUS_INPUT: an unknown format; a gap in the numbers of the states; frames with different numbers of particles; a
// coordinate that is not finite or above 1e12; fewer than two frames; a truncated file. STATUS_LIMIT above 2^30 positions; STATUS_IO,
// STATUS_MEMORY. *out is empty on failure; the caller destroys it.
Status trajectory_read(const char *path, Trajectory *out) GNU_MUST_CHECK;
void   trajectory_destroy(Trajectory *trajectory); // takes an empty one

// Checks that frame 0 is the start of the scene, within a ten-thousandth of its size. start: [particles] in the scene's order. farthest:
// the largest distance of a particle from its start, m. path: for messages. STATUS_INPUT: a different start or number of particles.
Status trajectory_check_start(const char *path, const Trajectory *trajectory, const double (*start)[3], int32_t particles,
                              double *farthest) GNU_MUST_CHECK;

#endif
