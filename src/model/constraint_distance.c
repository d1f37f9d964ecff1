// distance: C = |x0 − x1| − l, a spring of stiffness k and rest length l between two particles.
// Projection: PBD 2006 eq. 10-11, XPBD 2016 eq. 18. PD weight k, target l (x0−x1)/|x0−x1| (FMS 2013 eq. 7).
#include "model/projection.h"

static void measure(const double4 *x, double *rest)
{
    rest[0] = double4_norm(double4_sub(x[0], x[1]));
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a spring needs a rest length above zero";
}

// One projection; the variant is a compile-time constant, so each caller below is a loop without branches on it. One division serves
// Δλ = num / weight and the scale Δλ / length alike. A broken constraint, α~ = ∞, ends with an infinite divisor and moves nothing.
static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const lanes4  p = lanes4_load(&s->position[a]), q = lanes4_load(&s->position[b]);
    lanes4        d = p - q;
    d[3] = 0; // the inverse masses stay as they are
    const real   length = real_sqrt(lanes4_dot3(d, d));
    const real   value = length - set->rest[i];
    const real   alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real   old = v.compliant ? s->lambda[i] : 0;
    const Traits t = v.traits ? traits_load(set, s, i) : (Traits){0};
    real         error = value + alpha * old, weight = p[3] + q[3];
    if (v.traits && s->gamma) {
        const lanes4 moved = (p - lanes4_load(&s->previous[a])) - (q - lanes4_load(&s->previous[b]));
        error += traits_damping(t, value, lanes4_dot3(d, moved) / length);
        weight *= 1 + t.gamma;
    }
    const real divisor = (weight + alpha) * length;
    real       scale = 0; // two pins cannot move, and a spring of no length has no direction: no move, no multiplier
    if (GNU_LIKELY(divisor > 0) && (!v.traits || divisor < (real)INFINITY))
        scale = -s->relaxation * error / divisor;
    if (v.jacobi)
        scale *= s->weight[i];
    if (v.traits) {
        const real change = scale * length, kept = traits_change(t, old, change);
        scale = kept == change ? scale : kept / length;
        if (v.compliant)
            s->lambda[i] = old + kept;
    } else if (v.compliant) {
        s->lambda[i] = old + scale * length;
    }
    if (v.jacobi) {
        lanes4_store(&s->correction[2 * i], (p[3] * scale) * d);
        lanes4_store(&s->correction[2 * i + 1], (-q[3] * scale) * d);
    } else {
        lanes4_store(&s->position[a], p + (p[3] * scale) * d);
        lanes4_store(&s->position[b], q - (q[3] * scale) * d);
    }
}

// ∇C·(x − x_n) times the length, of constraints i … i+3.
static GNU_ALWAYS_INLINE lanes4 motion_of_four(const int32_t *vertices, const Sweep *s, const lanes4 p[4], const lanes4 q[4],
                                               const Columns4 *delta)
{
    lanes4 moved[4];
    for (int k = 0; k < 4; k++)
        moved[k] = (p[k] - lanes4_load(&s->previous[vertices[2 * k]])) - (q[k] - lanes4_load(&s->previous[vertices[2 * k + 1]]));
    const Columns4 m = lanes4_transpose(moved);
    return delta->x * m.x + delta->y * m.y + delta->z * m.z;
}

// The same for constraints i … i+3, which share no particle: the lengths, multipliers and scales of the four side by side.
static GNU_ALWAYS_INLINE void project_four(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + 2 * i;
    lanes4         p[4], q[4], d[4];
    for (int k = 0; k < 4; k++) {
        p[k] = lanes4_load(&s->position[vertices[2 * k]]);
        q[k] = lanes4_load(&s->position[vertices[2 * k + 1]]);
        d[k] = p[k] - q[k];
    }
    const Columns4 delta = lanes4_transpose(d);
    const lanes4   wp = {p[0][3], p[1][3], p[2][3], p[3][3]}, wq = {q[0][3], q[1][3], q[2][3], q[3][3]};
    const lanes4   length = lanes4_sqrt(delta.x * delta.x + delta.y * delta.y + delta.z * delta.z);
    const lanes4   value = length - lanes4_load_reals(set->rest + i);
    const lanes4   alpha = v.compliant ? lanes4_load_reals(s->compliance + i) * s->inverse_h2 : lanes4_all(0);
    const lanes4   old = v.compliant ? lanes4_load_reals(s->lambda + i) : lanes4_all(0);
    const Traits4  t = v.traits ? traits4_load(set, s, i) : (Traits4){.gamma = lanes4_all(0)};
    lanes4         error = value + alpha * old, weight = wp + wq;
    if (v.traits && s->gamma) {
        error += traits4_damping(&t, value, motion_of_four(vertices, s, p, q, &delta) / length);
        weight *= 1 + t.gamma;
    }
    const lanes4 divisor = (weight + alpha) * length;
    const lanes4 quotient = -s->relaxation * error / divisor;
    lanes4       scale = lanes4_where(v.traits ? (divisor > 0) & (divisor < (real)INFINITY) : divisor > 0, quotient);
    if (v.jacobi)
        scale *= lanes4_load_reals(s->weight + i);
    if (v.traits) {
        const lanes4 change = scale * length, kept = traits4_change(&t, old, change);
        scale = lanes4_choose(kept == change, scale, kept / length);
        if (v.compliant)
            lanes4_store_reals(s->lambda + i, old + kept);
    } else if (v.compliant) {
        lanes4_store_reals(s->lambda + i, old + scale * length);
    }
    const lanes4 sp = wp * scale, sq = wq * scale;
    for (int k = 0; k < 4; k++) {
        d[k][3] = 0;
        if (v.jacobi) {
            lanes4_store(&s->correction[2 * (i + k)], sp[k] * d[k]);
            lanes4_store(&s->correction[2 * (i + k) + 1], -sq[k] * d[k]);
        } else {
            lanes4_store(&s->position[vertices[2 * k]], p[k] + sp[k] * d[k]);
            lanes4_store(&s->position[vertices[2 * k + 1]], q[k] - sq[k] * d[k]);
        }
    }
}

