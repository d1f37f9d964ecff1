// Counters: the kernel's counters against a known program, unavailable counters, and scaling by hand. Also memory controllers of a made-up
// machine, and the counted pass of a case.
#include "machine/counters.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <omp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "folder.h"
#include "worker/private/counting.h"

static double value_of(const Counters *counters, const CounterSums *sums, Counter counter)
{
    return counters_value(counters, sums, counter);
}

// CPU time of the calling thread.
static int64_t core_ns(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now), 0);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void burn_ms(int ms)
{
    const int64_t end = core_ns() + ms * INT64_C(1000000);
    while (core_ns() < end)
        continue;
}

// ---- this machine ----

static int64_t core_ns_of_team(void)
{
    int64_t sum = 0;
#pragma omp parallel num_threads(2) default(none) reduction(+ : sum)
    sum += core_ns();
    return sum;
}

// A lap counts as much as the CPU clocks of all threads, read before and after it.
TEST(test_time_of_a_team)
{
    Counters    counters;
    CounterSums sums = {0};
    int64_t     outer[2], inner[2];
    outer[0] = core_ns_of_team();
    assert_ok(counters_open(&COUNTER_SYSTEM, 2, &counters));
    assert_true(counters.known[COUNTER_CPU_TIME]);
    inner[0] = core_ns_of_team();
#pragma omp parallel num_threads(2) default(none)
    burn_ms(2);
    inner[1] = core_ns_of_team();
    counters_lap(&counters, &sums);
    outer[1] = core_ns_of_team();
    const double ns = value_of(&counters, &sums, COUNTER_CPU_TIME);
    assert_true(inner[1] - inner[0] >= 4000000); // both threads
    assert_true(ns >= (double)(inner[1] - inner[0]) && ns <= (double)(outer[1] - outer[0]));
    counters_close(&counters);
    counters_close(&counters); // a second close is harmless
}

TEST(test_page_faults)
{
    enum { PAGES = 64 };
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    Counters     counters;
    CounterSums  sums = {0}, none = {0};
    assert_ok(counters_open(&COUNTER_SYSTEM, 1, &counters));
    if (!counters.known[COUNTER_PAGE_FAULTS]) {
        counters_close(&counters);
        skip();
    }
    char *block = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(block != MAP_FAILED);
    assert_int_equal(madvise(block, PAGES * size, MADV_NOHUGEPAGE), 0);
    counters_lap(&counters, NULL);
    for (size_t i = 0; i < PAGES; i++)
        ((volatile char *)block)[i * size] = 1;
    counters_lap(&counters, &sums);
    for (size_t i = 0; i < PAGES; i++)
        ((volatile char *)block)[i * size] = 2;
    counters_lap(&counters, &none);
    assert_true(value_of(&counters, &sums, COUNTER_PAGE_FAULTS) >= PAGES);
    assert_true(value_of(&counters, &none, COUNTER_PAGE_FAULTS) * 2 < PAGES);
    munmap(block, PAGES * size);
    counters_close(&counters);
}

// ---- a made-up kernel ----

enum { OPENED_MAX = 64 };

typedef struct FakeKernel {
    bool     refuse_hardware, refuse_all;
    bool     readable;       // every group can be read, as zeros, when it is opened
    int      refused_thread; // the thread whose events are refused; −1: no thread
    int      count;
    uint32_t type[OPENED_MAX];
    uint64_t config[OPENED_MAX], format[OPENED_MAX];
    bool     without_kernel[OPENED_MAX];
    int      group[OPENED_MAX], cpu[OPENED_MAX], pid[OPENED_MAX];
    int      file[OPENED_MAX], writer[OPENED_MAX]; // an event reads the bytes written there
} FakeKernel;

