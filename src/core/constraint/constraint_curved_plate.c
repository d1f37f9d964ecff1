// curved_plate: plate_bending of a triangle that is curved at rest. The same three rows of coefficients (constraint/plate_patch.h) give the
// curvature along the normal of the triangle, and each row has a value of it at rest:
//
//   C_r = n·κ_r − κ°_r,  κ_r = Σ_j c_rj x_j,  E = ½ k Σ_r C_r²,  k = D
//
// n is the unit normal of the corners 0, 1, 2, which determines the side of the curvature. It tilts against the slope of the motion, δn =
// −Σ_j g_j (n·δx_j) with the gradients g_j of the corners' hat functions. So all gradients are along n,
//
//   ∇_j C_r = b_rj n,  b_rj = c_rj − g_j·κ_r,
//
// with g_j = 0 beyond the corners, and, with the tilt of n and of the g_j,
//
//   ∂²C_r/∂x_j∂x_k = −b_rj g_k nᵀ − b_rk n g_jᵀ − (n·κ_r)(g_j·g_k) n nᵀ   (rows j, columns k).
//
// For facets of length a at an angle α the curvature is sin α/a: softer than α/a by a part α²/6, an error of second order.
//
// The rows are projected together, as those of plate_bending.
#include "constraint/private/plate_rows.h"

enum { CORNERS = 3 };

static void measure(const double4 *x, double *rest)
{
    double rows[ROWS][V];
    measure_rows(x, rest, rows);
    plate_patch_curvature((const double(*)[V])rows, x, rest + COEFFICIENTS);
}

static const char *refuse(const double *rest)
{
    return refuse_rows(rest, COEFFICIENTS + ROWS);
}

// ---- projection, plain ----

typedef struct Bend {
    real4 n;          // 0 if the triangle has no area
    real  b[ROWS][V]; // ∇_j C_r = b_rj n
    real  value[ROWS];
} Bend;

static GNU_ALWAYS_INLINE void bend_of(const ConstraintSet *set, int32_t i, const real4 *x, Bend *out)
{
    const size_t count = (size_t)set->count;
    const real4  area = real4_cross(real4_sub(x[1], x[0]), real4_sub(x[2], x[0]));
    const real   area2 = real4_dot(area, area), inverse = area2 >= PROJECTION_LENGTH2_MIN ? 1 / real_sqrt(area2) : 0;
    const real4  n = out->n = (real4){inverse * area.x, inverse * area.y, inverse * area.z, 0};
    coefficients(set, i, out->b);
    for (int r = 0; r < ROWS; r++) {
        real       *b = out->b[r];
        const real4 k = linear_row(V, b, x);
        out->value[r] = real4_dot(n, k) - set->rest[(size_t)(COEFFICIENTS + r) * count + (size_t)i];
        for (int j = 0; j < CORNERS; j++) // g_j = n × e / 2A, e the opposite side
            b[j] -= inverse * real4_dot(real4_cross(n, real4_sub(x[(j + 2) % 3], x[(j + 1) % 3])), k);
    }
}

// error := S⁻¹ error
static GNU_ALWAYS_INLINE void solve(Factor f, real error[ROWS])
{
    error[1] -= f.l1 * error[0];
    error[2] -= f.l2 * error[0] + f.l21 * error[1];
    error[2] *= f.d2;
    error[1] = f.d1 * error[1] - f.l21 * error[2];
    error[0] = f.d0 * error[0] - f.l1 * error[1] - f.l2 * error[2];
}

// Δλ of the rows.
static GNU_ALWAYS_INLINE void changes_of(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v, Bend *bend, const real4 *x,
                                         real change[ROWS])
{
    const size_t n = (size_t)set->count;
    const real   alpha = v.compliant ? s->compliance[i] * s->inverse_h2 : 0, gamma = v.traits && s->gamma ? s->gamma[i] : 0;
    real         a[ROWS][ROWS];
    gram(x, bend->b, gamma, alpha, a);
    for (int r = 0; r < ROWS; r++)
        change[r] = bend->value[r] + (v.compliant ? alpha * s->lambda[(size_t)r * n + (size_t)i] : 0);
    if (v.traits && s->gamma) {
        real4 moved[V];
        linear_row_moved(V, s->previous, set->vertices + V * (size_t)i, x, moved);
        for (int r = 0; r < ROWS; r++)
            for (int j = 0; j < V; j++)
                change[r] += gamma * bend->b[r][j] * real4_dot(bend->n, moved[j]);
    }
    solve(factorise(a), change);
    for (int r = 0; r < ROWS; r++)
        change[r] *= -s->relaxation * (v.jacobi ? s->weight[i] : 1);
}

