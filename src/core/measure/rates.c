#include "measure/rates.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "measure/private/peak_flops.h"
#include "measure/private/vector_register.h"

enum { PAGE = 4096, HUGE_PAGE = 1 << 21, ROUNDS = 4 };

// Bytes per thread; below it loop overhead would dominate.
static const int64_t SMALLEST_PART = 4096;

// Bytes moved by the shortest sample: half a millisecond in the L1 cache.
static const int64_t SAMPLE_BYTES = INT64_C(1) << 27, SAMPLE_ROUNDS = 1 << 19;

// The best of several samples may be this fraction of the true value.
static const double NOISE = 0.9;

#define LINE_BYTES INT64_C(64)

// A register of doubles. Eight sums hide the latency of two additions a cycle (four cycles) and fit in the sixteen registers that the
// smallest sets have. A part is a multiple of eight registers, so that no loop has a remainder.
GNU_VECTOR(double, Register, REGISTER_BYTES);
enum { LINE_REGISTERS = LINE_BYTES / REGISTER_BYTES, GRAIN = 8 };

double rates_bandwidth_of(BandwidthPass pass, int64_t lines, int threads, int64_t passes, const int64_t ns[RATES_SAMPLES])
{
    const int64_t named = pass == BANDWIDTH_TRIAD ? lines - lines % 3 : lines; // three arrays of the same length, each moved once
    const int64_t moved = pass == BANDWIDTH_UPDATE ? 2 * named : named;        // read and written back
    int64_t       min = ns[0];
    for (int i = 1; i < RATES_SAMPLES; i++)
        min = ns[i] < min ? ns[i] : min;
    return 1e9 * (double)(moved * LINE_BYTES * threads * passes) / (double)min;
}

bool rates_agree(const Bandwidth *set)
{
    return set->read >= NOISE * (2 * set->triad / 3) && set->read >= NOISE * (set->update / 2);
}

// ---- one thread ----

// A thread's own memory; data[count] is in use.
typedef struct Part {
    Register *data;
    int64_t   count;
} Part;

