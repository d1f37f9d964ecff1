// Collects pairs found by several threads and sorts them by query, then target, so that the result does not depend on scheduling.
//
// Each thread owns a range of queries. A thread that finds a pair writes it into the block that it fills for the owner of the query. Then
// each owner counts its pairs, writes them in the order of queries and sorts the few of each query. No thread waits for another and no
// counter is shared. On overflow the search runs again to count the pairs, and a third time to write those that fit. Such a step fails, so
// its speed is irrelevant.
#ifndef WEFT_GEOMETRY_BROAD_PAIRS_H
#define WEFT_GEOMETRY_BROAD_PAIRS_H

#include "geometry/private/box_lanes.h"

enum {
    PAIR_BLOCK = 1024,   // pairs of a block, 8 KiB
    PAIRS_OFFERED = 512, // overlapping pairs buffered before filtering
    PAIRS_AT_ONCE = BOX_LANES * BOX_LANES
};

typedef enum PairMode { PAIRS_STORED, PAIRS_COUNTED, PAIRS_PLACED } PairMode; // handling of a pair found

typedef struct PairFill { // a block under construction
    BroadPair *at, *end;
    int32_t    block;
} PairFill;

typedef struct PairStore {
    BroadSetup setup;
    PairMode   mode;
    BroadPair *pairs;       // [pair_room] sorted
    BroadPair *found;       // [blocks][PAIR_BLOCK] unsorted
    int32_t   *block_owner; // [blocks]
    int32_t   *block_pairs; // [blocks] pairs in it
    int32_t    blocks;      // number needed for pair_room, plus one for each finder and owner
    int32_t    taken;       // blocks in use; above `blocks`: overflow
    int        shift;       // query >> shift: the part of a query
    int32_t    parts;
    int32_t   *part_owner; // [parts]
    PairFill  *fill;       // [threads][fill_stride] of each finder for each owner
    int32_t    fill_stride;
    int32_t   *count;      // [queries]
    int64_t   *start;      // [queries + 1]
    int64_t   *subtotal;   // [threads]
    int64_t    kept_query; // `pairs` holds those of the queries below this one
} PairStore;

typedef struct PairWriter { // of one thread, on its stack
    PairStore *store;
    PairFill  *fill; // [owners]
    int32_t    offered;
    int32_t    query[PAIRS_OFFERED + BOX_LANES], target[PAIRS_OFFERED + BOX_LANES];
} PairWriter;

Status pair_store_init(const BroadSetup *setup, PairStore *out) GNU_MUST_CHECK;

// By all threads, at the start of a find; a barrier is needed before the first writer.
void pair_store_begin(PairStore *store);

void pair_writer_begin(PairWriter *writer, PairStore *store);

// True if the store has overflowed and is bounded: the remaining search can be skipped.
bool pair_writer_is_done(const PairWriter *writer);

// Stores (or counts) the buffered pairs that the sieve and `accepts` let through.
void pair_writer_take(PairWriter *writer);

// Makes room for PAIRS_AT_ONCE more.
static inline void pair_writer_reserve(PairWriter *writer)
{
    if (GNU_UNLIKELY(writer->offered > PAIRS_OFFERED - PAIRS_AT_ONCE))
        pair_writer_take(writer);
}

// Buffers the pairs of a query with those of BOX_LANES targets whose bit is set; room must be reserved. If the queries are the targets,
// each pair must be offered once, in either order.
static GNU_ALWAYS_INLINE void pair_writer_offer(PairWriter *writer, int32_t query, const int32_t *target, uint32_t mask)
{
    for (int k = 0; k < BOX_LANES; k++)
        writer->query[writer->offered + k] = query;
    writer->offered += box_numbers_pick(target, mask, writer->target + writer->offered);
}

void pair_writer_end(PairWriter *writer); // no barrier within

// By all threads, after the barrier that follows the search: true if the search must run again, with new writers. Contains barriers;
// `found` is complete when it returns false.
bool pair_store_again(PairStore *store, BroadFound *found);

#endif
