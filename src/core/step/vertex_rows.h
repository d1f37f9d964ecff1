// Vertex rows: constraints that pull a particle by a force p of their own and not by their energy, as an augmented Lagrangian has it. In
// a sweep p depends on the positions by
//   p = slope C + offset,
// of an inequality at most 0 (C ≥ 0 is feasible) or at least 0 (C ≤ 0 is). A particle gets
//   q += h² p ∇_iC,   K += h² (slope ∇_iC ∇_iCᵀ + S),
// S what is taken for p ∇_i²C:
//   clamped   without its negative eigenvalues: of a spring max(p, 0) (I − nnᵀ)/l. Nothing of kinds whose own block is gauss_newton
//   lumped    |p| diag(‖column c of ∇_i²C‖) (Giles, Diaz, Yuksel 2025)
// A damped constraint has the terms of step/vertex_block.h besides, unless its inequality has set p to 0.
#ifndef WEFT_STEP_VERTEX_ROWS_H
#define WEFT_STEP_VERTEX_ROWS_H

#include "contact/contacts.h"
#include "step/vertex_block.h"

typedef struct VertexRow {
    double slope, offset; // N per unit of ∇C: of lengths N/m and N
} VertexRow;

typedef struct VertexRows {
    double             h;                        // s, of the substep
    bool               lumped;                   // S
    bool               stiff;                    // an inequality without a force keeps its slope ∇_iC ∇_iCᵀ
    VertexRow         *row[CONSTRAINT_KINDS];    // [count][components]; NULL: the constraints of this kind are no rows
    VertexRow         *contact[CONTACT_CLASSES]; // [room], C ≥ 0; without a slope: does nothing. NULL: there is no contact
    const VertexTerms *terms;                    // for damped constraints
} VertexRows;

// p of a component at this value; bounded, if given: whether the sense of the inequality has set it to 0.
double vertex_row_force(const VertexRow *row, int sense, double value, bool *bounded);

// Adds the terms of constraint i of this kind at its vertex j. x: [particles].
void vertex_rows_add(const VertexRows *rows, const ConstraintSet *set, int kind, int32_t i, int j, const double4 *x, VertexBlock *out);

#endif
