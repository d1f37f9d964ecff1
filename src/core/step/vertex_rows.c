#include "step/vertex_rows.h"

double vertex_row_force(const VertexRow *row, int sense, double value, bool *bounded)
{
    const double p = row->slope * value + row->offset;
    const bool   zero = (sense == SENSE_GREATER_EQUAL && p >= 0) || (sense == SENSE_LESS_EQUAL && p <= 0); // false for NaN
    if (bounded)
        *bounded = zero;
    return zero ? 0 : p;
}

static void add_lumped(double scale, const double second[3][3], VertexBlock *out)
{
    for (int c = 0; c < 3; c++)
        out->k[c][c] += fabs(scale) * sqrt(second[0][c] * second[0][c] + second[1][c] * second[1][c] + second[2][c] * second[2][c]);
}

// S of a component with this force; whole: its ∇²C.
static void add_curvature(const VertexRows *rows, double p, int v, int j, const double *whole, VertexBlock *out)
{
    const int    size = 3 * v;
    const double scale = rows->h * rows->h * p;
    double       second[3][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            second[r][c] = whole[size * (3 * j + r) + 3 * j + c];
    if (rows->lumped)
        add_lumped(scale, (const double(*)[3])second, out);
    else
        vertex_block_add_matrix(out, scale, (const double(*)[3])second, true);
}

void vertex_rows_add(const VertexRows *rows, const ConstraintSet *set, int kind, int32_t i, int j, const double4 *x, VertexBlock *out)
{
    const ConstraintOps *ops = set->ops;
    const VertexRow     *row = &rows->row[kind][(size_t)i * (size_t)ops->components];
    const double         h2 = rows->h * rows->h;
    double               value[CONSTRAINT_COMPONENTS_MAX], force[CONSTRAINT_COMPONENTS_MAX];
    double               second[CONSTRAINT_COMPONENTS_MAX * 9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
    double4              gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX];
    bool                 pulls = false;
    ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    for (int c = 0; c < ops->components; c++) {
        bool          bounded;
        const double4 slope = gradient[c * ops->vertices + j];
        const double  damping = vertex_block_damping(rows->terms, set, i, x, value[c], &gradient[c * ops->vertices]);
        force[c] = vertex_row_force(&row[c], constraint_sense(set, i), value[c], &bounded);
        if (sense_is_feasible(constraint_sense(set, i), h2 * force[c] + damping)) { // for the sum of both
            bounded = true;
            force[c] = 0;
        }
        double4_add_to(&out->gradient, h2 * force[c], slope);
        if (!bounded || rows->stiff)
            vertex_block_add_outer(out, h2 * row[c].slope, slope);
        if (!bounded && constraint_is_damped(set, i))
            vertex_block_add_damping(rows->terms, set, i, damping, slope, out);
        pulls = pulls || force[c] != 0;
    }
    if (!pulls || !ops->energy->curvature || (!rows->lumped && constraint_vertex_rule(ops) == VERTEX_RULE_GAUSS_NEWTON))
        return;
    ops->energy->curvature(set, i, i + 1, x, second);
    for (int c = 0; c < ops->components; c++)
        add_curvature(rows, force[c], ops->vertices, j, second + c * 9 * ops->vertices * ops->vertices, out);
}
