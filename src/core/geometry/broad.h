// Broad phase: all pairs of boxes that overlap, of two lists (points against triangles) or of one with itself (edges).
//
// Every broad phase finds exactly the same pairs in exactly the same order, by query and then by target, whatever the number of threads:
// those whose closed boxes overlap and that are wanted. Which one is used changes the time and nothing else.
#ifndef WEFT_GEOMETRY_BROAD_H
#define WEFT_GEOMETRY_BROAD_H

#include "base/arena.h"
#include "base/param.h"
#include "math/real.h"

typedef struct Box {
    float low[3], high[3]; // rounded outward, so that a box in double lies in it. A box with low > high overlaps nothing
} Box;

typedef struct BroadPair {
    int32_t query, target;
} BroadPair;

typedef struct BroadFound {
    BroadPair *pairs;    // [room] of the broad phase
    int64_t    count;    // how many there are
    int64_t    kept;     // how many of them are in pairs: all; or, of more than there is room for, those of the first queries that fit
    int64_t    build_ns; // of the time, what went into building or refitting; the rest found the pairs
    bool       rebuilt;  // the structure was made anew, not refitted
} BroadFound;

typedef struct BroadSetup {
    int32_t target_count, query_count;
    bool    same;      // the queries are the targets: each pair once, query < target
    int64_t pair_room; // pairs that are kept
    bool    bounded;   // of more than that, which take long to count, none is kept, and their count is pair_room + 1
    int     threads;
    Arena  *arena;
    bool (*wanted)(const void *user, int32_t query, int32_t target); // NULL: all are
    const void *user;
} BroadSetup;

typedef struct BroadOps BroadOps;

typedef struct Broad { // first member of every broad phase's private struct
    const BroadOps *ops;
} Broad;

struct BroadOps {
    const char *name, *summary;
    Status (*create)(const BroadSetup *setup, Broad **out); // all memory; STATUS_MEMORY
    // By all threads of a team, boxes complete and visible before; found (one for the team, by all) is complete after the barrier it ends
    // with. Allocates nothing. Boxes with NaN overlap nothing.
    void (*find)(Broad *broad, const Box *target, const Box *query, BroadFound *found);
    // What find does first, alone, for measuring: by all threads, complete after the barrier it ends with. anew: even where a refit would
    // do. True when it was made anew.
    bool (*build)(Broad *broad, const Box *target, const Box *query, bool anew);
    int64_t (*bytes)(const Broad *broad);
};

const BroadOps          *broad_at(int index); // NULL past the last
const BroadOps          *broad_find(const char *name);
extern const char *const BROAD_NAMES[]; // ended by NULL, in the order of broad_list.h; the first is the default

#endif
