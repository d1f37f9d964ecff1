// Contact of a particle and a collider: C = n·(x − q) − R, n the outward normal of the collider at its point q.
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "contact/private/contact_linear.h"

#define SCALAR_VERTICES 1
#define PROJECTION_TRAITS true

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const size_t m = (size_t)set->count;
    const real  *rest = set->rest + i;
    const real4  n = {rest[0], rest[m], rest[2 * m], 0};
    *value = n.x * (x->x - rest[3 * m]) + n.y * (x->y - rest[4 * m]) + n.z * (x->z - rest[5 * m]) - rest[6 * m];
    gradient[0] = n;
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const size_t      m = (size_t)set->count;
    const real       *rest = set->rest + i;
    const WideColumns n = {wide_load(rest, count), wide_load(rest + m, count), wide_load(rest + 2 * m, count), wide_all(0)},
                      q = {wide_load(rest + 3 * m, count), wide_load(rest + 4 * m, count), wide_load(rest + 5 * m, count), wide_all(0)},
                      d = wide_subtract(x, &q);
    *value = wide_dot3(n, d) - wide_load(rest + 6 * m, count);
    gradient[0] = n;
    return wide_greater_equal(wide_all(0), wide_all(0));
}

#include "constraint/scalar_projection.h"

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    for (int32_t i = begin; i < end; i++) {
        const real4 x = position[set->vertices[i]];
        real        value;
        real4       n;
        (void)scalar_plain(set, i, &x, &value, &n);
        target[i] = contact_linear_target(set, i, x, value);
    }
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const double4 n = {constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
        const double4 q = {constraint_rest(set, 3, i), constraint_rest(set, 4, i), constraint_rest(set, 5, i), 0};
        value[i - begin] = double4_dot(n, double4_sub(x[set->vertices[i]], q)) - constraint_rest(set, 6, i);
        if (gradient)
            gradient[i - begin] = n;
    }
}

static const char *const PARAMS[] = {"nx", "ny", "nz", "qx", "qy", "qz", "thickness"};

const ConstraintOps contact_point = {
    .name = "contact of a particle and a collider",
    .summary = "keeps a particle outside a collider",
    CONTACT_LINEAR_OPS(25, 16),
    .params = 7,
    .element = ELEMENT_POINT,
    .param_names = PARAMS,
};
