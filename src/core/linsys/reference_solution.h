// Reference solutions of linear systems, accurate to double precision, with the condition and the pivots of the matrix.
//
// A factorisation in double, then steps of refinement with the residual in long double, until the residual of each column stops decreasing.
// Source: Higham 2002, "Accuracy and Stability of Numerical Algorithms", chapter 12. The bits do not depend on the number of threads.
#ifndef WEFT_LINSYS_REFERENCE_SOLUTION_H
#define WEFT_LINSYS_REFERENCE_SOLUTION_H

#include "linsys/linsys.h"

typedef struct SolutionFacts {
    double  condition; // estimate of κ₁ = ‖A‖₁ ‖A⁻¹‖₁, at most the true one (Hager 1984; Higham 1988, algorithm 4.1)
    double  pivot;     // the smallest, as in LinsysOps; NAN: not positive definite
    int64_t negative;  // number of negative eigenvalues
    double  residual;  // ‖b − A x‖₂/‖b‖₂ in long double, of the worst column
} SolutionFacts;

// rhs, x: [columns][n]. definite: whether the matrix is positive definite; otherwise LAPACK factorises it as a dense matrix (Bunch and
// Kaufman), STATUS_LIMIT above 4096 rows. STATUS_NUMERIC: the matrix is singular, or not positive definite in spite of `definite`.
Status reference_solution(const Csc *a, bool definite, int columns, const double *rhs, double *x, SolutionFacts *out) GNU_MUST_CHECK;

#endif
