// Every linear system of the table on the matrix of projective dynamics of a cloth, M + h² Σ k AᵀA: the solve of three right-hand sides at
// once, and the refactorisation on the same pattern. An item is one solve of all three, or one factorisation; the bytes of a solve are
// those of step/traffic.h: the factor twice, and the vectors. The plain twin of supernodal_parallel is cholmod_simplicial.
#include <stdio.h>
#include <string.h>

#include "assembly/stencil_matrix.h"
#include "linsys/linsys.h"
#include "micro.h"
#include "step/traffic.h"

static const double STEP = 1.0 / 60;

// One cloth, its matrix, and the system under test.
typedef struct Bench {
    Cloth         cloth;
    StencilMatrix step; // its matrix
    ParamSet      params;
    Linsys       *system;
    real4        *rhs, *x;
    int           threads;
} Bench;

static void bench_free(Bench *bench)
{
    if (bench->system)
        bench->system->ops->destroy(bench->system);
    cloth_destroy(&bench->cloth);
}

// Params of supernodal_parallel that are not its default; NULL: the default.
typedef struct Settings {
    const char *factor, *refine;
} Settings;

static Status bench_fill(const MicroJob *job, Settings with, Bench *out)
{
    const LinsysOps *ops = job->table;
    Arena           *arena = &out->cloth.arena;
    TRY(stencil_matrix_init(&out->cloth.model, NULL, STEP, job->threads, arena, &out->step));
    TRY(ARENA_NEW(arena, out->step.matrix.n, &out->rhs));
    TRY(ARENA_NEW(arena, out->step.matrix.n, &out->x));
    for (int32_t i = 0; i < out->step.matrix.n; i++)
        out->rhs[i] = out->cloth.state.position[i];
    param_set_add(&out->params, ops->params);
    if (with.factor)
        TRY(param_set_text(&out->params, "factor", with.factor));
    if (with.refine)
        TRY(param_set_text(&out->params, "refine", with.refine));
    const LinsysSetup setup = {.matrix = &out->step.matrix,
                               .threads = job->threads,
                               .params = &out->params,
                               .arena = arena,
                               .coordinates = out->cloth.state.position};
    return ops->create(&setup, &out->system);
}

static bool bench_make(MicroState *state, const MicroJob *job, Settings with, Bench *out)
{
    *out = (Bench){.threads = job->threads};
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_MEMORY, &out->cloth)))
        return false;
    if (micro_ok(state, bench_fill(job, with, out)))
        return true;
    bench_free(out);
    return false;
}

static void run_solve_with(MicroState *state, const MicroJob *job, Settings with)
{
    Bench bench;
    if (!bench_make(state, job, with, &bench))
        return;
    const LinsysOps *ops = bench.system->ops;
    const size_t     size = (size_t)bench.step.matrix.n * sizeof *bench.x;
    micro_output(state, bench.x, size);
    while (micro_next(state)) {
        if (ops->iterative) // from zero each time, and not from the solution
            memset(bench.x, 0, size);
#pragma omp parallel num_threads(job->threads) default(none) shared(ops, bench)
        ops->solve(bench.system, bench.rhs, bench.x);
        micro_use(bench.x);
    }
    micro_ok(state, ops->failed(bench.system));
    micro_items(state, 1);
    const PhaseTraffic traffic = traffic_of_solve(bench.system, bench.step.matrix.n, 1);
    micro_bytes(state, traffic.bytes);
    micro_working_set(state, traffic.working_set);
    bench_free(&bench);
}

static void run_solve(MicroState *state, const MicroJob *job)
{
    run_solve_with(state, job, (Settings){0});
}

static void run_solve_f32(MicroState *state, const MicroJob *job)
{
    run_solve_with(state, job, (Settings){.factor = "f32"});
}

static void run_solve_f32_refined(MicroState *state, const MicroJob *job)
{
    run_solve_with(state, job, (Settings){.factor = "f32", .refine = "1"});
}

static void run_solve_f64(MicroState *state, const MicroJob *job)
{
    run_solve_with(state, job, (Settings){.factor = "f64"});
}

static void solve_once(void *user)
{
    Bench *bench = user;
    memset(bench->x, 0, (size_t)bench->step.matrix.n * sizeof *bench->x);
#pragma omp parallel num_threads(bench->threads) default(none) shared(bench)
    bench->system->ops->solve(bench->system, bench->rhs, bench->x);
}

// A matrix of the same pattern, of which every entry is another.
static Status scaled(const Csc *matrix, double by, Arena *arena, Csc *out)
{
    ASSERT(matrix->column_start);
    const size_t count = (size_t)matrix->column_start[matrix->n];
    *out = *matrix;
    TRY(ARENA_NEW(arena, count, &out->value));
    for (size_t i = 0; i < count; i++)
        out->value[i] = by * matrix->value[i];
    return status_ok();
}

// By turns of two matrices: a system may skip what has not changed.
static void factor(MicroState *state, Bench *bench)
{
    Csc    matrix[2] = {bench->step.matrix};
    int    next = 1;
    Status status = scaled(&matrix[0], 2, &bench->cloth.arena, &matrix[1]);
    micro_output_by(state, solve_once, bench, bench->x, (size_t)matrix[0].n * sizeof *bench->x);
    while (status.code == STATUS_OK && micro_next(state)) {
        status = bench->system->ops->refactor(bench->system, &matrix[next]);
        next = 1 - next;
    }
    micro_ok(state, status);
    micro_items(state, 1);
}

static void run_factor(MicroState *state, const MicroJob *job)
{
    Bench bench;
    if (!bench_make(state, job, (Settings){0}, &bench))
        return;
    factor(state, &bench);
    bench_free(&bench);
}

static const int SIZES[] = {16, 32, 64, 128, 256, 512};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

static bool is_too_large(const LinsysOps *ops, int size)
{
    return size > (ops->dense ? 32 : ops->lanes == 3 ? 256 : 512); // dense: n² × n² entries
}

static void register_settings(void)
{
    static const struct {
        const char *name;
        MicroRun    run;
    } SETTINGS[] = {{"factor:f32", run_solve_f32}, {"factor:f32/refine:1", run_solve_f32_refined}, {"factor:f64", run_solve_f64}};
    for (size_t k = 0; k < sizeof SETTINGS / sizeof *SETTINGS; k++)
        for (int i = 0; i < SIZE_COUNT; i++) {
            char name[96];
            snprintf(name, sizeof name, "solve/supernodal_parallel/%s/n:%d", SETTINGS[k].name, SIZES[i]);
            micro_register_threads(name, SETTINGS[k].run, linsys_find("supernodal_parallel"), SIZES[i]);
        }
}

void micro_linsys(void)
{
    for (int k = 0; linsys_at(k); k++) {
        const LinsysOps *ops = linsys_at(k);
        if (ops->present && ops->present().code != STATUS_OK)
            continue;
        for (int i = 0; ops->solve && i < SIZE_COUNT; i++) {
            if (is_too_large(ops, SIZES[i]))
                continue;
            char name[96];
            snprintf(name, sizeof name, "solve/%s/n:%d", ops->name, SIZES[i]);
            micro_register_threads(name, run_solve, ops, SIZES[i]);
            snprintf(name, sizeof name, "factor/%s/n:%d", ops->name, SIZES[i]);
            micro_register_threads(name, run_factor, ops, SIZES[i]);
        }
    }
    register_settings();
}
