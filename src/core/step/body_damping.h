// Damping that preserves rigid motion (PBD 2006 section 3.5), body by body: removes a fraction of the non-rigid part of the velocities
// v + h a.
//   x_c, v_c mass-weighted,   L = Σ r × m (v − v_c),   I = Σ m [r]ₓ[r]ₓᵀ,   ω = I⁺ L,   v += k (v_c + ω × r − v),   r = x − x_c
// I⁺ is the pseudo-inverse: a straight rod has no inertia about its axis, nor any angular momentum there. Linear and angular momentum of
// every body are conserved. Pinned particles are left out.
//
// Applied once per substep with k = 1 − (1−k_d)^(1/substeps), so that a step damps by k_d for every number of substeps.
// Sums are taken in double over blocks of fixed size, which are then added in order. So the bits do not depend on the number of threads.
#ifndef WEFT_STEP_BODY_DAMPING_H
#define WEFT_STEP_BODY_DAMPING_H

#include "step/motion.h"

typedef struct BodyBlock { // members begin … end−1, all of one body
    int32_t body, begin, end;
} BodyBlock;

typedef struct BodySums { // over a block or a body
    double  mass;
    double4 position, momentum; // Σ m x, Σ m v
    double4 angular;            // L
    double  inertia[3][3];      // I, upper triangle
} BodySums;

typedef struct RigidMotion {
    double4 centre, velocity, spin;
} RigidMotion;

typedef struct BodyDamping {
    double        k; // per substep; 0: off, other fields unset
    int32_t       body_count, block_count;
    const double *mass;        // [particles]
    int32_t      *member;      // free particles, body by body, in memory order
    BodyBlock    *blocks;      // [block_count], body by body
    int32_t      *first_block; // [body_count + 1]
    BodySums     *sums;        // [block_count]
    RigidMotion  *rigid;       // [body_count]
    real4        *velocity;    // [particles] v + h a, damped; 0 for a pin
} BodyDamping;

// k_d: per step.
Status body_damping_init(BodyDamping *damping, const SolverSetup *setup, double k_d, int32_t substeps) GNU_MUST_CHECK;

// Writes damping->velocity from v + duration · a of the state; duration: s. All threads; ends with a barrier. Allocates nothing.
void body_damping_apply(const BodyDamping *damping, const Motion *motion, const State *state, real duration);

#endif
