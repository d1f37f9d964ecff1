// attachment: C = |x − p|, a zero-length spring that holds a particle at a point p. E = ½ k |x − p|², PD target p. At x = p the constraint
// has no gradient and no effect; the energy is smooth there.
#include "constraint/projection.h"
#include "constraint/vertex_ell.h"

static void measure(const double4 *x, double *rest)
{
    rest[0] = x[0].x;
    rest[1] = x[0].y;
    rest[2] = x[0].z;
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && isfinite(rest[1]) && isfinite(rest[2]) ? NULL : "an attachment needs a finite point";
}

// ---- projection, plain: as in the papers ----

// A broken attachment, α~ = ∞, has an infinite divisor and no effect; one of length zero has no direction.
static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t a = set->vertices[i];
    const real4   p = s->position[a];
    const real   *target = set->rest + i;
    const real    dx = p.x - target[0], dy = p.y - target[set->count], dz = p.z - target[2 * (size_t)set->count];
    const real    length2 = dx * dx + dy * dy + dz * dz, length = real_sqrt(length2);
    const real    alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real    old = v.compliant ? s->lambda[i] : 0;
    const Traits  t = v.traits ? traits_load(set, s, i) : (Traits){0};
    real          error = length + alpha * old, weight = p.w;
    if (v.traits && s->gamma) {
        const real4 n = s->previous[a];
        error += traits_damping(t, length, (dx * (p.x - n.x) + dy * (p.y - n.y) + dz * (p.z - n.z)) / length);
        weight *= 1 + t.gamma;
    }
    const real divisor = weight + alpha;
    const bool moves = length2 >= PROJECTION_LENGTH2_MIN && divisor > 0 && (!v.traits || divisor < (real)INFINITY);
    real       change = moves ? -s->relaxation * error / divisor : 0;
    if (v.jacobi)
        change *= s->weight[i];
    if (v.traits)
        change = traits_change(t, old, change);
    const real scale = moves ? p.w * change / length : 0;
    if (v.compliant)
        s->lambda[i] = old + change;
    if (v.jacobi)
        s->correction[i] = (real4){scale * dx, scale * dy, scale * dz, 0};
    else
        s->position[a] = (real4){p.x + scale * dx, p.y + scale * dy, p.z + scale * dz, p.w};
}

// ---- projection, wide ----

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    const WideBlocks  p = wide_load_blocks(s->position, vertices, 1);
    const WideColumns x = wide_columns(&p);
    const real       *target = set->rest + i;
    const size_t      n = (size_t)set->count;
    const WideColumns d = {.x = x.x - wide_load(target, count),
                           .y = x.y - wide_load(target + n, count),
                           .z = x.z - wide_load(target + 2 * n, count),
                           .w = wide_all(0)};
    const wide        length2 = wide_dot3(d, d), inverse = wide_rsqrt(length2), length = wide_root(length2, inverse);
    const wide        alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    const wide        old = v.compliant ? wide_load(s->lambda + i, count) : wide_all(0);
    const WideTraits  t = v.traits ? wide_traits_load(set, s, i, count) : (WideTraits){.gamma = wide_all(0)};
    wide              error = v.compliant ? wide_fma(alpha, old, length) : length, weight = x.w;
    if (v.traits && s->gamma) {
        const WideBlocks p0 = wide_load_blocks(s->previous, vertices, 1), moved = wide_offset(&p, &p0);
        error += wide_traits_damping(&t, length, wide_dot3(d, wide_columns(&moved)) * inverse);
        weight *= 1 + t.gamma;
    }
    const wide divisor = weight + alpha;
    WideMask   moves = wide_both(wide_greater_equal(length2, wide_all(PROJECTION_LENGTH2_MIN)), wide_less(wide_all(0), divisor));
    if (v.traits)
        moves = wide_both(moves, wide_less(divisor, wide_all((real)INFINITY)));
    wide change = wide_where(moves, -s->relaxation * error * wide_reciprocal(divisor));
    if (v.jacobi)
        change *= wide_load(s->weight + i, count);
    if (v.traits)
        change = wide_traits_change(&t, old, change);
    if (v.compliant)
        wide_store(s->lambda + i, old + change, count);
    const wide        scale = wide_where(moves, x.w * change * inverse);
    const WideColumns to = v.jacobi ? (WideColumns){scale * d.x, scale * d.y, scale * d.z, wide_all(0)}
                                    : (WideColumns){wide_fma(scale, d.x, x.x), wide_fma(scale, d.y, x.y), wide_fma(scale, d.z, x.z), x.w};
    const WideBlocks  moved = wide_blocks(&to);
    if (v.jacobi)
        wide_store_each(s->correction + i, 1, moved, count);
    else
        wide_store_blocks(s->position, vertices, 1, moved, count);
}

