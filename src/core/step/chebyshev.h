// Chebyshev: the semi-iteration of Wang 2015 (doi 10.1145/2816795.2818063) over any iteration x ← T(x) whose error shrinks by ρ at most.
//   x̂ = x_k + τ (T(x_k) − x_k),   x_{k+1} = x_{k−1} + ω_{k+1} (x̂ − x_{k−1}),   ω_1 = 1, ω_2 = 2/(2 − ρ²), ω_{k+1} = 4/(4 − ρ² ω_k)
// The error after k iterations is at most 2 r^k/(1 + r^2k) of that of the start, r = ρ/(1 + √(1 − ρ²)), where the eigenvalues of T lie
// in [−ρ, ρ] and τ = 1, as printed. Those of projective dynamics and of symmetric sweeps lie in [0, ρ]: with τ = 2/(2 − ρ) they are shifted
// to [−ρ', ρ'], ρ' = ρ/(2 − ρ), which takes the place of ρ. Sweeps in one direction have complex ones as well, of which
// only those in the ellipse of half axes 1 and √(1 − ρ²) shrink: coloured sweeps over a cloth of 8 × 8 particles and 1000 N/m have a rate
// of 0.984 and an eigenvalue 0.03 + 0.24i, of whose error an iteration with that ρ makes 1.064 times as much; up to ρ = √(1 − 0.24²) = 0.97
// all shrink. Their rate is no such ρ, and must have a guard where it is estimated.
//
// recurrence: unbracketed is the same with ω_{k+1} = 4/4 − ρ² ω_k, which is easily written for it. It tends to ω = 1/(1 + ρ²), which damps:
// the error then shrinks by (ωρ + √(ω²ρ² + 4 (1 − ω)))/2, more slowly than without acceleration, and no wrong result shows it.
//
// rho_from: estimated leaves the first step as it is, and takes the geometric mean of the last three ratios of its ‖x_{k+1} − x_k‖_M above
// round-off for ρ from then on. Ten iterations at least are needed.
//
// look: after so many iterations Φ is compared with its least of the step. Where it is above that by more than its round-off, x is that
// iterate again, and ω begins with 1; after every three such rejections in a step 1 − ρ is doubled until its end.
#ifndef WEFT_STEP_CHEBYSHEV_H
#define WEFT_STEP_CHEBYSHEV_H

#include "step/objective.h"

typedef enum ChebyshevSpectrum { SPECTRUM_BOTH_SIGNS, SPECTRUM_POSITIVE } ChebyshevSpectrum;
// What T has besides eigenvalues in [0, 1): negative ones, complex ones.
enum { BASE_OVERSHOOTS = 1, BASE_ONE_WAY = 2 };
typedef enum ChebyshevRhoFrom { RHO_GIVEN, RHO_ESTIMATED } ChebyshevRhoFrom;
typedef enum ChebyshevRecurrence { RECURRENCE_PUBLISHED, RECURRENCE_UNBRACKETED } ChebyshevRecurrence;

// Rows for the param tables of solvers.
#define CHEBYSHEV_PARAMS \
    PARAM_REAL_ROW("rho", "", 0, 0, 0.999999, \
                   "Chebyshev acceleration (Wang 2015) of particles that touch nothing: the share of its error that an iteration leaves " \
                   "at worst; 0: off"), \
        PARAM_CHOICE_ROW("spectrum", CHEBYSHEV_SPECTRUM_NAMES, SPECTRUM_BOTH_SIGNS, \
                         "where rho bounds the eigenvalues of an iteration; both_signs: -rho to rho, as printed; positive: 0 to rho"), \
        PARAM_CHOICE_ROW("rho_from", CHEBYSHEV_RHO_FROM_NAMES, RHO_GIVEN, \
                         "given: rho; estimated: the first step is not accelerated, and the rate at which its iterations converge is rho " \
                         "from then on; on sweeps in one direction with look only"), \
        PARAM_CHOICE_ROW("recurrence", CHEBYSHEV_RECURRENCE_NAMES, RECURRENCE_PUBLISHED, \
                         "next factor of Chebyshev's recurrence; published: 4/(4 - rho^2 omega); unbracketed: 4/4 - rho^2 omega, to " \
                         "measure what this slip costs: it converges, more slowly than without acceleration"), \
        PARAM_INT_ROW("look", "", 0, 0, 1e6, \
                      "Chebyshev acceleration: iterations after which the objective is looked at; where it has grown, the best iterate " \
                      "so looked at is taken again; 0: never")
