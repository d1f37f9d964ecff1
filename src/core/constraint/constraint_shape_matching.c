// shape_matching: C = √(Σ μ_m |x_m − g_m|²), distance of a body from its rest shape in its best rigid fit (Müller 2005): μ_m = m_m / M,
//   g_m = c + R q_m,   c = Σ μ x,   A = Σ μ x qᵀ,   R the rotation nearest to A,   q the rest positions from their centre of mass.
// E = ½ k C². R and c minimise E, so that ∇_mE = k μ_m (x_m − g_m) as if they were constant. One projection without compliance moves the
// particles to their goals. PD: one row √μ_m x_m for each member, target √μ_m g_m.
//
// With p_m = R q_m, B = A Rᵀ, which is symmetric, and G = tr(B) I − B:
//   ∇²E = k (diag(μ_m I) − Σ_a T_a T_aᵀ − Σ_b P_b P_bᵀ / γ_b),   T_a,m = μ_m e_a,   P_b,m = μ_m (u_b × p_m)
// with G = Σ γ_b u_b u_bᵀ. For a compressed body γ is so small that this is not positive semi-definite. With the inertia J = Σ μ (|p|² I −
// p pᵀ) instead of G it always is: the part orthogonal to all rigid motions.
#include "constraint/private/group_projection.h"
#include "constraint/projection.h"
#include "math/svd3.h"
#include "math/symmetric3.h"

// The best fit of the rest shape, relative to the body's first particle.
typedef struct Fit {
    double4 origin, centre;
    double  rotation[3][3];
    Svd3    svd; // of A
} Fit;

enum { SUM_CENTRE = 0, SUM_MATRIX = 3, SUM_FIT = 12, SUM_SQUARE = 12, SUM_WEIGHT = 13, SUM_MOTION = 14 };

// Σ μ x and Σ μ x qᵀ of members begin … end−1, x measured from the origin.
static GNU_ALWAYS_INLINE void add_moments(const ConstraintSet *set, int32_t i, GroupPoints x, double4 origin, int32_t begin, int32_t end,
                                          double sum[SUM_FIT])
{
    const int32_t  first = set->groups->start[i];
    const double4 *rest = set->groups->rest_position + first;
    for (int32_t m = begin; m < end; m++) {
        const double4 d = double4_scale(rest[m].w, double4_sub(group_point(x, set->vertices[first + m]), origin)), q = rest[m];
        sum[0] += d.x, sum[1] += d.y, sum[2] += d.z;
        sum[3] += d.x * q.x, sum[4] += d.x * q.y, sum[5] += d.x * q.z;
        sum[6] += d.y * q.x, sum[7] += d.y * q.y, sum[8] += d.y * q.z;
        sum[9] += d.z * q.x, sum[10] += d.z * q.y, sum[11] += d.z * q.z;
    }
}

static void fit_init(double4 origin, const double sum[SUM_FIT], Fit *out)
{
    out->origin = origin;
    out->centre = (double4){sum[SUM_CENTRE], sum[SUM_CENTRE + 1], sum[SUM_CENTRE + 2], 0};
    svd3(sum + SUM_MATRIX, &out->svd);
    svd3_compose(&out->svd, (const double[3]){1, 1, 1}, out->rotation);
}

// p = R q
static double4 rotate(const Fit *fit, double4 q)
{
    const double(*r)[3] = (const double(*)[3])fit->rotation;
    return (double4){r[0][0] * q.x + r[0][1] * q.y + r[0][2] * q.z, r[1][0] * q.x + r[1][1] * q.y + r[1][2] * q.z,
                     r[2][0] * q.x + r[2][1] * q.y + r[2][2] * q.z, 0};
}

// g_m from the origin.
static double4 fit_goal(const Fit *fit, double4 rest)
{
    const double4 p = rotate(fit, rest);
    return (double4){fit->centre.x + p.x, fit->centre.y + p.y, fit->centre.z + p.z, 0};
}

