// Stage 2 of 3 of detection: the pairs that can come into contact within the step, as candidates in a fixed order.
//
// Reads ContactMotion and the state. Writes ContactPairs and nothing else. Candidates of a particle and colliders are in the order of
// points, then colliders; those of two elements in the order of kinds, then queries, then targets. The side of a kept pair is carried from
// step to step: the linearisation of stage 3 updates it (contact_pairs_side).
#ifndef WEFT_CONTACT_CONTACT_PAIRS_H
#define WEFT_CONTACT_CONTACT_PAIRS_H

#include "contact/private/contact_elements.h"
#include "contact/private/contact_motion.h"

// Pairs of one kind that can come into contact in a step, by query and then by target.
typedef struct KeptPairs {
    int32_t    count;
    BroadPair *pair;  // [room]
    int8_t    *side;  // [room] geometry/narrow.h
    int32_t   *start; // [queries + 1] the first pair of each query
} KeptPairs;

typedef struct PairSearch { // of one kind of pairs
    bool       on;
    Broad     *broad;
    const Box *query_box, *target_box; // of ContactMotion
    int32_t    queries;
    int64_t    broad_room; // pairs that the broad phase has room for
    BroadFound found;
    int8_t    *side;     // [broad_room] the side of each pair that was found; SIDE_DROPPED: the pair is not kept
    KeptPairs  kept[2];  // of this step and of the one before; contact_pairs_kept
    int32_t    first;    // where its pairs begin among the candidates of its class; INT32_MAX: off
    int64_t    overflow; // pairs that were found, where they are more than broad_room; else 0
} PairSearch;

enum { SIDE_DROPPED = 2 };

// The pairs of a class that become contacts in this step.
typedef struct Candidates {
    int      corners; // V
    int32_t  room, count;
    int64_t  overflow;  // how many there are, where they are more than room; else 0
    int32_t *vertices;  // [room][V]
    int32_t *element;   // [room] ContactSet
    double  *thickness; // [room] R; NULL: that of the rules
} Candidates;

typedef struct ContactPairs {
    const ContactMotion *motion;
    int                  room_per_point; // of ContactSettings
    int                  current;        // which of kept[2] is of this step
    bool                 remembers;      // kept[!current] is of the step before
    int32_t              words;          // 64-bit words of a mask of colliders
    uint64_t            *near;           // [points][words] colliders that a point may touch
    uint64_t            *corner;         // [points][words] those of them where it is in an inner corner, with two planes
    PairSearch           search[PAIR_KINDS];
    Candidates           candidates[CONTACT_CLASSES];
    int64_t             *partial; // [threads]
} ContactPairs;

Status contact_pairs_init(const ContactMotion *motion, const ContactSettings *settings, Arena *arena, ContactPairs *out) GNU_MUST_CHECK;

// By one thread, before a barrier: no candidates, and the kept pairs become those of the step before.
void contact_pairs_begin(ContactPairs *pairs);

// By all threads; each ends with a barrier. elements enters PHASE_BROAD and PHASE_NARROW in turn, for each kind of pairs.
void contact_pairs_colliders(ContactPairs *pairs, const State *state); // contact_collider_pairs.c
void contact_pairs_elements(ContactPairs *pairs, const State *state, PhaseClock *phases);

static inline const KeptPairs *contact_pairs_kept(const ContactPairs *pairs, PairKind kind)
{
    return &pairs->search[kind].kept[pairs->current];
}

// The index of a pair; −1: it was not kept.
int32_t kept_pairs_find(const KeptPairs *kept, BroadPair pair);

// The kind of candidate r of a class other than CONTACT_POINT, and where its side is kept.
static inline int8_t *contact_pairs_side(const ContactPairs *pairs, ContactClass which, int32_t r, PairKind *kind)
{
    *kind = which == CONTACT_SEGMENT ? PAIR_POINT_SEGMENT : r < pairs->search[PAIR_EDGE_EDGE].first ? PAIR_POINT_TRIANGLE : PAIR_EDGE_EDGE;
    return contact_pairs_kept(pairs, *kind)->side + (r - pairs->search[*kind].first);
}

// STATUS_LIMIT: more pairs or candidates than there is room for. After a barrier.
Status contact_pairs_failed(const ContactPairs *pairs) GNU_MUST_CHECK;

#endif
