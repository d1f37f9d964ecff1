// The time of a step, or of a phase of it, on p threads, estimated from one thread and two. What the second thread does not gain, less the
// barriers, is explained in two ways, between which the estimate lies:
//   shared: T(p) = T(1)/p · (1 + s (1 − 1/p)) + B b (p − 1)   work on data that another core wrote last, with probability 1 − 1/p, costs
//   more serial: T(p) = T(1) (f + (1 − f)/p)       + B b (p − 1)   a fraction f runs on one thread (Amdahl 1967)
// B: barriers of the step; b: one of two threads. libgomp counts arrivals in one word, whose cache line goes from core to core: such a
// barrier takes a time linear in p (Mellor-Crummey and Scott 1991). Both forms are T(1) and T(2) there, where 0 ≤ f ≤ 1.
#ifndef WEFT_RUN_SCALING_H
#define WEFT_RUN_SCALING_H

typedef struct ScalingTimes {
    double one, two; // measured on one thread and two
    double barriers; // B b, in the same unit; 0: not known, or none
} ScalingTimes;

double scaling_shared(const ScalingTimes *times, int threads);
double scaling_serial(const ScalingTimes *times, int threads);

#endif