static GNU_ALWAYS_INLINE void project_range(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep, Projection v)
{
    // Copies that no store can alias: the compiler keeps their fields in registers.
    const ConstraintSet set = *batch->set;
    const Sweep         s = *sweep;
    int32_t             i = begin;
    if (batch->disjoint || v.jacobi)
        for (; i + 4 <= end; i += 4)
            project_four(&set, i, &s, v);
    for (; i < end; i++)
        project_one(&set, i, &s, v);
}

static GNU_ALWAYS_INLINE void project_as(const Batch *batch, int32_t begin, int32_t end, const Sweep *s, bool traits)
{
    if (s->correction && s->lambda)
        project_range(batch, begin, end, s, (Projection){.compliant = true, .jacobi = true, .traits = traits});
    else if (s->correction)
        project_range(batch, begin, end, s, (Projection){.jacobi = true, .traits = traits});
    else if (s->lambda)
        project_range(batch, begin, end, s, (Projection){.compliant = true, .traits = traits});
    else
        project_range(batch, begin, end, s, (Projection){.traits = traits});
}

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    if (projection_has_traits(batch->set, s))
        project_as(batch, begin, end, s, true);
    else
        project_as(batch, begin, end, s, false);
}

// The target of an inequality that is satisfied is where it is: it pulls nowhere. unequal is a compile-time constant.
static GNU_ALWAYS_INLINE void local_range(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target,
                                          bool unequal)
{
    for (int32_t i = begin; i < end; i++) {
        const real4 p = position[set->vertices[2 * i]], q = position[set->vertices[2 * i + 1]];
        const real  dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        const real  length = real_sqrt(dx * dx + dy * dy + dz * dz);
        if (unequal && sense_is_feasible(set->sense[i], (double)(length - set->rest[i]))) {
            target[i] = (real4){dx, dy, dz, 0};
        } else if (GNU_LIKELY(length > 0)) {
            const real scale = set->rest[i] / length;
            target[i] = (real4){scale * dx, scale * dy, scale * dz, 0};
        }
    }
}

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    if (set->sense)
        local_range(set, begin, end, position, target, true);
    else
        local_range(set, begin, end, position, target, false);
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
    rows[1] = -1;
}

// Length and unit direction of constraint i; the direction is zero for a spring of no length.
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

// Whether constraint i is an inequality that is satisfied: no energy, no force.
static bool is_idle(const ConstraintSet *set, int32_t i, double value)
{
    return set->sense && sense_is_feasible(set->sense[i], value);
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const double k = constraint_stiffness(set, i);
        if (isinf(k))
            continue;
        double4      n;
        const double value = direction(set, i, x, &n) - constraint_rest(set, 0, i);
        if (is_idle(set, i, value))
            continue;
        sum += 0.5 * k * value * value;
        if (gradient) {
            double4_add_to(&gradient[set->vertices[2 * i]], k * value, n);
            double4_add_to(&gradient[set->vertices[2 * i + 1]], -k * value, n);
        }
    }
    return sum;
}

// k (n nᵀ + (1 − l/|d|)(I − n nᵀ)); the second factor is negative for a compressed spring and is clamped at 0 for psd.
static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, bool psd, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double4      n;
        const double length = direction(set, i, x, &n);
        const bool   idle = isinf(constraint_stiffness(set, i)) || is_idle(set, i, length - constraint_rest(set, 0, i));
        const double k = idle ? 0 : constraint_stiffness(set, i);
        const double v[3] = {n.x, n.y, n.z};
        double       lateral = length > 0 ? 1 - constraint_rest(set, 0, i) / length : 1;
        if (psd && lateral < 0)
            lateral = 0;
        double *block = blocks + (size_t)(i - begin) * 36;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const double h = k * (v[r] * v[c] + lateral * ((r == c) - v[r] * v[c]));
                block[6 * r + c] = block[6 * (r + 3) + c + 3] = h;
                block[6 * r + c + 3] = block[6 * (r + 3) + c] = -h;
            }
    }
}

// ±(I − n nᵀ) / |d|: what the lateral part of the Hessian above is k C times of.
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

static const char *const PARAMS[] = {"length"};

const ConstraintOps constraint_distance = {
    .name = "distance",
    .summary = "spring between two particles; length: rest length, m; stiffness N/m",
    .vertices = 2,
    .rows = 1,
    .params = 1,
    .project_flops = 28,
    .local_flops = 13,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .project = project,
    .local = local,
    .stencil = stencil,
    .evaluate = evaluate,
    .energy = energy,
    .hessian = hessian,
    .curvature = curvature,
};
