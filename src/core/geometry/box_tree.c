#include "geometry/private/box_tree.h"

#include <float.h>

#include "base/team_range.h"

Status box_tree_init(int32_t count, Arena *arena, BoxTree *out)
{
    *out = (BoxTree){.count = count};
    int32_t below = count;
    while (below > 0 && (out->levels == 0 || below > 1)) {
        const int32_t blocks = (int32_t)(((int64_t)below + BOX_LANES - 1) / BOX_LANES);
        TRY(ARENA_NEW(arena, blocks, &out->level[out->levels]));
        out->blocks[out->levels++] = blocks;
        below = blocks;
    }
    TRY(ARENA_NEW(arena, (int64_t)out->blocks[0] * BOX_LANES, &out->number));
    return ARENA_NEW(arena, out->blocks[0] / BOX_LANES + 1, &out->part);
}

void box_tree_sort(BoxTree *tree, CurveSort *sort, const Box *box)
{
    curve_sort(sort, box, tree->count, tree->number);
}

// ---- refit ----

#if defined(BOX_AVX512)
MovingBox box_block_bound(const BoxBlock *block, bool moving)
{
    const __m512    first = _mm512_load_ps(block->low[0][0]);
    const __mmask16 there = _mm512_cmp_ps_mask(first, first, _CMP_ORD_Q);
    MovingBox       out = box_none();
    for (int end = 0; there && end < 1 + moving; end++)
        for (int c = 0; c < 3; c++) {
            out.at[end].low[c] = _mm512_mask_reduce_min_ps(there, _mm512_load_ps(block->low[end][c]));
            out.at[end].high[c] = _mm512_mask_reduce_max_ps(there, _mm512_load_ps(block->high[end][c]));
        }
    for (int c = 0; there && moving && c < 3; c++) {
        out.shift.low[c] = _mm512_mask_reduce_min_ps(there, _mm512_load_ps(block->shift_low[c]));
        out.shift.high[c] = _mm512_mask_reduce_max_ps(there, _mm512_load_ps(block->shift_high[c]));
    }
    return out;
}
#else
static float smaller(float a, float b) // the other if one is NaN
{
    return b < a ? b : a == a ? a : b;
}

static float larger(float a, float b)
{
    return b > a ? b : a == a ? a : b;
}

MovingBox box_block_bound(const BoxBlock *block, bool moving)
{
    MovingBox out = box_none();
    for (int end = 0; end < 1 + moving; end++)
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < BOX_LANES; k++) {
                out.at[end].low[c] = smaller(out.at[end].low[c], block->low[end][c][k]);
                out.at[end].high[c] = larger(out.at[end].high[c], block->high[end][c][k]);
            }
    for (int c = 0; moving && c < 3; c++)
        for (int k = 0; k < BOX_LANES; k++) {
            out.shift.low[c] = smaller(out.shift.low[c], block->shift_low[c][k]);
            out.shift.high[c] = larger(out.shift.high[c], block->shift_high[c][k]);
        }
    return out;
}
#endif

// The ratio excludes infinite boxes.
static float surface(float x, float y, float z)
{
    const float area = x * y + y * z + z * x;
    return area <= FLT_MAX ? area : 0;
}

static double surface_of_lanes(const BoxBlock *b)
{
    const float(*low)[BOX_LANES] = b->low[0], (*high)[BOX_LANES] = b->high[0];
    float  area[BOX_LANES];
    double sum = 0;
    for (int k = 0; k < BOX_LANES; k++)
        area[k] = surface(high[0][k] - low[0][k], high[1][k] - low[1][k], high[2][k] - low[2][k]);
    for (int k = 0; k < BOX_LANES; k++)
        sum += (double)area[k];
    return sum;
}

static MovingBox moving_box(BroadBoxes box, int32_t i)
{
    static const Box NO_SHIFT = {{0}, {0}};
    if (!box_is_there(&box.begin[i]) || !box_is_there(&box.end[i]))
        return box_none();
    if (box.shift && !box_is_there(&box.shift[i]))
        return box_none();
    return (MovingBox){{box.begin[i], box.end[i]}, box.shift ? box.shift[i] : NO_SHIFT};
}

static void fill_block(const BoxTree *tree, BroadBoxes box, bool moving, int32_t block)
{
    const int32_t *number = tree->number + (int64_t)block * BOX_LANES;
    const int32_t  left = tree->count - block * BOX_LANES;
    for (int k = 0; k < BOX_LANES; k++) {
        const MovingBox one = k < left ? moving_box(box, number[k]) : box_none();
        box_block_set(&tree->level[0][block], k, moving, &one);
    }
}

// Block `parent` of a level above the lowest. fill: from these boxes, first its children; NULL: they are complete.
static void fit_parent(const BoxTree *tree, int level, int32_t parent, const BroadBoxes *fill, bool moving, TreeCost *cost)
{
    BoxBlock *above = &tree->level[level][parent];
    for (int k = 0; k < BOX_LANES; k++) {
        const int32_t child = parent * BOX_LANES + k;
        MovingBox     bound = box_none();
        if (child < tree->blocks[level - 1]) {
            if (fill)
                fill_block(tree, *fill, moving, child);
            bound = box_block_bound(&tree->level[level - 1][child], moving);
            if (cost)
                cost->box += surface_of_lanes(&tree->level[level - 1][child]);
        }
        box_block_set(above, k, moving, &bound);
    }
    if (cost)
        cost->leaf = surface_of_lanes(above);
}

static void fit_lowest(BoxTree *tree, BroadBoxes box, bool moving)
{
    if (tree->levels == 1) {
#pragma omp single
        fill_block(tree, box, moving, 0);
        return;
    }
#pragma omp for schedule(static)
    for (int32_t p = 0; p < tree->blocks[1]; p++) {
        tree->part[p] = (TreeCost){0, 0};
        fit_parent(tree, 1, p, &box, moving, &tree->part[p]);
    }
}

// The upper levels, and the ratio, which is summed in the same order for any number of threads.
static void fit_above(BoxTree *tree, bool moving)
{
    TreeCost sum = {0, 0};
    for (int l = 2; l < tree->levels; l++)
        for (int32_t p = 0; p < tree->blocks[l]; p++)
            fit_parent(tree, l, p, NULL, moving, NULL);
    for (int32_t p = 0; tree->levels > 1 && p < tree->blocks[1]; p++) {
        sum.leaf += tree->part[p].leaf;
        sum.box += tree->part[p].box;
    }
    tree->ratio = sum.box > 0 ? sum.leaf / sum.box : 0;
}

void box_tree_refit(BoxTree *tree, BroadBoxes box, bool moving)
{
    if (tree->levels == 0)
        return;
    fit_lowest(tree, box, moving);
#pragma omp single
    fit_above(tree, moving);
}