static int fake_open(void *user, struct perf_event_attr *event, int pid, int cpu, int group)
{
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER; // the thread sanitizer misses the end of an OpenMP critical section
    FakeKernel            *k = user;
    int                    result = -1;
    pthread_mutex_lock(&one_at_a_time);
    if (!k->refuse_all && !(k->refuse_hardware && event->type == PERF_TYPE_HARDWARE) && omp_get_thread_num() != k->refused_thread) {
        int pair[2];
        if (pipe2(pair, O_CLOEXEC | O_NONBLOCK) == 0 && k->count < OPENED_MAX) {
            const int i = k->count++;
            k->type[i] = event->type;
            k->config[i] = event->config;
            k->format[i] = event->read_format;
            k->without_kernel[i] = event->exclude_kernel;
            k->group[i] = group;
            k->cpu[i] = cpu;
            k->pid[i] = pid;
            result = k->file[i] = pair[0];
            k->writer[i] = pair[1];
            const uint64_t zeros[6] = {3};
            if (k->readable && group < 0 && write(pair[1], zeros, sizeof zeros) != (ssize_t)sizeof zeros)
                result = -1;
        }
    }
    pthread_mutex_unlock(&one_at_a_time);
    return result;
}

static void close_writers(const FakeKernel *k)
{
    for (int i = 0; i < k->count; i++)
        close(k->writer[i]);
}

static CounterSystem system_of(FakeKernel *k, const char *devices)
{
    return (CounterSystem){.open = fake_open, .user = k, .devices = devices, .time = clock_gettime};
}

// Sets the result of the next read of an event's group.
static void will_read(const FakeKernel *k, int event, uint64_t enabled, uint64_t running, const uint64_t values[3])
{
    const uint64_t reading[] = {3, enabled, running, values[0], values[1], values[2]};
    assert_int_equal(write(k->writer[event], reading, sizeof reading), (ssize_t)sizeof reading);
}

// A count over a quarter of the time is multiplied by four; a lap adds the difference since the last one.
TEST(test_scaling_by_hand)
{
    FakeKernel          k = {.refused_thread = -1};
    const CounterSystem system = system_of(&k, "/nonexistent");
    Counters            counters;
    CounterSums         sums = {0}, later = {0}, never = {0};
    assert_ok(counters_open(&system, 1, &counters));
    assert_true(isnan(value_of(&counters, &sums, COUNTER_CYCLES))); // nothing could be read when the group was opened
    for (int c = 0; c <= COUNTER_MIGRATIONS; c++)
        counters.known[c] = true;
    assert_int_equal(k.count, 6);
    assert_int_equal(k.group[0], -1);
    assert_int_equal(k.group[1], k.file[0]); // cycles lead the group of the processor's events
    assert_int_equal(k.group[2], k.file[0]);
    assert_int_equal(k.group[3], -1); // page faults lead the group of the kernel's events
    assert_int_equal(k.group[5], k.file[3]);
    assert_true(k.without_kernel[0] && k.without_kernel[3] && !k.without_kernel[4]);
    assert_int_equal(k.pid[0], 0); // the thread that opens it, on any core
    assert_int_equal(k.cpu[0], -1);
    assert_int_equal(k.format[0], PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING);
    will_read(&k, 0, 1000, 1000, (uint64_t[]){50, 70, 90});
    will_read(&k, 3, 500, 500, (uint64_t[]){1, 2, 3});
    counters_lap(&counters, &sums);
    assert_true(value_of(&counters, &sums, COUNTER_CYCLES) == 50 && value_of(&counters, &sums, COUNTER_INSTRUCTIONS) == 70);
    assert_true(value_of(&counters, &sums, COUNTER_PAGE_FAULTS) == 1 && value_of(&counters, &sums, COUNTER_MIGRATIONS) == 3);
    will_read(&k, 0, 1400, 1100, (uint64_t[]){60, 80, 95});
    will_read(&k, 3, 600, 600, (uint64_t[]){5, 5, 5});
    counters_lap(&counters, &later);
    assert_true(value_of(&counters, &later, COUNTER_CYCLES) == 40 && value_of(&counters, &later, COUNTER_INSTRUCTIONS) == 40);
    assert_true(value_of(&counters, &later, COUNTER_LLC_MISSES) == 20);
    assert_true(value_of(&counters, &later, COUNTER_PAGE_FAULTS) == 4);
    will_read(&k, 0, 1500, 1100, (uint64_t[]){60, 80, 95}); // enabled, but never running
    will_read(&k, 3, 700, 700, (uint64_t[]){6, 6, 6});
    counters_lap(&counters, &never);
    assert_true(isnan(value_of(&counters, &never, COUNTER_CYCLES)));
    assert_true(value_of(&counters, &never, COUNTER_PAGE_FAULTS) == 1);
    counters_close(&counters);
    close_writers(&k);
}

