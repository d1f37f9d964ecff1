// How many threads CHOLMOD, OpenBLAS and LAPACK may use during a call.
//
// OpenBLAS (OpenMP build) takes omp_get_max_threads() threads unless it is called from inside an active team. CHOLMOD asks for teams of
// four by a num_threads clause, which only a limit on nested levels overrides. With more than one thread OpenBLAS makes a supernodal
// factorisation of small blocks 4 to 60 times slower, so CHOLMOD always runs with one. Setting both limits to one thread does that
// inside a team and outside, in a team of one as well, and starts no thread; calling from `omp single` of a team does not hold when the
// team has one thread, and was slower when it had two, since the second spins beside the factorisation.
//
// Both settings belong to the calling thread alone (in a team: to its implicit task), so no mutable state is shared.
#ifndef WEFT_LINSYS_LIBRARY_THREADS_H
#define WEFT_LINSYS_LIBRARY_THREADS_H

#include <omp.h>

typedef struct LibraryThreads {
    int threads, levels; // the previous limits
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
