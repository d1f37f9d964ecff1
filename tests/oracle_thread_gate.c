// The gate between weft's team and a library with threads of its own. Its job runs once, on the cores of the team, while the team sleeps.
// Afterwards no thread of the job's own team is left, and the team is bound as before.
#include <dirent.h>
#include <omp.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "linsys/private/thread_gate.h"
#include "machine/environment.h"

enum { THREADS = 2 };

typedef struct Work {
    int       calls, sum, team, put[THREADS];
    cpu_set_t cores;
} Work;

static void pause_1_ms(void)
{
    nanosleep(&(struct timespec){0, 1000000}, NULL);
}

static void job(void *argument)
{
    Work *work = argument;
    int   team = 0;
    for (int t = 0; t < THREADS; t++)
        work->sum += work->put[t];
#pragma omp parallel
#pragma omp single
    team = omp_get_num_threads();
    work->team = team;
    work->calls++;
    assert_int_equal(sched_getaffinity(0, sizeof work->cores, &work->cores), 0);
}

static int tasks_now(void)
{
    DIR *folder = opendir("/proc/self/task");
    int  count = 0;
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

enum { TRIES = 300000 }; // of a state that is waited for, 1 ms each

// Threads of this process, once they are as many as wanted: one that was joined may be listed for a moment longer.
static int tasks(int expected)
{
    for (int tries = 0; tries < TRIES && tasks_now() != expected; tries++)
        pause_1_ms();
    return tasks_now();
}

TEST(job_runs_once_and_sees_earlier_writes)
{
    for (int threads = 1; threads <= THREADS; threads++) {
        ThreadGate gate;
        Work       work = {0};
        int        wrong = 0;
        assert_ok(thread_gate_open(&gate, threads));
        for (int call = 1; call <= 200; call++) {
#pragma omp parallel num_threads(THREADS)
            {
                work.put[omp_get_thread_num()] = call;
                thread_gate_run(&gate, job, &work);
#pragma omp critical
                wrong += work.calls != call || work.sum != call * (call + 1);
            }
        }
        assert_int_equal(wrong, 0);
        assert_int_equal(work.team, threads);
        thread_gate_close(&gate);
        thread_gate_close(&gate); // closed is closed
    }
}

// Of the team that waits for the job.
typedef struct Sleepers {
    pid_t threads[THREADS];
    bool  asleep; // all of them at once
} Sleepers;

// The state of a thread of this process, as in /proc/PID/stat: 'S' sleeps, 'R' runs or wants to.
static char state_of(pid_t thread)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    const char *end = fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
    fclose(file);
    return end ? end[2] : '?';
}

static void wait_for_sleep(void *argument)
{
    Sleepers *sleepers = argument;
    for (int tries = 0; tries < TRIES && !sleepers->asleep; tries++) {
        sleepers->asleep = true;
        for (int t = 0; t < THREADS; t++)
            sleepers->asleep = sleepers->asleep && state_of(sleepers->threads[t]) == 'S';
        pause_1_ms();
    }
}

TEST(team_sleeps_meanwhile)
{
    ThreadGate gate;
    Sleepers   sleepers = {0};
    assert_ok(thread_gate_open(&gate, THREADS));
#pragma omp parallel num_threads(THREADS)
    {
        sleepers.threads[omp_get_thread_num()] = gettid();
        thread_gate_run(&gate, wait_for_sleep, &sleepers);
    }
    assert_true(sleepers.asleep);
    thread_gate_close(&gate);
}

TEST(no_thread_is_left)
{
#pragma omp parallel num_threads(THREADS)
    omp_get_thread_num();
    const int  before = tasks_now();
    ThreadGate gate;
    Work       work = {0};
    assert_ok(thread_gate_open(&gate, THREADS));
#pragma omp parallel num_threads(THREADS)
    thread_gate_run(&gate, job, &work);
    assert_int_equal(work.team, THREADS);
    assert_int_equal(tasks(before + 1), before + 1); // that of the gate
    thread_gate_close(&gate);
    assert_int_equal(tasks(before), before);
}

// Last: the threads stay bound.
TEST(team_keeps_its_cores)
{
    if (environment_pus() < THREADS)
        skip();
    ThreadGate gate;
    Work       work = {0};
    assert_ok(environment_place(THREADS));
    assert_ok(thread_gate_open(&gate, THREADS));
    for (int call = 0; call < 50; call++) {
#pragma omp parallel num_threads(THREADS)
        thread_gate_run(&gate, job, &work);
    }
    assert_int_equal(CPU_COUNT(&work.cores), THREADS);
    assert_ok(environment_verify(THREADS));
    thread_gate_close(&gate);
}
