// An opponent: PARDISO of oneMKL, supernodal LLᵀ with threads in analysis, factorisation and solve. It is neither linked nor needed: its
// library is looked for when a case names it, in the folder that WEFT_MKL gives or by the loader's path. Declared here from Intel's public
// documentation ("oneMKL PARDISO - Parallel Direct Sparse Solver Interface"), without a header of MKL.
//
// Threads. MKL runs on the same libgomp as weft (its GNU threading layer), on threads of the gate's own (thread_gate.h). Its Intel layer
// does not work in a process that has libgomp: libmkl_intel_thread finds omp_get_thread_num there and __kmpc_fork_call in libiomp5, and
// PARDISO then fails with −2 or crashes. Alone in a process, the two layers take the same time: 44 and 44 ms for a factorisation of the
// cloth 256² on one thread, 19.1 and 19.4 ms for a solve (two_level off), 68 to 73 and 70 to 74 ms on two threads beside other load.
//
// `scheduling: two_level` is iparm[23] = 1. PARDISO leaves it where it is given a permutation (ordering: nd) or asked for the diagonal of
// its factor (xpbd_direct), and is slower then: 19 ms instead of 11 for a solve of the cloth 256² on one thread. Its improved form, 10, is
// not offered: on libgomp it crashes for the cloth 128² on two threads (MKL 2024.2, in the parallel solve of several right-hand sides); on
// one thread its solve was 5 % faster.
//
// Bits. On the same number of threads they were the same in every run, on another one they may differ. MKL's conditional numerical
// reproducibility (iparm[33]) does not change that: one and two threads gave equal bits with and without, three others.
//
// refine: iparm[7]; PARDISO stops earlier when a step gains nothing. With a factor in f32 the residual is in f32, too, so that refinement
// does not get below round-off of f32, unlike that of supernodal_parallel. With 0 there is none: the two steps that PARDISO takes by itself
// follow perturbed pivots, which a Cholesky factorisation does not have.
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linsys/private/outside_system.h"

extern const LinsysOps linsys_pardiso;

typedef int32_t MklInt; // of the LP64 interface

typedef struct Mkl {
    void (*pardiso)(void **handle, const MklInt *factors, const MklInt *number, const MklInt *type, const MklInt *phase, const MklInt *n,
                    const void *a, const MklInt *start, const MklInt *column, MklInt *permutation, const MklInt *columns, MklInt *iparm,
                    const MklInt *verbose, void *rhs, void *x, MklInt *error);
    void (*pardisoinit)(void **handle, const MklInt *type, MklInt *iparm);
    void (*pardiso_getdiag)(void *const *handle, void *factor_diagonal, void *diagonal, const MklInt *number, MklInt *error);
    int (*set_interface_layer)(int layer);
    int (*set_threading_layer)(int layer);
    int (*set_num_threads_local)(int threads);
    void (*set_dynamic)(int dynamic);
    void (*get_version_string)(char *text, int size);
} Mkl;

// Positions in iparm, from 0.
enum {
    IPARM_GIVEN = 0,
    IPARM_ORDERING = 1,
    IPARM_PERMUTATION = 4,
    IPARM_STEPS_DONE = 6,
    IPARM_STEPS = 7,
    IPARM_PEAK_KB = 14,
    IPARM_ANALYSIS_KB = 15,
    IPARM_FACTOR_KB = 16,
    IPARM_NONZEROS = 17,
    IPARM_MEGAFLOPS = 18,
    IPARM_SCHEDULING = 23,
    IPARM_SINGLE = 27,
    IPARM_BAD_ROW = 29,
    IPARM_FROM_ZERO = 34,
    IPARM_DIAGONAL = 55,
    IPARM_COUNT = 64
};

enum { PHASE_OF_ANALYSIS = 11, PHASE_OF_FACTOR = 22, PHASE_OF_SOLVE = 33, PHASE_OF_END = -1 };

// ---- parameters ----

