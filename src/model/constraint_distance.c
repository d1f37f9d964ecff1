// distance: C = |x0 − x1| − l, a spring of stiffness k and rest length l between two particles.
// Projection: PBD 2006 eq. 10-11, XPBD 2016 eq. 18. PD weight k, target l (x0−x1)/|x0−x1| (FMS 2013 eq. 7).
#include "base/gnu.h"
#include "model/constraint.h"

static void measure(const double4 *x, double *rest)
{
    rest[0] = double4_norm(double4_sub(x[0], x[1]));
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL : "a spring needs a rest length above zero";
}

// One projection; the flags are compile-time constants, so each caller below is a loop without branches on them.
static GNU_ALWAYS_INLINE void project_one(const Batch *batch, int32_t i, const Sweep *s, bool compliant, bool jacobi)
{
    const ConstraintSet *set = batch->set;
    const int32_t        a = set->vertices[2 * i], b = set->vertices[2 * i + 1];
    const real4          p = s->position[a], q = s->position[b];
    const real           dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    const real           length = real_sqrt(dx * dx + dy * dy + dz * dz);
    const real           alpha = compliant ? set->compliance[i] * s->inverse_h2 : 0;
    const real           old = compliant ? s->lambda[i] : 0;
    const real           weight = p.w + q.w + alpha;
    const real           value = s->stiffness * (length - set->rest[i]);
    // Two pins cannot move, and a spring of no length has no direction: no move, no multiplier.
    const bool moves = weight > 0 && length > 0;
    real       change = moves ? -(value + alpha * old) / weight : 0;
    if (jacobi)
        change *= s->weight[i];
    const real scale = moves ? change / length : 0;
    const real sa = p.w * scale, sb = -q.w * scale;
    if (compliant)
        s->lambda[i] = old + change;
    if (jacobi) {
        s->correction[2 * i] = (real4){sa * dx, sa * dy, sa * dz, 0};
        s->correction[2 * i + 1] = (real4){sb * dx, sb * dy, sb * dz, 0};
    } else {
        s->position[a] = (real4){p.x + sa * dx, p.y + sa * dy, p.z + sa * dz, p.w};
        s->position[b] = (real4){q.x + sb * dx, q.y + sb * dy, q.z + sb * dz, q.w};
    }
}

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    if (s->correction && s->lambda)
        for (int32_t i = begin; i < end; i++)
            project_one(batch, i, s, true, true);
    else if (s->correction)
        for (int32_t i = begin; i < end; i++)
            project_one(batch, i, s, false, true);
    else if (s->lambda)
        for (int32_t i = begin; i < end; i++)
            project_one(batch, i, s, true, false);
    else
        for (int32_t i = begin; i < end; i++)
            project_one(batch, i, s, false, false);
}

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    for (int32_t i = begin; i < end; i++) {
        const real4 p = position[set->vertices[2 * i]], q = position[set->vertices[2 * i + 1]];
        const real  dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        const real  length = real_sqrt(dx * dx + dy * dy + dz * dz);
        if (GNU_LIKELY(length > 0)) {
            const real scale = set->rest[i] / length;
            target[i] = (real4){scale * dx, scale * dy, scale * dz, 0};
        }
    }
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
