// neo_hookean: a tetrahedron of stable neo-Hookean material (Macklin and Müller 2021), both parts projected as one block.
//
//   component 0   C_D = √tr(FᵀF),           α = 1/k,   k = μV
//   component 1   C_H = det F − 1 − ρ,      α = ρ/k,   ρ = μ/λ = 1 − 2ν, see neo_hookean.h
//
// Energies are counted from the undeformed state: E = ½ k C_D² + ½ (k/ρ) C_H² − ½ k (3 + ρ), which is 0 at rest.
//
// The block. d = ∇C_D and h = ∇C_H are parallel at rest. There the 2 × 2 matrix of XPBD, [dWd + α_D, dWh; dWh, hWh + α_H], is singular
// except for α, and in floats its determinant would be round-off. Split h into s d and the remainder e = h − s d, with s such that F :
// (∂C_H/∂F − s ∂C_D/∂F) = 0: s = 3 det F / C_D, ∂e = cof F − (3 det F / C_D²) F, which is zero at rest and if F is a rotation times a
// scale. With p = Δλ_D + s Δλ_H and q = Δλ_H the move is W (d p + e q), and the first of
//
//   (a + α_D) p + (b − s α_D) q               = r_D
//   (b − s α_D) p + (c + α_H + s² α_D) q      = r_H − s r_D          a = dWd, b = dWe, c = eWe, r = −C − α λ
//
// eliminated, the divisor of q is a sum, i = 1/(a + α_D):
//
//   S = α_H + (c − b² i) + α_D i s (s a + 2 b),     q = (a i (r_H − s r_D) − b i r_D + α_D i r_H) / S,     p = (r_D − b q) i + α_D i s q
//
// No term is larger than a gradient squared, so that masses of millimetre-sized elements do not overflow a float.
//
// Limit of the step size. Like every XPBD projection the block omits ∇²C, and with it the resistance to shear. That comes only from the
// exact gradients of the next iteration, as in an explicit method. If h² μ V |∇F|²/m of an element exceeds about 1, use more substeps, not
// more iterations.
#include "constraint/private/neo_hookean.h"
#include "constraint/private/rest_size.h"
#include "constraint/private/tetrahedron_projection.h"
#include "constraint/private/vertex_simplex.h"

static void from_material(const Material *material, const double4 *x, int32_t count, double *rest, double *stiffness)
{
    (void)count;
    rest[NEO_HOOKEAN_RATIO] = neo_hookean_ratio(material);
    *stiffness = material_mu(material) * tetrahedron_volume(x);
}

static double component_stiffness(const ConstraintSet *set, int32_t i, int c)
{
    return c == 0 ? constraint_stiffness(set, i) : constraint_stiffness(set, i) / constraint_rest(set, NEO_HOOKEAN_RATIO, i);
}

// ---- projection, plain ----

// C, s, and the gradients d and e. False: F = 0 has no direction.
typedef struct Parts {
    real  deviatoric, hydrostatic, s;
    real4 d[4], e[4];
} Parts;

static bool parts_of(const ConstraintSet *set, int32_t i, const real4 x[4], Parts *out)
{
    real4 f[3], cofactor[3], unit[3];
    deformation_of(set, i, x, f);
    const real volume = cofactor_of(f, cofactor), square = real4_dot(f[0], f[0]) + real4_dot(f[1], f[1]) + real4_dot(f[2], f[2]);
    if (!(square >= PROJECTION_LENGTH2_MIN))
        return false;
    out->deviatoric = real_sqrt(square);
    out->hydrostatic = volume - 1 - set_rest(set, NEO_HOOKEAN_RATIO, i);
    out->s = 3 * volume / out->deviatoric;
    for (int c = 0; c < 3; c++) {
        unit[c] = (real4){f[c].x / out->deviatoric, f[c].y / out->deviatoric, f[c].z / out->deviatoric, 0};
        cofactor[c] = real4_plus(cofactor[c], -out->s, unit[c]);
    }
    gradient_of(set, i, unit, out->d);
    gradient_of(set, i, cofactor, out->e);
    return true;
}

// p and q of the formulas at the top of this file, and Δλ of both components; all 0 if no particle can move.
typedef struct Change {
    real p, q, deviatoric, hydrostatic;
} Change;