// A virtual machine without the processor's counters still has the kernel's.
TEST(test_hardware_refused)
{
    FakeKernel          k = {.refuse_hardware = true, .refused_thread = -1};
    const CounterSystem system = system_of(&k, "/nonexistent");
    Counters            counters;
    assert_ok(counters_open(&system, 2, &counters));
    assert_int_equal(k.count, 6);
    assert_true(!counters.known[COUNTER_CYCLES] && !counters.known[COUNTER_LLC_MISSES] && !counters.known[COUNTER_MEMORY_BYTES]);
    counters_close(&counters);
    close_writers(&k);
}

// If no counter is available, that is no failure, and no value is zero.
TEST(test_all_refused)
{
    FakeKernel          k = {.refuse_all = true, .refused_thread = -1};
    const CounterSystem system = system_of(&k, "/nonexistent");
    Counters            counters;
    CounterSums         sums = {0};
    assert_ok(counters_open(&system, 2, &counters));
    counters_lap(&counters, &sums);
    for (int c = 0; c < COUNTER_COUNT; c++)
        assert_true(c == COUNTER_CPU_TIME || isnan(value_of(&counters, &sums, (Counter)c))); // CPU time does not need these events
    counters_close(&counters);
}

// A sum over some of the threads only is unknown.
TEST(test_one_thread_refused)
{
    for (int thread = -1; thread < 2; thread++) { // whichever thread it is
        FakeKernel          k = {.refused_thread = thread, .readable = true};
        const CounterSystem system = system_of(&k, "/nonexistent");
        Counters            counters;
        assert_ok(counters_open(&system, 2, &counters));
        for (int c = 0; c <= COUNTER_MIGRATIONS; c++)
            assert_int_equal(counters.known[c], thread < 0);
        assert_true(counters.known[COUNTER_CPU_TIME] && !counters.known[COUNTER_MEMORY_BYTES]);
        counters_close(&counters);
        close_writers(&k);
    }
}

// CPU times of two threads at the opening and at three laps; a lap reads one thread after the other.
static int fake_reads;

static int fake_time(clockid_t clock, struct timespec *out)
{
    static const struct timespec TIMES[4][2] = {
        {{0, 900000000}, {7, 999999999}}, {{0, 930000000}, {8, 29999999}}, {{1, 5000000}, {8, 29999999}}, {{0, 0}, {0, 0}}};
    const int lap = fake_reads / 2, thread = fake_reads % 2;
    fake_reads++;
    *out = TIMES[lap][thread];
    return lap == 3 ? -1 : 0;
}

// The sum over the threads since the last lap, also across a full second; unknown when a clock cannot be read.
TEST(test_cpu_time_by_hand)
{
    FakeKernel    k = {.refuse_all = true};
    CounterSystem system = system_of(&k, "/nonexistent");
    Counters      counters;
    CounterSums   sums[3] = {0};
    fake_reads = 0;
    system.time = fake_time;
    assert_ok(counters_open(&system, 2, &counters));
    for (int lap = 0; lap < 2; lap++) {
        counters_lap(&counters, &sums[lap]);
        assert_true(value_of(&counters, &sums[lap], COUNTER_CPU_TIME) == (lap ? 75e6 : 60e6));
    }
    counters_lap(&counters, &sums[2]);
    assert_true(isnan(value_of(&counters, &sums[2], COUNTER_CPU_TIME)));
    counters_close(&counters);
}

