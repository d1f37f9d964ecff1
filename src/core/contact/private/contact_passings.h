// Counts crossings for the report. It follows every motion between two positions passed to the contacts, for all pairs that the rules
// allow, and changes no result.
//
// Rule. Each pass of a particle through a triangle (segment) of a body adds ±1, by its direction, to the signed count of that particle and
// body. Two rods have one signed count per crossing place, which moves along with them. A step has a crossing if the absolute value of a
// count grows. So a pass and its return in one step do not count, and neither does a return from an earlier pass.
//
// Exceptions. A particle that passes through a closed surface in one step, in one side and out the opposite one, has a sum of 0 but counts
// as a crossing. A pair of edges of which one is a side of a triangle has no direction, since the edges part around their ends. There each
// pass counts, and the next one cancels it. If one of their particles passed and returned, it counts only if an edge passes through a
// triangle there.
//
// A surface has such counts for each collider whose core (contact_cores.h) passes through it. Only particles touch colliders, so a strongly
// stretched cell lets a collider through.
#ifndef WEFT_CONTACT_CONTACT_PASSINGS_H
#define WEFT_CONTACT_CONTACT_PASSINGS_H

#include "contact/private/contact_cores.h"
#include "contact/private/contact_pairs.h"

// a and b: point and body; two bodies; two edges; collider with a part of its core, and body; the same, and edge.
typedef enum PassingGroup { POINTS, RODS, SHEET_EDGES, CORES, CORE_SHEET_EDGES } PassingGroup;

typedef struct Passing {
    PassingGroup group; // sort key, with a and b
    int32_t      a, b;
    PairKind     kind;
    BroadPair    pair; // last pair that passed; for a core the collider and the element
    double4      way;  // of two rods: position at which body a passed through b
    int32_t      sum, before;
    bool         through; // a closed surface, in this step
} Passing;

typedef struct PairPassed {
    BroadPair pair;
    int32_t   direction; // signed count, not 0
} PairPassed;

typedef struct PassingRules { // pairs of a kind to follow; with scripted pins also pins against pins
    const Model *model;
    PairKind     kind;
} PassingRules;

typedef struct ContactPassings {
    ContactMotion *motion; // its boxes belong to the motion followed last
    ContactPairs  *pairs;  // `found` and `side` of its searches likewise
    PassingRules   rules[PAIR_KINDS];
    Broad         *broad[PAIR_KINDS]; // by these rules; NULL: those of contact
    int32_t        room, count, passed_count;
    Passing       *list;     // [room]
    PairPassed    *passed;   // [room] in this motion, of one kind
    Core          *core;     // [colliders]
    int8_t        *mark;     // [triangles or edges] in this motion: signed crossing count of a part of a core
    bool           overflow; // of the lists or of the pairs of boxes, in this step
} ContactPassings;

Status contact_passings_init(ContactMotion *motion, ContactPairs *pairs, int threads, Arena *arena, ContactPassings *out) GNU_MUST_CHECK;

// By all threads, ends with a barrier: from pairs->seen to `position`.
void contact_passings_follow(ContactPassings *passings, const real4 *position);

// By one thread, at the start of a step.
void contact_passings_begin(ContactPassings *passings);

// At the end of a step. position: the last that was followed.
bool contact_passings_crosses(const ContactPassings *passings, const Passing *passing, const real4 *position);

// True if crossed pairs account for a crossing, so that contact is aware of it.
bool contact_passings_is_tracked(const ContactPassings *passings, const Passing *passing);

#endif
