// Counting: the counters of a repetition of the counted pass by phase, summed over the steps after the warm-up. They are read between two
// phases by the thread that enters the next one; the time of reading belongs to neither. Other threads may already be a few microseconds
// ahead.
#ifndef WEFT_WORKER_COUNTING_H
#define WEFT_WORKER_COUNTING_H

#include "base/clock.h"
#include "machine/counters.h"

typedef struct CountedPart {
    CounterSums sums;
    int64_t     wall_ns;
    bool        entered;
} CountedPart;

typedef struct Counting {
    Counters    counters;
    CountedPart phases[PHASE_COUNT], step; // step: the whole of the steps
    int64_t     since_ns;                  // when the last lap ended
    int64_t     steps;                     // summed over
    bool        summing;
} Counting;

// STATUS_MEMORY; call counting_close also then.
Status counting_open(int threads, Counting *out) GNU_MUST_CHECK;
void   counting_close(Counting *counting); // also for an unopened one, all zero

// Call these around every step: attach the counters to its phase clock. warmup: discard the counts.
void counting_step_begin(Counting *counting, bool warmup, PhaseClock *clock);
void counting_step_end(Counting *counting);

#endif
