// BalanceHistory: sums over a run of the errors of its steps in the balance of momentum and energy (balance.h).
#ifndef WEFT_MEASURE_BALANCE_HISTORY_H
#define WEFT_MEASURE_BALANCE_HISTORY_H

#include "measure/balance.h"

typedef struct Turn {
    double4 spin, angle; // rad/s, rad
    double  max;         // rad, largest ‖angle‖ beyond the bound on rounding of positions
} Turn;

typedef struct PieceHistory {
    int32_t body, particle;   // of the scene, of its first particle in the user's numbering
    double  size;             // radius of gyration after the first step in which a particle is free, m; 0: of one particle
    double4 velocity, path;   // m/s, gained without a force since the last support along the axis; its time integral, m
    Turn    error, gained;    // the same for angular momentum: without the loss of implicit Euler, and in all
    double  speed, shift;     // m/s, m: bounds on rounding of positions in velocity and path
    double  drift;            // largest ‖path‖ − shift, m
    double4 support;          // Σ PieceBalance.support of the steps with a support, second half of the run, kg m/s
    double4 bending;          // the same for moments, kg m²/s
    double  lever;            // Σ h lever of these steps, kg m²/s; 0 for a single particle, which has no moment
    double  bending_rounding; // Σ h bending_rounding of these steps
    double  load, rounding;   // Σ h external and Σ h rounding of these steps, kg m/s
    int64_t supported;        // their number
} PieceHistory;

// The distance that a particle crept in at least 30 steps in a row with sticking friction.
typedef struct Creep {
    int32_t particle; // in the user's numbering
    double  path;     // m; 0: none
    int64_t steps;
} Creep;

typedef struct BalanceHistory {
    int64_t        steps, done; // of the run, and so far
    int32_t        substeps, piece_count;
    PieceHistory  *piece; // [piece_count + 1] the last: all together
    bool           rests; // after the last step: the kinetic energy is below 0.1 % of the available energy
    int32_t        particle_count;
    const int32_t *user_of;           // the model's
    double4       *creep;             // [particles] Σ of Balance.creep over the current row of sticking steps, m; w: their number
    Creep          crept;             // the farthest so far
    double4       *left;              // [particles] Σ of Balance.left in the second half of the run
    double         load;              // Σ of Balance.load
    bool           energetic;         // total energy may not rise
    double         first, lowest;     // J: kinetic and elastic energy after the first step, lowest total energy so far
    double         potential, fallen; // J: potential energy after the first step, and its largest fall so far
    double         rise, rise_of;     // J: largest rise above `lowest`, and the energy available at that time
    int64_t        rise_step;
} BalanceHistory;

// The piece with the largest value.
typedef struct PieceWorst {
    int32_t piece; // the number of pieces: the whole scene; −1: none
    double  value;
} PieceWorst;

Status balance_history_init(const Model *model, int64_t steps, int32_t substeps, Arena *arena, BalanceHistory *out) GNU_MUST_CHECK;

// After each step. h: s, of a substep.
void balance_history_step(BalanceHistory *history, const Balance *balance, double h);

// Displacement of a centre of mass without a force, beyond rounding of positions, over the piece's radius of gyration. A velocity or
// fall that all particles share changes neither.
PieceWorst balance_history_drift(const BalanceHistory *history);
// Angle turned without a torque, rad: the smaller one of `error` and `gained`.
PieceWorst balance_history_turn(const BalanceHistory *history);
// Mean error of the force on a supported piece, less the bound on rounding of positions, over its external forces. Means are over the
// second half of the run, and are 0 if that has less than 10 steps.
PieceWorst balance_history_support(const BalanceHistory *history);
// The same for the moment of these forces about the centre of mass, over Σ ‖x − c‖ ‖f‖: large if a beam bends too little.
PieceWorst balance_history_bending(const BalanceHistory *history);
// Mean error of the forces on particles over their external forces, ‖mean d‖₂ / mean ‖h f‖₂; 0 for a scene that moves at the end.
double balance_history_forces(const BalanceHistory *history);

#endif
