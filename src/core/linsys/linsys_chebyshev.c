// Chebyshev semi-iteration on the Jacobi iteration (Golub and Varga 1961; in projective dynamics Wang 2015). It needs no dot products
// except for the stopping rule.
//   x̂ = x_k + τ D⁻¹ (b − A x_k),   x_{k+1} = x_{k−1} + ω_{k+1} (x̂ − x_{k−1}),   ω_1 = 1, ω_2 = 2/(2 − ρ²), ω_{k+1} = 4/(4 − ρ² ω_k)
// With the eigenvalues of D⁻¹A in [a, b], τ = 2/(a + b) and ρ = (b − a)/(b + a). b is an upper bound of the eigenvalues: the largest sum of
// a row's absolute values over its diagonal entry. A power iteration would give less, and errors of eigenvalues above b grow. a is the
// estimate of a power iteration on b − D⁻¹A, which lies above the smallest eigenvalue. Errors of eigenvalues below a converge, but more
// slowly than ρ predicts.
#include <math.h>

#include "linsys/private/iterative.h"

extern const LinsysOps linsys_chebyshev;

typedef struct Chebyshev {
    Iterative base;
    Quad     *older;   // [rows.n] x_{k−1}
    Quad     *inverse; // [rows.n] D⁻¹
    double    rho, tau;
    double    given;
} Chebyshev;

static const Param PARAMS[] = {
    PARAM_REAL_ROW("solve_rho", "", 0, 0, 0.9999999, "spectral radius of the Jacobi iteration; 0: estimated"),
    ITERATIVE_PARAMS,
    PARAM_END,
};

// ---- the spectrum of D⁻¹A, outside a team, in the vectors x and older ----

// x = D⁻¹A x − shift x; the growth of the norm estimates the eigenvalue farthest from `shift`.
static double power(const Chebyshev *s, double shift)
{
    enum { STEPS = 30 };
    const SymmetricRows *a = &s->base.rows;
    Quad                *x = s->base.x, *y = s->older;
    double               found = 0;
    for (int32_t i = 0; i < a->n; i++)
        x[i] = quad_of(1 + 0.37 * (i % 7) - 0.91 * (i % 3));
    for (int step = 0; step < STEPS; step++) {
        double before = 0, after = 0;
#pragma omp parallel for num_threads(s->base.threads) schedule(static)
        for (int32_t i = 0; i < a->n; i++)
            y[i] = s->inverse[i] * symmetric_rows_times(a, i, x) - shift * x[i];
        for (int32_t i = 0; i < a->n; i++)
            for (int k = 0; k < 3; k++) { // in the norm in which D⁻¹A is symmetric
                before += x[i][k] * x[i][k] / s->inverse[i][k];
                after += y[i][k] * y[i][k] / s->inverse[i][k];
            }
        found = sqrt(after / before);
        for (int32_t i = 0; i < a->n; i++)
            x[i] = y[i] * (1 / found);
        if (!(found > 0))
            break;
    }
    return found;
}

static double largest_row(const Chebyshev *s)
{
    const SymmetricRows *a = &s->base.rows;
    double               upper = 0;
    for (int32_t i = 0; i < a->n; i++) {
        Quad sum = {0, 0, 0, 0};
        for (int32_t k = a->start[i]; k < a->start[i + 1]; k++)
            for (int r = 0; r < a->block; r++)
                for (int c = 0; c < a->block; c++)
                    sum[r] += fabs(a->block == 1 ? a->number[k] : a->column_of[k][c][r]);
        for (int r = 0; r < a->block; r++)
            upper = fmax(upper, sum[r] * s->inverse[i][r]);
    }
    return upper;
}

static Status update(Iterative *base, const Csc *matrix)
{
    Chebyshev *s = (Chebyshev *)base;
    (void)matrix;
    for (int32_t i = 0; i < base->rows.n; i++)
        s->inverse[i] = 1 / symmetric_rows_diagonal(&base->rows, i);
    const double upper = largest_row(s);
    const double lower = s->given > 0 ? upper * (1 - s->given) / (1 + s->given) : fmax(0, upper - power(s, upper));
    s->rho = fmin((upper - lower) / (upper + lower), 1 - 1e-7);
    s->tau = 2 / (upper + lower);
    return status_ok();
}

// ---- solution ----

// Overwrites x_{k−1} by x_{k+1} and computes ‖b − A x_k‖². One barrier.
static void advance(const Chebyshev *s, const TeamSums *sums, const Quad *x, Quad *older, double omega, Quad *total)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(sums, chunk, &from, &to);
        Quad    sum = {0, 0, 0, 0};
        for (int32_t i = from; i < to; i++) {
            const Quad r = s->base.b[i] - symmetric_rows_times(&s->base.rows, i, x);
            sum += r * r;
            older[i] += omega * (x[i] + s->tau * s->inverse[i] * r - older[i]);
        }
        iterative_sum_put(partial, 0, &sum);
    }
    iterative_sum_total(&s->base, sums, total);
}

static void run(Iterative *base, const Quad *scale, IterativeEnd *end)
{
    const Chebyshev *s = (const Chebyshev *)base;
    const double     rho2 = s->rho * s->rho;
    Quad            *x = base->x, *older = s->older;
    double           omega = 1;
    Quad             total[ITERATIVE_SUMS];
    int32_t          from, to;
    iterative_share(base, &from, &to);
    for (int32_t i = from; i < to; i++)
        older[i] = x[i];
#pragma omp barrier
    for (;;) {
        advance(s, end->iterations % 2 ? &base->next : &base->sums, x, older, omega, total);
        end->x = x; // not the next one, whose residual is unknown
        if (iterative_is_done(base, total, scale, end))
            return;
        Quad *last = x;
        x = older;
        older = last;
        omega = end->iterations == 0 ? 2 / (2 - rho2) : 4 / (4 - rho2 * omega);
        end->iterations++;
    }
}

// ---- life ----

static Status build(Chebyshev *s, const LinsysSetup *setup)
{
    TRY(iterative_init(setup, &linsys_chebyshev, &s->base));
    TRY(ARENA_NEW(setup->arena, s->base.rows.n, &s->older));
    TRY(ARENA_NEW(setup->arena, s->base.rows.n, &s->inverse));
    s->given = param_real(setup->params, "solve_rho");
    s->base.update = update;
    s->base.run = run;
    s->base.barriers = 1;
    s->base.iteration_bytes = (double)symmetric_rows_bytes(&s->base.rows) + 5 * (double)s->base.rows.n * sizeof(Quad);
    return status_ok();
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const size_t used = setup->arena->used_bytes;
    Chebyshev   *s;
    *out = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    return iterative_ready(setup, used, build(s, setup), &s->base, out);
}

const LinsysOps linsys_chebyshev = {
    .name = "chebyshev",
    .summary = "Chebyshev acceleration of the Jacobi iteration, on all threads, without dot products (Wang 2015)",
    .params = PARAMS,
    .create = create,
    ITERATIVE_SLOTS,
};
