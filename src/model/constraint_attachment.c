// attachment: C = |x − p|, a spring of no length that holds a particle at a point p. E = ½ k |x − p|², PD target p.
// At x = p the constraint has no gradient and moves nothing; the energy is smooth there.
#include "base/gnu.h"
#include "model/constraint.h"

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

static GNU_ALWAYS_INLINE void project_one(const Batch *batch, int32_t i, const Sweep *s, bool compliant, bool jacobi)
{
    const ConstraintSet *set = batch->set;
    const int32_t        a = set->vertices[i];
    const real4          p = s->position[a];
    const real          *target = set->rest + i;
    const real           dx = p.x - target[0], dy = p.y - target[set->count], dz = p.z - target[2 * (size_t)set->count];
    const real           length = real_sqrt(dx * dx + dy * dy + dz * dz);
    const real           alpha = compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real           old = compliant ? s->lambda[i] : 0;
    const real           weight = p.w + alpha;
    const bool           moves = weight > 0 && length > 0;
    real                 change = moves ? -s->relaxation * (length + alpha * old) / weight : 0;
    if (jacobi)
        change *= s->weight[i];
    const real scale = moves ? p.w * change / length : 0;
    if (compliant)
        s->lambda[i] = old + change;
    if (jacobi)
        s->correction[i] = (real4){scale * dx, scale * dy, scale * dz, 0};
    else
        s->position[a] = (real4){p.x + scale * dx, p.y + scale * dy, p.z + scale * dz, p.w};
}

static void project(const Batch *batch, int32_t begin, int32_t end, const Sweep *s)
{
    for (int32_t i = begin; i < end; i++)
        project_one(batch, i, s, s->lambda != NULL, s->correction != NULL);
}

// The target of an inequality that is satisfied is where the particle is: it pulls nowhere.
static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    const size_t n = (size_t)set->count;
    for (int32_t i = begin; i < end; i++) {
        target[i] = (real4){set->rest[i], set->rest[n + (size_t)i], set->rest[2 * n + (size_t)i], 0};
        if (set->sense && set->sense[i] == SENSE_AT_LEAST) // |x − p| ≥ 0 always holds
            target[i] = position[set->vertices[i]];
    }
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    (void)set;
    (void)i;
    rows[0] = 1;
}

static double4 offset(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const size_t  n = (size_t)set->count, at = (size_t)i;
    const double4 point = {set->rest_exact[at], set->rest_exact[n + at], set->rest_exact[2 * n + at], 0};
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
        const double k = set->stiffness[i];
        if (isinf(k))
            continue;
        const double4 d = offset(set, i, x);
        sum += 0.5 * k * double4_dot(d, d);
        if (gradient)
            double4_add_to(&gradient[set->vertices[i]], k, d);
    }
    return sum;
}

static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, bool psd, double *blocks)
{
    (void)x;
    (void)psd; // k I is positive definite as it is
    for (int32_t i = begin; i < end; i++)
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                blocks[(size_t)(i - begin) * 9 + (size_t)(3 * r + c)] = r == c && !isinf(set->stiffness[i]) ? set->stiffness[i] : 0;
}

static const char *const PARAMS[] = {"x", "y", "z"};

const ConstraintOps constraint_attachment = {
    .name = "attachment",
    .summary = "spring of no length to a fixed point; x, y, z: the point, m; stiffness N/m",
    .vertices = 1,
    .rows = 1,
    .params = 3,
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
