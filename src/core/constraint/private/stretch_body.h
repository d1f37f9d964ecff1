// The functions of a kind that bounds the singular values of F (constraint/private/stretch.h): everything but its
// name and the names of its rest values. The kind's file defines
//
//   STRETCH_COLUMNS   n, 3 of a tetrahedron and 2 of a triangle
//   STRETCH_BOUNDED   1: rest values n² and n² + 1 are the bounds; 0: both are 1
//
// and includes this header. Rest values 0 … n² − 1 are D_m⁻¹ by rows. A material gives k = 2 μ V of a tetrahedron, 2 μ A t of a triangle.
//
// C = ‖F − T‖ has no gradient if it is 0: at rest, and for bounded kinds between the bounds. Then the constraint has no effect, and its
// multiplier returns to 0. At rest C is round-off, and so is its direction: values below STRETCH_ROUND_OFF count as 0.
//
// project_plain and `local` compute T with math/svd3.h, one element after another in double precision; `project` and `pull` use
// math/wide_polar.h and wide_excess.h, WIDE_LANES at once.
#ifndef WEFT_CONSTRAINT_STRETCH_BODY_H
#define WEFT_CONSTRAINT_STRETCH_BODY_H

#include "constraint/material.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/stretch.h"
#include "constraint/private/tetrahedron.h"
#include "constraint/private/triangle.h"
#include "constraint/private/vertex_simplex.h"
#include "constraint/projection.h"
#include "math/wide_excess.h"

#define SCALAR_VERTICES (STRETCH_COLUMNS + 1)
#define STRETCH_ROUND_OFF (8 * REAL_EPSILON)

enum { N = STRETCH_COLUMNS, V = N + 1, ENTRIES = 3 * N };

static size_t rest_at(const ConstraintSet *set, int param, int32_t i)
{
    return (size_t)param * (size_t)set->count + (size_t)i;
}

// ---- one after another ----

// In real, for the projections; observers use more digits.
static StretchBounds plain_bounds(const ConstraintSet *set, int32_t i)
{
#if STRETCH_BOUNDED
    return (StretchBounds){(double)set->rest[rest_at(set, N * N, i)], (double)set->rest[rest_at(set, N * N + 1, i)]};
#else
    (void)set;
    (void)i;
    return (StretchBounds){1, 1};
#endif
}

// F from edges, not from positions: far from the origin only the rounding of the positions themselves remains.
static void plain_deformation(const ConstraintSet *set, int32_t i, const real4 *x, double *inverse, double *f)
{
    for (int k = 0; k < ENTRIES; k++)
        f[k] = 0;
    for (int j = 0; j < N; j++) {
        const real edge[3] = {x[j + 1].x - x[0].x, x[j + 1].y - x[0].y, x[j + 1].z - x[0].z};
        for (int c = 0; c < N; c++) {
            inverse[N * j + c] = (double)set->rest[rest_at(set, N * j + c, i)];
            for (int a = 0; a < 3; a++)
                f[3 * c + a] += (double)edge[a] * inverse[N * j + c];
        }
    }
}

static bool scalar_plain(const ConstraintSet *set, int32_t i, const real4 *x, real *value, real4 *gradient)
{
    double  inverse[N * N], f[ENTRIES], difference[ENTRIES];
    double4 slope[V];
    plain_deformation(set, i, x, inverse, f);
    const double size = stretch_difference(N, f, plain_bounds(set, i), difference);
    const bool   defined = size >= (double)STRETCH_ROUND_OFF;
    for (int k = 0; k < ENTRIES; k++)
        difference[k] *= defined ? 1 / size : 0;
    stretch_gradient(N, inverse, difference, slope);
    for (int j = 0; j < V; j++)
        gradient[j] = (real4){(real)slope[j].x, (real)slope[j].y, (real)slope[j].z, 0};
    *value = defined ? (real)size : 0;
    return true;
}

// T, by columns.
static void target_of(const ConstraintSet *set, int32_t i, const double *f, real4 *target)
{
    double difference[ENTRIES];
    stretch_difference(N, f, plain_bounds(set, i), difference);
    for (int c = 0; c < N; c++)
        target[c] = (real4){(real)(f[3 * c] - difference[3 * c]), (real)(f[3 * c + 1] - difference[3 * c + 1]),
                            (real)(f[3 * c + 2] - difference[3 * c + 2]), 0};
}

static void local(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, real4 *target)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[N * N], f[ENTRIES];
        real4  x[V];
        for (int j = 0; j < V; j++)
            x[j] = position[set->vertices[V * (size_t)i + (size_t)j]];
        plain_deformation(set, i, x, inverse, f);
        target_of(set, i, f, target + N * (size_t)i);
    }
}

