// Hashed grid (Teschner et al. 2003): each target lies in the cell of its low corner, in the grid of its size
// (geometry/private/grid_levels.h). Kept for comparison with the tree (broad_bvh.c), which is faster at all sizes that were measured.
//
// Cells of a row along x are consecutive in the table, after a hash of the row: slot = hash(y, z) + x. Targets are sorted by slot, their
// boxes stored as columns, so that the targets that a query must test in a row are one range of the columns. Rows may overlap in the table;
// targets of other rows are then left out, so that no pair is found twice.
#include "base/team_range.h"
#include "geometry/private/broad_pairs.h"
#include "geometry/private/grid_levels.h"

#include <math.h>
#include <string.h>

typedef struct SizeCounts { // of one thread
    int32_t target[SIZE_CLASSES], query[SIZE_CLASSES], position[SIZE_CLASSES];
} SizeCounts;

typedef struct Grid {
    Broad       base;
    PairStore   store;
    int32_t     targets, queries;
    bool        same;
    SizeCounts *counts;           // [threads]
    uint32_t   *slot;             // [targets] slot of each
    int32_t    *rank;             // [targets] index within the slot
    int32_t    *start;            // [slots + 1] first sorted target of each slot; counts while building
    int64_t    *subtotal;         // [threads]
    int32_t    *number;           // [targets + BOX_LANES] sorted by slot
    float      *low[3], *high[3]; // [targets + BOX_LANES] in the same order
    int64_t     bytes;
    GridLevels  levels;
} Grid;

extern const BroadOps broad_grid;

static const uint32_t NOWHERE = UINT32_MAX; // the slot of a box that overlaps nothing

// ---- cells ----

typedef struct Cell {
    int32_t x, y, z;
} Cell;

// Monotonic in the coordinate despite rounding; coordinates beyond the range are clamped.
static inline int32_t cell_along(float coordinate, float inverse)
{
    const float limit = 0x1p30f, at = coordinate * inverse;
    return (int32_t)floorf(at < -limit ? -limit : at > limit ? limit : at);
}

// The slot of cell x = 0 of a row, modulo the table of the level.
static inline uint32_t row_at(const GridLevel *level, int32_t y, int32_t z)
{
    return (uint32_t)y * level->row_y + (uint32_t)z * level->row_z;
}

static inline uint32_t slot_of(const GridLevel *level, const Box *box)
{
    if (level->flat)
        return level->first_slot;
    const uint32_t row = row_at(level, cell_along(box->low[1], level->inverse), cell_along(box->low[2], level->inverse));
    return level->first_slot + ((row + (uint32_t)cell_along(box->low[0], level->inverse_x)) & level->slot_mask);
}

// ---- build ----

static void count_sizes(Grid *g, const Box *target, const Box *query)
{
    SizeCounts *counts = &g->counts[omp_get_thread_num()];
    int32_t     from, to;
    memset(counts, 0, sizeof *counts);
    team_range(0, g->targets, &from, &to);
    for (int32_t i = from; i < to; i++)
        if (box_is_there(&target[i])) {
            counts->target[size_class(&target[i])]++;
            counts->position[position_class(&target[i])]++;
        }
    team_range(0, g->queries, &from, &to);
    for (int32_t i = from; i < to; i++)
        if (box_is_there(&query[i]))
            counts->query[size_class(&query[i])]++;
}

static void choose_levels(Grid *g)
{
    for (int t = 1; t < omp_get_num_threads(); t++)
        for (int c = 0; c < SIZE_CLASSES; c++) {
            g->counts->target[c] += g->counts[t].target[c];
            g->counts->query[c] += g->counts[t].query[c];
            g->counts->position[c] += g->counts[t].position[c];
        }
    grid_levels_choose(g->counts->target, g->counts->query, g->counts->position, &g->levels);
}

