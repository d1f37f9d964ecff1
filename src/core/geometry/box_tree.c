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
Box box_block_bound(const BoxBlock *block)
{
    const __m512    first = _mm512_load_ps(block->low[0]);
    const __mmask16 there = _mm512_cmp_ps_mask(first, first, _CMP_ORD_Q);
    Box             out = box_none();
    for (int c = 0; there && c < 3; c++) {
        out.low[c] = _mm512_mask_reduce_min_ps(there, _mm512_load_ps(block->low[c]));
        out.high[c] = _mm512_mask_reduce_max_ps(there, _mm512_load_ps(block->high[c]));
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

Box box_block_bound(const BoxBlock *block)
{
    Box out;
    for (int c = 0; c < 3; c++) {
        out.low[c] = block->low[c][0];
        out.high[c] = block->high[c][0];
        for (int k = 1; k < BOX_LANES; k++) {
            out.low[c] = smaller(out.low[c], block->low[c][k]);
            out.high[c] = larger(out.high[c], block->high[c][k]);
        }
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
    float  area[BOX_LANES];
    double sum = 0;
    for (int k = 0; k < BOX_LANES; k++)
        area[k] = surface(b->high[0][k] - b->low[0][k], b->high[1][k] - b->low[1][k], b->high[2][k] - b->low[2][k]);
    for (int k = 0; k < BOX_LANES; k++)
        sum += (double)area[k];
    return sum;
}

static void fill_block(const BoxTree *tree, const Box *box, int32_t block)
{
    const Box      none = box_none();
    const int32_t *number = tree->number + (int64_t)block * BOX_LANES;
    const int32_t  left = tree->count - block * BOX_LANES;
    for (int k = 0; k < BOX_LANES; k++)
        box_block_set(&tree->level[0][block], k, k < left && box_is_there(&box[number[k]]) ? &box[number[k]] : &none);
}

// Block `parent` of a level above the lowest. box: NULL if its children are complete; otherwise they are filled first.
static void fit_parent(const BoxTree *tree, int level, int32_t parent, const Box *box, TreeCost *cost)
{
    BoxBlock *above = &tree->level[level][parent];
    for (int k = 0; k < BOX_LANES; k++) {
        const int32_t child = parent * BOX_LANES + k;
        Box           bound = box_none();
        if (child < tree->blocks[level - 1]) {
            if (box)
                fill_block(tree, box, child);
            bound = box_block_bound(&tree->level[level - 1][child]);
            if (cost)
                cost->box += surface_of_lanes(&tree->level[level - 1][child]);
        }
        box_block_set(above, k, &bound);
    }
    if (cost)
        cost->leaf = surface_of_lanes(above);
}

static void fit_lowest(BoxTree *tree, const Box *box)
{
    if (tree->levels == 1) {
#pragma omp single
        fill_block(tree, box, 0);
        return;
    }
#pragma omp for schedule(static)
    for (int32_t p = 0; p < tree->blocks[1]; p++) {
        tree->part[p] = (TreeCost){0, 0};
        fit_parent(tree, 1, p, box, &tree->part[p]);
    }
}

// The upper levels, and the ratio, which is summed in the same order for any number of threads.
static void fit_above(BoxTree *tree)
{
    TreeCost sum = {0, 0};
    for (int l = 2; l < tree->levels; l++)
        for (int32_t p = 0; p < tree->blocks[l]; p++)
            fit_parent(tree, l, p, NULL, NULL);
    for (int32_t p = 0; tree->levels > 1 && p < tree->blocks[1]; p++) {
        sum.leaf += tree->part[p].leaf;
        sum.box += tree->part[p].box;
    }
    tree->ratio = sum.box > 0 ? sum.leaf / sum.box : 0;
}

void box_tree_refit(BoxTree *tree, const Box *box)
{
    if (tree->levels == 0)
        return;
    fit_lowest(tree, box);
#pragma omp single
    fit_above(tree);
}
