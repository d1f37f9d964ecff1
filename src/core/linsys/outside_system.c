#include "linsys/private/outside_system.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linsys/private/nested_dissection.h"
#include "linsys/private/pivot.h"
#include "linsys/private/thread_gate.h"

const char *const OUTSIDE_FACTORS[] = {"real", "f64", "f32", NULL};

typedef struct OutsideSystem {
    Linsys                  base;
    const WeftDirectSolver *solver;
    void                   *handle; // of the solver
    ThreadGate              gate;
    WeftDirectSetup         setup;   // its arrays are in the arena
    void                   *value;   // [matrix_nonzeros] doubles, or floats if single
    void                   *rhs, *x; // [columns][n]
    int64_t                 matrix_nonzeros, arena_bytes;
    // the call that is being made, and what came of it
    int32_t           columns;
    double            ratio;
    int               code;
    WeftDirectFailure said;
    Status            failure;                   // of the first solve that failed
    char              ordering[24], library[80]; // for info
} OutsideSystem;

// ---- calls: each of these runs at the gate ----

static void call_analyse(void *argument)
{
    OutsideSystem *s = argument;
    s->code = s->solver->analyse(&s->setup, &s->handle, &s->said);
}

static void call_factor(void *argument)
{
    OutsideSystem *s = argument;
    s->ratio = 0; // unknown is as bad as singular
    s->code = s->solver->factor(s->handle, s->value, &s->said);
    if (s->code == WEFT_DIRECT_OK && s->setup.pivots)
        s->code = s->solver->smallest_pivot(s->handle, &s->ratio, &s->said);
}

static void call_solve(void *argument)
{
    OutsideSystem *s = argument;
    s->code = s->solver->solve(s->handle, s->columns, s->rhs, s->x, &s->said);
}

static void call_destroy(void *argument)
{
    OutsideSystem *s = argument;
    s->solver->destroy(s->handle);
}

static Status status_of(OutsideSystem *s, const char *doing)
{
    static const StatusCode CODES[] = {[WEFT_DIRECT_OK] = STATUS_OK,
                                       [WEFT_DIRECT_NOT_DEFINITE] = STATUS_NUMERIC,
                                       [WEFT_DIRECT_NO_MEMORY] = STATUS_MEMORY,
                                       [WEFT_DIRECT_UNSUPPORTED] = STATUS_UNSUPPORTED,
                                       [WEFT_DIRECT_FAILED] = STATUS_INTERNAL};
    const char             *name = s->base.ops->name;
    s->said.text[sizeof s->said.text - 1] = '\0';
    if (s->code == WEFT_DIRECT_OK)
        return status_ok();
    if (s->code == WEFT_DIRECT_NOT_DEFINITE && !s->said.text[0])
        return pivot_failure(name, s->said.row, s->setup.n);
    const bool known = s->code > 0 && (size_t)s->code < sizeof CODES / sizeof *CODES;
    return status_make(known ? CODES[s->code] : STATUS_INTERNAL, "%s: %.60s fails while %s a matrix of order %d (code %d)%s%.200s", name,
                       s->solver->name, doing, s->setup.n, s->code, s->said.text[0] ? ": " : "", s->said.text);
}

// From outside any team: its threads sleep, so that none spins on a core that the library wants.
static Status run(OutsideSystem *s, void (*call)(void *argument), const char *doing)
{
    s->said = (WeftDirectFailure){.row = -1};
#pragma omp parallel num_threads(s->setup.threads)
    thread_gate_run(&s->gate, call, s);
    return status_of(s, doing);
}

// ---- set-up ----

static Status copy_matrix(OutsideSystem *s, const Csc *a, Arena *arena)
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

static void copy_values(OutsideSystem *s, const Csc *a)
{
    float  *single = s->value;
    double *full = s->value;
    for (int64_t k = 0; k < s->matrix_nonzeros; k++)
        if (s->setup.single)
            single[k] = (float)a->value[k];
        else
            full[k] = a->value[k];
}

static Status dissect(OutsideSystem *s, const LinsysSetup *setup)
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

static WeftDirectInfo ask_info(const OutsideSystem *s)
{
    WeftDirectInfo info = {0};
    s->solver->info(s->handle, &info);
    info.ordering[sizeof info.ordering - 1] = info.version[sizeof info.version - 1] = '\0';
    return info;
}

static Status check_memory(const OutsideSystem *s, const Arena *arena)
{
    const WeftDirectInfo info = ask_info(s);
    char                 what[96];
    snprintf(what, sizeof what, "%s: the factor of a matrix of order %d", s->base.ops->name, s->setup.n);
    return arena_check(arena, info.factor_bytes + info.workspace_bytes, what);
}

static Status build(OutsideSystem *s, const LinsysSetup *setup, bool dissected)
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

