// Levels of a hashed grid: boxes of very different sizes go into grids of different cells.
//
// A box lies in the grid of one level, in the cell of its low corner, and is smaller than `reach` there. Who looks for what overlaps a box
// then looks, in each level, from `reach` below its low corner to its high corner. Cells are cubes of edge `reach`, cut across x into
// GRID_FINE: cells along x lie together in the table and cost little, and what is looked at beyond what is needed shrinks. Sizes are
// counted in classes, an eighth of an octave each; the levels are those that make looking cheapest, as the square of how much larger a cell
// is than what lies in it says for surfaces, against the visit that each level costs.
#ifndef WEFT_GEOMETRY_GRID_LEVELS_H
#define WEFT_GEOMETRY_GRID_LEVELS_H

#include "geometry/broad.h"

enum { SIZE_CLASSES = 2048, GRID_LEVELS_MAX = 256, GRID_FINE = 2, GRID_NEAR = 5, GRID_APART = 8 };

// A row of cells along x begins somewhere in the table, y · row_y + z · row_z on, and goes round its end. The strides are parts of the
// table that no small whole numbers combine to nearly nothing, so that rows near each other keep apart.
typedef struct GridLevel {
    bool     flat;                      // no grid: few boxes, or infinite ones; all of them are looked at
    float    reach, inverse, inverse_x; // m, 1/m
    uint32_t slot_mask;                 // slots − 1, a power of two
    uint32_t row_y, row_z;              // slots
    uint32_t apart;                     // ranges of so many slots do not meet when they are of rows in a square of GRID_NEAR × GRID_NEAR;
                                        // at least GRID_APART, more than a box of the level needs
    uint32_t first_slot;                // among those of all levels
    int32_t  first, count;              // boxes: they lie together
} GridLevel;

typedef struct GridLevels {
    int       count;
    uint32_t  slots; // of all levels
    GridLevel level[GRID_LEVELS_MAX];
    uint8_t   of_class[SIZE_CLASSES];
} GridLevels;

// The class of the largest edge of a box whose low ≤ high, and what every edge in a class is below.
int   size_class(const Box *box);
float size_class_end(int which);

// The class of the largest distance from the origin, along an axis, of the low corner.
int place_class(const Box *box);

// targets, queries: [SIZE_CLASSES] how many there are; places: of targets. Cells are no smaller than most queries, nor than what floats can
// tell apart where most targets are.
void grid_levels_choose(const int32_t *targets, const int32_t *queries, const int32_t *places, GridLevels *out);

// Slots for boxes: at most so many.
static inline int64_t grid_slots_bound(int64_t targets)
{
    return 4 * targets + GRID_LEVELS_MAX;
}

#endif
