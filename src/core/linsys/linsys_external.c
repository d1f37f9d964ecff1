// An external direct solver in a shared library behind weft_direct.h: PARDISO (bench/foreign/pardiso.c), MUMPS, faer, or your own. It is
// loaded as a plugin (plugin/plugin.h). Its name and version are recorded with every case (solver_library). Its file and hash are part of
// the build.
//
// Its threads take turns with weft's team at a gate (thread_gate.h). The team copies right-hand sides in and out, as up to three
// consecutive columns of double or float, as the solver needs. Matrix and permutation are in weft's arena. The factor is the library's own
// memory; it is checked against the limit before it is allocated, if the solver knows its size after the analysis.
//
// The bits of a solution may depend on the number of threads, and with several threads differ from run to run, as the library decides.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linsys/linsys.h"
#include "linsys/private/nested_dissection.h"
#include "linsys/private/pivot.h"
#include "linsys/private/thread_gate.h"
#include "weft_direct.h"

extern const LinsysOps linsys_external;

// Written only at the start of the program. path "": no library.
static struct {
    const WeftDirectSolver *solver;
    Origin                  origin;
} library_added;

static const char *const ORDERINGS[] = {"own", "nd", NULL};
enum { ORDERING_OWN, ORDERING_ND };
// real: the precision of positions; double for a single right-hand side of doubles.
static const char *const FACTORS[] = {"real", "f64", "f32", NULL};
enum { FACTOR_REAL, FACTOR_F64, FACTOR_F32 };

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW("ordering", ORDERINGS, ORDERING_OWN,
                     "own: the library's ordering; nd: weft's nested dissection from particle positions", .role = PARAM_ROLE_ORDERING),
    PARAM_CHOICE_ROW("factor", FACTORS, FACTOR_F64,
                     "precision of factor and solve; real: as the positions, but f64 for solvers that factorise in every step"),
    PARAM_INT_ROW("refine", "", 0, 0, 10,
                  "maximum number of iterative refinement steps after each solve, if the library supports refinement"),
    PARAM_END,
};

typedef struct External {
    Linsys                  base;
    const WeftDirectSolver *solver;
    void                   *handle; // of the solver
    ThreadGate              gate;
    WeftDirectSetup         setup;   // its arrays are in the arena
    void                   *value;   // [matrix_nonzeros] doubles, or floats if single
    void                   *rhs, *x; // [columns][n]
    int64_t                 matrix_nonzeros, arena_bytes;
    // arguments and result of the current call
    int32_t           columns;
    double            ratio;
    int               code;
    WeftDirectFailure failure;
    Status            solve_status;              // of the first solve that failed
    char              ordering[24], library[80]; // for info
} External;

// ---- calls: each of these runs at the gate ----

static void call_analyse(void *argument)
{
    External *s = argument;
    s->code = s->solver->analyse(&s->setup, &s->handle, &s->failure);
}

static void call_factor(void *argument)
{
    External *s = argument;
    s->ratio = 0; // unknown counts as singular
    s->code = s->solver->factor(s->handle, s->value, &s->failure);
    if (s->code == WEFT_DIRECT_OK && s->setup.pivots)
        s->code = s->solver->smallest_pivot(s->handle, &s->ratio, &s->failure);
}

static void call_solve(void *argument)
{
    External *s = argument;
    s->code = s->solver->solve(s->handle, s->columns, s->rhs, s->x, &s->failure);
}

static void call_destroy(void *argument)
{
    External *s = argument;
    s->solver->destroy(s->handle);
}

