#include "contact/private/contact_linear.h"

#include <string.h>

#include "contact/contacts.h"

void contact_linear_hessian(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, EigenFilter filter, double *blocks)
{
    (void)filter;
    const int    v = set->ops->vertices, n = 3 * v;
    const size_t area = (size_t)n * (size_t)n;
    memset(blocks, 0, (size_t)(end - begin) * area * sizeof *blocks);
    for (int32_t i = begin; i < end; i++) {
        double4      slope[CONTACT_VERTICES_MAX] = {{0}};
        double       value = 0, g[3 * CONTACT_VERTICES_MAX] = {0}, *block = blocks + (size_t)(i - begin) * area;
        const double k = constraint_stiffness(set, i);
        set->ops->energy->evaluate(set, i, i + 1, x, &value, slope);
        if (isinf(k) || (set->sense && sense_is_feasible(set->sense[i], value)))
            continue;
        for (int j = 0; j < v; j++)
            g[3 * j] = slope[j].x, g[3 * j + 1] = slope[j].y, g[3 * j + 2] = slope[j].z;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                block[r * n + c] = k * g[r] * g[c];
    }
}

void contact_linear_curvature(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double *blocks)
{
    (void)x;
    const size_t n = 3 * (size_t)set->ops->vertices;
    memset(blocks, 0, (size_t)(end - begin) * n * n * sizeof *blocks);
}