// The sums are carried from pass to pass, so that no pass can be optimised away as a repetition.
static Register read_part(const Part *part, Register sum)
{
    Register        s[GRAIN] = {sum};
    const Register *a = part->data, *const end = a + part->count;
    for (; a < end; a += GRAIN)
        for (int k = 0; k < GRAIN; k++)
            s[k] += a[k];
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

static void update_part(const Part *part, double s)
{
    Register *a = part->data, *const end = a + part->count;
    for (; a < end; a += GRAIN)
        for (int k = 0; k < GRAIN; k++)
            a[k] *= s;
}

// Three arrays in one part, each with a different offset within its page, to avoid 4K aliasing of loads and stores.
typedef struct Triad {
    Register *a, *b, *c;
    int64_t   count;
} Triad;

static Triad cut_triad(const Part *part)
{
    const int64_t page = PAGE / LINE_BYTES, lines = part->count / LINE_REGISTERS / 3;
    const int64_t stride = ((lines + page - 1) / page * page + page / 3) * LINE_REGISTERS;
    return (Triad){.a = part->data, .b = part->data + stride, .c = part->data + 2 * stride, .count = lines * LINE_REGISTERS};
}

static void triad_part(const Triad *t, double s)
{
    Register *restrict a = t->a;
    const Register *restrict b = t->b, *restrict c = t->c;
    for (int64_t i = 0; i < t->count; i += LINE_REGISTERS)
        for (int k = 0; k < LINE_REGISTERS; k++)
            a[i + k] = b[i + k] + s * c[i + k];
}

// ---- a team ----

typedef struct Memory { // of a team: [threads] parts
    int   threads;
    Part *parts;
} Memory;

static void memory_free(Memory *memory)
{
    for (int t = 0; memory->parts && t < memory->threads; t++)
        free(memory->parts[t].data);
    free(memory->parts);
    *memory = (Memory){0};
}

// Each thread allocates its own part and touches it first. The part has space for `bytes` of the team and the gaps of cut_triad. It is on
// huge pages if available, because the sample measures memory and not address translation.
static Part make_part(int64_t bytes, int threads)
{
    const int64_t room = (bytes / threads + 4 * PAGE + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    double       *data = aligned_alloc(HUGE_PAGE, (size_t)room);
    if (!data)
        return (Part){0};
    madvise(data, (size_t)room, MADV_HUGEPAGE);
    for (int64_t i = 0; i < room / (int64_t)sizeof *data; i++)
        data[i] = 1;
    return (Part){.data = (Register *)data, .count = room / REGISTER_BYTES};
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
        good = parts[t].data;
    if (good)
        return status_ok();
    memory_free(out);
    return status_make(STATUS_MEMORY, "out of memory for the %lld MiB of the bandwidth measurement", (long long)(bytes >> 20));
}

// One sample: `passes` passes over the parts by the whole team, ns.
static int64_t time_read(const Memory *memory, int64_t passes, double *sink)
{
    int64_t start = 0, end = 0;
    double  total = 0;
#pragma omp parallel num_threads(memory->threads) default(none) shared(memory, passes, start, end) reduction(+ : total)
    {
        const Part part = memory->parts[omp_get_thread_num()];
        Register   sum = read_part(&part, (Register){0});
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            sum = read_part(&part, sum);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
        for (size_t k = 0; k < REGISTER_BYTES / sizeof(double); k++)
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
        update_part(&part, 1);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            update_part(&part, p & 1 ? 0.5 : 2);
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
        triad_part(&triad, 0.5);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            start = clock_ns();
        for (int64_t p = 0; p < passes; p++)
            triad_part(&triad, p & 1 ? 0.5 : 0.25);
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            end = clock_ns();
    }
    return end - start;
}

// Measures the parts restricted to a working set of `bytes`: reading, updating and triad in turns, so that other load on the machine
// disturbs all three.
static Bandwidth sample_set(const Memory *memory, int64_t bytes, double *sink)
{
    const int64_t lines = memory->parts[0].count / LINE_REGISTERS, passes = SAMPLE_BYTES / bytes > 1 ? SAMPLE_BYTES / bytes : 1;
    int64_t       read[RATES_SAMPLES], update[RATES_SAMPLES], triad[RATES_SAMPLES];
    for (int i = 0; i < RATES_SAMPLES; i++) {
        read[i] = time_read(memory, passes, sink);
        update[i] = time_update(memory, passes);
        triad[i] = time_triad(memory, passes);
    }
    return (Bandwidth){.bytes = bytes,
                       .read = rates_bandwidth_of(BANDWIDTH_READ, lines, memory->threads, passes, read),
                       .update = rates_bandwidth_of(BANDWIDTH_UPDATE, lines, memory->threads, passes, update),
                       .triad = rates_bandwidth_of(BANDWIDTH_TRIAD, lines, memory->threads, passes, triad)};
}

// Rates that do not agree are measured again. Other load only lowers them, so the best ones count.
static void measure_set(Memory *memory, int64_t bytes, double *sink, Bandwidth *out)
{
    for (int t = 0; t < memory->threads; t++)
        memory->parts[t].count = bytes / memory->threads / REGISTER_BYTES / GRAIN * GRAIN;
    *out = (Bandwidth){.bytes = bytes};
    for (int round = 0; round == 0 || (round < ROUNDS && !rates_agree(out)); round++) {
        const Bandwidth sampled = sample_set(memory, bytes, sink);
        *out = (Bandwidth){.bytes = bytes,
                           .read = fmax(out->read, sampled.read),
                           .update = fmax(out->update, sampled.update),
                           .triad = fmax(out->triad, sampled.triad)};
    }
}

// All values read are 1 or nearly so: checks that they were read.
static Status check_sink(double sink)
{
    return sink > 0 ? status_ok() : status_make(STATUS_INTERNAL, "the memory of the bandwidth measurement lost its contents");
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

static Status measure_flops(int threads, PeakFlops *out)
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

// The next larger set: a factor of 2^¼, or of 2.
static int64_t next_set(int64_t bytes)
{
    static const int64_t QUARTERS[] = {4096, 4871, 5793, 6889}; // 4096 · 2^(k/4)
    int64_t              octave = RATES_SMALLEST;
    while (2 * octave <= bytes)
        octave *= 2;
    for (int k = 1; k < 4 && octave < RATES_FINEST; k++)
        if (octave / 4096 * QUARTERS[k] > bytes)
            return octave / 4096 * QUARTERS[k];
    return 2 * octave;
}

static void measure_sets(Memory *memory, int64_t largest, double *sink, Rates *out)
{
    int64_t bytes = RATES_SMALLEST;
    while (bytes < SMALLEST_PART * memory->threads)
        bytes = next_set(bytes);
    for (; bytes <= largest && out->set_count < RATES_SETS; bytes = next_set(bytes))
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
    return measure_flops(threads, &out->flops);
}
