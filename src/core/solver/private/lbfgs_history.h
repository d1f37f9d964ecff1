// LbfgsHistory: the last pairs of L-BFGS (Nocedal 1980), a = x⁺ − x and b = g⁺ − g, and the resulting direction
//   d = −H g,   H: the base γ P, changed by the pairs, oldest first, so that H b = a of the newest.
//
// This is the two-loop recursion in another form. It stores a and P b, and the dot products of pairs with each other. With z = P g the
// direction is
//   d = −γ z + γ Σ t_j P b_j − Σ e_j a_j,   t_j = (a_j·g − Σ_{k newer} t_k a_j·b_k) / a_j·b_j
//   e_j = t_j − (γ (P b_j·g − Σ_k t_k P b_j·b_k) + Σ_{k older} e_k a_k·b_j) / a_j·b_j
// since b·z = P b·g. The result is the same up to rounding. Every vector is read only twice: once for the dot products with b and g of a
// new pair, all in one pass and one sum, and once for d. The usual form needs 2 window sums one after another, with the solve with P
// between them.
//
// Dot products are sums over all coordinates in double precision of a displacement times a gradient. So they need no metric, whatever the
// masses. Vectors are stored in real.
#ifndef WEFT_SOLVER_LBFGS_HISTORY_H
#define WEFT_SOLVER_LBFGS_HISTORY_H

#include "base/team_sums.h"
#include "step/step.h"

// γ: 1, a·b / (P b·b), or its inverse.
typedef enum LbfgsScale { LBFGS_SCALE_ONE, LBFGS_SCALE_GAMMA, LBFGS_SCALE_GAMMA_INVERSE } LbfgsScale;

enum { LBFGS_WINDOW_MAX = 64 };

typedef struct LbfgsHistory {
    int        window, count, newest; // newest: slot of the newest pair; earlier ones in earlier slots, cyclically
    LbfgsScale scale;
    real4     *move[LBFGS_WINDOW_MAX], *image[LBFGS_WINDOW_MAX];                          // [particles] of each slot: a, P b
    double     pair[LBFGS_WINDOW_MAX][LBFGS_WINDOW_MAX];                                  // a_i·b_j, j not older than i
    double     cross[LBFGS_WINDOW_MAX][LBFGS_WINDOW_MAX];                                 // P b_i·b_j
    double     move_slope[LBFGS_WINDOW_MAX], image_slope[LBFGS_WINDOW_MAX], decrement;    // a_j·g, P b_j·g, g·z
    double     of_move[LBFGS_WINDOW_MAX], of_image[LBFGS_WINDOW_MAX], of_gradient, slope; // coefficients of a, P b and z in d; d·g
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

// All threads of a team; ends with a barrier. x⁺ = now; last: the previous iterate, or NULL. If a·b > 1e-10 |a| |b|, their pair replaces
// the oldest one. Computes the direction's coefficients and slope.
void lbfgs_history_add(LbfgsHistory *history, const LbfgsPoint *now, const LbfgsPoint *last);

// By one thread, after forget: computes the coefficients and slope of −z.
void lbfgs_history_solve(LbfgsHistory *history);

// trial = x + length d, direction = d; NULL: not needed. All threads; ends with a barrier.
void lbfgs_history_direction(const LbfgsHistory *history, const LbfgsPoint *now, double length, double4 *direction, double4 *trial);

#endif
