// Disturbance: signs that other processes, the hypervisor or the clock frequency affected a step. They are sampled between the steps,
// outside the timed code, and cost a few per cent of a repetition:
//
//   switches  involuntary context switches of this process, after every step
//   waited    time that threads of the team were runnable without a core
//   stolen    time that the hypervisor took from the cores of the team, sampled at most once per tick of 10 ms
//   ghz       cycles per nanosecond of the stepping thread's core: the best of three chains of 8192 dependent additions
//
// All except the first are sampled only if a sample costs less than 1 % of the time since the last one; a step gets the value of its
// interval. On two cores of a virtual Sapphire Rapids a sample costs 0.3, 1.0, 3.4 and 7 µs in the order above. Together they cost 0.8 µs
// for a step of 20 µs, 3.8 µs for 250 µs (1.5 %), 9 µs for 1 ms (0.9 %) and 14 µs for 10 ms.
#ifndef WEFT_MACHINE_DISTURBANCE_H
#define WEFT_MACHINE_DISTURBANCE_H

#include <stdint.h>

#include "base/arena.h"
#include "machine/stolen_time.h"
#include "machine/thread_waiting.h"

// A process counts as disturbed if more than this fraction of its timed steps was disturbed (view timed_step of the store).
#define DISTURBED_SHARE_MAX 0.2

typedef struct DisturbanceSigns { // of a row `step` (record/record_list.h); −1, NaN: unknown
    int64_t switches;
    double  waited_share, stolen_ms, ghz;
} DisturbanceSigns;

typedef struct Interval {
    int64_t from;     // its first step
    int64_t begin_ns; // clock after the last sample
    int64_t cost_ns;  // cost of that sample
} Interval;

typedef struct Disturbance {
    const WaitingClock *waiting;
    const StolenClock  *stolen;
    DisturbanceSigns   *signs; // [steps]
    int64_t             done;  // finished steps
    int64_t             switches_before, waiting_before_ns;
    double              stolen_before_ms;
    Interval            of_waiting, of_stolen, of_ghz;
} Disturbance;

// Room for the signs of `steps` steps in the arena. The clocks are borrowed.
Status disturbance_init(const WaitingClock *waiting, const StolenClock *stolen, int64_t steps, Arena *arena,
                        Disturbance *out) GNU_MUST_CHECK;

void disturbance_begin(Disturbance *d); // right before the first step
void disturbance_step(Disturbance *d);  // after each step
void disturbance_end(Disturbance *d);   // after the last step: completes the open intervals

#endif
