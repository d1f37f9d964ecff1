// Linear systems: one sparse symmetric positive definite matrix, analysed once, factorised many times, solved many times.
//
// Two shapes of right-hand side, two slots:
//   solve         the n×n scalar matrix of projective dynamics against x, y and z at once: rhs and x are [n] blocks of four reals,
//                 w of rhs is ignored, w of x is left alone.
//   solve_scalar  any SPD matrix of order n against one right-hand side of n doubles (Newton's 3n×3n, constraint-space systems).
// A backend may leave one of them NULL. An iterative one may begin where x is at the call of `solve`: what is there must not depend on
// what ran before the State that is stepped.
//
// Threads. create and refactor are called outside any parallel region and use up to setup->threads. solve and solve_scalar are called
// by ALL threads of a team of that size, rhs complete and visible before the call; x is complete and visible to all after it.
// A backend that is serial does its work in `omp single`. A failure inside a team is stored; read it with `failed` after the barrier.
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
    const char *ordering;        // the one used (for `best`: the one it chose), "" when there is none
    int32_t     order;           // of the matrix that was factorised: n, or 3n for the baselines
    int64_t     matrix_nonzeros; // of its stored triangle
    int64_t     factor_nonzeros; // nnz(L)
    double      factor_flops;    // 0: not known
    int64_t     factor_bytes;    // values and indices of the factor
    int64_t     workspace_bytes;
    const char *chosen;          // by a system that chooses by measuring; NULL: it does not choose
    int32_t     tasks;           // of a parallel solve, independent of the number of threads; 0: serial
    int32_t     levels;          // of the task tree: tasks of one level are independent
    int32_t     barriers;        // of a parallel solve, between levels there and back; 0: serial
    double      top_fraction;    // fraction of the factor's bytes in tasks above the lowest level
    double      solve_bytes;     // moved by one solve besides rhs and x; 0: the factor, read forward and backward
    double      solve_set;       // working set in bytes of a solve besides rhs and x; 0: the factor
    double      solve_flops;     // of one solve of all columns; 0: one multiplication and addition per entry of L, forward and backward
    const char *solve_precision; // of the operations of a solve: f32, f64; NULL: f64
    const char *library;         // name and version of one of others that was loaded at run time; NULL: none
    double updates_per_factor;   // of one whose factor can be updated: columns whose update is predicted to take as long as a factorisation
    // Of an iterative system, whose `barriers` are those of an iteration; solve_bytes is 0 where the number of its iterations is not fixed.
    int64_t iterations, unconverged; // of all solves since create; solves that ended above their tolerance
    double  unconverged_residual;    // ‖b − A x‖/‖b‖ of the last of those; not a number: b was none
    double  tolerance;               // of a solve; 0: it does a fixed number of iterations
    int32_t shifts;                  // of the last factorisation: times that an incomplete factor was made again with a larger diagonal
} LinsysInfo;

// What a system that chooses by measuring chose. Kept for the whole case: all passes and repetitions use the same system, because systems
// differ in their bits.
typedef struct LinsysChoice {
    char name[32]; // "": not chosen yet
} LinsysChoice;

// The order in which a matrix was eliminated, for another of the same rows with a few more entries. Kept by who makes one system after
// another; read, and written where the system finds an order again.
typedef struct LinsysOrder {
    int32_t  n;        // rows of `row`; 0: none yet
    int32_t *row;      // [n × lanes of the system] the row that is eliminated first, second, …
    int      ordering; // that it comes from, as in the system's table
    double   flops;    // of the factor of the matrix that it was made for
} LinsysOrder;

typedef struct LinsysSetup {
    const Csc      *matrix; // kept by the caller, read only during create
    int             threads;
    const ParamSet *params;      // holds the backend's own params
    Arena          *arena;       // also the memory limit: ask arena_check before a large allocation outside of it
    PhaseClock     *phases;      // enters PHASE_ANALYSE, PHASE_FACTOR and leaves PHASE_ASSEMBLE running; NULL: off
    bool            scalar;      // which slot will be used: true: solve_scalar, after a refactorisation each time
    bool            pivots;      // smallest_pivot will be asked for
    const real4    *coordinates; // [n / block] of each block of rows in space, for orderings; read only during create. NULL: unknown
    int             block;       // rows that share coordinates, 3 for x, y, z of a particle; 0 means 1
    LinsysChoice   *choice;      // of a system that chooses: read, or written if empty; NULL: choose, and do not record
    LinsysOrder    *order;       // of the system before this one; NULL: none is kept
    int64_t (*clock)(void);      // of a system that chooses by measuring; NULL: clock_ns
} LinsysSetup;

