// contact_bound_near.c and contact_bound_beside.c: balls and half-spaces (contact_bound.h) beside elements, and beside colliders.
// contact_bound_plane.c: the planes of both.
#ifndef WEFT_CONTACT_CONTACT_BOUND_NEAR_H
#define WEFT_CONTACT_CONTACT_BOUND_NEAR_H

#include "contact/private/contact_bound.h"

// Lowers *least, which others lower too: the result does not depend on their order.
static inline void bound_lower(_Atomic double *least, double value)
{
    double now = atomic_load_explicit(least, memory_order_relaxed);
    while (value < now && !atomic_compare_exchange_weak_explicit(least, &now, value, memory_order_relaxed, memory_order_relaxed))
        continue;
}

// The last bit of the largest position.
static inline double bound_last_bit(const double4 *x, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++)
        most = fmax(most, fabs(x[j].x) + fabs(x[j].y) + fabs(x[j].z));
    return (double)REAL_EPSILON * most;
}

// A distance without its round-off, and that of the positions which are cut later.
static inline double bound_certain(double distance, double bit)
{
    return distance - BOUND_ROUNDING * bit;
}

// d − ξ, for a contact of the step or what is as near as one, and for all others. ξ of a contact: ξ_0 at least, unless R is as small as
// that.
static inline double bound_left(const ContactBound *bound, double distance, double thickness, bool near, double bit)
{
    const double kept = fmin(BOUND_KEPT_OF_R * thickness, fmax(BOUND_FLOOR * bit, bound->kept * distance));
    return fmax(0, distance - (near ? kept : thickness));
}

static inline bool bound_has_left(const ContactBound *bound, int32_t i) // its ball
{
    return bound_load(&bound->part[i]) <= 1;
}

// The element of a pair: its corners, and whether contact moves any of them, or not.
typedef struct Side {
    int    begin, end;
    bool   moves, stands;
    double known; // s, the largest
} Side;

typedef struct Measured {
    const PairOps *ops;
    int32_t        corner[4];
    double4        x[4]; // x̄
    Side           side[2];
    double         bit, thickness, distance, left; // distance: for certain
} Measured;

// Where the corners of a pair are to go.
typedef struct Ways {
    BoundCut cut;
    double4  way[4];              // from x̄ + T; 0: stands
    double   ball[4];             // the part of it within the ball
    bool     moves[4], leaves[4]; // leaves its ball
} Ways;

// The way of particle i, which is corner j.
void bound_take_way(const ContactBound *bound, int32_t i, int j, Ways *ways);

// What of their ways the corners that have left their balls may go before a plane between the elements of a pair: that of the nearest
// points or, if it leaves more, one beside which they go on. The balls lie before the first, and not before the second.
void bound_before_plane(const Measured *m, const Ways *ways, double part[4]);

// Makes the ways of corners of a pair that have left their balls no longer than these parts.
void bound_stop(const ContactBound *bound, const Measured *m, const Ways *ways, const double part[4]);

// Bounds the particle of a point beside collider c; whether the two are open.
bool bound_beside(const ContactBound *bound, int32_t c, int32_t point);

// The half-spaces of a particle that has left its ball beside collider c.
void bound_stop_beside(const ContactBound *bound, int32_t c, int32_t point, const BoundCut *cut);

#endif
