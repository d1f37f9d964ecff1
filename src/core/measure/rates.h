// Rates: what this machine gives a team of threads at most, the yardstick for what a phase reaches.
//
//   read    every real of a working set loaded once and summed
//   update  a = s a in place: every line is read and written back; bytes count both
//   triad   a = b + s c over a working set of three arrays (STREAM); bytes are those the program names: two read, one written
//   flops   multiply-adds in registers, two operations each; where the instruction set has no fused one, a multiplication and an addition
//
// A working set is that of the whole team: each thread has its own part of it, which it touched first. Each figure is the best of several
// samples, as STREAM has it: the most that the machine gives, which anything else that runs can only hide. Each sample runs long enough for
// a clock read not to show.
#ifndef WEFT_MEASURE_RATES_H
#define WEFT_MEASURE_RATES_H

#include <stdint.h>

#include "base/status.h"

typedef struct Bandwidth {
    int64_t bytes;               // of the working set
    double  read, update, triad; // bytes per second
} Bandwidth;

typedef struct PeakFlops {
    double f32, f64; // operations per second
} PeakFlops;

// Working sets double from RATES_SMALLEST, which lies in a core's first cache, to RATES_LARGEST, of which most lies in memory.
#define RATES_SMALLEST (INT64_C(1) << 14)
#define RATES_LARGEST (INT64_C(1) << 29)
enum { RATES_SETS = 16 };

typedef struct Rates {
    int       threads, set_count;
    Bandwidth sets[RATES_SETS]; // by size
    PeakFlops flops;
} Rates;

typedef enum BandwidthPass { BANDWIDTH_READ, BANDWIDTH_UPDATE, BANDWIDTH_TRIAD } BandwidthPass;

enum { RATES_SAMPLES = 7 };

// Bytes per second of a team each of whose threads has gone over `lines` cache lines of its own `passes` times in each of the samples,
// which took so many ns: the best.
double rates_bandwidth_of(BandwidthPass pass, int64_t lines, int threads, int64_t passes, const int64_t ns[RATES_SAMPLES]);

// One working set, of 4 KiB a thread or more. All three are called outside any team, and start one of `threads` where environment_place has
// put it. STATUS_MEMORY.
Status rates_bandwidth(int threads, int64_t bytes, Bandwidth *out) GNU_MUST_CHECK;
Status rates_flops(int threads, PeakFlops *out) GNU_MUST_CHECK;

// Peak operations, and every working set of 4 KiB a thread or more up to `largest` (RATES_LARGEST: two or three seconds).
Status rates_measure(int threads, int64_t largest, Rates *out) GNU_MUST_CHECK;

#endif
