// roller: C = n·x − d, a particle on a plane with the unit normal n: fixed along n, free in the plane. E = ½ k C²; PD target: the nearest
// point of the plane. It is the roller support of statics; two of them leave a line, three a point. With a sense the particle stays on one
// side of the plane.
#include "constraint/private/linear_row.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "constraint/vertex_ell.h"

#define SCALAR_VERTICES 1

enum { DISTANCE = 3 }; // rest values: n, d

static void measure(const double4 *x, double *rest)
{
    rest[0] = rest[2] = 0;
    rest[1] = 1;
    rest[DISTANCE] = x[0].y;
}

static const char *refuse(const double *rest)
{
    static const double WITHIN = 1e-9;
    const double        length = sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
    if (!(fabs(length - 1) <= WITHIN))
        return "a roller needs a normal of length 1";
    return isfinite(rest[DISTANCE]) ? NULL : "a roller needs a finite distance";
}

// ---- projection ----

static GNU_ALWAYS_INLINE bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    const size_t n = (size_t)set->count;
    const real  *rest = set->rest + i;
    *gradient = (real4){rest[0], rest[n], rest[2 * n], 0};
    *value = gradient->x * x->x + gradient->y * x->y + gradient->z * x->z - rest[DISTANCE * n];
    return true;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    const size_t n = (size_t)set->count;
    const real  *rest = set->rest + i;
    *gradient = (WideColumns){wide_load(rest, count), wide_load(rest + n, count), wide_load(rest + 2 * n, count), wide_all(0)};
    *value = wide_dot3(*gradient, *x) - wide_load(rest + DISTANCE * n, count);
    return wide_greater_equal(wide_all(0), wide_all(0));
}

#include "constraint/scalar_projection.h"

// ---- projective dynamics ----

// The point of the plane that is nearest to p; p itself if the constraint is inactive.
static real4 on_plane(const ConstraintSet *set, int32_t i, real4 p)
{
    real  value;
    real4 n;
    scalar_plain(set, i, &p, &value, &n);
    if (set->sense && sense_is_feasible(set->sense[i], (double)value))
        value = 0;
    return (real4){p.x - value * n.x, p.y - value * n.y, p.z - value * n.z, 0};
}

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    for (int32_t i = begin; i < end; i++)
        target[i] = on_plane(set, i, position[set->vertices[i]]);
}

static void nearest(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row)
{
    for (int32_t i = begin; i < end; i++, row++)
        *row = on_plane(set, i, *row);
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
}

// ---- metrics and Newton, in double ----

static double4 normal(const ConstraintSet *set, int32_t i)
{
    return (double4){constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        value[i - begin] = double4_dot(normal(set, i), x[set->vertices[i]]) - constraint_rest(set, DISTANCE, i);
        if (gradient)
            gradient[i - begin] = normal(set, i);
    }
}

// ---- vertex blocks, wide ----

static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    (void)j;
    (void)other;
    for (int k = 0; k <= DISTANCE; k++)
        value[k] = constraint_rest(set, k, i);
    value[DISTANCE + 1] = h2 * constraint_stiffness(set, i);
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *sum)
{
    (void)position;
    (void)rule; // quadratic: all rules give the same
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real      *values = vertex_ell_values(ell, row);
        const WideVector n = {vertex_ell_value(values, 0), vertex_ell_value(values, 1), vertex_ell_value(values, 2)};
        const wide       weight = vertex_ell_value(values, DISTANCE + 1),
                   value = wide_fma(n.x, x->x, wide_fma(n.y, x->y, n.z * x->z)) - vertex_ell_value(values, DISTANCE);
        vertex_lanes_add_gradient(sum, weight * value, n);
        vertex_lanes_add_outer(sum, weight, n);
    }
}

const ConstraintOps constraint_roller = {
    .name = "roller",
    .summary = "holds a particle on a plane; nx, ny, nz: its unit normal, by default y; distance: from the origin, m; stiffness N/m",
    SCALAR_OPS(17, linear_row_curvature),
    .repeats = true,
    .rows = 1,
    .params = 4,
    .element = ELEMENT_POINT,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .param_names = (const char *const[]){"nx", "ny", "nz", "distance"},
    .measure = measure,
    .refuse = refuse,
    .local_step = &(const LocalStepOps){.flops = 12, .targets = local, .stencil = stencil, .nearest = nearest},
    .vertex_block = &(const VertexBlockOps){.columns = 5, .flops = 30, .entry = vertex_entry, .lanes = vertex_lanes},
};
