// LbfgsHistory: the last pairs of L-BFGS (Nocedal 1980), a = x⁺ − x and b = g⁺ − g, and the direction that follows from them,
//   d = −H g,   H: the base γ P, changed by the pairs, oldest first, so that H b = a of the newest.
//
// The two-loop recursion in other words. Kept are a and P b, and the dots of pairs with each other; with z = P g the direction is
//   d = −γ z + γ Σ t_j P b_j − Σ e_j a_j,   t_j = (a_j·g − Σ_{k newer} t_k a_j·b_k) / a_j·b_j
//   e_j = t_j − (γ (P b_j·g − Σ_k t_k P b_j·b_k) + Σ_{k older} e_k a_k·b_j) / a_j·b_j
// since b·z = P b·g. It is the same up to rounding, and reads every vector twice: once for the dots with b and g of a new pair, all in one
// pass and one sum, and once for d. As usually written there are 2 window sums one after another, and the solve with P is between them.
//
// Dots are sums over all coordinates in double precision, a displacement times a gradient: no metric is needed for them, whatever
// the masses. Vectors are kept in real.
#ifndef WEFT_SOLVER_LBFGS_HISTORY_H
#define WEFT_SOLVER_LBFGS_HISTORY_H

#include "base/team_sums.h"
#include "step/step.h"

// γ: 1, a·b / (P b·b), or that upside down.
typedef enum LbfgsScale { LBFGS_SCALE_ONE, LBFGS_SCALE_GAMMA, LBFGS_SCALE_GAMMA_INVERSE } LbfgsScale;

enum { LBFGS_WINDOW_MAX = 64 };

typedef struct LbfgsHistory {
    int        window, count, newest; // newest: its slot; the one before is in the slot before, cyclically
    LbfgsScale scale;
    real4     *move[LBFGS_WINDOW_MAX], *image[LBFGS_WINDOW_MAX];                          // [particles] of each slot: a, P b
    double     pair[LBFGS_WINDOW_MAX][LBFGS_WINDOW_MAX];                                  // a_i·b_j, j not older than i
    double     cross[LBFGS_WINDOW_MAX][LBFGS_WINDOW_MAX];                                 // P b_i·b_j
    double     move_slope[LBFGS_WINDOW_MAX], image_slope[LBFGS_WINDOW_MAX], decrement;    // a_j·g, P b_j·g, g·z
    double     of_move[LBFGS_WINDOW_MAX], of_image[LBFGS_WINDOW_MAX], of_gradient, slope; // d = Σ of a, P b and z; d·g
    TeamSums   sums;                                                                      // over particles
} LbfgsHistory;

// An iterate: its position, gradient, and z = P g.
typedef struct LbfgsPoint {
    const double4 *x, *gradient;
    const real4   *image;
} LbfgsPoint;

Status lbfgs_history_init(LbfgsHistory *history, const SolverSetup *setup, LbfgsScale scale, int window) GNU_MUST_CHECK;

// By one thread: no pairs.
void lbfgs_history_forget(LbfgsHistory *history);

// All threads of a team; ends with a barrier. x⁺ = now, and last the iterate before, NULL: there is none. Keeps their pair in the place of
// the oldest if a·b > 1e-10 |a| |b|, and finds the direction's coefficients and slope.
void lbfgs_history_add(LbfgsHistory *history, const LbfgsPoint *now, const LbfgsPoint *last);

// By one thread, after forget: the coefficients and slope of −z.
void lbfgs_history_solve(LbfgsHistory *history);

// trial = x + length d, direction = d; NULL: not wanted. All threads; ends with a barrier.
void lbfgs_history_direction(const LbfgsHistory *history, const LbfgsPoint *now, double length, double4 *direction, double4 *trial);

#endif
