// distance: C = |x0 − x1| − l, a spring of stiffness k and rest length l between two particles.
// Projection: PBD 2006 eq. 10-11, XPBD 2016 eq. 18. PD weight k, target l (x0−x1)/|x0−x1| (FMS 2013 eq. 7).
#include "constraint/projection.h"
#include "constraint/sliced_ell.h"
#include "constraint/vertex_ell.h"

static void measure(const double4 *x, double *rest)
{
    rest[0] = double4_norm(double4_sub(x[0], x[1]));
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a spring needs a rest length above zero";
}

// ---- projection, plain: as in the papers ----

static GNU_ALWAYS_INLINE void move(real4 *x, real scale, real4 direction)
{
    *x = (real4){x->x + scale * direction.x, x->y + scale * direction.y, x->z + scale * direction.z, x->w};
}

// Δλ of constraint i. Two pins cannot move, and a spring of zero length has no direction: no move, no multiplier. A broken constraint, α~ =
// ∞, has an infinite divisor.
static GNU_ALWAYS_INLINE real change_of(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, real4 d, real length)
{
    const int32_t a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const real    value = length - set->rest[i];
    const real    alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real    old = v.compliant ? s->lambda[i] : 0;
    const Traits  t = v.traits ? traits_load(set, s, i) : (Traits){0};
    real          error = value + alpha * old, weight = s->position[a].w + s->position[b].w;
    if (v.traits && s->gamma) {
        const real4 moved = real4_sub(real4_sub(s->position[a], s->previous[a]), real4_sub(s->position[b], s->previous[b]));
        error += traits_damping(t, value, real4_dot(d, moved) / length);
        weight *= 1 + t.gamma;
    }
    const real divisor = weight + alpha;
    if (!(real4_dot(d, d) >= PROJECTION_LENGTH2_MIN && divisor > 0 && (!v.traits || divisor < (real)INFINITY)))
        return 0;
    const real change = -s->relaxation * error / divisor * (v.jacobi ? s->weight[i] : 1);
    return v.traits ? traits_change(t, old, change) : change;
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    real4      *p = &s->position[set->vertices[2 * i]], *q = &s->position[set->vertices[2 * i + 1]];
    const real4 d = real4_sub(*p, *q);
    const real  length = real_sqrt(real4_dot(d, d)), change = change_of(set, i, s, v, d, length);
    const real  scale = change == 0 ? 0 : change / length;
    if (v.compliant)
        s->lambda[i] += change;
    if (v.jacobi) {
        const real up = p->w * scale, down = -q->w * scale;
        s->correction[2 * i] = (real4){up * d.x, up * d.y, up * d.z, 0};
        s->correction[2 * i + 1] = (real4){down * d.x, down * d.y, down * d.z, 0};
    } else {
        move(p, p->w * scale, d);
        move(q, -q->w * scale, d);
    }
}

static GNU_ALWAYS_INLINE void project_each(const Batch *batch, int32_t begin, int32_t end, const Sweep *s, Projection v)
{
    for (int32_t i = begin; i < end; i++)
        project_one(batch->set, i, s, v);
}

static void project_plain(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    PROJECTION_DECIDE(project_each, batch, begin, end, s);
}

// ---- projection, wide: WIDE_LANES springs that share no particle ----

