#include "machine/fitness.h"

#include <inttypes.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "base/text.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"

const FitnessFact FITNESS_FACTS[FITNESS_COUNT] = {
#define FITNESS(constant, name, strict, effect, remedy) {name, effect, remedy, strict},
#include "machine/fitness_list.h"
#undef FITNESS
};

// ---- reading ----

enum { PATH_SIZE = 1024, LIST_SIZE = 4096, WAIT_MS = 400 };

// The first line of /proc/stat (proc(5)): user nice system idle iowait irq softirq steal; guests are counted in user and nice.
static bool read_times(const char *root, FitnessCounts *out)
{
    enum { IDLE = 3, IOWAIT = 4, STEAL = 7, FIELDS = 8 };
    int64_t t[FIELDS] = {0};
    char    line[512], *rest = NULL;
    int     count = 0;
    if (!kernel_file_line(root, "/proc/stat", line, sizeof line) || strncmp(line, "cpu ", 4) != 0)
        return false;
    for (char *word = strtok_r(line + 4, " ", &rest); word && count < FIELDS; word = strtok_r(NULL, " ", &rest))
        if (!text_to_int(word, &t[count++]))
            return false;
    out->idle = (uint64_t)(t[IDLE] + t[IOWAIT]);
    out->stolen = (uint64_t)t[STEAL];
    for (int i = 0; i < FIELDS; i++)
        out->all += (uint64_t)t[i];
    return count > IDLE;
}

static bool read_number(const char *root, const char *path, int64_t *out)
{
    char line[64];
    return kernel_file_line(root, path, line, sizeof line) && text_to_int(line, out);
}

// The number after `key` in a file of lines.
static bool read_value(const char *root, const char *path, const char *key, int64_t *out)
{
    char text[64];
    if (!kernel_file_value(root, path, key, text, sizeof text))
        return false;
    text[strcspn(text, " \t")] = '\0';
    return text_to_int(text, out);
}

// The first number from `from` on in a list like "0-3,8"; −1: none.
static long next_of(const char *list, long from)
{
    for (const char *at = list; *at; at += *at == ',') {
        int64_t first = 0, last = 0;
        if (!text_take_digits(at, &first, &at))
            return -1;
        last = first;
        if (*at == '-' && !text_take_digits(at + 1, &last, &at))
            return -1;
        if (last >= from)
            return first > from ? (long)first : from;
    }
    return -1;
}

// The processing units that this process may use.
typedef struct Units {
    int     count, cores;   // number of units, and of their cores; −1: unknown
    int     governed, slow; // number with a governor, and with a governor other than performance
    char    governor[64];   // name of such a governor
    int64_t throttled;      // throttling events; −1: unknown
} Units;

static void add_unit(const char *root, const char *allowed, long pu, Units *out)
{
    static const char *const THROTTLING[] = {"core_throttle_count", "package_throttle_count"};
    char                     path[PATH_SIZE], governor[sizeof out->governor], siblings[LIST_SIZE];
    int64_t                  events = 0;
    bool                     first = true; // first unit of its core
    out->count++;
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor", pu);
    if (kernel_file_line(root, path, governor, sizeof governor)) {
        out->governed++;
        out->slow += strcmp(governor, "performance") != 0;
        if (strcmp(governor, "performance") != 0)
            memcpy(out->governor, governor, sizeof governor);
    }
    for (size_t i = 0; i < sizeof THROTTLING / sizeof *THROTTLING; i++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/thermal_throttle/%s", pu, THROTTLING[i]);
        if (read_number(root, path, &events))
            out->throttled = (out->throttled < 0 ? 0 : out->throttled) + events;
    }
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/topology/thread_siblings_list", pu);
    if (out->cores < 0 || !kernel_file_line(root, path, siblings, sizeof siblings)) {
        out->cores = -1;
        return;
    }
    for (long other = next_of(siblings, 0); other >= 0 && other < pu; other = next_of(siblings, other + 1))
        first = first && next_of(allowed, other) != other;
    out->cores += first;
}

static Units read_units(const char *root)
{
    Units units = {.throttled = -1};
    char  list[LIST_SIZE];
    if (kernel_file_value(root, "/proc/self/status", "Cpus_allowed_list", list, sizeof list))
        for (long pu = next_of(list, 0); pu >= 0; pu = next_of(list, pu + 1))
            add_unit(root, list, pu, &units);
    return units;
}

