// Bounding volume hierarchy: a tree of boxes with sixteen children per node over the targets (geometry/private/box_tree.h), packed along a
// Hilbert curve. It is built in parallel and refitted while its bounds stay tight.
//
// Queries are sorted along their own curve and traverse the tree in packets of one block, by the bound of its sixteen boxes. A leaf is
// tested against the sixteen queries at once. Then its boxes, which stay in registers, are tested against each query that overlaps the
// leaf. The tree is rebuilt when the ratio of two surface areas, of the bounds of the lowest blocks and of the boxes in them, has grown by
// more than LOOSE since the last rebuild. Both are areas at the start of a motion, and grow with the margins.
#include "geometry/private/box_tree.h"
#include "geometry/private/broad_pairs.h"

static const double LOOSE = 1.3;

struct Broad {
    PairStore store;
    BoxTree   target, query; // query is empty where the queries are the targets
    bool      same, built;
    CurveSort sort;
    double    target_ratio, query_ratio; // at the last rebuild
};

// ---- build ----

static bool is_moving(BroadBoxes target, BroadBoxes query)
{
    return target.begin != target.end || query.begin != query.end || target.shift || query.shift;
}

static void rebuild_trees(Broad *b, BroadBoxes target, BroadBoxes query)
{
    const bool moving = is_moving(target, query);
    box_tree_sort(&b->target, &b->sort, target.begin);
    box_tree_refit(&b->target, target, moving);
    if (!b->same) {
        box_tree_sort(&b->query, &b->sort, query.begin);
        box_tree_refit(&b->query, query, moving);
    }
#pragma omp single
    {
        b->built = true;
        b->target_ratio = b->target.ratio;
        b->query_ratio = b->query.ratio;
    }
}

bool broad_build(Broad *b, BroadBoxes target, BroadBoxes query, bool rebuild)
{
    const bool refitted = b->built && !rebuild, moving = is_moving(target, query); // b->built is written between barriers only
    if (refitted) {
        box_tree_refit(&b->target, target, moving);
        if (!b->same)
            box_tree_refit(&b->query, query, moving);
    }
    const bool rebuilt = !refitted || !(b->target.ratio <= LOOSE * b->target_ratio && b->query.ratio <= LOOSE * b->query_ratio);
#pragma omp barrier
    if (rebuilt)
        rebuild_trees(b, target, query);
    return rebuilt;
}

// ---- find ----

typedef struct Packet { // sixteen queries that traverse the tree
    const BoxTree  *tree;
    const BoxBlock *query;
    const int32_t  *number; // of the queries
    int32_t         after;  // earlier leaves have found these pairs as queries; −1: queries are not targets
} Packet;

static GNU_ALWAYS_INLINE void test_boxes(const Packet *p, bool moving, int32_t leaf, uint32_t queries, PairWriter *writer)
{
    const BoxBlock *block = &p->tree->level[0][leaf];
    const int32_t  *number = p->tree->number + (int64_t)leaf * BOX_LANES;
    const bool      own = leaf == p->after;
    pair_writer_reserve(writer);
    for (; queries; queries &= queries - 1) {
        const int      lane = GNU_TRAILING_ZEROS((uint64_t)queries);
        const BoxLanes lanes = box_lanes(p->query, lane, moving);
        const uint32_t others = own ? ~0u << 1 << lane : ~0u; // pairs within the leaf: only with later boxes
        pair_writer_offer(writer, p->number[lane], number, box_block_overlap(block, &lanes, moving) & others);
    }
}

typedef struct Visit {
    int32_t level, block;
} Visit;

// A mask of the children with leaves from `after` on.
static uint32_t children_after(Visit at, int32_t after)
{
    const int64_t first = (int64_t)at.block * BOX_LANES, child = at.level > 1 ? after >> (4 * (at.level - 1)) : after;
    return child <= first ? ~0u : child - first < BOX_LANES ? ~0u << (child - first) : 0;
}

static GNU_ALWAYS_INLINE void traverse(const Packet *p, bool moving, const BoxLanes *all, PairWriter *writer)
{
    const BoxTree *tree = p->tree;
    Visit          stack[BOX_TREE_LEVELS * BOX_LANES];
    int            depth = 0;
    stack[depth++] = (Visit){tree->levels - 1, 0};
    while (depth > 0) {
        const Visit     at = stack[--depth];
        const BoxBlock *block = &tree->level[at.level][at.block];
        for (uint32_t mask = box_block_overlap(block, all, moving) & children_after(at, p->after); mask; mask &= mask - 1) {
            const int lane = GNU_TRAILING_ZEROS((uint64_t)mask);
            if (at.level > 1)
                stack[depth++] = (Visit){at.level - 1, at.block * BOX_LANES + lane};
            else {
                const BoxLanes bound = box_lanes(block, lane, moving);
                test_boxes(p, moving, at.block * BOX_LANES + lane, box_block_overlap(p->query, &bound, moving), writer);
            }
        }
    }
}

// A tree of one block has no inner node. all: the bound of the queries is lane `lane` of it.
static GNU_ALWAYS_INLINE void search_tree(const Packet *p, bool moving, const BoxBlock *all, int lane, PairWriter *writer)
{
    const BoxLanes lanes = box_lanes(all, lane, moving);
    if (p->tree->levels > 1)
        traverse(p, moving, &lanes, writer);
    else
        test_boxes(p, moving, 0, (1u << BOX_LANES) - 1, writer);
}

// moving: a constant where this is inlined, so that boxes at rest cost no test at the end of a motion.
static GNU_ALWAYS_INLINE void search(Broad *b, bool moving)
{
    const BoxTree *queries = b->same ? &b->target : &b->query;
    const int32_t  blocks = b->target.levels > 0 ? queries->blocks[0] : 0;
    PairWriter     writer;
    pair_writer_begin(&writer, &b->store);
#pragma omp for schedule(dynamic, 16) nowait
    for (int32_t block = 0; block < blocks; block++) {
        if (pair_writer_is_done(&writer))
            continue;
        const Packet packet = {.tree = &b->target,
                               .query = &queries->level[0][block],
                               .number = queries->number + (int64_t)block * BOX_LANES,
                               .after = b->same ? block : -1};
        search_tree(&packet, moving, queries->levels > 1 ? &queries->level[1][block / BOX_LANES] : packet.query, block % BOX_LANES,
                    &writer);
    }
    pair_writer_end(&writer);
#pragma omp barrier
}

void broad_find(Broad *b, BroadBoxes target, BroadBoxes query, BroadFound *found)
{
    pair_store_begin(&b->store);
    const bool rebuilt = broad_build(b, target, query, false);
#pragma omp master
    found->rebuilt = rebuilt;
#pragma omp barrier
    do
        if (is_moving(target, query))
            search(b, true);
        else
            search(b, false);
    while (pair_store_again(&b->store, found));
}

// ---- set-up ----

Status broad_create(const BroadSetup *setup, Broad **out)
{
    Broad        *b;
    Arena        *arena = setup->arena;
    const int32_t longest = setup->query_count > setup->target_count ? setup->query_count : setup->target_count;
    TRY(ARENA_NEW(arena, 1, &b));
    *b = (Broad){.same = setup->same};
    TRY(pair_store_init(setup, &b->store));
    TRY(box_tree_init(setup->target_count, arena, &b->target));
    TRY(box_tree_init(setup->same ? 0 : setup->query_count, arena, &b->query));
    TRY(curve_sort_init(longest, setup->threads, arena, &b->sort));
    *out = b;
    return status_ok();
}
