// Vertex rows: constraints that act on a particle by their own force p instead of their energy, as in an augmented Lagrangian. In a sweep p
// depends on the positions by
//   p = slope C + offset,
// limited for an inequality to p ≤ 0 (C ≥ 0 is feasible) or p ≥ 0 (C ≤ 0 is feasible). A particle gets
//   q += h² p ∇_iC,   K += h² (slope ∇_iC ∇_iCᵀ + S),
// where S replaces p ∇_i²C:
//   clamped   without its negative eigenvalues: for a spring max(p, 0) (I − nnᵀ)/l. Zero for kinds whose own block is gauss_newton
//   lumped    |p| diag(‖column c of ∇_i²C‖) (Giles, Diaz, Yuksel 2025)
// A damped constraint also has the terms of step/vertex_block.h, unless its inequality has set p to 0.
#ifndef WEFT_STEP_VERTEX_ROWS_H
#define WEFT_STEP_VERTEX_ROWS_H

#include "contact/contacts.h"
#include "step/vertex_block.h"

typedef struct VertexRow {
    double slope, offset; // N per unit of ∇C: for lengths N/m and N
} VertexRow;

typedef struct VertexRows {
    double             h;                        // s, of the substep
    bool               lumped;                   // S
    bool               stiff;                    // an inequality without a force keeps its slope ∇_iC ∇_iCᵀ
    VertexRow         *row[CONSTRAINT_KINDS];    // [count][components]; NULL: constraints of this kind are not rows
    VertexRow         *contact[CONTACT_CLASSES]; // [room], C ≥ 0; without a slope: no effect. NULL: no contact
    const VertexTerms *terms;                    // for damped constraints
} VertexRows;

// p of a component at this value. bounded, if given, is set to true if the inequality has set p to 0.
double vertex_row_force(const VertexRow *row, int sense, double value, bool *bounded);

// Adds the terms of constraint i of this kind at its vertex j. x: [particles].
void vertex_rows_add(const VertexRows *rows, const ConstraintSet *set, int kind, int32_t i, int j, const double4 *x, VertexBlock *out);

#endif