// Indices of the corrections of consecutive constraints, two of each.
static const int32_t CONSECUTIVE[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
_Static_assert(sizeof CONSECUTIVE / sizeof *CONSECUTIVE >= 2 * WIDE_LANES, "for every lane");

// Both ends of `count` springs.
typedef struct Ends {
    WideBlocks p, q;
} Ends;

static GNU_ALWAYS_INLINE Ends ends_load(const real4 *position, const int32_t *vertices)
{
    return (Ends){.p = wide_load_blocks(position, vertices, 2), .q = wide_load_blocks(position, vertices + 1, 2)};
}

// Moves them to p + s d and q − t d.
static GNU_ALWAYS_INLINE void ends_move(const Ends *ends, wide s, wide t, const WideBlocks *d, real4 *position, const int32_t *vertices,
                                        int count)
{
    wide_store_blocks(position, vertices, 2, wide_plus(&ends->p, s, d), count);
    wide_store_blocks(position, vertices + 1, 2, wide_minus(&ends->q, t, d), count);
}

// ∇C·(x − x_n), inverse: 1 / length.
static GNU_ALWAYS_INLINE wide motion_of(const real4 *previous, const int32_t *vertices, const Ends *ends, const WideColumns *d,
                                        wide inverse)
{
    const Ends       from = ends_load(previous, vertices);
    const WideBlocks up = wide_offset(&ends->p, &from.p), down = wide_offset(&ends->q, &from.q), moved = wide_offset(&up, &down);
    return wide_dot3(*d, wide_columns(&moved)) * inverse;
}

// A group of WIDE_LANES springs between the stages of its projection: load, change, move. The second is a chain of dependent operations,
// several times longer than their throughput allows. A processor that cannot look ahead to the next group waits for the end of the chain.
// So each stage runs over GROUPS groups before the next stage. With registers of 64 bytes more than two are slower on large cloths.
typedef struct Springs {
    Ends       ends;
    WideBlocks offset;
    wide       length2, wp, wq, scale;
} Springs;

enum { GROUPS = WIDE_BYTES == 64 ? 2 : 4 };
_Static_assert(GROUPS *WIDE_LANES <= BATCH_WINDOW, "the groups projected together share no particle");

static GNU_ALWAYS_INLINE void springs_load(const real4 *position, const int32_t *vertices, Springs *g)
{
    g->ends = ends_load(position, vertices);
    g->offset = wide_offset(&g->ends.p, &g->ends.q);
    const WideColumns d = wide_columns(&g->offset); // and the inverse masses of p
    g->length2 = wide_dot3(d, d);
    g->wp = d.w;
    g->wq = wide_columns(&g->ends.q).w;
}

// Products without the length are computed in parallel with it. Lanes without a normal length or divisor are masked.
static GNU_ALWAYS_INLINE void springs_change(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                             const int32_t *vertices, Springs *g)
{
    const wide       length2 = g->length2, inverse = wide_rsqrt_normal(length2), rest = wide_load(set->rest + i, count);
    const wide       alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    const wide       old = v.compliant ? wide_load(s->lambda + i, count) : wide_all(0);
    const WideTraits t = v.traits ? wide_traits_load(set, s, i, count) : (WideTraits){.gamma = wide_all(0)};
    const wide       value = wide_root(length2, inverse) - rest;
    wide             error = v.compliant ? wide_fma(alpha, old, value) : value, weight = g->wp + g->wq;
    if (v.traits && s->gamma) {
        const WideColumns d = wide_columns(&g->offset);
        error += wide_traits_damping(&t, value, motion_of(s->previous, vertices, &g->ends, &d, inverse));
        weight *= 1 + t.gamma;
    }
    const wide divisor = weight + alpha;
    WideMask   moves = wide_both(wide_greater_equal(length2, wide_all(PROJECTION_LENGTH2_MIN)), wide_less(wide_all(0), divisor));
    if (v.traits)
        moves = wide_both(moves, wide_less(divisor, wide_all((real)INFINITY)));
    wide gain = -s->relaxation * wide_reciprocal_normal(divisor);
    if (v.jacobi)
        gain *= wide_load(s->weight + i, count);
    wide change = wide_where(moves, error * gain), scale = wide_where(moves, error * (gain * inverse));
    if (v.traits) { // an unclamped Δλ keeps its bits, so an inactive trait changes none
        const wide kept = wide_traits_change(&t, old, change);
        scale = wide_choose(wide_both(moves, wide_differ(kept, change)), kept * inverse, scale);
        change = kept;
    }
    if (v.compliant)
        wide_store(s->lambda + i, old + change, count);
    g->scale = scale;
}

static GNU_ALWAYS_INLINE void springs_move(int32_t i, int count, const Sweep *s, Projection v, const int32_t *vertices, const Springs *g)
{
    if (v.jacobi)
        ends_move(&(Ends){0}, g->wp * g->scale, g->wq * g->scale, &g->offset, s->correction + 2 * (size_t)i, CONSECUTIVE, count);
    else
        ends_move(&g->ends, g->wp * g->scale, g->wq * g->scale, &g->offset, s->position, vertices, count);
}

// Fewer than WIDE_LANES, in one function for every variant.
static GNU_NO_INLINE void project_rest(const ConstraintSet *set, int32_t i, int32_t end, const Sweep *s, Projection v)
{
    const int count = end - i;
    int32_t   padded[2 * WIDE_LANES];
    Springs   g;
    wide_pad_index(set->vertices + 2 * (size_t)i, 2, count, padded);
    springs_load(s->position, padded, &g);
    springs_change(set, i, count, s, v, padded, &g);
    springs_move(i, count, s, v, padded, &g);
}

// Full groups; their number is a compile-time constant. All are loaded before the first moves, which is safe since no two springs share a
// particle.
static GNU_ALWAYS_INLINE void project_groups(const ConstraintSet *set, int32_t i, int groups, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + 2 * (size_t)i;
    Springs        g[GROUPS];
    GNU_UNROLL(GROUPS)
    for (int k = 0; k < groups; k++)
        springs_load(s->position, vertices + 2 * WIDE_LANES * k, &g[k]);
    GNU_UNROLL(GROUPS)
    for (int k = 0; k < groups; k++)
        springs_change(set, i + WIDE_LANES * k, WIDE_LANES, s, v, vertices + 2 * WIDE_LANES * k, &g[k]);
    GNU_UNROLL(GROUPS)
    for (int k = 0; k < groups; k++)
        springs_move(i + WIDE_LANES * k, WIDE_LANES, s, v, vertices + 2 * WIDE_LANES * k, &g[k]);
}

static GNU_ALWAYS_INLINE void project_range(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep, Projection v)
{
    const ConstraintSet set = *batch->set; // copies that no store can alias: the compiler keeps their fields in registers
    const Sweep         s = *sweep;
    int32_t             i = projection_first(begin, end);
    if (i > begin)
        project_rest(&set, begin, i, &s, v);
    for (; i + GROUPS * WIDE_LANES <= end; i += GROUPS * WIDE_LANES)
        project_groups(&set, i, GROUPS, &s, v);
    for (; i + WIDE_LANES <= end; i += WIDE_LANES)
        project_groups(&set, i, 1, &s, v);
    if (i < end)
        project_rest(&set, i, end, &s, v);
}

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    PROJECTION_RUN(project_range, batch, begin, end, s, false);
}

