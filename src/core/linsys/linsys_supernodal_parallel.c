// LLᵀ by the whole team: a multifrontal factorisation (front_plan.h) that writes its entries directly into the layout of the solves
// (supernodal_plan.h), and triangular solves on that layout. The forward solve goes up the tree of tasks level by level, the backward solve
// goes down. Three right-hand sides are interleaved. A task applies the permutation when it reads its right-hand side and when it writes
// its solution. A factorisation after the first computes only the parts that changed entries affect. The bits of a factor and of a
// solution depend neither on the number of threads nor on earlier matrices.
//
// With a factor in single precision, `refine` solves again for the residual: x += A⁻¹ (b − A x), with A and the residual in double. Each
// step gains about seven digits until the precision of x is reached. A solve in f64 reads as many bytes as two solves in f32, so one
// step of refinement saves memory but no time.
//
// Speed-up of solves over the better of CHOLMOD's solves (cholmod_simplicial), measured on sheets of N × N particles with two threads, in
// f64 and f32: 7 and 12 for N = 512, 4.6 and 7.6 for N = 256, 3.8 and 5.1 for N = 64, 2.5 for N = 8. It was slower at no size, but a second
// thread gains nothing below N = 24. For a solid of 24,000 particles: 4.6 and 8.7. Towards the root, where a level has few tasks, the team
// works on each wide supernode together (supernodal_plan.h).
//
// Subtrees of the elimination tree as tasks: Heath, Ng and Peyton 1991, "Parallel algorithms for sparse linear systems". Inverted blocks
// instead of substitution: Alvarado, Pothen and Schreiber 1993, "Highly parallel sparse triangular solution".
#include <omp.h>
#include <string.h>

#include "linsys/private/front_work.h"
#include "linsys/private/pivot.h"
#include "linsys/private/symbolic.h"
#include "linsys/private/symmetric_rows.h"
#include "math/wide.h"

extern const LinsysOps linsys_supernodal_parallel;

typedef struct Parallel {
    Linsys                   base;
    Symbolic                 symbolic;
    FrontPlan                fronts;
    FrontWork                work;
    const SupernodalKernels *kernels;
    const FrontKernels      *front_kernels;
    SupernodalPlan           plan;
    int32_t                 *owner; // [tasks] thread that runs it
    int                      threads, refine;
    void                    *values;         // of the factor
    void                    *blocks;         // vectors of the tasks
    SymmetricRows            rows;           // for refinement only: A
    real4                   *rhs, *residual; // for refinement only: b, b − A x
    int64_t                  arena_bytes;
} Parallel;

static const char *const FACTORS[] = {"real", "f64", "f32", "f32_fronts", NULL};
enum { FACTOR_REAL, FACTOR_F64, FACTOR_F32, FACTOR_F32_FRONTS };

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW("ordering", CHOLMOD_ORDERINGS, ORDERING_ND, CHOLMOD_ORDERING_SUMMARY, .role = PARAM_ROLE_ORDERING),
    CHOLMOD_REORDER_ROW,
    PARAM_CHOICE_ROW(
        "factor", FACTORS, FACTOR_REAL,
        "precision of the stored factor; real: as the positions; f32_fronts: f32, and also computed in f32, for preconditioners"),
    PARAM_INT_ROW("refine", "", 0, 0, 10, "iterative refinement steps after each solve"),
    PARAM_INT_ROW(
        "grains", "", 16, 1, 4096,
        "task granularity: subtrees of at most 1/grains of the factor's bytes become tasks; use a few times the thread count; smaller "
        "values give fewer barriers"),
    PARAM_END,
};

// ---- set-up ----

// Level by level, assigns the next largest task to the thread with the smallest load. The bits do not depend on the owner of a task.
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

typedef struct Solving {
    const Parallel  *s;
    const SolveEnds *ends;
    int              thread, team;
} Solving;

