// BalanceHistory: sums over a run of the errors of its steps in the balance of momentum and energy (balance.h).
#ifndef WEFT_MEASURE_BALANCE_HISTORY_H
#define WEFT_MEASURE_BALANCE_HISTORY_H

#include "measure/balance.h"

typedef struct Turn {
    double4 spin, angle; // rad/s, rad
    double  most;        // rad, largest ‖angle‖ in excess of the rounding error of positions
} Turn;

typedef struct PieceHistory {
    int32_t body, particle;   // of the scene, of its first particle in the user's numbering
    double  size;             // radius of gyration after the first step in which a particle is free, m; 0: of one particle
    double4 velocity, path;   // m/s, gained without a force since the piece was last held along the axis; its time integral, m
    Turn    error, gained;    // the same of angular momentum: beyond what implicit Euler takes, and in all
    double  speed, shift;     // m/s, m: bounds of the rounding errors of velocity and path
    double  drift;            // largest ‖path‖ beside shift, m
    double4 support;          // Σ of that of the steps in which it was held, second half of the run, kg m/s
    double4 bending;          // the same of moments, kg m²/s
    double  lever;            // Σ h lever of these steps, kg m²/s; 0 of a single particle, which has no moment
    double  bending_rounding; // Σ h of the same
    double  load, rounding;   // Σ h external and Σ h rounding of these steps, kg m/s
    int64_t held;             // their number
} PieceHistory;

// How far a particle crept in at least 30 steps in a row, in each of which friction held it.
typedef struct Creep {
    int32_t particle; // in the user's numbering
    double  path;     // m; 0: none
    int64_t steps;
} Creep;

typedef struct BalanceHistory {
    int64_t        steps, done; // of the run, and so far
    int32_t        substeps, piece_count;
    PieceHistory  *piece; // [piece_count + 1] the last: all together
    bool           rests; // after the last step: its kinetic energy is a thousandth of what was available
    int32_t        particle_count;
    const int32_t *user_of;           // the model's
    double4       *creep;             // [particles] Σ of Balance.creep of all substeps since friction last held it, m; w: the steps
    Creep          crept;             // the farthest so far
    double4       *left;              // [particles] Σ of Balance.left in the second half of the run
    double         load;              // Σ of Balance.load
    bool           energetic;         // total energy may not rise
    double         first, lowest;     // J: kinetic and elastic energy after the first step, lowest total energy so far
    double         potential, fallen; // J: potential energy after the first step, and the most that it fell by so far
    double         rise, rise_of;     // J: largest rise above `lowest`, and the energy that was available then
    int64_t        rise_step;
} BalanceHistory;

// The piece with the largest value.
typedef struct PieceWorst {
    int32_t piece; // the number of pieces: all together; −1: none
    double  value;
} PieceWorst;

Status balance_history_init(const Model *model, int64_t steps, int32_t substeps, Arena *arena, BalanceHistory *out) GNU_MUST_CHECK;

// After each step. h: s, of a substep.
void balance_history_step(BalanceHistory *history, const Balance *balance, double h);

// Displacement of a centre of mass that no force and no rounding of positions explains, over the piece's radius of gyration. Neither
// depends on a velocity or a fall that all particles share.
PieceWorst balance_history_drift(const BalanceHistory *history);
// Angle that no torque explains, rad: of `error` or of `gained`, the smaller.
PieceWorst balance_history_turn(const BalanceHistory *history);
// Mean error of the force on a piece that is held, less what rounding of positions may leave, over its external forces. Means are over the
// second half of the run, and are 0 where that has less than 10 steps.
PieceWorst balance_history_support(const BalanceHistory *history);
// The same of the moment of these forces about the centre of mass, over Σ ‖x − c‖ ‖f‖: where a beam bends too little.
PieceWorst balance_history_bending(const BalanceHistory *history);
// Mean error of the forces on particles, over their external forces: ‖mean d‖₂ / mean ‖h f‖₂; 0 of a scene that does not rest at the end.
double balance_history_forces(const BalanceHistory *history);

#endif
