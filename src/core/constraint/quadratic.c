#include "constraint/quadratic.h"

#include <string.h>

#include "math/symmetric.h"

enum { VERTICES = CONSTRAINT_VERTICES_MAX, SIZE = 3 * VERTICES, COMPONENTS = CONSTRAINT_COMPONENTS_MAX };
_Static_assert((int)SYMMETRIC_MAX >= (int)SIZE, "a block of any kind can be projected");

// k of component c of constraint i, 0 where it has no energy.
static double acting_stiffness(const ConstraintSet *set, int32_t i, int c, double value)
{
    const double k = constraint_component_stiffness(set, i, c);
    return isinf(k) || (set->sense && sense_is_feasible(set->sense[i], value)) ? 0 : k;
}

double quadratic_energy(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *gradient)
{
    const ConstraintOps *ops = set->ops;
    const int            v = ops->vertices;
    double               sum = 0, value[COMPONENTS];
    double4              slope[COMPONENTS * VERTICES] = {{0}};
    for (int32_t i = begin; i < end; i++) {
        ops->energy->evaluate(set, i, i + 1, x, value, gradient ? slope : NULL);
        for (int c = 0; c < ops->components; c++) {
            const double k = acting_stiffness(set, i, c, value[c]);
            sum += 0.5 * k * value[c] * value[c];
            for (int j = 0; gradient && j < v; j++)
                double4_add_to(&gradient[set->vertices[v * i + j]], k * value[c], slope[c * v + j]);
        }
    }
    return sum;
}

static void gather(const double4 *slope, int v, double *g)
{
    for (int j = 0; j < v; j++) {
        g[3 * j] = slope[j].x;
        g[3 * j + 1] = slope[j].y;
        g[3 * j + 2] = slope[j].z;
    }
}

void quadratic_hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    const ConstraintOps *ops = set->ops;
    const int            v = ops->vertices, n = 3 * v;
    const size_t         area = (size_t)n * (size_t)n;
    double               value[COMPONENTS], curvature[COMPONENTS * SIZE * SIZE], g[SIZE] = {0};
    double4              slope[COMPONENTS * VERTICES] = {{0}};
    memset(blocks, 0, (size_t)(end - begin) * area * sizeof *blocks);
    for (int32_t i = begin; i < end; i++) {
        double *block = blocks + (size_t)(i - begin) * area;
        ops->energy->evaluate(set, i, i + 1, x, value, slope);
        ops->energy->curvature(set, i, i + 1, x, curvature);
        for (int c = 0; c < ops->components; c++) {
            const double k = acting_stiffness(set, i, c, value[c]), *second = curvature + (size_t)c * area;
            gather(slope + (size_t)c * (size_t)v, v, g);
            for (int r = 0; r < n && k != 0; r++)
                for (int s = 0; s < n; s++)
                    block[r * n + s] += k * (g[r] * g[s] + value[c] * second[r * n + s]);
        }
        symmetric_filter(n, block, filter);
    }
}

void quadratic_expand(int v, const double *edges, double *block)
{
    const int m = 3 * (v - 1), n = 3 * v;
    memset(block, 0, (size_t)n * (size_t)n * sizeof *block);
    for (int r = 0; r < m; r++)
        for (int c = 0; c < m; c++) {
            const double h = edges[r * m + c];
            block[(r + 3) * n + c + 3] = h;
            block[(r + 3) * n + c % 3] -= h;
            block[(r % 3) * n + c + 3] -= h;
            block[(r % 3) * n + c % 3] += h;
        }
}
