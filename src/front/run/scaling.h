// Estimates the time of a step or phase on p threads from the times on one and two threads. The loss on two threads, apart from barriers,
// is explained by two models; they bound the estimate:
//   shared: T(p) = T(1)/p · (1 + s (1 − 1/p)) + B b (p − 1)   work on data that another core wrote last, with probability 1 − 1/p, costs
//   more serial: T(p) = T(1) (f + (1 − f)/p)       + B b (p − 1)   a fraction f runs on one thread (Amdahl 1967)
// B: number of barriers in the step; b: time of a barrier with two threads. libgomp counts arrivals in one word, whose cache line moves
// from core to core, so the time of a barrier is linear in p (Mellor-Crummey and Scott 1991). Both models reproduce T(1) and T(2) if 0 ≤ f
// ≤ 1.
#ifndef WEFT_RUN_SCALING_H
#define WEFT_RUN_SCALING_H

typedef struct ScalingTimes {
    double one, two; // measured on one thread and two
    double barriers; // B b, in the same unit; 0: unknown or none
} ScalingTimes;

double scaling_shared(const ScalingTimes *times, int threads);
double scaling_serial(const ScalingTimes *times, int threads);

#endif
