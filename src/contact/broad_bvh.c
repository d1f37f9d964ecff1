// Bounding volume hierarchy: a tree of boxes sixteen wide over the targets (contact/box_tree.h), packed along a Hilbert curve, made in
// parallel and refitted while it stays good.
//
// Queries lie along a curve of their own, and go down the tree in packets of a block: what the bounds of sixteen queries overlap is
// gathered first, then each query is held against the gathered leaves, all sixteen bounds at once, and against the boxes in those that it
// overlaps. Good is a tree as long as the bounds of its lowest blocks have a surface that has not grown by more than LOOSE against that of
// the boxes in them since it was made: both grow with speed and margins, their ratio does not.
#include "base/clock.h"
#include "contact/box_tree.h"
#include "contact/broad_pairs.h"

extern const BroadOps broad_bvh;

static const double LOOSE = 1.3;

typedef struct Bvh {
    Broad     base;
    PairStore store;
    BoxTree   target, query; // query is empty where the queries are the targets
    bool      same, made;
    CurveSort sort;
    double    target_ratio, query_ratio; // when they were made
    int64_t   bytes;
} Bvh;

// ---- build ----

static bool is_good(const Bvh *b)
{
    return b->target.ratio <= LOOSE * b->target_ratio && b->query.ratio <= LOOSE * b->query_ratio;
}

static void make(Bvh *b, const Box *target, const Box *query)
{
    box_tree_sort(&b->target, &b->sort, target);
    box_tree_refit(&b->target, target);
    if (!b->same) {
        box_tree_sort(&b->query, &b->sort, query);
        box_tree_refit(&b->query, query);
    }
#pragma omp single
    {
        b->made = true;
        b->target_ratio = b->target.ratio;
        b->query_ratio = b->query.ratio;
    }
}

// True when it had to be made anew.
static bool prepare(Bvh *b, const Box *target, const Box *query)
{
    const bool made = b->made; // written between barriers only
    if (made) {
        box_tree_refit(&b->target, target);
        if (!b->same)
            box_tree_refit(&b->query, query);
    }
    const bool anew = !made || !is_good(b);
#pragma omp barrier
    if (anew)
        make(b, target, query);
    return anew;
}

// ---- find ----

enum { GATHERED = 8 }; // blocks of leaves that are gathered before the queries look at them

typedef struct Packet { // sixteen queries on their way
    const Bvh      *bvh;
    PairWriter     *writer;
    const BoxBlock *query;
    const int32_t  *number; // of the queries
    int             leaves;
    int32_t         leaf[GATHERED * BOX_LANES];
    BoxBlock        bound[GATHERED];
} Packet;

static void look_in_leaf(const Packet *p, int32_t leaf, int32_t query, const BoxLanes *box)
{
    const BoxTree *tree = &p->bvh->target;
    const int32_t *number = tree->number + (int64_t)leaf * BOX_LANES;
    uint32_t       mask = box_block_overlap(&tree->level[0][leaf], box);
    if (mask && p->bvh->same)
        mask &= box_numbers_above(number, query);
    if (mask) {
        int32_t   found[BOX_LANES];
        const int count = box_numbers_pick(number, mask, found);
        pair_writer_take(p->writer, query, found, count);
    }
}

static void look_up_query(const Packet *p, int lane)
{
    const Box box = box_block_at(p->query, lane);
    if (!box_is_there(&box))
        return;
    const BoxLanes lanes = box_lanes(&box);
    for (int k = 0; k < p->leaves; k += BOX_LANES)
        for (uint32_t mask = box_block_overlap(&p->bound[k / BOX_LANES], &lanes); mask; mask &= mask - 1)
            look_in_leaf(p, p->leaf[k + GNU_TRAILING_ZEROS((uint64_t)mask)], p->number[lane], &lanes);
}

static void look_up_all(Packet *p)
{
    const Box none = box_none();
    for (int k = p->leaves; k % BOX_LANES != 0; k++)
        box_block_set(&p->bound[k / BOX_LANES], k % BOX_LANES, &none);
    for (int lane = 0; lane < BOX_LANES; lane++)
        look_up_query(p, lane);
    p->leaves = 0;
}

