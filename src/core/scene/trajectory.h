// Trajectory: the particles of a scene over time, as any program wrote them. weft's own frames and states are read as well.
//
//   one file a frame    .obj .ply .vtk .vtu .vtp: the vertices of a mesh; frames that `weft sim --frames` wrote also have velocities.
//                       .csv: a state (scene.h), with velocities. Given as a folder, as a pattern (frames/cloth_*.obj, where * is a number)
//                       or as the list .pvd, which has times
//   one file            .npy: NumPy, [frames][particles][3] in little-endian f4 or f8, C order. .pc2, .mdd: point caches
//
// Frames are numbered from 0 as they follow each other. Coordinates are in metres after trajectory_scale.
#ifndef WEFT_SCENE_TRAJECTORY_H
#define WEFT_SCENE_TRAJECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

// Which axis of the files each of the scene's is: the scene's axis k is sign[k] times the files' axis from[k].
typedef struct Axes {
    int from[3], sign[3];
} Axes;
enum { AXES_TEXT = 9 }; // "-x,-z,-y"

typedef struct Trajectory {
    int32_t     frame_count, particle_count;
    const char *ending;    // of the format, ".npy"
    double     *time_s;    // [frame_count]; NULL: the files do not say
    double      rate;      // of a .pc2: so many frames of the program lie between two of its samples; else 1
    char      **path;      // [frame_count] the file of each frame; NULL: all are in one
    double (*position)[3]; // [frame_count][particle_count]
    double (*velocity)[3]; // the same; NULL: not given
    const Axes *axes;      // by which trajectory_turn has turned it; NULL: as in the files
} Trajectory;

// Reads all frames. STATUS_INPUT for an unknown format, a gap in the numbers of the files, a frame that has another number of particles
// than the first, a coordinate that is not finite or above 1e12, less than two frames, a file that is cut off; STATUS_IO, STATUS_MEMORY.
// *out is empty on failure; the caller destroys it.
Status trajectory_read(const char *path, Trajectory *out) GNU_MUST_CHECK;
void   trajectory_destroy(Trajectory *trajectory); // takes an empty one

// Metres of a unit: "cm", "mm", … or a number above 0. STATUS_USAGE.
Status trajectory_unit(const char *text, double *metres) GNU_MUST_CHECK;
void   trajectory_scale(Trajectory *trajectory, double metres);

// "x,-z,y". STATUS_USAGE.
Status trajectory_axes(const char *text, Axes *out) GNU_MUST_CHECK;
void   trajectory_turn(Trajectory *trajectory, const Axes *axes); // once; *axes must stay

// All of them, those that exporters turn first. False past the last.
bool axes_at(int index, Axes *out);
bool axes_mirror(const Axes *axes); // whether a right hand becomes a left one
void axes_text(const Axes *axes, char out[AXES_TEXT]);
void axes_turn(const Axes *axes, int64_t count, double (*x)[3]);
Axes axes_after(const Axes *axes, const Axes *first); // those that turn as `first`, and then `axes`

// Which particle of the scene each particle of the frames is: by index if frame 0 is the start of the scene by index, else by the nearest
// start, which must be one for each.
typedef enum MatchKind { MATCH_AUTO, MATCH_INDEX, MATCH_NEAREST } MatchKind;
extern const char *const MATCH_NAMES[]; // ended by NULL

typedef struct Match {
    MatchKind kind;     // found: index or nearest
    double    farthest; // m, of a particle of frame 0 from the start of the one of the scene that it is
} Match;

// Sorts the particles of all frames as the scene has them. start: [particles] of the scene, in its order. path: for messages. STATUS_INPUT:
// another number of particles, another start, a start that looks like the scene's in another unit or with its axes turned; STATUS_MEMORY.
Status trajectory_match(const char *path, MatchKind wanted, const double (*start)[3], int32_t particles, Trajectory *trajectory,
                        Match *out) GNU_MUST_CHECK;

#endif