// ---- memory controllers ----

static void make_controller(const char *folder)
{
    static const char *const FILES[][2] = {{"type", "17\n"},
                                           {"cpumask", "0,28\n"},
                                           {"format/event", "config:0-7\n"},
                                           {"format/umask", "config:8-15\n"},
                                           {"format/inv", "config:23\n"},
                                           {"events/cas_count_read", "event=0x05,umask=0xcf\n"},
                                           {"events/cas_count_read.scale", "6.103515625e-5\n"}, // 64 bytes
                                           {"events/cas_count_read.unit", "MiB\n"},
                                           {"events/cas_count_write", "event=0x05,umask=0xf0,inv\n"},
                                           {"events/cas_count_write.scale", "6.103515625e-5\n"},
                                           {"events/cas_count_write.unit", "MiB\n"}};
    assert_int_equal(mkdir(folder, 0777), 0);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        folder_write(folder, FILES[i][0], FILES[i][1]);
}

// Every event of the machine has counted 1000 when it is opened, and again when counting begins.
static int answering_open(void *user, struct perf_event_attr *event, int pid, int cpu, int group)
{
    FakeKernel    *k = user;
    const uint64_t first[] = {1000, 1000};
    const int      file = fake_open(user, event, pid, cpu, group);
    if (file >= 0 && pid == -1)
        assert_int_equal(write(k->writer[k->count - 1], first, sizeof first), sizeof first);
    return file;
}

static bool controller_is_known(const char *folder, const char *name, const char *text)
{
    FakeKernel    k = {.refused_thread = -1};
    CounterSystem system = system_of(&k, folder);
    Counters      counters;
    char          path[128];
    system.open = answering_open;
    snprintf(path, sizeof path, "%s/uncore_imc_0", folder);
    folder_write(path, name, text);
    assert_ok(counters_open(&system, 1, &counters));
    const bool known = counters.known[COUNTER_MEMORY_BYTES];
    counters_close(&counters);
    close_writers(&k);
    return known;
}

TEST(test_memory_controllers)
{
    char *folder = folder_create(), device[128];
    snprintf(device, sizeof device, "%s/uncore_imc_0", folder);
    make_controller(device);
    FakeKernel    k = {.refuse_hardware = true, .refused_thread = -1};
    CounterSystem system = system_of(&k, folder);
    Counters      counters;
    CounterSums   sums = {0};
    system.open = answering_open;
    assert_ok(counters_open(&system, 1, &counters));
    assert_int_equal(k.count, 3 + 4); // the kernel's events, and two of the controller on two packages
    assert_true(counters.known[COUNTER_MEMORY_BYTES]);
    assert_int_equal(k.type[3], 17);
    assert_int_equal(k.config[3], 0xcf05);
    assert_int_equal(k.config[5], 0x80f005);
    assert_int_equal(k.cpu[3], 0);
    assert_int_equal(k.cpu[4], 28);
    assert_int_equal(k.pid[3], -1);
    for (int i = 3; i < 7; i++) { // 1, 2, 3 and 4 lines of 64 bytes more
        const uint64_t count = 1000 + (uint64_t)(i - 2);
        assert_int_equal(write(k.writer[i], &count, sizeof count), sizeof count);
    }
    for (int lap = 0; lap < 2; lap++) {
        counters_lap(&counters, &sums);
        if (lap == 0)
            assert_true(fabs(value_of(&counters, &sums, COUNTER_MEMORY_BYTES) - 640) < 1e-9);
    }
    assert_true(isnan(value_of(&counters, &sums, COUNTER_MEMORY_BYTES))); // the second lap could not read any event
    counters_close(&counters);
    close_writers(&k);

    assert_false(controller_is_known(folder, "events/cas_count_write.unit", "furlongs\n")); // one event alone is not enough
    assert_true(controller_is_known(folder, "events/cas_count_write.unit", "MiB\n"));
    static const char *const UNKNOWN[] = {"config1:8-15", "config:-8-15", "config: 8-15", "config:8- 15", "config:8-15,20-23"};
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) // unknown encodings
        assert_false(controller_is_known(folder, "format/umask", UNKNOWN[i]));
    folder_remove(folder);
    free(folder);
}