// x_m − g_m
static GNU_ALWAYS_INLINE double4 fit_offset(const Fit *fit, const ConstraintSet *set, int32_t i, int32_t m, GroupPoints x)
{
    const int32_t at = set->groups->start[i] + m;
    return double4_sub(double4_sub(group_point(x, set->vertices[at]), fit->origin), fit_goal(fit, set->groups->rest_position[at]));
}

// By one thread. Returns C.
static double fit_all(const ConstraintSet *set, int32_t i, const double4 *x, Fit *fit)
{
    const GroupPoints points = group_points_exact(x);
    const double4     origin = x[set->vertices[set->groups->start[i]]];
    double            sum[SUM_FIT] = {0}, square = 0;
    add_moments(set, i, points, origin, 0, group_members(set, i), sum);
    fit_init(origin, sum, fit);
    for (int32_t m = 0; m < group_members(set, i); m++) {
        const double4 d = fit_offset(fit, set, i, m, points);
        square += set->groups->rest_position[set->groups->start[i] + m].w * double4_dot(d, d);
    }
    return sqrt(square);
}

// Called by all threads; contains a barrier. x: positions, constant until the next barrier.
static void fit_together(const ConstraintSet *set, int32_t i, const real4 *x, const GroupWork *work, Fit *fit)
{
    const GroupPoints points = group_points(x);
    const int32_t     members = group_members(set, i);
    const double4     origin = group_point(points, set->vertices[set->groups->start[i]]);
    int32_t           from, to;
    double            sum[SUM_FIT];
    group_share(members, &from, &to);
    for (int32_t block = from; block < to; block++) {
        double *partial = group_partial(work, block);
        for (int c = 0; c < SUM_FIT; c++)
            partial[c] = 0;
        add_moments(set, i, points, origin, block * GROUP_BLOCK, group_block_end(members, block), partial);
    }
#pragma omp barrier
    group_sum(work, members, 0, SUM_FIT, sum);
    fit_init(origin, sum, fit);
}

// ---- projection ----

// x − g of a block into work->move, and Σ μ|x−g|², Σ w μ²|x−g|², Σ μ (x−g)·(x − x_n): C², and C² ∇C W ∇Cᵀ and C ∇C·(x − x_n).
static void offset_block(const Fit *fit, const ConstraintSet *set, int32_t i, const Sweep *s, const GroupWork *work, int32_t block)
{
    const GroupPoints points = group_points(s->position);
    const int32_t     first = set->groups->start[i];
    double            square = 0, weight = 0, motion = 0;
    for (int32_t m = block * GROUP_BLOCK; m < group_block_end(group_members(set, i), block); m++) {
        const int32_t at = set->vertices[first + m];
        const double  part = set->groups->rest_position[first + m].w;
        const double4 d = fit_offset(fit, set, i, m, points);
        square += part * double4_dot(d, d);
        weight += (double)s->position[at].w * part * part * double4_dot(d, d);
        if (s->gamma)
            motion += part * double4_dot(d, double4_sub(group_point(points, at), double4_from(s->previous[at])));
        work->move[m] = (real4){(real)d.x, (real)d.y, (real)d.z, 0};
    }
    double *partial = group_partial(work, block);
    partial[SUM_SQUARE] = square, partial[SUM_WEIGHT] = weight, partial[SUM_MOTION] = motion;
}

static void project_team(const ConstraintSet *set, int32_t i, const Sweep *s, const GroupWork *work)
{
    const int32_t members = group_members(set, i);
    const double  old = group_lambda(s, i);
    int32_t       from, to;
    double        sum[3];
    Fit           fit;
    fit_together(set, i, s->position, work, &fit);
    group_share(members, &from, &to);
    for (int32_t block = from; block < to; block++)
        offset_block(&fit, set, i, s, work, block);
#pragma omp barrier
    group_sum(work, members, SUM_SQUARE, 3, sum);
    const double value = sqrt(sum[0]), inverse = sum[0] >= (double)PROJECTION_LENGTH2_MIN ? 1 / value : 0;
    const double change = inverse > 0 ? group_change(set, i, s, old, value, sum[1] / sum[0], sum[2] * inverse) : 0;
    for (int32_t block = from; block < to; block++)
        for (int32_t m = block * GROUP_BLOCK; m < group_block_end(members, block); m++)
            group_move(set, i, m, s, change * inverse * set->groups->rest_position[set->groups->start[i] + m].w, work->move[m]);
#pragma omp barrier
}

