#include "contact/broad_pairs.h"

#include <string.h>

#include "base/team_range.h"

// ---- store ----

// A block is left when what was offered might not fit, and every thread has one that is not full.
static int32_t blocks_for(const BroadSetup *setup)
{
    return (int32_t)(setup->pair_room / (PAIR_BLOCK - PAIRS_OFFERED)) + setup->threads + 1;
}

static Status check(const BroadSetup *setup)
{
    ASSERT(setup->threads >= 1 && setup->pair_room >= 0 && setup->target_count >= 0 && setup->query_count >= 0);
    ASSERT(!setup->same || setup->query_count == setup->target_count);
    if (setup->pair_room > (int64_t)INT32_MAX * (PAIR_BLOCK / 2))
        return status_make(STATUS_MEMORY, "contact: room for %lld pairs is more than any memory; lower `contact_room`",
                           (long long)setup->pair_room);
    return status_ok();
}

Status pair_store_make(const BroadSetup *setup, PairStore *out)
{
    TRY(check(setup));
    *out = (PairStore){.setup = *setup, .blocks = blocks_for(setup)};
    TRY(ARENA_NEW(setup->arena, setup->pair_room, &out->pairs));
    TRY(ARENA_NEW(setup->arena, (int64_t)out->blocks * PAIR_BLOCK, &out->found));
    TRY(ARENA_NEW(setup->arena, out->blocks, &out->owner));
    TRY(ARENA_NEW(setup->arena, out->blocks, &out->fill));
    TRY(ARENA_NEW(setup->arena, setup->query_count, &out->count));
    TRY(ARENA_NEW(setup->arena, setup->query_count + 1, &out->start));
    return ARENA_NEW(setup->arena, setup->threads + 1, &out->subtotal);
}

int64_t pair_store_bytes(const PairStore *s)
{
    const int64_t pairs = s->setup.pair_room + (int64_t)s->blocks * PAIR_BLOCK, queries = s->setup.query_count;
    return pairs * (int64_t)sizeof *s->pairs + s->blocks * (int64_t)(sizeof *s->owner + sizeof *s->fill) +
           queries * (int64_t)sizeof *s->count + (queries + 1) * (int64_t)sizeof *s->start +
           (s->setup.threads + 1) * (int64_t)sizeof *s->subtotal;
}

static void clear_counts(PairStore *store)
{
    int32_t from, to;
    team_range(0, store->setup.query_count, &from, &to);
    memset(store->count + from, 0, (size_t)(to - from) * sizeof *store->count);
}

void pair_store_begin(PairStore *store)
{
    ASSERT(omp_get_num_threads() <= store->setup.threads);
    clear_counts(store);
#pragma omp single nowait
    {
        store->taken = omp_get_num_threads(); // the first block of each
        store->direct = false;
    }
}

// ---- writers ----

static void open_block(PairWriter *w, int32_t block)
{
    w->block = block;
    w->at = w->store->found + (int64_t)block * PAIR_BLOCK;
    w->end = w->at + PAIR_BLOCK;
    w->store->owner[block] = w->thread;
}

void pair_writer_begin(PairWriter *w, PairStore *store)
{
    w->store = store;
    w->thread = omp_get_thread_num();
    w->offered = 0;
    open_block(w, w->thread);
}

static void close_block(const PairWriter *w)
{
    w->store->fill[w->block] = (int32_t)(w->at - (w->store->found + (int64_t)w->block * PAIR_BLOCK));
}

// Another block. When the store is full a writer goes on in the one that it has, for the counts alone.
static void turn(PairWriter *w)
{
    int32_t block;
    close_block(w);
#pragma omp atomic capture
    block = w->store->taken++;
    if (block >= w->store->blocks) {
#pragma omp atomic write
        w->store->taken = w->store->blocks; // asked for ever again, it must not run over
        block = w->block;
    }
    open_block(w, block);
}

static inline bool is_wanted(const BroadSetup *setup, int32_t query, int32_t target)
{
    return !setup->wanted || setup->wanted(setup->user, query, target);
}

// No branch depends on the answer: half of the pairs are unwanted in no order that a processor could guess.
static void take_to_block(PairWriter *w)
{
    int32_t   *count = w->store->count;
    BroadPair *at = w->at;
    for (int32_t k = 0; k < w->offered; k++) {
        const bool yes = is_wanted(&w->store->setup, w->query[k], w->target[k]);
        *at = (BroadPair){w->query[k], w->target[k]};
        at += yes;
        count[w->query[k]] += yes;
    }
    w->at = at;
}

