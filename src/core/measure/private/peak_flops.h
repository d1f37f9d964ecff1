// The kernel that measures the arithmetic peak. It has its own file because it alone is compiled with contraction of a × b + c.
#ifndef WEFT_MEASURE_PEAK_FLOPS_H
#define WEFT_MEASURE_PEAK_FLOPS_H

#include <stdint.h>

// The number of operations in `rounds` rounds, and a value that depends on all of them, so that none can be optimised away.
typedef struct PeakRun {
    double operations, value;
} PeakRun;

PeakRun peak_flops_f32(int64_t rounds);
PeakRun peak_flops_f64(int64_t rounds);

#endif