static void gather(Packet *p, int32_t leaf, const Box *bound)
{
    if (p->leaves == GATHERED * BOX_LANES)
        look_up_all(p);
    p->leaf[p->leaves] = leaf;
    box_block_set(&p->bound[p->leaves / BOX_LANES], p->leaves % BOX_LANES, bound);
    p->leaves++;
}

typedef struct Visit {
    int32_t level, block;
} Visit;

static void go_down(Packet *p, const Box *all)
{
    const BoxTree *tree = &p->bvh->target;
    const BoxLanes lanes = box_lanes(all);
    Visit          stack[BOX_TREE_LEVELS * BOX_LANES];
    int            depth = 0;
    stack[depth++] = (Visit){tree->levels - 1, 0};
    while (depth > 0) {
        const Visit     at = stack[--depth];
        const BoxBlock *block = &tree->level[at.level][at.block];
        for (uint32_t mask = box_block_overlap(block, &lanes); mask; mask &= mask - 1) {
            const int lane = GNU_TRAILING_ZEROS((uint64_t)mask);
            if (at.level > 1)
                stack[depth++] = (Visit){at.level - 1, at.block * BOX_LANES + lane};
            else {
                const Box bound = box_block_at(block, lane);
                gather(p, at.block * BOX_LANES + lane, &bound);
            }
        }
    }
}

// Where all targets are in one block there is nothing to go down.
static void look_up_packet(Packet *p, const BoxTree *queries, int32_t block)
{
    const BoxTree *targets = &p->bvh->target;
    p->query = &queries->level[0][block];
    p->number = queries->number + (int64_t)block * BOX_LANES;
    if (targets->levels > 1) {
        const Box all = box_block_bound(p->query);
        go_down(p, &all);
    } else {
        const Box bound = box_block_bound(&targets->level[0][0]);
        gather(p, 0, &bound);
    }
    look_up_all(p);
}

static void search(Bvh *b)
{
    const BoxTree *queries = b->same ? &b->target : &b->query;
    const int32_t  blocks = b->target.levels > 0 ? queries->blocks[0] : 0;
    PairWriter     writer = pair_writer_make(&b->store);
    Packet         packet;
    packet.bvh = b;
    packet.writer = &writer;
    packet.leaves = 0;
#pragma omp for schedule(dynamic, 16) nowait
    for (int32_t block = 0; block < blocks; block++)
        look_up_packet(&packet, queries, block);
    pair_writer_end(&writer);
#pragma omp barrier
}

static void find(Broad *broad, const Box *target, const Box *query, BroadFound *found)
{
    Bvh          *b = (Bvh *)broad;
    const int64_t begin = clock_ns();
    pair_store_begin(&b->store);
    const bool anew = prepare(b, target, query);
#pragma omp master
    {
        found->build_ns = clock_ns() - begin;
        found->rebuilt = anew;
    }
#pragma omp barrier
    do
        search(b);
    while (pair_store_again(&b->store, found));
}

// ---- set-up ----

static Status create(const BroadSetup *setup, Broad **out)
{
    Bvh          *b;
    Arena        *arena = setup->arena;
    const size_t  before = arena->used_bytes;
    const int32_t longest = setup->query_count > setup->target_count ? setup->query_count : setup->target_count;
    TRY(ARENA_NEW(arena, 1, &b));
    *b = (Bvh){.base.ops = &broad_bvh, .same = setup->same};
    TRY(pair_store_make(setup, &b->store));
    TRY(box_tree_make(setup->target_count, arena, &b->target));
    TRY(box_tree_make(setup->same ? 0 : setup->query_count, arena, &b->query));
    TRY(curve_sort_make(longest, setup->threads, arena, &b->sort));
    b->bytes = (int64_t)(arena->used_bytes - before);
    *out = &b->base;
    return status_ok();
}

static int64_t bytes(const Broad *broad)
{
    return ((const Bvh *)broad)->bytes;
}

const BroadOps broad_bvh = {
    .name = "bvh",
    .summary = "tree of boxes sixteen wide along a Hilbert curve, refitted while it stays good",
    .create = create,
    .find = find,
    .bytes = bytes,
};