// The order of targets within a slot depends on the scheduling; the pairs that are found do not.
static void count_slots(Grid *g, const Box *target)
{
    const bool alone = omp_get_num_threads() == 1;
    int32_t    from, to;
    team_range(0, g->targets, &from, &to);
    for (int32_t i = from; i < to; i++) {
        g->slot[i] = NOWHERE;
        if (!box_is_there(&target[i]))
            continue;
        g->slot[i] = slot_of(&g->levels.level[g->levels.of_class[size_class(&target[i])]], &target[i]);
        int32_t *count = &g->start[g->slot[i]];
        if (alone)
            g->rank[i] = (*count)++;
        else {
#pragma omp atomic capture
            g->rank[i] = (*count)++;
        }
    }
}

static void sum_slots(Grid *g)
{
    int32_t from, to;
    int64_t mine = 0, total;
    team_range(0, (int32_t)g->levels.slots + 1, &from, &to);
    for (int32_t s = from; s < to; s++)
        mine += g->start[s];
    int32_t sum = (int32_t)team_sum_before(g->subtotal, mine, &total);
    for (int32_t s = from; s < to; s++) {
        const int32_t count = g->start[s];
        g->start[s] = sum;
        sum += count;
    }
#pragma omp barrier
}

static void place_targets(Grid *g, const Box *target)
{
    int32_t from, to;
    team_range(0, g->targets, &from, &to);
    for (int32_t i = from; i < to; i++) {
        if (g->slot[i] == NOWHERE)
            continue;
        const int32_t at = g->start[g->slot[i]] + g->rank[i];
        g->number[at] = i;
        for (int c = 0; c < 3; c++) {
            g->low[c][at] = target[i].low[c];
            g->high[c][at] = target[i].high[c];
        }
    }
}

static bool build(Broad *broad, const Box *target, const Box *query, bool rebuild)
{
    Grid   *g = (Grid *)broad;
    int32_t from, to;
    (void)rebuild;
    count_sizes(g, target, query);
#pragma omp barrier
#pragma omp single
    choose_levels(g);
    team_range(0, (int32_t)g->levels.slots + 1, &from, &to);
    memset(g->start + from, 0, (size_t)(to - from) * sizeof *g->start);
#pragma omp barrier
    count_slots(g, target);
#pragma omp barrier
    sum_slots(g);
    place_targets(g, target);
#pragma omp barrier
    return true;
}

// ---- find ----

typedef struct Query {
    const Grid *grid;
    PairWriter *writer;
    BoxLanes    box;
    int32_t     query;
} Query;

static GNU_ALWAYS_INLINE uint32_t overlaps(const Query *q, int32_t at, int32_t count)
{
    const Grid        *g = q->grid;
    const float *const low[3] = {g->low[0] + at, g->low[1] + at, g->low[2] + at};
    const float *const high[3] = {g->high[0] + at, g->high[1] + at, g->high[2] + at};
    return box_columns_overlap(low, high, &q->box, count);
}

static GNU_ALWAYS_INLINE void offer(const Query *q, int32_t at, uint32_t mask)
{
    pair_writer_reserve(q->writer);
    pair_writer_offer(q->writer, q->query, q->grid->number + at, mask);
}

static GNU_ALWAYS_INLINE void test_range(const Query *q, int32_t begin, int32_t end)
{
    for (int32_t at = begin; at < end; at += BOX_LANES)
        offer(q, at, overlaps(q, at, end - at));
}

// The same, without targets of other rows.
static void test_range_of_row(const Query *q, const GridLevel *level, int32_t begin, int32_t end, int32_t y, int32_t z)
{
    const Grid *g = q->grid;
    for (int32_t at = begin; at < end; at += BOX_LANES) {
        uint32_t mask = 0;
        for (uint32_t all = overlaps(q, at, end - at); all; all &= all - 1) {
            const int k = GNU_TRAILING_ZEROS((uint64_t)all);
            if (cell_along(g->low[1][at + k], level->inverse) == y && cell_along(g->low[2][at + k], level->inverse) == z)
                mask |= 1u << k;
        }
        offer(q, at, mask);
    }
}

