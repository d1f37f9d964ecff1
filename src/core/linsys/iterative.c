#include "linsys/private/iterative.h"

#include <math.h>

#include "linsys/private/pivot.h"

const char *const ITERATIVE_STARTS[] = {"x", "zero", NULL};

// ---- sums ----

void iterative_sum_total(const Iterative *s, const TeamSums *sums, Quad *total)
{
    double lanes[4 * ITERATIVE_SUMS];
    team_sums_total(sums, lanes);
    for (int i = 0; i < ITERATIVE_SUMS; i++) {
        const double *sum = lanes + 4 * i;
        total[i] = s->coupled ? quad_of(sum[0] + sum[1] + sum[2]) : (Quad){sum[0], sum[1], sum[2], sum[3]};
    }
}

bool iterative_is_done(const Iterative *s, const Quad *squares, const Quad *scale, IterativeEnd *end)
{
    end->residual = 0;
    for (int lane = 0; lane < 3; lane++) {
        const double residual = (*scale)[lane] <= 0 ? 0 : sqrt((*squares)[lane] / (*scale)[lane]);
        end->residual = isnan(residual) ? residual : end->residual >= residual ? end->residual : residual;
        if (isnan(residual))
            return true;
    }
    return end->iterations >= s->iterations_max || (s->tolerance > 0 && end->residual <= s->tolerance);
}

// ---- life ----

Status iterative_init(const LinsysSetup *setup, const LinsysOps *ops, Iterative *s)
{
    const Csc *a = setup->matrix;
    if (a->n == 0)
        return status_make(STATUS_INPUT, "%s: the matrix is empty; a scene needs at least one particle", ops->name);
    s->base.ops = ops;
    s->coupled = setup->scalar;
    s->threads = setup->threads;
    s->tolerance = s->own_tolerance = param_real(setup->params, "solve_tolerance");
    s->iterations_max = (int32_t)param_int(setup->params, "solve_iterations");
    s->from_x = param_choice(setup->params, "solve_start") == 0;
    phase_clock_enter(setup->phases, PHASE_ANALYSE);
    TRY(symmetric_rows_init(a, setup->scalar && setup->block == 3 ? 3 : 1, ops->name, setup->arena, &s->rows));
    TRY(ARENA_NEW(setup->arena, s->rows.n, &s->b));
    TRY(ARENA_NEW(setup->arena, s->rows.n, &s->x));
    TRY(team_sums_init(s->rows.n, 4 * ITERATIVE_SUMS, setup->arena, &s->sums));
    return team_sums_init(s->rows.n, 4 * ITERATIVE_SUMS, setup->arena, &s->next);
}

// Refuses properties that no positive definite matrix has; only a solve can detect other indefinite matrices.
static Status check(const Iterative *s, const Csc *a)
{
    TRY(matrix_check_finite(a, s->base.ops->name));
    for (int32_t j = 0; j < a->n; j++)
        if (!pivot_is_good(a->value[a->column_start[j]]))
            return pivot_failure(s->base.ops->name, j, a->n);
    return status_ok();
}

static Status take_values(Iterative *s, const Csc *a)
{
    s->failure = status_ok();
    TRY(check(s, a));
    symmetric_rows_fill(a, &s->rows);
    return s->update(s, a);
}

static Status make_ready(Iterative *s, const LinsysSetup *setup)
{
    phase_clock_enter(setup->phases, PHASE_FACTOR);
    const Status status = take_values(s, setup->matrix);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    return status;
}

Status iterative_ready(const LinsysSetup *setup, size_t used_before, Status made, Iterative *s, Linsys **out)
{
    const Status status = made.code == STATUS_OK ? make_ready(s, setup) : made;
    if (status.code != STATUS_OK) {
        phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
        iterative_destroy(&s->base);
        return status;
    }
    s->workspace_bytes = (int64_t)(setup->arena->used_bytes - used_before);
    *out = &s->base;
    return status_ok();
}

Status iterative_refactor(Linsys *sys, const Csc *same_pattern)
{
    Iterative *s = (Iterative *)sys;
    ASSERT(same_pattern->n == s->rows.n * s->rows.block);
    return take_values(s, same_pattern);
}

void iterative_set_tolerance(Linsys *sys, double residual)
{
    Iterative *s = (Iterative *)sys;
    s->tolerance = residual > 0 ? residual : s->own_tolerance;
}

void iterative_destroy(Linsys *sys)
{
    Iterative *s = (Iterative *)sys;
    if (s && s->release)
        s->release(s);
}

// ---- solution ----