void fitness_count(const char *root, FitnessCounts *out)
{
    int64_t in = 0, outward = 0;
    *out = (FitnessCounts){.paged = -1, .stopped = environment_quota(root).stops, .throttled = read_units(root).throttled};
    out->timed = read_times(root, out);
    if (read_value(root, "/proc/vmstat", "pswpin", &in) && read_value(root, "/proc/vmstat", "pswpout", &outward))
        out->paged = in + outward;
}

// ---- judging ----

static FitnessFinding finding(FitnessState state, const char *format, ...) GNU_PRINTF(2, 3);

static FitnessFinding finding(FitnessState state, const char *format, ...)
{
    FitnessFinding out = {.state = state};
    va_list        arguments;
    va_start(arguments, format);
    vsnprintf(out.value, sizeof out.value, format, arguments);
    va_end(arguments);
    text_make_printable(out.value);
    return out;
}

static FitnessFinding unknown(void)
{
    return finding(FITNESS_UNKNOWN, "not reported by this system");
}

static FitnessState unless(bool bad)
{
    return bad ? FITNESS_UNFIT : FITNESS_FIT;
}

static const double BUSY_MAX = 0.05, STOLEN_MAX = 0.005;          // fractions of the time of all cores
static const double SWAP_USED_MAX = 0.1, MEMORY_FREE_MIN = 0.125; // fractions of the swap space, of the memory

// Shares of the time of all cores between two counts.
static bool read_shares(const FitnessCounts *before, const FitnessCounts *after, double *busy, double *stolen)
{
    const double all = (double)after->all - (double)before->all;
    if (!before->timed || !after->timed || !(all > 0))
        return false;
    *busy = 1 - ((double)after->idle - (double)before->idle) / all;
    *stolen = ((double)after->stolen - (double)before->stolen) / all;
    return true;
}

static FitnessFinding judge_governor(const Units *units)
{
    if (units->governed == 0)
        return unknown();
    return units->slow ? finding(FITNESS_UNFIT, "%s on %d of %d processing units", units->governor, units->slow, units->governed)
                       : finding(FITNESS_FIT, "performance");
}

static FitnessFinding judge_boost(const char *root)
{
    bool on = false;
    return environment_boost(root, &on) ? finding(unless(on), on ? "on" : "off") : unknown();
}

static FitnessFinding judge_throttling(const FitnessCounts *before, const FitnessCounts *after)
{
    if (before->throttled < 0 || after->throttled < 0)
        return unknown();
    const int64_t now = after->throttled - before->throttled;
    return finding(unless(now > 0), "%" PRId64 " events since boot, %" PRId64 " during the check", after->throttled, now);
}

static FitnessFinding judge_quota(const char *root, int threads, const FitnessCounts *before, const FitnessCounts *after)
{
    const double  cores = environment_quota(root).cores;
    const int64_t stops = before->stopped >= 0 && after->stopped >= 0 ? after->stopped - before->stopped : 0;
    if (isnan(cores))
        return finding(unless(stops > 0), "none");
    return finding(unless(cores < threads || stops > 0), "%.3g cores for %d thread%s, used up %" PRId64 " times during the check", cores,
                   threads, threads == 1 ? "" : "s", stops);
}

static FitnessFinding judge_smt(const Units *units, int threads)
{
    if (units->count == 0 || units->cores < 0)
        return unknown();
    return finding(unless(units->count > units->cores && threads > units->cores), "%d processing units on %d cores, %d thread%s",
                   units->count, units->cores, threads, threads == 1 ? "" : "s");
}

static FitnessFinding judge_swap(const char *root, const FitnessCounts *before, const FitnessCounts *after)
{
    int64_t       total = 0, left = 0;
    const int64_t moved = before->paged >= 0 && after->paged >= 0 ? after->paged - before->paged : 0;
    if (!read_value(root, "/proc/meminfo", "SwapTotal", &total) || !read_value(root, "/proc/meminfo", "SwapFree", &left))
        return unknown();
    if (total == 0)
        return finding(FITNESS_FIT, "none");
    return finding(unless(moved > 0 || (double)(total - left) > SWAP_USED_MAX * (double)total),
                   "%" PRId64 " of %" PRId64 " MiB in use, %" PRId64 " pages moved during the check", (total - left) / 1024, total / 1024,
                   moved);
}

