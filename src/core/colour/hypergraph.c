// A stable counting sort by lowest particle, in two passes for cache locality: first into buckets of neighbouring particles, then within
// each bucket. Ties are sorted by highest particle. The result is unique, so it does not depend on the distribution of work to threads.
#include "colour/private/hypergraph.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sorted.h"

enum { BUCKET_SHIFT = 10, BUCKET_PARTICLES = 1 << BUCKET_SHIFT };

typedef struct Sort {
    const Model *model;
    Hypergraph  *out;
    int32_t      buckets;
    int32_t     *bucketed; // [count] numbers of constraints, bucket by bucket; the permutation of the graph, not used yet
    int32_t     *start;    // [threads][buckets] a thread's size of each bucket, later its start
    int32_t     *first;    // [buckets + 1]
} Sort;

static GNU_ALWAYS_INLINE int32_t lowest_of(const int32_t *particle, int count)
{
    int32_t lowest = particle[0];
    for (int k = 1; k < count; k++)
        lowest = particle[k] < lowest ? particle[k] : lowest;
    return lowest;
}

static GNU_ALWAYS_INLINE void count_part_of(const int32_t *particle, int v, int32_t count, int32_t *size)
{
    for (int32_t i = 0; i < count; i++)
        size[lowest_of(particle + (size_t)i * (size_t)v, v) >> BUCKET_SHIFT]++;
}

static GNU_ALWAYS_INLINE void fill_part_of(const int32_t *particle, int v, int32_t count, int32_t number, int32_t *start, int32_t *bucketed)
{
    for (int32_t i = 0; i < count; i++)
        bucketed[start[lowest_of(particle + (size_t)i * (size_t)v, v) >> BUCKET_SHIFT]++] = number + i;
}

// The constraints from … to−1 of one set: counted into `at` when bucketed is NULL, else stored at `at`.
static void bucket_part(const ConstraintSet *set, int32_t from, int32_t to, int32_t number, int32_t *at, int32_t *bucketed)
{
    const int      v = set->ops->vertices;
    const int32_t *particle = set->vertices + (size_t)from * (size_t)v;
    if (v == 2 && bucketed) // the most common kind, at compile time
        fill_part_of(particle, 2, to - from, number, at, bucketed);
    else if (v == 2)
        count_part_of(particle, 2, to - from, at);
    else if (bucketed)
        fill_part_of(particle, v, to - from, number, at, bucketed);
    else
        count_part_of(particle, v, to - from, at);
}

static void bucket_range(const Sort *s, int32_t from, int32_t to, int32_t *at, int32_t *bucketed)
{
    const int32_t *offset = s->out->offset;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int32_t low = from > offset[kind] ? from : offset[kind], high = to < offset[kind + 1] ? to : offset[kind + 1];
        if (low < high)
            bucket_part(&s->model->sets[kind], low - offset[kind], high - offset[kind], low, at, bucketed);
    }
}

// Prefix sum: sizes become starts, bucket by bucket and within a bucket thread by thread, so that the sort is stable.
static void sum_buckets(const Sort *s, int threads)
{
    int32_t sum = 0;
    for (int32_t b = 0; b < s->buckets; b++) {
        s->first[b] = sum;
        for (int thread = 0; thread < threads; thread++) {
            int32_t      *at = &s->start[(size_t)thread * (size_t)s->buckets + (size_t)b];
            const int32_t size = *at;
            *at = sum;
            sum += size;
        }
    }
    s->first[s->buckets] = sum;
}

// Constraints of one kind in a bucket: counted, or with `fill` put into their positions. v, width and fill are compile-time constants.
static GNU_ALWAYS_INLINE void sort_run_of(const ConstraintSet *set, int v, int width, bool fill, const int32_t *number, int32_t count,
                                          int32_t offset, int32_t base, int32_t *start, Hypergraph *h)
{
    for (int32_t i = 0; i < count; i++) {
        const int32_t *p = set->vertices + (size_t)(number[i] - offset) * (size_t)v;
        const int32_t  at = start[lowest_of(p, v) - base]++;
        if (!fill)
            continue;
        h->from[at] = number[i];
        for (int k = 0; k < width; k++)
            h->particle[(size_t)at * (size_t)width + (size_t)k] = p[k < v ? k : v - 1];
    }
}

