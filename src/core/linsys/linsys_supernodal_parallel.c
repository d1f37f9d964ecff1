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
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"
#include "base/random.h"
#include "base/statistics.h"
#include "linsys/private/cholmod_system.h"
#include "linsys/private/supernodal_kernels.h"
#include "math/wide.h"

extern const LinsysOps linsys_supernodal_parallel;

typedef struct Parallel {
    Linsys                   base;
    Linsys                  *cholmod; // analysis and factorisation
    const SupernodalKernels *kernels;
    SupernodalPlan           plan;
    int32_t                 *owner; // [tasks] thread that runs it
    int                      threads, refine;
    void                    *values; // of the factor
    void                    *blocks; // vectors of the tasks
    // for refinement only: both triangles of A by row, the right-hand side, the residual b − A x
    int32_t *row_start, *column;
    double  *entry;
    real4   *rhs, *residual;
    double   relative_residual; // ‖b − A x‖/‖b‖ at set-up
    int64_t  arena_bytes;
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

static void fill_entries(const Parallel *s, const Csc *a)
{
    int32_t *end = s->row_start + 1; // row_start[i + 1] runs from the start of row i to its end
    memset(s->row_start, 0, ((size_t)a->n + 1) * sizeof *s->row_start);
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            end[j] += a->row[k] != j;
            end[a->row[k]]++;
        }
    int32_t at = 0;
    for (int32_t i = 0; i < a->n; i++) {
        const int32_t length = end[i];
        end[i] = at;
        at += length;
    }
    for (int32_t j = 0; j < a->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = a->row[k];
            s->column[end[i]] = j;
            s->entry[end[i]++] = a->value[k];
            if (i == j)
                continue;
            s->column[end[j]] = i;
            s->entry[end[j]++] = a->value[k];
        }
}