// ---- phases ----

// Sleeps for some wall time, and computes for some CPU time.
static void spend(int wall_ms, int core_ms)
{
    const int64_t end = clock_ns() + wall_ms * INT64_C(1000000);
    while (clock_ns() < end)
        continue;
    burn_ms(core_ms);
}

static double cpu_of(const Counting *counting, const CountedPart *part)
{
    return counters_value(&counting->counters, &part->sums, COUNTER_CPU_TIME);
}

// Wall time and CPU time of a phase are its own: at least the time that the phase clock inside measures, at most that of the clock around
// it. The time between two phases belongs to the step only. Warm-up steps are not counted.
TEST(test_phases_have_their_own_times)
{
    Counting   counting;
    PhaseClock clock;
    int64_t    wall[2] = {0}, core[2] = {0};
    assert_ok(counting_open(1, &counting));
    for (int step = 0; step < 2; step++) {
        counting_step_begin(&counting, step == 0, &clock);
        phase_clock_enter(&clock, PHASE_LOCAL);
        spend(1, 1);
        wall[0] = clock_ns(), core[0] = core_ns();
        phase_clock_enter(&clock, PHASE_SOLVE);
        spend(2, 1);
        phase_clock_enter(&clock, PHASE_NONE);
        wall[1] = clock_ns(), core[1] = core_ns();
        spend(1, 1);
        counting_step_end(&counting);
        if (step == 0)
            for (int phase = 0; phase < PHASE_COUNT; phase++)
                assert_true(!counting.phases[phase].entered && counting.phases[phase].wall_ns == 0);
        assert_int_equal(counting.steps, step);
    }
    const CountedPart *local = &counting.phases[PHASE_LOCAL], *solve = &counting.phases[PHASE_SOLVE];
    assert_true(local->entered && solve->entered && !counting.phases[PHASE_PROJECT].entered);
    assert_true(clock.ns[PHASE_LOCAL] >= 2000000 && clock.ns[PHASE_SOLVE] >= 3000000);
    assert_true(local->wall_ns >= clock.ns[PHASE_LOCAL] && solve->wall_ns >= clock.ns[PHASE_SOLVE]);
    assert_true(solve->wall_ns <= wall[1] - wall[0]);
    assert_true(counting.step.wall_ns >= local->wall_ns + solve->wall_ns + 2000000);
    assert_true(cpu_of(&counting, local) >= 1e6 && cpu_of(&counting, solve) >= 1e6);
    assert_true(cpu_of(&counting, solve) <= (double)(core[1] - core[0]));
    assert_true(cpu_of(&counting, &counting.step) >= cpu_of(&counting, local) + cpu_of(&counting, solve) + 1e6);
    counting_close(&counting);
}

// Wall time and CPU time of two steps exclude the time between them.
TEST(test_between_steps)
{
    Counting   counting;
    PhaseClock clock;
    int64_t    wall = 0, core = 0;
    assert_ok(counting_open(1, &counting));
    for (int step = 0; step < 2; step++) {
        spend(1, 1);
        wall -= clock_ns(), core -= core_ns();
        counting_step_begin(&counting, false, &clock);
        spend(1, 1);
        counting_step_end(&counting);
        core += core_ns(), wall += clock_ns();
    }
    assert_int_equal(counting.steps, 2);
    assert_in_range(counting.step.wall_ns, 4000000, wall);
    assert_in_range((int64_t)cpu_of(&counting, &counting.step), 2000000, core);
    counting_close(&counting);
}
