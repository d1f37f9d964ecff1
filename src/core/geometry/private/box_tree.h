// BoxTree: boxes in the order of a curve, in blocks of BOX_LANES; a block of the level above holds the bounds of BOX_LANES blocks, up to a
// level of one block. The index of a child follows from that of its parent, so that only boxes are stored and a refit is one pass over each
// level.
#ifndef WEFT_GEOMETRY_BOX_TREE_H
#define WEFT_GEOMETRY_BOX_TREE_H

#include "geometry/private/box_lanes.h"
#include "geometry/private/broad_curve.h"

enum { BOX_TREE_LEVELS = 9 }; // enough for 2³¹ boxes

typedef struct TreeCost { // surface area of boxes at the start, m²
    double leaf, box;     // of the bounds of the lowest blocks; of the boxes in them
} TreeCost;

typedef struct BoxTree {
    int32_t   count;
    int       levels;                  // 0: no boxes
    int32_t   blocks[BOX_TREE_LEVELS]; // of each level
    BoxBlock *level[BOX_TREE_LEVELS];  // level 0: the boxes themselves
    int32_t  *number;                  // [blocks[0] · BOX_LANES] the boxes in the order of the curve
    TreeCost *part;                    // [blocks of level 1, at least 1]
    double    ratio;                   // Σ leaf / Σ box of the last refit: how loose the bounds are
} BoxTree;

Status box_tree_init(int32_t count, Arena *arena, BoxTree *out) GNU_MUST_CHECK;

// By all threads; each ends with a barrier. sort: rebuilds the order, by boxes at the start; refit: updates all boxes.
void box_tree_sort(BoxTree *tree, CurveSort *sort, const Box *box);
void box_tree_refit(BoxTree *tree, BroadBoxes box, bool moving);

// The bound of the boxes of a block; NaN if it is empty.
MovingBox box_block_bound(const BoxBlock *block, bool moving);

#endif
