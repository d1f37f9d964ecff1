// PARDISO of oneMKL as the linear system `external`: supernodal LLᵀ with threads in analysis, factorisation and solve. Declared here from
// Intel's public documentation ("oneMKL PARDISO - Parallel Direct Sparse Solver Interface"), without a header of MKL.
// docs/your_linear_system.md has the command that builds it.
//
// Threads. MKL runs on the same libgomp as weft (its GNU threading layer). Its Intel layer does not work in a process that has libgomp:
// libmkl_intel_thread finds omp_get_thread_num there and __kmpc_fork_call in libiomp5, and PARDISO then fails with −2 or crashes. Alone in
// a process, both layers take the same time: 44 ms for a factorisation of the cloth 256² on one thread.
//
// Scheduling. iparm[23] = 1, the factorisation in two levels, is the one for many threads. PARDISO ignores it where it is given a
// permutation (ordering: nd) or asked for the diagonal of its factor (xpbd_direct), and is slower then: 19 ms instead of 11 for a solve of
// the cloth 256² on one thread. Its improved form, 10, crashes on libgomp for the cloth 128² on two threads (MKL 2024.2).
//
// Bits. They are the same in every run on the same number of threads, and may differ on another one, with MKL's conditional numerical
// reproducibility (iparm[33]) as well.
//
// Refinement. PARDISO stops earlier when a step gains nothing. With a factor in f32 the residual is in f32, too. With 0 there is none: the
// two steps that PARDISO takes by itself follow perturbed pivots, which a Cholesky factorisation does not have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "weft_direct.h"

typedef int32_t MklInt; // of the LP64 interface

void pardiso(void **handle, const MklInt *factors, const MklInt *number, const MklInt *type, const MklInt *phase, const MklInt *n,
             const void *a, const MklInt *start, const MklInt *column, MklInt *permutation, const MklInt *columns, MklInt *iparm,
             const MklInt *verbose, void *rhs, void *x, MklInt *error);
void pardisoinit(void **handle, const MklInt *type, MklInt *iparm);
void pardiso_getdiag(void *const *handle, void *factor_diagonal, void *diagonal, const MklInt *number, MklInt *error);
int  MKL_Set_Interface_Layer(int layer);
int  MKL_Set_Threading_Layer(int layer);
int  MKL_Set_Num_Threads_Local(int threads);
void MKL_Set_Dynamic(int dynamic);
void MKL_Get_Version_String(char *text, int size);

enum { ANALYSE = 11, FACTOR = 22, SOLVE = 33, END = -1 }; // phases

typedef struct Pardiso {
    WeftDirectSetup setup;
    void           *handle[64];
    MklInt          iparm[64];
    const void     *value;
    MklInt         *permutation; // [n]; NULL: METIS
    void           *diagonals;   // [2 n] of the factor and of the matrix, in the order of elimination, for smallest_pivot
} Pardiso;

static const MklInt ONE = 1, DEFINITE = 2, SILENT = 0;

static size_t real_bytes(const WeftDirectSetup *setup)
{
    return setup->single ? sizeof(float) : sizeof(double);
}

static int failure_of(const Pardiso *s, MklInt error, WeftDirectFailure *failure)
{
    enum { OUT_OF_MEMORY = -2, BAD_PIVOT = -4, TOO_LARGE = -8, BAD_ROW = 29 };
    failure->row = s->permutation ? -1 : s->iparm[BAD_ROW] - 1; // −1 with two levels; in a numbering of its own with a permutation
    if (error != 0 && error != BAD_PIVOT)
        snprintf(failure->text, sizeof failure->text, "error %d of PARDISO", error);
    return error == 0               ? WEFT_DIRECT_OK
           : error == BAD_PIVOT     ? WEFT_DIRECT_NOT_DEFINITE
           : error == OUT_OF_MEMORY ? WEFT_DIRECT_NO_MEMORY
           : error == TOO_LARGE     ? WEFT_DIRECT_UNSUPPORTED
                                    : WEFT_DIRECT_FAILED;
}

// The lower triangle by column is the upper one by row, which PARDISO wants.
static int call(Pardiso *s, MklInt phase, MklInt columns, void *rhs, void *x, WeftDirectFailure *failure)
{
    MklInt error = 0;
    pardiso(s->handle, &ONE, &ONE, &DEFINITE, &phase, &s->setup.n, s->value, s->setup.column_start, s->setup.row, s->permutation, &columns,
            s->iparm, &SILENT, rhs, x, &error);
    return failure_of(s, error, failure);
}

static void destroy(void *solver)
{
    Pardiso          *s = solver;
    WeftDirectFailure ignored;
    call(s, END, 1, NULL, NULL, &ignored);
    free(s->permutation);
    free(s->diagonals);
    free(s);
}

