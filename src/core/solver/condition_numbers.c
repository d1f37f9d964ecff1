// The laws of condition_list.h on what numbers can hold: positions, lengths and gradients.
#include <stdlib.h>

#include "solver/private/condition_law.h"

// ---- rounding ----

// A solve moves a particle by h² a where a balances external forces.
Status condition_rounding(const ConditionCase *c, Judged *f)
{
    double a = 0;
    if (sizeof(real) == sizeof(double) || !(c->solver->limits & LIMIT_ROUNDED_MOVES) || !(c->model->constraint_count || c->contact))
        return status_ok();
    const double h = condition_substep(c), farthest = condition_largest_coordinate(c);
    if (!(farthest > 0))
        return status_ok();
    const double half = ldexp(0.5 * (double)REAL_EPSILON, ilogb(farthest));
    TRY(condition_largest_acceleration(c, half, &a));
    if (!(a > 0))
        return status_ok();
    *f = (Judged){.value = half / (h * h * a), .bound = 1};
    condition_say(
        f,
        "forces move a particle by %.2g m in a step of %.2g s, and half an ulp of its position is %.2g m: they are lost; take precision "
        "f64, or a longer step",
        h * h * a, h, half);
    return status_ok();
}

// ---- resolution ----

// The shortest distance, above 0, of two particles of a constraint.
static double shortest_length(const ConditionCase *c)
{
    double least = INFINITY;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        const int            v = set->ops->vertices;
        for (int32_t i = 0; i < set->count && !set->groups; i++)
            for (int k = 0; k < v * v; k++) {
                const int32_t *at = set->vertices + (size_t)v * (size_t)i;
                const double   length = double4_norm(double4_sub(state_position(c->state, at[k / v]), state_position(c->state, at[k % v])));
                least = length > 0 ? fmin(least, length) : least;
            }
    }
    return least;
}

// A length between two positions that are each rounded to half an ulp.
Status condition_resolution(const ConditionCase *c, Judged *f)
{
    if (sizeof(real) == sizeof(double))
        return status_ok();
    const double farthest = condition_largest_coordinate(c), length = shortest_length(c);
    const double ulp = farthest > 0 ? ldexp((double)REAL_EPSILON, ilogb(farthest)) : 0;
    const double thickness = c->contact ? c->model->surface->rules.thickness : INFINITY;
    *f = (Judged){.value = ulp / fmin(length, thickness), .bound = 0.01};
    condition_say(f, "an ulp of the positions is %.2g m, and %s %.2g m: rounding stretches it by up to %.2g %%; take precision f64", ulp,
                  length < thickness ? "the shortest length of a constraint" : "the thickness of contact", fmin(length, thickness),
                  100 * f->value);
    return status_ok();
}

// ---- no_gradient ----

// The largest |C| of a component that has no gradient; 0: each has one, or is met.
static double value_without_gradient(const ConstraintSet *set, int32_t i, const double4 *x)
{
    const int v = set->ops->vertices;
    double    value[CONSTRAINT_COMPONENTS_MAX], most = 0;
    double4   gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    set->ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    for (int k = 0; k < set->ops->components; k++) {
        double steepest = 0;
        for (int j = 0; j < v; j++)
            steepest = fmax(steepest, double4_norm(gradient[k * v + j]));
        if (constraint_is_lost(value[k], steepest) && !(set->sense && sense_is_feasible(set->sense[i], value[k])))
            most = fmax(most, fabs(value[k]));
    }
    return most;
}

Status condition_no_gradient(const ConditionCase *c, Judged *f)
{
    double4             *x = NULL;
    const ConstraintSet *set = NULL;
    int32_t              first = 0, count = 0;
    TRY(condition_positions(c, &x));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < c->model->sets[kind].count && !c->model->sets[kind].groups; i++) {
            if (!(value_without_gradient(&c->model->sets[kind], i, x) > 0))
                continue;
            set = count++ ? set : &c->model->sets[kind];
            first = count > 1 ? first : i;
        }
    *f = (Judged){.value = count, .bound = 0};
    if (set)
        condition_say(
            f,
            "%s constraint %d has |C| = %.3g at the start and no gradient, as a spring with both ends at one point (there are %d): "
            "nothing says which way to move; move its particles apart",
            set->ops->name, set->origin[first], value_without_gradient(set, first, x), count);
    free(x);
    return status_ok();
}
