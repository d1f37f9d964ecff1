// GroupTerms: the part of groups in the matrix of a Newton step. A group couples all its members, a low-rank term:
//   A = B + Σ_r f_r d_r d_rᵀ
// B is sparse and is factorised; it contains the pairwise couplings of groups (ConstraintOps.couplings). The directions d_r, one for a
// closed surface or a polygon and six for a shape-matching body, are stored separately (Sherman-Morrison-Woodbury formula):
//   A⁻¹ b = z − Z S⁻¹ Dᵀ z,   z = B⁻¹ b,   Z = B⁻¹ D,   S = diag(1/f) + Dᵀ Z
// With positive f before negative ones, and B positive definite, A is positive definite if and only if S = L D Lᵀ with pivots of the signs
// of f. Each direction costs one solve per factorisation and a vector of length 3n.
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
    int32_t      count_max;    // maximum number of directions; 0: no groups, other fields unset
    int32_t      count;        // of directions
    GroupHessian hessian;      // own and pair: of the largest group
    int32_t (*pairs)[2];       // [couplings of the group with the most]
    double4        *value;     // of all directions, group after group
    GroupDirection *direction; // [count_max] positive factors first
    double         *solved;    // [count_max][3n] Z
    double         *small;     // [count_max][count_max] S, then L with D on the diagonal
    double         *rhs, *sum; // [3n], [count_max]
} GroupTerms;

Status group_terms_init(const Model *model, Arena *arena, GroupTerms *out) GNU_MUST_CHECK;

// Adds h2 ∇²E of all groups at x: blocks to the sparse matrix; replaces the list of directions. theta: as in ConstraintOps.
void group_terms_assemble(GroupTerms *terms, Hessian *hessian, const double4 *x, double theta, double h2);

// To be called after B was factorised. STATUS_NUMERIC: A is not positive definite. Outside any team.
Status group_terms_factorise(GroupTerms *terms, Linsys *linsys, int threads) GNU_MUST_CHECK;

// x = B⁻¹ b becomes A⁻¹ b. One thread.
void group_terms_correct(GroupTerms *terms, double *x);

#endif