// Positions from 0, as Intel's documentation has them.
static void set_iparm(Pardiso *s)
{
    pardisoinit(s->handle, &DEFINITE, s->iparm);
    s->iparm[0] = 1;                      // these values are given
    s->iparm[1] = 2;                      // METIS
    s->iparm[4] = s->permutation != NULL; // or this one
    s->iparm[7] = s->setup.refine;        // steps at most
    s->iparm[17] = s->iparm[18] = -1;     // nonzeros and megaflops are to be counted
    s->iparm[23] = 1;                     // two levels
    s->iparm[27] = s->setup.single;       // f32
    s->iparm[34] = 1;                     // rows and columns from 0
    s->iparm[55] = s->setup.pivots;       // diagonals will be asked for
}

static int analyse(const WeftDirectSetup *setup, void **solver, WeftDirectFailure *failure)
{
    const size_t n = (size_t)setup->n;
    Pardiso     *s = calloc(1, sizeof *s);
    *solver = NULL;
    if (!s)
        return WEFT_DIRECT_NO_MEMORY;
    s->setup = *setup;
    s->value = setup->value; // which two levels want in the analysis, too
    s->diagonals = calloc(setup->pivots ? 2 * n : 1, real_bytes(setup));
    s->permutation = setup->order ? malloc(n * sizeof *s->permutation) : NULL;
    if (s->permutation)
        memcpy(s->permutation, setup->order, n * sizeof *s->permutation);
    set_iparm(s);
    MKL_Set_Num_Threads_Local(setup->threads);
    const int code =
        s->diagonals && (s->permutation || !setup->order) ? call(s, ANALYSE, setup->columns, NULL, NULL, failure) : WEFT_DIRECT_NO_MEMORY;
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
    return call(s, FACTOR, s->setup.columns, NULL, NULL, failure);
}

static int solve(void *solver, int32_t columns, void *rhs, void *x, WeftDirectFailure *failure)
{
    return call(solver, SOLVE, columns, rhs, x, failure);
}

static double diagonal_at(const Pardiso *s, size_t i)
{
    return s->setup.single ? (double)((const float *)s->diagonals)[i] : ((const double *)s->diagonals)[i];
}

static int smallest_pivot(void *solver, double *ratio, WeftDirectFailure *failure)
{
    Pardiso     *s = solver;
    const size_t n = (size_t)s->setup.n;
    MklInt       error = 0;
    pardiso_getdiag(s->handle, s->diagonals, (char *)s->diagonals + n * real_bytes(&s->setup), &ONE, &error);
    *ratio = 1;
    for (size_t i = 0; i < n && error == 0; i++) {
        const double pivot = diagonal_at(s, i) / diagonal_at(s, n + i);
        *ratio = pivot < *ratio ? pivot : *ratio;
    }
    return failure_of(s, error, failure);
}

static void info(void *solver, WeftDirectInfo *out)
{
    const Pardiso *s = solver;
    char           text[200] = ""; // "Intel(R) oneAPI Math Kernel Library Version 2024.2.2-Product Build …"
    out->factor_nonzeros = s->iparm[17];
    out->factor_flops = s->iparm[18] > 0 ? 1e6 * s->iparm[18] : 0; // two levels with METIS do not count them
    out->factor_bytes = 1024.0 * s->iparm[16];
    out->workspace_bytes = 1024.0 * s->iparm[15];
    out->passes = 1 + s->iparm[6];
    strcpy(out->ordering, s->permutation ? "nd" : "metis");
    MKL_Get_Version_String(text, sizeof text - 1);
    const char *version = strstr(text, "Version ");
    if (version)
        sscanf(version, "Version %39s", out->version);
}

// Layers hold for the whole process and are chosen before anything else of MKL is called. NULL: MKL_INTERFACE_LAYER or MKL_THREADING_LAYER
// of the environment choose others than LP64 and libgomp.
const WeftDirectSolver *weft_direct_solver(void)
{
    enum { LP64 = 0, GNU_THREADS = 3 };
    static const WeftDirectSolver SOLVER
    = {.version = WEFT_DIRECT_VERSION,
       .name = "oneMKL PARDISO",
       .analyse = analyse,
       .factor = factor,
       .solve = solve,
       .smallest_pivot = smallest_pivot,
       .info = info,
       .destroy = destroy};
    if (MKL_Set_Interface_Layer(LP64) != LP64 || MKL_Set_Threading_Layer(GNU_THREADS) != GNU_THREADS)
        return NULL;
    MKL_Set_Dynamic(0);
    return &SOLVER;
}
