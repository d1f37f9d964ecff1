// Disturbance: signs that another process, the hypervisor or the clock of the processor had a hand in a step. They are looked for between
// the steps, outside what is timed, and cost at most some per cent of a repetition:
//
//   switches  involuntary context switches of this process, after every step
//   waited    time that the threads of the team were ready and had no core
//   stolen    time that the hypervisor took from the cores of the team, no more often than the tick of 10 ms in which it is counted
//   ghz       cycles per nanosecond of the stepping thread's core: the best of three chains of 8192 dependent additions
//
// All but the first are looked at no more often than a look costs a hundredth of the time since the last one. A step gets what was seen
// over the stretch between two looks that it lies in. On two cores of a virtual Sapphire Rapids a look costs 0.3, 1.0, 3.4 and 7 µs in the
// order above; all of them 0.8 µs a step of 20 µs, 3.8 µs of 250 µs (1.5 %), 9 µs of 1 ms (0.9 %) and 14 µs of 10 ms.
#ifndef WEFT_MACHINE_DISTURBANCE_H
#define WEFT_MACHINE_DISTURBANCE_H

#include <stdint.h>

#include "base/arena.h"
#include "machine/stolen_time.h"
#include "machine/thread_waiting.h"

typedef struct DisturbanceSigns {
    int64_t switches;     // since the step before; −1: the system does not tell
    double  waited_share; // of the time of its stretch, summed over the threads; NAN: the system does not tell
    double  stolen_ms;    // in its stretch, summed over the cores; NAN: the system does not tell
    double  ghz;          // at the end of its stretch
} DisturbanceSigns;

typedef struct Stretch {
    int64_t from;     // its first step
    int64_t begin_ns; // clock after the last look
    int64_t cost_ns;  // of that look
} Stretch;

typedef struct Disturbance {
    const WaitingClock *waiting;
    const StolenClock  *stolen;
    DisturbanceSigns   *signs; // [steps]
    int64_t             done;  // steps
    int64_t             switches_before, waiting_before_ns;
    double              stolen_before_ms;
    Stretch             of_waiting, of_stolen, of_ghz;
} Disturbance;

// Room for the signs of `steps` steps in the arena. The clocks are borrowed.
Status disturbance_init(const WaitingClock *waiting, const StolenClock *stolen, int64_t steps, Arena *arena,
                        Disturbance *out) GNU_MUST_CHECK;

void disturbance_begin(Disturbance *d); // right before the first step
void disturbance_step(Disturbance *d);  // after each step
void disturbance_end(Disturbance *d);   // after the last one: what is left without a sign gets one

// Cycles per nanosecond of the core that calls, where an addition takes one cycle, which it does on every processor of today.
double disturbance_ghz(void);

#endif
