// Fitness of a machine, from folders that imitate its proc/ and sys/. One machine is fit. For each fact of the list one input makes the
// machine unfit and changes no other fact. A fact that the system does not report never makes it unfit. Quotas of nested cgroups, of both
// versions.
#include <math.h>

#include "check.h"
#include "folder.h"
#include "machine/environment.h"
#include "machine/fitness.h"
#include "machine/private/environment_parts.h"

enum { THREADS = 2 };

static int set_up(void **state)
{
    *state = folder_create();
    return 0;
}

static int tear_down(void **state)
{
    folder_remove(*state);
    free(*state);
    return 0;
}

#define MACHINE_TEST(name) TEST_ON(char, name, set_up, tear_down)

typedef struct File {
    const char *path, *text;
} File;

#define CPU "sys/devices/system/cpu/"
#define STAT "proc/stat"
#define MEMORY "proc/meminfo"
#define TSC "sys/devices/system/clocksource/clocksource0/current_clocksource"
#define HUGE "sys/kernel/mm/transparent_hugepage/enabled"
#define PAGES "sys/fs/cgroup/"

// Four processing units on two cores, of which this process may use 0 to 2.
static const File FIT[] = {{STAT, "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3\n"},
                           {"proc/vmstat", "nr_free_pages 5\npswpin 7\npswpout 9\n"},
                           {MEMORY, "MemTotal: 8000000 kB\nMemAvailable: 7000000 kB\nSwapTotal: 1000000 kB\nSwapFree: 950000 kB\n"},
                           {"proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu sse avx2\n"},
                           {"proc/self/status", "Name:\tx\nCpus_allowed:\t7\nCpus_allowed_list:\t0-1,2\n"},
                           {"proc/self/cgroup", "0::/user/job\n"},
                           {PAGES "user/job/cpu.max", "200000 100000\n"},
                           {PAGES "user/cpu.max", "max 100000\n"},
                           {PAGES "user/job/cpu.stat", "usage_usec 5\nnr_throttled 3\n"},
                           {CPU "cpu0/topology/thread_siblings_list", "0,2\n"},
                           {CPU "cpu1/topology/thread_siblings_list", "1,3\n"},
                           {CPU "cpu2/topology/thread_siblings_list", "0,2\n"},
                           {CPU "cpu0/cpufreq/scaling_governor", "performance\n"},
                           {CPU "cpu1/cpufreq/scaling_governor", "performance\n"},
                           {CPU "cpu2/cpufreq/scaling_governor", "performance\n"},
                           {CPU "cpu3/cpufreq/scaling_governor", "powersave\n"}, // not available to this process
                           {CPU "cpu0/thermal_throttle/core_throttle_count", "4\n"},
                           {CPU "cpu1/thermal_throttle/package_throttle_count", "5\n"},
                           {CPU "intel_pstate/no_turbo", "1\n"},
                           {TSC, "tsc\n"},
                           {HUGE, "always [madvise] never\n"}};
enum { FIT_COUNT = sizeof FIT / sizeof *FIT };

// 1000 ticks of all cores later, all idle.
static const File LATER = {STAT, "cpu  100 0 100 1800 0 0 0 0 0 0\n"};

static void make_fit(const char *root)
{
    for (int i = 0; i < FIT_COUNT; i++)
        folder_write(root, FIT[i].path, FIT[i].text);
}

// The fitness if `before` is written before the first look at the machine, and `meanwhile` between the two looks.
static Fitness look(const char *root, const File *before, const File *meanwhile, int threads)
{
    FitnessCounts first, last;
    Fitness       out;
    make_fit(root);
    if (before->path)
        folder_write(root, before->path, before->text);
    fitness_count(root, &first);
    folder_write(root, LATER.path, LATER.text);
    if (meanwhile->path)
        folder_write(root, meanwhile->path, meanwhile->text);
    fitness_count(root, &last);
    fitness_judge(root, threads, &first, &last, true, &out);
    return out;
}

static const File NONE = {NULL, NULL};