static GNU_ALWAYS_INLINE void project_one(const ConstraintSet *set, int32_t i, const Sweep *s, Projection v)
{
    const int32_t *vertices = set->vertices + V * (size_t)i;
    real4          x[V];
    real           change[ROWS] = {0};
    Bend           bend;
    if (v.traits && v.compliant && !(s->compliance[i] < (real)INFINITY)) // broken
        return;
    projection_load(V, s->position, vertices, x);
    bend_of(set, i, x, &bend);
    if (real4_dot(bend.n, bend.n) > 0)
        changes_of(set, i, s, v, &bend, x, change);
    for (int r = 0; r < ROWS && v.compliant; r++)
        s->lambda[(size_t)r * (size_t)set->count + (size_t)i] += change[r];
    for (int j = 0; j < V; j++) {
        const real  along = x[j].w * (bend.b[0][j] * change[0] + bend.b[1][j] * change[1] + bend.b[2][j] * change[2]);
        const real4 move = {along * bend.n.x, along * bend.n.y, along * bend.n.z, 0};
        projection_move(V, s, v, i, j, vertices[j], x[j], move);
    }
}

// ---- projection, wide ----

typedef struct WideBend {
    WideColumns n;
    WideMask    defined;
    wide        b[ROWS][V], value[ROWS];
} WideBend;

static GNU_ALWAYS_INLINE void wide_bend_of(const ConstraintSet *set, int32_t i, int count, const WideColumns *x, WideBend *out)
{
    const size_t      n = (size_t)set->count;
    const WideColumns e1 = wide_subtract(&x[1], &x[0]), e2 = wide_subtract(&x[2], &x[0]), area = wide_cross(&e1, &e2);
    const wide        area2 = wide_dot3(area, area);
    out->defined = wide_greater_equal(area2, wide_all(PROJECTION_LENGTH2_MIN));
    const wide inverse = wide_where(out->defined, wide_rsqrt(area2));
    out->n = wide_scale(inverse, &area);
    wide_coefficients(set, i, count, out->b);
    for (int r = 0; r < ROWS; r++) {
        wide             *b = out->b[r];
        const WideColumns k = linear_row_wide(V, b, x);
        out->value[r] = wide_dot3(out->n, k) - wide_load(set->rest + (size_t)(COEFFICIENTS + r) * n + i, count);
        for (int j = 0; j < CORNERS; j++) {
            const WideColumns side = wide_subtract(&x[(j + 2) % 3], &x[(j + 1) % 3]), up = wide_cross(&out->n, &side);
            b[j] -= inverse * wide_dot3(up, k);
        }
    }
}

static GNU_ALWAYS_INLINE void wide_solve(WideFactor f, wide error[ROWS])
{
    error[1] -= f.l1 * error[0];
    error[2] -= f.l2 * error[0] + f.l21 * error[1];
    error[2] *= f.d2;
    error[1] = f.d1 * error[1] - f.l21 * error[2];
    error[0] = f.d0 * error[0] - f.l1 * error[1] - f.l2 * error[2];
}

static GNU_ALWAYS_INLINE void wide_damping(const Sweep *s, int32_t i, int count, const int32_t *vertices, const WideBend *bend,
                                           const WideColumns *x, wide a[ROWS][ROWS], wide change[ROWS])
{
    const wide  gamma = wide_load(s->gamma + i, count);
    WideColumns moved[V];
    linear_row_moved_wide(V, s->previous, vertices, x, moved);
    for (int r = 0; r < ROWS; r++) {
        for (int j = 0; j < V; j++)
            change[r] = wide_fma(gamma * bend->b[r][j], wide_dot3(bend->n, moved[j]), change[r]);
        for (int q = 0; q <= r; q++)
            a[r][q] *= 1 + gamma;
    }
}

// Δλ of the rows; adds it to λ.
static GNU_ALWAYS_INLINE void wide_changes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                           const int32_t *vertices, WideBend *bend, const WideColumns *x, wide change[ROWS])
{
    const size_t n = (size_t)set->count;
    const wide   alpha = v.compliant ? wide_load(s->compliance + i, count) * s->inverse_h2 : wide_all(0);
    wide         a[ROWS][ROWS], old[ROWS], gain = wide_all(-s->relaxation);
    wide_gram(x, bend->b, a);
    for (int r = 0; r < ROWS; r++)
        change[r] = bend->value[r];
    if (v.traits && s->gamma)
        wide_damping(s, i, count, vertices, bend, x, a, change);
    for (int r = 0; r < ROWS && v.compliant; r++) {
        old[r] = wide_load(s->lambda + (size_t)r * n + i, count);
        change[r] = wide_fma(alpha, old[r], change[r]);
        a[r][r] += alpha;
    }
    wide_solve(wide_factorise(a), change);
    if (v.jacobi)
        gain *= wide_load(s->weight + i, count);
    const WideMask moves = wide_both(bend->defined, wide_less(alpha, wide_all((real)INFINITY))); // broken: all infinite or NaN
    for (int r = 0; r < ROWS; r++) {
        change[r] = wide_where(moves, gain * change[r]);
        if (v.compliant)
            wide_store(s->lambda + (size_t)r * n + i, old[r] + change[r], count);
    }
}

