// The projections of a kind with one component: everything but C and ∇C, written once for kinds of 1 … 4 particles.
//
// A kind's file includes constraint/projection.h, defines
//
//   SCALAR_VERTICES   V
//   scalar_wide       C and ∇C of the constraints i … i + count − 1, one in a lane; rest values by wide_load(set->rest + …, count), which
//                     gives 0 beyond count; results of those lanes are never stored
//   scalar_plain      C and ∇C of constraint i, in the form of the papers
//
// and then includes this header, which defines project, project_plain, wide_energy and SCALAR_OPS for its table. Both functions get the
// particles' positions, with the inverse mass in w, and return where C has a gradient. If it has none, or a zero one, the constraint has no
// effect and no multiplier. The gradient must be finite even then, as 0 · ∞ is NaN: a function that divides sets its reciprocals to 0
// first. If C and its gradient are exactly 0, as between strain limits, the multiplier returns to 0 without a move.
#ifndef WEFT_CONSTRAINT_SCALAR_PROJECTION_H
#define WEFT_CONSTRAINT_SCALAR_PROJECTION_H

#include "constraint/projection.h"

// ---- plain ----

// Δλ of constraint i. Pins alone cannot move; a broken constraint, α~ = ∞, has an infinite divisor: no move, no multiplier.
static GNU_ALWAYS_INLINE real scalar_change(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, const real4 *x, real value,
                                            const real4 *gradient)
{
    const int32_t *vertices = set->vertices + SCALAR_VERTICES * (size_t)i;
    const real     alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0;
    const real     old = v.compliant ? s->lambda[i] : 0;
    const Traits   t = v.traits ? traits_load(set, s, i) : (Traits){0};
    real           error = value + alpha * old, weight = 0, slope2 = 0, motion = 0;
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const real norm2 = gradient[j].x * gradient[j].x + gradient[j].y * gradient[j].y + gradient[j].z * gradient[j].z;
        weight += x[j].w * norm2;
        slope2 += norm2;
    }
    if (v.traits && s->gamma) {
        for (int j = 0; j < SCALAR_VERTICES; j++) {
            const real4 from = s->previous[vertices[j]];
            motion += gradient[j].x * (x[j].x - from.x) + gradient[j].y * (x[j].y - from.y) + gradient[j].z * (x[j].z - from.z);
        }
        error += traits_damping(t, value, motion);
        weight *= 1 + t.gamma;
    }
    const real divisor = weight + alpha;
    if (!((slope2 > 0 || (value <= 0 && value >= 0)) && divisor > 0 && (!v.traits || divisor < (real)INFINITY)))
        return 0;
    const real change = -s->relaxation * error / divisor * (v.jacobi ? s->weight[i] : 1);
    return v.traits ? traits_change(t, old, change) : change;
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + SCALAR_VERTICES * (size_t)i;
    real4          x[SCALAR_VERTICES], gradient[SCALAR_VERTICES];
    real           value;
    projection_load(SCALAR_VERTICES, s->position, vertices, x);
    const bool defined = scalar_plain(set, i, x, &value, gradient);
    const real change = defined ? scalar_change(set, i, s, v, x, value, gradient) : 0;
    if (v.compliant)
        s->lambda[i] += change;
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const real  scale = x[j].w * change;
        const real4 move = {scale * gradient[j].x, scale * gradient[j].y, scale * gradient[j].z, 0};
        projection_move(SCALAR_VERTICES, s, v, i, j, vertices[j], x[j], move);
    }
}

// ---- wide: WIDE_LANES constraints that share no particle ----

// ∇C·(x − x_n)
static GNU_ALWAYS_INLINE wide scalar_motion(const real4 *previous, const int32_t *vertices, const WideColumns *x,
                                            const WideColumns *gradient)
{
    wide motion = wide_all(0);
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const WideBlocks  blocks = wide_load_blocks(previous, vertices + j, SCALAR_VERTICES);
        const WideColumns from = wide_columns(&blocks), moved = {x[j].x - from.x, x[j].y - from.y, x[j].z - from.z, x[j].w};
        motion += wide_dot3(gradient[j], moved);
    }
    return motion;
}