// Sparse vectors v_c of order n, of a matrix that changes by Σ v_c v_cᵀ.
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

// What a system that chooses by measuring needs to know of a candidate.
typedef struct LinsysCandidate {
    int  of_lanes, of_one; // when it is tried for `solve` and for `solve_scalar`, from 1; 0: never
    int  rows_max;         // the largest matrix for which it may be the fastest; 0: any
    bool by_columns;       // simplicial: factorises column by column, not by dense blocks; whether it is tried or not
} LinsysCandidate;

struct LinsysOps {
    const char     *name, *summary;
    const Param    *params;    // ended by PARAM_END, or NULL
    int             lanes;     // 1: factorises the n×n matrix A; 3: a baseline that factorises A ⊗ I₃
    bool            chooses;   // by measuring: its bits are those of the system that it chose
    bool            iterative; // its solves end at a tolerance, or after so many iterations; LinsysInfo says how
    bool            dense;     // stores a full triangle
    bool            foreign;   // LAPACK or a library with threads of its own factorises: its bits depend on the number of threads
    LinsysCandidate candidate;
    // Of a system that is a library of others: its file, path "" while none is loaded. NULL: it is weft's own.
    const Origin *origin;
    // Whether its library is loaded: ok, or the STATUS_UNSUPPORTED that create gives, which names the flag. NULL: it needs none.
    Status (*present)(void);
    Status (*create)(const LinsysSetup *setup,
                     Linsys           **out); // STATUS_NUMERIC when not positive definite, STATUS_MEMORY, STATUS_INPUT when empty
    Status (*refactor)(
        Linsys    *sys,
        const Csc *same_pattern); // STATUS_NUMERIC when found not positive definite; the system stays usable for another refactor
    // Low-rank update or downdate: A becomes A + Σ v vᵀ (add) or A − Σ v vᵀ. The factor is modified, not recomputed, and grows where the
    // vectors couple rows that the matrix does not. A refactor returns to a matrix of create's pattern. Called like refactor; allocates.
    // STATUS_NUMERIC when the result is not positive definite; only a refactor is then allowed. NULL: not supported.
    Status (*update)(Linsys *sys, const LinsysColumns *columns, bool add);
    void (*solve)(Linsys *sys, const real4 *rhs, real4 *x);
    void (*solve_scalar)(Linsys *sys, const double *rhs, double *x);
    // The smallest pivot of the last factorisation, which was of `matrix`, relative to its diagonal entry. Near round-off: the matrix is
    // singular to working precision. Present if solve_scalar is, and only of a set-up that says `pivots`; NULL in an iterative system,
    // which has no pivots: a direction along which the matrix curves downwards is a failure of the solve that meets it.
    double (*smallest_pivot)(const Linsys *sys, const Csc *matrix);
    // Solves end at this relative residual from now on; 0: at the tolerance of its params. Outside a team. NULL: it does not iterate.
    void (*set_tolerance)(Linsys *sys, double residual);
    Status (*failed)(const Linsys *sys); // the first failure of a solve since create or the last refactor, or ok
    void (*info)(const Linsys *sys, LinsysInfo *out);
    void (*destroy)(Linsys *sys); // takes NULL
};

// Puts a library behind the system `external`; it stays there. At the start of a program, before other threads. solver NULL: it is asked
// for, and run by workers. STATUS_INPUT: there is another one already.
struct WeftDirectSolver;
Status linsys_add_library(const struct WeftDirectSolver *solver, const Origin *origin) GNU_MUST_CHECK;

const LinsysOps   *linsys_at(int index);          // NULL past the last
const LinsysOps   *linsys_find(const char *name); // NULL when there is none
const char *const *linsys_names(void);            // ended by NULL; in the order of linsys_list.h

// The system that is tried in this turn, from 1, for `solve_scalar` or for `solve`; NULL past the last.
const LinsysOps *linsys_candidate(bool scalar, int turn);

// The system of a solver that is given none: for `solve`, whose matrix is factorised once, the first of the table; for `solve_scalar`,
// whose matrix is another in every iteration, the one that is most likely to factorise fastest.
const LinsysOps *linsys_default(bool scalar);

// The names of the systems for which can(ops) holds, for messages: "dense, auto". Returns out.
const char *linsys_able(bool (*can)(const LinsysOps *ops), char *out, size_t size);

// y = A x for the matrix itself (residuals, tests).
void csc_multiply(const Csc *a, const double *x, double *y);

#endif
