// Chebyshev semi-iteration of Wang 2015 (doi 10.1145/2816795.2818063) for any iteration x ← T(x) whose error shrinks at least by the factor
// ρ.
//   x̂ = x_k + τ (T(x_k) − x_k),   x_{k+1} = x_{k−1} + ω_{k+1} (x̂ − x_{k−1}),   ω_1 = 1, ω_2 = 2/(2 − ρ²), ω_{k+1} = 4/(4 − ρ² ω_k)
// If the eigenvalues of T lie in [−ρ, ρ] and τ = 1, as published, the error after k iterations is at most 2 r^k/(1 + r^2k) of the initial
// error, with r = ρ/(1 + √(1 − ρ²)). For projective dynamics and symmetric sweeps the eigenvalues lie in [0, ρ]. There τ = 2/(2 − ρ) shifts
// them to [−ρ', ρ'] with ρ' = ρ/(2 − ρ), which replaces ρ. Sweeps in one direction also have complex eigenvalues. Only those inside the
// ellipse with half-axes 1 and √(1 − ρ²) shrink. Example: coloured sweeps over a cloth of 8 × 8 particles and 1000 N/m have a rate of 0.984
// and an eigenvalue 0.03 + 0.24i. With that ρ an iteration multiplies its error by 1.064; up to ρ = √(1 − 0.24²) = 0.97 all errors shrink.
// So their rate is not a safe ρ, and estimating it requires a guard.
//
// recurrence: unbracketed uses ω_{k+1} = 4/4 − ρ² ω_k, a common programming error. It tends to ω = 1/(1 + ρ²), which damps: the error then
// shrinks by (ωρ + √(ω²ρ² + 4 (1 − ω)))/2, more slowly than without acceleration. The results stay correct, so the error goes unnoticed.
//
// rho_from: estimated does not accelerate the first step. From then on ρ is the geometric mean of the last three ratios of that step's
// ‖x_{k+1} − x_k‖_M above round-off. It needs at least ten iterations.
//
// look: every so many iterations Φ is compared with its minimum in the step. If it is larger by more than its round-off, x returns to that
// iterate, and ω restarts with 1. After every three such rejections in a step 1 − ρ is doubled until the end of the step.
#ifndef WEFT_STEP_CHEBYSHEV_H
#define WEFT_STEP_CHEBYSHEV_H

#include "step/objective.h"

typedef enum ChebyshevSpectrum { SPECTRUM_BOTH_SIGNS, SPECTRUM_POSITIVE } ChebyshevSpectrum;
// Properties of T besides eigenvalues in [0, 1): negative ones (BASE_OVERSHOOTS), complex ones (BASE_ONE_WAY).
enum { BASE_OVERSHOOTS = 1, BASE_ONE_WAY = 2 };
typedef enum ChebyshevRhoFrom { RHO_GIVEN, RHO_ESTIMATED } ChebyshevRhoFrom;
typedef enum ChebyshevRecurrence { RECURRENCE_PUBLISHED, RECURRENCE_UNBRACKETED } ChebyshevRecurrence;

// Rows for the param tables of solvers.
#define CHEBYSHEV_PARAMS \
    PARAM_REAL_ROW("rho", "", 0, 0, 0.999999, \
                   "Chebyshev acceleration (Wang 2015) of particles without contact: upper bound of the factor by which an " \
                   "iteration multiplies its error; 0: off"), \
        PARAM_CHOICE_ROW("spectrum", CHEBYSHEV_SPECTRUM_NAMES, SPECTRUM_BOTH_SIGNS, \
                         "range of eigenvalues of an iteration; both_signs: -rho to rho, as published; positive: 0 to rho"), \
        PARAM_CHOICE_ROW("rho_from", CHEBYSHEV_RHO_FROM_NAMES, RHO_GIVEN, \
                         "given: rho; estimated: the first step is not accelerated and its convergence rate is rho from then on; with " \
                         "sweeps in one direction this needs look"), \
        PARAM_CHOICE_ROW("recurrence", CHEBYSHEV_RECURRENCE_NAMES, RECURRENCE_PUBLISHED, \
                         "next factor of Chebyshev's recurrence; published: 4/(4 - rho^2 omega); unbracketed: 4/4 - rho^2 omega, to " \
                         "measure the effect of this programming error: convergence slower than without acceleration"), \
        PARAM_INT_ROW("look", "", 0, 0, 1e6, \
                      "Chebyshev acceleration: iterations between evaluations of the objective; if it has grown, the best iterate " \
                      "evaluated so far is restored; 0: never")
