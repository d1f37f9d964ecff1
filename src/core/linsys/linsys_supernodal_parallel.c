// Triangular solves by the whole team, on the factor that CHOLMOD computes. The factor is copied once into the layout of supernodal_plan.h,
// in double or in single precision, and CHOLMOD's own values are released. The forward solve goes up the tree of tasks level by level, the
// backward solve goes down. Three right-hand sides lie side by side. The permutation is applied where a task reads its right-hand side
// and where it writes its solution. The bits of a solution do not depend on the number of threads.
//
// With a factor in single precision, `refine` solves again for the residual: x += A⁻¹ (b − A x), with A and the residual in double. Each
// step gains about seven digits until the precision of x is reached. Compared with a factor in f64, which reads as many bytes as two
// solves with one in f32, a step of refinement saves memory and no time.
//
// Measured on sheets of N × N particles, two threads, against the better of CHOLMOD's own solves (cholmod_simplicial): N = 512 is solved 7
// times as fast in f64 and 12 times in f32, N = 256 4.6 and 7.6 times, N = 64 3.8 and 5.1 times, N = 8 2.5 times. It was slower at no size,
// but a second thread gains nothing below N = 24. A solid of 24,000 particles is solved 4.6 and 8.7 times as fast; its large separators
// are tasks of one thread each, which limits two threads to 85 % efficiency and many threads to a speed-up of a few.
//
// Subtrees of the elimination tree as tasks: Heath, Ng and Peyton 1991, "Parallel algorithms for sparse linear systems". Inverted blocks
// instead of substitution: Alvarado, Pothen and Schreiber 1993, "Highly parallel sparse triangular solution".
#include <omp.h>
#include <string.h>

#include "linsys/private/cholmod_system.h"
#include "linsys/private/solve_residual.h"
#include "linsys/private/supernodal_kernels.h"
#include "linsys/private/symmetric_rows.h"
#include "math/wide.h"

extern const LinsysOps linsys_supernodal_parallel;

typedef struct Parallel {
    Linsys                   base;
    Linsys                  *cholmod; // analysis and factorisation
    const SupernodalKernels *kernels;
    SupernodalPlan           plan;
    int32_t                 *owner; // [tasks] thread that runs it
    int                      threads, refine;
    void                    *values;            // of the factor
    void                    *blocks;            // vectors of the tasks
    SymmetricRows            rows;              // for refinement only: A
    real4                   *rhs, *residual;    // for refinement only: b, b − A x
    double                   relative_residual; // ‖b − A x‖/‖b‖ at set-up
    int64_t                  arena_bytes;
} Parallel;

static const char *const FACTORS[] = {"real", "f64", "f32", NULL};
enum { FACTOR_REAL, FACTOR_F64, FACTOR_F32 };

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW("ordering", CHOLMOD_ORDERINGS, ORDERING_ND, CHOLMOD_ORDERING_SUMMARY, .role = PARAM_ROLE_ORDERING),
    PARAM_CHOICE_ROW("factor", FACTORS, FACTOR_REAL, "precision in which the factor is stored; real: that of positions"),
    PARAM_INT_ROW("refine", "", 0, 0, 10, "steps of iterative refinement after each solve"),
    PARAM_INT_ROW(
        "grains", "", 16, 1, 4096,
        "task granularity: subtrees of at most 1/grains of the factor's bytes become tasks; a few times the thread count is good, less "
        "gives fewer barriers"),
    PARAM_END,
};

// ---- set-up ----

// Level by level: the next largest task goes to the thread with the smallest load. The bits do not depend on the thread that runs a task.
static Status assign_owners(Parallel *s, Arena *arena)
{
    int64_t *load;
    TRY(ARENA_NEW(arena, s->plan.task_count, &s->owner));
    TRY(ARENA_NEW(arena, s->threads, &load));
    for (int32_t level = 0; level < s->plan.level_count; level++) {
        memset(load, 0, (size_t)s->threads * sizeof *load);
        for (int32_t t = s->plan.level[level]; t < s->plan.level[level + 1]; t++) {
            int idlest = 0;
            for (int k = 1; k < s->threads; k++)
                idlest = load[k] < load[idlest] ? k : idlest;
            s->owner[t] = idlest;
            load[idlest] += s->plan.task[t].bytes;
        }
    }
    return status_ok();
}

