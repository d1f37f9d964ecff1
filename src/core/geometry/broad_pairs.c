#include "geometry/private/broad_pairs.h"

#include <string.h>

#include "base/team_range.h"

// ---- store ----

// The blocks that two threads fill lie in different cache lines.
enum { FILLS_APART = 16 };
_Static_assert(FILLS_APART * sizeof(PairFill) % 128 == 0, "whole pairs of cache lines");

// The last block of each finder and owner may be nearly empty.
static int64_t blocks_for(const BroadSetup *setup)
{
    return setup->pair_room / PAIR_BLOCK + (int64_t)setup->threads * setup->threads + 1;
}

// A part has a power of two of queries. There are several parts per owner, so that owners get similar numbers of queries.
static int shift_for(const BroadSetup *setup)
{
    int shift = 0;
    while (setup->query_count >> shift > 16 * setup->threads)
        shift++;
    return shift;
}

static Status check(const BroadSetup *setup)
{
    ASSERT(setup->threads >= 1 && setup->pair_room >= 0 && setup->target_count >= 0 && setup->query_count >= 0);
    ASSERT(!setup->same || setup->query_count == setup->target_count);
    if (blocks_for(setup) > INT32_MAX / 2)
        return status_make(STATUS_LIMIT, "contact: memory for %lld pairs exceeds that of any machine; lower `contact_room`",
                           (long long)setup->pair_room);
    return status_ok();
}

Status pair_store_init(const BroadSetup *setup, PairStore *out)
{
    TRY(check(setup));
    *out = (PairStore){.setup = *setup, .blocks = (int32_t)blocks_for(setup), .shift = shift_for(setup)};
    out->parts = (setup->query_count >> out->shift) + 1;
    TRY(ARENA_NEW(setup->arena, setup->pair_room, &out->pairs));
    TRY(ARENA_NEW(setup->arena, (int64_t)out->blocks * PAIR_BLOCK, &out->found));
    TRY(ARENA_NEW(setup->arena, out->blocks, &out->block_owner));
    TRY(ARENA_NEW(setup->arena, out->blocks, &out->block_pairs));
    TRY(ARENA_NEW(setup->arena, out->parts, &out->part_owner));
    out->fill_stride = (setup->threads + FILLS_APART - 1) / FILLS_APART * FILLS_APART;
    TRY(ARENA_NEW(setup->arena, (int64_t)setup->threads * out->fill_stride, &out->fill));
    TRY(ARENA_NEW(setup->arena, setup->query_count, &out->count));
    TRY(ARENA_NEW(setup->arena, setup->query_count + 1, &out->start));
    return ARENA_NEW(setup->arena, setup->threads, &out->subtotal);
}

// The queries of an owner: those of its parts.
static void own_range(const PairStore *store, int owner, int32_t *from, int32_t *to)
{
    const int     owners = omp_get_num_threads();
    const int64_t first = (int64_t)store->parts * owner / owners, end = (int64_t)store->parts * (owner + 1) / owners;
    const int64_t queries = store->setup.query_count;
    *from = (int32_t)(first << store->shift < queries ? first << store->shift : queries);
    *to = (int32_t)(end << store->shift < queries ? end << store->shift : queries);
}

static void clear_counts(PairStore *store)
{
    int32_t from, to;
    own_range(store, omp_get_thread_num(), &from, &to);
    memset(store->count + from, 0, (size_t)(to - from) * sizeof *store->count);
}

void pair_store_begin(PairStore *store)
{
    const int owners = omp_get_num_threads();
    ASSERT(owners <= store->setup.threads);
    clear_counts(store);
#pragma omp single nowait
    {
        store->mode = PAIRS_STORED;
        store->taken = owners * owners; // the first block of each finder for each owner
        for (int owner = 0; owner < owners; owner++)
            for (int64_t p = (int64_t)store->parts * owner / owners; p < (int64_t)store->parts * (owner + 1) / owners; p++)
                store->part_owner[p] = owner;
    }
}

// ---- writers ----

static void open_block(PairStore *store, int32_t block, int owner, PairFill *fill)
{
    fill->block = block;
    fill->at = store->found + (int64_t)block * PAIR_BLOCK;
    fill->end = fill->at + PAIR_BLOCK;
    store->block_owner[block] = owner;
}