// ---- projective dynamics ----

static void local_team(const ConstraintSet *set, int32_t i, const real4 *position, real4 *target, const GroupWork *work)
{
    const int32_t members = group_members(set, i);
    int32_t       from, to;
    Fit           fit;
    fit_together(set, i, position, work, &fit);
    group_share(members, &from, &to);
    for (int32_t m = from * GROUP_BLOCK; m < members && m < to * GROUP_BLOCK; m++) {
        const double4 rest = set->groups->rest_position[set->groups->start[i] + m], g = fit_goal(&fit, rest);
        const double  root = sqrt(rest.w);
        target[m] =
            (real4){(real)(root * (fit.origin.x + g.x)), (real)(root * (fit.origin.y + g.y)), (real)(root * (fit.origin.z + g.z)), 0};
    }
#pragma omp barrier
}

static void stencil(const ConstraintSet *set, int32_t i, double *rows)
{
    rows[0] = sqrt(set->groups->rest_position[i].w);
}

// ---- value, energy, derivatives ----

static const char *refuse(const double *rest)
{
    (void)rest; // there is none
    return NULL;
}

// x − g over C; at C = 0 there is no gradient.
static void evaluate(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *value, double4 *gradient)
{
    Fit fit;
    (void)end; // one group at a time
    *value = fit_all(set, begin, x, &fit);
    const double inverse = *value > 0 ? 1 / *value : 0;
    for (int32_t m = 0; gradient && m < group_members(set, begin); m++)
        gradient[m] = double4_scale(inverse * set->groups->rest_position[set->groups->start[begin] + m].w,
                                    fit_offset(&fit, set, begin, m, group_points_exact(x)));
}

static double energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int32_t i = begin; i < end; i++) {
        const int32_t first = set->groups->start[i];
        const double  k = constraint_stiffness(set, i);
        Fit           fit;
        if (isinf(k) || !(k > 0)) // hard, or broken
            continue;
        const double value = fit_all(set, i, x, &fit);
        sum += 0.5 * k * value * value;
        for (int32_t m = 0; gradient && m < group_members(set, i); m++)
            double4_add_to(&gradient[set->vertices[first + m]], k * set->groups->rest_position[first + m].w,
                           fit_offset(&fit, set, i, m, group_points_exact(x)));
    }
    return sum;
}

// J
static void inertia(const ConstraintSet *set, int32_t i, const Fit *fit, double out[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out[r][c] = 0;
    for (int32_t at = set->groups->start[i]; at < set->groups->start[i + 1]; at++) {
        const double4 p = rotate(fit, set->groups->rest_position[at]);
        const double  v[3] = {p.x, p.y, p.z}, part = set->groups->rest_position[at].w, square = double4_dot(p, p);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                out[r][c] += part * ((r == c ? square : 0) - v[r] * v[c]);
    }
}

// to += factor · a⁺. A line has no inertia along itself, and no rotation about itself to be removed.
static void add_inverse(double a[3][3], double factor, double to[3][3])
{
    double  value[3];
    double4 vector[3];
    symmetric3_eigen((const double(*)[3])a, value, vector);
    const double max = fmax(fabs(value[0]), fmax(fabs(value[1]), fabs(value[2])));
    for (int b = 0; b < 3; b++) {
        const double v[3] = {vector[b].x, vector[b].y, vector[b].z};
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3 && fabs(value[b]) > 1e-12 * max; c++)
                to[r][c] += factor / value[b] * v[r] * v[c];
    }
}

