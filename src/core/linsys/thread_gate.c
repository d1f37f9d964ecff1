#include "linsys/private/thread_gate.h"

#include <linux/futex.h>
#include <omp.h>
#include <sched.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "linsys/private/library_threads.h"

// Sleeps until *count is `target`. The count rises in steps of one, and no thread raises it further before all threads have seen it.
static void sleep_until(atomic_uint *count, unsigned target)
{
    for (unsigned now = atomic_load(count); now != target; now = atomic_load(count))
        syscall(SYS_futex, count, FUTEX_WAIT_PRIVATE, now, NULL, NULL, 0);
}

static void announce(atomic_uint *count, unsigned value, int sleepers)
{
    atomic_store(count, value);
    syscall(SYS_futex, count, FUTEX_WAKE_PRIVATE, sleepers, NULL, NULL, 0);
}

static void *serve(void *argument)
{
    ThreadGate *gate = argument;
    omp_set_dynamic(0);
    omp_set_num_threads(gate->threads);
    for (unsigned turn = 1;; turn++) {
        sleep_until(&gate->asked, turn);
        if (!gate->job)
            return NULL;
        gate->job(gate->argument);
        (void)omp_pause_resource(omp_pause_soft, omp_get_initial_device());
        announce(&gate->done, turn, INT32_MAX);
    }
}

// The cores of a team of this size; each of its threads is bound to one core.
static cpu_set_t cores_of_team(int threads)
{
    cpu_set_t all;
    CPU_ZERO(&all);
#pragma omp parallel num_threads(threads) default(none) shared(all)
    {
        cpu_set_t own;
        if (sched_getaffinity(0, sizeof own, &own) == 0)
#pragma omp critical
            CPU_OR(&all, &all, &own);
    }
    return all;
}

Status thread_gate_open(ThreadGate *gate, int threads)
{
    *gate = (ThreadGate){.threads = threads};
    if (threads == 1)
        return status_ok();
    const cpu_set_t cores = cores_of_team(threads);
    pthread_attr_t  attributes;
    int             error = pthread_attr_init(&attributes);
    if (error == 0) {
        if (CPU_COUNT(&cores) > 0)
            error = pthread_attr_setaffinity_np(&attributes, sizeof cores, &cores);
        error = error ? error : pthread_create(&gate->thread, &attributes, serve, gate);
        pthread_attr_destroy(&attributes);
    }
    if (error == 0)
        return status_ok();
    gate->threads = 0;
    return status_make(STATUS_ENVIRONMENT, "the thread for the external library cannot be started: %s", strerror(error));
}

void thread_gate_run(ThreadGate *gate, void (*job)(void *argument), void *argument)
{
    const unsigned turn = atomic_load(&gate->done) + 1;
#pragma omp barrier
    if (gate->threads == 1) {
#pragma omp single
        {
            const LibraryThreads before = library_threads_set(1);
            job(argument);
            library_threads_restore(before);
        }
        return;
    }
    if (omp_get_thread_num() == 0) {
        gate->job = job;
        gate->argument = argument;
        announce(&gate->asked, turn, 1);
    }
    sleep_until(&gate->done, turn);
}

void thread_gate_close(ThreadGate *gate)
{
    if (gate->threads > 1) {
        gate->job = NULL;
        announce(&gate->asked, atomic_load(&gate->done) + 1, 1);
        pthread_join(gate->thread, NULL);
    }
    gate->threads = 0;
}