MACHINE_TEST(a_fit_machine_is_fit)
{
    const Fitness out = look(f, &NONE, &NONE, THREADS);
    char          text[400];
    for (int kind = 0; kind < FITNESS_COUNT; kind++)
        if (out.findings[kind].state != FITNESS_FIT)
            fail_msg("%s: %s", FITNESS_FACTS[kind].name, out.findings[kind].value);
    assert_int_equal(fitness_unfit(&out, true, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_string_equal(out.findings[FITNESS_QUOTA].value, "2 cores for 2 threads, used up 0 times during the check");
    assert_string_equal(out.findings[FITNESS_SMT].value, "3 processing units on 2 cores, 2 threads");
}

typedef struct Unfit {
    FitnessKind kind;
    File        before, meanwhile;
    int         threads;
    const char *value; // part of the value
} Unfit;

static const Unfit UNFIT[] = {
    {FITNESS_LOAD, {0}, {STAT, "cpu  200 0 160 1640 0 0 0 0 0 0\n"}, 2, "16 % of the cores in use"},
    {FITNESS_STOLEN, {0}, {STAT, "cpu  100 0 100 1790 0 0 0 10 0 0\n"}, 2, "1.0 % of the time"},
    {FITNESS_GOVERNOR, {CPU "cpu1/cpufreq/scaling_governor", "powersave\n"}, {0}, 2, "powersave on 1 of 3 processing units"},
    {FITNESS_BOOST, {CPU "intel_pstate/no_turbo", "0\n"}, {0}, 2, "on"},
    {FITNESS_THROTTLING, {0}, {CPU "cpu0/thermal_throttle/core_throttle_count", "6\n"}, 2, "11 events since boot, 2 during"},
    {FITNESS_QUOTA, {PAGES "user/cpu.max", "150000 100000\n"}, {0}, 2, "1.5 cores for 2 threads"},
    {FITNESS_QUOTA, {0}, {PAGES "user/job/cpu.stat", "nr_throttled 4\n"}, 2, "used up 1 times"},
    {FITNESS_SMT, {PAGES "user/job/cpu.max", "max 100000\n"}, {0}, 3, "3 processing units on 2 cores, 3 threads"},
    {FITNESS_SMT, {PAGES "user/job/cpu.max", "max 100000\n"}, {0}, 0, "3 processing units on 2 cores, 3 threads"}, // as many as it may use
    {FITNESS_SWAP, {0}, {"proc/vmstat", "pswpin 8\npswpout 9\n"}, 2, "1 pages moved"},
    {FITNESS_SWAP,
     {MEMORY, "MemTotal: 8000000 kB\nMemAvailable: 7000000 kB\nSwapTotal: 1000000 kB\nSwapFree: 500000 kB\n"},
     {0},
     2,
     "488 of 976 MiB in use"},
    {FITNESS_MEMORY,
     {MEMORY, "MemTotal: 8000000 kB\nMemAvailable: 900000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n"},
     {0},
     2,
     "878 of 7812 MiB free"},
    {FITNESS_CLOCK, {TSC, "hpet\n"}, {0}, 2, "hpet"},
    {FITNESS_HUGE_PAGES, {HUGE, "always madvise [never]\n"}, {0}, 2, "never"},
    {FITNESS_GUEST, {"proc/cpuinfo", "flags\t\t: fpu hypervisor avx2\n"}, {0}, 2, "yes"},
};
enum { UNFIT_COUNT = sizeof UNFIT / sizeof *UNFIT };

MACHINE_TEST(each_fact_is_found_by_itself)
{
    bool known[FITNESS_COUNT] = {false};
    for (int i = 0; i < UNFIT_COUNT; i++) {
        const Fitness out = look(f, &UNFIT[i].before, &UNFIT[i].meanwhile, UNFIT[i].threads);
        for (int kind = 0; kind < FITNESS_COUNT; kind++)
            if ((out.findings[kind].state == FITNESS_UNFIT) != (kind == (int)UNFIT[i].kind))
                fail_msg("row %d: %s is %s", i, FITNESS_FACTS[kind].name, out.findings[kind].value);
        if (!strstr(out.findings[UNFIT[i].kind].value, UNFIT[i].value))
            fail_msg("%s, not %s", out.findings[UNFIT[i].kind].value, UNFIT[i].value);
        char       text[400];
        const bool strict = FITNESS_FACTS[UNFIT[i].kind].strict;
        assert_int_equal(fitness_unfit(&out, strict, text, sizeof text), 1);
        assert_true(strncmp(text, FITNESS_FACTS[UNFIT[i].kind].name, strlen(FITNESS_FACTS[UNFIT[i].kind].name)) == 0);
        assert_int_equal(fitness_unfit(&out, !strict, text, sizeof text), 0);
        known[UNFIT[i].kind] = true;
    }
    for (int kind = 0; kind < FITNESS_COUNT; kind++)
        if (!known[kind])
            fail_msg("nothing here makes a machine unfit by its %s", FITNESS_FACTS[kind].name);
}

// The load that the process itself causes during a run does not count.
MACHINE_TEST(its_own_work_is_no_load)
{
    FitnessCounts first, last;
    Fitness       out;
    make_fit(f);
    fitness_count(f, &first);
    folder_write(f, STAT, "cpu  1000 0 100 900 0 0 0 0 0 0\n");
    fitness_count(f, &last);
    fitness_judge(f, THREADS, &first, &last, false, &out);
    assert_int_equal(out.findings[FITNESS_LOAD].state, FITNESS_UNKNOWN);
    assert_int_equal(out.findings[FITNESS_STOLEN].state, FITNESS_FIT);
}

// Each file missing, empty, and with nonsense in it; finally all of them missing.
MACHINE_TEST(what_is_not_reported_refuses_nothing)
{
    static const char *const TEXTS[] = {NULL, "", "\n", "x y z\n", "-1 -1\n", "99999999999999999999 99999999999999999999\n"};
    enum { SANE = 4, TEXT_COUNT = sizeof TEXTS / sizeof *TEXTS };
    make_fit(f);
    for (int i = 0; i <= FIT_COUNT; i++)
        for (int k = 0; k < (i < FIT_COUNT ? TEXT_COUNT : 1); k++) {
            Fitness out;
            char    text[400];
            if (i < FIT_COUNT)
                folder_write(f, FIT[i].path, TEXTS[k]);
            fitness_look(i < FIT_COUNT ? f : "/nonexistent/machine", THREADS, 0, -1, &out);
            for (int kind = 0; kind < FITNESS_COUNT; kind++) {
                const bool word = kind == FITNESS_CLOCK || kind == FITNESS_GOVERNOR; // any word other than the good one is unfit
                if (k < SANE && !word && out.findings[kind].state == FITNESS_UNFIT)
                    fail_msg("row %d, text %d: %s is %s", i, k, FITNESS_FACTS[kind].name, out.findings[kind].value);
            }
            assert_true(fitness_unfit(&out, true, text, 20) >= 0); // also with a short buffer
            if (i < FIT_COUNT)
                folder_write(f, FIT[i].path, FIT[i].text);
        }
}

// Only the line that sums all cores counts, and it must contain numbers only.
MACHINE_TEST(times_of_one_core_are_not_those_of_all)
{
    FitnessCounts times;
    make_fit(f);
    fitness_count(f, &times);
    assert_true(times.timed && times.all == 1000 && times.idle == 800);
    folder_write(f, STAT, "cpu  100 20 300 4000 50000 6 7 80 9 9\n"); // waiting for a disk is idle
    fitness_count(f, &times);
    assert_true(times.timed && times.all == 54513 && times.idle == 54000 && times.stolen == 80);
    static const char *const OTHERS[] = {"cpu0 100 0 100 800 0 0 0 0 0 0\n", "cpu  100 0 x 800 0 0 0 0\n", "cpu  100 0 100\n", "cpu\n"};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        folder_write(f, STAT, OTHERS[i]);
        fitness_count(f, &times);
        assert_false(times.timed);
    }
}

MACHINE_TEST(quotas_of_old_cgroups_count)
{
    folder_write(f, "proc/self/cgroup", "5:memory:/a\n4:cpu,cpuacct:/slice/job\n0::/\n");
    assert_true(isnan(environment_quota(f).cores));
    folder_write(f, "sys/fs/cgroup/cpu/slice/job/cpu.cfs_quota_us", "-1\n");
    folder_write(f, "sys/fs/cgroup/cpu/slice/job/cpu.cfs_period_us", "100000\n");
    assert_true(isnan(environment_quota(f).cores));
    folder_write(f, "sys/fs/cgroup/cpu/slice/cpu.cfs_quota_us", "50000\n");
    folder_write(f, "sys/fs/cgroup/cpu/slice/cpu.cfs_period_us", "100000\n");
    assert_near(environment_quota(f).cores, 0.5, 1e-12);
    folder_write(f, "sys/fs/cgroup/cpu/cpu.stat", "nr_periods 3\nnr_throttled 2\n");
    assert_int_equal(environment_quota(f).stops, 2);
    folder_write(f, "sys/fs/cgroup/cpu.max", "25000 100000\n"); // several quotas: the smallest counts
    assert_near(environment_quota(f).cores, 0.25, 1e-12);
}

MACHINE_TEST(killed_processes_are_of_the_own_group_where_the_system_counts_them)
{
    assert_int_equal(environment_oom_kills(f), 0);
    folder_write(f, "proc/vmstat", "nr_free_pages 9\noom_kill 7\n");
    assert_int_equal(environment_oom_kills(f), 7);
    folder_write(f, "proc/self/cgroup", "4:memory:/b\n0::/slice/job\n");
    assert_int_equal(environment_oom_kills(f), 7);
    folder_write(f, "sys/fs/cgroup/slice/job/memory.events", "max 3\noom 2\noom_kill 1\noom_group_kill 0\n");
    assert_int_equal(environment_oom_kills(f), 1);
    folder_write(f, "proc/self/cgroup", "0::/\n"); // in a container
    folder_write(f, "sys/fs/cgroup/memory.events", "oom_kill 2\n");
    assert_int_equal(environment_oom_kills(f), 2);
}

// The real machine can be read too, with any result.
TEST(this_machine_can_be_read)
{
    Fitness f;
    fitness_look("", 1, 20, -1, &f);
    assert_int_not_equal(f.findings[FITNESS_MEMORY].state, FITNESS_UNKNOWN);
}
