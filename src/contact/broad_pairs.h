// Pairs as several threads find them, put in order: by query and then by target, whoever found which when.
//
// A thread writes what it finds into blocks of its own out of one store; a query belongs to one thread. How many each query has gives every
// pair its place, and each query's few are sorted there. A store that overflows loses no count: the search runs again, and now each pair is
// written where it belongs, those of the first queries that fit.
#ifndef WEFT_CONTACT_BROAD_PAIRS_H
#define WEFT_CONTACT_BROAD_PAIRS_H

#include "contact/box_lanes.h"

enum { PAIR_BLOCK = 1024 }; // pairs of a block, 8 KiB

typedef struct PairStore {
    BroadSetup setup;
    BroadPair *pairs;      // [pair_room] in order
    BroadPair *found;      // [blocks][PAIR_BLOCK] as they are found
    int32_t   *owner;      // [blocks] the thread that fills it
    int32_t   *fill;       // [blocks] pairs in it
    int32_t    blocks;     // at least one for each thread
    int32_t    taken;      // blocks that were asked for; above `blocks`: the store overflowed
    int32_t   *count;      // [queries]
    int64_t   *start;      // [queries + 1]
    int64_t   *subtotal;   // [threads + 1]
    int64_t    kept_query; // queries below this one have their pairs in `pairs`
    bool       direct;     // the second run of a search
} PairStore;

typedef struct PairWriter { // of one thread, on its stack
    PairStore *store;
    BroadPair *at, *end;
    int32_t    block, thread; // the first block of thread t is block t
} PairWriter;

Status pair_store_make(const BroadSetup *setup, PairStore *out) GNU_MUST_CHECK;

int64_t pair_store_bytes(const PairStore *store);

// By all threads, at the start of a find; a barrier is needed before the first writer.
void pair_store_begin(PairStore *store);

PairWriter pair_writer_make(PairStore *store);

// Another block; by pair_writer_take.
void pair_writer_turn(PairWriter *writer);
void pair_writer_direct(PairWriter *writer, int32_t query, const int32_t *target, int count);

// Targets that overlap the query, at most BOX_LANES of them; those that are not wanted are left out.
static inline void pair_writer_take(PairWriter *writer, int32_t query, const int32_t *target, int count)
{
    PairStore *store = writer->store;
    if (GNU_UNLIKELY(store->direct)) {
        pair_writer_direct(writer, query, target, count);
        return;
    }
    if (GNU_UNLIKELY(writer->end - writer->at < BOX_LANES))
        pair_writer_turn(writer);
    BroadPair *at = writer->at;
    for (int k = 0; k < count; k++)
        if (!store->setup.wanted || store->setup.wanted(store->setup.user, query, target[k]))
            *at++ = (BroadPair){query, target[k]};
    store->count[query] += (int32_t)(at - writer->at);
    writer->at = at;
}

void pair_writer_end(PairWriter *writer); // no barrier within

// By all threads, after the barrier that follows the search: true when the search must run again, with new writers. Barriers within; after
// it returned false `found` is complete.
bool pair_store_again(PairStore *store, BroadFound *found);

#endif
