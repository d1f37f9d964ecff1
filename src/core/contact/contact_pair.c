// Contact of a point and a triangle, or of two edges: C = n·Σ w x − R, Σ w = 0. n is a unit vector (geometry/narrow.h): a raw cross product
// would scale R with twice the area.
//
// Positions enter as x_j − x_0. Touching elements are close to each other, and their differences are exact. Sums of products of coordinates
// would lose R in single precision. The rounding error of Σ w then does not affect C.
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "contact/private/contact_linear.h"

#define SCALAR_VERTICES 4
#define PROJECTION_TRAITS true

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const size_t m = (size_t)set->count;
    const real  *rest = set->rest + i, *w = rest + 3 * m;
    const real4  n = {rest[0], rest[m], rest[2 * m], 0};
    real         sum = 0;
    for (size_t j = 1; j < 4; j++)
        sum += w[j * m] * (n.x * (x[j].x - x[0].x) + n.y * (x[j].y - x[0].y) + n.z * (x[j].z - x[0].z));
    for (size_t j = 0; j < 4; j++)
        gradient[j] = (real4){w[j * m] * n.x, w[j * m] * n.y, w[j * m] * n.z, 0};
    *value = sum - rest[7 * m];
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const size_t      m = (size_t)set->count;
    const real       *rest = set->rest + i;
    const WideColumns n = {wide_load(rest, count), wide_load(rest + m, count), wide_load(rest + 2 * m, count), wide_all(0)};
    wide              sum = -wide_load(rest + 7 * m, count);
    gradient[0] = wide_scale(wide_load(rest + 3 * m, count), &n);
    for (size_t j = 1; j < 4; j++) {
        const WideColumns d = wide_subtract(&x[j], &x[0]);
        gradient[j] = wide_scale(wide_load(rest + (3 + j) * m, count), &n);
        sum += wide_dot3(gradient[j], d);
    }
    *value = sum;
    return wide_greater_equal(wide_all(0), wide_all(0));
}

#include "constraint/scalar_projection.h"

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    const size_t m = (size_t)set->count;
    for (int32_t i = begin; i < end; i++) {
        const int32_t *v = set->vertices + 4 * (size_t)i;
        const real    *w = set->rest + 3 * m + i;
        real4          x[4], slope[4], sum = {0};
        real           value;
        for (int j = 0; j < 4; j++)
            x[j] = position[v[j]];
        for (size_t j = 1; j < 4; j++) {
            sum.x += w[j * m] * (x[j].x - x[0].x);
            sum.y += w[j * m] * (x[j].y - x[0].y);
            sum.z += w[j * m] * (x[j].z - x[0].z);
        }
        (void)scalar_plain(set, i, x, &value, slope);
        target[i] = contact_linear_target(set, i, sum, value);
    }
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    for (int j = 0; j < 4; j++)
        rows[j] = constraint_rest(set, 3 + j, i);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const int32_t *v = set->vertices + 4 * (size_t)i;
        const double4  n = {constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
        double         sum = -constraint_rest(set, 7, i);
        for (int j = 0; j < 4; j++) {
            const double w = constraint_rest(set, 3 + j, i);
            if (j > 0)
                sum += w * double4_dot(n, double4_sub(x[v[j]], x[v[0]]));
            if (gradient)
                gradient[4 * (size_t)(i - begin) + (size_t)j] = double4_scale(w, n);
        }
        value[i - begin] = sum;
    }
}

static const char *const PARAMS[] = {"nx", "ny", "nz", "w0", "w1", "w2", "w3", "thickness"};

const ConstraintOps contact_pair = {
    .name = "contact of a point and a triangle, or of two edges",
    .summary = "keeps two elements of a surface apart",
    CONTACT_LINEAR_OPS(112, 50),
    .params = 8,
    .element = ELEMENT_TETRAHEDRON,
    .param_names = PARAMS,
};
