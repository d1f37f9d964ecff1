// Whether two elements go through each other while their corners move in straight lines: checked in small parts of the path.
#ifndef WEFT_TESTS_PASSING_H
#define WEFT_TESTS_PASSING_H

#include <math.h>
#include <string.h>

#include "contact/private/contact_elements.h"

static const double THICK = 0.004; // m, of contact
static const double GAMMA = 0.9;   // of the bound
static const double REGION = 0.25; // of R: the smallest way that the search of the bound leaves to a particle

enum { PARTS = 64 };

static inline double volume(const double4 *a, const double4 *b, const double4 *c, const double4 *d)
{
    return double4_dot(double4_cross(double4_sub(*b, *a), double4_sub(*c, *a)), double4_sub(*d, *a));
}

static inline double4 between(double4 a, double4 b, double t)
{
    double4_add_to(&a, t, double4_sub(b, a));
    return a;
}

// Whether the four corners, coplanar at this moment, touch there.
static inline bool meets(PairKind kind, const double4 x[4])
{
    const double4 u = double4_sub(x[1], x[0]), v = double4_sub(x[3], x[2]);
    if (kind == PAIR_POINT_TRIANGLE) {
        const double4 e = double4_sub(x[2], x[1]), f = double4_sub(x[3], x[1]), r = double4_sub(x[0], x[1]), n = double4_cross(e, f);
        const double  s = double4_dot(double4_cross(r, f), n), t = double4_dot(double4_cross(e, r), n), all = double4_dot(n, n);
        return s > 0 && t > 0 && s + t < all;
    }
    const double4 n = double4_cross(u, v), r = double4_sub(x[2], x[0]);
    const double  all = double4_dot(n, n), s = double4_dot(double4_cross(r, v), n), t = double4_dot(double4_cross(r, u), n);
    return s > 0 && s < all && t > 0 && t < all;
}

static inline double volume_at(const double4 from[4], const double4 to[4], double t)
{
    double4 x[4];
    for (int j = 0; j < 4; j++)
        x[j] = between(from[j], to[j], t);
    return volume(&x[0], &x[1], &x[2], &x[3]);
}

// Whether the corners are nowhere coplanar on the path: the volume, a cubic in time, is between its Bernstein coefficients.
static inline bool keeps_its_sign(const double4 from[4], const double4 to[4])
{
    const double v[4] = {volume_at(from, to, 0), volume_at(from, to, 1.0 / 3), volume_at(from, to, 2.0 / 3), volume_at(from, to, 1)};
    const double b[4] = {v[0], (18 * v[1] - 9 * v[2] - 5 * v[0] + 2 * v[3]) / 6, (18 * v[2] - 9 * v[1] - 5 * v[3] + 2 * v[0]) / 6, v[3]};
    const double low = fmin(fmin(b[0], b[1]), fmin(b[2], b[3])), high = fmax(fmax(b[0], b[1]), fmax(b[2], b[3]));
    return low > 1e-9 * high || high < 1e-9 * low;
}

// Whether a pair crosses itself on the path.
static inline bool passes(PairKind kind, const double4 from[4], const double4 to[4])
{
    double4 last[4];
    double  before = 0;
    for (int k = 0; k <= PARTS; k++) {
        double4 x[4];
        for (int j = 0; j < 4; j++)
            x[j] = between(from[j], to[j], (double)k / PARTS);
        const double now = volume(&x[0], &x[1], &x[2], &x[3]);
        if (k > 0 && before * now < 0) {
            const double part = before / (before - now);
            double4      at[4];
            for (int j = 0; j < 4; j++)
                at[j] = between(last[j], x[j], part);
            if (meets(kind, at) && PAIR_OPS[kind].distance(at) < 0.25 * THICK) // parallel edges are always coplanar
                return true;
        }
        before = now;
        memcpy(last, x, sizeof last);
    }
    return false;
}

#endif
