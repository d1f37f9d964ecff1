// plate_bending: the bending of a triangle by its curvature, computed from the particles around it (constraint/plate_patch.h). It is
// quadratic in the positions, E = ½ k Σ_r |Σ_j c_rj x_j|² with three rows of coefficients and k = D. The plate is isotropic on any mesh,
// with any ν, and its borders are free. The nine components are the coordinates of the three rows. They are linear, so E has a constant
// Hessian, and PD three rows with the target 0. Its rest shape is flat.
//
// The rows are projected together (private/plate_rows.h): Δλ = −(S + α~)⁻¹ (C + α~ λ), for each coordinate.
#include "constraint/private/plate_rows.h"
#include "constraint/vertex_ell.h"

enum { AXES = 3, COMPONENTS = ROWS * AXES };

static void measure(const double4 *x, double *rest)
{
    double rows[ROWS][V];
    measure_rows(x, rest, rows);
}

static const char *refuse(const double *rest)
{
    return refuse_rows(rest, COEFFICIENTS);
}

// ---- projection, plain ----

static GNU_ALWAYS_INLINE real4 take(real4 from, real factor, real4 what)
{
    return (real4){from.x - factor * what.x, from.y - factor * what.y, from.z - factor * what.z, 0};
}

// error := S⁻¹ error
static GNU_ALWAYS_INLINE void solve(Factor f, real4 error[ROWS])
{
    error[1] = take(error[1], f.l1, error[0]);
    error[2] = take(take(error[2], f.l2, error[0]), f.l21, error[1]);
    error[2] = (real4){f.d2 * error[2].x, f.d2 * error[2].y, f.d2 * error[2].z, 0};
    error[1] = take((real4){f.d1 * error[1].x, f.d1 * error[1].y, f.d1 * error[1].z, 0}, f.l21, error[2]);
    error[0] = take(take((real4){f.d0 * error[0].x, f.d0 * error[0].y, f.d0 * error[0].z, 0}, f.l1, error[1]), f.l2, error[2]);
}

// Δλ of the rows.
static GNU_ALWAYS_INLINE void changes_of(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, real c[ROWS][V], const real4 *x,
                                         real4 change[ROWS])
{
    const int32_t *vertices = set->vertices + V * (size_t)i;
    const size_t   n = (size_t)set->count;
    const real     alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0, gamma = v.traits && s->gamma ? s->gamma[i] : 0;
    real           a[ROWS][ROWS];
    gram(x, c, gamma, alpha, a);
    for (int r = 0; r < ROWS; r++) {
        change[r] = linear_row(V, c[r], x);
        if (v.compliant) {
            const real *lambda = s->lambda + (size_t)(AXES * r) * n + (size_t)i;
            change[r] = take(change[r], -alpha, (real4){lambda[0], lambda[n], lambda[2 * n], 0});
        }
    }
    if (v.traits && s->gamma) {
        real4 moved[V];
        linear_row_moved(V, s->previous, vertices, x, moved);
        for (int r = 0; r < ROWS; r++)
            change[r] = take(change[r], -gamma, linear_row(V, c[r], moved));
    }
    solve(factorise(a), change);
    const real gain = -s->relaxation * (v.jacobi ? s->weight[i] : 1);
    for (int r = 0; r < ROWS; r++)
        change[r] = (real4){gain * change[r].x, gain * change[r].y, gain * change[r].z, 0};
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + V * (size_t)i;
    const size_t   n = (size_t)set->count;
    real4          x[V], change[ROWS];
    real           c[ROWS][V];
    if (v.traits && v.compliant && !(s->compliance[i] < (real)INFINITY)) // broken
        return;
    projection_load(V, s->position, vertices, x);
    coefficients(set, i, c);
    changes_of(set, i, s, v, c, x, change);
    for (int r = 0; r < ROWS && v.compliant; r++) {
        real *lambda = s->lambda + (size_t)(AXES * r) * n + (size_t)i;
        lambda[0] += change[r].x;
        lambda[n] += change[r].y;
        lambda[2 * n] += change[r].z;
    }
    for (int j = 0; j < V; j++) {
        real4 move = {0};
        for (int r = 0; r < ROWS; r++)
            move = take(move, -x[j].w * c[r][j], change[r]);
        projection_move(V, s, v, i, j, vertices[j], x[j], move);
    }
}