static void nearest(const ConstraintSet *set, int32_t begin, int32_t end, real4 *row)
{
    for (int32_t i = begin; i < end; i++, row += N) {
        double f[ENTRIES];
        for (int c = 0; c < N; c++)
            f[3 * c] = (double)row[c].x, f[3 * c + 1] = (double)row[c].y, f[3 * c + 2] = (double)row[c].z;
        target_of(set, i, f, row);
    }
}

// ---- many at once ----

// F = D_s D_m⁻¹ and D_m⁻¹ of the elements i … i + count − 1.
typedef struct WideElements {
    wide       inverse[N * N];
    WideVector f[N];
} WideElements;

// The identity instead of F = 0 in lanes without an element: a single matrix without rank would send all lanes to the slow path.
static GNU_ALWAYS_INLINE void fill_empty(WideMask taken, WideVector *f)
{
    const wide one = wide_choose(taken, wide_all(0), wide_all(1));
    f[0].x += one;
    f[1].y += one;
    if (N == 3)
        f[2].z += one;
}

static GNU_ALWAYS_INLINE void wide_elements(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, WideElements *out)
{
    WideVector edge[N];
    for (int j = 0; j < N; j++)
        edge[j] = (WideVector){x[j + 1].x - x[0].x, x[j + 1].y - x[0].y, x[j + 1].z - x[0].z};
    for (int k = 0; k < N * N; k++)
        out->inverse[k] = wide_load(set->rest + rest_at(set, k, i), count);
    for (int c = 0; c < N; c++) {
        out->f[c] = wide_vector_scale(out->inverse[c], edge[0]);
        for (int j = 1; j < N; j++)
            out->f[c] = wide_vector_add(out->f[c], out->inverse[N * j + c], edge[j]);
    }
    if (count < WIDE_LANES)
        fill_empty(wide_first(count), out->f);
}

#if STRETCH_COLUMNS == 3
typedef WideMatrix3 WideShape;
#define wide_nearest wide_rotation
#define wide_past wide_excess
#else
typedef WideMatrix32 WideShape;
#define wide_nearest wide_polar32
#define wide_past wide_excess32
#endif

static GNU_ALWAYS_INLINE WideBounds wide_bounds(const ConstraintSet *set, int32_t i, int count)
{
#if STRETCH_BOUNDED
    return (WideBounds){wide_load(set->rest + rest_at(set, N * N, i), count), wide_load(set->rest + rest_at(set, N * N + 1, i), count)};
#else
    (void)set, (void)i, (void)count;
    return (WideBounds){wide_all(1), wide_all(1)};
#endif
}

// T, or F − T. The nearest matrix is computed as T if one value is allowed, and as F − T, which is 0 inside the bounds, for a range of
// values.
static GNU_ALWAYS_INLINE void wide_targets(const WideBounds *bounds, const WideVector *f, bool difference, WideVector *out)
{
    WideShape shape, found;
    for (int c = 0; c < N; c++)
        shape.c[c] = f[c];
#if STRETCH_BOUNDED
    wide_past(&shape, bounds, &found);
#else
    (void)bounds;
    wide_nearest(&shape, &found);
#endif
    for (int c = 0; c < N; c++)
        out[c] = difference == STRETCH_BOUNDED ? found.c[c] : wide_vector_sub(f[c], found.c[c]);
}

// Gradient at the vertices of a function of F with derivative p, by columns.
static GNU_ALWAYS_INLINE void wide_at_corners(const wide *inverse, const WideVector *p, WideVector *corner)
{
    WideVector sum = {wide_all(0), wide_all(0), wide_all(0)};
    for (int j = 0; j < N; j++) {
        corner[j + 1] = wide_vector_scale(inverse[N * j], p[0]);
        for (int c = 1; c < N; c++)
            corner[j + 1] = wide_vector_add(corner[j + 1], inverse[N * j + c], p[c]);
        sum = wide_vector_sub(sum, corner[j + 1]);
    }
    corner[0] = sum;
}