// Places the tasks of a level on a line of length `team`, each with a length in proportion to its size. Returns the part of task t below
// `thread`.
static double part_below(const SupernodalPlan *plan, int32_t t, int thread, int team)
{
    const int32_t level = plan->task[t].level;
    double        before = 0, all = 0;
    for (int32_t k = plan->level[level]; k < plan->level[level + 1]; k++) {
        before += k < t ? (double)plan->task[k].bytes : 0;
        all += (double)plan->task[k].bytes;
    }
    const double part = (thread * all / team - before) / (double)plan->task[t].bytes;
    return part < 0 ? 0 : part < 1 ? part : 1;
}

// A step of a level that the team shares. The first step does all of a task that is not wide.
static void share_step(const Solving *of, int32_t level, int32_t step, bool forward)
{
    const SupernodalPlan    *plan = &of->s->plan;
    const SupernodalKernels *kernels = of->s->kernels;
    for (int32_t t = plan->level[level]; t < plan->level[level + 1]; t++) {
        const int32_t   steps = plan->task[t].wide ? wide_steps(plan->task[t].wide, !forward) : 1;
        const SolvePart part = {part_below(plan, t, of->thread, of->team), part_below(plan, t, of->thread + 1, of->team)};
        if (step >= steps || part.from >= part.to)
            continue;
        if (plan->task[t].wide)
            (forward ? kernels->forward_step : kernels->backward_step)(plan, t, step, part, of->s->values, of->s->blocks, of->ends);
        else if (part.from <= 0)
            (forward ? kernels->forward : kernels->backward)(plan, t, of->s->values, of->s->blocks, of->ends);
    }
}

static void share_level(const Solving *of, int32_t level, bool forward)
{
    for (int32_t step = 0; step < wide_steps(of->s->plan.wide[level], !forward); step++) {
        share_step(of, level, step, forward);
#pragma omp barrier
    }
}

// Sharing does not change bits; on a level with enough tasks for every thread it would only add barriers.
static bool is_shared(const Solving *of, int32_t level)
{
    const SupernodalPlan *plan = &of->s->plan;
    return plan->wide[level] && of->team > 1 && plan->level[level + 1] - plan->level[level] < 2 * of->team;
}

static void solve_once(const Parallel *s, SolveEnds ends)
{
    const SupernodalPlan *plan = &s->plan;
    const Solving         of = {.s = s, .ends = &ends, .thread = omp_get_thread_num(), .team = omp_get_num_threads()};
    for (int32_t level = 0; level < plan->level_count; level++) {
        if (is_shared(&of, level)) {
            share_level(&of, level, true);
            continue;
        }
        for (int32_t t = plan->level[level]; t < plan->level[level + 1]; t++)
            if (s->owner[t] % of.team == of.thread)
                s->kernels->forward(plan, t, s->values, s->blocks, &ends);
        if (level < plan->level_count - 1) { // tasks of the highest level stay with their thread: no barrier between
#pragma omp barrier
        }
    }
    for (int32_t level = plan->level_count - 1; level >= 0; level--) {
        if (is_shared(&of, level)) {
            share_level(&of, level, false);
            continue;
        }
        for (int32_t t = plan->level[level + 1] - 1; t >= plan->level[level]; t--)
            if (s->owner[t] % of.team == of.thread)
                s->kernels->backward(plan, t, s->values, s->blocks, &ends);
#pragma omp barrier
    }
}

static inline Quad quad_at(const real4 *block)
{
    return GNU_CONVERT(lanes4_load(block), Quad);
}

// Residual b − A x of the rows of this thread, in double. Its w is not used.
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
        for (int32_t i = 0; i < s->plan.n; i++) // x may alias rhs
            s->rhs[i] = rhs[i];
    }
    solve_once(s, (SolveEnds){.rhs = s->refine ? s->rhs : rhs, .x = x});
    for (int step = 0; step < s->refine; step++) {
        compute_residual(s, x);
        solve_once(s, (SolveEnds){.rhs = s->residual, .x = x, .add = true});
    }
}

static void solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    solve_once((const Parallel *)sys, (SolveEnds){.scalar_rhs = rhs, .scalar_x = x});
}

