// wide_atan2: the angle of a vector in the plane, lane by lane.
#ifndef WEFT_MATH_WIDE_ATAN2_H
#define WEFT_MATH_WIDE_ATAN2_H

#include "math/wide.h"

// The angle of (x, y) from the x axis, in [−π, π], within WIDE_ATAN2_ULP units in the last place of the exact value; of finite y and x
// whose larger is at least the least normal number. Of (0, 0) it is 0. −0 is taken for 0, so that the angle of (−1, −0) is π.
//
// The quotient t of the smaller by the larger lies in [0, 1]; above tan π/8 it is reduced by atan t = π/4 + atan((t − 1)/(t + 1)), so that
// |t| ≤ tan π/8. There atan t = t + t³ P(t²) with the minimax polynomial P for the relative error of atan: 7e-10 in float, 1.3e-18 in
// double.
#define WIDE_ATAN2_ULP 3

// P by Horner's rule, coefficients from the constant one on.
static GNU_ALWAYS_INLINE wide wide_atan_series(wide z)
{
#ifdef WEFT_REAL_F32
    static const real TERMS[] = {-0.33333315188311528453f, 0.1999847150009165689f, -0.14243533071006174894f, 0.10593811759971430638f,
                                 -0.060782165096285899527f};
#else
    static const real TERMS[] = {-0.33333333333333196173,  0.19999999999953249271,  -0.14285714280166730961,  0.11111110782162400386,
                                 -0.090908977254382662828, 0.076920597203764927727, -0.066630992338819599009, 0.058478594725123653442,
                                 -0.050391912496727380842, 0.038062159260320623157, -0.017905059257821188634};
#endif
    enum { COUNT = sizeof TERMS / sizeof *TERMS };
    wide sum = wide_all(TERMS[COUNT - 1]);
    for (int k = COUNT - 2; k >= 0; k--)
        sum = wide_fma(sum, z, wide_all(TERMS[k]));
    return sum;
}

static GNU_ALWAYS_INLINE wide wide_atan2(wide y, wide x)
{
    const wide     zero = wide_all(0), pi = wide_all((real)3.14159265358979323846);
    const wide     ax = wide_max(x, -x), ay = wide_max(y, -y), low = wide_min(ax, ay), high = wide_max(ax, ay);
    const WideMask far = wide_less(wide_all((real)0.41421356237309504880) * high, low), steep = wide_less(ax, ay);
    const wide     above = wide_choose(far, low - high, low), below = wide_choose(far, low + high, high);
    const wide     t = wide_where(wide_less(zero, high), above / below), z = t * t;
    wide           angle = wide_fma(t * z, wide_atan_series(z), t) + wide_where(far, (real)0.25 * pi);
    angle = wide_choose(steep, (real)0.5 * pi - angle, angle);
    angle = wide_choose(wide_less(x, zero), pi - angle, angle);
    return wide_choose(wide_less(y, zero), -angle, angle);
}

#endif
