// Contact of a particle and a segment in a plane: C = n·(x0 − (1−t) x1 − t x2) − R. Positions enter as differences to x1, which are exact
// for elements close to each other.
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "contact/private/contact_linear.h"

#define SCALAR_VERTICES 3
#define PROJECTION_TRAITS true

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const size_t m = (size_t)set->count;
    const real  *rest = set->rest + i;
    const real4  n = {rest[0], rest[m], rest[2 * m], 0};
    const real   t = rest[3 * m], s = 1 - t;
    const real   up = n.x * (x[0].x - x[1].x) + n.y * (x[0].y - x[1].y) + n.z * (x[0].z - x[1].z),
               along = n.x * (x[2].x - x[1].x) + n.y * (x[2].y - x[1].y) + n.z * (x[2].z - x[1].z);
    *value = up - t * along - rest[4 * m];
    gradient[0] = n;
    gradient[1] = (real4){-s * n.x, -s * n.y, -s * n.z, 0};
    gradient[2] = (real4){-t * n.x, -t * n.y, -t * n.z, 0};
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const size_t      m = (size_t)set->count;
    const real       *rest = set->rest + i;
    const WideColumns n = {wide_load(rest, count), wide_load(rest + m, count), wide_load(rest + 2 * m, count), wide_all(0)},
                      up = wide_subtract(&x[0], &x[1]), along = wide_subtract(&x[2], &x[1]);
    const wide t = wide_load(rest + 3 * m, count);
    gradient[0] = n;
    gradient[1] = wide_scale(t - 1, &n);
    gradient[2] = wide_scale(-t, &n);
    *value = wide_dot3(n, up) - t * wide_dot3(n, along) - wide_load(rest + 4 * m, count);
    return wide_greater_equal(wide_all(0), wide_all(0));
}

#include "constraint/scalar_projection.h"

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    for (int32_t i = begin; i < end; i++) {
        const int32_t *v = set->vertices + 3 * (size_t)i;
        const real     t = set->rest[3 * (size_t)set->count + (size_t)i];
        const real4    x[3] = {position[v[0]], position[v[1]], position[v[2]]};
        const real4    sum = {(x[0].x - x[1].x) - t * (x[2].x - x[1].x), (x[0].y - x[1].y) - t * (x[2].y - x[1].y),
                              (x[0].z - x[1].z) - t * (x[2].z - x[1].z), 0};
        real4          slope[3];
        real           value;
        (void)scalar_plain(set, i, x, &value, slope);
        target[i] = contact_linear_target(set, i, sum, value);
    }
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    const double t = constraint_rest(set, 3, i);
    rows[0] = 1;
    rows[1] = t - 1;
    rows[2] = -t;
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const int32_t *v = set->vertices + 3 * (size_t)i;
        const double4  n = {constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
        const double   t = constraint_rest(set, 3, i);
        const double4  up = double4_sub(x[v[0]], x[v[1]]), along = double4_sub(x[v[2]], x[v[1]]);
        value[i - begin] = double4_dot(n, up) - t * double4_dot(n, along) - constraint_rest(set, 4, i);
        if (gradient) {
            double4 *slope = gradient + 3 * (size_t)(i - begin);
            slope[0] = n;
            slope[1] = double4_scale(t - 1, n);
            slope[2] = double4_scale(-t, n);
        }
    }
}

static const char *const PARAMS[] = {"nx", "ny", "nz", "t", "thickness"};

const ConstraintOps contact_segment = {
    .name = "contact of a particle and a segment",
    .summary = "keeps a particle and a segment of a plane apart",
    CONTACT_LINEAR_OPS(74, 33),
    .params = 5,
    .element = ELEMENT_TRIANGLE,
    .param_names = PARAMS,
};