static Status make_refinement(Parallel *s, const Csc *a, Arena *arena)
{
    TRY(symmetric_rows_init(a, 1, "supernodal_parallel", arena, &s->rows));
    TRY(ARENA_NEW(arena, a->n, &s->rhs));
    TRY(ARENA_NEW(arena, a->n, &s->residual));
    return status_ok();
}

// ---- solution: all threads of a team of any size ----

static void solve_once(const Parallel *s, const real4 *rhs, bool add, real4 *x)
{
    const SupernodalPlan *plan = &s->plan;
    const int             thread = omp_get_thread_num(), team = omp_get_num_threads();
    for (int32_t level = 0; level < plan->level_count; level++) {
        for (int32_t t = plan->level[level]; t < plan->level[level + 1]; t++)
            if (s->owner[t] % team == thread)
                s->kernels->forward(plan, t, s->values, s->blocks, rhs);
        if (level < plan->level_count - 1) {
#pragma omp barrier
        }
    }
    for (int32_t level = plan->level_count - 1; level >= 0;
         level--) { // tasks of the highest level stay with their thread: no barrier between
        for (int32_t t = plan->level[level + 1] - 1; t >= plan->level[level]; t--)
            if (s->owner[t] % team == thread)
                s->kernels->backward(plan, t, s->values, s->blocks, add, x);
#pragma omp barrier
    }
}

static inline Quad quad_at(const real4 *block)
{
    return GNU_CONVERT(lanes4_load(block), Quad);
}

// Residual b − A x of the rows of this thread, in double. Its w is never read.
static void compute_residual(const Parallel *s, const real4 *x)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < s->plan.n; i++) {
        Quad sum = quad_at(&s->rhs[i]);
        for (int32_t k = s->rows.start[i]; k < s->rows.start[i + 1]; k++)
            sum -= s->rows.number[k] * quad_at(&x[s->rows.column[k]]);
        lanes4_store(&s->residual[i], GNU_CONVERT(sum, lanes4));
    }
}

static void solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    Parallel *s = (Parallel *)sys;
    if (s->refine) {
#pragma omp for schedule(static)
        for (int32_t i = 0; i < s->plan.n; i++) // x may be rhs
            s->rhs[i] = rhs[i];
    }
    solve_once(s, s->refine ? s->rhs : rhs, false, x);
    for (int step = 0; step < s->refine; step++) {
        compute_residual(s, x);
        solve_once(s, s->residual, true, x);
    }
}

// ---- life ----

static Status take_values(Parallel *s, const Csc *a)
{
    const Supernodes factor = cholmod_system_supernodes(s->cholmod);
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int32_t t = 0; t < s->plan.task_count; t++)
        s->kernels->fill(&s->plan, &factor, t, s->values);
    if (s->refine)
        symmetric_rows_fill(a, &s->rows);
    return cholmod_system_release_values(s->cholmod);
}

static Status build(Parallel *s, const LinsysSetup *setup)
{
    static const CholmodKind kind = {.ops = &linsys_supernodal_parallel, .supernodal = true, .lanes = 1, .factor_only = true};
    TRY(cholmod_system_create(setup, &kind, &s->cholmod));
    const Supernodes factor = cholmod_system_supernodes(s->cholmod);
    const bool       single = s->kernels == &SUPERNODAL_F32;
    TRY(supernodal_plan_init(&factor, s->kernels->group, s->kernels->value_bytes, (int)param_int(setup->params, "grains"), setup->arena,
                             &s->plan));
    TRY(assign_owners(s, setup->arena));
    const size_t values = (size_t)s->plan.value_count * s->kernels->value_bytes;
    const size_t blocks = (size_t)s->plan.block_count * 4 * s->kernels->value_bytes;
    TRY(arena_alloc(setup->arena, values, 1, single ? "factor in f32" : "factor in f64", &s->values));
    TRY(arena_alloc(setup->arena, blocks, 1, "vectors of the tasks", &s->blocks));
    if (s->refine)
        TRY(make_refinement(s, setup->matrix, setup->arena));
    TRY(take_values(s, setup->matrix));
    return solve_residual(&s->base, setup, &s->relative_residual);
}

