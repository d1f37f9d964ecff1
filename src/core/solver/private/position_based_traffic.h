// Traffic of the phases of pbd and xpbd; the model is in step/traffic.h. Body damping, breaking and contact vary from step to step and are
// not counted, nor are phases that contain them.
#ifndef WEFT_SOLVER_POSITION_BASED_TRAFFIC_H
#define WEFT_SOLVER_POSITION_BASED_TRAFFIC_H

#include "solver/solver.h"

// The slot `traffic` of both.
Status position_based_traffic(const Solver *solver, Traffic *out) GNU_MUST_CHECK;

#endif