static Change change_of(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, const real4 x[4], const Parts *parts)
{
    const real alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0, alpha_h = alpha * set_rest(set, NEO_HOOKEAN_RATIO, i);
    const real old = v.compliant ? s->lambda[i] : 0, old_h = v.compliant ? s->lambda[(size_t)set->count + (size_t)i] : 0;
    real       a = 0, b = 0, c = 0;
    for (int j = 0; j < 4; j++) {
        a += x[j].w * real4_dot(parts->d[j], parts->d[j]);
        b += x[j].w * real4_dot(parts->d[j], parts->e[j]);
        c += x[j].w * real4_dot(parts->e[j], parts->e[j]);
    }
    const real inverse = 1 / (a + alpha), soft = alpha * inverse;
    const real r = -parts->deviatoric - alpha * old, r_h = -parts->hydrostatic - alpha_h * old_h;
    const real gram = c - b * (b * inverse);
    const real divisor = alpha_h + (gram > 0 ? gram : 0) + soft * parts->s * (parts->s * a + 2 * b);
    if (!(a + alpha > 0 && divisor > 0 && alpha < (real)INFINITY))
        return (Change){0};
    const real scale = s->relaxation * (v.jacobi ? s->weight[i] : 1);
    const real q = (a * inverse * (r_h - parts->s * r) - b * inverse * r + soft * r_h) / divisor;
    const real p = (r - b * q) * inverse + soft * parts->s * q;
    return (Change){scale * p, scale * q, scale * (p - parts->s * q), scale * q};
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + 4 * (size_t)i;
    const real4    x[4] = {s->position[vertices[0]], s->position[vertices[1]], s->position[vertices[2]], s->position[vertices[3]]};
    Parts          parts = {0};
    const Change   change = parts_of(set, i, x, &parts) ? change_of(set, i, s, v, x, &parts) : (Change){0};
    if (v.compliant) {
        s->lambda[i] += change.deviatoric;
        s->lambda[(size_t)set->count + (size_t)i] += change.hydrostatic;
    }
    for (int j = 0; j < 4; j++) {
        const real4 d = parts.d[j], e = parts.e[j];
        const real4 move = {x[j].w * (d.x * change.p + e.x * change.q), x[j].w * (d.y * change.p + e.y * change.q),
                            x[j].w * (d.z * change.p + e.z * change.q), 0};
        projection_move(4, s, v, i, j, vertices[j], x[j], move);
    }
}

// ---- projection, wide: WIDE_LANES tetrahedra that share no particle ----

// The corners of `count` tetrahedra.
typedef struct Corners {
    WideBlocks x[4];
} Corners;

static GNU_ALWAYS_INLINE Corners corners_load(const real4 *position, const int32_t *vertices)
{
    return (Corners){{wide_load_blocks(position, vertices, 4), wide_load_blocks(position, vertices + 1, 4),
                      wide_load_blocks(position, vertices + 2, 4), wide_load_blocks(position, vertices + 3, 4)}};
}

// C, s, and the gradients of WIDE_LANES tetrahedra. d lacks the factor 1/C_D: `unit` = 1/C_D is applied in the sums and in p.
typedef struct WideParts {
    WideMask    defined;
    wide        deviatoric, hydrostatic, ratio, s, unit, weight[4];
    WideColumns d[4], e[4];
} WideParts;

static GNU_ALWAYS_INLINE void wide_parts_of(const ConstraintSet *set, int32_t i, int count, const Corners *from, WideParts *out)
{
    const WideColumns first = wide_columns(&from->x[0]);
    WideColumns       edge[3], f[3], m[3];
    wide              inverse[9];
    out->weight[0] = first.w;
    for (int j = 0; j < 3; j++) {
        const WideBlocks offset = wide_offset(&from->x[j + 1], &from->x[0]);
        edge[j] = wide_columns(&offset); // and the inverse mass of corner j + 1
        out->weight[j + 1] = edge[j].w;
    }
    wide_inverse_load(set, i, count, inverse);
    out->ratio = wide_load(set->rest + NEO_HOOKEAN_RATIO * (size_t)set->count + i, count);
    wide_deformation(inverse, edge, f);
    const wide volume = wide_cofactor(f, m), square = wide_dot3(f[0], f[0]) + wide_dot3(f[1], f[1]) + wide_dot3(f[2], f[2]);
    out->defined = wide_greater_equal(square, wide_all(PROJECTION_LENGTH2_MIN));
    out->unit = wide_where(out->defined, wide_rsqrt(square));
    out->deviatoric = wide_root(square, out->unit);
    out->hydrostatic = volume - 1 - out->ratio;
    out->s = 3 * volume * out->unit;
    const wide along = out->s * out->unit;
    for (int c = 0; c < 3; c++)
        m[c] = (WideColumns){wide_minus_product(m[c].x, along, f[c].x), wide_minus_product(m[c].y, along, f[c].y),
                             wide_minus_product(m[c].z, along, f[c].z), wide_all(0)};
    wide_corners(inverse, f, out->d);
    wide_corners(inverse, m, out->e);
}

