#include "constraint/private/triangle.h"

#include <stdbool.h>
#include <stddef.h>

// D_m = [a, b·â; 0, h] with a = |x1 − x0| and the height h of x2.
void triangle_measure(const double4 *x, double inverse[4])
{
    static const double FLAT = 1e-12; // of the area of the rectangle of its edges: below it the height is round-off
    const double4       e1 = double4_sub(x[1], x[0]), e2 = double4_sub(x[2], x[0]);
    const double        length = double4_norm(e1), twice = double4_norm(double4_cross(e1, e2));
    const bool          wide = twice > FLAT * length * double4_norm(e2);
    const double        height = twice / length, along = double4_dot(e1, e2) / length;
    inverse[0] = wide ? 1 / length : INFINITY;
    inverse[1] = wide ? -along / (length * height) : INFINITY;
    inverse[2] = wide ? 0 : INFINITY;
    inverse[3] = wide ? 1 / height : INFINITY;
}

const char *triangle_refuse(const double inverse[4])
{
    static const double LARGEST = 1e18; // of a float's squares, which are of the order of 1/edge²
    for (int k = 0; k < 4; k++)
        if (!(fabs(inverse[k]) <= LARGEST))
            return "a triangle needs an area above zero";
    return inverse[0] * inverse[3] - inverse[1] * inverse[2] > 0 ? NULL
                                                                 : "the inverse of the rest edge matrix needs a determinant above zero";
}