static GNU_ALWAYS_INLINE wide energy_lanes(const ConstraintSet *set, int32_t i, int count, const WideColumns *x)
{
    const WideColumns d = wide_subtract(&x[0], &x[1]);
    const wide        length2 = wide_dot3(d, d);
    const wide        inverse = wide_where(wide_greater_equal(length2, wide_all(PROJECTION_LENGTH2_MIN)), wide_rsqrt(length2));
    const wide        value = wide_root(length2, inverse) - wide_load(set->rest + i, count);
    return (real)0.5 * value * value;
}

#define ENERGY_VERTICES 2
#include "constraint/energy_range.h"

// The target of a satisfied inequality is its own difference vector: no force. unequal is a compile-time constant.
//
// If a spring has no direction its target shrinks to zero with its length, the same at both ends: momentum is conserved and the result is
// continuous. Zero is the mean of the possible targets of a spring of zero length; the objective still falls, and an iterate is still the
// gradient's.
static GNU_ALWAYS_INLINE real4 target_of(const ConstraintSet *set, int32_t i, real dx, real dy, real dz, bool unequal)
{
    const real square = dx * dx + dy * dy + dz * dz;
    const real length = real_sqrt(square > PROJECTION_LENGTH2_MIN ? square : PROJECTION_LENGTH2_MIN);
    const bool idle = unequal && sense_is_feasible(set->sense[i], (double)(length - set->rest[i]));
    const real ratio = idle ? 1 : set->rest[i] / length;
    return (real4){ratio * dx, ratio * dy, ratio * dz, 0};
}

static GNU_ALWAYS_INLINE void local_range(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target,
                                          bool unequal)
{
    for (int32_t i = begin; i < end; i++) {
        const real4 p = position[set->vertices[2 * i]], q = position[set->vertices[2 * i + 1]];
        target[i] = target_of(set, i, p.x - q.x, p.y - q.y, p.z - q.z, unequal);
    }
}

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    if (set->sense)
        local_range(set, begin, end, position, target, true);
    else
        local_range(set, begin, end, position, target, false);
}

static void nearest(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row)
{
    for (int32_t i = begin; i < end; i++, row++)
        *row = target_of(set, i, row->x, row->y, row->z, set->sense);
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
    rows[1] = -1;
}

// Length and unit direction of constraint i; the direction is zero for a spring of zero length.
static double direction(const ConstraintSet *set, int32_t i, const double4 *x, double4 *n)
{
    const double4 d = double4_sub(x[set->vertices[2 * i]], x[set->vertices[2 * i + 1]]);
    const double  length = double4_norm(d);
    *n = double4_scale(length > 0 ? 1 / length : 0, d);
    return length;
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        double4 n;
        value[i - begin] = direction(set, i, x, &n) - constraint_rest(set, 0, i);
        if (gradient) {
            gradient[2 * (i - begin)] = n;
            gradient[2 * (i - begin) + 1] = double4_scale(-1, n);
        }
    }
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const double k = constraint_stiffness(set, i);
        double4      n;
        const double value = direction(set, i, x, &n) - constraint_rest(set, 0, i);
        if (constraint_is_idle(set, i, value))
            continue;
        sum += 0.5 * k * value * value;
        if (gradient) {
            double4_add_to(&gradient[set->vertices[2 * i]], k * value, n);
            double4_add_to(&gradient[set->vertices[2 * i + 1]], -k * value, n);
        }
    }
    return sum;
}