static bool is_semidefinite(double a[3][3])
{
    double  value[3];
    double4 vector[3];
    symmetric3_eigen((const double(*)[3])a, value, vector);
    return fmin(value[0], fmin(value[1], value[2])) >= 0;
}

// Replaces G⁻¹: (1 − theta) G⁻¹ plus theta times G⁻¹ if ∇²E is positive semi-definite, else times J⁻¹.
static void inverse_stiffness(const ConstraintSet *set, int32_t i, const Fit *fit, double theta, double out[3][3])
{
    double       g[3][3], j[3][3], beyond[3][3];
    const double sigma[3] = {fit->svd.sigma[1] + fit->svd.sigma[2], fit->svd.sigma[2] + fit->svd.sigma[0],
                             fit->svd.sigma[0] + fit->svd.sigma[1]};
    inertia(set, i, fit, j);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            g[r][c] = out[r][c] = 0;
            for (int a = 0; a < 3; a++)
                g[r][c] += fit->svd.u[r][a] * sigma[a] * fit->svd.u[c][a];
            beyond[r][c] = g[r][c] - j[r][c];
        }
    const bool exact = theta <= 0 || is_semidefinite(beyond);
    add_inverse(g, exact ? 1 : 1 - theta, out);
    if (!exact)
        add_inverse(j, theta, out);
}

static void add_direction(const ConstraintSet *set, int32_t i, double factor, GroupHessian *out, double4 **direction)
{
    *direction = out->direction + (size_t)out->directions * (size_t)group_members(set, i);
    out->factor[out->directions++] = factor;
}

static void group_hessian(const ConstraintSet *set, int32_t i, const double4 *x, double theta, GroupHessian *out)
{
    static const double4 AXES[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    const double         k = constraint_stiffness(set, i);
    const double4       *rest = set->groups->rest_position + set->groups->start[i];
    const int32_t        members = group_members(set, i);
    Fit                  fit;
    double               inverse[3][3], value[3];
    double4              axis[3], *direction;
    group_hessian_clear(set, i, out);
    if (isinf(k) || !(k > 0)) // hard, or broken
        return;
    fit_all(set, i, x, &fit);
    inverse_stiffness(set, i, &fit, theta, inverse);
    symmetric3_eigen((const double(*)[3])inverse, value, axis);
    for (int32_t m = 0; m < members; m++)
        out->own[m][0] = out->own[m][4] = out->own[m][8] = k * rest[m].w;
    for (int a = 0; a < 3; a++) {
        add_direction(set, i, -k, out, &direction);
        for (int32_t m = 0; m < members; m++)
            direction[m] = double4_scale(rest[m].w, AXES[a]);
    }
    for (int b = 0; b < 3; b++)
        if (value[b] < 0 || value[b] > 0) {
            add_direction(set, i, -k * value[b], out, &direction);
            for (int32_t m = 0; m < members; m++)
                direction[m] = double4_scale(rest[m].w, double4_cross(axis[b], rotate(&fit, rest[m])));
        }
}

const ConstraintOps constraint_shape_matching = {
    .name = "shape_matching",
    .summary = "shape matching: pulls a body to its rest shape in the best rigid fit (Müller 2005); no rest values; stiffness N/m",
    .components = 1,
    .rows = 1,
    .params = 0,
    .element = ELEMENT_BODY,
    .traits = TRAIT_DAMPING | TRAIT_LIMIT,
    .refuse = refuse,
    .projection = &(const ProjectionOps){.flops = 84, .team = project_team},
    .local_step = &(const LocalStepOps){.flops = 45, .team = local_team, .stencil = stencil},
    .group = &(const GroupOps){.directions = GROUP_DIRECTIONS, .hessian = group_hessian},
    .energy = &(const EnergyOps){.evaluate = evaluate, .total = energy},
};
