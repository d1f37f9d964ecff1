// Linear systems: one sparse symmetric positive definite matrix, analysed once, factorised many times, solved many times.
//
// There are two functions, for two kinds of right-hand sides:
//   solve         the n×n scalar matrix of projective dynamics, for x, y and z at once: rhs and x are [n] blocks of four reals;
//                 w of rhs is ignored, w of x is not changed.
//   solve_scalar  any SPD matrix of order n, for one right-hand side of n doubles (Newton's 3n×3n, constraint-space systems).
// A system may leave one of them NULL. An iterative system may start from the values of x at the call of `solve`; these must depend only on
// the State that is stepped.
//
// Threads: call create and refactor outside any parallel region; they use up to setup->threads threads. ALL threads of a team of that size
// call solve and solve_scalar. rhs is complete and visible before the call, x after it. A serial system works in `omp single`. A failure
// inside a team is stored; read it with `failed` after the barrier.
#ifndef WEFT_LINSYS_LINSYS_H
#define WEFT_LINSYS_LINSYS_H

#include "base/arena.h"
#include "base/clock.h"
#include "base/origin.h"
#include "base/param.h"
#include "math/real.h"

// Lower triangle of a symmetric matrix, compressed by column, rows ascending within a column, every diagonal entry present.
// Explicit zeros are allowed and stored, so that the pattern survives a change of values.
typedef struct Csc {
    int32_t  n;
    int32_t *column_start; // [n + 1]
    int32_t *row;          // [column_start[n]]
    double  *value;        // [column_start[n]]
} Csc;

typedef struct LinsysInfo {
    const char *ordering;        // the one used (for `best`: the chosen one); "": none
    int32_t     order;           // of the factorised matrix: n, or 3n for the baselines
    int64_t     matrix_nonzeros; // of its stored triangle
    int64_t     factor_nonzeros; // nnz(L)
    double      factor_flops;    // 0: not known
    int64_t     factor_bytes;    // values and indices of the factor
    int64_t     workspace_bytes;
    const char *chosen;          // the system or the preconditioner, of a system that chooses one; NULL: it does not choose
    int32_t     tasks;           // of a parallel solve, independent of the number of threads; 0: serial
    int32_t     levels;          // of the task tree: tasks of one level are independent
    int32_t     barriers;        // of a parallel solve, between levels in both directions; 0: serial
    double      top_fraction;    // fraction of the factor's bytes in tasks above the lowest level
    double      solve_bytes;     // moved by one solve without rhs and x; 0: the factor, read forward and backward
    double      solve_set;       // working set of a solve in bytes, without rhs and x; 0: the factor
    double      solve_flops;     // of one solve of all columns; 0: one multiplication and addition per entry of L, forward and backward
    const char *solve_precision; // of the operations of a solve: f32, f64; NULL: f64
    const char *library;         // name and version of an external library, loaded at run time; NULL: none
    double updates_per_factor;   // if the factor can be updated: predicted number of columns whose update takes as long as a factorisation
    // For an iterative system. Its `barriers` are those of an iteration; solve_bytes is 0 if the number of iterations is not fixed.
    int64_t iterations, unconverged; // of all solves since create; solves that ended above their tolerance
    double  unconverged_residual;    // ‖b − A x‖/‖b‖ of the last of those; NaN: b was not finite
    double  tolerance;               // of a solve; 0: a fixed number of iterations
    int32_t shifts;                  // of the last factorisation: number of retries of an incomplete factor with a larger diagonal
} LinsysInfo;

// The choice of a system that chooses by measuring. It is kept for the whole case: all passes and repetitions use the same system, because
// systems differ in their bits.
typedef struct LinsysChoice {
    char name[32]; // "": not chosen yet
} LinsysChoice;

// The elimination order of a matrix, for reuse in a matrix of the same rows with a few more entries. The caller keeps it from one system to
// the next; create reads it, and writes it after computing a new order.
typedef struct LinsysOrder {
    int32_t  n;        // rows of `row`; 0: none yet
    int32_t *row;      // [n × lanes of the system] the row eliminated first, second, …
    int      ordering; // its source, as in the system's table
    double   flops;    // of the factor of the matrix for which it was computed
} LinsysOrder;

typedef struct LinsysSetup {
    const Csc      *matrix; // kept by the caller, read only during create
    int             threads;
    const ParamSet *params;      // contains the system's own params
    Arena          *arena;       // also the memory limit: call arena_check before a large allocation outside of it
    PhaseClock     *phases;      // enters PHASE_ANALYSE, PHASE_FACTOR and leaves PHASE_ASSEMBLE running; NULL: off
    bool            scalar;      // true: only solve_scalar will be used, each time after a refactorisation; false: only solve
    bool            inexact;     // the caller corrects solutions by iterations, so a factor in single precision is allowed
    bool            pivots;      // smallest_pivot will be called
    const real4    *coordinates; // [n / block] of each block of rows in space, for orderings; read only during create. NULL: unknown
    int             block;       // rows that share coordinates, 3 for x, y, z of a particle; 0 means 1
    LinsysChoice   *choice;      // of a system that chooses: read, or written if empty; NULL: choose without recording
    LinsysOrder    *order;       // of the previous system; NULL: none is kept
    int64_t (*clock)(void);      // of a system that chooses by measuring; NULL: clock_ns
} LinsysSetup;