// ---- life ----

static Status factorise(Parallel *s, const Csc *a)
{
    TRY(matrix_check_finite(a, s->base.ops->name));
    const int32_t bad = front_work_factorise(&s->work, s->threads, a->value);
    if (bad >= 0)
        return pivot_failure(s->base.ops->name, s->fronts.order[bad], s->plan.n);
    if (s->refine)
        symmetric_rows_fill(a, &s->rows);
    return status_ok();
}

static Status plan(Parallel *s, const LinsysSetup *setup)
{
    const CholmodQuestion question = {.matrix = setup->matrix,
                                      .block = setup->block ? setup->block : 1,
                                      .coordinates = setup->coordinates,
                                      .supernodal = true,
                                      .refactors = setup->scalar,
                                      .threads = setup->threads,
                                      .arena = setup->arena,
                                      .name = s->base.ops->name,
                                      .order = cholmod_order_of(setup)};
    const bool            single = s->kernels == &SUPERNODAL_F32;
    Arena                *arena = setup->arena;
    TRY(symbolic_analyse(&question, (CholmodOrdering)param_choice(setup->params, "ordering"), arena, &s->symbolic));
    TRY(supernodal_plan_init(&s->symbolic.supernodes, s->kernels->group, s->kernels->value_bytes, (int)param_int(setup->params, "grains"),
                             arena, &s->plan));
    TRY(front_plan_init(&s->symbolic.supernodes, setup->matrix, s->front_kernels->value_bytes, s->threads, arena, &s->fronts));
    TRY(assign_owners(s, arena));
    const size_t values = (size_t)s->plan.value_count * s->kernels->value_bytes;
    const size_t blocks = (size_t)s->plan.block_count * 4 * s->kernels->value_bytes;
    TRY(arena_alloc(arena, values, 1, single ? "factor in f32" : "factor in f64", &s->values));
    TRY(arena_alloc(arena, blocks, 1, "vectors of the tasks", &s->blocks));
    s->work =
        (FrontWork){.plan = &s->fronts, .solve = &s->plan, .kernels = s->kernels, .front_kernels = s->front_kernels, .values = s->values};
    TRY(front_work_init(&s->work, s->threads, arena));
    return s->refine ? make_refinement(s, setup->matrix, arena) : status_ok();
}

static Status build(Parallel *s, const LinsysSetup *setup)
{
    TRY(matrix_check_finite(setup->matrix, s->base.ops->name));
    phase_clock_enter(setup->phases, PHASE_ANALYSE);
    TRY(plan(s, setup));
    phase_clock_enter(setup->phases, PHASE_FACTOR);
    return factorise(s, setup->matrix);
}

static bool is_single(const LinsysSetup *setup)
{
    const int factor = param_choice(setup->params, "factor");
    return factor == FACTOR_F32 || factor == FACTOR_F32_FRONTS ||
           (factor == FACTOR_REAL && sizeof(real) == sizeof(float) && !setup->scalar);
}

// Methods with one right-hand side of doubles need all its digits, so a factor in f32 and `refine` are refused, except in a preconditioner.
static Status check_scalar(const LinsysSetup *setup)
{
    const bool exact = !is_single(setup) && param_int(setup->params, "refine") == 0;
    if (!setup->scalar || setup->inexact || exact)
        return status_ok();
    return status_make(
        STATUS_UNSUPPORTED,
        "supernodal_parallel: this solver needs a factor in double precision and no `refine`; remove `factor` and `refine`, or use "
        "pcg with preconditioner=factor_f32");
}

