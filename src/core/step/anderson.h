// Anderson acceleration of any iteration x ← T(x) from its own previous iterates; for projective dynamics that of Peng, Deng, Zhang, Geng,
// Qin, Liu 2018 (doi 10.1145/3197517.3201290).
//   f_k = T(x_k) − x_k,   θ = argmin ‖f_k − ΔF θ‖_M,   x_{k+1} = T(x_k) − ΔT θ
// ΔF and ΔT have the differences of the last ≤ window successive f and T(x) as columns. On a linear T, with a window that holds all
// iterations, x_{k+1} is T of the k-th iterate of GMRES.
//
// guard: if Φ(x_{k+1}) > Φ(x_k), x_{k+1} is replaced by T(x_k), and this counts as a rejection. The window stays, and is emptied after five
// rejections in a row. If T lowers Φ, Φ decreases in every iteration. Cost: one evaluation of Φ per iteration, and one more per rejection.
//
// The normal equations are solved by Cholesky, with columns of unit norm and 1e-12 added to the diagonal. While the factorisation fails,
// the oldest column is dropped. If the active contacts change, or contact_bound cuts x, T changes and all columns are dropped. Sums over
// fixed pieces of particles, in double precision, are added in a fixed order. So the bits do not depend on the number of threads. No
// history is kept between steps.
//
// f and T(x) are stored unchanged, and columns are formed when read. Each vector is read from memory once for the products and once for the
// combination. The newest column adds one row to the matrix; of its products only ΔF_i·(f_k − f_{k−1}) is new.
#ifndef WEFT_STEP_ANDERSON_H
#define WEFT_STEP_ANDERSON_H

#include "step/active_contacts.h"
#include "step/chebyshev.h"
#include "step/objective.h"
#include "step/step.h"

enum { ANDERSON_WINDOW_MAX = 20 };

typedef enum AndersonGuard { ANDERSON_GUARD_ON, ANDERSON_GUARD_OFF } AndersonGuard;

// Rows for the param tables of solvers.
#define ANDERSON_PARAMS \
    PARAM_INT_ROW("window", "", 0, 0, ANDERSON_WINDOW_MAX, \
                  "Anderson acceleration (Peng 2018): number of previous iterations used by an iteration; 0: off"), \
        PARAM_CHOICE_ROW("guard", ANDERSON_GUARD_NAMES, ANDERSON_GUARD_ON, \
                         "on: an accelerated iterate that increases the objective is replaced by the plain one; off: it is kept")
extern const char *const ANDERSON_GUARD_NAMES[]; // ended by NULL

typedef struct Anderson {
    int              window; // columns at most; 0: off
    bool             guard;
    IterateObjective objective; // of a guard
    // Three reals for each particle, padded with zeros to whole pieces.
    real          *root;               // √m, three times; 0 for a pin
    real          *x;                  // x_k
    real          *residuals, *images; // [window + 1] √m f and T(x) of the last iterations, cyclically
    TeamSums       dots;               // ‖·‖² of the newest column, and all with f, by age
    ActiveContacts active;
    // Written by one thread between barriers.
    int     count, newest;                                          // columns in use; index of the last iteration, earlier ones before it
    bool    follows, began;                                         // has a previous iteration; has one in this step
    bool    cut;                                                    // x_k was changed since
    double  gram[ANDERSON_WINDOW_MAX + 1][ANDERSON_WINDOW_MAX + 1]; // of columns, indexed by their newer iteration
    double  along[ANDERSON_WINDOW_MAX + 1];                         // ΔF·f, as gram
    double  theta[ANDERSON_WINDOW_MAX];                             // by age
    double  phi;                                                    // Φ(x_k)
    int32_t in_a_row;                                               // consecutive rejections
} Anderson;

// From the settings `window` and `guard`. STATUS_INPUT together with Chebyshev acceleration. STATUS_UNSUPPORTED for a guard with damped
// constraints, which have no Φ. solver: its name.
Status anderson_init(Anderson *anderson, const SolverSetup *setup, const char *solver) GNU_MUST_CHECK;

// By all threads of a team; no effect when off. begin: at the start of a step, when this thread's share of y is complete. start: before the
// first iteration, when x is set. Both end without a barrier. apply: x is T(x_k), complete, and becomes x_{k+1}; counts the cost of the
// guard. Ends with a barrier.
void anderson_begin(const Anderson *anderson, const real4 *y);
void anderson_start(Anderson *anderson, const real4 *x);
void anderson_apply(Anderson *anderson, real4 *x, StepContext *context);

// By all threads, without a barrier: sets x_{k+1} to x, which may have been changed outside the acceleration.
void anderson_keep(Anderson *anderson, const real4 *x);

#endif