static const char *const ORDERINGS[] = {"metis", "parallel_nd", "md", "nd", NULL};
enum { ORDERING_METIS, ORDERING_PARALLEL_ND, ORDERING_MD, ORDERING_ND };
static const MklInt      ORDERING_CODES[] = {[ORDERING_METIS] = 2, [ORDERING_PARALLEL_ND] = 3, [ORDERING_MD] = 0, [ORDERING_ND] = 2};
static const char *const SCHEDULINGS[] = {"one_level", "two_level", NULL};
enum { ONE_LEVEL, TWO_LEVEL };

static const Param PARAMS[] = {
    PARAM_CHOICE_ROW(
        "ordering", ORDERINGS, ORDERING_METIS,
        "PARDISO's METIS, its nested dissection on several threads, its minimum degree, or weft's nested dissection by particle "
        "positions",
        .role = PARAM_ROLE_ORDERING),
    PARAM_CHOICE_ROW("factor", OUTSIDE_FACTORS, OUTSIDE_REAL, OUTSIDE_FACTOR_SUMMARY),
    PARAM_INT_ROW("refine", "", 0, 0, 10, "steps of iterative refinement after each solve, at most"),
    PARAM_CHOICE_ROW("scheduling", SCHEDULINGS, TWO_LEVEL, "of PARDISO's factorisation; two_level is the one for many threads"),
    PARAM_END,
};

typedef struct PardisoOptions {
    const Mkl *mkl;
    int        ordering, refine, scheduling;
} PardisoOptions;

// ---- the solver behind the door ----

typedef struct Pardiso {
    Mkl             mkl;
    WeftDirectSetup setup;
    void           *handle[64];
    MklInt          iparm[IPARM_COUNT];
    const void     *value;
    MklInt         *permutation; // [n]; NULL: PARDISO's own
    void           *diagonals;   // [2 n] of the factor and of the matrix, in the order of elimination, for smallest_pivot
    int             ordering;
} Pardiso;

static MklInt call(Pardiso *s, MklInt phase, MklInt columns, void *rhs, void *x)
{
    static const MklInt ONE = 1, DEFINITE = 2, SILENT = 0;
    MklInt              error = 0;
    s->mkl.pardiso(s->handle, &ONE, &ONE, &DEFINITE, &phase, &s->setup.n, s->value, s->setup.column_start, s->setup.row, s->permutation,
                   &columns, s->iparm, &SILENT, rhs, x, &error);
    return error;
}

static int failure_of(const Pardiso *s, MklInt error, WeftDirectFailure *failure)
{
    enum { OUT_OF_MEMORY = -2, BAD_PIVOT = -4, TOO_LARGE = -8 };
    if (error == 0)
        return WEFT_DIRECT_OK;
    // 0 with two levels, which do not tell; in a numbering of its own with a given permutation.
    failure->row = s->permutation ? -1 : s->iparm[IPARM_BAD_ROW] - 1;
    if (error != BAD_PIVOT)
        snprintf(failure->text, sizeof failure->text, "error %d of PARDISO", error);
    return error == BAD_PIVOT       ? WEFT_DIRECT_NOT_DEFINITE
           : error == OUT_OF_MEMORY ? WEFT_DIRECT_NO_MEMORY
           : error == TOO_LARGE     ? WEFT_DIRECT_UNSUPPORTED
                                    : WEFT_DIRECT_FAILED;
}

static void destroy(void *solver)
{
    Pardiso *s = solver;
    (void)call(s, PHASE_OF_END, 1, NULL, NULL);
    free(s->permutation);
    free(s->diagonals);
    free(s);
}

static void set_iparm(Pardiso *s, const PardisoOptions *options)
{
    static const MklInt DEFINITE = 2;
    s->mkl.pardisoinit(s->handle, &DEFINITE, s->iparm);
    s->iparm[IPARM_GIVEN] = 1;
    s->iparm[IPARM_ORDERING] = ORDERING_CODES[options->ordering];
    s->iparm[IPARM_PERMUTATION] = s->permutation != NULL;
    s->iparm[IPARM_STEPS] = options->refine;
    s->iparm[IPARM_NONZEROS] = s->iparm[IPARM_MEGAFLOPS] = -1; // to be counted
    s->iparm[IPARM_SCHEDULING] = options->scheduling == TWO_LEVEL;
    s->iparm[IPARM_SINGLE] = s->setup.single;
    s->iparm[IPARM_FROM_ZERO] = 1;
    s->iparm[IPARM_DIAGONAL] = s->setup.pivots;
}