// p / C_D and q; Δλ is added.
typedef struct WideChange {
    wide p, q;
} WideChange;

static GNU_ALWAYS_INLINE WideChange wide_change_of(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                                   const WideParts *parts)
{
    real      *lambda_h = v.compliant ? s->lambda + (size_t)set->count + i : NULL;
    const wide alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0), alpha_h = alpha * parts->ratio;
    const wide old = v.compliant ? wide_load(s->lambda + i, count) : wide_all(0);
    const wide old_h = v.compliant ? wide_load(lambda_h, count) : wide_all(0);
    const wide scale = v.jacobi ? s->relaxation * wide_load(s->weight + i, count) : wide_all(s->relaxation);
    wide       a = wide_all(0), b = a, c = a;
    for (int j = 0; j < 4; j++) {
        a = wide_fma(parts->weight[j], wide_dot3(parts->d[j], parts->d[j]), a);
        b = wide_fma(parts->weight[j], wide_dot3(parts->d[j], parts->e[j]), b);
        c = wide_fma(parts->weight[j], wide_dot3(parts->e[j], parts->e[j]), c);
    }
    a *= parts->unit * parts->unit;
    b *= parts->unit;
    const wide whole = a + alpha, inverse = wide_reciprocal(whole), soft = alpha * inverse, mixed = b * inverse;
    const wide r = -wide_fma(alpha, old, parts->deviatoric), r_h = -wide_fma(alpha_h, old_h, parts->hydrostatic);
    const wide gram = wide_max(wide_minus_product(c, b, mixed), wide_all(0));
    const wide divisor = alpha_h + gram + soft * parts->s * wide_fma(parts->s, a, 2 * b);
    WideMask   moves = wide_both(parts->defined, wide_less(wide_all(0), whole));
    moves = wide_both(moves, wide_both(wide_less(wide_all(0), divisor), wide_less(alpha, wide_all((real)INFINITY))));
    const wide numerator = wide_minus_product(wide_fma(soft, r_h, a * inverse * wide_minus_product(r_h, parts->s, r)), mixed, r);
    const wide q = wide_where(moves, numerator * (scale * wide_reciprocal(divisor)));
    const wide p = wide_where(moves, wide_fma(soft * parts->s, q, wide_minus_product(scale * r, b, q) * inverse));
    if (v.compliant) {
        wide_store(s->lambda + i, old + wide_minus_product(p, parts->s, q), count);
        wide_store(lambda_h, old_h + q, count);
    }
    return (WideChange){.p = p * parts->unit, .q = q};
}

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    const Corners from = corners_load(s->position, vertices);
    WideParts     parts;
    wide_parts_of(set, i, count, &from, &parts);
    const WideChange change = wide_change_of(set, i, count, s, v, &parts);
    for (int j = 0; j < 4; j++) {
        const WideColumns d = parts.d[j], e = parts.e[j];
        const wide        p = parts.weight[j] * change.p, q = parts.weight[j] * change.q;
        const WideColumns move = {wide_fma(q, e.x, p * d.x), wide_fma(q, e.y, p * d.y), wide_fma(q, e.z, p * d.z), wide_all(0)};
        WideBlocks        to = wide_blocks(&move);
        if (v.jacobi) {
            wide_store_each(s->correction + 4 * (size_t)i + j, 4, to, count);
        } else {
            for (int k = 0; k < 4; k++)
                to.r[k] += from.x[j].r[k];
            wide_store_blocks(s->position, vertices + j, 4, to, count);
        }
    }
}

#define PROJECTION_VERTICES 4
#include "constraint/projection_range.h"

