// Cores of colliders: the part of a collider where no surface can be while its particles stay outside. If cells stretched wider than the
// collider let it through between their particles, the core detects it.
//
// The core of a sphere is its centre, and of a capsule its axis. For a box it is the middle line along its longest edges, shortened at each
// end by half of the second longest edge. For a plate this is the centre. A mesh uses the core of its bounding box, or the middle of the
// box, if that is deep inside: a ring has no core. A plane needs none.
#ifndef WEFT_CONTACT_CONTACT_CORES_H
#define WEFT_CONTACT_CONTACT_CORES_H

#include "contact/collider_near.h"
#include "contact/private/contact_elements.h"

// Parts of a core: its ends, tested against triangles (in a planar scene segments), and the line between them, tested against edges.
typedef enum CorePart { CORE_END, CORE_OTHER_END, CORE_LINE, CORE_PARTS } CorePart;

typedef struct Core {
    int     ends; // 0: none; 1: a point
    double4 end[2];
} Core;

Core core_of(const Collider *collider, const ColliderIndex *index); // in its rest pose

// The kind of pairs in which a part is the query. PAIR_KINDS: the part is not followed.
PairKind core_kind(const Model *model, const Core *core, CorePart part);

#endif
