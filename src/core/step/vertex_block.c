#include "step/vertex_block.h"

#include <string.h>

#include "math/symmetric3.h"

bool vertex_block_missing(const ConstraintOps *ops, VertexRule rule)
{
    return ops->group || (rule == VERTEX_RULE_MAJORISED && !ops->local_step);
}

void vertex_block_add_outer(VertexBlock *out, double scale, double4 a)
{
    const double v[3] = {a.x, a.y, a.z};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out->k[r][c] += scale * v[r] * v[c];
}

static void add_identity(VertexBlock *out, double scale)
{
    for (int r = 0; r < 3; r++)
        out->k[r][r] += scale;
}

static void add_bound(const ConstraintSet *set, int32_t i, int j, double scale, VertexBlock *out)
{
    double rows[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX], square = 0;
    set->ops->local_step->stencil(set, i, rows);
    for (int r = 0; r < set->ops->rows; r++)
        square += rows[r * set->ops->vertices + j] * rows[r * set->ops->vertices + j];
    add_identity(out, scale * constraint_stiffness(set, i) * square);
}

// K = L Lᵀ in place, in the lower triangle; false: a pivot is not above the round-off of its original entry.
static bool factorise(double k[3][3])
{
    static const double ROUND_OFF = 1e-14;
    for (int r = 0; r < 3; r++) {
        const double entry = k[r][r];
        for (int c = 0; c < r; c++) {
            for (int m = 0; m < c; m++)
                k[r][c] -= k[r][m] * k[c][m];
            k[r][c] /= k[c][c];
            k[r][r] -= k[r][c] * k[r][c];
        }
        if (!(k[r][r] > ROUND_OFF * entry))
            return false;
        k[r][r] = sqrt(k[r][r]);
    }
    return true;
}

// True if no eigenvalue is below zero except by round-off; false for a matrix of zeros.
static bool is_semidefinite(double sign, const double matrix[3][3])
{
    static const double ROUND_OFF = 1e-12;
    double              l[3][3];
    const double        shift = ROUND_OFF * sign * (matrix[0][0] + matrix[1][1] + matrix[2][2]);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            l[r][c] = sign * matrix[r][c] + (r == c ? shift : 0);
    return shift > 0 && factorise(l);
}

void vertex_block_add_matrix(VertexBlock *out, double scale, const double matrix[3][3], bool clamped)
{
    double       value[3];
    double4      axis[3];
    const double sign = scale < 0 ? -1 : 1;
    if (clamped && is_semidefinite(-sign, matrix))
        return;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out->k[r][c] += scale * matrix[r][c];
    if (!clamped || is_semidefinite(sign, matrix))
        return; // most blocks are definite, and need no eigenvalues
    symmetric3_eigen(matrix, value, axis);
    for (int k = 0; k < 3; k++)
        if (scale * value[k] < 0)
            vertex_block_add_outer(out, -scale * value[k], axis[k]);
}

// ∇_j²E, the diagonal block of the full Hessian.
static void add_second(const ConstraintSet *set, int32_t i, int j, double scale, const double4 *x, bool clamped, VertexBlock *out)
{
    double    whole[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX], block[3][3];
    const int size = 3 * set->ops->vertices;
    set->ops->energy->hessian(set, i, i + 1, x, EIGEN_EXACT, whole);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            block[r][c] = whole[size * (3 * j + r) + 3 * j + c];
    vertex_block_add_matrix(out, scale, (const double(*)[3])block, clamped);
}

double vertex_block_damping(const VertexTerms *t, const ConstraintSet *set, int32_t i, const double4 *x, double value,
                            const double4 *gradient)
{
    const int32_t *v = set->vertices + (size_t)set->ops->vertices * (size_t)i;
    double         moved = 0;
    if (!constraint_is_damped(set, i))
        return 0;
    for (int l = 0; l < set->ops->vertices; l++)
        moved += double4_dot(gradient[l], double4_sub(x[v[l]], t->previous[v[l]]));
    return t->h * set->damping[i] * constraint_damped_motion(set, i, value, moved);
}

void vertex_block_add_damping(const VertexTerms *t, const ConstraintSet *set, int32_t i, double force, double4 gradient, VertexBlock *out)
{
    double4_add_to(&out->gradient, force, gradient);
    vertex_block_add_outer(out, t->h * set->damping[i], gradient);
}

void vertex_block_add(const VertexTerms *t, const ConstraintSet *set, int32_t i, int j, const double4 *x, VertexBlock *out)
{
    const ConstraintOps *ops = set->ops;
    const VertexRule     rule = t->rule == VERTEX_RULE_OWN ? constraint_vertex_rule(ops) : t->rule; // default of a kind: clamped
    const double         h2 = t->h * t->h;
    double               value[CONSTRAINT_COMPONENTS_MAX];
    double4              gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    if (ops->components == 1 && constraint_is_idle(set, i, value[0]))
        return;
    for (int c = 0; c < ops->components; c++) {
        const double4 *slope = &gradient[c * ops->vertices];
        const double scale = h2 * constraint_component_stiffness(set, i, c), damping = vertex_block_damping(t, set, i, x, value[c], slope);
        if (sense_is_feasible(constraint_sense(set, i), scale * value[c] + damping))
            return;
        double4_add_to(&out->gradient, scale * value[c], slope[j]);
        if (rule == VERTEX_RULE_GAUSS_NEWTON)
            vertex_block_add_outer(out, scale, slope[j]);
        if (constraint_is_damped(set, i))
            vertex_block_add_damping(t, set, i, damping, slope[j], out);
    }
    if (rule == VERTEX_RULE_MAJORISED)
        add_bound(set, i, j, h2, out);
    else if (rule != VERTEX_RULE_GAUSS_NEWTON)
        add_second(set, i, j, h2, x, rule != VERTEX_RULE_EXACT, out);
}

void vertex_block_add_row(VertexBlock *block, double factor, double value, double4 gradient)
{
    double4_add_to(&block->gradient, factor * value, gradient);
    vertex_block_add_outer(block, factor, gradient);
}

static double4 solve_factorised(double l[3][3], double4 gradient)
{
    const double x = gradient.x / l[0][0];
    const double y = (gradient.y - l[1][0] * x) / l[1][1];
    const double z = (gradient.z - l[2][0] * x - l[2][1] * y) / l[2][2];
    const double c = z / l[2][2], b = (y - l[2][1] * c) / l[1][1];
    return (double4){(x - l[1][0] * b - l[2][0] * c) / l[0][0], b, c, 0};
}

void vertex_block_raise(VertexBlock *block, double min)
{
    double  l[3][3], value[3];
    double4 axis[3];
    memcpy(l, block->k, sizeof l);
    if (factorise(l))
        return;
    symmetric3_eigen((const double(*)[3])block->k, value, axis);
    for (int k = 0; k < 3; k++)
        if (value[k] < min)
            vertex_block_add_outer(block, min - value[k], axis[k]);
}

static double4 solve_raised(const VertexBlock *block, double min)
{
    double  value[3];
    double4 axis[3], move = {0};
    symmetric3_eigen(block->k, value, axis);
    for (int k = 0; k < 3; k++)
        double4_add_to(&move, double4_dot(axis[k], block->gradient) / fmax(value[k], min), axis[k]);
    return move;
}

double4 vertex_block_solve(const VertexBlock *block, double min)
{
    double l[3][3];
    memcpy(l, block->k, sizeof l);
    return factorise(l) ? solve_factorised(l, block->gradient) : solve_raised(block, min);
}