static FitnessFinding judge_memory(const char *root)
{
    int64_t total = 0, left = 0;
    if (!read_value(root, "/proc/meminfo", "MemTotal", &total) || !read_value(root, "/proc/meminfo", "MemAvailable", &left))
        return unknown();
    return finding(unless((double)left < MEMORY_FREE_MIN * (double)total), "%" PRId64 " of %" PRId64 " MiB free", left / 1024,
                   total / 1024);
}

// Fit: clock sources that are read without a kernel call.
static FitnessFinding judge_clock(const char *root)
{
    static const char *const FAST[] = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", NULL};
    char                     source[64];
    if (!kernel_file_line(root, "/sys/devices/system/clocksource/clocksource0/current_clocksource", source, sizeof source))
        return unknown();
    return finding(unless(text_find(source, FAST) < 0), "%s", source);
}

static FitnessFinding judge_huge_pages(const char *root)
{
    char mode[64];
    return environment_huge_pages(root, mode, sizeof mode) ? finding(unless(strcmp(mode, "never") == 0), "%s", mode) : unknown();
}

static FitnessFinding judge_guest(const char *root)
{
    bool guest = false;
    return environment_guest(root, &guest) ? finding(unless(guest), guest ? "yes" : "no") : unknown();
}

void fitness_judge(const char *root, int threads, const FitnessCounts *before, const FitnessCounts *after, bool busy, Fitness *out)
{
    double      used = 0, stolen = 0;
    const Units units = read_units(root);
    threads = threads ? threads : units.count ? units.count : 1;
    const bool shares = read_shares(before, after, &used, &stolen);
    *out = (Fitness){.findings = {[FITNESS_LOAD] = unknown(),
                                  [FITNESS_STOLEN] = unknown(),
                                  [FITNESS_GOVERNOR] = judge_governor(&units),
                                  [FITNESS_BOOST] = judge_boost(root),
                                  [FITNESS_THROTTLING] = judge_throttling(before, after),
                                  [FITNESS_QUOTA] = judge_quota(root, threads, before, after),
                                  [FITNESS_SMT] = judge_smt(&units, threads),
                                  [FITNESS_SWAP] = judge_swap(root, before, after),
                                  [FITNESS_MEMORY] = judge_memory(root),
                                  [FITNESS_CLOCK] = judge_clock(root),
                                  [FITNESS_HUGE_PAGES] = judge_huge_pages(root),
                                  [FITNESS_GUEST] = judge_guest(root)}};
    if (shares && busy)
        out->findings[FITNESS_LOAD] = finding(unless(used > BUSY_MAX), "%.0f %% of the cores in use", 100 * used);
    if (shares)
        out->findings[FITNESS_STOLEN] = finding(unless(stolen > STOLEN_MAX), "%.1f %% of the time of the cores", 100 * stolen);
}

// Ends early if `descriptor` becomes readable, and then returns true.
static bool pause_for(int ms, int descriptor)
{
    return poll(&(struct pollfd){.fd = descriptor, .events = POLLIN}, 1, ms) > 0;
}

void fitness_look(const char *root, int threads, int pause_ms, int descriptor, Fitness *out)
{
    FitnessCounts before, after;
    fitness_count(root, &before);
    pause_for(pause_ms, descriptor);
    fitness_count(root, &after);
    fitness_judge(root, threads, &before, &after, true, out);
}

bool fitness_wait_quiet(const char *root, double limit_s, int descriptor)
{
    const int64_t end = clock_ns() + (int64_t)(limit_s * 1e9);
    for (;;) {
        FitnessCounts before = {0}, after = {0};
        double        busy, stolen;
        before.timed = read_times(root, &before);
        const bool stopped = pause_for(WAIT_MS, descriptor);
        after.timed = read_times(root, &after);
        if (!read_shares(&before, &after, &busy, &stolen) || busy <= BUSY_MAX)
            return true;
        if (stopped || clock_ns() >= end)
            return false;
    }
}

int fitness_unfit(const Fitness *fitness, bool strict, char *out, size_t size)
{
    int    count = 0;
    size_t used = 0;
    *out = '\0';
    for (int kind = 0; kind < FITNESS_COUNT; kind++) {
        if (fitness->findings[kind].state != FITNESS_UNFIT || FITNESS_FACTS[kind].strict != strict)
            continue;
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s: %s", count ? ", " : "", FITNESS_FACTS[kind].name,
                                     fitness->findings[kind].value);
        count++;
    }
    return count;
}
