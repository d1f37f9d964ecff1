// The machinery that pbd and xpbd share: prediction, sweeps over the constraints in one of three orders, velocity update, substeps.
#ifndef WEFT_SOLVER_POSITION_BASED_H
#define WEFT_SOLVER_POSITION_BASED_H

#include "solver/incidence.h"
#include "solver/motion.h"

typedef enum SweepKind { SWEEP_COLOURED, SWEEP_SERIAL, SWEEP_JACOBI } SweepKind;
extern const char *const SWEEP_NAMES[]; // ended by NULL

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
    { \
        .name = "omega", .unit = "", \
        .summary = "over-relaxation (SOR): every move is scaled by it; in a jacobi sweep also by 1 / constraints at the busiest particle", \
        .type = PARAM_REAL, .value = 1, .min = 0.01, .max = 10 \
    }

// A run of colours: projected in parallel with a barrier after each, or one after another by one thread with one barrier at the end.
typedef struct Segment {
    int32_t first_colour, end_colour;
    bool    parallel;
} Segment;

typedef struct PositionBased { // first member of the private struct of pbd and xpbd
    Solver          base;
    const Model    *model;
    const Schedule *schedule;
    int             threads;
    int32_t         iterations, substeps;
    SweepKind       sweep;
    double          h;
    Motion          motion;
    Segment        *segments;
    int32_t         segment_count;
    Sweep           per_set[CONSTRAINT_KINDS];
    real           *lambda[CONSTRAINT_KINDS]; // xpbd only
    Incidence       incidence;                // jacobi only
    real4          *correction;               // jacobi only, [incidence slots]
} PositionBased;

ScheduleKind position_based_schedule(const ParamSet *params);

// Fills everything. multipliers: xpbd's λ and compliance; stiffness: k' of every projection.
Status position_based_init(PositionBased *solver, const SolverSetup *setup, bool multipliers, double stiffness) GNU_MUST_CHECK;
Status position_based_step(Solver *solver, State *state, StepContext *context);

#endif
