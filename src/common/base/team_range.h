// A thread's share of a range, and sums over the threads before it, in a team of any size.
#ifndef WEFT_BASE_TEAM_RANGE_H
#define WEFT_BASE_TEAM_RANGE_H

#include <omp.h>
#include <stdint.h>

// This thread's part of begin … end−1. Cuts are at multiples of TEAM_GRAIN from begin (four cache lines of particles in f32). TEAM_GRAIN is
// a multiple of every vector width, so the position of the cuts does not change any bit of a result.
enum { TEAM_GRAIN = 16 };

static inline void team_range(int32_t begin, int32_t end, int32_t *from, int32_t *to)
{
    const int64_t blocks = ((int64_t)end - begin + TEAM_GRAIN - 1) / TEAM_GRAIN;
    const int     threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int64_t low = begin + blocks * thread / threads * TEAM_GRAIN, high = begin + blocks * (thread + 1) / threads * TEAM_GRAIN;
    *from = low < end ? (int32_t)low : end;
    *to = high < end ? (int32_t)high : end;
}

// The loop over this thread's part of 0 … count−1: TEAM_EACH (i, count) x[i] = 0;
#define TEAM_EACH(i, count) for (int32_t i, i##_end = team_part(count, &i); i < i##_end; i++)

static inline int32_t team_part(int32_t count, int32_t *from)
{
    int32_t to;
    team_range(0, count, from, &to);
    return to;
}

// Called by all threads: the sum of `mine` over the threads before this one; *total: the sum over all threads. Has one barrier, before it
// returns. partial: [threads], the same array for all threads; it may be reused after the next barrier.
static inline int64_t team_sum_before(int64_t *partial, int64_t mine, int64_t *total)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int64_t   before = 0, sum = 0;
    partial[thread] = mine;
#pragma omp barrier
    for (int t = 0; t < threads; t++) {
        before += t < thread ? partial[t] : 0;
        sum += partial[t];
    }
    *total = sum;
    return before;
}

#endif
