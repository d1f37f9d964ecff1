// Vertex blocks: what a constraint adds to the gradient of Φ at one of its particles, and to the 3 × 3 block of Φ's second derivative that
// moves it while all others stand still. For methods that go particle by particle.
//
// The block of Σ_c ½ k_c C_c² is one of
//   clamped       ∇_i²E, its negative eigenvalues set to 0
//   exact         ∇_i²E
//   majorised     k Σ_r a_r² I, a_r the coefficients of the particle in the stencil of projective dynamics: no ∇_i²E is above it, and a
//                 full step never raises Φ. Kinds without a stencil have none
//   gauss_newton  Σ_c k_c ∇_iC_c ∇_iC_cᵀ
// A kind's own (ConstraintOps.vertex_rule) is one with which a full step never raises Φ, where that costs nothing: the exact block of a
// kind whose C is affine in each single particle (volumes, neo-Hookean solids), which clamping leaves as it is, and the majorised one of
// ARAP and strain. Springs have the clamped one, which is faster than majorised and may raise Φ; hinges and areas Gauss-Newton's or the
// clamped one.
//
// A damped constraint (ConstraintSet.damping, β) adds (β/h) ∇_iC (∇C·(x − x_n)) h² and (β/h) ∇_iC ∇_iCᵀ h², over all of its particles: what
// moves rigidly is not damped. Of an inequality that is the motion of its violation (constraint_damped_motion), and where stiffness and
// damping together would push what they may only pull, it adds nothing.
#ifndef WEFT_STEP_VERTEX_BLOCK_H
#define WEFT_STEP_VERTEX_BLOCK_H

#include "constraint/constraint.h"

typedef struct VertexBlock {
    double4 gradient;
    double  k[3][3]; // symmetric
} VertexBlock;

typedef struct VertexTerms {
    double         h;        // s, of the substep
    VertexRule     rule;     // VERTEX_RULE_OWN: each kind's own
    const double4 *previous; // [particles] x_n; read of damped constraints only
} VertexTerms;

// Whether a kind has no block by this rule.
bool vertex_block_missing(const ConstraintOps *ops, VertexRule rule);

// Adds h² times the terms of constraint i at its vertex j. A kind of fixed size (V > 0), x: [particles].
void vertex_block_add(const VertexTerms *terms, const ConstraintSet *set, int32_t i, int j, const double4 *x, VertexBlock *out);

// The force of the damping of a component of constraint i along its gradient, [vertices], times h²; 0 without damping. value: its C.
double vertex_block_damping(const VertexTerms *terms, const ConstraintSet *set, int32_t i, const double4 *x, double value,
                            const double4 *gradient);

// Its terms alone; gradient: of the component at the vertex.
void vertex_block_add_damping(const VertexTerms *terms, const ConstraintSet *set, int32_t i, double force, double4 gradient,
                              VertexBlock *out);

// Adds ½ factor C², C with this value and this gradient at the particle.
void vertex_block_add_row(VertexBlock *block, double factor, double value, double4 gradient);

// scale times a aᵀ; scale times a symmetric 3 × 3 matrix, clamped: without its negative eigenvalues.
void vertex_block_add_outer(VertexBlock *block, double scale, double4 a);
void vertex_block_add_matrix(VertexBlock *block, double scale, const double matrix[3][3], bool clamped);

// Eigenvalues below `least` become it, if there are negative ones.
void vertex_block_raise(VertexBlock *block, double least);

// K⁻¹ gradient. Where K is not positive definite, by round-off or by the exact rule, its eigenvalues below `least` count as this much: that
// of the mass alone, which no other rule is below.
double4 vertex_block_solve(const VertexBlock *block, double least);

#endif
