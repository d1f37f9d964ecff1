// polygon_area: C = A − A0, the area inside a closed polygon of particles in the plane x, y, positive if the polygon is
// counter-clockwise: A = ½ Σ (x_m y_{m+1} − x_{m+1} y_m). ∇_mA is half the chord between both neighbours, turned clockwise by 90°. z is
// ignored.
#include "constraint/private/group_projection.h"
#include "constraint/private/rest_size.h"

static int32_t next_of(int32_t m, int32_t members)
{
    return m + 1 < members ? m + 1 : 0;
}

// Differences of positions do not depend on the origin.
static GNU_ALWAYS_INLINE double4 gradient_of(const ConstraintSet *set, int32_t i, int32_t m, double4 origin, GroupPoints x)
{
    const int32_t  members = group_members(set, i);
    const int32_t *vertices = set->vertices + set->groups->start[i];
    const double4  before = group_point(x, vertices[m ? m - 1 : members - 1]), after = group_point(x, vertices[next_of(m, members)]);
    (void)origin;
    return (double4){0.5 * (after.y - before.y), 0.5 * (before.x - after.x), 0, 0};
}

static double goal(const ConstraintSet *set, int32_t i)
{
    return constraint_rest(set, 0, i);
}

static const GroupForm FORM = {.gradient = gradient_of, .degree = 2, .goal = goal};
#include "constraint/private/group_form_body.h"

static void measure_group(const ConstraintSet *set, int32_t i, const double4 *x, double *rest)
{
    rest[0] = group_form_value(&FORM, set, i, group_points_exact(x));
}

static const char *refuse(const double *rest)
{
    return isfinite(rest[0]) && rest[0] > 0 ? NULL
                                            : "a polygon needs an area above zero; list its particles counter-clockwise, seen from z > 0";
}

// The sides of the polygon, in order.
static int32_t couplings(const ConstraintSet *set, int32_t i, int32_t (*pairs)[2])
{
    const int32_t  members = group_members(set, i);
    const int32_t *vertices = set->vertices + set->groups->start[i];
    for (int32_t m = 0; pairs && m < members; m++) {
        pairs[m][0] = vertices[m];
        pairs[m][1] = vertices[next_of(m, members)];
    }
    return members;
}

// k ∇C∇Cᵀ + k C ∇²C; the block of a side is −½ k C [e_z]ₓ.
static void group_hessian(const ConstraintSet *set, int32_t i, const double4 *x, double theta, GroupHessian *out)
{
    const int32_t members = group_members(set, i);
    const double  k = constraint_stiffness(set, i);
    double        value;
    group_hessian_clear(set, i, out);
    group_form_evaluate(&FORM, set, i, x, &value, out->direction);
    if (constraint_is_idle(set, i, value))
        return;
    out->factor[out->directions++] = k;
    for (int32_t m = 0; m < members; m++)
        group_hessian_add(out, m, m, next_of(m, members), (double4){0, 0, -0.5 * k * value, 0}, theta);
}

const ConstraintOps constraint_polygon_area = {
    .name = "polygon_area",
    .summary = "area inside a closed polygon of particles in the x, y plane; area: rest area, m²; stiffness N/m³",
    GROUP_FORM_OPS(18),
    .params = 1,
    .element = ELEMENT_POLYGON,
    .param_names = (const char *const[]){"area"},
    .refuse = refuse,
    .rest_size = rest_size_given,
};
