// What went through what, for the report: it follows every motion between two positions that contacts are shown, for all pairs that the
// rules allow, and changes no result.
//
// The rule. A particle that passes through the triangles (segments) of a body has for this body a sum of the directions in which it
// passed them; two rods have such a sum for each place where they pass, which goes with them along both. It has crossed in a step where at
// the end of the step this sum is farther from 0 than at its start: there and back is none, and coming back from an earlier step neither.
//
// Beside the rule: through a closed surface in one step, in and out where it faces the other way, is a crossing with a sum of 0. Two edges
// of which one is a side of a triangle have no direction, since they part around their ends: passing counts, and passing again takes it
// back; where one of their particles went there and back it counts only if an edge is through a triangle there.
//
// A surface has such sums for each collider whose core (contact_cores.h) passes through it: only particles touch colliders, and a cell that
// has been stretched wide enough lets a collider through.
#ifndef WEFT_CONTACT_CONTACT_PASSINGS_H
#define WEFT_CONTACT_CONTACT_PASSINGS_H

#include "contact/private/contact_cores.h"
#include "contact/private/contact_pairs.h"

// a and b: point and body; two bodies; two edges; collider and part of its core, and body; the same, and edge.
typedef enum PassingGroup { POINTS, RODS, SHEET_EDGES, CORES, CORE_SHEET_EDGES } PassingGroup;

typedef struct Passing {
    PassingGroup group; // with a and b the order
    int32_t      a, b;
    PairKind     kind;
    BroadPair    pair; // that passed last; of a core the collider and the element
    double4      way;  // of two rods: where body a went through b then
    int32_t      sum, before;
    bool         through; // a closed surface, in this step
} Passing;

typedef struct PairPassed {
    BroadPair pair;
    int32_t   direction; // the sum, not 0
} PairPassed;

typedef struct PassingRules { // which pairs of a kind are followed: also pins against pins, where a script moves pins
    const Model *model;
    PairKind     kind;
} PassingRules;

typedef struct ContactPassings {
    ContactMotion *motion; // its boxes are of the motion that was followed last
    ContactPairs  *pairs;  // and so are found and side of its searches
    PassingRules   rules[PAIR_KINDS];
    Broad         *broad[PAIR_KINDS]; // by these rules; NULL: those of contact
    int32_t        room, count, passed_count;
    Passing       *list;     // [room]
    PairPassed    *passed;   // [room] in the motion, of one kind
    Core          *core;     // [colliders]
    int8_t        *mark;     // [triangles or edges] in the motion, of a part of a core: the sum of the directions in which it passes
    bool           overflow; // of the lists or of the pairs of boxes, in this step
} ContactPassings;

Status contact_passings_init(ContactMotion *motion, ContactPairs *pairs, int threads, Arena *arena, ContactPassings *out) GNU_MUST_CHECK;

// By all threads, ends with a barrier: from pairs->seen to `position`.
void contact_passings_follow(ContactPassings *passings, const real4 *position);

// By one thread, at the start of a step.
void contact_passings_begin(ContactPassings *passings);

// At the end of a step. position: the last that was followed.
bool contact_passings_crosses(const ContactPassings *passings, const Passing *passing, const real4 *position);

// Whether pairs that contact holds tell of a passing, so that contact knows of it.
bool contact_passings_is_held(const ContactPassings *passings, const Passing *passing);

#endif
