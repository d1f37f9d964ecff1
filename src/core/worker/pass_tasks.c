// The tasks of a step, for weft scaling: what the threads of a team do from barrier to barrier, and what a barrier takes.
#include <omp.h>

#include "base/statistics.h"
#include "worker/private/passes.h"

enum { BARRIERS = 1000, ROUNDS = 21 };

// Of a team that does nothing else, its median.
static double measure_barrier(int threads)
{
    double ns[ROUNDS] = {0};
#pragma omp parallel num_threads(threads)
    for (int round = 0; round < ROUNDS; round++) {
        const int64_t start = clock_ns();
        for (int i = 0; i < BARRIERS; i++) {
#pragma omp barrier
        }
        if (omp_get_thread_num() == 0)
            ns[round] = (double)(clock_ns() - start) / BARRIERS;
    }
    return statistics_median(ns, ROUNDS);
}

static Status write_tasks(const Job *job, Setup *setup, TaskList *list)
{
    const SolverOps *ops = setup->solver->ops;
    if (!ops->tasks || setup->model.integrator != INTEGRATOR_EULER)
        return status_make(STATUS_UNSUPPORTED,
                           "solver `%s` lists no tasks with these settings; pbd, xpbd, vbd and pd do, with integrator=euler", ops->name);
    TRY(ops->tasks(setup->solver, list));
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (list->runs[phase] > 0)
            TRY(rows_write(rows_tasks(list, (Phase)phase)));
    const int threads = (int)param_int(&job->c.params, "threads");
    return rows_write(rows_barrier(threads, measure_barrier(threads)));
}

Status passes_tasks(const Job *job)
{
    Setup        setup = {0};
    TaskList     list = {0};
    LinsysChoice choice = job->choice;
    Status       status = setup_create(&job->c, job->state_in, false, &choice, &setup);
    if (status.code == STATUS_OK)
        status = write_tasks(job, &setup, &list);
    task_list_destroy(&list);
    setup_destroy(&setup);
    return status;
}
