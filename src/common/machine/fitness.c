#include "machine/fitness.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/gnu.h"
#include "base/text.h"
#include "machine/private/environment_parts.h"
#include "machine/private/kernel_files.h"

static const struct {
    const char *name, *effect, *remedy;
    bool        strict;
} FACTS[] = {
#define FITNESS(constant, name, strict, effect, remedy) {name, effect, remedy, strict},
#include "machine/fitness_list.h"
#undef FITNESS
};

const char *fitness_name(FitnessKind kind)
{
    return FACTS[kind].name;
}

const char *fitness_effect(FitnessKind kind)
{
    return FACTS[kind].effect;
}

const char *fitness_remedy(FitnessKind kind)
{
    return FACTS[kind].remedy;
}

bool fitness_strict(FitnessKind kind)
{
    return FACTS[kind].strict;
}

// ---- reading ----

enum { PATH_SIZE = 1024, LIST_SIZE = 4096 };

static bool read_number(const char *root, const char *path, int64_t *out)
{
    char line[64];
    return kernel_file_line(root, path, line, sizeof line) && text_to_int(line, out);
}

// The number at the start of what follows `key` in a file of lines.
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
static bool read_allowed(const char *root, char list[LIST_SIZE])
{
    return kernel_file_value(root, "/proc/self/status", "Cpus_allowed_list", list, LIST_SIZE) && next_of(list, 0) >= 0;
}

static int64_t count_throttling(const char *root)
{
    static const char *const FILES[] = {"core_throttle_count", "package_throttle_count"};
    char                     list[LIST_SIZE], path[PATH_SIZE];
    int64_t                  sum = -1, count = 0;
    for (long pu = read_allowed(root, list) ? next_of(list, 0) : -1; pu >= 0; pu = next_of(list, pu + 1))
        for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/thermal_throttle/%s", pu, FILES[i]);
            if (read_number(root, path, &count))
                sum = (sum < 0 ? 0 : sum) + count;
        }
    return sum;
}

void fitness_count(const char *root, FitnessCounts *out)
{
    int64_t in = 0, outward = 0;
    *out = (FitnessCounts){.paged = -1, .stopped = environment_quota_stops(root), .throttled = count_throttling(root)};
    out->timed = core_times_read(root, &out->times);
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

#define STOLEN_MOST 0.005       // of the time of all cores
#define SWAP_USED_MOST 0.1      // of the swap space
#define MEMORY_FREE_LEAST 0.125 // of the memory

// Shares of the time of all cores between two counts.
static bool read_shares(const FitnessCounts *before, const FitnessCounts *after, double *busy, double *stolen)
{
    const double all = (double)after->times.all - (double)before->times.all;
    if (!before->timed || !after->timed || !(all > 0))
        return false;
    *busy = 1 - ((double)after->times.idle - (double)before->times.idle) / all;
    *stolen = ((double)after->times.stolen - (double)before->times.stolen) / all;
    return true;
}

static FitnessFinding judge_governor(const char *root)
{
    char list[LIST_SIZE], path[PATH_SIZE], governor[64], other[64] = "";
    int  count = 0, others = 0;
    for (long pu = read_allowed(root, list) ? next_of(list, 0) : -1; pu >= 0; pu = next_of(list, pu + 1)) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/cpufreq/scaling_governor", pu);
        if (!kernel_file_line(root, path, governor, sizeof governor))
            continue;
        count++;
        if (strcmp(governor, "performance") == 0)
            continue;
        others++;
        memcpy(other, governor, sizeof other);
    }
    if (count == 0)
        return unknown();
    return others ? finding(FITNESS_UNFIT, "%s on %d of %d processing units", other, others, count) : finding(FITNESS_FIT, "performance");
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
    return finding(unless(now > 0), "%" PRId64 " events since the machine was started, %" PRId64 " while it was looked at",
                   after->throttled, now);
}

static int count_allowed(const char *root)
{
    char list[LIST_SIZE];
    int  count = 0;
    for (long pu = read_allowed(root, list) ? next_of(list, 0) : -1; pu >= 0; pu = next_of(list, pu + 1))
        count++;
    return count ? count : 1;
}

static FitnessFinding judge_quota(const char *root, int threads, const FitnessCounts *before, const FitnessCounts *after)
{
    const double  cores = environment_quota(root);
    const int64_t stops = before->stopped >= 0 && after->stopped >= 0 ? after->stopped - before->stopped : 0;
    if (isnan(cores))
        return finding(unless(stops > 0), "none");
    return finding(unless(cores < threads || stops > 0), "%.3g cores for %d thread%s, used up %" PRId64 " times while it was looked at",
                   cores, threads, threads == 1 ? "" : "s", stops);
}