// The lower triangle by column is the upper one by row, which PARDISO wants.
static int analyse(const WeftDirectSetup *setup, void **solver, WeftDirectFailure *failure)
{
    const PardisoOptions *options = setup->options;
    const size_t          n = (size_t)setup->n, size = setup->single ? sizeof(float) : sizeof(double);
    Pardiso              *s = calloc(1, sizeof *s);
    *solver = NULL;
    if (!s)
        return WEFT_DIRECT_NO_MEMORY;
    s->mkl = *options->mkl;
    s->setup = *setup;
    s->value = setup->value; // which two levels want in the analysis, too
    s->ordering = options->ordering;
    s->diagonals = calloc(setup->pivots ? 2 * n : 1, size);
    s->permutation = setup->order ? malloc(n * sizeof *s->permutation) : NULL;
    if (s->permutation)
        memcpy(s->permutation, setup->order, n * sizeof *s->permutation);
    set_iparm(s, options);
    s->mkl.set_num_threads_local(setup->threads);
    const bool   there = s->diagonals && (s->permutation || !setup->order);
    const MklInt error = there ? call(s, PHASE_OF_ANALYSIS, setup->columns, NULL, NULL) : 0;
    const int    code = there ? failure_of(s, error, failure) : WEFT_DIRECT_NO_MEMORY;
    if (code == WEFT_DIRECT_OK)
        *solver = s;
    else
        destroy(s);
    return code;
}

static int factor(void *solver, const void *value, WeftDirectFailure *failure)
{
    Pardiso *s = solver;
    s->value = value;
    return failure_of(s, call(s, PHASE_OF_FACTOR, s->setup.columns, NULL, NULL), failure);
}

static int solve(void *solver, int32_t columns, void *rhs, void *x, WeftDirectFailure *failure)
{
    Pardiso *s = solver;
    return failure_of(s, call(s, PHASE_OF_SOLVE, columns, rhs, x), failure);
}

static double diagonal_at(const Pardiso *s, size_t i)
{
    return s->setup.single ? (double)((const float *)s->diagonals)[i] : ((const double *)s->diagonals)[i];
}

static int smallest_pivot(void *solver, double *ratio, WeftDirectFailure *failure)
{
    static const MklInt ONE = 1;
    Pardiso            *s = solver;
    const size_t        n = (size_t)s->setup.n, size = s->setup.single ? sizeof(float) : sizeof(double);
    MklInt              error = 0;
    s->mkl.pardiso_getdiag(s->handle, s->diagonals, (char *)s->diagonals + n * size, &ONE, &error);
    *ratio = 1;
    for (size_t i = 0; i < n && error == 0; i++)
        *ratio = fmin(*ratio, diagonal_at(s, i) / diagonal_at(s, n + i));
    return failure_of(s, error, failure);
}

static void info(void *solver, WeftDirectInfo *out)
{
    const Pardiso *s = solver;
    out->factor_nonzeros = s->iparm[IPARM_NONZEROS];
    out->factor_flops = s->iparm[IPARM_MEGAFLOPS] > 0 ? 1e6 * s->iparm[IPARM_MEGAFLOPS] : 0; // two_level with metis does not count them
    out->factor_bytes = 1024.0 * s->iparm[IPARM_FACTOR_KB];
    out->workspace_bytes = 1024.0 * s->iparm[IPARM_ANALYSIS_KB];
    out->passes = 1 + s->iparm[IPARM_STEPS_DONE];
    snprintf(out->ordering, sizeof out->ordering, "%s", ORDERINGS[s->ordering]);
    char text[200] = "";
    s->mkl.get_version_string(text, sizeof text - 1); // "Intel(R) oneAPI Math Kernel Library Version 2024.2.2-Product Build …"
    const char *version = strstr(text, "Version ");
    if (version)
        sscanf(version, "Version %39s", out->version);
}

