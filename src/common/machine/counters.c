#include "machine/counters.h"

#include <linux/perf_event.h>
#include <math.h>
#include <omp.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "machine/private/counters_memory.h"

enum { LISTED = COUNTER_CPU_TIME }; // the counters of counter_list.h come first

static const struct {
    const char  *name;
    CounterGroup group;
    uint32_t     type;
    uint64_t     config;
    bool         kernel;
} TABLE[COUNTER_COUNT] = {
#define COUNTER(constant, name, group, type, config, kernel, what) {name, group, type, config, kernel},
#include "machine/counter_list.h"
#undef COUNTER
    {"cpu_ns", GROUP_NONE, 0, 0, false},
    {"memory_bytes", GROUP_NONE, 0, 0, true},
};

const char *counter_name(Counter counter)
{
    return TABLE[counter].name;
}

// The counters of one thread; read by the thread that ends a phase.
struct CounterThread {
    int       file[LISTED];         // −1: not available
    int       leader[GROUP_COUNT];  // the file through which the group is read; −1: the group is empty
    uint64_t  value[COUNTER_COUNT]; // at the last lap
    uint64_t  enabled[GROUP_COUNT], running[GROUP_COUNT];
    clockid_t clock; // CPU time of this thread
    int (*time)(clockid_t clock, struct timespec *out);
};

static int open_event(void *user, struct perf_event_attr *event, int pid, int cpu, int group)
{
    (void)user;
    return (int)syscall(SYS_perf_event_open, event, pid, cpu, group, PERF_FLAG_FD_CLOEXEC);
}

const CounterSystem COUNTER_SYSTEM = {.open = open_event, .devices = "/sys/bus/event_source/devices", .time = clock_gettime};

// ---- opening ----

// Opens the events for the calling thread, on any core. The first available event of a group leads it. (The kernel's task clock is not
// used: as a leader it keeps other kernel events at zero, and as a member it stops. The thread's CPU clock has the same value.)
static bool open_own(const CounterSystem *system, CounterThread *thread)
{
    for (int group = 0; group < GROUP_COUNT; group++)
        thread->leader[group] = -1;
    for (int c = 0; c < LISTED; c++) {
        int                   *leader = &thread->leader[TABLE[c].group];
        struct perf_event_attr event = {.type = TABLE[c].type,
                                        .size = sizeof event,
                                        .config = TABLE[c].config,
                                        .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
                                        .exclude_kernel = !TABLE[c].kernel,
                                        .exclude_hv = 1};
        thread->file[c] = system->open(system->user, &event, 0, -1, *leader);
        *leader = *leader < 0 ? thread->file[c] : *leader;
    }
    thread->time = system->time;
    return pthread_getcpuclockid(pthread_self(), &thread->clock) == 0;
}

static void find_known(Counters *counters, bool clocks)
{
    for (int c = 0; c < LISTED; c++) {
        counters->known[c] = true;
        for (int t = 0; t < counters->threads; t++)
            counters->known[c] = counters->known[c] && counters->of[t].file[c] >= 0;
    }
    counters->known[COUNTER_CPU_TIME] = clocks;
    counters->known[COUNTER_MEMORY_BYTES] = counters->machine->count > 0;
}

Status counters_open(const CounterSystem *system, int threads, Counters *out)
{
    ASSERT(threads >= 1 && !omp_in_parallel());
    *out = (Counters){.of = calloc((size_t)threads, sizeof *out->of), .machine = calloc(1, sizeof *out->machine)};
    if (!out->of || !out->machine)
        return status_make(STATUS_MEMORY, "out of memory for the counters of %d threads", threads);
    CounterThread *of = out->of;
    for (int t = 0; t < threads; t++)
        memset(of[t].file, -1, sizeof of[t].file);
    out->threads = threads;
    bool clocks = true;
#pragma omp parallel num_threads(threads) default(none) shared(system, of) reduction(&& : clocks)
    clocks = open_own(system, &of[omp_get_thread_num()]);
    TRY(counter_machine_open(system, out->machine));
    find_known(out, clocks);
    counters_lap(out, NULL);
    return status_ok();
}

void counters_close(Counters *counters)
{
    for (int t = 0; t < counters->threads; t++)
        for (int c = 0; c < LISTED; c++)
            if (counters->of[t].file[c] >= 0)
                close(counters->of[t].file[c]);
    if (counters->machine)
        counter_machine_close(counters->machine);
    free(counters->machine);
    free(counters->of);
    *counters = (Counters){0};
}

// ---- laps ----

// now: the running total.
static void add_new(CounterThread *thread, Counter counter, uint64_t now, CounterSums *sums)
{
    if (sums)
        sums->value[counter] += (double)(now - thread->value[counter]);
    thread->value[counter] = now;
}

// The kernel's record of a group, in the order of opening.
typedef struct GroupReading {
    uint64_t count, enabled, running, value[LISTED];
} GroupReading;

static bool read_group(const CounterThread *thread, CounterGroup group, GroupReading *out)
{
    int members = 0;
    for (int c = 0; c < LISTED; c++)
        members += TABLE[c].group == group && thread->file[c] >= 0;
    const size_t size = offsetof(GroupReading, value) + (size_t)members * sizeof *out->value;
    return read(thread->leader[group], out, size) == (ssize_t)size && out->count == (uint64_t)members;
}

static void lap_group(Counters *counters, CounterThread *thread, CounterGroup group, CounterSums *sums)
{
    GroupReading now;
    if (thread->leader[group] < 0)
        return;
    if (!read_group(thread, group, &now)) {
        for (int c = 0; c < LISTED; c++)
            counters->known[c] = counters->known[c] && TABLE[c].group != group;
        return;
    }
    if (sums) {
        sums->enabled_ns[group] += (double)(now.enabled - thread->enabled[group]);
        sums->running_ns[group] += (double)(now.running - thread->running[group]);
    }
    thread->enabled[group] = now.enabled;
    thread->running[group] = now.running;
    for (int c = 0, member = 0; c < LISTED; c++)
        if (TABLE[c].group == group && thread->file[c] >= 0)
            add_new(thread, (Counter)c, now.value[member++], sums);
}

static void lap_clock(Counters *counters, CounterThread *thread, CounterSums *sums)
{
    struct timespec now = {0};
    if (thread->time(thread->clock, &now) != 0)
        counters->known[COUNTER_CPU_TIME] = false;
    add_new(thread, COUNTER_CPU_TIME, (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec, sums);
}

void counters_lap(Counters *counters, CounterSums *sums)
{
    double bytes = 0;
    for (int t = 0; t < counters->threads; t++) {
        for (int group = 0; group < GROUP_COUNT; group++)
            lap_group(counters, &counters->of[t], (CounterGroup)group, sums);
        lap_clock(counters, &counters->of[t], sums);
    }
    if (!counter_machine_lap(counters->machine, &bytes))
        counters->known[COUNTER_MEMORY_BYTES] = false;
    if (sums)
        sums->value[COUNTER_MEMORY_BYTES] += bytes;
}

double counters_value(const Counters *counters, const CounterSums *sums, Counter counter)
{
    const CounterGroup group = TABLE[counter].group;
    if (!counters->known[counter])
        return (double)NAN;
    if (group == GROUP_NONE || sums->enabled_ns[group] == sums->running_ns[group])
        return sums->value[counter];
    return sums->running_ns[group] > 0 ? sums->value[counter] * sums->enabled_ns[group] / sums->running_ns[group] : (double)NAN;
}
