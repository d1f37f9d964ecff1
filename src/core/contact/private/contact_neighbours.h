// Adjacency of surface elements, and the local side of a particle: the side of the sheet around its nearest point on which it lies. Belongs
// to no stage.
#ifndef WEFT_CONTACT_CONTACT_NEIGHBOURS_H
#define WEFT_CONTACT_CONTACT_NEIGHBOURS_H

#include "contact/private/contact_elements.h"

typedef struct Neighbours {
    const Model          *model;
    const ContactSurface *surface;
    int32_t              *triangle_start, *triangle; // [particles + 1], [3 triangles] triangles at a particle, ascending
    int32_t *edge_start, *edge; // [particles + 1], [2 edges] edges at a particle that are no side of a triangle (in a planar scene
                                // all), ascending
    int8_t *turn;               // [triangles] ±1: normals times it agree across the edges of the surface, where it is orientable
    int8_t *edge_turn;          // [edges] ±1: directions times it agree along a rod (outline)
    bool   *has_border;         // [bodies] a side of a triangle of its surface has no triangle at the other side
} Neighbours;

Status neighbours_init(const Model *model, Arena *arena, Neighbours *out) GNU_MUST_CHECK;

// Current state of a pair that has passed through itself.
typedef enum WalkEnd {
    WALK_WRONG_SIDE, // still on the wrong side
    WALK_RIGHT_SIDE, // back on its side
    WALK_BEYOND      // nearest points at the border of an open surface or the end of a rod, or too far along to follow
} WalkEnd;

// Walks from a pair along the surface (along rods, along the outline of a planar scene) to the adjacent pair that is nearest now, and
// updates the side. Pairs of edges of which one is a side of a triangle do not walk, and are never WALK_RIGHT_SIDE; they end where an edge
// ends. position: [particles].
WalkEnd neighbours_walk(const Neighbours *neighbours, PairKind kind, const real4 *position, BroadPair *pair, int8_t *side);

// The unit normal of a triangle, by the orientation of its surface; 0: it has no area.
double4 neighbours_normal(const Neighbours *neighbours, const real4 *position, int32_t triangle);

// True if neither edge is a side of a triangle.
bool neighbours_are_rods(const Neighbours *neighbours, BroadPair pair);

// The edge that follows end k of a rod or outline; −1: it ends or branches there.
int32_t neighbours_next_edge(const Neighbours *neighbours, int32_t edge, int k);

#endif