static GNU_ALWAYS_INLINE WideMask scalar_wide(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, wide *value,
                                              WideColumns *gradient)
{
    WideElements     e;
    WideVector       p[N], corner[V];
    const WideBounds bounds = wide_bounds(set, i, count);
    wide             square = wide_all(0);
    wide_elements(set, i, count, x, &e);
    wide_targets(&bounds, e.f, true, p);
    for (int c = 0; c < N; c++)
        square += wide_vector_dot(p[c], p[c]);
    const WideMask defined = wide_greater_equal(square, wide_all(STRETCH_ROUND_OFF * STRETCH_ROUND_OFF));
    const wide     inverse = wide_where(defined, wide_rsqrt(square));
    for (int c = 0; c < N; c++)
        p[c] = wide_vector_scale(inverse, p[c]);
    wide_at_corners(e.inverse, p, corner);
    for (int j = 0; j < V; j++)
        gradient[j] = (WideColumns){corner[j].x, corner[j].y, corner[j].z, wide_all(0)};
    *value = square * inverse;
    return wide_first(WIDE_LANES);
}

#include "constraint/scalar_projection.h"

static GNU_ALWAYS_INLINE void pull_lanes(const ConstraintSet *set, int32_t i, int count, const int32_t *vertices, const real4 *position,
                                         const real *weight, real4 *pull)
{
    WideColumns      x[V];
    WideElements     e;
    WideVector       target[N], corner[V];
    const WideBounds bounds = wide_bounds(set, i, count);
    const wide       scale = wide_load(weight + i, count);
    for (int j = 0; j < V; j++) {
        const WideBlocks blocks = wide_load_blocks(position, vertices + j, V);
        x[j] = wide_columns(&blocks);
    }
    wide_elements(set, i, count, x, &e);
    wide_targets(&bounds, e.f, false, target);
    for (int c = 0; c < N; c++)
        target[c] = wide_vector_scale(scale, target[c]);
    wide_at_corners(e.inverse, target, corner);
    for (int j = 0; j < V; j++) {
        const WideColumns columns = {corner[j].x, corner[j].y, corner[j].z, wide_all(0)};
        wide_store_each(pull + V * (size_t)i + j, V, wide_blocks(&columns), count);
    }
}

static GNU_NO_INLINE void pull_rest(const ConstraintSet *set, int32_t i, int32_t end, const real4 *position, const real *weight,
                                    real4 *pull)
{
    int32_t padded[V * WIDE_LANES];
    wide_pad_index(set->vertices + V * (size_t)i, V, end - i, padded);
    pull_lanes(set, i, end - i, padded, position, weight, pull);
}

static void pull(const ConstraintSet *set, int32_t begin, int32_t end, const real4 *position, const real *weight, real4 *out)
{
    const ConstraintSet copy = *set; // that no store can alias
    int32_t             i = projection_first(begin, end);
    if (i > begin)
        pull_rest(&copy, begin, i, position, weight, out);
    for (; i + WIDE_LANES <= end; i += WIDE_LANES)
        pull_lanes(&copy, i, WIDE_LANES, copy.vertices + V * (size_t)i, position, weight, out);
    if (i < end)
        pull_rest(&copy, i, end, position, weight, out);
}

// ---- vertex blocks, wide ----

static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    simplex_vertex_entry(N, set, i, j, other, value);
    value[N * N] = h2 * constraint_stiffness(set, i);
    if (STRETCH_BOUNDED) {
        value[N * N + 1] = constraint_rest(set, N * N, i);
        value[N * N + 2] = constraint_rest(set, N * N + 1, i);
    }
}

static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *out)
{
    (void)rule; // majorised, the kind's own
    VertexLanes sum = *out;
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        WideSimplex      s = wide_simplex(N, ell, row, position, x);
        const real      *values = vertex_ell_values(ell, row);
        const wide       weight = vertex_ell_value(values, N * N);
        const WideBounds bounds = {vertex_ell_value(values, N * N + STRETCH_BOUNDED),
                                   vertex_ell_value(values, N * N + 2 * STRETCH_BOUNDED)};
        WideVector       p[N];
        fill_empty(wide_less(wide_all(0), weight), s.f);
        wide_targets(&bounds, s.f, true, p);
        vertex_lanes_add_gradient(&sum, weight, wide_simplex_at(N, &s, p));
        vertex_lanes_add_identity(&sum, weight * wide_simplex_square(N, &s));
    }
    *out = sum;
}

// ---- projective dynamics: row r of the stencil is column r of F ----

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    rest_deformation_rows(set, N, i, rows);
}

// ---- metrics and Newton, in double ----

