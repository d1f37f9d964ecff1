#include "linsys/system_times.h"

#include <omp.h>

#include "base/statistics.h"

enum { REPEATS = 5, SOLVES = 5, DENSE_ROWS_MAX = 2000 };
static const int64_t LONG_NS = 2000000000; // a set-up that takes longer is not repeated

typedef struct Samples {
    int    setups, solves;
    double analyse[REPEATS], factor[REPEATS], solve[REPEATS * SOLVES];
} Samples;

bool system_times_takes(const LinsysOps *ops, bool scalar, int32_t n)
{
    return !ops->chooses && !ops->iterative && ops->lanes == 1 && (!ops->present || ops->present().code == STATUS_OK) &&
           (scalar ? ops->solve_scalar != NULL : ops->solve != NULL) && !(ops->dense && n > DENSE_ROWS_MAX);
}

typedef struct Columns {
    const double *scalar;
    double       *scalar_x;
    real4        *rhs, *x;
} Columns;

static Status make_columns(const LinsysSetup *setup, const double *rhs, Arena *arena, Columns *out)
{
    const size_t n = (size_t)setup->matrix->n;
    *out = (Columns){.scalar = rhs};
    if (setup->scalar)
        return ARENA_NEW(arena, n, &out->scalar_x);
    TRY(ARENA_NEW(arena, n, &out->rhs));
    TRY(ARENA_NEW(arena, n, &out->x));
    for (size_t i = 0; i < n; i++)
        out->rhs[i] = (real4){(real)rhs[i], (real)rhs[n + i], (real)rhs[2 * n + i], 0};
    return status_ok();
}

static Status time_solves(Linsys *sys, const LinsysSetup *setup, const Columns *c, Samples *samples)
{
    for (int i = 0; i <= SOLVES; i++) { // the first warms up
        const int64_t start = clock_ns();
#pragma omp parallel num_threads(setup->threads)
        {
            if (setup->scalar)
                sys->ops->solve_scalar(sys, c->scalar, c->scalar_x);
            else
                sys->ops->solve(sys, c->rhs, c->x);
        }
        if (i > 0)
            samples->solve[samples->solves++] = (double)(clock_ns() - start);
    }
    return sys->ops->failed(sys);
}

static Status time_one(const LinsysOps *ops, LinsysSetup setup, const double *rhs, Arena *arena, Samples *samples, LinsysInfo *info)
{
    ParamSet   params = {0};
    PhaseClock phases = {0};
    Linsys    *sys = NULL;
    Columns    columns;
    TRY(make_columns(&setup, rhs, arena, &columns));
    param_set_add(&params, ops->params);
    setup.params = &params;
    setup.arena = arena;
    setup.phases = &phases;
    setup.choice = NULL;
    phase_clock_start(&phases);
    phase_clock_enter(&phases, PHASE_ASSEMBLE);
    Status status = ops->create(&setup, &sys);
    phase_clock_enter(&phases, PHASE_NONE);
    if (status.code == STATUS_OK) {
        samples->analyse[samples->setups] = (double)phases.ns[PHASE_ANALYSE];
        samples->factor[samples->setups++] = (double)phases.ns[PHASE_FACTOR];
        status = time_solves(sys, &setup, &columns, samples);
        *info = (LinsysInfo){0};
        ops->info(sys, info);
    }
    if (sys)
        ops->destroy(sys);
    return status;
}

Status system_times_measure(const LinsysOps *ops, const LinsysSetup *setup, const double *rhs, SystemTime *out)
{
    Samples samples = {0};
    bool    again = true;
    while (again && samples.setups < REPEATS) {
        Arena         arena = arena_init(0);
        const int64_t start = clock_ns();
        const Status  status = time_one(ops, *setup, rhs, &arena, &samples, &out->info);
        again = clock_ns() - start < LONG_NS;
        arena_destroy(&arena);
        TRY(status);
    }
    out->repeats = samples.setups;
    out->analyse_ns = statistics_median(samples.analyse, samples.setups);
    out->factor_ns = statistics_median(samples.factor, samples.setups);
    out->solve_ns = statistics_median(samples.solve, samples.solves);
    return status_ok();
}
