// What the phases of pbd and xpbd move; the model is in step/traffic.h. Damping of bodies, breaking of constraints and contact, of which
// every step has another number, are not counted, nor are the phases that they take part in.
#ifndef WEFT_SOLVER_POSITION_BASED_TRAFFIC_H
#define WEFT_SOLVER_POSITION_BASED_TRAFFIC_H

#include "solver/solver.h"

// The slot `traffic` of both.
Status position_based_traffic(const Solver *solver, Traffic *out) GNU_MUST_CHECK;

#endif
