// The number of independent chains of multiply-adds: enough for two units with a latency of five cycles, few enough for sixteen registers.
#include "measure/private/peak_flops.h"

#include "base/gnu.h"
#include "measure/private/vector_register.h"

#define CHAINS 12

GNU_VECTOR(float, Floats, REGISTER_BYTES);
GNU_VECTOR(double, Doubles, REGISTER_BYTES);

// x ← x/2 + ½ converges to 1: no overflow, no subnormal numbers. Chains have different start values, known only at run time, so that the
// compiler can neither merge nor remove them.
#define PEAK_FLOPS(name, Vector, scalar) \
    PeakRun name(int64_t rounds) \
    { \
        const Vector zero = {0}, half = zero + (scalar)0.5; \
        const scalar first = (scalar)rounds; \
        Vector       x0 = zero + first, x1 = x0 + 1, x2 = x0 + 2, x3 = x0 + 3, x4 = x0 + 4, x5 = x0 + 5, x6 = x0 + 6; \
        Vector       x7 = x0 + 7, x8 = x0 + 8, x9 = x0 + 9, x10 = x0 + 10, x11 = x0 + 11; \
        for (int64_t i = 0; i < rounds; i++) { \
            x0 = x0 * half + half, x1 = x1 * half + half, x2 = x2 * half + half, x3 = x3 * half + half; \
            x4 = x4 * half + half, x5 = x5 * half + half, x6 = x6 * half + half, x7 = x7 * half + half; \
            x8 = x8 * half + half, x9 = x9 * half + half, x10 = x10 * half + half, x11 = x11 * half + half; \
        } \
        const Vector sum = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11; \
        double       value = 0; \
        for (unsigned lane = 0; lane < REGISTER_BYTES / sizeof(scalar); lane++) \
            value += (double)sum[lane]; \
        return (PeakRun){.operations = 2.0 * CHAINS * REGISTER_BYTES / (double)sizeof(scalar) * (double)rounds, .value = value}; \
    }

PEAK_FLOPS(peak_flops_f32, Floats, float)
PEAK_FLOPS(peak_flops_f64, Doubles, double)
