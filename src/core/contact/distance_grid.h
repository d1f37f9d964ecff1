// DistanceGrid: signed distances to a closed mesh, sampled once and cached in a file named by the hash of mesh and settings.
#ifndef WEFT_CONTACT_DISTANCE_GRID_H
#define WEFT_CONTACT_DISTANCE_GRID_H

#include "model/collider.h"

enum { DISTANCE_GRID_NODES_MAX = 1 << 26 }; // 256 MiB of distances

// From malloc. The grid reaches `border` m beyond the box of the mesh. threads: of the sampling; the bits do not depend on it.
// STATUS_INPUT: cell or border not positive, or more nodes than DISTANCE_GRID_NODES_MAX (says which cell size would do); STATUS_MEMORY.
Status distance_grid_create(const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out) GNU_MUST_CHECK;

// The same with a cache file in `folder`, which is created if missing: read if the file is complete, else sampled and written under a
// temporary name first. *was_cached says which. A file that cannot be written is STATUS_IO; a damaged file is rebuilt.
Status distance_grid_cached(const char *folder, const ColliderMesh *mesh, double cell, double border, int threads, DistanceGrid *out,
                            bool *was_cached) GNU_MUST_CHECK;
void   distance_grid_destroy(DistanceGrid *grid);

// $WEFT_CACHE, else $XDG_CACHE_HOME/weft, else ~/.cache/weft.
const char *distance_grid_folder(char *out, size_t size);

// Trilinear interpolation; false outside the grid. gradient: of the interpolation, not normalised.
bool distance_grid_at(const DistanceGrid *grid, double4 x, double *distance, double4 *gradient);

#endif
