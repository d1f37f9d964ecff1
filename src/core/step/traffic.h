// Traffic: bytes and operations of a phase of a solver, counted from its data structures, for its roofline.
//
// The model. A phase runs once per step, per substep or per iteration. Each run has
//   bytes        of each element read, plus those of each element written: indices, rest values, compliances, multipliers, blocks of
//                particles, entries of a factor. Between two barriers data is assumed to stay in a core's cache: an array traversed in
//                memory order is moved once, however many constraints share a particle. After a barrier it is moved again: every colour of
//                a sweep reads and writes the blocks of its particles, a cluster its own blocks, once.
//   working set  bytes of the arrays it uses, each element once: decides which level of the memory can hold them
//   updated      part of `bytes`: blocks of particles that a sweep reads and writes in place, colour after colour, while constraints are
//                read once; their working set is the blocks and the constraints of one colour
//   flops        additions, multiplications, divisions and roots, one each, of the arithmetic as the papers write it
// Not counted: unused parts of cache lines, reads of lines that are overwritten, padding, and traffic of barriers. So the numbers are the
// needs of the algorithm, the same for a good and for a bad kernel.
#ifndef WEFT_STEP_TRAFFIC_H
#define WEFT_STEP_TRAFFIC_H

#include "base/clock.h"
#include "linsys/linsys.h"
#include "model/model.h"

typedef struct PhaseTraffic {
    int64_t     runs;        // per step; 0: the phase is not counted
    double      bytes;       // per run
    double      working_set; // bytes
    double      updated;     // part of `bytes`: read and written in place several times within the phase
    double      updated_set; // bytes, working set of `updated` if smaller than the whole
    double      flops;       // per run
    const char *precision;   // of its operations: f32, f64; NULL: that of real
} PhaseTraffic;

typedef struct Traffic {
    PhaseTraffic phases[PHASE_COUNT];
} Traffic;

// Adds arrays that are traversed once: their bytes and operations.
static inline void traffic_add(PhaseTraffic *out, double bytes, double flops)
{
    out->bytes += bytes;
    out->working_set += bytes;
    out->flops += flops;
}

// One solve of a system of n × n blocks (rhs and x of real4), from its LinsysInfo. The factor is read in the forward and in the backward
// solve.
PhaseTraffic traffic_of_solve(const Linsys *system, int32_t n, int64_t runs);

#endif
