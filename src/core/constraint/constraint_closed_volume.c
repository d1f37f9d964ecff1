// closed_volume: C = V − p V0, the volume inside a closed triangulated surface: p = 1 preserves it, p > 1 inflates it.
// V = Σ x1·(x2 × x3)/6 over the faces, counter-clockwise from outside (PBD 2006, section 4.4); ∇_mV is a sixth of x2 × x3 summed
// over the faces (m, x2, x3) around a particle, which does not depend on the origin, since the surface is closed. Positions are
// measured from the first particle of the surface.
#include "constraint/private/group_projection.h"

static GNU_ALWAYS_INLINE double4 gradient_of(const ConstraintSet *set, int32_t i, int32_t m, double4 origin, GroupPoints x)
{
    const Groups *groups = set->groups;
    const int32_t at = groups->start[i] + m;
    double4       sum = {0};
    for (int32_t e = groups->ring_start[at]; e < groups->ring_start[at + 1]; e++) {
        const double4 a = double4_sub(group_point(x, groups->ring[e][0]), origin),
                      b = double4_sub(group_point(x, groups->ring[e][1]), origin);
        double4_add_to(&sum, 1.0 / 6, double4_cross(a, b));
    }
    return sum;
}

static double goal(const ConstraintSet *set, int32_t i)
{
    return constraint_rest(set, 0, i) * constraint_rest(set, 1, i);
}

static const GroupForm FORM = {.gradient = gradient_of, .degree = 3, .goal = goal};
#include "constraint/private/group_form_body.h"

static void measure_group(const ConstraintSet *set, int32_t i, const double4 *x, double *rest)
{
    rest[0] = group_form_value(&FORM, set, i, group_points_exact(x));
    rest[1] = 1;
}

static const char *refuse(const double *rest)
{
    if (!(isfinite(rest[0]) && rest[0] > 0))
        return "a surface needs a volume above zero; list its faces counter-clockwise, seen from outside";
    return isfinite(rest[1]) && rest[1] > 0 ? NULL : "a pressure (target volume divided by rest volume) must be finite and above zero";
}

// The edges of the surface: each lies in the ring of its lower particle once as (first, …).
static int32_t couplings(const ConstraintSet *set, int32_t i, int32_t (*pairs)[2])
{
    const Groups *groups = set->groups;
    int32_t       count = 0;
    for (int32_t at = groups->start[i]; at < groups->start[i + 1]; at++)
        for (int32_t e = groups->ring_start[at]; e < groups->ring_start[at + 1]; e++)
            if (groups->ring[e][0] > set->vertices[at]) {
                if (pairs) {
                    pairs[count][0] = set->vertices[at];
                    pairs[count][1] = groups->ring[e][0];
                }
                count++;
            }
    return count;
}

// The block of an edge from a to b: that of the faces (a, b, c) and (a, d, b) is [d − c]ₓ / 6.
static double4 edge_axis(const Groups *groups, int32_t at, int32_t entry, const double4 *x)
{
    int32_t other = groups->ring_start[at];
    while (groups->ring[other][1] != groups->ring[entry][0])
        other++;
    return double4_scale(1.0 / 6, double4_sub(x[groups->ring[other][0]], x[groups->ring[entry][1]]));
}

// k ∇C∇Cᵀ + k C ∇²C
static void group_hessian(const ConstraintSet *set, int32_t i, const double4 *x, double theta, GroupHessian *out)
{
    const Groups *groups = set->groups;
    const double  k = constraint_stiffness(set, i);
    int32_t       coupling = 0;
    double        value;
    group_hessian_clear(set, i, out);
    group_form_evaluate(&FORM, set, i, x, &value, out->direction);
    if (constraint_is_idle(set, i, value))
        return;
    out->factor[out->directions++] = k;
    for (int32_t at = groups->start[i]; at < groups->start[i + 1]; at++)
        for (int32_t e = groups->ring_start[at]; e < groups->ring_start[at + 1]; e++)
            if (groups->ring[e][0] > set->vertices[at]) {
                const double4 axis = double4_scale(k * value, edge_axis(groups, at, e, x));
                group_hessian_add(out, coupling++, at - groups->start[i], group_member_of(set, i, groups->ring[e][0]), axis, theta);
            }
}

const ConstraintOps constraint_closed_volume = {
    .name = "closed_volume",
    .summary = "volume inside a closed surface; volume: rest volume, m³; pressure: target volume divided by rest volume; "
               "stiffness N/m⁵",
    GROUP_FORM_OPS(120),
    .params = 2,
    .element = ELEMENT_SURFACE,
    .param_names = (const char *const[]){"volume", "pressure"},
    .refuse = refuse,
    .rest_size = goal,
};
