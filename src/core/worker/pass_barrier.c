// The duration of a barrier of the team, for `weft scaling`.
#include <omp.h>

#include "base/statistics.h"
#include "worker/private/passes.h"

enum { BARRIERS = 1000, ROUNDS = 21 };

// The median over barriers of a team that does nothing else.
Status passes_barrier(const Job *job)
{
    const int threads = (int)param_int(&job->c.params, "threads");
    double    ns[ROUNDS] = {0};
#pragma omp parallel num_threads(threads)
    for (int round = 0; round < ROUNDS; round++) {
        const int64_t start = clock_ns();
        for (int i = 0; i < BARRIERS; i++) {
#pragma omp barrier
        }
        if (omp_get_thread_num() == 0)
            ns[round] = (double)(clock_ns() - start) / BARRIERS;
    }
    return rows_write(rows_barrier(threads, statistics_median(ns, ROUNDS)));
}