static Status status_of(External *s, const char *doing)
{
    static const StatusCode CODES[] = {[WEFT_DIRECT_OK] = STATUS_OK,
                                       [WEFT_DIRECT_NOT_DEFINITE] = STATUS_NUMERIC,
                                       [WEFT_DIRECT_NO_MEMORY] = STATUS_MEMORY,
                                       [WEFT_DIRECT_UNSUPPORTED] = STATUS_UNSUPPORTED,
                                       [WEFT_DIRECT_FAILED] = STATUS_INTERNAL};
    const char             *name = s->base.ops->name;
    s->failure.text[sizeof s->failure.text - 1] = '\0';
    if (s->code == WEFT_DIRECT_OK)
        return status_ok();
    if (s->code == WEFT_DIRECT_NOT_DEFINITE && !s->failure.text[0])
        return pivot_failure(name, s->failure.row, s->setup.n);
    const bool known = s->code > 0 && (size_t)s->code < sizeof CODES / sizeof *CODES;
    return status_make(known ? CODES[s->code] : STATUS_INTERNAL, "%s: %.60s failed while %s a matrix of order %d (code %d)%s%.200s", name,
                       s->solver->name, doing, s->setup.n, s->code, s->failure.text[0] ? ": " : "", s->failure.text);
}

// Call from outside any team: its threads sleep, so that none spins on a core of the library.
static Status run(External *s, void (*call)(void *argument), const char *doing)
{
    s->failure = (WeftDirectFailure){.row = -1};
#pragma omp parallel num_threads(s->setup.threads)
    thread_gate_run(&s->gate, call, s);
    return status_of(s, doing);
}

// ---- set-up ----

static Status copy_matrix(External *s, const Csc *a, Arena *arena)
{
    int32_t     *start, *row;
    const size_t entries = (size_t)s->matrix_nonzeros, size = s->setup.single ? sizeof(float) : sizeof(double);
    TRY(ARENA_NEW(arena, a->n + 1, &start));
    TRY(ARENA_NEW(arena, s->matrix_nonzeros, &row));
    memcpy(start, a->column_start, ((size_t)a->n + 1) * sizeof *start);
    memcpy(row, a->row, entries * sizeof *row);
    s->setup.column_start = start;
    s->setup.row = row;
    TRY(arena_alloc(arena, entries, size, "values for the library", &s->value));
    TRY(arena_alloc(arena, (size_t)s->setup.columns * (size_t)a->n, size, "right-hand sides for the library", &s->rhs));
    return arena_alloc(arena, (size_t)s->setup.columns * (size_t)a->n, size, "solutions of the library", &s->x);
}

static void copy_values(External *s, const Csc *a)
{
    float  *single = s->value;
    double *full = s->value;
    for (int64_t k = 0; k < s->matrix_nonzeros; k++)
        if (s->setup.single)
            single[k] = (float)a->value[k];
        else
            full[k] = a->value[k];
}

static Status dissect(External *s, const LinsysSetup *setup)
{
    const int    block = setup->block ? setup->block : 1;
    const size_t bytes = nested_dissection_scratch(setup->matrix, block);
    int32_t     *order;
    char         what[96];
    snprintf(what, sizeof what, "%s: ordering a matrix of order %d", s->base.ops->name, s->setup.n);
    TRY(ARENA_NEW(setup->arena, s->setup.n, &order));
    TRY(arena_check(setup->arena, (double)bytes, what));
    void *scratch = malloc(bytes);
    if (!scratch)
        return status_make(STATUS_MEMORY, "%s: out of memory", what);
    nested_dissection(setup->matrix, block, setup->coordinates, setup->threads, scratch, order);
    free(scratch);
    s->setup.order = order;
    return status_ok();
}

static WeftDirectInfo ask_info(const External *s)
{
    WeftDirectInfo info = {0};
    s->solver->info(s->handle, &info);
    info.ordering[sizeof info.ordering - 1] = info.version[sizeof info.version - 1] = '\0';
    return info;
}

static Status check_memory(const External *s, const Arena *arena)
{
    const WeftDirectInfo info = ask_info(s);
    char                 what[96];
    snprintf(what, sizeof what, "%s: the factor of a matrix of order %d", s->base.ops->name, s->setup.n);
    return arena_check(arena, info.factor_bytes + info.workspace_bytes, what);
}

