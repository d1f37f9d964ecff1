// Pairs of elements of a surface: the three kinds, which pairs the rules allow, the thickness of a pair, and which pairs are redundant.
// Depends on the model only; belongs to no stage.
//
// A pair is redundant when another pair gives the same contact. If a point is nearest to a corner or side of a triangle, all triangles
// around that corner or side give the same contact; the first is kept. If two edges are nearest at an end of one of them, that end and a
// triangle at the other edge give the same contact. Of the segments around an end the first is kept. A folded cloth then needs 35 colours
// instead of 136.
#ifndef WEFT_CONTACT_CONTACT_ELEMENTS_H
#define WEFT_CONTACT_CONTACT_ELEMENTS_H

#include "contact/contacts.h"
#include "geometry/crossing.h"
#include "geometry/narrow.h"

typedef enum PairKind { PAIR_POINT_TRIANGLE, PAIR_EDGE_EDGE, PAIR_POINT_SEGMENT, PAIR_KINDS } PairKind; // queries and targets

typedef struct PairOps {
    const char  *name;
    ContactClass which;
    int          corners, first;                                       // of both elements; of the first
    bool         same;                                                 // both elements are edges
    bool (*allowed)(const void *model, int32_t query, int32_t target); // as BroadSetup.accepts
    bool (*narrow)(const double4 *from, const double4 *to, double thickness, double reach, int8_t side, Narrow *out);
    double (*distance)(const double4 *x);
    int8_t (*crossing)(const double4 *from, const double4 *to); // as in geometry/crossing.h
    int8_t (*side)(const double4 *x);
    // weight: as in geometry/narrow.h; a corner that is not part of the nearest point has a weight of exactly 0.
    bool (*redundant)(const ContactSurface *surface, BroadPair pair, const double weight[4]);
} PairOps;

extern const PairOps PAIR_OPS[PAIR_KINDS];

// True if a model has pairs of this kind, by its rules and its elements.
bool elements_can_meet(const Model *model, PairKind kind);

// The particles of the target of a pair.
static inline const int32_t *elements_target(const ContactSurface *surface, PairKind kind, int32_t target)
{
    return kind == PAIR_POINT_TRIANGLE ? surface->triangle[target] : surface->edge[target];
}

static inline int elements_target_corners(PairKind kind)
{
    return PAIR_OPS[kind].corners - PAIR_OPS[kind].first;
}

// The particles of a pair, in the order of geometry/narrow.h.
void elements_corners(const ContactSurface *surface, PairKind kind, BroadPair pair, int32_t *corner);

// Their positions; returns the number of corners.
int elements_positions(const ContactSurface *surface, PairKind kind, BroadPair pair, const real4 *position, double4 *x);

// The bodies of the query and of the target.
void elements_bodies(const Model *model, PairKind kind, BroadPair pair, int32_t body[2]);

// "particle 3 of body 0", "the edge 3 4 of body 0", "the triangle 3 4 5 of body 0", with the user's numbers; returns text.
enum { ELEMENT_TEXT = 80 };
const char *elements_text(const Model *model, const int32_t *particle, int count, char text[ELEMENT_TEXT]);

// True if both elements of two pairs have a particle in common, or, for pairs with one point, if the triangles or segments have.
bool elements_neighbour(const ContactSurface *surface, PairKind kind, BroadPair a, BroadPair b);

// R of a pair: that of the rules. For two elements of one body it is limited to their distance at rest.
double elements_thickness(const Model *model, PairKind kind, const int32_t *corner);

// True if an element of a pair is torn away (model/contact_tears.h).
static inline bool elements_triangle_is_torn(const ContactSurface *surface, int32_t triangle)
{
    return surface->triangle_torn && surface->triangle_torn[triangle];
}

static inline bool elements_edge_is_torn(const ContactSurface *surface, int32_t edge)
{
    return surface->edge_torn && surface->edge_torn[edge];
}

static inline bool elements_are_torn(const ContactSurface *surface, PairKind kind, BroadPair pair)
{
    return kind == PAIR_POINT_TRIANGLE
               ? elements_triangle_is_torn(surface, pair.target)
               : elements_edge_is_torn(surface, pair.target) || (kind == PAIR_EDGE_EDGE && elements_edge_is_torn(surface, pair.query));
}

// True if the rules allow contact between the bodies of two particles.
static inline bool rules_allow_contact(const Model *model, int32_t a, int32_t b)
{
    const ContactRules *rules = &model->surface->rules;
    return model_body(model, a) == model_body(model, b) ? rules->self : rules->bodies;
}

static inline double4 edges_across(const double4 x[4]) // of a pair of edges: e1 × e2
{
    return double4_cross(double4_sub(x[1], x[0]), double4_sub(x[3], x[2]));
}

static inline bool shares_particle(const int32_t *a, int a_count, const int32_t *b, int b_count)
{
    for (int i = 0; i < a_count; i++)
        for (int j = 0; j < b_count; j++)
            if (a[i] == b[j])
                return true;
    return false;
}

#endif
