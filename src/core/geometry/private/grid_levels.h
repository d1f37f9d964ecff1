// Levels of a hashed grid: boxes of very different sizes go into grids of different cells.
//
// A box lies in the grid of one level, in the cell of its low corner, and is smaller than `reach` of that level. A query searches, in each
// level, the cells from `reach` below its low corner to its high corner. Cells are cubes of edge `reach`, divided along x into GRID_FINE:
// cells along x are consecutive in the table, so that finer ones cost little and reduce the boxes that are tested in vain. Sizes are
// counted in classes of an eighth of an octave. The levels minimise a cost model: for surfaces, tests grow with the square of the ratio of
// cell size to box size, and each level costs a visit.
#ifndef WEFT_GEOMETRY_GRID_LEVELS_H
#define WEFT_GEOMETRY_GRID_LEVELS_H

#include "geometry/broad.h"

enum { SIZE_CLASSES = 2048, GRID_LEVELS_MAX = 256, GRID_FINE = 2, GRID_NEAR = 5, GRID_APART = 8 };

// A row of cells along x starts at slot y · row_y + z · row_z of the table, and wraps around at its end. The strides are chosen such that
// no combination with small integers is near zero modulo the table, so that neighbouring rows do not meet.
typedef struct GridLevel {
    bool     flat;                      // no grid: few boxes, or infinite ones; all of them are tested
    float    reach, inverse, inverse_x; // m, 1/m
    uint32_t slot_mask;                 // slots − 1, a power of two
    uint32_t row_y, row_z;              // slots
    uint32_t apart;                     // ranges of so many slots, of rows within GRID_NEAR × GRID_NEAR, do not overlap; at least
                                        // GRID_APART, more than a box of the level needs
    uint32_t first_slot;                // in the table of all levels
    int32_t  first, count;              // boxes of the level, consecutive in the sorted list
} GridLevel;

typedef struct GridLevels {
    int       count;
    uint32_t  slots; // of all levels
    GridLevel level[GRID_LEVELS_MAX];
    uint8_t   of_class[SIZE_CLASSES];
} GridLevels;

// The class of the largest edge of a box with low ≤ high; and the upper bound of the edges of a class.
int   size_class(const Box *box);
float size_class_end(int which);

// The class of the largest absolute coordinate of the low corner.
int position_class(const Box *box);

// targets, queries: [SIZE_CLASSES] boxes of each size class; positions: targets of each position class. Cells are no smaller than the
// median query, nor than the spacing of floats at the median position.
void grid_levels_choose(const int32_t *targets, const int32_t *queries, const int32_t *positions, GridLevels *out);

// An upper bound of the slots for so many targets.
static inline int64_t grid_slots_bound(int64_t targets)
{
    return 4 * targets + GRID_LEVELS_MAX;
}

#endif
