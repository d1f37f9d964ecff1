// The base of vbd and of the primal form of descent: prediction, start, sweeps over the particles, and velocities.
#ifndef WEFT_SOLVER_PRIVATE_VERTEX_DESCENT_H
#define WEFT_SOLVER_PRIVATE_VERTEX_DESCENT_H

#include "solver/solver.h"
#include "step/anderson.h"
#include "step/chebyshev.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/vertex_start.h"
#include "step/vertex_sweeps.h"

// Further settings are the params iterations, kernels, omega and those of CHEBYSHEV_PARAMS.
typedef struct VertexDescentSettings {
    VertexSweepKind sweep;
    VertexRule      rule;
    VertexStart     start;
    bool            windowed; // the solver also has ANDERSON_PARAMS
} VertexDescentSettings;

typedef struct VertexDescent {
    Solver          base;
    int             threads;
    int32_t         iterations;
    double          h;
    Motion          motion;
    VertexStarts    starts;
    Chebyshev       chebyshev;
    Anderson        anderson; // off without `windowed`
    VertexSweeps    sweeps;
    ContactVelocity velocity;
} VertexDescent;

// Sets all fields of a zeroed solver except base.ops, which must be set. Rejects unsupported settings, with their names.
Status vertex_descent_init(VertexDescent *solver, const SolverSetup *setup, const VertexDescentSettings *settings) GNU_MUST_CHECK;

Status vertex_descent_step(Solver *solver, State *state, StepContext *context);
Status vertex_descent_traffic(const Solver *solver, Traffic *out);
#endif
