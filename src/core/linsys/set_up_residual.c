#include "linsys/set_up_residual.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"

typedef struct Norms {
    double residual, rhs; // squared
} Norms;

static void add_column(const Csc *a, const double *x, const double *b, double *product, Norms *norms)
{
    csc_multiply(a, x, product);
    for (int32_t i = 0; i < a->n; i++) {
        const double left = b[i] - product[i];
        norms->residual += left * left;
        norms->rhs += b[i] * b[i];
    }
}

// one, rhs, product: [n]
static void solve_lanes(Linsys *sys, const LinsysSetup *setup, real4 *x, double *one, double *rhs, double *product, Norms *norms)
{
    const int32_t n = setup->matrix->n;
    Random        random = {1};
    real4        *b = x + n;
    for (int32_t i = 0; i < n; i++) {
        const double u = random_unit(&random), v = random_unit(&random), w = random_unit(&random);
        b[i] = (real4){(real)(u - 0.5), (real)(v - 0.5), (real)w, 0};
    }
#pragma omp parallel num_threads(setup->threads)
    sys->ops->solve(sys, b, x);
    for (int lane = 0; lane < 3; lane++) {
        for (int32_t i = 0; i < n; i++) {
            one[i] = (double)(lane == 0 ? x[i].x : lane == 1 ? x[i].y : x[i].z);
            rhs[i] = (double)(lane == 0 ? b[i].x : lane == 1 ? b[i].y : b[i].z);
        }
        add_column(setup->matrix, one, rhs, product, norms);
    }
}

static void solve_one(Linsys *sys, const LinsysSetup *setup, double *one, double *rhs, double *product, Norms *norms)
{
    Random random = {1};
    for (int32_t i = 0; i < setup->matrix->n; i++)
        rhs[i] = random_unit(&random) - 0.5;
#pragma omp parallel num_threads(setup->threads)
    sys->ops->solve_scalar(sys, rhs, one);
    add_column(setup->matrix, one, rhs, product, norms);
}

static Status measure(Linsys *sys, const LinsysSetup *setup)
{
    const bool   scalar = setup->scalar && sys->ops->solve_scalar;
    const size_t n = (size_t)setup->matrix->n, block_bytes = scalar ? 0 : 2 * n * sizeof(real4);
    Norms        norms = {0, 0};
    char         what[96];
    if (sys->ops->iterative && scalar)
        return status_ok();
    snprintf(what, sizeof what, "%s: measuring the residual", sys->ops->name);
    TRY(arena_check(setup->arena, (double)(block_bytes + 3 * n * sizeof(double)), what));
    real4     *x = scalar ? NULL : aligned_alloc(ARENA_ALIGNMENT, (block_bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT);
    double    *one = calloc(3 * n, sizeof *one);
    const bool done = (x || scalar) && one;
    for (size_t i = 0; done && x && i < n; i++)
        x[i] = (real4){0, 0, 0, 0};
    if (done && scalar)
        solve_one(sys, setup, one, one + n, one + 2 * n, &norms);
    else if (done)
        solve_lanes(sys, setup, x, one, one + n, one + 2 * n, &norms);
    free(x);
    free(one);
    if (!done)
        return status_make(STATUS_MEMORY, "%s: out of memory for the residual check of a matrix of order %d", sys->ops->name,
                           setup->matrix->n);
    sys->residual = sqrt(norms.residual / norms.rhs);
    TRY(sys->ops->failed(sys));
    return isfinite(sys->residual)
               ? status_ok()
               : status_make(STATUS_NUMERIC, "%s: the solution at set-up is not finite; check masses and stiffnesses", sys->ops->name);
}

Status set_up_residual(Linsys *sys, const LinsysSetup *setup)
{
    phase_clock_enter(setup->phases, PHASE_NONE); // not part of the set-up time: an iterative solve can take seconds
    const Status status = measure(sys, setup);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    return status;
}