static void close_block(PairStore *store, const PairFill *fill)
{
    store->block_pairs[fill->block] = (int32_t)(fill->at - (store->found + (int64_t)fill->block * PAIR_BLOCK));
}

void pair_writer_begin(PairWriter *w, PairStore *store)
{
    const int owners = omp_get_num_threads(), thread = omp_get_thread_num();
    w->store = store;
    w->fill = store->fill + (int64_t)thread * store->fill_stride;
    w->offered = 0;
    for (int owner = 0; owner < owners; owner++)
        open_block(store, thread * owners + owner, owner, &w->fill[owner]);
}

// Takes the next block. When the store is full, the writer overwrites its current block; `taken` records the overflow.
static GNU_NO_INLINE void next_block(PairStore *store, int owner, PairFill *fill)
{
    int32_t block;
    close_block(store, fill);
#pragma omp atomic capture
    block = store->taken++;
    if (block >= store->blocks) {
#pragma omp atomic write
        store->taken = store->blocks + 1; // the counter must not wrap around
        block = fill->block;
    }
    open_block(store, block, owner, fill);
}

bool pair_writer_is_done(const PairWriter *w)
{
    int32_t taken;
#pragma omp atomic read
    taken = w->store->taken;
    return w->store->setup.bounded && taken > w->store->blocks;
}

static inline bool is_accepted(const BroadSetup *setup, int32_t query, int32_t target)
{
    return !setup->accepts || setup->accepts(setup->user, query, target);
}

// A buffered pair; the lower index first where the queries are the targets.
static inline BroadPair offered_pair(const PairWriter *w, int32_t k)
{
    const int32_t query = w->query[k], target = w->target[k];
    const bool    swapped = w->store->setup.same && target < query;
    return (BroadPair){swapped ? target : query, swapped ? query : target};
}

// Branch-free: about half of the pairs are rejected, in an unpredictable pattern.
static void store_offered(PairWriter *w)
{
    PairStore *store = w->store;
    for (int32_t k = 0; k < w->offered; k++) {
        const BroadPair pair = offered_pair(w, k);
        const int       owner = store->part_owner[pair.query >> store->shift];
        PairFill       *fill = &w->fill[owner];
        *fill->at = pair;
        fill->at += is_accepted(&store->setup, pair.query, pair.target);
        if (GNU_UNLIKELY(fill->at == fill->end))
            next_block(store, owner, fill);
    }
}

// Counts pairs by query, or writes them behind the earlier pairs of their query; those of a query are sorted later.
static void count_offered(const PairWriter *w)
{
    PairStore *store = w->store;
    for (int32_t k = 0; k < w->offered; k++) {
        const BroadPair pair = offered_pair(w, k);
        int32_t         rank;
        if (!is_accepted(&store->setup, pair.query, pair.target))
            continue;
#pragma omp atomic capture
        rank = store->count[pair.query]++;
        if (store->mode == PAIRS_PLACED && pair.query < store->kept_query)
            store->pairs[store->start[pair.query] + rank] = pair;
    }
}

void pair_writer_take(PairWriter *w)
{
    const BroadSieve *sieve = w->store->setup.sieve;
    if (sieve)
        w->offered = sieve->sift(sieve, w->query, w->target, w->offered);
    if (w->store->mode == PAIRS_STORED)
        store_offered(w);
    else
        count_offered(w);
    w->offered = 0;
}

void pair_writer_end(PairWriter *w)
{
    pair_writer_take(w);
    for (int owner = 0; owner < omp_get_num_threads(); owner++)
        close_block(w->store, &w->fill[owner]);
}

// ---- order ----

static void count_block(PairStore *store, const BroadPair *pair, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        store->count[pair[k].query]++;
}

// start: where the pairs of each query begin.
static void sum_counts(PairStore *store)
{
    int32_t from, to;
    int64_t mine = 0, total;
    own_range(store, omp_get_thread_num(), &from, &to);
    for (int32_t q = from; q < to; q++)
        mine += store->count[q];
    int64_t sum = team_sum_before(store->subtotal, mine, &total);
    for (int32_t q = from; q < to; q++) {
        store->start[q] = sum;
        sum += store->count[q];
    }
    if (omp_get_thread_num() == 0)
        store->start[store->setup.query_count] = total;
}