// k (n nᵀ + (1 − l/|d|)(I − n nᵀ)); the factor of I − n nᵀ, an eigenvalue, is negative for a compressed spring.
static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double4      n;
        const double length = direction(set, i, x, &n);
        const bool   idle = constraint_is_idle(set, i, length - constraint_rest(set, 0, i));
        const double k = idle ? 0 : constraint_stiffness(set, i);
        const double v[3] = {n.x, n.y, n.z};
        const double lateral = eigen_filtered(length > 0 ? 1 - constraint_rest(set, 0, i) / length : 1, filter);
        double      *block = blocks + (size_t)(i - begin) * 36;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const double h = k * (v[r] * v[c] + lateral * ((r == c) - v[r] * v[c]));
                block[6 * r + c] = block[6 * (r + 3) + c + 3] = h;
                block[6 * r + c + 3] = block[6 * (r + 3) + c] = -h;
            }
    }
}

// ±(I − n nᵀ) / |d|: k C times this is the lateral part of the Hessian above.
static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double4      n;
        const double length = direction(set, i, x, &n), inverse = length > 0 ? 1 / length : 0;
        const double v[3] = {n.x, n.y, n.z};
        double      *block = blocks + (size_t)(i - begin) * 36;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const double h = inverse * ((r == c) - v[r] * v[c]);
                block[6 * r + c] = block[6 * (r + 3) + c + 3] = h;
                block[6 * r + c + 3] = block[6 * (r + 3) + c] = -h;
            }
    }
}

// ---- vertex blocks, wide ----

static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    other[0] = set->vertices[2 * (size_t)i + 1 - (size_t)j];
    value[0] = constraint_rest(set, 0, i);
    value[1] = h2 * constraint_stiffness(set, i);
}

// A spring of zero length has no direction: no force, and k I.
static GNU_ALWAYS_INLINE void vertex_rows(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, bool majorised,
                                          VertexLanes *out)
{
    VertexLanes sum = *out;
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real      *values = vertex_ell_values(ell, row);
        const WideVector d = vertex_ell_edge(ell, row, 0, position, x);
        const wide       weight = vertex_ell_value(values, 1), length2 = wide_vector_dot(d, d);
        const WideMask   defined = wide_greater_equal(length2, wide_all(PROJECTION_LENGTH2_MIN));
        const wide       inverse = wide_where(defined, wide_rsqrt(length2)), lateral = 1 - vertex_ell_value(values, 0) * inverse;
        const wide       across = majorised ? weight : weight * wide_choose(defined, wide_max(lateral, wide_all(0)), wide_all(1));
        vertex_lanes_add_gradient(&sum, -weight * wide_where(defined, lateral), d);
        vertex_lanes_add_identity(&sum, across);
        if (!majorised)
            vertex_lanes_add_outer(&sum, wide_where(defined, (weight - across) * inverse * inverse), d);
    }
    *out = sum;
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *sum)
{
    if (rule == VERTEX_RULE_MAJORISED)
        vertex_rows(ell, slice, position, x, true, sum);
    else
        vertex_rows(ell, slice, position, x, false, sum);
}

const ConstraintOps constraint_distance = {
    .name = "distance",
    .summary = "spring between two particles; length: rest length, m; stiffness N/m",
    .vertices = 2,
    .components = 1,
    .rows = 1,
    .params = 1,
    .element = ELEMENT_EDGE,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT | TRAIT_SENSE,
    .param_names = (const char *const[]){"length"},
    .measure = measure,
    .refuse = refuse,
    .projection = &(const ProjectionOps){.flops = 28, .wide = project, .plain = project_plain},
    .local_step = &(const LocalStepOps){.flops = 13, .targets = local, .rhs = sliced_ell_local_rhs, .stencil = stencil, .nearest = nearest},
    .vertex_block = &(const VertexBlockOps){.columns = 2, .flops = 41, .entry = vertex_entry, .lanes = vertex_lanes},
    .energy = &(const EnergyOps){.evaluate = evaluate, .total = energy, .wide = wide_energy, .hessian = hessian, .curvature = curvature},
};