// Sparse vectors v_c of order n, for a change of a matrix by Σ v_c v_cᵀ.
typedef struct LinsysColumns {
    int32_t  count;
    int32_t *start; // [count + 1]
    int32_t *row;   // [start[count]] in the matrix's numbering, no row twice in a column
    double  *value; // [start[count]]
} LinsysColumns;

typedef struct LinsysOps LinsysOps;

typedef struct Linsys { // first member of every backend's private struct
    const LinsysOps *ops;
    double           residual; // of a solve at set-up (set_up_residual.h); 0: not measured
} Linsys;

// Properties of a candidate for a system that chooses by measuring.
typedef struct LinsysCandidate {
    int  of_lanes, of_one; // turn in which it is tried for `solve` and for `solve_scalar`, from 1; 0: never
    int  rows_max;         // not tried for larger matrices, where it is never the fastest; 0: any
    bool by_columns;       // simplicial: factorises column by column, not in dense blocks (set also if never tried)
} LinsysCandidate;

struct LinsysOps {
    const char     *name, *summary;
    const Param    *params;    // ended by PARAM_END, or NULL
    int             lanes;     // 1: factorises the n×n matrix A; 3: a baseline that factorises A ⊗ I₃
    bool            chooses;   // by measuring: its bits are those of the chosen system
    bool            iterative; // its solves end at a tolerance, or after a number of iterations; LinsysInfo has statistics
    bool            dense;     // stores a full triangle
    bool            foreign;   // LAPACK or a library with its own threads factorises: the bits depend on the number of threads
    LinsysCandidate candidate;
    // The file of an external library, path "" while none is loaded. NULL: a system of weft.
    const Origin *origin;
    // Whether its library is loaded: STATUS_OK, or STATUS_UNSUPPORTED as from create, with the flag in the message. NULL: needs none.
    Status (*present)(void);
    Status (*create)(const LinsysSetup *setup,
                     Linsys           **out); // STATUS_NUMERIC: not positive definite; STATUS_MEMORY; STATUS_INPUT: empty
    Status (*refactor)(Linsys    *sys,
                       const Csc *same_pattern); // STATUS_NUMERIC: not positive definite; another refactor is then allowed
    // Low-rank update or downdate: A becomes A + Σ v vᵀ (add) or A − Σ v vᵀ. The factor is modified, not recomputed. It grows if the
    // vectors couple rows that the matrix does not. A refactor returns to a matrix of create's pattern. Called like refactor; allocates
    // memory. STATUS_NUMERIC: the result is not positive definite; only a refactor is then allowed. NULL: not supported.
    Status (*update)(Linsys *sys, const LinsysColumns *columns, bool add);
    void (*solve)(Linsys *sys, const real4 *rhs, real4 *x);
    void (*solve_scalar)(Linsys *sys, const double *rhs, double *x);
    // The smallest pivot of the last factorisation, relative to its diagonal entry; `matrix`: the factorised one. Near round-off, the
    // matrix is singular to working precision. Exists if solve_scalar does; call it only if the set-up has `pivots`. NULL in an iterative
    // system, which has no pivots: there, a solve fails when it finds negative curvature.
    double (*smallest_pivot)(const Linsys *sys, const Csc *matrix);
    // Sets the relative residual at which solves end; 0: the tolerance of the params. Call outside a team. NULL: not iterative.
    void (*set_tolerance)(Linsys *sys, double residual);
    Status (*failed)(const Linsys *sys); // the first failure of a solve since create or the last refactor, or STATUS_OK
    void (*info)(const Linsys *sys, LinsysInfo *out);
    void (*destroy)(Linsys *sys); // accepts NULL
};

// Sets the library of the system `external`, for the whole run of the program. Call at the start, before other threads exist. solver NULL:
// a description only; workers run it. STATUS_INPUT: another library is already set.
struct WeftDirectSolver;
Status linsys_add_library(const struct WeftDirectSolver *solver, const Origin *origin) GNU_MUST_CHECK;

const LinsysOps   *linsys_at(int index);          // NULL past the last
const LinsysOps   *linsys_find(const char *name); // NULL: no such system
const char *const *linsys_names(void);            // ended by NULL; in the order of linsys_list.h

// The candidate of this turn, from 1, for `solve_scalar` or for `solve`; NULL past the last.
const LinsysOps *linsys_candidate(bool scalar, int turn);

// The default system of a solver. For `solve`, whose matrix is factorised once, the first of the table. For `solve_scalar`, whose matrix
// changes in every iteration, the one that is most likely to factorise fastest.
const LinsysOps *linsys_default(bool scalar);

// The names of the systems for which can(ops) holds, for messages: "dense, auto". Returns out.
const char *linsys_able(bool (*can)(const LinsysOps *ops), char *out, size_t size);

// y = A x for the matrix itself (residuals, tests).
void csc_multiply(const Csc *a, const double *x, double *y);

#endif