static GNU_ALWAYS_INLINE wide wide_scalar_change(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                                 const int32_t *vertices, const WideColumns *x, wide value, const WideColumns *gradient,
                                                 WideMask defined)
{
    const wide       alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    const wide       old = v.compliant ? wide_load(s->lambda + i, count) : wide_all(0);
    const WideTraits t = v.traits ? wide_traits_load(set, s, i, count) : (WideTraits){.gamma = wide_all(0)};
    wide             error = v.compliant ? wide_fma(alpha, old, value) : value, weight = wide_all(0), slope2 = wide_all(0);
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const wide norm2 = wide_dot3(gradient[j], gradient[j]);
        weight = wide_fma(x[j].w, norm2, weight);
        slope2 += norm2;
    }
    if (v.traits && s->gamma) {
        error += wide_traits_damping(&t, value, scalar_motion(s->previous, vertices, x, gradient));
        weight *= 1 + t.gamma;
    }
    const wide     divisor = weight + alpha;
    const WideMask slopes = wide_less(wide_all(0), slope2),
                   met = wide_both(wide_greater_equal(value, wide_all(0)), wide_greater_equal(wide_all(0), value));
    WideMask moves = wide_both(wide_both(defined, wide_either(slopes, met)), wide_less(wide_all(0), divisor));
    if (v.traits)
        moves = wide_both(moves, wide_less(divisor, wide_all((real)INFINITY)));
    wide gain = -s->relaxation * wide_reciprocal(divisor);
    if (v.jacobi)
        gain *= wide_load(s->weight + i, count);
    wide change = wide_where(moves, error * gain);
    if (v.traits)
        change = wide_traits_change(&t, old, change);
    if (v.compliant)
        wide_store(s->lambda + i, old + change, count);
    return change;
}

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    WideColumns x[SCALAR_VERTICES], gradient[SCALAR_VERTICES];
    wide        value;
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const WideBlocks blocks = wide_load_blocks(s->position, vertices + j, SCALAR_VERTICES);
        x[j] = wide_columns(&blocks);
    }
    const WideMask defined = scalar_wide(set, i, count, x, &value, gradient);
    const wide     change = wide_scalar_change(set, i, count, s, v, vertices, x, value, gradient, defined);
    for (int j = 0; j < SCALAR_VERTICES; j++) {
        const wide        scale = x[j].w * change;
        const WideColumns g = gradient[j];
        const WideColumns to =
            v.jacobi ? (WideColumns){scale * g.x, scale * g.y, scale * g.z, wide_all(0)}
                     : (WideColumns){wide_fma(scale, g.x, x[j].x), wide_fma(scale, g.y, x[j].y), wide_fma(scale, g.z, x[j].z), x[j].w};
        const WideBlocks moved = wide_blocks(&to);
        if (v.jacobi)
            wide_store_each(s->correction + SCALAR_VERTICES * (size_t)i + j, SCALAR_VERTICES, moved, count);
        else
            wide_store_blocks(s->position, vertices + j, SCALAR_VERTICES, moved, count);
    }
}

#define PROJECTION_VERTICES SCALAR_VERTICES
#include "constraint/projection_range.h"

// ½ C²
static GNU_ALWAYS_INLINE wide energy_lanes(const ConstraintSet *set, int32_t i, int count, const WideColumns *x)
{
    WideColumns gradient[SCALAR_VERTICES]; // the compiler removes it
    wide        value;
    scalar_wide(set, i, count, x, &value, gradient);
    return (real)0.5 * value * value;
}

#define ENERGY_VERTICES SCALAR_VERTICES
#include "constraint/energy_range.h"

// The table entries shared by such kinds with the energy ½ k C²; the kind's file defines `evaluate`; second: the slot `curvature`.
#define SCALAR_OPS(projection_flops, second) \
    .vertices = SCALAR_VERTICES, .components = 1, \
    .projection = &(const ProjectionOps){.wide = project, .plain = project_plain, .flops = (projection_flops)}, \
    .energy = &(const EnergyOps) \
    { \
        .evaluate = evaluate, .total = quadratic_energy, .wide = wide_energy, .hessian = quadratic_hessian, .curvature = second \
    }

#endif