static Status build(External *s, const LinsysSetup *setup, bool dissected)
{
    TRY(matrix_check_finite(setup->matrix, s->base.ops->name));
    TRY(copy_matrix(s, setup->matrix, setup->arena));
    copy_values(s, setup->matrix);
    s->setup.value = s->value;
    TRY(thread_gate_open(&s->gate, setup->threads));
    phase_clock_enter(setup->phases, PHASE_ANALYSE);
    if (dissected)
        TRY(dissect(s, setup));
    TRY(run(s, call_analyse, "analysing"));
    const WeftDirectInfo info = ask_info(s);
    snprintf(s->ordering, sizeof s->ordering, "%s", info.ordering);
    snprintf(s->library, sizeof s->library, "%.39s %s", s->solver->name, info.version);
    TRY(check_memory(s, setup->arena));
    phase_clock_enter(setup->phases, PHASE_FACTOR);
    return run(s, call_factor, "factorising");
}

Status linsys_add_library(const WeftDirectSolver *solver, const Origin *origin)
{
    if (*library_added.origin.path)
        return status_make(STATUS_INPUT, "%s: the linear system `external` is already %s; load only one of them", origin->path,
                           library_added.origin.path);
    library_added.solver = solver;
    library_added.origin = *origin;
    return status_ok();
}

static Status present(void)
{
    return *library_added.origin.path
               ? status_ok()
               : status_make(STATUS_UNSUPPORTED, "external: no library is loaded; give --plugin FILE, a shared library that exports "
                                                 "weft_direct_solver (docs/your_linear_system.md)");
}

static void destroy(Linsys *sys);

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const WeftDirectSolver *solver = library_added.solver;
    const size_t            used = setup->arena->used_bytes;
    const int               precision = param_choice(setup->params, "factor");
    const bool              of_reals = precision == FACTOR_REAL && !setup->scalar && sizeof(real) == sizeof(float);
    External               *s;
    *out = NULL;
    TRY(present());
    if (setup->matrix->n == 0)
        return status_make(STATUS_INPUT, "external: the matrix is empty; a scene needs at least one particle");
    if (setup->pivots && !solver->smallest_pivot)
        return status_make(STATUS_UNSUPPORTED,
                           "external: %.60s does not report pivots, but this solver needs them to detect a singular matrix; take another "
                           "linear system",
                           solver->name);
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (External){.base = {.ops = &linsys_external},
                    .solver = solver,
                    .setup = {.n = setup->matrix->n,
                              .threads = setup->threads,
                              .single = precision == FACTOR_F32 || of_reals,
                              .columns = 3,
                              .pivots = setup->pivots,
                              .refine = (int32_t)param_int(setup->params, "refine")},
                    .matrix_nonzeros = setup->matrix->column_start[setup->matrix->n],
                    .solve_status = status_ok()};
    const Status status = build(s, setup, param_choice(setup->params, "ordering") == ORDERING_ND);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
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
    External *s = (External *)sys;
    ASSERT(same_pattern->n == s->setup.n && same_pattern->column_start[s->setup.n] == s->matrix_nonzeros);
    TRY(matrix_check_finite(same_pattern, s->base.ops->name));
    copy_values(s, same_pattern);
    return run(s, call_factor, "factorising");
}

// ---- solution: all threads of a team ----

// Whether the solve succeeded, the same for all threads.
static bool solve_columns(External *s, int32_t columns)
{
    const bool first = omp_get_thread_num() == 0; // the thread that makes the call
    if (first) {
        s->failure = (WeftDirectFailure){.row = -1};
        s->columns = columns;
    }
    thread_gate_run(&s->gate, call_solve, s);
    if (s->code == WEFT_DIRECT_OK)
        return true;
    if (first && s->solve_status.code == STATUS_OK)
        s->solve_status = status_of(s, "solving with");
#pragma omp barrier
    return false;
}

