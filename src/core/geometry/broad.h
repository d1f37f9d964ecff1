// Broad phase: all pairs of overlapping boxes, of two lists (points against triangles) or of one list with itself (edges).
//
// Uses a tree of boxes along a Hilbert curve, with sixteen children per node. It is refitted, and rebuilt when its bounds become loose. The
// pairs are those of overlapping closed boxes that setup.sieve and setup.accepts accept. They are in a fixed order, by query and then by
// target, for any number of threads.
//
// Boxes may move: each corner of an element moves in a straight line, and an element has a box at the start and one at the end. Two
// elements that are apart along an axis at both times, on the same side, are apart in between: the gap of two corners is linear in time.
// All others overlap. So elements that move together overlap no more than at rest, however far they move. With shifts in proportion to the
// displacements the margin of a pair grows with the relative displacement.
#ifndef WEFT_GEOMETRY_BROAD_H
#define WEFT_GEOMETRY_BROAD_H

#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef struct Box {
    float low[3], high[3]; // rounded outward to contain a box of doubles. A box with low > high overlaps nothing
} Box;

typedef struct BroadBoxes {
    const Box *begin, *end; // [boxes] at the start and at the end of the motion; the same array twice without shifts: at rest
    const Box *shift;       // [boxes] m: range of a shift; NULL: all 0. Boxes nearer than Σ |difference of their shifts| overlap, too
} BroadBoxes;

static inline BroadBoxes broad_at_rest(const Box *boxes)
{
    return (BroadBoxes){boxes, boxes, NULL};
}

typedef struct BroadPair {
    int32_t query, target;
} BroadPair;

typedef struct BroadFound {
    BroadPair *pairs;   // [room] of the broad phase
    int64_t    count;   // number of pairs found
    int64_t    kept;    // number stored in `pairs`: all, or, without room for all, those of the first queries that fit
    bool       rebuilt; // the structure was rebuilt, not refitted
} BroadFound;

// Filters overlapping pairs of boxes, many at once, before `accepts` is called. It moves the accepted pairs to the front, in their order,
// and returns their number. Called by all threads at the same time. First member of a derived struct.
typedef struct BroadSieve {
    int32_t (*sift)(const struct BroadSieve *sieve, int32_t *query, int32_t *target, int32_t count);
} BroadSieve;

typedef struct BroadSetup {
    int32_t target_count, query_count;
    bool    same;      // the queries are the targets; each pair is found once, with query < target
    int64_t pair_room; // room for pairs
    bool    bounded;   // without room for all: keep none and report pair_room + 1, instead of a slow exact count
    int     threads;
    Arena  *arena;
    bool (*accepts)(const void *user, int32_t query, int32_t target); // NULL: all pairs
    const void       *user;
    const BroadSieve *sieve; // NULL: none
} BroadSetup;

typedef struct Broad Broad;

Status broad_create(const BroadSetup *setup, Broad **out) GNU_MUST_CHECK; // all memory; STATUS_MEMORY, STATUS_LIMIT

// By all threads of a team; boxes must be complete and visible before. `found` is one struct for the whole team. Ends with a barrier.
// Allocates nothing. Boxes with NaN overlap nothing.
void broad_find(Broad *broad, BroadBoxes target, BroadBoxes query, BroadFound *found);

// The first part of broad_find, separately, for measurements: by all threads, ends with a barrier. rebuild: even if a refit would suffice.
// Returns true if the structure was rebuilt.
bool broad_build(Broad *broad, BroadBoxes target, BroadBoxes query, bool rebuild);

#endif
