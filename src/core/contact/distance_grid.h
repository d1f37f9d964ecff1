// DistanceGrid: signed distances to a closed mesh, sampled once and kept in a file named by the hash of what it was made from.
#ifndef WEFT_CONTACT_DISTANCE_GRID_H
#define WEFT_CONTACT_DISTANCE_GRID_H

#include "model/collider.h"

enum { DISTANCE_GRID_NODES_MAX = 1 << 26 }; // 256 MiB of distances

// From malloc. The grid reaches `border` m beyond the box of the mesh. threads: of the sampling; the bits do not depend on it.
// STATUS_INPUT: cell or border not positive, more nodes than DISTANCE_GRID_NODES_MAX (says which cell would do); STATUS_MEMORY.
Status distance_grid_make(const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out) GNU_MUST_CHECK;

// The same through a file in `folder` (made when missing): read where it is there and whole, else made and written through a temporary
// name. *was_cached says which. A file that cannot be written is STATUS_IO; a damaged one is made anew.
Status distance_grid_cached(const char *folder, const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out,
                            bool *was_cached) GNU_MUST_CHECK;
void   distance_grid_free(DistanceGrid *grid);

// $WEFT_CACHE, else $XDG_CACHE_HOME/weft, else ~/.cache/weft.
const char *distance_grid_folder(char *out, size_t size);

// Interpolated over the eight nodes around x; false beyond the grid. gradient: of the interpolation, not normalised.
bool distance_grid_at(const DistanceGrid *grid, double4 x, double *distance, double4 *gradient);

#endif