static FitnessFinding judge_smt(const char *root, int threads)
{
    char list[LIST_SIZE], siblings[LIST_SIZE], path[PATH_SIZE];
    int  pus = 0, cores = 0;
    for (long pu = read_allowed(root, list) ? next_of(list, 0) : -1; pu >= 0; pu = next_of(list, pu + 1)) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%ld/topology/thread_siblings_list", pu);
        if (!kernel_file_line(root, path, siblings, sizeof siblings))
            return unknown();
        bool first = true; // of those of its core that may be used
        for (long other = next_of(siblings, 0); other >= 0 && other < pu; other = next_of(siblings, other + 1))
            first = first && next_of(list, other) != other;
        pus++;
        cores += first;
    }
    if (pus == 0)
        return unknown();
    return finding(unless(pus > cores && threads > cores), "%d processing units on %d cores, %d thread%s", pus, cores, threads,
                   threads == 1 ? "" : "s");
}

static FitnessFinding judge_swap(const char *root, const FitnessCounts *before, const FitnessCounts *after)
{
    int64_t       total = 0, left = 0;
    const int64_t moved = before->paged >= 0 && after->paged >= 0 ? after->paged - before->paged : 0;
    if (!read_value(root, "/proc/meminfo", "SwapTotal", &total) || !read_value(root, "/proc/meminfo", "SwapFree", &left))
        return unknown();
    if (total == 0)
        return finding(FITNESS_FIT, "none");
    return finding(unless(moved > 0 || (double)(total - left) > SWAP_USED_MOST * (double)total),
                   "%" PRId64 " of %" PRId64 " MiB in use, %" PRId64 " pages moved while it was looked at", (total - left) / 1024,
                   total / 1024, moved);
}

static FitnessFinding judge_memory(const char *root)
{
    int64_t total = 0, left = 0;
    if (!read_value(root, "/proc/meminfo", "MemTotal", &total) || !read_value(root, "/proc/meminfo", "MemAvailable", &left))
        return unknown();
    return finding(unless((double)left < MEMORY_FREE_LEAST * (double)total), "%" PRId64 " of %" PRId64 " MiB free", left / 1024,
                   total / 1024);
}

// Those that are read without a call of the kernel.
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
    double used = 0, stolen = 0;
    threads = threads ? threads : count_allowed(root);
    const bool shares = read_shares(before, after, &used, &stolen);
    *out = (Fitness){.findings = {[FITNESS_LOAD] = unknown(),
                                  [FITNESS_STOLEN] = unknown(),
                                  [FITNESS_GOVERNOR] = judge_governor(root),
                                  [FITNESS_BOOST] = judge_boost(root),
                                  [FITNESS_THROTTLING] = judge_throttling(before, after),
                                  [FITNESS_QUOTA] = judge_quota(root, threads, before, after),
                                  [FITNESS_SMT] = judge_smt(root, threads),
                                  [FITNESS_SWAP] = judge_swap(root, before, after),
                                  [FITNESS_MEMORY] = judge_memory(root),
                                  [FITNESS_CLOCK] = judge_clock(root),
                                  [FITNESS_HUGE_PAGES] = judge_huge_pages(root),
                                  [FITNESS_GUEST] = judge_guest(root)}};
    if (shares && busy)
        out->findings[FITNESS_LOAD] = finding(unless(used > QUIET_BUSY_MOST), "%.0f %% of the cores in use", 100 * used);
    if (shares)
        out->findings[FITNESS_STOLEN] = finding(unless(stolen > STOLEN_MOST), "%.1f %% of the time of the cores", 100 * stolen);
}

void fitness_look(const char *root, int threads, int pause_ms, int descriptor, Fitness *out)
{
    FitnessCounts before, after;
    fitness_count(root, &before);
    quiet_pause(pause_ms, descriptor);
    fitness_count(root, &after);
    fitness_judge(root, threads, &before, &after, true, out);
}

int fitness_unfit(const Fitness *fitness, bool strict, char *out, size_t size)
{
    int    count = 0;
    size_t used = 0;
    *out = '\0';
    for (int kind = 0; kind < FITNESS_COUNT; kind++) {
        if (fitness->findings[kind].state != FITNESS_UNFIT || FACTS[kind].strict != strict)
            continue;
        if (used < size)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s: %s", count ? ", " : "", FACTS[kind].name, fitness->findings[kind].value);
        count++;
    }
    return count;
}
