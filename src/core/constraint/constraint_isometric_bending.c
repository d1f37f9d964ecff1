// isometric_bending (Bergou 2006): the bending of two triangles with a common edge x0 x1, quadratic in the positions: E = ½ k |√q K x|²
// with the cotangents K of Wardetzky and q = 3 / (A0 + A1). The three components are the coordinates of C = Σ_j c_j x_j, c = √q K: linear,
// so E = ½ k C·C has a constant Hessian, and PD one row with the target 0. Its rest shape is flat.
//
// The c_j sum to 0; to keep that true under rounding, c_0 is taken as −(c_1 + c_2 + c_3).
//
// A material gives k = D / 3, D = E t³ / (12 (1 − ν²)). With q = 3 / (A0 + A1) a hinge represents a third of its triangles, but a bent
// sheet has its curvature in the hinges across the bending direction, and k = D is three times too stiff. For small angles this equals
// dihedral, including its notes on meshes and directions.
#include "constraint/material.h"
#include "constraint/private/linear_row.h"
#include "constraint/private/rest_size.h"
#include "constraint/projection.h"
#include "constraint/quadratic.h"
#include "constraint/vertex_ell.h"

enum { V = 4, AXES = 3 };

static double cotangent(double4 a, double4 b) // of the angle between a and b
{
    return double4_dot(a, b) / double4_norm(double4_cross(a, b));
}

// |√q K x| / |K x|: √q, from twice the areas of both triangles.
static double area_factor(const double4 *x)
{
    const double4 e = double4_sub(x[1], x[0]);
    const double  twice = double4_norm(double4_cross(e, double4_sub(x[2], x[0]))) + double4_norm(double4_cross(e, double4_sub(x[3], x[0])));
    return sqrt(6 / twice);
}

static void measure(const double4 *x, double *rest)
{
    const double4 e = double4_sub(x[1], x[0]), back = double4_scale(-1, e);
    const double  scale = area_factor(x);
    const double  at0[2] = {cotangent(e, double4_sub(x[2], x[0])), cotangent(e, double4_sub(x[3], x[0]))};
    const double  at1[2] = {cotangent(back, double4_sub(x[2], x[1])), cotangent(back, double4_sub(x[3], x[1]))};
    rest[0] = scale * (at1[0] + at1[1]);
    rest[1] = scale * (at0[0] + at0[1]);
    rest[2] = -scale * (at0[0] + at1[0]);
    rest[3] = -scale * (at0[1] + at1[1]);
}

static const char *refuse(const double *rest)
{
    double sum = 0, size = 0;
    for (int j = 0; j < V; j++) {
        sum += rest[j];
        size += fabs(rest[j]);
    }
    if (!isfinite(size) || size == 0)
        return "bending needs two triangles with area";
    return fabs(sum) <= 1e-6 * size ? NULL : "the coefficients of bending must add up to zero";
}

static void material(const Material *m, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)x;
    (void)count;
    (void)rest;
    *stiffness = material_bending(m) / 3;
}

// ---- projection, plain: three rows with the same ∇C W ∇Cᵀ, each along an axis ----

static GNU_ALWAYS_INLINE void coefficients(const ConstraintSet *set, int32_t i, real *c)
{
    for (int j = 1; j < V; j++)
        c[j] = set->rest[(size_t)j * (size_t)set->count + (size_t)i];
    c[0] = -(c[1] + c[2] + c[3]);
}

