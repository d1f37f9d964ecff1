// ConstraintMatrix: ∇C W ∇Cᵀ and a diagonal, sparse, over the rows of ConstraintRows. Two rows are coupled when they share a free
// particle. The pattern comes from the particles' incidence in time proportional to its terms; each term's index is found once, so
// filling in the values needs no search.
#ifndef WEFT_ASSEMBLY_CONSTRAINT_MATRIX_H
#define WEFT_ASSEMBLY_CONSTRAINT_MATRIX_H

#include "assembly/constraint_rows.h"
#include "linsys/linsys.h"

typedef struct ConstraintMatrix {
    Csc      matrix; // lower triangle
    int32_t *at;     // [slots] a slot's index in the incidence of its particle
    int32_t *term;   // [count + 1] first term of each column
    int32_t *index;  // [terms] the value that each term is added to, in the order in which the column's vertices are visited
} ConstraintMatrix;

// Initialised to the identity, since the analysis needs positive definite values. STATUS_LIMIT if the number of terms exceeds 32-bit
// indices.
Status constraint_matrix_init(const ConstraintRows *rows, const char *solver, Arena *arena, ConstraintMatrix *out) GNU_MUST_CHECK;

// Values from the gradients of the last evaluation: ∇C W ∇Cᵀ + diag(α~/(1+γ) + regularisation); 1 on the diagonal of an idle row, zero
// elsewhere in it. All threads of a team, without a closing barrier; the bits do not depend on their number.
void constraint_matrix_fill(ConstraintMatrix *matrix, const ConstraintRows *rows, double regularisation);

#endif