// ---- projection, wide ----

static GNU_ALWAYS_INLINE WideColumns wide_add(WideColumns to, wide factor, WideColumns what)
{
    return (WideColumns){wide_fma(factor, what.x, to.x), wide_fma(factor, what.y, to.y), wide_fma(factor, what.z, to.z), wide_all(0)};
}

static GNU_ALWAYS_INLINE void wide_solve(WideFactor f, WideColumns error[ROWS])
{
    error[1] = wide_add(error[1], -f.l1, error[0]);
    error[2] = wide_add(wide_add(error[2], -f.l2, error[0]), -f.l21, error[1]);
    error[2] = wide_scale(f.d2, &error[2]);
    error[1] = wide_add(wide_scale(f.d1, &error[1]), -f.l21, error[2]);
    error[0] = wide_add(wide_add(wide_scale(f.d0, &error[0]), -f.l1, error[1]), -f.l2, error[2]);
}

static GNU_ALWAYS_INLINE void wide_damping(const Sweep *s, int32_t i, int count, const int32_t *vertices, wide c[ROWS][V],
                                           const WideColumns *x, wide a[ROWS][ROWS], WideColumns change[ROWS])
{
    const wide  gamma = wide_load(s->gamma + i, count);
    WideColumns moved[V];
    linear_row_moved_wide(V, s->previous, vertices, x, moved);
    for (int r = 0; r < ROWS; r++) {
        change[r] = wide_add(change[r], gamma, linear_row_wide(V, c[r], moved));
        for (int q = 0; q <= r; q++)
            a[r][q] *= 1 + gamma;
    }
}

// Δλ of the rows; adds it to λ.
static GNU_ALWAYS_INLINE void wide_changes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                           const int32_t *vertices, wide c[ROWS][V], const WideColumns *x, WideColumns change[ROWS])
{
    const size_t n = (size_t)set->count;
    const wide   alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    WideColumns  old[ROWS];
    wide         a[ROWS][ROWS], gain = wide_all(-s->relaxation);
    wide_gram(x, c, a);
    for (int r = 0; r < ROWS; r++)
        change[r] = linear_row_wide(V, c[r], x);
    if (v.traits && s->gamma)
        wide_damping(s, i, count, vertices, c, x, a, change);
    for (int r = 0; r < ROWS && v.compliant; r++) {
        const real *lambda = s->lambda + (size_t)(AXES * r) * n + (size_t)i;
        old[r] = (WideColumns){wide_load(lambda, count), wide_load(lambda + n, count), wide_load(lambda + 2 * n, count), wide_all(0)};
        change[r] = wide_add(change[r], alpha, old[r]);
        a[r][r] += alpha;
    }
    wide_solve(wide_factorise(a), change);
    if (v.jacobi)
        gain *= wide_load(s->weight + i, count);
    const WideMask whole = wide_less(alpha, wide_all((real)INFINITY)); // for broken constraints all values are infinite or NaN
    for (int r = 0; r < ROWS; r++) {
        change[r] = wide_scale(gain, &change[r]);
        if (!v.compliant)
            continue;
        if (v.traits)
            change[r] =
                (WideColumns){wide_where(whole, change[r].x), wide_where(whole, change[r].y), wide_where(whole, change[r].z), wide_all(0)};
        real *lambda = s->lambda + (size_t)(AXES * r) * n + (size_t)i;
        wide_store(lambda, old[r].x + change[r].x, count);
        wide_store(lambda + n, old[r].y + change[r].y, count);
        wide_store(lambda + 2 * n, old[r].z + change[r].z, count);
    }
}

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    WideColumns x[V], change[ROWS];
    wide        c[ROWS][V];
    wide_projection_load(V, s->position, vertices, x);
    wide_coefficients(set, i, count, c);
    wide_changes(set, i, count, s, v, vertices, c, x, change);
    for (int j = 0; j < V; j++) {
        WideColumns to = v.jacobi ? (WideColumns){wide_all(0), wide_all(0), wide_all(0), wide_all(0)} : x[j];
        for (int r = 0; r < ROWS; r++)
            to = wide_add(to, x[j].w * c[r][j], change[r]);
        if (!v.jacobi)
            to.w = x[j].w;
        wide_projection_store(V, s, v, i, j, vertices, &to, count);
    }
}

