// Pairs as several threads find them, put in order: by query and then by target, whoever found which when.
//
// A thread writes what it finds into blocks of its own out of one store; a query belongs to one thread. How many each query has gives every
// pair its place, and each query's few are sorted there. A store that overflows loses no count: the search runs again, and now each pair is
// written where it belongs, those of the first queries that fit.
#ifndef WEFT_CONTACT_BROAD_PAIRS_H
#define WEFT_CONTACT_BROAD_PAIRS_H

#include "contact/box_lanes.h"

enum {
    PAIR_BLOCK = 4096,   // pairs of a block, 32 KiB
    PAIRS_OFFERED = 512, // pairs of boxes that overlap, before it is asked which of them are wanted
    PAIRS_AT_ONCE = BOX_LANES * BOX_LANES
};

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
    int32_t    offered;
    int32_t    query[PAIRS_OFFERED + BOX_LANES], target[PAIRS_OFFERED + BOX_LANES];
} PairWriter;

Status pair_store_make(const BroadSetup *setup, PairStore *out) GNU_MUST_CHECK;

int64_t pair_store_bytes(const PairStore *store);

// By all threads, at the start of a find; a barrier is needed before the first writer.
void pair_store_begin(PairStore *store);

void pair_writer_begin(PairWriter *writer, PairStore *store);

// Takes those that are wanted of the pairs that were offered.
void pair_writer_take(PairWriter *writer);

// Makes room for PAIRS_AT_ONCE more.
static inline void pair_writer_reserve(PairWriter *writer)
{
    if (GNU_UNLIKELY(writer->offered > PAIRS_OFFERED - PAIRS_AT_ONCE))
        pair_writer_take(writer);
}

// The query and those of BOX_LANES targets whose bit is set, into room that is reserved.
static GNU_ALWAYS_INLINE void pair_writer_offer(PairWriter *writer, int32_t query, const int32_t *target, uint32_t mask)
{
    for (int k = 0; k < BOX_LANES; k++)
        writer->query[writer->offered + k] = query;
    writer->offered += box_numbers_pick(target, mask, writer->target + writer->offered);
}

void pair_writer_end(PairWriter *writer); // no barrier within

// By all threads, after the barrier that follows the search: true when the search must run again, with new writers. Barriers within; after
// it returned false `found` is complete.
bool pair_store_again(PairStore *store, BroadFound *found);

#endif
