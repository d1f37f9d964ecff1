// The base of pbd and xpbd: substeps of prediction, damping, sweeps and velocity update.
#ifndef WEFT_SOLVER_POSITION_BASED_H
#define WEFT_SOLVER_POSITION_BASED_H

#include "solver/solver.h"
#include "step/body_damping.h"
#include "step/breaking.h"
#include "step/contact_sweep.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/sweeps.h"

// symplectic_euler  y = x_n + h v_n + h² a
// verlet            x_{n+1} = 2 x_n − x_{n−1} + h² a (Störmer). With v_n = (x_n − x_{n−1})/h this is the same recursion; only the start
//                   differs, a Taylor step: y = x_0 + h v_0 + ½ h² a in the first (sub)step. Free fall is then exactly the parabola at
//                   every step. The stored velocity is the mean over the last (sub)step, that is, the velocity half a (sub)step earlier.
typedef enum Integrator { INTEGRATOR_SYMPLECTIC_EULER, INTEGRATOR_VERLET } Integrator;
extern const char *const INTEGRATOR_NAMES[]; // ended by NULL

// Rows for the param tables of both solvers.
#define POSITION_BASED_PARAMS \
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all constraints in each substep", .role = PARAM_ROLE_ITERATIONS), \
        PARAM_INT_ROW("substeps", "", 1, 1, 1e5, "substeps of length dt/substeps (small steps, Macklin 2019)", \
                      .role = PARAM_ROLE_SUBSTEPS), \
        PARAM_CHOICE_ROW( \
            "sweep", SWEEP_NAMES, 0, \
            "order; coloured: colour by colour in parallel; serial: file order on one thread; jacobi: all at once, averaged"), \
        PARAM_CHOICE_ROW("colouring", COLOURING_NAMES, 0, "colouring algorithm of a coloured sweep; other sweeps need no colours"), \
        PARAM_INT_ROW("cluster_size", "", 3072, 1, 1e6, "constraints per cluster, about; for `colouring: clusters`"), \
        PARAM_CHOICE_ROW( \
            "kernels", KERNEL_NAMES, 0, \
            "projections; wide: several at once in vector registers; plain: one after another; a serial sweep is always plain"), \
        PARAM_REAL_ROW("omega", "", 1, 0.01, 10, \
                       "over-relaxation (SOR): factor on every correction; a jacobi sweep also divides by the most constraints at one of " \
                       "its particles", \
                       .role = PARAM_ROLE_RELAXATION), \
        PARAM_REAL_ROW("damping", "", 0, 0, 1, \
                       "fraction of each body's non-rigid velocity removed per step; conserves momentum (PBD 2006)"), \
        PARAM_CHOICE_ROW("integrator", INTEGRATOR_NAMES, 0, "time integration: symplectic Euler, or Verlet started with a Taylor step"), \
        CONTACT_SWEEP_PARAMS, CONTACT_PARAMS

typedef struct PositionBased { // first member of the private struct of pbd and xpbd
    Solver          base;
    const Model    *model;
    int             threads;
    int32_t         iterations, substeps;
    Integrator      integrator;
    double          h;
    Motion          motion;
    BodyDamping     damping;
    Sweeps          sweeps;
    Breaking        breaking; // xpbd only
    ContactSweep    contact;
    ContactVelocity contact_velocity;
    real           *lambda[CONSTRAINT_KINDS]; // [components][count] xpbd only
} PositionBased;

ScheduleWish position_based_schedule(const ParamSet *params);

// Fills all fields. multipliers: with λ, compliance and γ (xpbd); stiffness: k' of every projection.
Status position_based_init(PositionBased *solver, const SolverSetup *setup, bool multipliers, double stiffness) GNU_MUST_CHECK;
Status position_based_step(Solver *solver, State *state, StepContext *context);

#endif
