// Pcg: preconditioned conjugate gradients on H d = −g, from d = 0, matrix and preconditioner in double by all threads of a team. The bits
// do not depend on their number.
#ifndef WEFT_SOLVER_PCG_H
#define WEFT_SOLVER_PCG_H

#include "base/team_sums.h"
#include "solver/private/precondition.h"

typedef struct Pcg {
    BlockRows      rows;
    Preconditioner preconditioner;
    TeamSums       sums;                                            // of 1, over particles
    double4       *direction, *residual, *solved, *along, *product; // [particles] d, r, P⁻¹r, the conjugate direction and H times it
} Pcg;

typedef struct PcgEnd {
    int32_t iterations, products; // products: of H with a vector
    bool    curved;               // ended where H curves downwards: d is what was found before, in the first iteration −P⁻¹g
    double  slope;                // g·d
} PcgEnd;

// hessian: of which the rows are. At the end of create, with the base of the solver.
Status pcg_init(Pcg *pcg, const PreconditionerOps *ops, const Hessian *hessian, LinsysSolver *solver,
                const SolverSetup *setup) GNU_MUST_CHECK;

// All threads. Reads the Hessian as it is now, and sets up the preconditioner; complete after a barrier.
void pcg_read(Pcg *pcg, const double *mass);

// All threads. Until √(r·P⁻¹r) is eta times what it was, at most `most` iterations; gradient is 0 at pins. The same end for every thread;
// the direction is complete after the next barrier.
PcgEnd pcg_solve(const Pcg *pcg, const double4 *gradient, double eta, int32_t most);

#endif
