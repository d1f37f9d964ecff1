// Traffic: what a phase of a solver must move and compute, counted from its data structures: the figures behind its roofline.
//
// The model. A phase runs several times in a step: once, once a substep or once an iteration. Each time it goes through its arrays and
// moves
//   bytes        of each element that it reads, and again of each that it writes: indices, rest values, compliances, multipliers, blocks of
//                particles, entries of a factor. What lies between barriers is thought to stay in a core's cache: an array that is passed
//                through in memory order is moved once, however many constraints share a particle there. After a barrier it is moved again:
//                every colour of a sweep reads and writes the blocks of the particles it touches, a cluster those of its own, once.
//   working set  of the arrays it touches, each element once: where its data can lie
//   updated      of these bytes: blocks of particles that a sweep reads and writes back in place, colour after colour, while constraints
//                pass by once; they lie in a set of their own, the blocks and the constraints of one colour
//   flops        additions, multiplications, divisions and roots, one each, of the arithmetic as the papers write it
// Not counted: what comes along because it shares a cache line, the reading of lines that are written over, padding, and what barriers
// move. So the figures are what the work needs, and the same for a kernel that does it well and for one that does it badly.
#ifndef WEFT_STEP_TRAFFIC_H
#define WEFT_STEP_TRAFFIC_H

#include "base/clock.h"
#include "linsys/linsys.h"
#include "model/model.h"

typedef struct PhaseTraffic {
    int64_t     runs;        // in a step; 0: the phase is not counted
    double      bytes;       // each time
    double      working_set; // bytes
    double      updated;     // of `bytes`: read and written back in place, passed through again and again within the phase
    double      updated_set; // bytes of what is so updated, where it lies in a set smaller than the whole
    double      flops;       // each time
    const char *precision;   // of its operations: f32, f64; NULL: that of real
} PhaseTraffic;

typedef struct Traffic {
    PhaseTraffic phases[PHASE_COUNT];
} Traffic;

// One solve of a system of n × n blocks (rhs and x of real4), from what the system says of itself: its factor is read forwards and
// backwards.
PhaseTraffic traffic_of_solve(const Linsys *system, int32_t n, int64_t runs);

#endif
