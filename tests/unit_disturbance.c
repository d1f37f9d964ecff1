// Signs of disturbance: stolen and waiting time from files of the kernel's form, unknown where they are missing; the signs of steps
// while such a file changes; a rival for the core; and the conditions of a repetition.
#include "machine/disturbance.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/gnu.h"
#include "check.h"
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

enum { PUS = 64 };

// A file as the kernel's, in which every PU but those below `from` has lost `ticks`; fields: how many numbers a line has. user: the first
// number of the line of all PUs, which may be that of a PU.
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

static void test_stolen_of_own_cores(void **state)
{
    const Fixture *f = *state;
    StolenClock    clock;
    write_stat(f, 25, 0, 10);
    assert_ok(stolen_open(f->path, 1, &clock));
    assert_int_equal(CPU_COUNT(&clock.pus), 1);
    const double tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    assert_true(fabs(stolen_ms(&clock) - 25 * tick_ms) < 1e-9); // of its own core, not of all
    write_stat(f, 27, 0, 10);
    assert_true(fabs(stolen_ms(&clock) - 27 * tick_ms) < 1e-9); // the file is read anew
    for (size_t pu = 3; pu < 5; pu++)
        CPU_SET(pu, &clock.pus);
    assert_true(fabs(stolen_ms(&clock) - (double)CPU_COUNT(&clock.pus) * 27 * tick_ms) < 1e-9);
    stolen_close(&clock);
    stolen_close(&clock); // twice does no harm
}

// The line of all PUs is that of none, whatever number it begins with: on a machine that has just started it is a small one.
static void test_sum_is_no_core(void **state)
{
    const Fixture *f = *state;
    const double   tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    StolenClock    clock;
    for (int pu = 0; pu < PUS; pu++) {
        write_stat_after(f, pu, 25, 0, 10);
        assert_ok(stolen_open(f->path, 1, &clock));
        CPU_ZERO(&clock.pus);
        CPU_SET((size_t)pu, &clock.pus);
        clock.size = 1 << 14;
        free(clock.bytes);
        clock.bytes = malloc(clock.size); // enough for the line of every PU, wherever this thread is
        assert_non_null(clock.bytes);
        assert_near(stolen_ms(&clock), 25 * tick_ms, 1e-9);
        stolen_close(&clock);
    }
}

static int64_t slept_2_s_ns(void)
{
    return clock_slept_ns() + 2000000000;
}

// A sleep of the machine between two looks counts as stolen; without one, two looks differ by nothing at all.
static void test_sleep_is_stolen(void **state)
{
    const Fixture *f = *state;
    StolenClock    clock;
    write_stat(f, 25, 0, 10);
    assert_ok(stolen_open(f->path, 1, &clock));
    const double before = stolen_ms(&clock);
    for (int i = 0; i < 100; i++)
        assert_true(stolen_ms(&clock) == before);
    clock.slept_ns = slept_2_s_ns;
    assert_true(stolen_ms(&clock) - before == 2000);
    stolen_close(&clock);
}

// What cannot be told is not zero.
static void test_stolen_unknown(void **state)
{
    const Fixture *f = *state;
    StolenClock    clock;
    assert_ok(stolen_open("/nonexistent/stat", 1, &clock));
    assert_true(isnan(stolen_ms(&clock)));
    stolen_close(&clock);
    write_stat(f, 25, PUS, 10); // no line of any PU
    assert_ok(stolen_open(f->path, 1, &clock));
    assert_true(isnan(stolen_ms(&clock)));
    write_stat(f, 25, 0, 7); // a kernel that does not count it
    assert_true(isnan(stolen_ms(&clock)));
    write_stat(f, 25, 0, 8);
    assert_true(!isnan(stolen_ms(&clock)));
    stolen_close(&clock);
    assert_true(isnan(stolen_ms(&clock)));
}