// The density of neo_hookean.c.
static GNU_ALWAYS_INLINE wide energy_lanes(const ConstraintSet *set, int32_t i, int count, const WideColumns *x)
{
    const WideColumns edge[3] = {wide_subtract(&x[1], &x[0]), wide_subtract(&x[2], &x[0]), wide_subtract(&x[3], &x[0])};
    const wide        ratio = wide_load(set->rest + NEO_HOOKEAN_RATIO * (size_t)set->count + i, count);
    WideColumns       g[3], minor[3];
    wide              inverse[9];
    wide_inverse_load(set, i, count, inverse);
    wide_deformation(inverse, edge, g);
    g[0].x -= 1;
    g[1].y -= 1;
    g[2].z -= 1;
    const wide square = wide_dot3(g[0], g[0]) + wide_dot3(g[1], g[1]) + wide_dot3(g[2], g[2]), third = wide_cofactor(g, minor);
    const wide second = minor[0].x + minor[1].y + minor[2].z, growth = g[0].x + g[1].y + g[2].z + second + third;
    return (real)0.5 * (square + growth * growth / ratio) - second - third;
}

#define ENERGY_VERTICES 4
#include "constraint/energy_range.h"

// ---- in double precision ----

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const size_t at = 2 * (size_t)(i - begin);
        double       inverse[9], f[9], derivative[2][9];
        tetrahedron_deformation(set, i, x, inverse, f);
        value[at] = neo_hookean_deviatoric(f, derivative[0]);
        value[at + 1] = neo_hookean_hydrostatic(f, constraint_rest(set, NEO_HOOKEAN_RATIO, i), derivative[1]);
        for (size_t c = 0; gradient && c < 2; c++)
            tetrahedron_gradient(inverse, derivative[c], gradient + 4 * (at + c));
    }
}

static double corner_energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *corner)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const double k = isinf(constraint_stiffness(set, i)) ? 0 : constraint_stiffness(set, i);
        double       inverse[9], f[9], stress[9];
        tetrahedron_deformation(set, i, x, inverse, f);
        sum += k * neo_hookean_density(f, constraint_rest(set, NEO_HOOKEAN_RATIO, i), stress);
        if (!corner)
            continue;
        double4 *slope = corner + 4 * (size_t)(i - begin);
        tetrahedron_gradient(inverse, stress, slope);
        for (int j = 0; j < 4; j++)
            slope[j] = double4_scale(k, slope[j]);
    }
    return sum;
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double  sum = 0;
    double4 slope[4] = {{0}};
    for (int32_t i = begin; i < end; i++) {
        sum += corner_energy(set, i, i + 1, x, gradient ? slope : NULL);
        for (int j = 0; gradient && j < 4; j++)
            double4_add_to(&gradient[set->vertices[4 * (size_t)i + (size_t)j]], 1, slope[j]);
    }
    return sum;
}

static void hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        const double k = isinf(constraint_stiffness(set, i)) ? 0 : constraint_stiffness(set, i);
        double       inverse[9], f[9], h[81];
        tetrahedron_deformation(set, i, x, inverse, f);
        neo_hookean_second(f, constraint_rest(set, NEO_HOOKEAN_RATIO, i), filter, h);
        for (int e = 0; e < 81; e++)
            h[e] *= k;
        tetrahedron_block(inverse, h, blocks + 144 * (size_t)(i - begin));
    }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    for (int32_t i = begin; i < end; i++) {
        double *block = blocks + 288 * (size_t)(i - begin);
        double  inverse[9], f[9], h[2][81] = {{0}};
        tetrahedron_deformation(set, i, x, inverse, f);
        neo_hookean_add_deviatoric(f, 1, h[0]);
        neo_hookean_add_hydrostatic(f, 1, h[1]);
        tetrahedron_block(inverse, h[0], block);
        tetrahedron_block(inverse, h[1], block + 144);
    }
}

// ---- vertex blocks, wide ----

enum { NEO_HOOKEAN_COLUMNS = 11 };

static void vertex_entry(const ConstraintSet *set, int32_t i, int j, double h2, int32_t *other, double *value)
{
    const double k = h2 * constraint_stiffness(set, i);
    simplex_vertex_entry(3, set, i, j, other, value);
    value[9] = k;
    value[10] = k / constraint_rest(set, NEO_HOOKEAN_RATIO, i);
}