static void destroy(Linsys *sys)
{
    (void)sys; // all memory is in the arena
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    *out = NULL;
    if (setup->matrix->n == 0)
        return status_make(STATUS_INPUT, "supernodal_parallel: the matrix is empty; a scene needs at least one particle");
    TRY(check_scalar(setup));
    const size_t used = setup->arena->used_bytes;
    Parallel    *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    s->base.ops = &linsys_supernodal_parallel;
    s->kernels = is_single(setup) ? &SUPERNODAL_F32 : &SUPERNODAL_F64;
    s->front_kernels = param_choice(setup->params, "factor") == FACTOR_F32_FRONTS ? &FRONTS_F32 : &FRONTS_F64;
    s->threads = setup->threads;
    s->refine = (int)param_int(setup->params, "refine");
    const Status status = build(s, setup);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    if (status.code != STATUS_OK)
        return status;
    s->arena_bytes = (int64_t)(setup->arena->used_bytes - used);
    *out = &s->base;
    return status_ok();
}

static Status refactor(Linsys *sys, const Csc *same_pattern)
{
    Parallel *s = (Parallel *)sys;
    ASSERT(same_pattern->n == s->plan.n && same_pattern->column_start[s->plan.n] == s->fronts.column_start[s->plan.n]);
    return factorise(s, same_pattern);
}

static double smallest_pivot(const Linsys *sys, const Csc *matrix)
{
    (void)matrix; // its diagonal was read during the factorisation
    return front_work_smallest_pivot(&((const Parallel *)sys)->work);
}

static Status failed(const Linsys *sys)
{
    (void)sys; // nothing in a solve can fail
    return status_ok();
}

// Refinement keeps a copy of b. Each step computes the residual from x and b with both triangles of A, then solves, which reads the
// residual and x and writes x.
static void add_refinement(const Parallel *s, LinsysInfo *out)
{
    const double solves = 1 + s->refine, entries = s->refine ? s->rows.start[s->plan.n] : 0, block = sizeof(real4), n = s->plan.n;
    const double matrix = entries * (sizeof(double) + sizeof(int32_t)), copy = s->refine ? 2 * n * block : 0;
    out->solve_bytes = solves * 2 * (double)s->plan.bytes + copy + s->refine * (matrix + 6 * n * block);
    out->solve_set = (double)s->plan.bytes + matrix + copy; // copy: b and the residual
    out->solve_flops = solves * 12 * (double)out->factor_nonzeros + s->refine * 6 * entries;
}

// For a team that is large enough to share all levels.
static int32_t barriers_of(const SupernodalPlan *plan)
{
    int32_t count = plan->wide[plan->level_count - 1] ? 0 : -1; // none between up and down if the highest level is not shared
    for (int32_t level = 0; level < plan->level_count; level++)
        count += plan->wide[level] ? wide_steps(plan->wide[level], false) + wide_steps(plan->wide[level], true) : 2;
    return count;
}

static void info(const Linsys *sys, LinsysInfo *out)
{
    const Parallel *s = (const Parallel *)sys;
    *out = (LinsysInfo){
        .ordering = CHOLMOD_ORDERINGS[s->symbolic.ordering],
        .order = s->plan.n,
        .matrix_nonzeros = s->fronts.column_start[s->plan.n],
        .factor_nonzeros = (int64_t)s->symbolic.nonzeros,
        .factor_flops = s->symbolic.flops,
        .factor_bytes = s->plan.bytes,
        .workspace_bytes = s->arena_bytes - s->plan.bytes,
    };
    out->tasks = s->plan.task_count;
    out->levels = s->plan.level_count;
    out->barriers = (1 + s->refine) * barriers_of(&s->plan);
    out->top_fraction = 1 - (double)s->plan.leaf_bytes / (double)s->plan.bytes;
    out->solve_precision = s->kernels == &SUPERNODAL_F32 ? "f32" : "f64";
    add_refinement(s, out);
}

const LinsysOps linsys_supernodal_parallel = {
    .name = "supernodal_parallel",
    .summary = "sparse LLᵀ, multifrontal, factorised and solved on all threads; one n×n factor for x, y and z",
    .params = PARAMS,
    .lanes = 1,
    .candidate = {.of_lanes = 1, .of_one = 1},
    .create = create,
    .refactor = refactor,
    .solve = solve,
    .solve_scalar = solve_scalar,
    .smallest_pivot = smallest_pivot,
    .failed = failed,
    .info = info,
    .destroy = destroy,
};