static void test_stolen_here(void **state)
{
    StolenClock clock;
    assert_ok(stolen_open("/proc/stat", 1, &clock));
    assert_true(stolen_ms(&clock) >= 0);
    stolen_close(&clock);
}

// ---- waiting ----

static void write_schedstat(const char *folder, long thread, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%ld", folder, thread);
    mkdir(path, 0777);
    strcat(path, "/schedstat");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void test_waiting_of_files(void **state)
{
    char         folder[64], path[160];
    WaitingClock clock;
    const long   thread = (long)gettid();
    snprintf(folder, sizeof folder, "task-%ld", thread);
    assert_int_equal(mkdir(folder, 0777), 0);
    write_schedstat(folder, thread, "69300 1234567 17\n");
    assert_ok(waiting_open(folder, 1, &clock));
    assert_int_equal(waiting_ns(&clock), 1234567);
    write_schedstat(folder, thread, "69300 1300000 17\n");
    assert_int_equal(waiting_ns(&clock), 1300000);
    write_schedstat(folder, thread, "69300\n");
    assert_int_equal(waiting_ns(&clock), -1);
    write_schedstat(folder, thread, "");
    assert_int_equal(waiting_ns(&clock), -1);
    waiting_close(&clock);
    waiting_close(&clock); // twice does no harm
    assert_int_equal(waiting_ns(&clock), -1);
    snprintf(path, sizeof path, "%s/%ld/schedstat", folder, thread);
    assert_int_equal(unlink(path), 0);
    assert_ok(waiting_open(folder, 1, &clock)); // a kernel without it
    assert_int_equal(waiting_ns(&clock), -1);
    waiting_close(&clock);
    snprintf(path, sizeof path, "%s/%ld", folder, thread);
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

// ---- the signs of steps ----

static void wait_ms(int ms)
{
    const int64_t end = clock_ns() + ms * INT64_C(1000000);
    while (clock_ns() < end)
        continue;
}

// Steps that are long beside a look have stretches of their own; those that are not share one.
static void test_signs_of_steps(void **state)
{
    const Fixture *f = *state;
    const double   tick_ms = 1e3 / (double)sysconf(_SC_CLK_TCK);
    Arena          arena = arena_init(0);
    StolenClock    stolen;
    WaitingClock   waiting;
    Disturbance    d;
    write_stat(f, 10, 0, 10);
    assert_ok(stolen_open(f->path, 1, &stolen));
    assert_ok(waiting_open("/proc/self/task", 1, &waiting));
    assert_ok(disturbance_init(&waiting, &stolen, 6, &arena, &d));
    disturbance_begin(&d);
    for (int step = 0; step < 6; step++) {
        if (step == 3)
            d.of_ghz.cost_ns = d.of_waiting.cost_ns = d.of_stolen.cost_ns = INT64_C(1000000000); // dear: no more looks until the end
        d.of_stolen.cost_ns = step < 3 ? 0 : d.of_stolen.cost_ns;
        if (step == 1)
            write_stat(f, 13, 0, 10);
        if (step == 4)
            write_stat(f, 14, 0, 10);
        wait_ms(12);
        disturbance_step(&d);
    }
    disturbance_end(&d);
    static const double STOLEN[] = {0, 3, 0, 1, 1, 1}; // ticks
    for (int step = 0; step < 6; step++) {
        if (!(fabs(d.signs[step].stolen_ms - STOLEN[step] * tick_ms) < 1e-9))
            fail_msg("step %d: %g ms stolen", step, d.signs[step].stolen_ms);
        assert_true(d.signs[step].switches >= 0);
        assert_true(d.signs[step].waited_share >= 0);
        assert_true(d.signs[step].ghz > 0.01 && d.signs[step].ghz < 10);
    }
    assert_true(d.signs[3].ghz == d.signs[5].ghz && d.signs[3].waited_share == d.signs[5].waited_share);
    waiting_close(&waiting);
    stolen_close(&stolen);
    arena_destroy(&arena);
}

static void test_signs_without_statistics(void **state)
{
    Arena        arena = arena_init(0);
    StolenClock  stolen;
    WaitingClock waiting;
    Disturbance  d;
    assert_ok(stolen_open("/nonexistent/stat", 1, &stolen));
    assert_ok(waiting_open("/nonexistent", 1, &waiting));
    assert_ok(disturbance_init(&waiting, &stolen, 2, &arena, &d));
    disturbance_begin(&d);
    disturbance_step(&d);
    disturbance_step(&d);
    disturbance_end(&d);
    for (int step = 0; step < 2; step++) {
        assert_true(isnan(d.signs[step].stolen_ms) && isnan(d.signs[step].waited_share));
        assert_true(d.signs[step].switches >= 0);
    }
    waiting_close(&waiting);
    stolen_close(&stolen);
    arena_destroy(&arena);
}

// Another process on the same core takes about half of it, and that is seen.
static void test_rival_is_seen(void **state)
{
    Arena        arena = arena_init(0);
    StolenClock  stolen;
    WaitingClock waiting;
    Disturbance  d;
    assert_ok(stolen_open("/proc/stat", 1, &stolen));
    assert_ok(waiting_open("/proc/self/task", 1, &waiting));
    assert_ok(disturbance_init(&waiting, &stolen, 1, &arena, &d));
    disturbance_begin(&d);
    const pid_t rival = fork(); // inherits the core
    assert_true(rival >= 0);
    if (rival == 0)
        for (;;)
            continue;
    wait_ms(200);
    disturbance_step(&d);
    kill(rival, SIGKILL);
    waitpid(rival, NULL, 0);
    disturbance_end(&d);
    assert_true(d.signs[0].switches > 0);
    assert_true(d.signs[0].waited_share > 0.1 && d.signs[0].waited_share < 1);
    waiting_close(&waiting);
    stolen_close(&stolen);
    arena_destroy(&arena);
}

// ---- the conditions of a repetition ----

static void test_conditions(void **state)
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

// A thread that a library moved: the first time it is seen is said, and when.
static void test_misplaced(void **state)
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
    if (CPU_COUNT(&allowed) > 1) { // taskset lets it have more than one
        conditions_check(&c, "after set-up");
        assert_false(c.placed);
        assert_non_null(strstr(c.misplaced, "after set-up: thread 0 is no longer bound"));
        assert_int_equal(sched_setaffinity(0, sizeof own, &own), 0);
        conditions_check(&c, "after the last step");
        assert_false(c.placed); // what was wrong once stays
        assert_non_null(strstr(c.misplaced, "after set-up"));
    }
    assert_int_equal(sched_setaffinity(0, sizeof own, &own), 0);
    conditions_close(&c);
}

// The clock that additions tell is the one that multiplications tell, which take three cycles each (four on some processors) where an
// addition takes one.
static void test_clock_of_the_core(void **state)
{
    enum { CHAIN = 30000, TRIES = 30 };
#ifndef NDEBUG
    skip(); // a build for debugging is not optimised: both chains go through memory, each in its own way
#endif
    double added = 0, multiplied = 0;
    for (int i = 0; i < TRIES; i++) {
        uint64_t      product = 3, by = 5;
        const int64_t start = clock_ns();
        for (int k = 0; k < CHAIN; k++) {
            GNU_OPAQUE_NUMBER(by);
            product *= by;
            GNU_OPAQUE_NUMBER(product);
        }
        multiplied = fmax(multiplied, 3.0 * CHAIN / (double)(clock_ns() - start));
        added = fmax(added, disturbance_ghz());
    }
    assert_true(added > 0.6 * multiplied && added < 1.8 * multiplied);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_stolen_of_own_cores, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sum_is_no_core, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sleep_is_stolen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stolen_unknown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stolen_here, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_signs_of_steps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_signs_without_statistics, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_waiting_of_files, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rival_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_conditions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_misplaced, set_up, tear_down),
        cmocka_unit_test(test_clock_of_the_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