// Δλ of the three components.
static GNU_ALWAYS_INLINE real4 change_of(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, const real *c, const real4 *x)
{
    const int32_t *vertices = set->vertices + V * (size_t)i;
    const real     alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0, gamma = v.traits && s->gamma ? s->gamma[i] : 0;
    real4          error = linear_row(V, c, x);
    real           weight = 0;
    for (int j = 0; j < V; j++)
        weight += x[j].w * c[j] * c[j];
    if (v.compliant) {
        const real  *lambda = s->lambda + i;
        const size_t n = (size_t)set->count;
        error = (real4){error.x + alpha * lambda[0], error.y + alpha * lambda[n], error.z + alpha * lambda[2 * n], 0};
    }
    if (v.traits && s->gamma) {
        real4 moved[V];
        linear_row_moved(V, s->previous, vertices, x, moved);
        const real4 motion = linear_row(V, c, moved);
        error = (real4){error.x + gamma * motion.x, error.y + gamma * motion.y, error.z + gamma * motion.z, 0};
        weight *= 1 + gamma;
    }
    const real divisor = weight + alpha;
    if (!(divisor > 0 && (!v.traits || divisor < (real)INFINITY)))
        return (real4){0};
    const real gain = -s->relaxation / divisor * (v.jacobi ? s->weight[i] : 1);
    return (real4){gain * error.x, gain * error.y, gain * error.z, 0};
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + V * (size_t)i;
    const size_t   n = (size_t)set->count;
    real4          x[V];
    real           c[V];
    projection_load(V, s->position, vertices, x);
    coefficients(set, i, c);
    const real4 change = change_of(set, i, s, v, c, x);
    if (v.compliant) {
        s->lambda[i] += change.x;
        s->lambda[n + (size_t)i] += change.y;
        s->lambda[2 * n + (size_t)i] += change.z;
    }
    for (int j = 0; j < V; j++) {
        const real  scale = x[j].w * c[j];
        const real4 move = {scale * change.x, scale * change.y, scale * change.z, 0};
        projection_move(V, s, v, i, j, vertices[j], x[j], move);
    }
}

// ---- projection, wide ----

// Δλ of the three components; adds it to λ.
static GNU_ALWAYS_INLINE WideColumns wide_change(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                                 const int32_t *vertices, const wide *c, const WideColumns *x)
{
    const wide        alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    real             *lambda[AXES] = {s->lambda + i, s->lambda + i + set->count, s->lambda + i + 2 * (size_t)set->count};
    wide              error[AXES], weight = wide_all(0);
    const WideColumns value = linear_row_wide(V, c, x);
    error[0] = value.x, error[1] = value.y, error[2] = value.z;
    for (int j = 0; j < V; j++)
        weight = wide_fma(x[j].w * c[j], c[j], weight);
    if (v.traits && s->gamma) {
        const wide  gamma = wide_load(s->gamma + i, count);
        WideColumns moved[V];
        linear_row_moved_wide(V, s->previous, vertices, x, moved);
        const WideColumns motion = linear_row_wide(V, c, moved);
        error[0] = wide_fma(gamma, motion.x, error[0]);
        error[1] = wide_fma(gamma, motion.y, error[1]);
        error[2] = wide_fma(gamma, motion.z, error[2]);
        weight *= 1 + gamma;
    }
    const wide divisor = weight + alpha;
    WideMask   moves = wide_less(wide_all(0), divisor);
    if (v.traits)
        moves = wide_both(moves, wide_less(divisor, wide_all((real)INFINITY)));
    wide gain = -s->relaxation * wide_reciprocal(divisor);
    if (v.jacobi)
        gain *= wide_load(s->weight + i, count);
    for (int a = 0; a < AXES; a++) {
        const wide old = v.compliant ? wide_load(lambda[a], count) : wide_all(0);
        error[a] = wide_where(moves, wide_fma(alpha, old, error[a]) * gain);
        if (v.compliant)
            wide_store(lambda[a], old + error[a], count);
    }
    return (WideColumns){error[0], error[1], error[2], wide_all(0)};
}

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    WideColumns x[V];
    wide        c[V];
    wide_projection_load(V, s->position, vertices, x);
    for (int j = 1; j < V; j++)
        c[j] = wide_load(set->rest + (size_t)j * (size_t)set->count + i, count);
    c[0] = -(c[1] + c[2] + c[3]);
    const WideColumns change = wide_change(set, i, count, s, v, vertices, c, x);
    for (int j = 0; j < V; j++) {
        const wide        scale = x[j].w * c[j];
        const WideColumns to = v.jacobi ? wide_scale(scale, &change)
                                        : (WideColumns){wide_fma(scale, change.x, x[j].x), wide_fma(scale, change.y, x[j].y),
                                                        wide_fma(scale, change.z, x[j].z), x[j].w};
        wide_projection_store(V, s, v, i, j, vertices, &to, count);
    }
}