static Status check(const LinsysSetup *setup, const OutsideKind *kind)
{
    if (setup->matrix->n == 0)
        return status_make(STATUS_INPUT, "%s: the matrix is empty; a scene needs at least one particle", kind->ops->name);
    if (setup->pivots && !kind->solver->smallest_pivot)
        return status_make(
            STATUS_UNSUPPORTED,
            "%s: %.60s cannot tell its pivots, by which this solver knows whether its matrix is singular; take another linear "
            "system",
            kind->ops->name, kind->solver->name);
    return status_ok();
}

Status outside_system_create(const LinsysSetup *setup, const OutsideKind *kind, Linsys **out)
{
    *out = NULL;
    TRY(check(setup, kind));
    const size_t   used = setup->arena->used_bytes;
    const int      factor = param_choice(setup->params, "factor");
    const bool     of_reals = factor == OUTSIDE_REAL && !setup->scalar && sizeof(real) == sizeof(float);
    OutsideSystem *s;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    *s = (OutsideSystem){.base = {.ops = kind->ops},
                         .solver = kind->solver,
                         .setup = {.n = setup->matrix->n,
                                   .threads = setup->threads,
                                   .single = factor == OUTSIDE_F32 || of_reals,
                                   .columns = 3,
                                   .pivots = setup->pivots,
                                   .options = kind->options},
                         .matrix_nonzeros = setup->matrix->column_start[setup->matrix->n],
                         .failure = status_ok()};
    const Status status = build(s, setup, kind->dissect);
    phase_clock_enter(setup->phases, PHASE_ASSEMBLE);
    if (status.code != STATUS_OK) {
        outside_system_destroy(&s->base);
        return status;
    }
    s->arena_bytes = (int64_t)(setup->arena->used_bytes - used);
    *out = &s->base;
    return status_ok();
}

Status outside_system_refactor(Linsys *sys, const Csc *same_pattern)
{
    OutsideSystem *s = (OutsideSystem *)sys;
    ASSERT(same_pattern->n == s->setup.n && same_pattern->column_start[s->setup.n] == s->matrix_nonzeros);
    TRY(matrix_check_finite(same_pattern, s->base.ops->name));
    copy_values(s, same_pattern);
    return run(s, call_factor, "factorising");
}

// ---- solution: all threads of a team ----

// Whether it was done: the same for all threads.
static bool solve_columns(OutsideSystem *s, int32_t columns)
{
    const bool first = omp_get_thread_num() == 0; // which posts the call
    if (first) {
        s->said = (WeftDirectFailure){.row = -1};
        s->columns = columns;
    }
    thread_gate_run(&s->gate, call_solve, s);
    if (s->code == WEFT_DIRECT_OK)
        return true;
    if (first && s->failure.code == STATUS_OK)
        s->failure = status_of(s, "solving with");
#pragma omp barrier
    return false;
}

// Three right-hand sides, side by side in blocks, as columns one after another, and back.
#define DEFINE_COPIES(type) \
    static void copy_in_##type(const OutsideSystem *s, const real4 *rhs) \
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
    static void copy_out_##type(const OutsideSystem *s, real4 *x) \
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
    static void copy_one_in_##type(const OutsideSystem *s, const double *rhs) \
    { \
        type *b = s->rhs; \
        _Pragma("omp for schedule(static) nowait") for (int32_t i = 0; i < s->setup.n; i++) b[i] = (type)rhs[i]; \
    } \
    static void copy_one_out_##type(const OutsideSystem *s, double *x) \
    { \
        const type *at = s->x; \
        _Pragma("omp for schedule(static)") for (int32_t i = 0; i < s->setup.n; i++) x[i] = (double)at[i]; \
    }
DEFINE_COPIES(float)
DEFINE_COPIES(double)

void outside_system_solve(Linsys *sys, const real4 *rhs, real4 *x)
{
    OutsideSystem *s = (OutsideSystem *)sys;
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

void outside_system_solve_scalar(Linsys *sys, const double *rhs, double *x)
{
    OutsideSystem *s = (OutsideSystem *)sys;
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

// ---- what is known, and the end ----

double outside_system_smallest_pivot(const Linsys *sys, const Csc *matrix)
{
    (void)matrix; // the solver has kept its diagonal
    return ((const OutsideSystem *)sys)->ratio;
}

Status outside_system_failed(const Linsys *sys)
{
    return ((const OutsideSystem *)sys)->failure;
}

void outside_system_info(const Linsys *sys, LinsysInfo *out)
{
    const OutsideSystem *s = (const OutsideSystem *)sys;
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

void outside_system_destroy(Linsys *sys)
{
    OutsideSystem *s = (OutsideSystem *)sys;
    if (!s)
        return;
    if (s->handle)
        (void)!run(s, call_destroy, "ending").code;
    thread_gate_close(&s->gate);
}
