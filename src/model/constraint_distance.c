// distance: C = |x0 − x1| − l, a spring of stiffness k and rest length l between two particles.
// Projection: PBD 2006 eq. 10-11, XPBD 2016 eq. 18. PD weight k, target l (x0−x1)/|x0−x1| (FMS 2013 eq. 7).
#include "base/gnu.h"
#include "math/wide.h"
#include "model/constraint.h"

static void measure(const double4 *x, double *rest)
{
    rest[0] = double4_norm(double4_sub(x[0], x[1]));
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a spring needs a rest length above zero";
}

// One projection; the flags are compile-time constants, so each caller below is a loop without branches on them. One division serves
// Δλ = num / weight and the scale Δλ / length alike.
static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, bool compliant, bool jacobi)
{
    const int32_t a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const lanes4  p = lanes4_load(&s->position[a]), q = lanes4_load(&s->position[b]);
    lanes4        d = p - q;
    d[3] = 0; // the inverse masses stay as they are
    const real length = real_sqrt(lanes4_dot3(d, d));
    const real alpha = compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real old = compliant ? s->lambda[i] : 0;
    const real divisor = (p[3] + q[3] + alpha) * length;
    real       scale = 0; // two pins cannot move, and a spring of no length has no direction: no move, no multiplier
    if (GNU_LIKELY(divisor > 0))
        scale = -s->relaxation * ((length - set->rest[i]) + alpha * old) / divisor;
    if (jacobi)
        scale *= s->weight[i];
    if (compliant)
        s->lambda[i] = old + scale * length;
    if (jacobi) {
        lanes4_store(&s->correction[2 * i], (p[3] * scale) * d);
        lanes4_store(&s->correction[2 * i + 1], (-q[3] * scale) * d);
    } else {
        lanes4_store(&s->position[a], p + (p[3] * scale) * d);
        lanes4_store(&s->position[b], q - (q[3] * scale) * d);
    }
}

// The same for constraints i … i+3, which share no particle: the lengths, multipliers and scales of the four side by side.
static GNU_ALWAYS_INLINE void project_four(const ConstraintSet *set, int32_t i, const Sweep *s, bool compliant, bool jacobi)
{
    const int32_t *v = set->vertices + 2 * i;
    lanes4         p[4], q[4], d[4];
    for (int k = 0; k < 4; k++) {
        p[k] = lanes4_load(&s->position[v[2 * k]]);
        q[k] = lanes4_load(&s->position[v[2 * k + 1]]);
        d[k] = p[k] - q[k];
    }
    const Columns4 delta = lanes4_transpose(d);
    const lanes4   wp = {p[0][3], p[1][3], p[2][3], p[3][3]}, wq = {q[0][3], q[1][3], q[2][3], q[3][3]};
    const lanes4   length = lanes4_sqrt(delta.x * delta.x + delta.y * delta.y + delta.z * delta.z);
    const lanes4   alpha = compliant ? lanes4_load_reals(s->compliance + i) * s->inverse_h2 : lanes4_all(0);
    const lanes4   old = compliant ? lanes4_load_reals(s->lambda + i) : lanes4_all(0);
    const lanes4   divisor = (wp + wq + alpha) * length;
    const lanes4   quotient = -s->relaxation * ((length - lanes4_load_reals(set->rest + i)) + alpha * old) / divisor;
    lanes4         scale = lanes4_where(divisor > 0, quotient);
    if (jacobi)
        scale *= lanes4_load_reals(s->weight + i);
    if (compliant)
        lanes4_store_reals(s->lambda + i, old + scale * length);
    const lanes4 sp = wp * scale, sq = wq * scale;
    for (int k = 0; k < 4; k++) {
        d[k][3] = 0;
        if (jacobi) {
            lanes4_store(&s->correction[2 * (i + k)], sp[k] * d[k]);
            lanes4_store(&s->correction[2 * (i + k) + 1], -sq[k] * d[k]);
        } else {
            lanes4_store(&s->position[v[2 * k]], p[k] + sp[k] * d[k]);
            lanes4_store(&s->position[v[2 * k + 1]], q[k] - sq[k] * d[k]);
        }
    }
}

static GNU_ALWAYS_INLINE void project_range(const Batch *batch, int32_t begin, int32_t end, const Sweep *sweep, bool compliant, bool jacobi)
{
    // Copies that no store can alias: the compiler keeps their fields in registers.
    const ConstraintSet set = *batch->set;
    const Sweep         s = *sweep;
    int32_t             i = begin;
    if (batch->disjoint || jacobi)
        for (; i + 4 <= end; i += 4)
            project_four(&set, i, &s, compliant, jacobi);
    for (; i < end; i++)
        project_one(&set, i, &s, compliant, jacobi);
}

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    if (s->correction && s->lambda)
        project_range(batch, begin, end, s, true, true);
    else if (s->correction)
        project_range(batch, begin, end, s, false, true);
    else if (s->lambda)
        project_range(batch, begin, end, s, true, false);
    else
        project_range(batch, begin, end, s, false, false);
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
        value[i - begin] = direction(set, i, x, &n) - set->rest_exact[i];
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
        const double k = set->stiffness[i];
        if (isinf(k))
            continue;
        double4      n;
        const double value = direction(set, i, x, &n) - set->rest_exact[i];
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
        const double length = direction(set, i, x, &n), k = isinf(set->stiffness[i]) ? 0 : set->stiffness[i];
        const double v[3] = {n.x, n.y, n.z};
        double       lateral = length > 0 ? 1 - set->rest_exact[i] / length : 1;
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

static const char *const PARAMS[] = {"length"};

const ConstraintOps constraint_distance = {
    .name = "distance",
    .summary = "spring between two particles; length: rest length, m; stiffness N/m",
    .vertices = 2,
    .rows = 1,
    .params = 1,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .project = project,
    .local = local,
    .stencil = stencil,
    .evaluate = evaluate,
    .energy = energy,
    .hessian = hessian,
};
