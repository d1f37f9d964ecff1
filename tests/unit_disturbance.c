// Signs of disturbance: stolen and waiting time from files in the kernel's format, unknown without these files. Also the signs of steps
// while the files change, a second process on the core, and the conditions of a repetition.
#include "machine/disturbance.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "folder.h"
#include "machine/environment.h"
#include "worker/private/conditions.h"

typedef struct Fixture {
    char path[64];
} Fixture;

static int set_up(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    snprintf(f->path, sizeof f->path, "stat-%ld", (long)getpid());
    *state = f;
    return environment_place(1).code == STATUS_OK ? 0 : 1; // so that the only thread of the team stays on its core
}

static int tear_down(void **state)
{
    Fixture *f = *state;
    unlink(f->path);
    free(f);
    return 0;
}

enum { PUS = CPU_SETSIZE };

// Writes a file in the kernel's format, in which each PU from `from` on has lost `ticks`. fields: how many numbers a line has. user: the
// first number of the line that sums all PUs, which may equal the number of a PU.
static void write_stat_after(const Fixture *f, int user, int64_t ticks, int from, int fields)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fprintf(file, "cpu  %d 2 3 4 5 6 7 999999 9 10\n", user);
    for (int pu = from; pu < PUS; pu++) {
        fprintf(file, "cpu%d", pu);
        for (int field = 0; field < fields; field++)
            fprintf(file, " %lld", (long long)(field == 7 ? ticks : 100 + field));
        fprintf(file, "\n");
    }
    fprintf(file, "intr 5 4 3\nctxt 17\n");
    assert_int_equal(fclose(file), 0);
}

static void write_stat(const Fixture *f, int64_t ticks, int from, int fields)
{
    write_stat_after(f, 1000, ticks, from, fields);
}

TEST_ON(Fixture, test_stolen_of_own_cores, set_up, tear_down)
{
    StolenClock clock;
    write_stat(f, 25, 0, 10);
    assert_ok(stolen_open(f->path, 1, &clock));
    assert_int_equal(CPU_COUNT(&clock.pus), 1);
    const double tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    assert_true(fabs(stolen_ms(&clock) - 25 * tick_ms) < 1e-9); // of its own core, not the sum
    write_stat(f, 27, 0, 10);
    assert_true(fabs(stolen_ms(&clock) - 27 * tick_ms) < 1e-9); // the file is read again
    for (size_t pu = 3; pu < 5; pu++)
        CPU_SET(pu, &clock.pus);
    assert_true(fabs(stolen_ms(&clock) - (double)CPU_COUNT(&clock.pus) * 27 * tick_ms) < 1e-9);
    stolen_close(&clock);
    stolen_close(&clock); // a second close is harmless
}

// The line that sums all PUs must not be taken for the line of a PU, whatever its first number is. Shortly after boot this number is small.
TEST_ON(Fixture, test_sum_is_no_core, set_up, tear_down)
{
    const double tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    StolenClock  clock;
    for (int pu = 0; pu < 64; pu++) {
        write_stat_after(f, pu, 25, 0, 10);
        assert_ok(stolen_open(f->path, 1, &clock));
        CPU_ZERO(&clock.pus);
        CPU_SET((size_t)pu, &clock.pus);
        clock.size = 1 << 17;
        free(clock.bytes);
        clock.bytes = malloc(clock.size); // enough for the line of every PU, wherever this thread runs
        assert_non_null(clock.bytes);
        assert_near(stolen_ms(&clock), 25 * tick_ms, 1e-9);
        stolen_close(&clock);
    }
}

static int64_t slept_nothing_ns(void)
{
    return 7000000000;
}

static int64_t slept_inexactly_ns(void)
{
    return 7004900000;
}

static int64_t slept_2_s_ns(void)
{
    return 9004900000;
}