// Each pair to the place that it has among all; those of a query are sorted later.
static void take_directly(const PairWriter *w)
{
    PairStore *store = w->store;
    for (int32_t k = 0; k < w->offered; k++)
        if (w->query[k] < store->kept_query && is_wanted(&store->setup, w->query[k], w->target[k]))
            store->pairs[store->start[w->query[k]] + store->count[w->query[k]]++] = (BroadPair){w->query[k], w->target[k]};
}

void pair_writer_take(PairWriter *w)
{
    if (w->store->direct)
        take_directly(w);
    else {
        if (w->end - w->at < w->offered)
            turn(w);
        take_to_block(w);
    }
    w->offered = 0;
}

void pair_writer_end(PairWriter *w)
{
    pair_writer_take(w);
    close_block(w);
}

// ---- order ----

// Where the pairs of each query begin.
static void sum_counts(PairStore *store)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   from, to;
    team_range(0, store->setup.query_count, &from, &to);
    int64_t sum = 0;
    for (int32_t q = from; q < to; q++)
        sum += store->count[q];
    store->subtotal[thread] = sum;
#pragma omp barrier
    sum = 0;
    for (int t = 0; t < thread; t++)
        sum += store->subtotal[t];
    for (int32_t q = from; q < to; q++) {
        store->start[q] = sum;
        sum += store->count[q];
    }
    if (thread == threads - 1)
        store->start[store->setup.query_count] = sum;
#pragma omp barrier
}

static void place_block(PairStore *store, const BroadPair *pair, int32_t count)
{
    for (int32_t k = 0; k < count; k++)
        store->pairs[store->start[pair[k].query] + --store->count[pair[k].query]] = pair[k];
}

// Blocks of this thread hold all pairs of its queries and no other's, so nobody else counts these down.
static void place_own(PairStore *store)
{
    const int thread = omp_get_thread_num();
    for (int32_t b = 0; b < store->taken; b++)
        if (store->owner[b] == thread)
            place_block(store, store->found + (int64_t)b * PAIR_BLOCK, store->fill[b]);
}

static void sift_down(BroadPair *pair, int64_t at, int64_t count)
{
    const BroadPair moved = pair[at];
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        child += child + 1 < count && pair[child].target < pair[child + 1].target;
        if (pair[child].target <= moved.target)
            break;
        pair[at] = pair[child];
    }
    pair[at] = moved;
}

static void heap_sort(BroadPair *pair, int64_t count)
{
    for (int64_t k = count / 2 - 1; k >= 0; k--)
        sift_down(pair, k, count);
    for (int64_t last = count - 1; last > 0; last--) {
        const BroadPair top = pair[0];
        pair[0] = pair[last];
        pair[last] = top;
        sift_down(pair, 0, last);
    }
}

static void insertion_sort(BroadPair *pair, int64_t count)
{
    for (int64_t k = 1; k < count; k++) {
        const BroadPair moved = pair[k];
        int64_t         at = k;
        for (; at > 0 && pair[at - 1].target > moved.target; at--)
            pair[at] = pair[at - 1];
        pair[at] = moved;
    }
}

enum { FEW = 32 }; // pairs that are faster sorted one by one

static void sort_queries(PairStore *store)
{
#pragma omp for schedule(dynamic, 1024)
    for (int32_t q = 0; q < store->setup.query_count; q++) {
        const int64_t begin = store->start[q], count = store->start[q + 1] - begin;
        if (q >= store->kept_query || count < 2)
            continue;
        if (count <= FEW)
            insertion_sort(store->pairs + begin, count);
        else
            heap_sort(store->pairs + begin, count);
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

bool pair_store_again(PairStore *store, BroadFound *found)
{
    const bool first = !store->direct; // written between barriers only
    if (first) {
        sum_counts(store);
#pragma omp single
        {
            store->kept_query = first_beyond(store);
            store->direct = store->start[store->setup.query_count] > store->setup.pair_room;
        }
        if (store->direct) {
            clear_counts(store);
#pragma omp barrier
            return true;
        }
        place_own(store);
#pragma omp barrier
    }
    sort_queries(store);
#pragma omp single
    {
        found->pairs = store->pairs;
        found->count = store->start[store->setup.query_count];
        found->kept = store->start[store->kept_query];
    }
    return false;
}