extern const char *const CHEBYSHEV_SPECTRUM_NAMES[], *const CHEBYSHEV_RHO_FROM_NAMES[],
                                                         *const CHEBYSHEV_RECURRENCE_NAMES[]; // ended by NULL

typedef struct Chebyshev {
    int32_t             particle_count;
    bool                positive, estimates;
    ChebyshevRecurrence recurrence;
    int32_t             look;  // 0: no guard
    double              rho;   // of every step; 0: not estimated yet
    real4              *last;  // [particles] x_k during an iteration; NULL: off
    real4              *older; // [particles] x_{k−1}
    real4              *best;  // [particles] of a guard
    TeamSums            moves; // for the estimate: ‖x_{k+1} − x_k‖_M², ‖x_k‖_M²
    const Model        *model;
    IterateObjective    objective; // of a guard
    // Written by one thread between barriers, reset at every step.
    int32_t iteration, since; // of the step; since ω restarted
    double  now, rho2, tau;   // ρ, ρ² or ρ'², τ
    double  omega;            // of the next iteration
    double  move[4];          // the last ‖x_{k+1} − x_k‖_M, newest first
    double  best_phi;
    int32_t rejected;
} Chebyshev;

// Further numbers to accelerate with the particles. A method that keeps x − y = W ∇Cᵀ λ must update its multipliers λ with the same ω as x,
// so that they stay consistent.
typedef struct ChebyshevValues {
    int32_t count;
    real   *value;        // [count] the caller's
    real   *last, *older; // [count]; NULL: off
} ChebyshevValues;

// From the settings above. STATUS_INPUT: contradictory settings, BASE_OVERSHOOTS with SPECTRUM_POSITIVE, or BASE_ONE_WAY with RHO_ESTIMATED
// and no guard. (τ is an over-relaxation. On top of that of pd, 1.4, it moved scenes of 1 m by thousands of metres.) STATUS_UNSUPPORTED: a
// guard with damped constraints, which have no Φ. iterations: per step. solver: its name.
Status chebyshev_init(Chebyshev *chebyshev, const SolverSetup *setup, int32_t iterations, int base, const char *solver) GNU_MUST_CHECK;

// By all threads of a team; no effect when off. begin: at the start of a step, when this thread's share of y is complete. start: before the
// first iteration, when x is set and complete. Both end without a barrier. apply: x is T(x_k), complete, and becomes x_{k+1}. left_out:
// [particles] particles that stay at T(x_k) besides pins; NULL: none. Counts the cost of the guard. Ends with a barrier.
void chebyshev_begin(const Chebyshev *chebyshev, const real4 *y);
void chebyshev_start(Chebyshev *chebyshev, const real4 *x);
void chebyshev_apply(Chebyshev *chebyshev, const uint8_t *left_out, real4 *x, StepContext *context);

// The same for numbers that start at 0. Call apply before chebyshev_apply, which advances ω. They are off if the acceleration is off, and a
// guard does not restore them. By all threads, without a barrier: each thread has its share by team_range. start does not read them:
// another thread, with a different share of the constraints, may have changed them already.
Status chebyshev_values_init(const Chebyshev *chebyshev, int32_t count, real *value, Arena *arena, ChebyshevValues *out) GNU_MUST_CHECK;
void   chebyshev_values_start(const ChebyshevValues *values);
void   chebyshev_values_apply(const Chebyshev *chebyshev, const ChebyshevValues *values);

// By all threads, without a barrier: sets x_{k+1} to x, which was changed outside the acceleration.
void chebyshev_keep(const Chebyshev *chebyshev, const real4 *x);

// After a step, by one thread.
void chebyshev_report(Chebyshev *chebyshev, StepContext *context);

#endif
