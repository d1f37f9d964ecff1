// Preconditioners P of the conjugate gradients in newton_pcg, behind one table:
//   block_jacobi  the 3 × 3 blocks on the diagonal, inverted
//   pd_factor     the matrix of projective dynamics, M + h² Σ k AᵀA, factorised once; it is no smaller than the Hessian of kinds that it
//                 bounds, so that all eigenvalues of P⁻¹H are at most 1. Solved in the precision of the State
//   ic0           incomplete Cholesky factor L Lᵀ with the pattern of the Hessian, in 3 × 3 blocks (Meijerink and van der Vorst 1977).
//                 Where a pivot is not positive definite, the diagonal grows by 1e-3 × 10^k of its block's largest entry,
//                 k = 0, 1, …, 7, which is counted as shifts. One thread factorises and solves
#ifndef WEFT_SOLVER_PRECONDITION_H
#define WEFT_SOLVER_PRECONDITION_H

#include "assembly/block_rows.h"
#include "assembly/stencil_matrix.h"
#include "solver/private/linsys_solver.h"

typedef struct Preconditioner Preconditioner;

typedef struct PreconditionerOps {
    const char *name;
    bool (*cannot_do)(const ConstraintOps *ops); // NULL: every kind that has a Hessian
    Status (*create)(Preconditioner *p, LinsysSolver *solver, const SolverSetup *setup);
    void (*update)(Preconditioner *p, const double *mass);                // all threads, after the rows were read
    void (*apply)(const Preconditioner *p, const double4 *r, double4 *z); // z = P⁻¹ r
} PreconditionerOps;

struct Preconditioner {
    const PreconditionerOps *ops;
    const BlockRows         *rows;
    Linsys                  *linsys;       // pd_factor
    StencilMatrix            system;       // pd_factor
    real4                   *rhs, *solved; // [particles] pd_factor
    double (*block)[9];                    // block_jacobi: [particles] inverses; ic0: [blocks of rows] L below, and inverses of its pivots
    double  shift;                         // ic0: by which the diagonal of the last factor grew; 0: it did not
    int32_t shifts;                        // ic0: how often it grew in the last update
};

extern const char *const PRECONDITIONER_NAMES[]; // ended by NULL

// index: of PRECONDITIONER_NAMES. At the end of create, with the base of the solver that has one.
const PreconditionerOps *preconditioner_at(int index);
Status                   preconditioner_init(Preconditioner *p, const PreconditionerOps *ops, const BlockRows *rows, LinsysSolver *solver,
                                             const SolverSetup *setup) GNU_MUST_CHECK;

#endif