static const WeftDirectSolver SOLVER
= {
    .version = WEFT_DIRECT_VERSION,
    .name = "oneMKL PARDISO",
    .analyse = analyse,
    .factor = factor,
    .solve = solve,
    .smallest_pivot = smallest_pivot,
    .info = info,
    .destroy = destroy,
};

// ---- the library ----

// A function pointer of any type from a symbol, which C does not convert.
static bool take(void *library, const char *name, void *pointer)
{
    void *symbol = dlsym(library, name);
    memcpy(pointer, &symbol, sizeof symbol);
    return symbol;
}

static Status open_mkl(Mkl *out)
{
    static const char *const    FILES[] = {"libmkl_rt.so.2", "libmkl_rt.so", NULL};
    static const OutsideLibrary LIBRARY = {
        .system = "pardiso",
        .variable = "WEFT_MKL",
        .files = FILES,
        .remedy = "install oneMKL (`pip download mkl` or Intel's packages) and set WEFT_MKL to the folder of libmkl_rt.so.2"};
    void *library;
    TRY(outside_library_open(&LIBRARY, &library));
    if (take(library, "pardiso", &out->pardiso) && take(library, "pardisoinit", &out->pardisoinit) &&
        take(library, "pardiso_getdiag", &out->pardiso_getdiag) && take(library, "MKL_Set_Interface_Layer", &out->set_interface_layer) &&
        take(library, "MKL_Set_Threading_Layer", &out->set_threading_layer) &&
        take(library, "MKL_Set_Num_Threads_Local", &out->set_num_threads_local) && take(library, "MKL_Set_Dynamic", &out->set_dynamic) &&
        take(library, "MKL_Get_Version_String", &out->get_version_string))
        return status_ok();
    return status_make(STATUS_UNSUPPORTED, "pardiso: libmkl_rt.so lacks a function that weft calls; take oneMKL 2020 or newer");
}

// For the whole process, before anything else of MKL is called.
static Status choose_layers(const Mkl *mkl)
{
    enum { LP64 = 0, GNU_THREADS = 3 };
    const int interface = mkl->set_interface_layer(LP64), threading = mkl->set_threading_layer(GNU_THREADS);
    mkl->set_dynamic(0);
    if (interface == LP64 && threading == GNU_THREADS)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "pardiso: oneMKL keeps its layers %d and %d for interface and threads, weft needs 0 and 3 (LP64, libgomp); unset "
                       "MKL_INTERFACE_LAYER and MKL_THREADING_LAYER",
                       interface, threading);
}

static Status present(void)
{
    Mkl mkl;
    return open_mkl(&mkl);
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    Mkl            mkl;
    PardisoOptions options = {.mkl = &mkl,
                              .ordering = param_choice(setup->params, "ordering"),
                              .refine = (int)param_int(setup->params, "refine"),
                              .scheduling = param_choice(setup->params, "scheduling")};
    OutsideKind    kind = {.ops = &linsys_pardiso, .solver = &SOLVER, .options = &options, .dissect = options.ordering == ORDERING_ND };
    *out = NULL;
    TRY(open_mkl(&mkl));
    TRY(choose_layers(&mkl));
    return outside_system_create(setup, &kind, out);
}

const LinsysOps linsys_pardiso = {
    .name = "pardiso",
    .summary = "PARDISO of oneMKL, loaded where there is one: sparse LLᵀ, all steps by all threads; x, y and z share one n×n factor",
    .params = PARAMS,
    .lanes = 1,
    .foreign = true,
    .present = present,
    .create = create,
    .refactor = outside_system_refactor,
    .solve = outside_system_solve,
    .solve_scalar = outside_system_solve_scalar,
    .smallest_pivot = outside_system_smallest_pivot,
    .failed = outside_system_failed,
    .info = outside_system_info,
    .destroy = outside_system_destroy,
};