static void destroy(Linsys *sys)
{
    if (sys) // everything else is in the arena
        cholmod_system_destroy(((Parallel *)sys)->cholmod);
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    *out = NULL;
    const size_t used = setup->arena->used_bytes;
    Parallel    *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    const int factor = param_choice(setup->params, "factor");
    s->base.ops = &linsys_supernodal_parallel;
    s->kernels = factor == FACTOR_F32 || (factor == FACTOR_REAL && sizeof(real) == sizeof(float)) ? &SUPERNODAL_F32 : &SUPERNODAL_F64;
    s->threads = setup->threads;
    s->refine = (int)param_int(setup->params, "refine");
    const Status status = build(s, setup);
    if (status.code != STATUS_OK) {
        destroy(&s->base);
        return status;
    }
    s->arena_bytes = (int64_t)(setup->arena->used_bytes - used);
    *out = &s->base;
    return status_ok();
}

static Status refactor(Linsys *sys, const Csc *same_pattern)
{
    Parallel *s = (Parallel *)sys;
    TRY(cholmod_system_refactor(s->cholmod, same_pattern));
    return take_values(s, same_pattern);
}

static Status failed(const Linsys *sys)
{
    (void)sys; // nothing in a solve can fail
    return status_ok();
}

// Refinement keeps a copy of b. Each of its steps computes the residual from x and b with both triangles of A, and solves again, which
// reads the residual and x and writes x.
static void add_refinement(const Parallel *s, LinsysInfo *out)
{
    const double solves = 1 + s->refine, entries = s->refine ? s->rows.start[s->plan.n] : 0, block = sizeof(real4), n = s->plan.n;
    const double matrix = entries * (sizeof(double) + sizeof(int32_t)), copy = s->refine ? 2 * n * block : 0;
    out->solve_bytes = solves * 2 * (double)s->plan.bytes + copy + s->refine * (matrix + 6 * n * block);
    out->solve_set = (double)s->plan.bytes + matrix + copy; // copies: of b, and the residual
    out->solve_flops = solves * 12 * (double)out->factor_nonzeros + s->refine * 6 * entries;
}

static void info(const Linsys *sys, LinsysInfo *out)
{
    const Parallel *s = (const Parallel *)sys;
    cholmod_system_info(s->cholmod, out);
    const int64_t analysis = out->workspace_bytes + out->factor_bytes;
    out->factor_bytes = s->plan.bytes;
    out->workspace_bytes = analysis + s->arena_bytes - s->plan.bytes;
    out->residual = s->relative_residual;
    out->tasks = s->plan.task_count;
    out->levels = s->plan.level_count;
    out->barriers = (1 + s->refine) * (2 * s->plan.level_count - 1);
    out->top_fraction = 1 - (double)s->plan.leaf_bytes / (double)s->plan.bytes;
    out->solve_precision = s->kernels == &SUPERNODAL_F32 ? "f32" : "f64";
    add_refinement(s, out);
}

const LinsysOps linsys_supernodal_parallel = {
    .name = "supernodal_parallel",
    .summary = "sparse LLᵀ, supernodal (CHOLMOD), triangular solves by all threads; x, y and z share one n×n factor",
    .params = PARAMS,
    .lanes = 1,
    .candidate = {.of_lanes = 1},
    .create = create,
    .refactor = refactor,
    .solve = solve,
    .failed = failed,
    .info = info,
    .destroy = destroy,
};