// The cells of a level that a query must test.
typedef struct Cells {
    int32_t  x, y, z, y_end, z_end; // ends are included
    uint32_t count_x;
    int64_t  rows;
    bool     alone; // the rows do not overlap in the table
} Cells;

static GNU_ALWAYS_INLINE Cells cells_of(const GridLevel *level, const Box *box)
{
    Cells c;
    c.x = cell_along(box->low[0] - level->reach, level->inverse_x);
    c.y = cell_along(box->low[1] - level->reach, level->inverse);
    c.z = cell_along(box->low[2] - level->reach, level->inverse);
    c.y_end = cell_along(box->high[1], level->inverse);
    c.z_end = cell_along(box->high[2], level->inverse);
    c.count_x = (uint32_t)cell_along(box->high[0], level->inverse_x) - (uint32_t)c.x + 1;
    const int64_t rows_y = (int64_t)c.y_end - c.y + 1, rows_z = (int64_t)c.z_end - c.z + 1;
    c.rows = rows_y * rows_z;
    c.alone = rows_y <= GRID_NEAR && rows_z <= GRID_NEAR && c.count_x <= level->apart;
    return c;
}

// from: the first of the sorted targets that is tested.
static GNU_ALWAYS_INLINE void test_row_from(const Query *q, const GridLevel *level, const Cells *c, int32_t y, int32_t z, int32_t from)
{
    const int32_t *start = q->grid->start + level->first_slot;
    const uint32_t slots = level->slot_mask + 1;
    const uint32_t first = (row_at(level, y, z) + (uint32_t)c->x) & level->slot_mask, last = first + c->count_x;
    const int32_t  begin = start[first] > from ? start[first] : from, end = start[last < slots ? last : slots];
    if (GNU_LIKELY(c->alone))
        test_range(q, begin, end);
    else
        test_range_of_row(q, level, begin, end, y, z);
    if (GNU_UNLIKELY(last > slots)) // wraps around the end of the table
        test_range_of_row(q, level, start[0], start[last - slots], y, z);
}

static GNU_ALWAYS_INLINE void test_row(const Query *q, const GridLevel *level, const Cells *c, int32_t y, int32_t z)
{
    test_row_from(q, level, c, y, z, 0);
}

static void test_level(const Query *q, const GridLevel *level, const Box *box)
{
    if (level->flat) {
        test_range(q, level->first, level->first + level->count);
        return;
    }
    const Cells c = cells_of(level, box);
    if (c.rows > level->count / 4 + 4 || c.count_x > level->slot_mask) {
        test_range(q, level->first, level->first + level->count);
        return;
    }
    for (int32_t z = c.z; z <= c.z_end; z++)
        for (int32_t y = c.y; y <= c.y_end; y++)
            test_row(q, level, &c, y, z);
}

static void search(Grid *g, const Box *query)
{
    PairWriter writer;
    pair_writer_begin(&writer, &g->store);
#pragma omp for schedule(dynamic, 256) nowait
    for (int32_t q = 0; q < g->queries; q++) {
        if (!box_is_there(&query[q]) || pair_writer_is_done(&writer))
            continue;
        const Query one = {.grid = g, .writer = &writer, .box = box_lanes(&query[q]), .query = q};
        for (int k = 0; k < g->levels.count; k++)
            test_level(&one, &g->levels.level[k], &query[q]);
    }
    pair_writer_end(&writer);
#pragma omp barrier
}

// ---- find, queries are the targets ----