static void sort_run(const Sort *s, int kind, bool fill, const int32_t *number, int32_t count, int32_t base, int32_t *start)
{
    Hypergraph          *h = s->out;
    const ConstraintSet *set = &s->model->sets[kind];
    const int            v = set->ops->vertices;
    if (v == 2 && h->width == 2 && fill) // the most common case
        sort_run_of(set, 2, 2, true, number, count, h->offset[kind], base, start, h);
    else if (v == 2 && !fill)
        sort_run_of(set, 2, 2, false, number, count, h->offset[kind], base, start, h);
    else
        sort_run_of(set, v, h->width, fill, number, count, h->offset[kind], base, start, h);
}

static int32_t highest_of(const int32_t *particle, int count)
{
    int32_t highest = particle[0];
    for (int k = 1; k < count; k++)
        highest = particle[k] > highest ? particle[k] : highest;
    return highest;
}

// Sort key among constraints with the same lowest particle: highest particle, then number.
static GNU_ALWAYS_INLINE uint64_t tie_key(const Hypergraph *h, int width, int32_t at)
{
    return (uint64_t)highest_of(h->particle + (size_t)at * (size_t)width, width) << 32 | (uint32_t)h->from[at];
}

// Sorts the constraints begin … end−1, which share their lowest particle. Shell sort: insertion sort for the usual handful, and not
// quadratic for the thousands at a hub. width is a compile-time constant.
static GNU_ALWAYS_INLINE void sort_ties_of(Hypergraph *h, int width, int32_t begin, int32_t end)
{
    static const int32_t GAPS[] = {16001, 4193, 1073, 281, 77, 23, 8, 1};
    for (size_t g = end - begin > 8 ? 0 : sizeof GAPS / sizeof *GAPS - 1; g < sizeof GAPS / sizeof *GAPS; g++)
        for (int32_t i = begin + GAPS[g]; i < end; i++) {
            const uint64_t key = tie_key(h, width, i);
            int32_t        at = i;
            while (at - GAPS[g] >= begin && tie_key(h, width, at - GAPS[g]) > key)
                at -= GAPS[g];
            if (at == i)
                continue;
            const int32_t from = h->from[i];
            int32_t       particle[CONSTRAINT_VERTICES_MAX];
            memcpy(particle, h->particle + (size_t)i * (size_t)width, (size_t)width * sizeof *particle);
            for (int32_t j = i; j > at; j -= GAPS[g]) {
                h->from[j] = h->from[j - GAPS[g]];
                memcpy(h->particle + (size_t)j * (size_t)width, h->particle + (size_t)(j - GAPS[g]) * (size_t)width,
                       (size_t)width * sizeof *particle);
            }
            h->from[at] = from;
            memcpy(h->particle + (size_t)at * (size_t)width, particle, (size_t)width * sizeof *particle);
        }
}

static void sort_ties(Hypergraph *h, int32_t begin, int32_t end)
{
    if (h->width == 2) // the most common width
        sort_ties_of(h, 2, begin, end);
    else
        sort_ties_of(h, h->width, begin, end);
}

// Kind by kind: within a bucket the constraints of a kind are contiguous.
static void sort_bucket(const Sort *s, int32_t bucket)
{
    const int32_t *offset = s->out->offset;
    const int32_t  base = bucket << BUCKET_SHIFT, end = s->first[bucket + 1];
    int32_t        start[BUCKET_PARTICLES + 1] = {s->first[bucket]};
    for (int pass = 0; pass < 2; pass++) {
        int32_t at = s->first[bucket];
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            const int32_t run = sorted_below(s->bucketed + at, sizeof *s->bucketed, end - at, offset[kind + 1]);
            sort_run(s, kind, pass == 1, s->bucketed + at, run, base, pass == 1 ? start : start + 1);
            at += run;
        }
        for (int32_t p = 0; pass == 0 && p < BUCKET_PARTICLES; p++)
            start[p + 1] += start[p];
    }
    for (int32_t p = 0; p < BUCKET_PARTICLES; p++) // start[p] is now the end of p's constraints
        sort_ties(s->out, p ? start[p - 1] : s->first[bucket], start[p]);
}

