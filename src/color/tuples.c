// A stable counting sort in two passes, so that neither walks all over memory: into buckets of neighbouring particles, then each bucket by
// itself. A stable sort has one result only, so it may be shared among threads in any way.
#include "color/tuples.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BUCKET_SHIFT = 10, BUCKET_PARTICLES = 1 << BUCKET_SHIFT };

typedef struct Sort {
    const Model *model;
    Tuples      *out;
    int32_t      buckets;
    int32_t     *bucketed; // [count] numbers of constraints, bucket by bucket
    int32_t     *start;    // [threads][buckets] of a thread in each bucket, counted first
    int32_t     *first;    // [buckets + 1]
} Sort;

static int32_t lowest_of(const int32_t *particle, int count)
{
    int32_t lowest = particle[0];
    for (int k = 1; k < count; k++)
        lowest = particle[k] < lowest ? particle[k] : lowest;
    return lowest;
}

// The part of set `kind` that is among the constraints from … to−1: its first place in the set, and how many.
static int32_t part_of_set(const Tuples *t, int kind, int32_t from, int32_t to, int32_t *first)
{
    const int32_t low = from > t->offset[kind] ? from : t->offset[kind];
    const int32_t high = to < t->offset[kind + 1] ? to : t->offset[kind + 1];
    *first = low - t->offset[kind];
    return high > low ? high - low : 0;
}

static void count_buckets(const Sort *s, int32_t from, int32_t to, int32_t *size)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int     v = s->model->sets[kind].ops->vertices;
        int32_t       first;
        const int32_t count = part_of_set(s->out, kind, from, to, &first);
        for (int32_t i = first; i < first + count; i++)
            size[lowest_of(s->model->sets[kind].vertices + (size_t)i * (size_t)v, v) >> BUCKET_SHIFT]++;
    }
}

static void fill_buckets(const Sort *s, int32_t from, int32_t to, int32_t *start)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int     v = s->model->sets[kind].ops->vertices;
        int32_t       first;
        const int32_t count = part_of_set(s->out, kind, from, to, &first);
        for (int32_t i = first; i < first + count; i++)
            s->bucketed[start[lowest_of(s->model->sets[kind].vertices + (size_t)i * (size_t)v, v) >> BUCKET_SHIFT]++] =
                s->out->offset[kind] + i;
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

static void sort_bucket(const Sort *s, int32_t bucket)
{
    Tuples       *t = s->out;
    const int32_t base = bucket << BUCKET_SHIFT, begin = s->first[bucket], end = s->first[bucket + 1];
    int32_t       start[BUCKET_PARTICLES + 1] = {0};
    for (int pass = 0; pass < 2; pass++) { // counts, then places; the numbers ascend, and with them the kind
        int kind = 0;
        for (int32_t i = begin; i < end; i++) {
            const int32_t number = s->bucketed[i];
            while (number >= t->offset[kind + 1])
                kind++;
            const ConstraintSet *set = &s->model->sets[kind];
            const int            v = set->ops->vertices;
            const int32_t       *particle = set->vertices + (size_t)(number - t->offset[kind]) * (size_t)v;
            const int32_t        lowest = lowest_of(particle, v) - base;
            if (pass == 0) {
                start[lowest + 1]++;
                continue;
            }
            const int32_t place = begin + start[lowest]++;
            t->from[place] = number;
            for (int k = 0; k < t->width; k++)
                t->particle[(size_t)place * (size_t)t->width + (size_t)k] = particle[k < v ? k : v - 1];
        }
        for (int32_t p = 0; pass == 0 && p < BUCKET_PARTICLES; p++)
            start[p + 1] += start[p];
    }
}

static void sort_all(const Sort *s, int threads)
{
    const int32_t count = s->out->count;
#pragma omp parallel num_threads(threads)
    {
        const int     team = omp_get_num_threads(), thread = omp_get_thread_num();
        const int32_t from = (int32_t)((int64_t)count * thread / team), to = (int32_t)((int64_t)count * (thread + 1) / team);
        int32_t      *start = s->start + (size_t)thread * (size_t)s->buckets;
        count_buckets(s, from, to, start);
#pragma omp barrier
#pragma omp          single
        sum_buckets(s, team);
        fill_buckets(s, from, to, start);
#pragma omp barrier
#pragma omp for schedule(dynamic, 4)
        for (int32_t b = 0; b < s->buckets; b++)
            sort_bucket(s, b);
    }
}

Status tuples_make(const Model *model, int threads, Tuples *out)
{
    *out = (Tuples){.particle_count = model->particle_count, .count = model->constraint_count, .width = 1};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        out->offset[kind + 1] = out->offset[kind] + set->count;
        out->width = set->count && set->ops->vertices > out->width ? set->ops->vertices : out->width;
    }
    Sort s = {.model = model, .out = out, .buckets = (model->particle_count >> BUCKET_SHIFT) + 1};
    out->particle = memory_alloc((size_t)out->count * (size_t)out->width * sizeof *out->particle);
    out->from = memory_alloc((size_t)out->count * sizeof *out->from);
    s.bucketed = memory_alloc((size_t)out->count * sizeof *s.bucketed);
    s.start = calloc((size_t)threads * (size_t)s.buckets, sizeof *s.start);
    s.first = malloc(((size_t)s.buckets + 1) * sizeof *s.first);
    const bool there = out->particle && out->from && s.bucketed && s.start && s.first;
    if (there)
        sort_all(&s, threads);
    free(s.bucketed);
    free(s.start);
    free(s.first);
    return there ? status_ok() : tuples_out_of_memory(out);
}

Status tuples_out_of_memory(const Tuples *t)
{
    return status_make(STATUS_MEMORY, "out of memory while %d constraints were put in order", t->count);
}

void tuples_free(Tuples *t)
{
    free(t->particle);
    free(t->from);
    t->particle = t->from = NULL;
}

Status tuples_incidence(const Tuples *t, TupleIncidence *out)
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

void tuples_incidence_free(TupleIncidence *incidence)
{
    free(incidence->start);
    free(incidence->at);
    *incidence = (TupleIncidence){0};
}