static StretchBounds bounds_of(const ConstraintSet *set, int32_t i)
{
    if (STRETCH_BOUNDED)
        return (StretchBounds){constraint_rest(set, N * N, i), constraint_rest(set, N * N + 1, i)};
    return (StretchBounds){1, 1};
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[N * N], f[ENTRIES], p[ENTRIES];
        stretch_deformation(N, set, i, x, inverse, f);
        const double size = stretch_difference(N, f, bounds_of(set, i), p);
        value[i - begin] = size;
        for (int k = 0; k < ENTRIES; k++)
            p[k] *= size > STRETCH_GRADIENT_MIN ? 1 / size : 0;
        if (gradient)
            stretch_gradient(N, inverse, p, gradient + V * (size_t)(i - begin));
    }
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const double k = constraint_stiffness(set, i);
        double       inverse[N * N], f[ENTRIES], p[ENTRIES];
        double4      slope[V];
        if (isinf(k))
            continue;
        stretch_deformation(N, set, i, x, inverse, f);
        const double size = stretch_difference(N, f, bounds_of(set, i), p);
        sum += 0.5 * k * size * size;
        if (!gradient)
            continue;
        stretch_gradient(N, inverse, p, slope);
        for (int j = 0; j < V; j++)
            double4_add_to(&gradient[set->vertices[V * (size_t)i + (size_t)j]], k, slope[j]);
    }
    return sum;
}

static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const double k = constraint_stiffness(set, i);
        double       inverse[N * N], f[ENTRIES], h[ENTRIES * ENTRIES];
        stretch_deformation(N, set, i, x, inverse, f);
        stretch_second(N, f, bounds_of(set, i), filter, h);
        for (int e = 0; e < ENTRIES * ENTRIES; e++)
            h[e] *= isinf(k) ? 0 : k;
        stretch_block(N, inverse, h, blocks + (size_t)(9 * V * V) * (size_t)(i - begin));
    }
}

// ∇²C = (∇²(½ C²) − ∇C ∇Cᵀ) / C
static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double inverse[N * N], f[ENTRIES], p[ENTRIES], h[ENTRIES * ENTRIES];
        stretch_deformation(N, set, i, x, inverse, f);
        const double size = stretch_difference(N, f, bounds_of(set, i), p), inverse_size = size > STRETCH_GRADIENT_MIN ? 1 / size : 0;
        stretch_second(N, f, bounds_of(set, i), false, h);
        for (int r = 0; r < ENTRIES; r++)
            for (int c = 0; c < ENTRIES; c++)
                h[ENTRIES * r + c] = inverse_size * (h[ENTRIES * r + c] - p[r] * inverse_size * (p[c] * inverse_size));
        stretch_block(N, inverse, h, blocks + (size_t)(9 * V * V) * (size_t)(i - begin));
    }
}

// ---- rest values and material ----

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    (void)rest;
    *stiffness =
        2 * material_mu(material) * (N == 3 ? tetrahedron_volume(x) : double4_triangle_area(x)) * (N == 3 ? 1 : material->thickness);
}

static void measure(const double4 *x, double *rest)
{
    (N == 3 ? tetrahedron_measure : triangle_measure)(x, rest);
    if (STRETCH_BOUNDED) {
        rest[N * N] = 0.9;
        rest[N * N + 1] = 1.1;
    }
}

static const char *refuse(const double *rest)
{
    const char *shape = (N == 3 ? tetrahedron_refuse : triangle_refuse)(rest);
    return shape || !STRETCH_BOUNDED ? shape : stretch_refuse((StretchBounds){rest[N * N], rest[N * N + 1]});
}

// The table entries shared by such kinds.
#define STRETCH_OPS(projection_flops, target_flops) \
    .element = N == 3 ? ELEMENT_TETRAHEDRON : ELEMENT_TRIANGLE, .measure = measure, .refuse = refuse, \
    .rest_size = N == 3 ? rest_size_tetrahedron : rest_size_triangle, .material = from_material, .vertices = V, .components = 1, \
    .rows = N, .params = N * N + 2 * STRETCH_BOUNDED, .traits = TRAIT_DAMPING | TRAIT_LIMIT, .nonnegative = true, \
    .projection = &(const ProjectionOps){.wide = project, .plain = project_plain, .flops = (projection_flops)}, \
    .local_step = &(const LocalStepOps){.targets = local, .pull = pull, .stencil = stencil, .nearest = nearest, .flops = (target_flops)}, \
    .vertex_block = &(const VertexBlockOps){.rule = VERTEX_RULE_MAJORISED, \
                                            .columns = N * N + 1 + 2 * STRETCH_BOUNDED, \
                                            .flops = N == 3 ? 330 : 120, \
                                            .entry = vertex_entry, \
                                            .lanes = vertex_lanes}, \
    .energy = &(const EnergyOps) \
    { \
        .evaluate = evaluate, .total = energy, .wide = wide_energy, .hessian = hessian, .curvature = curvature \
    }

#endif
