// GroupTerms: what groups add to the matrix of a Newton step, which couples all members of a group to each other:
//   A = B + Σ_r f_r d_r d_rᵀ
// B is sparse and is factorised; what groups couple pair by pair is in it (ConstraintOps.couplings). The directions d_r, one of a closed
// surface or a polygon and six of a body that matches a shape, stay beside it (Sherman, Morrison and Woodbury):
//   A⁻¹ b = z − Z S⁻¹ Dᵀ z,   z = B⁻¹ b,   Z = B⁻¹ D,   S = diag(1/f) + Dᵀ Z
// With positive f before negative ones S has an L D Lᵀ whose pivots have the signs of f if and only if A is positive definite, B being so.
// For each direction there is one solve after a factorisation, and a vector of 3n numbers.
#ifndef WEFT_ASSEMBLY_GROUP_TERMS_H
#define WEFT_ASSEMBLY_GROUP_TERMS_H

#include "assembly/hessian.h"

typedef struct GroupDirection {
    const int32_t *particles; // [count]
    const double4 *value;     // [count]
    int32_t        count;
    double         factor;
} GroupDirection;

typedef struct GroupTerms {
    const Model *model;
    int32_t      most;         // directions there can be; 0: no groups, and nothing else is there
    int32_t      count;        // that there are
    GroupHessian hessian;      // own and pair: of the largest group
    int32_t (*pairs)[2];       // [couplings of the group with the most]
    double4        *value;     // of all directions, group after group
    GroupDirection *direction; // [most] positive factors first
    double         *solved;    // [most][3n] Z
    double         *small;     // [most][most] S, then L with D on the diagonal
    double         *rhs, *sum; // [3n], [most]
} GroupTerms;

Status group_terms_make(const Model *model, Arena *arena, GroupTerms *out) GNU_MUST_CHECK;

// Adds h2 ∇²E of all groups at x: blocks to the sparse matrix, directions to the list, which starts anew. theta: of ConstraintOps.
void group_terms_assemble(GroupTerms *terms, Hessian *hessian, const double4 *x, double theta, double h2);

// After B was factorised. STATUS_NUMERIC: A is not positive definite. Outside any team.
Status group_terms_factorise(GroupTerms *terms, Linsys *linsys, int threads) GNU_MUST_CHECK;

// x = B⁻¹ b becomes A⁻¹ b. One thread.
void group_terms_correct(GroupTerms *terms, double *x);

#endif