static Status make_refinement(Parallel *s, const Csc *a, Arena *arena)
{
    const int64_t entries = 2 * (int64_t)a->column_start[a->n] - a->n;
    if (entries > INT32_MAX)
        return status_make(
            STATUS_UNSUPPORTED,
            "supernodal_parallel: both triangles of a matrix of order %d have more entries than a 32-bit index can count; take a "
            "smaller scene, or refine: 0",
            a->n);
    TRY(ARENA_NEW(arena, a->n + 1, &s->row_start));
    TRY(ARENA_NEW(arena, entries, &s->column));
    TRY(ARENA_NEW(arena, entries, &s->entry));
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

GNU_VECTOR(double, Doubles, 4 * sizeof(double));

static inline Doubles doubles_of(const real4 *block)
{
    return GNU_CONVERT(lanes4_load(block), Doubles);
}

// Residual b − A x of the rows of this thread, in double. Its w is never read.
static void compute_residual(const Parallel *s, const real4 *x)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < s->plan.n; i++) {
        Doubles sum = doubles_of(&s->rhs[i]);
        for (int32_t k = s->row_start[i]; k < s->row_start[i + 1]; k++)
            sum -= s->entry[k] * doubles_of(&x[s->column[k]]);
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

// ---- the residual at set-up ----

// ‖b − A x‖/‖b‖ over all three right-hand sides, of the solution for random ones.
static void measure_residual(Parallel *s, const Csc *a, real4 *x, double *one, double *product)
{
    const int32_t n = a->n;
    Random        random = {1};
    real4        *b = x + n;
    for (int32_t i = 0; i < n; i++)
        b[i] = (real4){(real)(random_unit(&random) - 0.5), (real)(random_unit(&random) - 0.5), (real)random_unit(&random), 0};
#pragma omp parallel num_threads(s->threads)
    solve(&s->base, b, x);
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
    s->relative_residual = sqrt(squares / all);
}

static Status check_residual(Parallel *s, const Csc *a, const Arena *arena)
{
    const size_t n = (size_t)a->n;
    TRY(arena_check(arena, (double)n * (2 * sizeof(real4) + 2 * sizeof(double)), "supernodal_parallel: measuring the residual"));
    real4  *x = aligned_alloc(ARENA_ALIGNMENT, (2 * n * sizeof *x + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT);
    double *one = calloc(2 * n, sizeof *one);
    if (x && one) {
        memset(x, 0, 2 * n * sizeof *x);
        measure_residual(s, a, x, one, one + n);
    }
    const bool done = x && one;
    free(x);
    free(one);
    return done ? status_ok()
                : status_make(STATUS_MEMORY, "supernodal_parallel: out of memory while measuring the residual for a matrix of order %d",
                              a->n);
}

// ---- life ----

static Status take_values(Parallel *s, const Csc *a)
{
    const Supernodes factor = cholmod_system_supernodes(s->cholmod);
#pragma omp parallel for num_threads(s->threads) schedule(dynamic)
    for (int32_t t = 0; t < s->plan.task_count; t++)
        s->kernels->fill(&s->plan, &factor, t, s->values);
    if (s->refine)
        fill_entries(s, a);
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
    return check_residual(s, setup->matrix, setup->arena);
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

// ---- its tasks, for a replay on other numbers of threads ----

enum { TIMINGS = 5 };

// ns: [2][tasks][TIMINGS] of the forward and of the backward solve.
static void time_tasks(const Parallel *s, const real4 *rhs, real4 *x, double *ns)
{
    const SupernodalPlan *plan = &s->plan;
    const int32_t         count = plan->task_count;
    for (int i = -1; i < TIMINGS; i++) { // the first warms up
        int64_t before = clock_ns();
        for (int32_t at = 0; at < 2 * count; at++) {
            const int32_t t = at < count ? at : 2 * count - 1 - at;
            if (at < count)
                s->kernels->forward(plan, t, s->values, s->blocks, rhs);
            else
                s->kernels->backward(plan, t, s->values, s->blocks, false, x);
            const int64_t now = clock_ns();
            if (i >= 0)
                ns[((at < count ? 0 : count) + t) * TIMINGS + i] = (double)(now - before);
            before = now;
        }
    }
}

// Up the tree, and down again; a task of the highest level goes down where it came up, with no barrier between.
static Status list_tasks(const Parallel *s, double *ns, TaskList *out)
{
    const SupernodalPlan *plan = &s->plan;
    const int32_t         count = plan->task_count, top = plan->level_count - 1, first = out->count;
    for (int32_t t = 0; t < count; t++) {
        const SupernodalTask *task = &plan->task[t];
        const double up = statistics_median(ns + t * TIMINGS, TIMINGS), back = statistics_median(ns + (count + t) * TIMINGS, TIMINGS);
        TRY(task_list_add(out, (TeamTask){.phase = PHASE_SOLVE,
                                          .level = task->level,
                                          .parent = task->parent < 0 ? -1 : first + task->parent,
                                          .grains = 1,
                                          .cost = task->level == top ? up + back : up}));
        ns[t * TIMINGS] = back;
    }
    for (int32_t t = plan->level[top] - 1; t >= 0; t--) { // its parent: listed before it, or of the highest level
        const int32_t parent = plan->task[t].parent;
        TRY(task_list_add(out, (TeamTask){.phase = PHASE_SOLVE,
                                          .level = 2 * top - plan->task[t].level,
                                          .parent = parent < 0                   ? -1
                                                    : parent >= plan->level[top] ? first + parent
                                                                                 : first + count + plan->level[top] - 1 - parent,
                                          .down = true,
                                          .grains = 1,
                                          .cost = ns[t * TIMINGS]}));
    }
    return status_ok();
}

static Status tasks(const Linsys *sys, const real4 *rhs, real4 *x, TaskList *out)
{
    const Parallel *s = (const Parallel *)sys;
    if (s->refine)
        return status_make(STATUS_UNSUPPORTED, "supernodal_parallel: the tasks of a solve with refinement are not listed; take refine=0");
    double *ns = calloc(2 * (size_t)s->plan.task_count * TIMINGS, sizeof *ns);
    if (!ns)
        return status_make(STATUS_MEMORY, "supernodal_parallel: out of memory for the times of %d tasks", s->plan.task_count);
    time_tasks(s, rhs, x, ns);
    const Status status = list_tasks(s, ns, out);
    free(ns);
    return status;
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
    const double solves = 1 + s->refine, entries = s->refine ? s->row_start[s->plan.n] : 0, block = sizeof(real4), n = s->plan.n;
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
    .tasks = tasks,
    .failed = failed,
    .info = info,
    .destroy = destroy,
};