static void place_block(PairStore *store, const BroadPair *pair, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        store->pairs[store->start[pair[k].query] + --store->count[pair[k].query]] = pair[k];
}

static void for_own_blocks(PairStore *store, void (*work)(PairStore *, const BroadPair *, int32_t))
{
    const int owner = omp_get_thread_num();
    for (int32_t b = 0; b < store->taken; b++)
        if (store->block_owner[b] == owner)
            work(store, store->found + (int64_t)b * PAIR_BLOCK, store->block_pairs[b]);
}

// Insertion sort by target of every gap-th pair.
static void sort_gap(BroadPair *pair, int64_t count, int64_t gap)
{
    for (int64_t k = gap; k < count; k++) {
        const BroadPair moved = pair[k];
        int64_t         at = k;
        for (; at >= gap && pair[at - gap].target > moved.target; at -= gap)
            pair[at] = pair[at - gap];
        pair[at] = moved;
    }
}

// Shell sort: insertion sort for the usual few, and not quadratic for the thousands at a hub.
static void sort_pairs(BroadPair *pair, int64_t count)
{
    enum { FEW = 32 };
    static const int64_t GAPS[] = {16001, 4193, 1073, 281, 77, 23, 8};
    for (size_t g = 0; count > FEW && g < sizeof GAPS / sizeof *GAPS; g++)
        sort_gap(pair, count, GAPS[g]);
    sort_gap(pair, count, 1);
}

// Sorts the pairs of the queries of this owner.
static void sort_own(PairStore *store)
{
    int32_t from, to;
    own_range(store, omp_get_thread_num(), &from, &to);
    for (int32_t q = from; q < to && q < store->kept_query; q++) {
        const int64_t begin = store->start[q], count = store->start[q + 1] - begin;
        sort_pairs(store->pairs + begin, count);
    }
}

// The first query whose pairs do not all fit.
static int64_t first_beyond(const PairStore *store)
{
    int64_t low = 0, high = store->setup.query_count; // those below low fit, high and above do not
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (store->start[middle + 1] <= store->setup.pair_room)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Whether the blocks hold all pairs and `pairs` has room for them.
static bool is_complete(PairStore *store)
{
    if (store->taken > store->blocks)
        return false;
    for_own_blocks(store, count_block);
    sum_counts(store);
#pragma omp barrier
    return store->start[store->setup.query_count] <= store->setup.pair_room;
}

// The first barrier: all threads have read the mode, and all sums are complete.
static bool search_again(PairStore *store, PairMode mode)
{
#pragma omp barrier
#pragma omp single
    {
        store->mode = mode;
        if (mode == PAIRS_PLACED)
            store->kept_query = first_beyond(store);
    }
    clear_counts(store);
#pragma omp barrier
    return true;
}

// Overflow: more pairs than pair_room; the exact number is unknown because full blocks were overwritten.
static void give_up(const PairStore *store, BroadFound *found)
{
#pragma omp barrier
#pragma omp single
    {
        found->pairs = store->pairs;
        found->count = store->setup.pair_room + 1;
        found->kept = 0;
    }
}

bool pair_store_again(PairStore *store, BroadFound *found)
{
    const PairMode mode = store->mode; // written between barriers only
    if (mode == PAIRS_COUNTED) {
        sum_counts(store);
        return search_again(store, PAIRS_PLACED);
    }
    if (mode == PAIRS_STORED) {
        if (!is_complete(store)) {
            if (!store->setup.bounded)
                return search_again(store, PAIRS_COUNTED);
            give_up(store, found);
            return false;
        }
#pragma omp single
        store->kept_query = store->setup.query_count;
        for_own_blocks(store, place_block);
    }
    sort_own(store);
#pragma omp barrier
#pragma omp single
    {
        found->pairs = store->pairs;
        found->count = store->start[store->setup.query_count];
        found->kept = store->start[store->kept_query];
    }
    return false;
}