// Time in which the machine slept counts as stolen, in whole ticks: the inexactness of two clock reads does not count.
TEST_ON(Fixture, test_sleep_is_stolen, set_up, tear_down)
{
    StolenClock clock;
    write_stat(f, 25, 0, 10);
    assert_ok(stolen_open(f->path, 1, &clock));
    clock.slept_before_ns = slept_nothing_ns();
    clock.slept_ns = slept_nothing_ns;
    const double before = stolen_ms(&clock);
    clock.slept_ns = slept_inexactly_ns;
    assert_true(stolen_ms(&clock) == before);
    clock.slept_ns = slept_2_s_ns;
    assert_true(stolen_ms(&clock) - before == 2000);
    stolen_close(&clock);
}

// Unknown is not zero.
TEST_ON(Fixture, test_stolen_unknown, set_up, tear_down)
{
    StolenClock clock;
    assert_ok(stolen_open("/nonexistent/stat", 1, &clock));
    assert_true(isnan(stolen_ms(&clock)));
    stolen_close(&clock);
    write_stat(f, 25, PUS, 10); // no line of any PU
    assert_ok(stolen_open(f->path, 1, &clock));
    assert_true(isnan(stolen_ms(&clock)));
    write_stat(f, 25, 0, 7); // a kernel without this column
    assert_true(isnan(stolen_ms(&clock)));
    write_stat(f, 25, 0, 8);
    assert_true(!isnan(stolen_ms(&clock)));
    stolen_close(&clock);
    assert_true(isnan(stolen_ms(&clock)));
}

TEST_ON(Fixture, test_stolen_here, set_up, tear_down)
{
    StolenClock clock;
    assert_ok(stolen_open("/proc/stat", 1, &clock));
    assert_true(stolen_ms(&clock) >= 0);
    stolen_close(&clock);
}

// ---- waiting ----

// Writes a file for the calling thread, in a folder laid out like /proc/self/task.
static void write_schedstat(const char *folder, const char *text)
{
    char name[64];
    snprintf(name, sizeof name, "%ld/schedstat", (long)gettid());
    folder_write(folder, name, text);
}

TEST_ON(Fixture, test_waiting_of_files, set_up, tear_down)
{
    char        *folder = folder_create();
    WaitingClock clock;
    write_schedstat(folder, "69300 1234567 17\n");
    assert_ok(waiting_open(folder, 1, &clock));
    assert_int_equal(waiting_ns(&clock), 1234567);
    write_schedstat(folder, "69300 1300000 17\n");
    assert_int_equal(waiting_ns(&clock), 1300000);
    write_schedstat(folder, "69300\n");
    assert_int_equal(waiting_ns(&clock), -1);
    write_schedstat(folder, "");
    assert_int_equal(waiting_ns(&clock), -1);
    waiting_close(&clock);
    waiting_close(&clock); // a second close is harmless
    assert_int_equal(waiting_ns(&clock), -1);
    write_schedstat(folder, NULL);
    assert_ok(waiting_open(folder, 1, &clock)); // a kernel without this file
    assert_int_equal(waiting_ns(&clock), -1);
    waiting_close(&clock);
    folder_remove(folder);
    free(folder);
}

// ---- the signs of steps ----

// Moves the start of a sign's interval back by ns, and sets the cost of its sample to zero.
static void begin_earlier(Interval *interval, int64_t ns)
{
    interval->begin_ns -= ns;
    interval->cost_ns = 0;
}

typedef struct Signs {
    Arena        arena;
    StolenClock  stolen;
    WaitingClock waiting;
    Disturbance  d;
} Signs;

static void signs_open(Signs *s, const char *stat, const char *tasks, int steps)
{
    s->arena = arena_init(0);
    assert_ok(stolen_open(stat, 1, &s->stolen));
    assert_ok(waiting_open(tasks, 1, &s->waiting));
    assert_ok(disturbance_init(&s->waiting, &s->stolen, steps, &s->arena, &s->d));
    disturbance_begin(&s->d);
}

static void signs_close(Signs *s)
{
    waiting_close(&s->waiting);
    stolen_close(&s->stolen);
    arena_destroy(&s->arena);
}

