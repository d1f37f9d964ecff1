// Vertex blocks: the contribution of a constraint to the gradient of Φ at one of its particles, all others fixed. Also its contribution to
// the 3 × 3 block of Φ's second derivative for that particle. For methods that go particle by particle.
//
// The block of Σ_c ½ k_c C_c² is one of
//   clamped       ∇_i²E, its negative eigenvalues set to 0
//   exact         ∇_i²E
//   majorised     k Σ_r a_r² I, a_r the coefficients of the particle in the stencil of projective dynamics: an upper bound of ∇_i²E, so
//                 that a full step never raises Φ. Kinds without a stencil have none
//   gauss_newton  Σ_c k_c ∇_iC_c ∇_iC_cᵀ
// The default of a kind (ConstraintOps.vertex_rule) is one with which a full step never raises Φ, if that has no extra cost. It is the
// exact block if C is affine in each single particle (volumes, neo-Hookean solids): clamping then has no effect. For ARAP and strain it is
// the majorised one. Springs use the clamped one, which is faster than majorised but may raise Φ; hinges and areas use Gauss-Newton or the
// clamped one.
//
// A damped constraint (ConstraintSet.damping, β) adds (β/h) ∇_iC (∇C·(x − x_n)) h² and (β/h) ∇_iC ∇_iCᵀ h², over all of its particles, so
// that rigid motion is not damped. For an inequality that is the motion of its violation (constraint_damped_motion). It adds 0 where
// stiffness and damping together would push a constraint that may only pull.
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

// True if a kind has no block for this rule.
bool vertex_block_missing(const ConstraintOps *ops, VertexRule rule);

// Adds h² times the terms of constraint i at its vertex j. A kind of fixed size (V > 0), x: [particles].
void vertex_block_add(const VertexTerms *terms, const ConstraintSet *set, int32_t i, int j, const double4 *x, VertexBlock *out);

// The force of the damping of a component of constraint i along its gradient, [vertices], times h²; 0 without damping. value: its C.
double vertex_block_damping(const VertexTerms *terms, const ConstraintSet *set, int32_t i, const double4 *x, double value,
                            const double4 *gradient);

// Adds only the damping terms; gradient: of the component at the vertex.
void vertex_block_add_damping(const VertexTerms *terms, const ConstraintSet *set, int32_t i, double force, double4 gradient,
                              VertexBlock *out);

// Adds ½ factor C², C with this value and this gradient at the particle.
void vertex_block_add_row(VertexBlock *block, double factor, double value, double4 gradient);

// scale times a aᵀ; scale times a symmetric 3 × 3 matrix, clamped: without its negative eigenvalues.
void vertex_block_add_outer(VertexBlock *block, double scale, double4 a);
void vertex_block_add_matrix(VertexBlock *block, double scale, const double matrix[3][3], bool clamped);

// Raises eigenvalues below `min` to it, if there are negative ones.
void vertex_block_raise(VertexBlock *block, double min);

// K⁻¹ gradient. If K is not positive definite, by round-off or by the exact rule, `min` replaces smaller eigenvalues. `min` is the
// eigenvalue of the mass alone, a lower bound for all other rules.
double4 vertex_block_solve(const VertexBlock *block, double min);

#endif
