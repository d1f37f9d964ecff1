// Rates: the peak bandwidth and arithmetic rate of a team of threads on this machine, the yardstick for phases.
//
//   read    every real of a working set loaded once and summed
//   update  a = s a in place: every line is read and written back; bytes count both
//   triad   a = b + s c over a working set of three arrays (STREAM); bytes are those in the program: two arrays read, one written
//   flops   multiply-adds in registers, two operations each; a multiplication and an addition if the instruction set has no fused one
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

// Working sets from RATES_SMALLEST, which fits in the L1 cache, to RATES_LARGEST, which is mostly in memory. There are four sizes per
// doubling, since the rate falls by a factor of five within one doubling at the edge of a cache; above RATES_FINEST, where samples take
// long, only one.
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

// The largest rate of the samples, bytes per second. A sample is `passes` passes of every thread over its own `lines` cache lines.
double rates_bandwidth_of(BandwidthPass pass, int64_t lines, int threads, int64_t passes, const int64_t ns[RATES_SAMPLES]);

// Whether the rates are consistent. Two thirds of the bytes of a triad are loads, and half of those of an update. A loop that only loads
// cannot be slower than these loads; 10 % is allowed for noise. (The whole triad may be faster: 1.5× when measured in L1, since a core
// stores and loads at the same time.) Inconsistent rates are no yardstick, and are not published.
bool rates_agree(const Bandwidth *set);

// One working set, of at least 4 KiB per thread. Both are called outside any team and start one of `threads`, placed by
// environment_place. STATUS_MEMORY.
Status rates_bandwidth(int threads, int64_t bytes, Bandwidth *out) GNU_MUST_CHECK;

// Peak operations, and every working set of at least 4 KiB per thread up to `largest` (RATES_LARGEST: some seconds).
Status rates_measure(int threads, int64_t largest, Rates *out) GNU_MUST_CHECK;

#endif
