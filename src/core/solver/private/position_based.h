// The base of pbd, xpbd and the dual form of descent: substeps of prediction, damping, sweeps and velocity update.
#ifndef WEFT_SOLVER_POSITION_BASED_H
#define WEFT_SOLVER_POSITION_BASED_H

#include "solver/solver.h"
#include "step/body_damping.h"
#include "step/breaking.h"
#include "step/chebyshev.h"
#include "step/contact_sweep.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/sweeps.h"

// euler             y = x_n + h v_n + h² a
// verlet            x_{n+1} = 2 x_n − x_{n−1} + h² a (Störmer). With v_n = (x_n − x_{n−1})/h this is the same recursion; only the start
//                   differs, a Taylor step: y = x_0 + h v_0 + ½ h² a in the first (sub)step. Free fall is then exactly the parabola at
//                   every step. The stored velocity is the mean over the last (sub)step, that is, the velocity half a (sub)step earlier.
typedef enum FirstStep { FIRST_STEP_EULER, FIRST_STEP_VERLET } FirstStep;
extern const char *const FIRST_STEP_NAMES[]; // ended by NULL

// Rows for the param tables of both solvers.
#define POSITION_BASED_PARAMS \
    PARAM_INT_ROW("iterations", "", 20, 1, 1e6, "sweeps over all constraints in each substep", .role = PARAM_ROLE_ITERATIONS), \
        PARAM_INT_ROW("substeps", "", 1, 1, 1e5, "substeps of length dt/substeps (small steps, Macklin 2019)", \
                      .role = PARAM_ROLE_SUBSTEPS), \
        PARAM_CHOICE_ROW( \
            "sweep", SWEEP_NAMES, 0, \
            "order; coloured: colour by colour in parallel; serial: file order on one thread; jacobi: all at once, averaged"), \
        PARAM_CHOICE_ROW("colouring", COLOURING_NAMES, 0, "colouring algorithm of a coloured sweep; other sweeps need no colours"), \
        PARAM_INT_ROW("cluster_size", "", 3072, 1, 1e6, \
                      "approximate number of constraints per cluster, for `colouring: clusters`; fewer if that gives up to 16 threads " \
                      "equal shares and fills vector lanes"), \
        PARAM_CHOICE_ROW( \
            "kernels", KERNEL_NAMES, 0, \
            "projections; wide: several at once in vector registers; plain: one after another; a serial sweep is always plain"), \
        PARAM_REAL_ROW( \
            "omega", "", 1, 0.01, 10, \
            "over-relaxation (SOR): factor on every correction; a jacobi sweep also divides by the largest number of constraints " \
            "at one of its particles", \
            .role = PARAM_ROLE_RELAXATION), \
        PARAM_REAL_ROW("damping", "", 0, 0, 1, \
                       "fraction of each body's non-rigid velocity removed per step; conserves momentum (PBD 2006)", .euler_only = true), \
        PARAM_CHOICE_ROW("first_step", FIRST_STEP_NAMES, 0, \
                         "first step of a run; euler: like all others; verlet: a Taylor step, so that the recursion is Verlet", \
                         .euler_only = true), \
        CONTACT_SWEEP_PARAMS, CONTACT_PARAMS

typedef struct PositionBasedSettings {
    int32_t          iterations, substeps;
    SweepKind        sweep;
    Kernels          kernels;
    FirstStep        first_step;
    double           omega;       // 0: 1 / busiest, for a Jacobi sweep that is not scaled
    bool             scaled;      // a Jacobi sweep divides (step/sweeps.h); otherwise only that of contacts, with ω = 1
    double           stiffness;   // k' of every projection
    double           damping;     // of bodies
    bool             multipliers; // with λ, compliance and γ
    bool             accelerated; // the method has the settings of step/chebyshev.h
    bool             resets;      // λ = 0 at the start of every iteration; with multipliers
    ContactSweepKind contact_sweep;
} PositionBasedSettings;

typedef struct PositionBased { // first member of the private struct of its solvers
    Solver          base;
    const Model    *model;
    int             threads;
    int32_t         iterations, substeps;
    FirstStep       first_step;
    double          h;
    Motion          motion;
    BodyDamping     damping;
    Sweeps          sweeps;
    Breaking        breaking; // with multipliers only
    ContactSweep    contact;
    ContactVelocity contact_velocity;
    bool            resets;                        // λ = 0 at the start of every iteration
    real           *lambda[CONSTRAINT_KINDS];      // [components][count] with multipliers only
    Chebyshev       chebyshev;                     // off without multipliers
    ChebyshevValues accelerated[CONSTRAINT_KINDS]; // λ
} PositionBased;

ScheduleWish position_based_schedule(const ParamSet *params);

// Settings from the rows of POSITION_BASED_PARAMS; scaled, of stiffness 1, other fields 0.
PositionBasedSettings position_based_settings(const ParamSet *params);

// Sets all fields except base.ops, which must be set. Rejects unsupported settings, with their names.
Status position_based_init(PositionBased *solver, const SolverSetup *setup, const PositionBasedSettings *settings) GNU_MUST_CHECK;
// λ of a component of a constraint: the slot of a solver with multipliers.
double position_based_multiplier(const Solver *solver, int kind, int32_t i, int component);

Status position_based_step(Solver *solver, State *state, StepContext *context);

#endif
