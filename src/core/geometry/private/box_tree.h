// BoxTree: boxes in the order of a curve, in blocks of BOX_LANES, the bounds of BOX_LANES blocks in a block of the level above, and so on
// to a level of one block. Where a child lies follows from where its parent lies: nothing but boxes is kept, and a refit is one pass over
// each level.
#ifndef WEFT_GEOMETRY_BOX_TREE_H
#define WEFT_GEOMETRY_BOX_TREE_H

#include "geometry/private/box_lanes.h"
#include "geometry/private/broad_curve.h"

enum { BOX_TREE_LEVELS = 9 }; // enough for 2³¹ boxes

typedef struct TreeCost { // surface of boxes, m²
    double leaf, box;     // of the bounds of the lowest blocks, of what is in them
} TreeCost;

typedef struct BoxTree {
    int32_t   count;
    int       levels;                  // 0: no boxes
    int32_t   blocks[BOX_TREE_LEVELS]; // of each level
    BoxBlock *level[BOX_TREE_LEVELS];  // level 0: the boxes themselves
    int32_t  *number;                  // [blocks[0] · BOX_LANES] which box lies where
    TreeCost *part;                    // [blocks of level 1, at least 1]
    double    ratio;                   // Σ leaf / Σ box of the last refit: how loose the tree is
} BoxTree;

Status box_tree_make(int32_t count, Arena *arena, BoxTree *out) GNU_MUST_CHECK;

// By all threads, complete after the barriers they end with: the order anew, and the boxes as they are now.
void box_tree_sort(BoxTree *tree, CurveSort *sort, const Box *box);
void box_tree_refit(BoxTree *tree, const Box *box);

// Around the boxes of a block that are there; no number when none is.
Box box_block_bound(const BoxBlock *block);

#endif