#define PROJECTION_VERTICES V
#include "constraint/projection_range.h"

// ---- projective dynamics, metrics and Newton ----

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    double c[ROWS][V];
    exact_coefficients(set, i, c);
    memcpy(rows, c, sizeof c);
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        double c[ROWS][V];
        exact_coefficients(set, i, c);
        for (int r = 0; r < ROWS; r++) {
            const size_t first = (size_t)COMPONENTS * (size_t)(i - begin) + (size_t)(AXES * r);
            linear_row_evaluate(V, c[r], set->vertices + V * (size_t)i, x, value + first, gradient ? gradient + V * first : NULL);
        }
    }
}

// k Σ_r c_r c_rᵀ ⊗ I, which is positive semi-definite.
static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    enum { SIDE = 3 * V };
    (void)x;
    (void)filter;
    memset(blocks, 0, (size_t)(end - begin) * SIDE * SIDE * sizeof *blocks);
    for (int32_t i = begin; i < end; i++) {
        double      *block = blocks + (size_t)(i - begin) * SIDE * SIDE;
        const double k = constraint_stiffness(set, i);
        double       c[ROWS][V];
        if (isinf(k))
            continue;
        exact_coefficients(set, i, c);
        for (int a = 0; a < V; a++)
            for (int b = 0; b < V; b++) {
                const double of = k * (c[0][a] * c[0][b] + c[1][a] * c[1][b] + c[2][a] * c[2][b]);
                for (int axis = 0; axis < AXES; axis++)
                    block[SIDE * (AXES * a + axis) + AXES * b + axis] = of;
            }
    }
}

// ---- vertex blocks, wide ----

// The gradient at vertex j is h² k Σ_r c_rj Σ_k c_rk x_k, computed from the vectors to the other eleven, whose coefficients sum to −c_rj.
static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    const double k = constraint_stiffness(set, i);
    double       c[ROWS][V];
    exact_coefficients(set, i, c);
    for (int at = 0, to = 0; at < V; at++) {
        const double of = h2 * k * (c[0][j] * c[0][at] + c[1][j] * c[1][at] + c[2][j] * c[2][at]);
        if (at == j) {
            value[OTHERS] = of;
            continue;
        }
        other[to] = set->vertices[V * (size_t)i + (size_t)at];
        value[to++] = of;
    }
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *out)
{
    (void)rule; // quadratic: all rules give the same
    VertexLanes sum = *out;
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real *values = vertex_ell_values(ell, row);
        WideVector  pull = wide_vector_scale(vertex_ell_value(values, 0), vertex_ell_edge(ell, row, 0, position, x));
        for (int k = 1; k < OTHERS; k++)
            pull = wide_vector_add(pull, vertex_ell_value(values, k), vertex_ell_edge(ell, row, k, position, x));
        vertex_lanes_add_gradient(&sum, wide_all(1), pull);
        vertex_lanes_add_identity(&sum, vertex_ell_value(values, OTHERS));
    }
    *out = sum;
}

static const char *const PARAMS[] = {"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11",
                                     "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9", "b10", "b11",
                                     "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"};

const ConstraintOps constraint_plate_bending = {
    .name = "plate_bending",
    .summary =
        "quadratic bending of a triangle that is flat at rest, by its curvature: isotropic plate on any mesh; a1 … c11: three rows of "
        "coefficients, 1/m; stiffness N m",
    .vertices = V,
    .components = COMPONENTS,
    .rows = ROWS,
    .params = COEFFICIENTS,
    .element = ELEMENT_PATCH,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .material = material,
    .projection = &(const ProjectionOps){.flops = 600, .wide = project, .plain = project_plain},
    .local_step =
        &(const LocalStepOps){.targets = linear_row_targets, .fixed_target = true, .stencil = stencil, .nearest = linear_row_nearest},
    .vertex_block = &(const VertexBlockOps){.columns = OTHERS + 1, .flops = 110, .entry = vertex_entry, .lanes = vertex_lanes},
    .energy = &(const EnergyOps){.evaluate = evaluate, .total = quadratic_energy, .hessian = hessian, .curvature = linear_row_curvature},
};
