#include "measure/rates.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "measure/private/peak_flops.h"

enum { PAGE = 4096, HUGE_PAGE = 1 << 21 };

// Bytes per thread; below it loop overhead would dominate.
static const int64_t SMALLEST_PART = 4096;

// Bytes moved by the shortest sample: half a millisecond in the L1 cache.
static const int64_t SAMPLE_BYTES = INT64_C(1) << 27, SAMPLE_ROUNDS = 1 << 19;

// A cache line of doubles; the loops take sixteen at a time, enough loads in flight to hide the latency of additions.
GNU_VECTOR(double, Line, 64);
#define LINE_BYTES ((int64_t)sizeof(Line))
enum { UNROLL = 8 };

double rates_bandwidth_of(BandwidthPass pass, int64_t lines, int threads, int64_t passes, const int64_t ns[RATES_SAMPLES])
{
    const int64_t named = pass == BANDWIDTH_TRIAD ? lines - lines % 3 : lines; // three arrays of the same length, each moved once
    const int64_t moved = pass == BANDWIDTH_UPDATE ? 2 * named : named;        // read and written back
    int64_t       least = ns[0];
    for (int i = 1; i < RATES_SAMPLES; i++)
        least = ns[i] < least ? ns[i] : least;
    return 1e9 * (double)(moved * LINE_BYTES * threads * passes) / (double)least;
}

// ---- one thread ----

// A thread's own memory: lines[count] in use.
typedef struct Part {
    Line   *lines;
    int64_t count;
} Part;

// The sum is carried from pass to pass, so that no pass can be optimised away as a repetition.
static Line read_lines(const Part *part, Line sum)
{
    Line          s[UNROLL] = {sum};
    const Line   *a = part->lines;
    const int64_t whole = part->count / UNROLL * UNROLL;
    for (int64_t i = 0; i < whole; i += UNROLL)
        for (int k = 0; k < UNROLL; k++)
            s[k] += a[i + k];
    for (int64_t i = whole; i < part->count; i++)
        s[0] += a[i];
    for (int k = 1; k < UNROLL; k++)
        s[0] += s[k];
    return s[0];
}

static void update_lines(const Part *part, double s)
{
    Line *a = part->lines;
    for (int64_t i = 0; i < part->count; i++)
        a[i] *= s;
}

// Three arrays in one part, each with a different offset within its page, to avoid 4K aliasing of loads and stores.
typedef struct Triad {
    Line   *a, *b, *c;
    int64_t count;
} Triad;

static Triad cut_triad(const Part *part)
{
    const int64_t page = PAGE / LINE_BYTES, count = part->count / 3, stride = (count + page - 1) / page * page + page / 3;
    return (Triad){.a = part->lines, .b = part->lines + stride, .c = part->lines + 2 * stride, .count = count};
}

static void triad_lines(const Triad *t, double s)
{
    Line *restrict a = t->a;
    const Line *restrict b = t->b, *restrict c = t->c;
    for (int64_t i = 0; i < t->count; i++)
        a[i] = b[i] + s * c[i];
}

// ---- a team ----

typedef struct Memory { // of a team: [threads] parts
    int   threads;
    Part *parts;
} Memory;

static void memory_free(Memory *memory)
{
    for (int t = 0; memory->parts && t < memory->threads; t++)
        free(memory->parts[t].lines);
    free(memory->parts);
    *memory = (Memory){0};
}

