// Stage 2 of 3 of detection: the pairs that can come into contact within the step, as candidates in a fixed order.
//
// Reads ContactMotion and the state; writes only ContactPairs. Candidates of particles and colliders are ordered by point, then collider;
// candidates of two elements by kind, then query, then target.
//
// Sides. A pair that has passed through itself is crossed: it keeps its original side and stays a candidate in every step. It is pushed
// back to that side from any distance, until it is there or has gone round the border of a surface (contact_sides.h). A particle that has
// passed through a collider is captured in the same way, by its last freely reached position outside (contact_homes.h). Both follow the
// positions passed to the stages, from call to call, in every substep.
#ifndef WEFT_CONTACT_CONTACT_PAIRS_H
#define WEFT_CONTACT_CONTACT_PAIRS_H

#include "contact/private/contact_motion.h"
#include "contact/private/contact_neighbours.h"
#include "contact/private/contact_sieve.h"

// Pairs of one kind that can come into contact in a step, by query and then by target.
typedef struct KeptPairs {
    int32_t    count;
    BroadPair *pair;  // [room]
    int8_t    *side;  // [room] original side of a crossed pair (geometry/narrow.h); 0: not crossed
    int8_t    *since; // [room] initially 0; contact_sides.c
    int32_t   *start; // [queries + 1] the first pair of each query
} KeptPairs;

// Pairs that are crossed at the start of a step, by query and then by target.
typedef struct CrossedPairs {
    int32_t    count;
    BroadPair *pair; // [room]
    int8_t    *side; // [room]
} CrossedPairs;

typedef struct PairSearch { // of one kind of pairs
    bool       on;
    Broad     *broad;
    PairSieve  sieve;                 // of broad; active only during contact detection
    BroadBoxes query_box, target_box; // of ContactMotion
    int32_t    queries;
    int64_t    broad_room; // capacity of the broad phase, in pairs
    BroadFound found;
    int8_t    *mark;            // [broad_room] per pair found. In detection: as KeptPairs.side, or MARK_DROPPED: not kept;
                                // in contact_passings.h: its signed crossing count
    KeptPairs    kept[2];       // of this step and of the one before; contact_pairs_kept
    int32_t      crossed_count; // 0: no kept pair is crossed
    int32_t     *marked;        // [room] crossed ones of the kept pairs; contact_sides.c
    CrossedPairs crossed;       // crossed pairs that the broad phase did not find
    int32_t      first;         // index of its first pair among the candidates of its class; INT32_MAX: off
    int64_t      overflow;      // number of pairs found if it exceeds broad_room, else 0
} PairSearch;

enum { MARK_DROPPED = 2 };

// The pairs of a class that become contacts in this step.
typedef struct Candidates {
    int      corners; // V
    int32_t  room, count;
    int64_t  overflow;  // number of candidates if it exceeds room, else 0
    int32_t *vertices;  // [room][V]
    int32_t *element;   // [room] ContactSet
    double  *thickness; // [room] R; NULL: R of the rules
} Candidates;

// A particle that has entered or passed through a collider.
typedef struct Home {
    double4 at; // last freely reached position outside, in the rest pose of the collider
    int32_t point, collider;
    bool    beyond, began_beyond; // outside again, on the wrong side: now; at the start of the step
} Home;

typedef struct ContactPairs {
    const ContactMotion *motion;
    int                  room_per_point; // of ContactSettings
    int                  current;        // index of this step in kept[2]
    bool                 remembers;      // kept[!current] contains the previous step
    int32_t              words;          // 64-bit words of a mask of colliders
    uint64_t            *near;           // [points][words] colliders that a point may touch
    uint64_t            *corner;         // [points][words] those of them with an inner corner at the point, with two planes
    uint64_t            *captured;       // [points][words] colliders that capture a point; by point and then collider:
    Home                *home[2];        // [room of CONTACT_POINT] current; under construction
    uint64_t            *next_captured;  // [points][words] `captured` under construction
    int32_t              home_count;
    Neighbours           neighbours;
    real4               *seen;      // [particles] positions of the last call
    double               seen_time; // s: their time
    bool                 moved;     // during a call: positions have changed since the last one
    bool                 bounded;   // contact_bound covered every pair on the path, which was not straight: no pair passed
    PairSearch           search[PAIR_KINDS];
    Candidates           candidates[CONTACT_CLASSES];
    int64_t             *partial; // [threads]
} ContactPairs;

Status contact_pairs_init(const ContactMotion *motion, const ContactSettings *settings, Arena *arena, ContactPairs *out) GNU_MUST_CHECK;

// A broad phase for a kind of pairs.
Status contact_pairs_broad(const Model *model, PairKind kind, int64_t room, int threads,
                           bool (*accepts)(const void *user, int32_t query, int32_t target), const void *user, const BroadSieve *sieve,
                           Arena *arena, Broad **out) GNU_MUST_CHECK;

// By one thread, before a barrier: no candidates, and the kept pairs become those of the step before.
void contact_pairs_begin(ContactPairs *pairs);

// By all threads; each ends with a barrier. elements enters PHASE_BROAD and PHASE_NARROW in turn, for each kind of pairs.
void contact_pairs_colliders(ContactPairs *pairs, const State *state); // contact_collider_pairs.c
void contact_pairs_elements(ContactPairs *pairs, const State *state, PhaseClock *phases);

static inline const KeptPairs *contact_pairs_kept(const ContactPairs *pairs, PairKind kind)
{
    return &pairs->search[kind].kept[pairs->current];
}

// True if pair a comes before pair b.
static inline bool pair_is_before(BroadPair a, BroadPair b)
{
    return a.query != b.query ? a.query < b.query : a.target < b.target;
}

// The number of pairs of an ordered list that come before a pair.
int64_t pairs_before(const BroadPair *list, int64_t count, BroadPair pair);

// The index of a pair; −1: it was not kept.
int32_t kept_pairs_find(const KeptPairs *kept, BroadPair pair);

// The signed crossing count of a pair on the straight path from pairs->seen to `position`, for its corner order (geometry/crossing.h).
int8_t contact_pairs_pass(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position);

// True if a pair that was not kept is redundant. Then a pair of the same point with an adjacent triangle or segment was kept. For two edges
// it was a pair of an end of one with a triangle at the other.
bool contact_pairs_is_redundant(const ContactPairs *pairs, PairKind kind, BroadPair pair);

// The kind of candidate r of a class other than CONTACT_POINT, and its index among the kept pairs.
static inline int32_t contact_pairs_place(const ContactPairs *pairs, ContactClass which, int32_t r, PairKind *kind)
{
    *kind = which == CONTACT_SEGMENT ? PAIR_POINT_SEGMENT : r < pairs->search[PAIR_EDGE_EDGE].first ? PAIR_POINT_TRIANGLE : PAIR_EDGE_EDGE;
    return r - pairs->search[*kind].first;
}

// STATUS_LIMIT: more pairs or candidates than room. After a barrier.
Status contact_pairs_failed(const ContactPairs *pairs) GNU_MUST_CHECK;

#endif