// P = μV F + λV (J − 1 − ρ) cof F = μV (F − cof F) + λV (J − 1) cof F, in which only F − cof F cancels at rest.
static void vertex_lanes(const VertexEll *ell, int32_t slice, const real4 *position, const WideColumns *x, VertexRule rule,
                         VertexLanes *out)
{
    (void)rule; // J is affine in a single corner: its block is exact, and never indefinite
    VertexLanes sum = *out;
    for (int32_t row = ell->start[slice]; row < ell->start[slice + 1]; row++) {
        const real *values = vertex_ell_values(ell, row);
        vertex_ell_prefetch(ell, row, NEO_HOOKEAN_COLUMNS, 3);
        const WideSimplex t = wide_simplex(3, ell, row, position, x);
        const wide        mu = vertex_ell_value(values, 9), lambda = vertex_ell_value(values, 10);
        const WideVector  cofactor[3] = {wide_vector_cross(t.f[1], t.f[2]), wide_vector_cross(t.f[2], t.f[0]),
                                         wide_vector_cross(t.f[0], t.f[1])};
        const wide        volume = wide_vector_dot(t.f[0], cofactor[0]);
        const WideVector  fa = wide_simplex_at(3, &t, t.f), ca = wide_simplex_at(3, &t, cofactor);
        vertex_lanes_add_gradient(&sum, mu, fa);
        vertex_lanes_add_gradient(&sum, lambda * (volume - 1) - mu, ca);
        vertex_lanes_add_identity(&sum, mu * wide_simplex_square(3, &t));
        vertex_lanes_add_outer(&sum, lambda, ca);
    }
    *out = sum;
}

// ---- its rows are the columns of F, as those of tet_arap ----

static double reduce(const ConstraintSet *set, int32_t i, double *rows)
{
    rest_deformation_rows(set, 3, i, rows);
    return constraint_stiffness(set, i) * neo_hookean_bulk(constraint_rest(set, NEO_HOOKEAN_RATIO, i));
}

static void prox(const ConstraintSet *set, int32_t begin, int32_t end, double weight, const real4 *row, real4 *z)
{
    for (int32_t i = begin; i < end; i++, row += 3, z += 3) {
        const double ratio = constraint_rest(set, NEO_HOOKEAN_RATIO, i);
        double       q[9], found[9];
        for (int c = 0; c < 3; c++)
            q[3 * c] = (double)row[c].x, q[3 * c + 1] = (double)row[c].y, q[3 * c + 2] = (double)row[c].z;
        neo_hookean_prox(q, ratio, weight * neo_hookean_bulk(ratio), found);
        for (int c = 0; c < 3; c++)
            z[c] = (real4){(real)found[3 * c], (real)found[3 * c + 1], (real)found[3 * c + 2], 0};
    }
}

static const char *const PARAMS[] = {NEO_HOOKEAN_PARAM_NAMES};
_Static_assert(sizeof PARAMS / sizeof *PARAMS == NEO_HOOKEAN_PARAMS, "a name for each rest value");

const ConstraintOps constraint_neo_hookean = {
    .name = "neo_hookean",
    .summary = "tetrahedron of stable neo-Hookean material; inverse: of the rest edge matrix, 1/m; ratio: 1 - 2 nu; stiffness mu V, J, "
               "over ratio for the second component",
    .vertices = 4,
    .components = 2,
    .rows = 3,
    .params = NEO_HOOKEAN_PARAMS,
    .element = ELEMENT_TETRAHEDRON,
    .balanced = true,
    .param_names = PARAMS,
    .measure = neo_hookean_measure,
    .refuse = neo_hookean_refuse,
    .rest_size = rest_size_tetrahedron,
    .material = from_material,
    .component_stiffness = component_stiffness,
    .projection = &(const ProjectionOps){.flops = 402, .wide = project, .plain = project_plain},
    .vertex_block = &(const VertexBlockOps){.columns = NEO_HOOKEAN_COLUMNS, .flops = 172, .entry = vertex_entry, .lanes = vertex_lanes},
    .energy = &(const EnergyOps){.evaluate = evaluate,
                                 .total = energy,
                                 .wide = wide_energy,
                                 .corners = corner_energy,
                                 .hessian = hessian,
                                 .curvature = curvature,
                                 .reduce = reduce,
                                 .prox = prox},
};