// Each thread allocates its own part and touches it first. Room for `bytes` of the team and the gaps of cut_triad. On huge pages where
// available, because memory is measured and not address translation.
static Part make_part(int64_t bytes, int threads)
{
    const int64_t room = (bytes / threads + 4 * PAGE + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    Line         *lines = aligned_alloc(HUGE_PAGE, (size_t)room);
    if (!lines)
        return (Part){0};
    madvise(lines, (size_t)room, MADV_HUGEPAGE);
    for (int64_t i = 0; i < room / LINE_BYTES; i++)
        lines[i] = (Line){1, 1, 1, 1, 1, 1, 1, 1};
    return (Part){.lines = lines, .count = room / LINE_BYTES};
}

static Status memory_make(int threads, int64_t bytes, Memory *out)
{
    *out = (Memory){.threads = threads, .parts = calloc((size_t)threads, sizeof *out->parts)};
    Part *parts = out->parts;
    bool  good = parts;
    if (good) {
#pragma omp parallel num_threads(threads) default(none) shared(parts, bytes, threads)
        parts[omp_get_thread_num()] = make_part(bytes, threads);
    }
    for (int t = 0; good && t < threads; t++)
        good = parts[t].lines;
    if (good)
        return status_ok();
    memory_free(out);
    return status_make(STATUS_MEMORY, "out of memory for the %lld MiB that the bandwidth is measured on", (long long)(bytes >> 20));
}

// One sample: `passes` passes over the parts by the whole team, ns.
static int64_t time_read(const Memory *memory, int64_t passes, double *sink)
{
    int64_t start = 0, end = 0;
    double  total = 0;
#pragma omp parallel num_threads(memory->threads) default(none) shared(memory, passes, start, end) reduction(+ : total)
    {
        const Part part = memory->parts[omp_get_thread_num()];
        Line       sum = read_lines(&part, (Line){0});
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            sum = read_lines(&part, sum);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
        for (int k = 0; k < 8; k++)
            total += sum[k];
    }
    *sink += total;
    return end - start;
}

static int64_t time_update(const Memory *memory, int64_t passes)
{
    int64_t start = 0, end = 0;
#pragma omp parallel num_threads(memory->threads) default(none) shared(memory, passes, start, end)
    {
        const Part part = memory->parts[omp_get_thread_num()];
        update_lines(&part, 1);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            update_lines(&part, p & 1 ? 0.5 : 2);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
    }
    return end - start;
}

static int64_t time_triad(const Memory *memory, int64_t passes)
{
    int64_t start = 0, end = 0;
#pragma omp parallel num_threads(memory->threads) default(none) shared(memory, passes, start, end)
    {
        const Triad triad = cut_triad(&memory->parts[omp_get_thread_num()]);
        triad_lines(&triad, 0.5);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            triad_lines(&triad, p & 1 ? 0.5 : 0.25);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
    }
    return end - start;
}

// Restricts the parts to a working set of `bytes`.
static void measure_set(Memory *memory, int64_t bytes, double *sink, Bandwidth *out)
{
    const int64_t count = bytes / memory->threads / LINE_BYTES;
    const int64_t passes = SAMPLE_BYTES / bytes > 1 ? SAMPLE_BYTES / bytes : 1;
    int64_t       read[RATES_SAMPLES], update[RATES_SAMPLES], triad[RATES_SAMPLES];
    for (int t = 0; t < memory->threads; t++)
        memory->parts[t].count = count;
    for (int i = 0; i < RATES_SAMPLES; i++)
        read[i] = time_read(memory, passes, sink);
    for (int i = 0; i < RATES_SAMPLES; i++)
        update[i] = time_update(memory, passes);
    for (int i = 0; i < RATES_SAMPLES; i++)
        triad[i] = time_triad(memory, passes);
    *out = (Bandwidth){.bytes = bytes,
                       .read = rates_bandwidth_of(BANDWIDTH_READ, count, memory->threads, passes, read),
                       .update = rates_bandwidth_of(BANDWIDTH_UPDATE, count, memory->threads, passes, update),
                       .triad = rates_bandwidth_of(BANDWIDTH_TRIAD, count, memory->threads, passes, triad)};
}

// All values read are 1 or nearly so: checks that they were read.
static Status check_sink(double sink)
{
    return sink > 0 ? status_ok() : status_make(STATUS_INTERNAL, "the memory whose bandwidth was measured did not keep its contents");
}

Status rates_bandwidth(int threads, int64_t bytes, Bandwidth *out)
{
    Memory memory;
    double sink = 0;
    TRY(memory_make(threads, bytes, &memory));
    measure_set(&memory, bytes, &sink, out);
    memory_free(&memory);
    return check_sink(sink);
}

// ---- operations ----

// One sample by the whole team, operations per second.
static double time_flops(int threads, PeakRun (*run)(int64_t), double *sink)
{
    int64_t start = 0, end = 0;
    double  total = 0, operations = 0;
#pragma omp parallel num_threads(threads) default(none) shared(run, start, end, SAMPLE_ROUNDS) reduction(+ : total, operations)
    {
        total += run(SAMPLE_ROUNDS / 16).value;
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        const PeakRun done = run(SAMPLE_ROUNDS);
        total += done.value;
        operations += done.operations;
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
    }
    *sink += total;
    return 1e9 * operations / (double)(end - start);
}

Status rates_flops(int threads, PeakFlops *out)
{
    double sink = 0;
    *out = (PeakFlops){0};
    for (int i = 0; i < RATES_SAMPLES; i++) {
        out->f32 = fmax(out->f32, time_flops(threads, peak_flops_f32, &sink));
        out->f64 = fmax(out->f64, time_flops(threads, peak_flops_f64, &sink));
    }
    return check_sink(sink);
}

// ---- all of them ----

static void measure_sets(Memory *memory, int64_t largest, double *sink, Rates *out)
{
    int64_t bytes = RATES_SMALLEST;
    while (bytes < SMALLEST_PART * memory->threads)
        bytes *= 2;
    for (; bytes <= largest && out->set_count < RATES_SETS; bytes *= 2)
        measure_set(memory, bytes, sink, &out->sets[out->set_count++]);
}

Status rates_measure(int threads, int64_t largest, Rates *out)
{
    Memory memory;
    double sink = 0;
    *out = (Rates){.threads = threads};
    TRY(memory_make(threads, largest, &memory));
    measure_sets(&memory, largest, &sink, out);
    memory_free(&memory);
    TRY(check_sink(sink));
    return rates_flops(threads, &out->flops);
}