#define PROJECTION_VERTICES V
#include "constraint/projection_range.h"

// ½ |Σ c x|²
static GNU_ALWAYS_INLINE wide energy_lanes(const ConstraintSet *set, int32_t i, int count, const WideColumns *x)
{
    wide c[V];
    for (size_t j = 1; j < V; j++)
        c[j] = wide_load(set->rest + j * (size_t)set->count + i, count);
    const WideColumns value = linear_row_wide(V, c, x);
    return (real)0.5 * wide_dot3(value, value);
}

#define ENERGY_VERTICES V
#include "constraint/energy_range.h"

// ---- projective dynamics, metrics and Newton ----

static void exact_coefficients(const ConstraintSet *set, int32_t i, double *c)
{
    for (int j = 1; j < V; j++)
        c[j] = constraint_rest(set, j, i);
    c[0] = -(c[1] + c[2] + c[3]);
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    exact_coefficients(set, i, rows);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const size_t first = AXES * (size_t)(i - begin);
        double       c[V];
        exact_coefficients(set, i, c);
        linear_row_evaluate(V, c, set->vertices + V * (size_t)i, x, value + first, gradient ? gradient + V * first : NULL);
    }
}

// k c cᵀ ⊗ I, which is positive semi-definite.
static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    (void)filter;
    quadratic_hessian(set, begin, end, x, EIGEN_EXACT, blocks);
}

// ---- vertex blocks, wide ----

// Σ c x of the hinge from the vectors to the other three corners.
static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    double c[V];
    exact_coefficients(set, i, c);
    for (int k = 0, to = 0; k < V; k++)
        if (k != j) {
            other[to] = set->vertices[V * (size_t)i + (size_t)k];
            value[to++] = c[k];
        }
    value[3] = h2 * constraint_stiffness(set, i) * c[j];
    value[4] = value[3] * c[j];
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *out)
{
    (void)rule; // quadratic: all rules give the same
    VertexLanes sum = *out;
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real *values = vertex_ell_values(ell, row);
        WideVector  bend = wide_vector_scale(vertex_ell_value(values, 0), vertex_ell_edge(ell, row, 0, position, x));
        for (int k = 1; k < 3; k++)
            bend = wide_vector_add(bend, vertex_ell_value(values, k), vertex_ell_edge(ell, row, k, position, x));
        vertex_lanes_add_gradient(&sum, vertex_ell_value(values, 3), bend);
        vertex_lanes_add_identity(&sum, vertex_ell_value(values, 4));
    }
    *out = sum;
}

const ConstraintOps constraint_isometric_bending = {
    .name = "isometric_bending",
    .summary = "quadratic bending of two triangles that are flat at rest; c0 … c3: coefficients √q K, 1/m; stiffness N m",
    .vertices = V,
    .components = AXES,
    .rows = 1,
    .params = 4,
    .element = ELEMENT_HINGE,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT,
    .param_names = (const char *const[]){"c0", "c1", "c2", "c3"},
    .measure = measure,
    .refuse = refuse,
    .rest_size = rest_size_flat,
    .material = material,
    .projection = &(const ProjectionOps){.flops = 69, .wide = project, .plain = project_plain},
    .local_step =
        &(const LocalStepOps){.targets = linear_row_targets, .fixed_target = true, .stencil = stencil, .nearest = linear_row_nearest},
    .vertex_block = &(const VertexBlockOps){.columns = 5, .flops = 33, .entry = vertex_entry, .lanes = vertex_lanes},
    .energy =
        &(const EnergyOps){
            .evaluate = evaluate, .total = quadratic_energy, .wide = wide_energy, .hessian = hessian, .curvature = linear_row_curvature},
};
