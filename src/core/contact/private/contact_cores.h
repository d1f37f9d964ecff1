// Cores of colliders: where no surface can be while colliders keep its particles off, so that a surface whose cells have become wider than
// the collider, and let it through between their particles, is seen to go through the core.
//
// The core of a sphere is its centre; of a capsule its axis; of a box the middle line along its longest edges, without half the second
// longest at each end: the centre of a plate. That of a mesh is that of the box around it, or the middle of the box, if deep
// inside: a ring has none. A plane needs none.
#ifndef WEFT_CONTACT_CONTACT_CORES_H
#define WEFT_CONTACT_CONTACT_CORES_H

#include "contact/collider_near.h"
#include "contact/private/contact_elements.h"

// What of a core is followed: its ends against triangles (in a planar scene segments), and the line between them against edges.
typedef enum CorePart { CORE_END, CORE_OTHER_END, CORE_LINE, CORE_PARTS } CorePart;

typedef struct Core {
    int     ends; // 0: none; 1: a point
    double4 end[2];
} Core;

Core core_of(const Collider *collider, const ColliderIndex *index); // in its rest pose

// With what kind of pairs a part is followed, as the query; PAIR_KINDS: not at all.
PairKind core_kind(const Model *model, const Core *core, CorePart part);

#endif