static void sort_all(const Sort *s, int threads)
{
    const int32_t count = s->out->count;
#pragma omp parallel num_threads(threads)
    {
        const int     team = omp_get_num_threads(), thread = omp_get_thread_num();
        const int32_t from = (int32_t)((int64_t)count * thread / team), to = (int32_t)((int64_t)count * (thread + 1) / team);
        int32_t      *start = s->start + (size_t)thread * (size_t)s->buckets;
        bucket_range(s, from, to, start, NULL);
#pragma omp barrier
#pragma omp          single
        sum_buckets(s, team);
        bucket_range(s, from, to, start, s->bucketed);
#pragma omp barrier
#pragma omp for schedule(dynamic, 4)
        for (int32_t b = 0; b < s->buckets; b++)
            sort_bucket(s, b);
    }
}

static Hypergraph describe(const Model *model)
{
    Hypergraph h = {.particle_count = model->particle_count, .width = 1};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        h.offset[kind + 1] = h.offset[kind] + (set->groups ? 0 : set->count);
        if (h.offset[kind + 1] == h.offset[kind])
            continue;
        h.first_kind = h.offset[kind] ? h.first_kind : kind;
        h.last_kind = kind;
        h.width = set->ops->vertices > h.width ? set->ops->vertices : h.width;
    }
    h.count = h.offset[CONSTRAINT_KINDS];
    return h;
}

Status hypergraph_create(const Model *model, int threads, Hypergraph *out)
{
    *out = describe(model);
    out->particle = memory_alloc(hypergraph_bytes(out));
    out->from = memory_alloc((size_t)out->count * sizeof *out->from);
    out->permutation = memory_alloc((size_t)out->count * sizeof *out->permutation);
    Sort s = {.model = model, .out = out, .buckets = (model->particle_count >> BUCKET_SHIFT) + 1, .bucketed = out->permutation};
    s.start = calloc((size_t)threads * (size_t)s.buckets, sizeof *s.start);
    s.first = malloc(((size_t)s.buckets + 1) * sizeof *s.first);
    const bool there = out->particle && out->from && out->permutation && s.start && s.first;
    if (there)
        sort_all(&s, threads);
    free(s.start);
    free(s.first);
    return there ? status_ok() : hypergraph_out_of_memory(out);
}

Status hypergraph_out_of_memory(const Hypergraph *h)
{
    return status_make(STATUS_MEMORY, "out of memory while sorting %d constraints", h->count);
}

void hypergraph_destroy(Hypergraph *h)
{
    free(h->particle);
    free(h->from);
    free(h->permutation);
    h->particle = h->from = h->permutation = NULL;
}

Status incidence_create(const Hypergraph *h, ColourIncidence *out)
{
    const size_t n = (size_t)h->particle_count;
    *out = (ColourIncidence){.start = calloc(n + 2, sizeof *out->start),
                             .at = memory_alloc((size_t)h->count * (size_t)h->width * sizeof *out->at)};
    if (!out->start || !out->at)
        return hypergraph_out_of_memory(h);
    for (int32_t i = 0; i < h->count; i++) // shifted by two while counting, by one while filling in
        for (int k = 0; k < h->width; k++)
            out->start[hypergraph_at(h, i)[k] + 2] += !hypergraph_is_repeat(hypergraph_at(h, i), k);
    for (size_t p = 2; p < n + 2; p++)
        out->start[p] += out->start[p - 1];
    for (int32_t i = 0; i < h->count; i++)
        for (int k = 0; k < h->width; k++)
            if (!hypergraph_is_repeat(hypergraph_at(h, i), k))
                out->at[out->start[hypergraph_at(h, i)[k] + 1]++] = i;
    return status_ok();
}

void incidence_destroy(ColourIncidence *incidence)
{
    free(incidence->start);
    free(incidence->at);
    *incidence = (ColourIncidence){0};
}