// A step that is long compared with a sample has an interval of its own. Shorter steps share one.
TEST_ON(Fixture, test_signs_of_steps, set_up, tear_down)
{
    enum { STEPS = 6 };
    static const int64_t STOLEN[STEPS] = {0, 3, 0, 1, 1, 1}; // ticks
    static const int64_t WAITED[STEPS] = {5, 0, 7, 2, 2, 2}; // ms
    const double         tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    Signs                s;
    char                *folder = folder_create(), text[64];
    int64_t              ticks = 10, waited_ms = 40;
    write_schedstat(folder, "1 40000000 1\n");
    write_stat(f, ticks, 0, 10);
    const int64_t start = clock_ns();
    signs_open(&s, f->path, folder, STEPS);
    for (int step = 0; step < STEPS; step++) {
        const bool long_enough = step < 3, changes = step <= 3;
        ticks += changes ? STOLEN[step] : 0;
        waited_ms += changes ? WAITED[step] : 0;
        write_stat(f, ticks, 0, 10);
        snprintf(text, sizeof text, "1 %lld 1\n", (long long)waited_ms * 1000000);
        write_schedstat(folder, text);
        begin_earlier(&s.d.of_stolen, 12000000);
        begin_earlier(&s.d.of_waiting, 100000000);
        begin_earlier(&s.d.of_ghz, 12000000);
        if (!long_enough)
            s.d.of_ghz.cost_ns = s.d.of_waiting.cost_ns = s.d.of_stolen.cost_ns = INT64_MAX / 1000; // no sample before the end
        disturbance_step(&s.d);
    }
    disturbance_end(&s.d);
    const double longest_ms = 300 + (double)(clock_ns() - start) * 1e-6;
    for (int step = 0; step < STEPS; step++) {
        const DisturbanceSigns *signs = &s.d.signs[step];
        if (!(fabs(signs->stolen_ms - (double)STOLEN[step] * tick_ms) < 1e-9))
            fail_msg("step %d: %g ms stolen", step, signs->stolen_ms);
        const double waited = (double)WAITED[step];
        if (!(signs->waited_share >= waited / longest_ms && signs->waited_share <= waited / 100))
            fail_msg("step %d: waited %g of the time", step, signs->waited_share);
        assert_true(signs->switches >= 0);
        assert_true(signs->ghz > 0.01 && signs->ghz < 20);
    }
    assert_true(s.d.signs[3].ghz == s.d.signs[5].ghz && s.d.signs[3].waited_share == s.d.signs[5].waited_share);
    signs_close(&s);
    folder_remove(folder);
    free(folder);
}

enum { TRIES = 10000 }; // in at least one try nothing disturbs

// Counts exactly the switches since the previous step, if none happens during the measurement.
TEST_ON(Fixture, test_switches_are_counted, set_up, tear_down)
{
    Signs s;
    bool  same = false;
    signs_open(&s, "/nonexistent/stat", "/nonexistent", TRIES);
    for (int i = 0; i < TRIES && !same; i++) {
        const int64_t now = environment_involuntary_switches(), since = now < 5 ? now : 5; // a count below zero means unknown
        s.d.switches_before = now - since;
        disturbance_step(&s.d);
        same = environment_involuntary_switches() == now;
        assert_true(same ? s.d.signs[i].switches == since : s.d.signs[i].switches >= since);
    }
    assert_true(same);
    signs_close(&s);
}

