// The base of vbd and of the primal form of descent: prediction, a start, sweeps over the particles, and the velocities.
#ifndef WEFT_SOLVER_PRIVATE_VERTEX_DESCENT_H
#define WEFT_SOLVER_PRIVATE_VERTEX_DESCENT_H

#include "solver/solver.h"
#include "step/anderson.h"
#include "step/chebyshev.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/vertex_start.h"
#include "step/vertex_sweeps.h"

// The rest is in the params iterations, kernels, omega and those of CHEBYSHEV_PARAMS.
typedef struct VertexDescentSettings {
    VertexSweepKind sweep;
    VertexRule      rule;
    VertexStart     start;
    bool            windowed; // there are ANDERSON_PARAMS, too
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

// Fills all fields of a zeroed solver but base.ops, which is there. What the settings cannot do is refused by name.
Status vertex_descent_init(VertexDescent *solver, const SolverSetup *setup, const VertexDescentSettings *settings) GNU_MUST_CHECK;

Status vertex_descent_step(Solver *solver, State *state, StepContext *context);
Status vertex_descent_traffic(const Solver *solver, Traffic *out);
#endif