// Of two boxes of a level, the first by z, y, x of the cell, then by index in the table, finds the other.
static void test_later(const Query *q, const GridLevel *level, const Box *box, int32_t at)
{
    if (level->flat) {
        test_range(q, at + 1, level->first + level->count);
        return;
    }
    Cells         c = cells_of(level, box), own = c;
    const int32_t y = cell_along(box->low[1], level->inverse), z = cell_along(box->low[2], level->inverse);
    own.x = cell_along(box->low[0], level->inverse_x);
    own.count_x -= (uint32_t)own.x - (uint32_t)c.x;
    test_row_from(q, level, &own, y, z, at + 1);
    for (int32_t k = y + 1; k <= c.y_end; k++)
        test_row(q, level, &c, k, z);
    for (int32_t m = z + 1; m <= c.z_end; m++)
        for (int32_t k = c.y; k <= c.y_end; k++)
            test_row(q, level, &c, k, m);
}

// Of two boxes of different levels, the smaller finds the other.
static void search_level(Grid *g, int which, PairWriter *writer)
{
    const GridLevel *level = &g->levels.level[which];
#pragma omp for schedule(dynamic, 256) nowait
    for (int32_t at = level->first; at < level->first + level->count; at++) {
        if (pair_writer_is_done(writer))
            continue;
        const Box   box = {{g->low[0][at], g->low[1][at], g->low[2][at]}, {g->high[0][at], g->high[1][at], g->high[2][at]}};
        const Query one = {.grid = g, .writer = writer, .box = box_lanes(&box), .query = g->number[at]};
        test_later(&one, level, &box, at);
        for (int k = which + 1; k < g->levels.count; k++)
            test_level(&one, &g->levels.level[k], &box);
    }
}

static void search_same(Grid *g)
{
    PairWriter writer;
    pair_writer_begin(&writer, &g->store);
    for (int k = 0; k < g->levels.count; k++)
        search_level(g, k, &writer);
    pair_writer_end(&writer);
#pragma omp barrier
}

static void find(Broad *broad, const Box *target, const Box *query, BroadFound *found)
{
    Grid *g = (Grid *)broad;
    if (g->same)
        query = target;
    pair_store_begin(&g->store);
    (void)build(broad, target, query, true);
#pragma omp master
    found->rebuilt = true;
    do {
        if (g->same)
            search_same(g);
        else
            search(g, query);
    } while (pair_store_again(&g->store, found));
}

// ---- set-up ----

static Status create(const BroadSetup *setup, Broad **out)
{
    Grid   *g;
    Arena  *arena = setup->arena;
    int64_t slots = grid_slots_bound(setup->target_count);
    if (slots >= INT32_MAX)
        return status_make(STATUS_LIMIT, "contact: a grid of %d elements has too many cells; use `broad: bvh`", (int)setup->target_count);
    const size_t before = arena->used_bytes;
    TRY(ARENA_NEW(arena, 1, &g));
    *g = (Grid){.base.ops = &broad_grid, .targets = setup->target_count, .queries = setup->query_count, .same = setup->same};
    TRY(pair_store_init(setup, &g->store));
    TRY(ARENA_NEW(arena, setup->threads, &g->counts));
    TRY(ARENA_NEW(arena, g->targets, &g->slot));
    TRY(ARENA_NEW(arena, g->targets, &g->rank));
    TRY(ARENA_NEW(arena, slots + 1, &g->start));
    TRY(ARENA_NEW(arena, setup->threads, &g->subtotal));
    for (int c = 0; c < 3; c++) {
        TRY(ARENA_NEW(arena, (int64_t)g->targets + BOX_LANES, &g->low[c]));
        TRY(ARENA_NEW(arena, (int64_t)g->targets + BOX_LANES, &g->high[c]));
    }
    TRY(ARENA_NEW(arena, (int64_t)g->targets + BOX_LANES, &g->number));
    g->bytes = (int64_t)(arena->used_bytes - before);
    *out = &g->base;
    return status_ok();
}

static int64_t bytes(const Broad *broad)
{
    return ((const Grid *)broad)->bytes;
}

const BroadOps broad_grid = {
    .name = "grid",
    .summary = "hashed grid, rebuilt in every step, with a grid for each size of box; for comparison with bvh, which is faster",
    .create = create,
    .find = find,
    .build = build,
    .bytes = bytes,
};