// Stolen time has a resolution of one tick, 10 ms. Before a tick has passed no sample is taken, however cheap; afterwards one is taken.
TEST_ON(Fixture, test_stolen_is_sampled_once_a_tick, set_up, tear_down)
{
    static const int64_t TICK_NS = 10000000;
    Signs                s;
    bool                 below = false;
    write_stat(f, 25, 0, 10);
    signs_open(&s, f->path, "/nonexistent", TRIES + 1);
    for (int i = 0; i < TRIES && !below; i++) {
        const int64_t from = s.d.of_stolen.from, begin = clock_ns() - TICK_NS / 2;
        s.d.of_stolen.begin_ns = begin;
        s.d.of_stolen.cost_ns = 0;
        disturbance_step(&s.d);
        below = clock_ns() - begin < TICK_NS;
        assert_true(!below || s.d.of_stolen.from == from);
    }
    assert_true(below);
    s.d.of_stolen.begin_ns = clock_ns() - TICK_NS;
    s.d.of_stolen.cost_ns = 0;
    disturbance_step(&s.d);
    assert_int_equal(s.d.of_stolen.from, s.d.done);
    signs_close(&s);
}

TEST_ON(Fixture, test_signs_without_statistics, set_up, tear_down)
{
    Signs s;
    signs_open(&s, "/nonexistent/stat", "/nonexistent", 2);
    disturbance_step(&s.d);
    disturbance_step(&s.d);
    disturbance_end(&s.d);
    for (int step = 0; step < 2; step++) {
        assert_true(isnan(s.d.signs[step].stolen_ms) && isnan(s.d.signs[step].waited_share));
        assert_true(s.d.signs[step].switches >= 0);
    }
    signs_close(&s);
}

// A second process on the same core makes this one wait and causes switches: both are detected, as soon as the kernel has counted them.
TEST_ON(Fixture, test_rival_is_seen, set_up, tear_down)
{
    Signs s;
    signs_open(&s, "/proc/stat", "/proc/self/task", 1);
    const bool    known = s.d.waiting_before_ns >= 0; // not every kernel counts it
    const pid_t   rival = fork();                     // inherits the core
    const int64_t waited = s.d.waiting_before_ns + 1000000;
    assert_true(rival >= 0);
    if (rival == 0)
        for (;;)
            continue;
    while (environment_involuntary_switches() == s.d.switches_before || (known && waiting_ns(&s.waiting) < waited))
        continue;
    disturbance_step(&s.d);
    kill(rival, SIGKILL);
    waitpid(rival, NULL, 0);
    disturbance_end(&s.d);
    assert_true(s.d.signs[0].switches > 0);
    assert_true(known ? s.d.signs[0].waited_share > 0 : isnan(s.d.signs[0].waited_share));
    signs_close(&s);
}

// ---- the conditions of a repetition ----

TEST_ON(Fixture, test_conditions, set_up, tear_down)
{
    Conditions c;
    assert_ok(conditions_open(1, &c));
    conditions_check(&c, "after set-up");
    assert_true(c.placed);
    assert_string_equal(c.misplaced, "");
    assert_true(conditions_switches(&c) >= 0);
    assert_true(conditions_stolen_ms(&c) >= 0);
    conditions_close(&c);
}

// A thread that a library moved: the first place where this is noticed is recorded.
TEST_ON(Fixture, test_misplaced, set_up, tear_down)
{
    Conditions c;
    cpu_set_t  own, all;
    if (environment_pus() < 1 || sysconf(_SC_NPROCESSORS_ONLN) < 2)
        skip();
    assert_ok(conditions_open(1, &c));
    assert_int_equal(sched_getaffinity(0, sizeof own, &own), 0);
    CPU_ZERO(&all);
    for (size_t pu = 0; pu < (size_t)sysconf(_SC_NPROCESSORS_ONLN); pu++)
        CPU_SET(pu, &all);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    if (CPU_COUNT(&allowed) > 1) { // taskset allows more than one
        conditions_check(&c, "after set-up");
        assert_false(c.placed);
        assert_memory_equal(c.misplaced, "after set-up", 12);
        assert_int_equal(sched_setaffinity(0, sizeof own, &own), 0);
        conditions_check(&c, "after the last step");
        assert_false(c.placed); // a misplaced thread stays recorded
        assert_memory_equal(c.misplaced, "after set-up", 12);
    }
    assert_int_equal(sched_setaffinity(0, sizeof own, &own), 0);
    conditions_close(&c);
}
