// StencilMatrix: the matrix of the global step of projective dynamics, M + h² Σ k AᵀA, over the particles.
//
// A pin is an identity row; its couplings to free particles are listed for the right-hand side.
#ifndef WEFT_ASSEMBLY_STENCIL_MATRIX_H
#define WEFT_ASSEMBLY_STENCIL_MATRIX_H

#include "contact/contacts.h"
#include "linsys/linsys.h"

// Coupling of a free particle to a pin with which it shares a constraint: rhs[free] += weight · x[pin].
typedef struct PinCoupling {
    int32_t free, pin;
    real    weight;
} PinCoupling;

typedef struct StencilMatrix {
    double       h;         // s, used for the current values
    Csc          matrix;    // lower triangle
    PinCoupling *couplings; // [coupling_count], by free particle, then by pin
    int32_t      coupling_count;
} StencilMatrix;

// contacts: their current couplings get explicit zeros; NULL: none. Every kind of constraint in the model must have a stencil, or `reduce`.
// A column is summed by one thread, in the order of the constraints: the bits do not depend on `threads`. Outside any team.
Status stencil_matrix_init(const Model *model, const Contacts *contacts, double h, int threads, Arena *arena,
                           StencilMatrix *out) GNU_MUST_CHECK;

// Recomputes the values, in the same pattern, after stiffnesses of the model have changed. Outside any team.
Status stencil_matrix_fill(const Model *model, int threads, StencilMatrix *matrix) GNU_MUST_CHECK;

#endif
