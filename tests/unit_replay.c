// The replay of weft scaling, on lists of tasks whose times are known.
#include <omp.h>

#include "base/team_range.h"
#include "check.h"
#include "run/replay.h"

static ReplayTime replayed(const ReplayPhase *phase, const ReplayMachine *machine, int threads)
{
    ReplayTime time;
    double     sum = 0;
    assert_int_equal(replay_time(phase, machine, threads, &time).code, STATUS_OK);
    for (int part = 0; part < REPLAY_PARTS; part++)
        sum += time.part[part];
    assert_true(fabs(sum - time.ns) <= 1e-9 * time.ns);
    return time;
}

static bool near(double x, double y)
{
    return fabs(x - y) <= 1e-9 * fabs(y);
}

static void add(TaskList *list, int32_t level, int32_t parent, bool down, double cost)
{
    const TeamTask task = {.phase = PHASE_SOLVE, .level = level, .parent = parent, .down = down, .grains = 1, .cost = cost};
    assert_int_equal(task_list_add(list, task).code, STATUS_OK);
}

// The share of the slowest thread is that of team_range.
static void test_loop(void **state)
{
    enum { N = 1000, THREADS = 7 };
    TaskList list = {.runs = {[PHASE_PROJECT] = 10}};
    int      most = 0;
    assert_int_equal(task_list_loop(&list, PHASE_PROJECT, 0, N, 3).code, STATUS_OK);
    const ReplayPhase   phase = {.list = &list, .phase = PHASE_PROJECT, .serial_ns = N};
    const ReplayMachine machine = {.barrier_ns = 5};
#pragma omp parallel num_threads(THREADS) reduction(max : most)
    {
        int32_t from, to;
        team_range(0, 63 * TEAM_GRAIN, &from, &to);
        most = to - from;
    }
    const double slowest = most / (63.0 * TEAM_GRAIN) * N;
    assert_true(near(replayed(&phase, &machine, THREADS).ns, slowest + 10 * 6 * 5));
    assert_true(near(replayed(&phase, &machine, 1).ns, N));
    assert_true(near(replayed(&phase, &machine, 1000).ns, N / 63.0 + 10 * 999 * 5)); // a grain each
    assert_int_equal(replay_barriers(&phase), 10);
    double chain;
    assert_int_equal(replay_chain(&phase, &chain).code, STATUS_OK);
    assert_true(near(chain, N / 63.0));
    task_list_destroy(&list);
}

// Three leaves of 4, 3 and 2 below a root of 5, and down again at half the cost: 9 + 5 + 4.5.
static void test_tree(void **state)
{
    TaskList     list = {.runs = {[PHASE_SOLVE] = 1}};
    const double leaf[] = {4, 3, 2};
    for (int i = 0; i < 3; i++)
        add(&list, 0, 3, false, leaf[i]);
    add(&list, 1, -1, false, 5);
    for (int i = 2; i >= 0; i--)
        add(&list, 2, 3, true, leaf[i] / 2);
    const ReplayPhase   phase = {.list = &list, .phase = PHASE_SOLVE, .serial_ns = 18.5};
    const ReplayMachine machine = {.barrier_ns = 0.25};
    assert_true(near(replayed(&phase, &machine, 1).ns, 18.5));
    assert_true(near(replayed(&phase, &machine, 2).ns, 5 + 5 + 2.5 + 3 * 0.25)); // 4 | 3 2, the root, the same down
    assert_true(near(replayed(&phase, &machine, 3).ns, 4 + 5 + 2 + 3 * 2 * 0.25));
    assert_true(near(replayed(&phase, &machine, 3).part[REPLAY_BARRIERS], 1.5));
    assert_true(near(replayed(&phase, &machine, 3).part[REPLAY_IMBALANCE], 11 - 18.5 / 3));
    double chain;
    assert_int_equal(replay_chain(&phase, &chain).code, STATUS_OK);
    assert_true(near(chain, 4 + 5 + 2));
    task_list_destroy(&list);
}

static void test_fit(void **state)
{
    TaskList list = {.runs = {[PHASE_PROJECT] = 2}};
    assert_int_equal(task_list_loop(&list, PHASE_PROJECT, 0, 160, 1).code, STATUS_OK);
    assert_int_equal(task_list_loop(&list, PHASE_PROJECT, 1, 48, 1).code, STATUS_OK);
    ReplayPhase         phase = {.list = &list, .phase = PHASE_PROJECT, .serial_ns = 1000};
    const ReplayMachine machine = {.barrier_ns = 3};
    assert_int_equal(replay_fit(&phase, &machine, 700, &phase.shared).code, STATUS_OK);
    assert_true(phase.shared > 0);
    assert_true(near(replayed(&phase, &machine, 2).ns, 700));
    assert_true(near(replayed(&phase, &machine, 1).ns, 1000));
    assert_int_equal(replay_fit(&phase, &machine, 1, &phase.shared).code, STATUS_OK);
    assert_true(near(phase.shared, -0.5));
    task_list_destroy(&list);
}

static void test_limits(void **state)
{
    TaskList list = {.runs = {[PHASE_LOCAL] = 1}};
    assert_int_equal(task_list_loop(&list, PHASE_LOCAL, 0, 1600, 1).code, STATUS_OK);
    const ReplayPhase   phase = {.list = &list, .phase = PHASE_LOCAL, .serial_ns = 1000, .bytes = 6000};
    const ReplayPhase   unknown = {.list = &list, .phase = PHASE_PREDICT, .serial_ns = 1000};
    const ReplayMachine machine = {.core = 10, .all = 20};
    assert_true(near(replayed(&phase, &machine, 1).ns, 1000)); // 600 ns of memory
    assert_true(near(replayed(&phase, &machine, 20).ns, 300)); // 50 ns of work
    assert_true(near(replayed(&phase, &machine, 20).part[REPLAY_MEMORY], 250));
    assert_true(near(replayed(&unknown, &machine, 20).part[REPLAY_SERIAL], 1000)); // no tasks
    task_list_destroy(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_loop), cmocka_unit_test(test_tree), cmocka_unit_test(test_fit),
                                       cmocka_unit_test(test_limits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
