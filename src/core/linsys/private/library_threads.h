// Limits the number of threads of CHOLMOD, OpenBLAS and LAPACK during a call.
//
// OpenBLAS (OpenMP build) uses omp_get_max_threads() threads unless it is called from inside an active team. CHOLMOD requests teams of
// four by a num_threads clause, which only a limit on nested levels overrides. With more than one thread OpenBLAS makes a supernodal
// factorisation of small blocks 4 to 60 times slower, so CHOLMOD always runs with one. Setting both limits to one thread works inside and
// outside a team, also in a team of one, and starts no thread. A call from `omp single` of a team is no substitute: in a team of one it
// sets no limit, and in a team of two it was slower, since the second thread spins during the factorisation.
//
// Both settings belong to the calling thread alone (in a team: to its implicit task), so no mutable state is shared.
#ifndef WEFT_LINSYS_LIBRARY_THREADS_H
#define WEFT_LINSYS_LIBRARY_THREADS_H

#include <omp.h>

typedef struct LibraryThreads {
    int threads, levels; // the previous settings
} LibraryThreads;

// The libraries called by this thread use `threads` threads until library_threads_restore.
static inline LibraryThreads library_threads_set(int threads)
{
    const LibraryThreads before = {.threads = omp_get_max_threads(), .levels = omp_get_max_active_levels()};
    omp_set_num_threads(threads);
    omp_set_max_active_levels(threads > 1);
    return before;
}

static inline void library_threads_restore(LibraryThreads before)
{
    omp_set_num_threads(before.threads);
    omp_set_max_active_levels(before.levels);
}

#endif