extern const char *const CHEBYSHEV_SPECTRUM_NAMES[], *const CHEBYSHEV_RHO_FROM_NAMES[],
                                                         *const CHEBYSHEV_RECURRENCE_NAMES[]; // ended by NULL

typedef struct Chebyshev {
    int32_t             particle_count;
    bool                positive, estimates;
    ChebyshevRecurrence recurrence;
    int32_t             look;  // 0: no guard
    double              rho;   // of every step; 0: not known yet
    real4              *last;  // [particles] x_k, from the start of an iteration on; NULL: off
    real4              *older; // [particles] x_{k−1}
    real4              *best;  // [particles] of a guard
    TeamSums            moves; // of an estimate: ‖x_{k+1} − x_k‖_M², ‖x_k‖_M²
    const Model        *model;
    IterateObjective    objective; // of a guard
    // Written by one thread between barriers, forgotten at every step.
    int32_t iteration, since; // of the step; since ω began
    double  now, rho2, tau;   // ρ, ρ² or ρ'², τ
    double  omega;            // of the next iteration
    double  move[4];          // the last ‖x_{k+1} − x_k‖_M, newest first
    double  best_phi;
    int32_t rejected;
} Chebyshev;

// Numbers that are accelerated beside the particles: multipliers λ of a method that keeps x − y = W ∇Cᵀ λ go the same way as x, with the
// same ω, or they no longer belong to each other.
typedef struct ChebyshevValues {
    int32_t count;
    real   *value;        // [count] the caller's
    real   *last, *older; // [count]; NULL: off
} ChebyshevValues;

// Of the settings above. BASE_OVERSHOOTS with SPECTRUM_POSITIVE is STATUS_INPUT, and so is BASE_ONE_WAY with RHO_ESTIMATED and no guard. τ
// is over-relaxation itself, and on top of that of pd, 1.4, had scenes of 1 m end thousands of metres away. STATUS_INPUT for settings that
// contradict each other; STATUS_UNSUPPORTED for a guard with damped constraints, which have no Φ. iterations: of a step. solver: its name.
Status chebyshev_init(Chebyshev *chebyshev, const SolverSetup *setup, int32_t iterations, int base, const char *solver) GNU_MUST_CHECK;

// By all threads of a team; nothing when it is off. begin: of a step, when this thread's share of y is at hand; x is set afterwards, before
// the first iteration, and complete: start. Both end without a barrier. apply: x is T(x_k), complete, and becomes x_{k+1};
// left_out: [particles] those that stay at T(x_k) besides pins; NULL: none. Counts what the guard costs. Ends with a barrier.
void chebyshev_begin(const Chebyshev *chebyshev, const real4 *y);
void chebyshev_start(Chebyshev *chebyshev, const real4 *x);
void chebyshev_apply(Chebyshev *chebyshev, const uint8_t *left_out, real4 *x, StepContext *context);

// The same of numbers that begin at 0, before chebyshev_apply: it goes on to the next ω. They are off where the acceleration is, and a
// guard does not restore them. By all threads, without a barrier: each thread has the share that team_range gives it. start does not look
// at them: another thread, whose share of the constraints is not that of their numbers, may have changed them already.
Status chebyshev_values_init(const Chebyshev *chebyshev, int32_t count, real *value, Arena *arena, ChebyshevValues *out) GNU_MUST_CHECK;
void   chebyshev_values_start(const ChebyshevValues *values);
void   chebyshev_values_apply(const Chebyshev *chebyshev, const ChebyshevValues *values);

// By all threads, without a barrier: x_{k+1} was changed outside the acceleration, and is this.
void chebyshev_keep(const Chebyshev *chebyshev, const real4 *x);

// After a step, by one thread.
void chebyshev_report(Chebyshev *chebyshev, StepContext *context);

#endif
