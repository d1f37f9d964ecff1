// Balls and half-spaces of the displacement bound (contact_bound.h): for elements (contact_bound_near.c) and for colliders
// (contact_bound_collider.c). contact_bound_plane.c computes the planes of both.
#ifndef WEFT_CONTACT_CONTACT_BOUND_NEAR_H
#define WEFT_CONTACT_CONTACT_BOUND_NEAR_H

#include "contact/private/contact_bound.h"

// Lowers *least atomically. The result does not depend on the order of the calls.
static inline void bound_lower(_Atomic double *min, double value)
{
    double now = atomic_load_explicit(min, memory_order_relaxed);
    while (value < now && !atomic_compare_exchange_weak_explicit(min, &now, value, memory_order_relaxed, memory_order_relaxed))
        continue;
}

// One ulp of the largest position.
static inline double bound_last_bit(const double4 *x, int count)
{
    double max = 0;
    for (int j = 0; j < count; j++)
        max = fmax(max, fabs(x[j].x) + fabs(x[j].y) + fabs(x[j].z));
    return (double)REAL_EPSILON * max;
}

// A distance less its round-off, and less that of the positions cut later.
static inline double bound_certain(double distance, double bit)
{
    return distance - BOUND_ROUNDING * bit;
}

// d − ξ; near: for a contact of the step, or a pair as near as one. ξ of a contact is at least ξ_0, unless R is smaller.
static inline double bound_left(const ContactBound *bound, double distance, double thickness, bool near, double bit)
{
    const double kept = fmin(BOUND_KEPT_OF_R * thickness, fmax(BOUND_FLOOR * bit, bound->kept * distance));
    return fmax(0, distance - (near ? kept : thickness));
}

static inline bool bound_has_left(const ContactBound *bound, int32_t i) // has left its ball
{
    return bound_load(&bound->part[i]) <= 1;
}

// One element of a pair: its corners, and whether it has free corners (moves) and scripted ones (scripted).
typedef struct Side {
    int    begin, end;
    bool   moves, scripted;
    double known; // largest s
} Side;

typedef struct Measured {
    const PairOps *ops;
    int32_t        corner[4];
    double4        x[4]; // x̄
    Side           side[2];
    double         bit, thickness, distance, left; // distance: less round-off
} Measured;

// Requested displacements of the corners of a pair.
typedef struct Ways {
    BoundCut cut;
    double4  way[4];              // from x̄ + T; 0: at rest
    double   ball[4];             // fraction of it within the ball
    bool     moves[4], leaves[4]; // leaves its ball
} Ways;

// Stores the requested displacement of particle i as that of corner j.
void bound_take_way(const ContactBound *bound, int32_t i, int j, Ways *ways);

// Fractions of their paths that corners outside their balls may travel in front of a plane between the two elements. The plane is that of
// the nearest points or, if it allows more, one along which they slide. The balls lie in front of the first, but not of the second.
void bound_before_plane(const Measured *m, const Ways *ways, double part[4]);

// Limits the paths of corners outside their balls to these fractions.
void bound_stop(const ContactBound *bound, const Measured *m, const Ways *ways, const double part[4]);

// Bounds the particle of a point near collider c. Returns true if the pair is open.
bool bound_near_collider(const ContactBound *bound, int32_t c, int32_t point);

// Applies the half-spaces near collider c to a particle that has left its ball.
void bound_stop_at_collider(const ContactBound *bound, int32_t c, int32_t point, const BoundCut *cut);

#endif
