// Stage 2 of 3 of detection: the pairs that can come into contact within the step, as candidates in a fixed order.
//
// Reads ContactMotion and the state. Writes ContactPairs and nothing else. Candidates of a particle and colliders are in the order of
// points, then colliders; those of two elements in the order of kinds, then queries, then targets.
//
// Sides. A pair that has passed through itself is held: it keeps the side on which it belongs, stays a candidate in every step and is
// pushed back to that side, however far it is, until it is there again or has gone round the border of a surface (contact_sides.h). A
// particle that has gone through a collider is held in the same way, by the last position from which it came in freely (contact_homes.h).
// Both follow the positions that the stages are shown, from one call to the next, in every substep.
#ifndef WEFT_CONTACT_CONTACT_PAIRS_H
#define WEFT_CONTACT_CONTACT_PAIRS_H

#include "contact/private/contact_motion.h"
#include "contact/private/contact_neighbours.h"
#include "contact/private/contact_sieve.h"

// Pairs of one kind that can come into contact in a step, by query and then by target.
typedef struct KeptPairs {
    int32_t    count;
    BroadPair *pair;  // [room]
    int8_t    *side;  // [room] of a pair that is held: where it belongs (geometry/narrow.h); 0: not held
    int8_t    *since; // [room] 0 at first; contact_sides.c
    int32_t   *start; // [queries + 1] the first pair of each query
} KeptPairs;

// Pairs that are held at the start of a step, by query and then by target.
typedef struct HeldPairs {
    int32_t    count;
    BroadPair *pair; // [room]
    int8_t    *side; // [room]
} HeldPairs;

typedef struct PairSearch { // of one kind of pairs
    bool       on;
    Broad     *broad;
    PairSieve  sieve;                  // of broad; shut but while contacts are detected
    const Box *query_box, *target_box; // of ContactMotion
    int32_t    queries;
    int64_t    broad_room; // pairs that the broad phase has room for
    BroadFound found;
    int8_t    *mark;    // [broad_room] of each pair that was found. In the detection: as KeptPairs.side, MARK_DROPPED: it is not kept;
                        // when passings follow (contact_passings.h): the sum of the directions in which it passes
    KeptPairs kept[2];  // of this step and of the one before; contact_pairs_kept
    int32_t   holds;    // 0: no kept pair is held
    int32_t  *marked;   // [room] kept pairs that are held; contact_sides.c
    HeldPairs held;     // those that the broad phase has not found
    int32_t   first;    // where its pairs begin among the candidates of its class; INT32_MAX: off
    int64_t   overflow; // pairs that were found, where they are more than broad_room; else 0
} PairSearch;

enum { MARK_DROPPED = 2 };

// The pairs of a class that become contacts in this step.
typedef struct Candidates {
    int      corners; // V
    int32_t  room, count;
    int64_t  overflow;  // how many there are, where they are more than room; else 0
    int32_t *vertices;  // [room][V]
    int32_t *element;   // [room] ContactSet
    double  *thickness; // [room] R; NULL: that of the rules
} Candidates;

// A particle that has gone into or through a collider.
typedef struct Home {
    double4 at; // the last position outside from which it came in freely, in the rest pose of the collider
    int32_t point, collider;
    bool    beyond, began_beyond; // it is outside again, on the wrong side: now, at the start of the step
} Home;

typedef struct ContactPairs {
    const ContactMotion *motion;
    int                  room_per_point; // of ContactSettings
    int                  current;        // which of kept[2] is of this step
    bool                 remembers;      // kept[!current] is of the step before
    int32_t              words;          // 64-bit words of a mask of colliders
    uint64_t            *near;           // [points][words] colliders that a point may touch
    uint64_t            *corner;         // [points][words] those of them where it is in an inner corner, with two planes
    uint64_t            *held;           // [points][words] colliders that hold a point; by point and then collider:
    Home                *home[2];        // [room of CONTACT_POINT] now; being made
    uint64_t            *holding;        // [points][words] `held` that is being made
    int32_t              home_count;
    Neighbours           neighbours;
    real4               *seen;      // [particles] the positions that were shown last,
    double               seen_time; // s, and their time
    bool                 moved;     // while a call follows: something has moved since then
    bool                 bounded;   // and contact_bound held every pair on the way, which was not straight: nothing passed
    PairSearch           search[PAIR_KINDS];
    Candidates           candidates[CONTACT_CLASSES];
    int64_t             *partial; // [threads]
} ContactPairs;

Status contact_pairs_init(const ContactMotion *motion, const ContactSettings *settings, Arena *arena, ContactPairs *out) GNU_MUST_CHECK;

// A broad phase for a kind of pairs.
Status contact_pairs_broad(const Model *model, PairKind kind, int64_t room, int threads,
                           bool (*wanted)(const void *user, int32_t query, int32_t target), const void *user, const BroadSieve *sieve,
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

// Whether a pair of boxes or a held pair comes first.
static inline bool pair_is_before(BroadPair a, BroadPair b)
{
    return a.query != b.query ? a.query < b.query : a.target < b.target;
}

// How many of a list in order come before a pair.
int64_t pairs_before(const BroadPair *list, int64_t count, BroadPair pair);

// The index of a pair; −1: it was not kept.
int32_t kept_pairs_find(const KeptPairs *kept, BroadPair pair);

// The sum of the directions in which a pair passes through itself on the straight way from pairs->seen to `position`, by its corner order
// (geometry/crossing.h).
int8_t contact_pairs_pass(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position);

// Whether a pair that was not kept is redundant: a pair of the same point with an adjacent triangle or segment was kept, or for two edges a
// pair of an end of one with a triangle at the other.
bool contact_pairs_is_redundant(const ContactPairs *pairs, PairKind kind, BroadPair pair);

// The kind of candidate r of a class other than CONTACT_POINT, and its index among the kept pairs.
static inline int32_t contact_pairs_place(const ContactPairs *pairs, ContactClass which, int32_t r, PairKind *kind)
{
    *kind = which == CONTACT_SEGMENT ? PAIR_POINT_SEGMENT : r < pairs->search[PAIR_EDGE_EDGE].first ? PAIR_POINT_TRIANGLE : PAIR_EDGE_EDGE;
    return r - pairs->search[*kind].first;
}

// STATUS_LIMIT: more pairs or candidates than there is room for. After a barrier.
Status contact_pairs_failed(const ContactPairs *pairs) GNU_MUST_CHECK;

#endif
