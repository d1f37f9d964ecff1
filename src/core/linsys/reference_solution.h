// The solution of a system as good as doubles can hold it, for others to compare theirs with, and what says how hard the system is.
//
// A factorisation in double and steps of refinement with the residual in long double, each column until its residual falls no further
// (Higham 2002, "Accuracy and Stability of Numerical Algorithms", chapter 12). The bits do not depend on the number of threads.
#ifndef WEFT_LINSYS_REFERENCE_SOLUTION_H
#define WEFT_LINSYS_REFERENCE_SOLUTION_H

#include "linsys/linsys.h"

typedef struct SolutionFacts {
    double  condition; // estimate of κ₁ = ‖A‖₁ ‖A⁻¹‖₁, at most the true one (Hager 1984; Higham 1988, algorithm 4.1)
    double  pivot;     // the smallest, as in LinsysOps; NAN: not positive definite
    int64_t negative;  // eigenvalues below zero
    double  residual;  // ‖b − A x‖₂/‖b‖₂ in long double, of the worst column
} SolutionFacts;

// rhs, x: [columns][n]. definite: whether the matrix is positive definite; one that is not is factorised as a dense matrix by LAPACK
// (Bunch and Kaufman), STATUS_LIMIT above 4096 rows. STATUS_NUMERIC for a singular matrix, or one that is said to be definite and is not.
Status reference_solution(const Csc *a, bool definite, int columns, const double *rhs, double *x, SolutionFacts *out) GNU_MUST_CHECK;

#endif
