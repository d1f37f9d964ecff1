// Memory bandwidth: a sum (read) and STREAM's triad a = b + s c (read two, write one) as plain loops over doubles, to be compared with the
// loops of measure/rates.h. Bytes are those the program names; a write-allocate cache moves a third more for the triad.
#include <stdio.h>
#include <stdlib.h>

#include "micro.h"

// Passes over a small working set in one team, so that starting the team does not matter.
static const int64_t LEAST_BYTES = 16 << 20;

// size: bytes of all arrays together.
typedef struct Arrays {
    double *a, *b, *c;
    int64_t count; // of each
} Arrays;

static void arrays_free(Arrays *arrays)
{
    free(arrays->a);
    free(arrays->b);
    free(arrays->c);
}

// Each thread touches its part first, so that its pages lie in its own NUMA node.
static bool arrays_make(int64_t count, int threads, Arrays *out)
{
    const size_t bytes = (size_t)count * sizeof(double);
    *out = (Arrays){.a = aligned_alloc(64, bytes), .b = aligned_alloc(64, bytes), .c = aligned_alloc(64, bytes), .count = count};
    if (!out->a || !out->b || !out->c) {
        arrays_free(out);
        return false;
    }
    double *a = out->a, *b = out->b, *c = out->c;
#pragma omp parallel for num_threads(threads) schedule(static) default(none) shared(a, b, c, count)
    for (int64_t i = 0; i < count; i++) {
        a[i] = 0;
        b[i] = 1;
        c[i] = 2;
    }
    return true;
}

static int64_t passes_of(const MicroJob *job)
{
    return LEAST_BYTES / job->size > 1 ? LEAST_BYTES / job->size : 1;
}

static void run_triad(MicroState *state, const MicroJob *job)
{
    Arrays        arrays;
    const int64_t count = job->size / 3 / (int64_t)sizeof(double) / 8 * 8;
    if (!arrays_make(count, job->threads, &arrays)) {
        micro_fail(state, "out of memory");
        return;
    }
    double       *a = arrays.a, *b = arrays.b, *c = arrays.c;
    const int64_t passes = passes_of(job);
    micro_output(state, a, (size_t)count * sizeof *a);
    while (micro_next(state)) {
#pragma omp parallel num_threads(job->threads) default(none) shared(a, b, c, count, passes)
        for (int64_t p = 0; p < passes; p++) {
#pragma omp for simd schedule(static)
            for (int64_t i = 0; i < count; i++)
                a[i] = b[i] + (double)p * c[i];
        }
        micro_use(a);
    }
    micro_bytes(state, 3.0 * (double)(passes * count) * sizeof(double));
    micro_working_set(state, 3.0 * (double)count * sizeof(double));
    arrays_free(&arrays);
}

static void run_read(MicroState *state, const MicroJob *job)
{
    Arrays        arrays;
    const int64_t count = job->size / 3 / (int64_t)sizeof(double) / 8 * 8;
    if (!arrays_make(count, job->threads, &arrays)) {
        micro_fail(state, "out of memory");
        return;
    }
    const int64_t passes = passes_of(job);
    const double *a = arrays.a, *b = arrays.b, *c = arrays.c;
    double        sum = 0;
    micro_output(state, &sum, sizeof sum);
    while (micro_next(state)) {
        sum = 0;
#pragma omp parallel num_threads(job->threads) default(none) shared(a, b, c, count, passes, sum)
        for (int64_t p = 0; p < passes; p++) {
#pragma omp for simd schedule(static) reduction(+ : sum)
            for (int64_t i = 0; i < count; i++)
                sum += a[i] + b[i] + c[i];
        }
        micro_use(&sum);
    }
    micro_bytes(state, 3.0 * (double)(passes * count) * sizeof(double));
    micro_working_set(state, 3.0 * (double)count * sizeof(double));
    arrays_free(&arrays);
}

void micro_bandwidth(void)
{
    static const int64_t SIZES[] = {1, 32, 256}; // MiB: a core's own cache, the shared one, memory
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        char name[64];
        snprintf(name, sizeof name, "read/mib:%lld", (long long)SIZES[i]);
        micro_register_threads(name, run_read, NULL, SIZES[i] << 20);
        snprintf(name, sizeof name, "triad/mib:%lld", (long long)SIZES[i]);
        micro_register_threads(name, run_triad, NULL, SIZES[i] << 20);
    }
}