static GNU_ALWAYS_INLINE void project_lanes(const ConstraintSet *set, int32_t i, int count, const Sweep *s, Projection v,
                                            const int32_t *vertices)
{
    WideColumns x[V];
    WideBend    bend;
    wide        change[ROWS];
    wide_projection_load(V, s->position, vertices, x);
    wide_bend_of(set, i, count, x, &bend);
    wide_changes(set, i, count, s, v, vertices, &bend, x, change);
    for (int j = 0; j < V; j++) {
        const wide  along = x[j].w * wide_fma(bend.b[2][j], change[2], wide_fma(bend.b[1][j], change[1], bend.b[0][j] * change[0]));
        WideColumns to = wide_scale(along, &bend.n);
        if (!v.jacobi)
            to = (WideColumns){x[j].x + to.x, x[j].y + to.y, x[j].z + to.z, x[j].w};
        wide_projection_store(V, s, v, i, j, vertices, &to, count);
    }
}

#define PROJECTION_VERTICES V
#include "constraint/projection_range.h"

// ---- metrics and Newton, in double ----

typedef struct Exact {
    double4 n, g[CORNERS]; // 0 if the triangle has no area
    double  b[ROWS][V];    // ∇_j C_r = b_rj n
    double  along[ROWS];   // n·κ_r
} Exact;

static void exact_of(const ConstraintSet *set, int32_t i, const double4 *x, Exact *out)
{
    const int32_t *v = set->vertices + V * (size_t)i;
    const double4  area = double4_cross(double4_sub(x[v[1]], x[v[0]]), double4_sub(x[v[2]], x[v[0]]));
    const double   twice = double4_norm(area), inverse = twice * twice >= DBL_MIN ? 1 / twice : 0;
    out->n = double4_scale(inverse, area);
    for (int j = 0; j < CORNERS; j++)
        out->g[j] = double4_scale(inverse, double4_cross(out->n, double4_sub(x[v[(j + 2) % 3]], x[v[(j + 1) % 3]])));
    exact_coefficients(set, i, out->b);
    for (int r = 0; r < ROWS; r++) {
        double4 k = {0};
        for (int j = 1; j < V; j++)
            double4_add_to(&k, out->b[r][j], double4_sub(x[v[j]], x[v[0]]));
        out->along[r] = double4_dot(out->n, k);
        for (int j = 0; j < CORNERS; j++)
            out->b[r][j] -= double4_dot(out->g[j], k);
    }
}

static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    for (int32_t i = begin; i < end; i++) {
        const size_t first = (size_t)ROWS * (size_t)(i - begin);
        Exact        exact;
        exact_of(set, i, x, &exact);
        for (int r = 0; r < ROWS; r++) {
            value[first + (size_t)r] = exact.along[r] - constraint_rest(set, COEFFICIENTS + r, i);
            for (int j = 0; gradient && j < V; j++)
                gradient[V * (first + (size_t)r) + (size_t)j] = double4_scale(exact.b[r][j], exact.n);
        }
    }
}

static void curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    enum { SIDE = 3 * V };
    memset(blocks, 0, (size_t)(end - begin) * ROWS * SIDE * SIDE * sizeof *blocks);
    for (int32_t i = begin; i < end; i++) {
        double n[3], g[CORNERS][3];
        Exact  exact;
        exact_of(set, i, x, &exact);
        double4_coordinates(exact.n, n);
        for (int j = 0; j < CORNERS; j++)
            double4_coordinates(exact.g[j], g[j]);
        for (int r = 0; r < ROWS; r++) {
            double *block = blocks + ((size_t)ROWS * (size_t)(i - begin) + (size_t)r) * SIDE * SIDE;
            for (int j = 0; j < V; j++)
                for (int k = 0; k < CORNERS; k++)
                    for (int b = 0; b < 3; b++)
                        for (int c = 0; c < 3; c++) {
                            const double tilt = -exact.b[r][j] * g[k][b] * n[c];
                            block[SIDE * (3 * j + b) + 3 * k + c] += tilt;
                            block[SIDE * (3 * k + c) + 3 * j + b] += tilt;
                            if (j < CORNERS)
                                block[SIDE * (3 * j + b) + 3 * k + c] -= exact.along[r] * double4_dot(exact.g[j], exact.g[k]) * n[b] * n[c];
                        }
        }
    }
}

static const char *const PARAMS[] = {"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8",  "a9",  "a10", "a11", "b1",
                                     "b2", "b3", "b4", "b5", "b6", "b7", "b8", "b9",  "b10", "b11", "c1",  "c2",
                                     "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11", "a",   "b",   "c"};

const ConstraintOps constraint_curved_plate = {
    .name = "curved_plate",
    .summary = "bending of a triangle that may be curved at rest, by its curvature along the normal: isotropic plate on any mesh; a1 … "
               "c11: three rows of coefficients, 1/m; a, b, c: their values at rest; stiffness N m",
    .vertices = V,
    .components = ROWS,
    .params = COEFFICIENTS + ROWS,
    .element = ELEMENT_PATCH,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT,
    .curved = true,
    .param_names = PARAMS,
    .measure = measure,
    .refuse = refuse,
    .material = material,
    .projection = &(const ProjectionOps){.flops = 800, .wide = project, .plain = project_plain},
    .energy = &(const EnergyOps){.evaluate = evaluate, .total = quadratic_energy, .hessian = quadratic_hessian, .curvature = curvature},
};