#define PROJECTION_VERTICES 1
#include "constraint/projection_range.h"

// The target of a satisfied inequality is the particle's position: no force.
static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    const size_t n = (size_t)set->count;
    for (int32_t i = begin; i < end; i++) {
        target[i] = (real4){set->rest[i], set->rest[n + (size_t)i], set->rest[2 * n + (size_t)i], 0};
        if (set->sense && set->sense[i] == SENSE_GREATER_EQUAL) // |x − p| ≥ 0 always holds
            target[i] = position[set->vertices[i]];
    }
}

static void nearest(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row)
{
    const size_t n = (size_t)set->count;
    for (int32_t i = begin; i < end; i++, row++)
        if (!set->sense || set->sense[i] != SENSE_GREATER_EQUAL)
            *row = (real4){set->rest[i], set->rest[n + (size_t)i], set->rest[2 * n + (size_t)i], 0};
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
}

static double4 offset(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const double4 point = {constraint_rest(set, 0, i), constraint_rest(set, 1, i), constraint_rest(set, 2, i), 0};
    return double4_sub(x[set->vertices[i]], point);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const double4 d = offset(set, i, x);
        const double  length = double4_norm(d);
        value[i - begin] = length;
        if (gradient)
            gradient[i - begin] = double4_scale(length > 0 ? 1 / length : 0, d);
    }
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const double  k = constraint_stiffness(set, i);
        const double4 d = offset(set, i, x);
        if (constraint_is_idle(set, i, double4_norm(d)))
            continue;
        sum += 0.5 * k * double4_dot(d, d);
        if (gradient)
            double4_add_to(&gradient[set->vertices[i]], k, d);
    }
    return sum;
}

static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    (void)filter; // k I is positive definite
    for (int32_t i = begin; i < end; i++) {
        const bool   idle = constraint_is_idle(set, i, double4_norm(offset(set, i, x)));
        const double k = idle ? 0 : constraint_stiffness(set, i);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                blocks[(size_t)(i - begin) * 9 + (size_t)(3 * r + c)] = r == c ? k : 0;
    }
}

// (I − n nᵀ) / |x − p|
static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const double4 d = offset(set, i, x);
        const double  length = double4_norm(d), inverse = length > 0 ? 1 / length : 0;
        const double  v[3] = {inverse * d.x, inverse * d.y, inverse * d.z};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                blocks[(size_t)(i - begin) * 9 + (size_t)(3 * r + c)] = inverse * ((r == c) - v[r] * v[c]);
    }
}

// ---- vertex blocks, wide ----

static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    (void)j;
    (void)other;
    for (int axis = 0; axis < 3; axis++)
        value[axis] = constraint_rest(set, axis, i);
    value[3] = h2 * constraint_stiffness(set, i);
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *sum)
{
    (void)position;
    (void)rule; // quadratic: all rules give the same
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real      *values = vertex_ell_values(ell, row);
        const WideVector d = {x->x - vertex_ell_value(values, 0), x->y - vertex_ell_value(values, 1), x->z - vertex_ell_value(values, 2)};
        const wide       weight = vertex_ell_value(values, 3);
        vertex_lanes_add_gradient(sum, weight, d);
        vertex_lanes_add_identity(sum, weight);
    }
}

const ConstraintOps constraint_attachment = {
    .name = "attachment",
    .summary = "zero-length spring to a fixed point; x, y, z: the point, m; stiffness N/m",
    .vertices = 1,
    .components = 1,
    .rows = 1,
    .params = 3,
    .element = ELEMENT_POINT,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .nonnegative = true,
    .param_names = (const char *const[]){"x", "y", "z"},
    .measure = measure,
    .refuse = refuse,
    .projection = &(const ProjectionOps){.flops = 19, .wide = project, .plain = project_plain},
    .local_step = &(const LocalStepOps){.targets = local, .fixed_target = true, .stencil = stencil, .nearest = nearest},
    .vertex_block = &(const VertexBlockOps){.columns = 4, .flops = 15, .entry = vertex_entry, .lanes = vertex_lanes},
    .energy = &(const EnergyOps){.evaluate = evaluate, .total = energy, .hessian = hessian, .curvature = curvature},
};
