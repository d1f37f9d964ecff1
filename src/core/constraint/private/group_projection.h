// Projection of a group: Δλ, moves, and the kinds whose C is homogeneous.
//
// If C + goal is homogeneous of degree n in the positions, then C = Σ_m x_m·∇_mC / n − goal (Euler). If ∇C also does not depend on the
// origin, a kind only defines ∇_mC, n and the goal, and uses group_form_* for everything else.
#ifndef WEFT_CONSTRAINT_GROUP_PROJECTION_H
#define WEFT_CONSTRAINT_GROUP_PROJECTION_H

#include "constraint/group.h"

// Positions in either precision; the choice is a constant of an inlined function.
typedef struct GroupPoints {
    bool           is_exact;
    const double4 *exact;
    const real4   *real;
} GroupPoints;

static GNU_ALWAYS_INLINE GroupPoints group_points(const real4 *x)
{
    return (GroupPoints){.real = x};
}

static GNU_ALWAYS_INLINE GroupPoints group_points_exact(const double4 *x)
{
    return (GroupPoints){.is_exact = true, .exact = x};
}

static GNU_ALWAYS_INLINE double4 group_point(GroupPoints points, int32_t particle)
{
    return points.is_exact ? points.exact[particle] : double4_from(points.real[particle]);
}

// λ of group i, 0 for PBD. Every thread reads it before a barrier, and one thread writes it after.
static inline double group_lambda(const Sweep *s, int32_t i)
{
    return s->lambda ? (double)s->lambda[i] : 0;
}

// Δλ of group i, which one thread adds to λ (`old`). weight: Σ w |∇C|², motion: ∇C·(x − x_n), used if the set is damped.
double group_change(const ConstraintSet *set, int32_t i, const Sweep *s, double old, double value, double weight, double motion);

// Moves member m of group i by w · scale · direction, in place or into the corrections of a Jacobi sweep.
static GNU_ALWAYS_INLINE void group_move(const ConstraintSet *set, int32_t i, int32_t m, const Sweep *s, double scale, real4 direction)
{
    const int32_t slot = set->groups->start[i] + m;
    real4        *x = &s->position[set->vertices[slot]];
    const real    by = (real)((double)x->w * scale);
    if (s->correction)
        s->correction[slot] = (real4){by * direction.x, by * direction.y, by * direction.z, 0};
    else
        *x = (real4){x->x + by * direction.x, x->y + by * direction.y, x->z + by * direction.z, x->w};
}

// ---- kinds whose C is homogeneous ----

// A kind's C: ∇_mC from positions less the origin.
typedef struct GroupForm {
    double4 (*gradient)(const ConstraintSet *set, int32_t i, int32_t m, double4 origin, GroupPoints x);
    double degree;
    double (*goal)(const ConstraintSet *set, int32_t i);
} GroupForm;

// C + goal = Σ_m x_m·∇_mC / degree.
static GNU_ALWAYS_INLINE double group_form_value(const GroupForm *form, const ConstraintSet *set, int32_t i, GroupPoints x)
{
    const int32_t *vertices = set->vertices + set->groups->start[i];
    const int32_t  members = group_members(set, i);
    const double4  origin = group_point(x, vertices[0]);
    double         sum = 0;
    for (int32_t m = 0; m < members; m++)
        sum += double4_dot(double4_sub(group_point(x, vertices[m]), origin), form->gradient(set, i, m, origin, x));
    return sum / form->degree;
}

static GNU_ALWAYS_INLINE void group_form_evaluate(const GroupForm *form, const ConstraintSet *set, int32_t i, const double4 *x,
                                                  double *value, double4 *gradient)
{
    const GroupPoints points = group_points_exact(x);
    const double4     origin = x[set->vertices[set->groups->start[i]]];
    *value = group_form_value(form, set, i, points) - form->goal(set, i);
    for (int32_t m = 0; gradient && m < group_members(set, i); m++)
        gradient[m] = form->gradient(set, i, m, origin, points);
}

static GNU_ALWAYS_INLINE double group_form_energy(const GroupForm *form, const ConstraintSet *set, int32_t begin, int32_t end,
                                                  const double4 *x, double4 *gradient)
{
    const GroupPoints points = group_points_exact(x);
    double            sum = 0;
    for (int32_t i = begin; i < end; i++) {
        if (isinf(constraint_stiffness(set, i)))
            continue;
        const int32_t *vertices = set->vertices + set->groups->start[i];
        const double   value = group_form_value(form, set, i, points) - form->goal(set, i), k = constraint_stiffness(set, i);
        if (constraint_is_idle(set, i, value))
            continue;
        sum += 0.5 * k * value * value;
        for (int32_t m = 0; gradient && m < group_members(set, i); m++)
            double4_add_to(&gradient[vertices[m]], k * value, form->gradient(set, i, m, x[vertices[0]], points));
    }
    return sum;
}

// One block: ∇C into work->move, and Σ x·∇C, Σ w |∇C|², Σ ∇C·(x − x_n).
static GNU_ALWAYS_INLINE void group_form_block(const GroupForm *form, const ConstraintSet *set, int32_t i, const Sweep *s,
                                               const GroupWork *work, int32_t block)
{
    const GroupPoints points = group_points(s->position);
    const int32_t    *vertices = set->vertices + set->groups->start[i];
    const double4     origin = group_point(points, vertices[0]);
    double            value = 0, weight = 0, motion = 0;
    for (int32_t m = block * GROUP_BLOCK; m < group_block_end(group_members(set, i), block); m++) {
        const double4 x = group_point(points, vertices[m]), g = form->gradient(set, i, m, origin, points);
        value += double4_dot(double4_sub(x, origin), g);
        weight += x.w * double4_dot(g, g);
        if (s->gamma)
            motion += double4_dot(g, double4_sub(x, double4_from(s->previous[vertices[m]])));
        work->move[m] = (real4){(real)g.x, (real)g.y, (real)g.z, 0};
    }
    double *partial = group_partial(work, block);
    partial[0] = value, partial[1] = weight, partial[2] = motion;
}

static GNU_ALWAYS_INLINE void group_form_project(const GroupForm *form, const ConstraintSet *set, int32_t i, const Sweep *s,
                                                 const GroupWork *work)
{
    const int32_t members = group_members(set, i);
    const double  old = group_lambda(s, i);
    int32_t       from, to;
    double        sum[3];
    group_share(members, &from, &to);
    for (int32_t block = from; block < to; block++)
        group_form_block(form, set, i, s, work, block);
#pragma omp barrier
    group_sum(work, members, 0, 3, sum);
    const double change = group_change(set, i, s, old, sum[0] / form->degree - form->goal(set, i), sum[1], sum[2]);
    for (int32_t block = from; block < to; block++)
        for (int32_t m = block * GROUP_BLOCK; m < group_block_end(members, block); m++)
            group_move(set, i, m, s, change, work->move[m]);
#pragma omp barrier
}

#endif
