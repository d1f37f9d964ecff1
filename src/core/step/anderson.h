// Anderson: acceleration of any iteration x ← T(x) by the last of its own iterates, over projective dynamics that of Peng, Deng, Zhang,
// Geng, Qin, Liu 2018 (doi 10.1145/3197517.3201290).
//   f_k = T(x_k) − x_k,   θ = argmin ‖f_k − ΔF θ‖_M,   x_{k+1} = T(x_k) − ΔT θ
// ΔF and ΔT have the differences of the last ≤ window successive f and T(x) as columns. On a linear T, with a window that holds all
// iterations, x_{k+1} is T of the k-th iterate of GMRES.
//
// guard: where Φ(x_{k+1}) > Φ(x_k), x_{k+1} is T(x_k) instead, and this counts as rejected. The window stays, and is emptied after five
// rejections in a row. Where T lowers Φ, Φ then falls in every iteration. It costs one Φ an iteration, and one more for each rejection.
//
// The normal equations are solved by Cholesky, with columns of unit norm and 1e-12 added to the diagonal; while it fails, the oldest
// column is dropped. Where the active contacts change, or contact_bound cuts x, T is another one, and all are dropped. Sums of fixed pieces
// of particles, in double, are added in a fixed order, so that the bits do not depend on the number of threads. Nothing is kept from one
// step to the next.
//
// Kept are f and T(x) as they are, and a column is formed where it is read: the memory gives each vector once for the products and once for
// the combination. The newest column brings the matrix one row, of products that are known but for one: ΔF_i·(f_k − f_{k−1}).
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
                  "Anderson acceleration (Peng 2018): iterations before the last one that an iteration learns from; 0: off"), \
        PARAM_CHOICE_ROW( \
            "guard", ANDERSON_GUARD_NAMES, ANDERSON_GUARD_ON, \
            "on: an accelerated iterate with a larger objective than the one before is rejected for the plain one; off: never")
extern const char *const ANDERSON_GUARD_NAMES[]; // ended by NULL

typedef struct Anderson {
    int              window; // columns at most; 0: off
    bool             guard;
    IterateObjective objective; // of a guard
    // Three reals for each particle, padded with zeros to whole pieces.
    real          *root;               // √m, three times; 0 of a pin
    real          *x;                  // x_k
    real          *residuals, *images; // [window + 1] √m f and T(x) of the last iterations, cyclically
    TeamSums       dots;               // ‖·‖² of the newest column, and all with f, by age
    ActiveContacts active;
    // Written by one thread between barriers.
    int     count, newest;                                          // columns in use; where the last iteration is, those before it below
    bool    follows, began;                                         // there was an iteration before, to learn from; in this step
    bool    cut;                                                    // x_k was changed since
    double  gram[ANDERSON_WINDOW_MAX + 1][ANDERSON_WINDOW_MAX + 1]; // of columns, each by where its newer iteration is
    double  along[ANDERSON_WINDOW_MAX + 1];                         // ΔF·f, as gram
    double  theta[ANDERSON_WINDOW_MAX];                             // by age
    double  phi;                                                    // Φ(x_k)
    int32_t in_a_row;                                               // rejected, the last ones
} Anderson;

// Of the settings `window` and `guard`. STATUS_INPUT beside Chebyshev's acceleration, STATUS_UNSUPPORTED with damped
// constraints, which have no Φ, under a guard. solver: its name.
Status anderson_init(Anderson *anderson, const SolverSetup *setup, const char *solver) GNU_MUST_CHECK;

// By all threads of a team; nothing when it is off. begin: of a step, when this thread's share of y is at hand; x is set afterwards, before
// the first iteration: start. Both end without a barrier. apply: x is T(x_k), complete, and becomes x_{k+1}; counts what the guard costs.
// Ends with a barrier.
void anderson_begin(const Anderson *anderson, const real4 *y);
void anderson_start(Anderson *anderson, const real4 *x);
void anderson_apply(Anderson *anderson, real4 *x, StepContext *context);

// By all threads, without a barrier: x_{k+1} is this, and may have been changed outside the acceleration.
void anderson_keep(Anderson *anderson, const real4 *x);

#endif
