// A stable counting sort by the lowest particle in two passes, so that neither walks all over memory: into buckets of neighbouring
// particles, then each bucket by itself; and of what ties by the highest. There is one result only, so the work may be shared among threads
// in any way.
#include "colour/private/tuples.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BUCKET_SHIFT = 10, BUCKET_PARTICLES = 1 << BUCKET_SHIFT };

typedef struct Sort {
    const Model *model;
    Tuples      *out;
    int32_t      buckets;
    int32_t     *bucketed; // [count] numbers of constraints, bucket by bucket; the spare memory of the tuples
    int32_t     *start;    // [threads][buckets] of a thread in each bucket, counted first
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

// The constraints from … to−1 of one set: bucketed NULL: counted into `at`; otherwise filled in from there.
static void bucket_part(const ConstraintSet *set, int32_t from, int32_t to, int32_t number, int32_t *at, int32_t *bucketed)
{
    const int      v = set->ops->vertices;
    const int32_t *particle = set->vertices + (size_t)from * (size_t)v;
    if (v == 2 && bucketed) // the commonest kind, at compile time
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

// Sizes become starts: bucket by bucket, in it thread by thread, whose parts are in order.
static void sum_buckets(const Sort *s, int threads)
{
    int32_t sum = 0;
    for (int32_t b = 0; b < s->buckets; b++) {
        s->first[b] = sum;
        for (int t = 0; t < threads; t++) {
            int32_t      *at = &s->start[(size_t)t * (size_t)s->buckets + (size_t)b];
            const int32_t size = *at;
            *at = sum;
            sum += size;
        }
    }
    s->first[s->buckets] = sum;
}

// Constraints of one kind in a bucket: counted, or with `place` put where they belong. v, width and place are compile-time constants.
static GNU_ALWAYS_INLINE void sort_run_of(const ConstraintSet *set, int v, int width, bool place, const int32_t *number, int32_t count,
                                          int32_t offset, int32_t base, int32_t *start, Tuples *t)
{
    for (int32_t i = 0; i < count; i++) {
        const int32_t *p = set->vertices + (size_t)(number[i] - offset) * (size_t)v;
        const int32_t  at = start[lowest_of(p, v) - base]++;
        if (!place)
            continue;
        t->from[at] = number[i];
        for (int k = 0; k < width; k++)
            t->particle[(size_t)at * (size_t)width + (size_t)k] = p[k < v ? k : v - 1];
    }
}

static void sort_run(const Sort *s, int kind, bool place, const int32_t *number, int32_t count, int32_t base, int32_t *start)
{
    Tuples              *t = s->out;
    const ConstraintSet *set = &s->model->sets[kind];
    const int            v = set->ops->vertices;
    if (v == 2 && t->width == 2 && place) // the commonest
        sort_run_of(set, 2, 2, true, number, count, t->offset[kind], base, start, t);
    else if (v == 2 && !place)
        sort_run_of(set, 2, 2, false, number, count, t->offset[kind], base, start, t);
    else
        sort_run_of(set, v, t->width, place, number, count, t->offset[kind], base, start, t);
}

// How many of ascending numbers are below a limit.
static int32_t count_below(const int32_t *number, int32_t count, int32_t limit)
{
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (number[middle] < limit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int32_t highest_of(const int32_t *particle, int count)
{
    int32_t highest = particle[0];
    for (int k = 1; k < count; k++)
        highest = particle[k] > highest ? particle[k] : highest;
    return highest;
}

// What ties at the lowest particle are sorted by: highest particle, then number.
static GNU_ALWAYS_INLINE uint64_t tie_key(const Tuples *t, int width, int32_t at)
{
    return (uint64_t)highest_of(t->particle + (size_t)at * (size_t)width, width) << 32 | (uint32_t)t->from[at];
}

// Sorts the constraints begin … end−1, which have the lowest particle in common: Shell's sort, which with four of them is insertion, and
// with the thousands of a hub not quadratic. width is a compile-time constant.
static GNU_ALWAYS_INLINE void sort_ties_of(Tuples *t, int width, int32_t begin, int32_t end)
{
    static const int32_t GAPS[] = {16001, 4193, 1073, 281, 77, 23, 8, 1};
    for (size_t g = end - begin > 8 ? 0 : sizeof GAPS / sizeof *GAPS - 1; g < sizeof GAPS / sizeof *GAPS; g++)
        for (int32_t i = begin + GAPS[g]; i < end; i++) {
            const uint64_t key = tie_key(t, width, i);
            int32_t        at = i;
            while (at - GAPS[g] >= begin && tie_key(t, width, at - GAPS[g]) > key)
                at -= GAPS[g];
            if (at == i)
                continue;
            const int32_t from = t->from[i];
            int32_t       particle[CONSTRAINT_VERTICES_MAX];
            memcpy(particle, t->particle + (size_t)i * (size_t)width, (size_t)width * sizeof *particle);
            for (int32_t j = i; j > at; j -= GAPS[g]) {
                t->from[j] = t->from[j - GAPS[g]];
                memcpy(t->particle + (size_t)j * (size_t)width, t->particle + (size_t)(j - GAPS[g]) * (size_t)width,
                       (size_t)width * sizeof *particle);
            }
            t->from[at] = from;
            memcpy(t->particle + (size_t)at * (size_t)width, particle, (size_t)width * sizeof *particle);
        }
}

static void sort_ties(Tuples *t, int32_t begin, int32_t end)
{
    if (t->width == 2) // the commonest
        sort_ties_of(t, 2, begin, end);
    else
        sort_ties_of(t, t->width, begin, end);
}

// By kinds, whose constraints lie one after another in a bucket as everywhere.
static void sort_bucket(const Sort *s, int32_t bucket)
{
    const int32_t *offset = s->out->offset;
    const int32_t  base = bucket << BUCKET_SHIFT, end = s->first[bucket + 1];
    int32_t        start[BUCKET_PARTICLES + 1] = {s->first[bucket]};
    for (int pass = 0; pass < 2; pass++) {
        int32_t at = s->first[bucket];
        for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
            const int32_t run = count_below(s->bucketed + at, end - at, offset[kind + 1]);
            sort_run(s, kind, pass == 1, s->bucketed + at, run, base, pass == 1 ? start : start + 1);
            at += run;
        }
        for (int32_t p = 0; pass == 0 && p < BUCKET_PARTICLES; p++)
            start[p + 1] += start[p];
    }
    for (int32_t p = 0; p < BUCKET_PARTICLES; p++) // start: where the constraints of a particle end, by now
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

static Tuples describe(const Model *model)
{
    Tuples t = {.particle_count = model->particle_count, .width = 1};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        t.offset[kind + 1] = t.offset[kind] + (set->groups ? 0 : set->count);
        if (t.offset[kind + 1] == t.offset[kind])
            continue;
        t.first_kind = t.offset[kind] ? t.first_kind : kind;
        t.last_kind = kind;
        t.width = set->ops->vertices > t.width ? set->ops->vertices : t.width;
    }
    t.count = t.offset[CONSTRAINT_KINDS];
    return t;
}

Status tuples_create(const Model *model, int threads, Tuples *out)
{
    *out = describe(model);
    out->particle = memory_alloc(tuples_bytes(out));
    out->from = memory_alloc((size_t)out->count * sizeof *out->from);
    out->spare = memory_alloc((size_t)out->count * sizeof *out->spare);
    Sort s = {.model = model, .out = out, .buckets = (model->particle_count >> BUCKET_SHIFT) + 1, .bucketed = out->spare};
    s.start = calloc((size_t)threads * (size_t)s.buckets, sizeof *s.start);
    s.first = malloc(((size_t)s.buckets + 1) * sizeof *s.first);
    const bool there = out->particle && out->from && out->spare && s.start && s.first;
    if (there)
        sort_all(&s, threads);
    free(s.start);
    free(s.first);
    return there ? status_ok() : tuples_out_of_memory(out);
}

Status tuples_out_of_memory(const Tuples *t)
{
    return status_make(STATUS_MEMORY, "out of memory while %d constraints were put in order", t->count);
}

void tuples_destroy(Tuples *t)
{
    free(t->particle);
    free(t->from);
    free(t->spare);
    t->particle = t->from = t->spare = NULL;
}

Status tuples_incidence_create(const Tuples *t, TupleIncidence *out)
{
    const size_t n = (size_t)t->particle_count;
    *out = (TupleIncidence){.start = calloc(n + 2, sizeof *out->start),
                            .at = memory_alloc((size_t)t->count * (size_t)t->width * sizeof *out->at)};
    if (!out->start || !out->at)
        return tuples_out_of_memory(t);
    for (int32_t i = 0; i < t->count; i++) // two places ahead while they are counted, one while they are filled in
        for (int k = 0; k < t->width; k++)
            out->start[tuples_at(t, i)[k] + 2] += !tuples_is_repeat(tuples_at(t, i), k);
    for (size_t p = 2; p < n + 2; p++)
        out->start[p] += out->start[p - 1];
    for (int32_t i = 0; i < t->count; i++)
        for (int k = 0; k < t->width; k++)
            if (!tuples_is_repeat(tuples_at(t, i), k))
                out->at[out->start[tuples_at(t, i)[k] + 1]++] = i;
    return status_ok();
}

void tuples_incidence_destroy(TupleIncidence *incidence)
{
    free(incidence->start);
    free(incidence->at);
    *incidence = (TupleIncidence){0};
}
