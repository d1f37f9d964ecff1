// Pairs as several threads find them, put in order: by query and then by target, whoever found which when.
//
// Queries are dealt out to the threads as owners, in ranges. Whoever finds a pair writes it into the block that it fills for the owner of
// its query; then each owner counts its pairs, gives them their places and sorts the few of each query. Nobody waits for another, and no
// two write the same count. Where there are more pairs than room the search runs again to count them and once more to write those that fit
// to their places; such a step fails, and need not be fast.
#ifndef WEFT_GEOMETRY_BROAD_PAIRS_H
#define WEFT_GEOMETRY_BROAD_PAIRS_H

#include "geometry/private/box_lanes.h"

enum {
    PAIR_BLOCK = 1024,   // pairs of a block, 8 KiB
    PAIRS_OFFERED = 512, // pairs of boxes that overlap, before it is asked which of them are wanted
    PAIRS_AT_ONCE = BOX_LANES * BOX_LANES
};

typedef enum PairMode { PAIRS_STORED, PAIRS_COUNTED, PAIRS_PLACED } PairMode; // what becomes of a pair that is found

typedef struct PairFill { // a block on its way
    BroadPair *at, *end;
    int32_t    block;
} PairFill;

typedef struct PairStore {
    BroadSetup setup;
    PairMode   mode;
    BroadPair *pairs;       // [pair_room] in order
    BroadPair *found;       // [blocks][PAIR_BLOCK] as they are found
    int32_t   *block_owner; // [blocks]
    int32_t   *block_pairs; // [blocks] pairs in it
    int32_t    blocks;      // one for each finder and owner more than the room needs
    int32_t    taken;       // blocks that were asked for; above `blocks`: the store overflowed
    int        shift;       // query >> shift: its part
    int32_t    parts;
    int32_t   *part_owner; // [parts]
    PairFill  *fill;       // [threads][fill_stride] of each finder for each owner
    int32_t    fill_stride;
    int32_t   *count;      // [queries]
    int64_t   *start;      // [queries + 1]
    int64_t   *subtotal;   // [threads + 1]
    int64_t    kept_query; // queries below this one have their pairs in `pairs`
} PairStore;

typedef struct PairWriter { // of one thread, on its stack
    PairStore *store;
    PairFill  *fill; // [owners]
    int32_t    offered;
    int32_t    query[PAIRS_OFFERED + BOX_LANES], target[PAIRS_OFFERED + BOX_LANES];
} PairWriter;

Status pair_store_make(const BroadSetup *setup, PairStore *out) GNU_MUST_CHECK;

// By all threads, at the start of a find; a barrier is needed before the first writer.
void pair_store_begin(PairStore *store);

void pair_writer_begin(PairWriter *writer, PairStore *store);

// There is no room for what is found, and nobody will ask for it: the rest need not be looked for.
bool pair_writer_is_done(const PairWriter *writer);

// Takes those that are wanted of the pairs that were offered.
void pair_writer_take(PairWriter *writer);

// Makes room for PAIRS_AT_ONCE more.
static inline void pair_writer_reserve(PairWriter *writer)
{
    if (GNU_UNLIKELY(writer->offered > PAIRS_OFFERED - PAIRS_AT_ONCE))
        pair_writer_take(writer);
}

// The query and those of BOX_LANES targets whose bit is set, into room that is reserved. Where the queries are the targets each pair is
// offered once, from either side.
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
