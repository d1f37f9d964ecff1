// The kernel behind rates_flops, in a file of its own because it alone is compiled with contraction of a × b + c to one operation.
#ifndef WEFT_MEASURE_PEAK_FLOPS_H
#define WEFT_MEASURE_PEAK_FLOPS_H

#include <stdint.h>

// What `rounds` rounds did: operations, and a value that depends on all of them, so that none can be left out.
typedef struct PeakRun {
    double operations, value;
} PeakRun;

PeakRun peak_flops_f32(int64_t rounds);
PeakRun peak_flops_f64(int64_t rounds);

#endif
