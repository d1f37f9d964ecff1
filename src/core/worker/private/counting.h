// Counting: the counters of a repetition of the counted pass, phase by phase. They are read where one phase ends and the next begins, by
// the thread that says so; the time that takes belongs to neither. Other threads may be a few microseconds further by then. Summed over
// the steps after the warm-up.
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

// STATUS_MEMORY; counting_close also then.
Status counting_open(int threads, Counting *out) GNU_MUST_CHECK;
void   counting_close(Counting *counting); // takes one that was never begun, all zero

// Around every step: makes its phase clock call the counters. warmup: the step is counted, and thrown away.
void counting_step_begin(Counting *counting, bool warmup, PhaseClock *clock);
void counting_step_end(Counting *counting);

#endif
