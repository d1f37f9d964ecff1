// The machinery that pbd and xpbd share: substeps of prediction, damping, sweeps and velocity update.
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
// verlet            x_{n+1} = 2 x_n − x_{n−1} + h² a (Störmer). With v_n = (x_n − x_{n−1})/h this is the same recursion; what differs is
// its
//                   start, which must be a Taylor step: y = x_0 + h v_0 + ½ h² a in the very first (sub)step. Free fall is then the
//                   parabola itself at every step. The velocity that is stored is the mean over the last (sub)step, half a one old.
typedef enum Integrator { INTEGRATOR_SYMPLECTIC_EULER, INTEGRATOR_VERLET } Integrator;
extern const char *const INTEGRATOR_NAMES[]; // ended by NULL

// Rows for the param tables of both solvers.
#define POSITION_BASED_PARAMS \
    {.name = "iterations", \
     .unit = "", \
     .summary = "sweeps over all constraints in each substep", \
     .type = PARAM_INT, \
     .value = 20, \
     .min = 1, \
     .max = 1000000}, \
        {.name = "substeps", \
         .unit = "", \
         .summary = "substeps of length dt/substeps (small steps, Macklin 2019)", \
         .type = PARAM_INT, \
         .value = 1, \
         .min = 1, \
         .max = 100000}, \
        {.name = "sweep", \
         .unit = "", \
         .summary = "order: colour by colour in parallel, file order on one thread, or all at once and averaged", \
         .type = PARAM_CHOICE, \
         .choices = SWEEP_NAMES}, \
        {.name = "colouring", \
         .unit = "", \
         .summary = "how constraints get their colours in a coloured sweep; the other sweeps have none", \
         .type = PARAM_CHOICE, \
         .choices = COLOURING_NAMES}, \
        {.name = "cluster_size", \
         .unit = "", \
         .summary = "constraints in a cluster, of the colouring by clusters", \
         .type = PARAM_INT, \
         .value = 3072, \
         .min = 1, \
         .max = 1000000}, \
        {.name = "kernels", \
         .unit = "", \
         .summary = "projections over vector registers, or one after another as the papers write them; a serial sweep is plain", \
         .type = PARAM_CHOICE, \
         .choices = KERNEL_NAMES}, \
        {.name = "omega", \
         .unit = "", \
         .summary = \
             "over-relaxation (SOR): every move is scaled by it; in a jacobi sweep also by 1 / constraints at the busiest particle", \
         .type = PARAM_REAL, \
         .value = 1, \
         .min = 0.01, \
         .max = 10}, \
        {.name = "damping", \
         .unit = "", \
         .summary = "part of each body's non-rigid velocity that a whole step takes away, 0 to 1; momentum stays (PBD 2006)", \
         .type = PARAM_REAL, \
         .value = 0, \
         .min = 0, \
         .max = 1}, \
        {.name = "integrator", \
         .unit = "", \
         .summary = "inertia: symplectic Euler, or Verlet, which starts with a Taylor step", \
         .type = PARAM_CHOICE, \
         .choices = INTEGRATOR_NAMES}, \
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

// Fills everything. multipliers: xpbd's λ, compliance and γ; stiffness: k' of every projection.
Status position_based_init(PositionBased *solver, const SolverSetup *setup, bool multipliers, double stiffness) GNU_MUST_CHECK;
Status position_based_step(Solver *solver, State *state, StepContext *context);

#endif
