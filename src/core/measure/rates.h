// Rates: the peak bandwidth and arithmetic rate of a team of threads on this machine, the yardstick for phases.
//
//   read    every real of a working set loaded once and summed
//   update  a = s a in place: every line is read and written back; bytes count both
//   triad   a = b + s c over a working set of three arrays (STREAM); bytes are those the program names: two read, one written
//   flops   multiply-adds in registers, two operations each; a multiplication and an addition where the instruction set has no fused one
//
// A working set is shared by the whole team: each thread has its own part, which it touched first. Each figure is the best of several
// samples, as in STREAM, because other load can only lower it. Each sample is long enough that the clock read does not matter.
#ifndef WEFT_MEASURE_RATES_H
#define WEFT_MEASURE_RATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Bandwidth {
    int64_t bytes;               // of the working set
    double  read, update, triad; // bytes per second
} Bandwidth;

typedef struct PeakFlops {
    double f32, f64; // operations per second
} PeakFlops;

// Working sets from RATES_SMALLEST, which fits in the L1 cache, to RATES_LARGEST, which mostly lies in memory: four to a doubling, as the
// rate falls by a factor of five within one at the edge of a cache, and only whole ones above RATES_FINEST, which take long.
#define RATES_SMALLEST (INT64_C(1) << 14)
#define RATES_FINEST (INT64_C(1) << 26)
#define RATES_LARGEST (INT64_C(1) << 29)
enum { RATES_SETS = 4 * 12 + 1 + 3 };

typedef struct Rates {
    int       threads, set_count;
    Bandwidth sets[RATES_SETS]; // by size
    PeakFlops flops;
} Rates;

typedef enum BandwidthPass { BANDWIDTH_READ, BANDWIDTH_UPDATE, BANDWIDTH_TRIAD } BandwidthPass;

enum { RATES_SAMPLES = 7 };

// Best bytes per second of the samples, each `passes` passes of every thread over its own `lines` cache lines in sample_ns.
double rates_bandwidth_of(BandwidthPass pass, int64_t lines, int threads, int64_t passes, const int64_t ns[RATES_SAMPLES]);

// Whether rates can all be right. Of a triad two thirds of the bytes are loads, of an update half: a loop that only loads is no slower than
// those loads, 10 % for noise granted. (A triad as a whole is: measured in L1, 1.5 times as fast, as a core stores beside its loads.)
// Rates that do not agree are no yardstick, and are not published.
bool rates_agree(const Bandwidth *set);

// One working set, of at least 4 KiB per thread. Both are called outside any team and start one of `threads`, placed by
// environment_place. STATUS_MEMORY.
Status rates_bandwidth(int threads, int64_t bytes, Bandwidth *out) GNU_MUST_CHECK;

// Peak operations, and every working set of at least 4 KiB per thread up to `largest` (RATES_LARGEST: some seconds).
Status rates_measure(int threads, int64_t largest, Rates *out) GNU_MUST_CHECK;

#endif