// Copies three right-hand sides from interleaved blocks to consecutive columns, and back.
#define DEFINE_COPIES(type) \
    static void copy_in_##type(const External *s, const real4 *rhs) \
    { \
        const size_t n = (size_t)s->setup.n; \
        type        *b = s->rhs; \
        _Pragma("omp for schedule(static) nowait") for (size_t i = 0; i < n; i++) \
        { \
            b[i] = (type)rhs[i].x; \
            b[n + i] = (type)rhs[i].y; \
            b[2 * n + i] = (type)rhs[i].z; \
        } \
    } \
    static void copy_out_##type(const External *s, real4 *x) \
    { \
        const size_t n = (size_t)s->setup.n; \
        const type  *at = s->x; \
        _Pragma("omp for schedule(static)") for (size_t i = 0; i < n; i++) \
        { \
            x[i].x = (real)at[i]; \
            x[i].y = (real)at[n + i]; \
            x[i].z = (real)at[2 * n + i]; \
        } \
    } \
    static void copy_one_in_##type(const External *s, const double *rhs) \
    { \
        type *b = s->rhs; \
        _Pragma("omp for schedule(static) nowait") for (int32_t i = 0; i < s->setup.n; i++) b[i] = (type)rhs[i]; \
    } \
    static void copy_one_out_##type(const External *s, double *x) \
    { \
        const type *at = s->x; \
        _Pragma("omp for schedule(static)") for (int32_t i = 0; i < s->setup.n; i++) x[i] = (double)at[i]; \
    }
DEFINE_COPIES(float)
DEFINE_COPIES(double)

static void solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    External *s = (External *)sys;
    if (s->setup.single)
        copy_in_float(s, rhs);
    else
        copy_in_double(s, rhs);
    if (!solve_columns(s, 3))
        return;
    if (s->setup.single)
        copy_out_float(s, x);
    else
        copy_out_double(s, x);
}

static void solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    External *s = (External *)sys;
    if (s->setup.single)
        copy_one_in_float(s, rhs);
    else
        copy_one_in_double(s, rhs);
    if (!solve_columns(s, 1))
        return;
    if (s->setup.single)
        copy_one_out_float(s, x);
    else
        copy_one_out_double(s, x);
}

// ---- information and destruction ----

static double smallest_pivot(const Linsys *sys, const Csc *matrix)
{
    (void)matrix; // the solver has stored its diagonal
    return ((const External *)sys)->ratio;
}

static Status failed(const Linsys *sys)
{
    return ((const External *)sys)->solve_status;
}

static void get_info(const Linsys *sys, LinsysInfo *out)
{
    const External      *s = (const External *)sys;
    const WeftDirectInfo info = ask_info(s);
    *out = (LinsysInfo){.ordering = s->ordering,
                        .order = s->setup.n,
                        .matrix_nonzeros = s->matrix_nonzeros,
                        .factor_nonzeros = (int64_t)info.factor_nonzeros,
                        .factor_flops = info.factor_flops,
                        .factor_bytes = (int64_t)info.factor_bytes,
                        .workspace_bytes = (int64_t)info.workspace_bytes + s->arena_bytes,
                        .solve_bytes = info.passes > 1 ? info.passes * 2 * info.factor_bytes : 0,
                        .solve_flops = info.passes > 1 ? info.passes * 12 * info.factor_nonzeros : 0,
                        .solve_precision = s->setup.single ? "f32" : "f64",
                        .library = s->library};
}

static void destroy(Linsys *sys)
{
    External *s = (External *)sys;
    if (!s)
        return;
    if (s->handle)
        (void)!run(s, call_destroy, "ending").code;
    thread_gate_close(&s->gate);
}

const LinsysOps linsys_external = {
    .name = "external",
    .summary = "a direct solver from a shared library (--plugin FILE); one n×n factor for x, y and z",
    .params = PARAMS,
    .lanes = 1,
    .foreign = true,
    .origin = &library_added.origin,
    .present = present,
    .create = create,
    .refactor = refactor,
    .solve = solve,
    .solve_scalar = solve_scalar,
    .smallest_pivot = smallest_pivot,
    .failed = failed,
    .info = get_info,
    .destroy = destroy,
};
