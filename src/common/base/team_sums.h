// TeamSums: several sums over a range at once, by all threads of a team. Each chunk of the range has its own partial sums. They are added
// in order, so the result does not depend on the number of threads.
#ifndef WEFT_BASE_TEAM_SUMS_H
#define WEFT_BASE_TEAM_SUMS_H

#include "base/arena.h"
#include "base/team_range.h"

enum { TEAM_SUM_CHUNK = 256 }; // default number of entries in a chunk, for cheap entries

typedef struct TeamSums {
    int32_t count, chunks, chunk; // entries, chunks, entries of a chunk
    int     width;                // number of sums
    double *partial;              // [chunks][width]
} TeamSums;

static inline Status team_sums_init_chunks(int32_t count, int32_t chunk, int width, Arena *arena, TeamSums *out)
{
    *out = (TeamSums){.count = count, .chunks = count / chunk + (count % chunk > 0), .chunk = chunk, .width = width};
    return ARENA_NEW(arena, (size_t)out->chunks * (size_t)width, &out->partial);
}

static inline Status team_sums_init(int32_t count, int width, Arena *arena, TeamSums *out)
{
    return team_sums_init_chunks(count, TEAM_SUM_CHUNK, width, arena, out);
}

// Sums over the first `count` entries of the range.
static inline TeamSums team_sums_first(const TeamSums *sums, int32_t count)
{
    TeamSums out = *sums;
    out.count = count;
    out.chunks = count / sums->chunk + (count % sums->chunk > 0);
    return out;
}

// This thread's chunks, from … to−1.
static inline void team_sums_share(const TeamSums *sums, int32_t *from, int32_t *to)
{
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    *from = (int32_t)(sums->chunks * thread / threads);
    *to = (int32_t)(sums->chunks * (thread + 1) / threads);
}

// The entries of this thread's chunks, from … to−1.
static inline void team_sums_range(const TeamSums *sums, int32_t *from, int32_t *to)
{
    int32_t first, end;
    team_sums_share(sums, &first, &end);
    *from = first * sums->chunk;
    *to = end < sums->chunks ? end * sums->chunk : sums->count;
}

// The entries of a chunk, from … to−1.
static inline void team_sums_entries(const TeamSums *sums, int32_t chunk, int32_t *from, int32_t *to)
{
    *from = chunk * sums->chunk;
    *to = sums->count - *from < sums->chunk ? sums->count : *from + sums->chunk;
}

// The same, and the partial sums of the chunk, set to 0.
static inline double *team_sums_begin(const TeamSums *sums, int32_t chunk, int32_t *from, int32_t *to)
{
    double *partial = sums->partial + (size_t)chunk * (size_t)sums->width;
    team_sums_entries(sums, chunk, from, to);
    for (int k = 0; k < sums->width; k++)
        partial[k] = 0;
    return partial;
}

// Adds all chunks to total, [width]. Any thread may call it after a barrier.
static inline void team_sums_add(const TeamSums *sums, double *total)
{
    for (int32_t chunk = 0; chunk < sums->chunks; chunk++)
        for (int k = 0; k < sums->width; k++)
            total[k] += sums->partial[(size_t)chunk * (size_t)sums->width + (size_t)k];
}

// total: [width]. Has one barrier, before it adds; the partial sums may be written again after the next barrier.
static inline void team_sums_total(const TeamSums *sums, double *total)
{
#pragma omp barrier
    for (int k = 0; k < sums->width; k++)
        total[k] = 0;
    team_sums_add(sums, total);
}

#endif