// Called by one thread.
static void record(Iterative *s, const IterativeEnd *end)
{
    s->iterations += end->iterations;
    if (end->curved && s->failure.code == STATUS_OK)
        s->failure = status_make(STATUS_NUMERIC,
                                 "%s: the matrix is not positive definite: iteration %d found negative curvature or diverged; make masses "
                                 "and stiffnesses positive",
                                 s->base.ops->name, end->iterations);
    if (s->tolerance > 0 && !end->curved && !(end->residual <= s->tolerance)) {
        s->unconverged++;
        s->left = end->residual;
    }
}

// ‖b‖² of each right-hand side; sets x = 0 for b = 0. One barrier.
static Quad scale_of(const Iterative *s)
{
    int32_t chunk, end, from, to;
    Quad    total[ITERATIVE_SUMS];
    for (team_sums_share(&s->next, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(&s->next, chunk, &from, &to);
        Quad    sum = {0, 0, 0, 0};
        for (int32_t i = from; i < to; i++)
            sum += s->b[i] * s->b[i];
        iterative_sum_put(partial, 0, &sum);
    }
    iterative_sum_total(s, &s->next, total);
    iterative_share(s, &from, &to);
    for (int lane = 0; lane < 3; lane++)
        for (int32_t i = from; i < to && total[0][lane] <= 0; i++)
            s->x[i][lane] = 0;
    return total[0];
}

// Sets the solution to NaN, for a right-hand side that is not finite.
static void spoil(const Iterative *s)
{
    int32_t from, to;
    iterative_share(s, &from, &to);
    for (int32_t i = from; i < to; i++)
        s->x[i] = quad_of((double)NAN);
}

static void run(Iterative *s, IterativeEnd *end)
{
    const Quad scale = scale_of(s);
#pragma omp single
    s->scale = scale;
    *end = (IterativeEnd){.residual = (double)NAN, .x = s->x};
    if (isfinite(scale[0] + scale[1] + scale[2])) {
        s->run(s, &s->scale, end);
        end->curved = end->curved || !isfinite(end->residual); // divergence, which a positive definite matrix excludes
    } else {
        spoil(s);
    }
#pragma omp single nowait
    record(s, end);
}

void iterative_solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    Iterative   *s = (Iterative *)sys;
    IterativeEnd end;
    int32_t      from, to;
    ASSERT(s->rows.block == 1);
    iterative_share(s, &from, &to);
    for (int32_t i = from; i < to; i++) {
        s->b[i] = (Quad){(double)rhs[i].x, (double)rhs[i].y, (double)rhs[i].z, 0};
        s->x[i] = s->from_x ? (Quad){(double)x[i].x, (double)x[i].y, (double)x[i].z, 0} : quad_of(0);
    }
    run(s, &end);
    for (int32_t i = from; i < to && !end.curved; i++)
        x[i].x = (real)end.x[i][0], x[i].y = (real)end.x[i][1], x[i].z = (real)end.x[i][2];
#pragma omp barrier
}

void iterative_solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    Iterative    *s = (Iterative *)sys;
    const int32_t block = s->rows.block;
    IterativeEnd  end;
    int32_t       from, to;
    iterative_share(s, &from, &to);
    for (int32_t i = from; i < to; i++) {
        s->b[i] = s->x[i] = quad_of(0);
        for (int32_t k = 0; k < block; k++)
            s->b[i][k] = rhs[i * block + k];
    }
    run(s, &end);
    for (int32_t i = from; i < to && !end.curved; i++)
        for (int32_t k = 0; k < block; k++)
            x[i * block + k] = end.x[i][k];
#pragma omp barrier
}

Status iterative_failed(const Linsys *sys)
{
    return ((const Iterative *)(const void *)sys)->failure;
}

void iterative_info(const Linsys *sys, LinsysInfo *out)
{
    const Iterative *s = (const Iterative *)(const void *)sys;
    const int64_t    entries = s->rows.start[s->rows.n], block = s->rows.block;
    *out = (LinsysInfo){
        .ordering = "",
        .order = s->rows.n * s->rows.block,
        .matrix_nonzeros = (entries * block * block + s->rows.n * block) / 2,
        .workspace_bytes = s->workspace_bytes,
        .barriers = s->barriers,
        .solve_set = (double)symmetric_rows_bytes(&s->rows),
        .solve_bytes = s->own_tolerance > 0 ? 0 : s->iterations_max * s->iteration_bytes,
        .iterations = s->iterations,
        .unconverged = s->unconverged,
        .unconverged_residual = s->left,
        .tolerance = s->own_tolerance,
    };
    if (s->describe)
        s->describe(s, out);
}
