#include "linsys/private/solve_residual.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

static double measure(Linsys *sys, const LinsysSetup *setup, real4 *x, double *one, double *product)
{
    const Csc    *a = setup->matrix;
    const int32_t n = a->n;
    Random        random = {1};
    real4        *b = x + n;
    for (int32_t i = 0; i < n; i++)
        b[i] = (real4){(real)(random_unit(&random) - 0.5), (real)(random_unit(&random) - 0.5), (real)random_unit(&random), 0};
#pragma omp parallel num_threads(setup->threads)
    sys->ops->solve(sys, b, x);
    double squares = 0, all = 0;
    for (int lane = 0; lane < 3; lane++) {
        for (int32_t i = 0; i < n; i++)
            one[i] = (double)(lane == 0 ? x[i].x : lane == 1 ? x[i].y : x[i].z);
        csc_multiply(a, one, product);
        for (int32_t i = 0; i < n; i++) {
            const double wanted = (double)(lane == 0 ? b[i].x : lane == 1 ? b[i].y : b[i].z), left = wanted - product[i];
            squares += left * left;
            all += wanted * wanted;
        }
    }
    return sqrt(squares / all);
}

Status solve_residual(Linsys *sys, const LinsysSetup *setup, double *out)
{
    const size_t n = (size_t)setup->matrix->n, bytes = 2 * n * sizeof(real4);
    char         what[96];
    snprintf(what, sizeof what, "%s: measuring the residual", sys->ops->name);
    TRY(arena_check(setup->arena, (double)n * (2 * sizeof(real4) + 2 * sizeof(double)), what));
    real4  *x = aligned_alloc(ARENA_ALIGNMENT, (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT);
    double *one = calloc(2 * n, sizeof *one);
    if (x && one) {
        memset(x, 0, bytes);
        *out = measure(sys, setup, x, one, one + n);
    }
    const bool done = x && one;
    free(x);
    free(one);
    return done ? status_ok()
                : status_make(STATUS_MEMORY, "%s: out of memory while measuring the residual for a matrix of order %d", sys->ops->name,
                              setup->matrix->n);
}
