// Linear systems: one sparse symmetric positive definite matrix, analysed once, factorised many times, solved more often.
//
// Two shapes of right-hand side, two slots:
//   solve         the n×n scalar matrix of projective dynamics against x, y and z at once: rhs and x are [n] blocks of four reals,
//                 w of rhs is ignored, w of x is left alone.
//   solve_scalar  any SPD matrix of order n against one right-hand side of n doubles (Newton's 3n×3n, constraint-space systems).
// A backend may leave one of them NULL.
//
// Threads. create and refactor are called outside any parallel region and use up to setup->threads. solve and solve_scalar are called
// by ALL threads of a team of that size, rhs complete and visible before the call; x is complete and visible to all after it.
// A backend that is serial does its work in `omp single`. A failure inside a team is kept and read with `failed` after the barrier.
#ifndef WEFT_LINSYS_LINSYS_H
#define WEFT_LINSYS_LINSYS_H

#include "base/arena.h"
#include "base/clock.h"
#include "base/param.h"
#include "math/real.h"

// Lower triangle of a symmetric matrix, compressed by column, rows ascending within a column, every diagonal entry present.
// Explicit zeros are allowed and kept: they keep the pattern when values change.
typedef struct Csc {
    int32_t  n;
    int32_t *column_start; // [n + 1]
    int32_t *row;          // [column_start[n]]
    double  *value;        // [column_start[n]]
} Csc;

typedef struct LinsysInfo {
    const char *ordering;        // what was used (of `best`, what was chosen), "" when there is none
    int32_t     order;           // of the matrix that was factorised: n, or 3n for the baselines
    int64_t     matrix_nonzeros; // of its stored triangle
    int64_t     factor_nonzeros; // nnz(L)
    double      factor_flops;
    int64_t     factor_bytes; // values and indices of the factor
    int64_t     workspace_bytes;
    const char *chosen;   // what a system that chooses by measuring took; NULL: it has no choice
    double      residual; // ‖b − A x‖/‖b‖ of a solve with a known right-hand side at set-up, after refinement; 0: not measured
    int32_t     tasks;    // pieces that a solve is cut into whatever the number of threads; 0: it is serial
    int32_t     levels;   // of tasks that wait for one another
    double      top_fraction;    // of the bytes of the factor: tasks that wait for others
    double      solve_bytes;     // read and written by one solve besides rhs and x; 0: the factor, forwards and backwards
    double      solve_set;       // bytes of the arrays that a solve goes through besides rhs and x; 0: the factor
    double      solve_flops;     // of one solve of all columns; 0: a multiplication and an addition for each entry of L, each way
    const char *solve_precision; // of the operations of a solve: f32, f64; NULL: f64
} LinsysInfo;

// What a system that chooses by measuring took, so that it is asked once in the life of a case: all passes and repetitions of a case use
// the same system, whose bits are not those of another.
typedef struct LinsysChoice {
    char name[32]; // "": nothing yet
} LinsysChoice;

typedef struct LinsysSetup {
    const Csc      *matrix; // kept by the caller, read only during create
    int             threads;
    const ParamSet *params; // holds the backend's own params
    Arena          *arena;  // also the memory limit: ask arena_check before a large allocation outside of it
    PhaseClock     *phases; // enters PHASE_ANALYSE, PHASE_FACTOR and leaves PHASE_ASSEMBLE running; NULL: off
    bool            scalar; // which slot will be used: true: solve_scalar, after a refactorisation each time
    const real4    *place;  // [n / block] where in space each block of rows lies, for orderings; read only during create. NULL: unknown
    int             block;  // rows at one place, 3 for x, y, z of a particle; 0 is 1
    LinsysChoice   *choice; // read, or written where it is empty, by a system that chooses; NULL: it is made anew
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
} Linsys;

// What one that chooses by measuring needs to know of a system that it may take.
typedef struct LinsysCandidate {
    int  of_lanes, of_one; // its turn among those tried for `solve` and for `solve_scalar`, from 1; 0: not tried
    int  rows_max;         // of a matrix for which it may be the fastest; 0: any
    bool by_columns;       // it factorises column by column and not by dense blocks
} LinsysCandidate;

struct LinsysOps {
    const char     *name, *summary;
    const Param    *params;  // ended by PARAM_END, or NULL
    int             lanes;   // 1: factorises the n×n matrix A; 3: a baseline that factorises A ⊗ I₃
    bool            chooses; // by measuring, so that its bits are those of what it took
    bool            dense;   // keeps all entries of a triangle; LAPACK factorises it, whose bits depend on the number of threads
    LinsysCandidate candidate;
    Status (*create)(const LinsysSetup *setup,
                     Linsys           **out); // STATUS_NUMERIC when not positive definite, STATUS_MEMORY, STATUS_INPUT when empty
    Status (*refactor)(Linsys    *sys,
                       const Csc *same_pattern); // STATUS_NUMERIC when not positive definite; the system stays usable for another refactor
    // The matrix that is factorised becomes itself + Σ v vᵀ, or − where they are taken away again: the factor is changed, not made anew,
    // and grows where the vectors couple rows that the matrix does not. A refactor goes back to a matrix of the pattern of create. Called
    // as refactor is; allocates. STATUS_NUMERIC when what is left is not positive definite; the system then waits for a refactor. NULL:
    // cannot.
    Status (*update)(Linsys *sys, const LinsysColumns *columns, bool add);
    void (*solve)(Linsys *sys, const real4 *rhs, real4 *x);
    void (*solve_scalar)(Linsys *sys, const double *rhs, double *x);
    // Of the last factorisation, which was of `matrix`: the smallest pivot relative to the diagonal entry it began as. Near round-off the
    // matrix is singular to working precision. Goes with solve_scalar.
    double (*least_pivot)(const Linsys *sys, const Csc *matrix);
    Status (*failed)(const Linsys *sys); // the first failure of a solve since create, or ok
    void (*info)(const Linsys *sys, LinsysInfo *out);
    void (*destroy)(Linsys *sys); // takes NULL
};

const LinsysOps   *linsys_at(int index);          // NULL past the last
const LinsysOps   *linsys_find(const char *name); // NULL when there is none
const char *const *linsys_names(void);            // ended by NULL; in the order of linsys_list.h

// The names of the systems that can do something, for messages: "dense, auto". Returns out.
const char *linsys_able(bool (*can)(const LinsysOps *ops), char *out, size_t size);

// y = A x for the matrix itself (residuals, tests).
void csc_multiply(const Csc *a, const double *x, double *y);

#endif
