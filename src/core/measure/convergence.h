// Convergence: the observer of the measured pass. After every iteration it computes the distance of the iterate from the minimiser of the
// step's Φ, and its constraint errors. It works in double precision, from the positions alone, and changes nothing. All threads of a team
// share the work. Sums have a fixed order that does not depend on their number. One thread sums the contacts.
// record/metric_list.h has the formulas of its metrics; momentum Σ m v and angular Σ m x × v about the origin are vectors.
//
// Damping is a force without a potential: with damped constraints a step solves an equation instead of minimising Φ. Then `gradient` is the
// residual of that equation, and there is no objective. A feasible inequality has no energy, damping or error, and no dual residual while
// its λ is 0. Broken constraints are left out. Contacts, linear within a substep, are inequalities: E includes their energy, primal their λ
// and the friction inside a solve, dual their C + α~λ. They are not constraint errors: ContactReport has their depths.
// Source: FORMULAS of implicit Euler as minimisation (PD 2014 eq. 3, XPBD 2016 eq. 8-9 and 22-26).
#ifndef WEFT_MEASURE_CONVERGENCE_H
#define WEFT_MEASURE_CONVERGENCE_H

#include "base/team_sums.h"
#include "measure/shape.h"
#include "measure/tiles.h"
#include "record/record.h"
#include "solver/solver.h"

typedef struct Metrics { // NAN: does not exist
#define FIELD(row, field, kind)
#define METRIC(field, kind, view, unit, label, sim) RECORD_##kind(field)
#include "record/record_list.h"
} Metrics;

typedef struct ErrorNorm {
    double plain, weighted; // ‖d‖₂ over all particles, √(dᵀM d) over free ones
} ErrorNorm;

typedef struct ContactSum {
    double elastic, dissipation, dual; // E, D, and the squares of the dual residuals
} ContactSum;

typedef struct Convergence {
    Observer         base; // first: a StepContext gets &convergence.base
    const Model     *model;
    const State     *state; // tells which constraints are broken, also during a step; NULL: none can break
    Shape            shape;
    bool             hard, damped;
    double           h;
    double4         *x, *previous, *y;   // [particles]
    double4         *gradient, *pull;    // [particles] ∇E with damping, N; −∇Cᵀλ, scaled by h²
    double4         *load, *load_corner; // [particles], [corners]: surface loads in the running step, N; NULL without any
    Tiles            tiles;
    struct RangeSum *range_sum; // [tiles.count]
    ContactSum       contact_sum;
    TeamSums         particles;
    const double (*reference)[3];                   // x*, user's numbering; NULL: no error, no gap. Only substep 0 is compared.
    double          reference_scale, objective_min; // objective_min: Φ(x*)
    ErrorNorm       start;                          // ‖y − x*‖; NAN: none
    int32_t         substep;
    const Contacts *contacts; // of the substep; NULL: none
    void (*row)(void *user, const Iterate *iterate, const Metrics *metrics);
    void   *user;
    Metrics last; // of the last observed iterate
} Convergence;

// Memory from the arena; one thread calls `row` for every iterate. `reference` may be changed between steps; `state` may be set after this
// call.
Status convergence_init(Convergence *c, const Model *model, Arena *arena,
                        void (*row)(void *user, const Iterate *iterate, const Metrics *metrics), void *user) GNU_MUST_CHECK;

// The residual of one iterate that a solver of this aim reduces: `gradient`, `dual` or `constraint_max`, named
// CONVERGENCE_RESIDUALS[aim]. All threads of a team, or outside one, as an observer or between its calls. convergence_last_residual: that
// of the last observed iterate, without computing it again.
double convergence_residual(Convergence *c, const Iterate *iterate, SolverAim aim);
double convergence_last_residual(const Convergence *c, SolverAim aim);

extern const char *const CONVERGENCE_RESIDUALS[];

// Φ at the end of a step over Φ at x_n with the pins and colliders at their new positions; of the last substep, after the step. At the
// minimiser the ratio is at most 1. Above 1, constraints and contacts gained energy: more than the kinetic energy and the work of forces in
// a substep together. NAN if Φ does not exist, or if both values are round-off (motions of √ε of the positions).
double convergence_objective_ratio(Convergence *c, const State *state);

#endif
