#include "colour/private/clusters.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/colouring.h"

// The colours at a particle: of clusters, and of constraints in the cluster that is being coloured.
typedef struct Taken {
    uint64_t clusters, inner;
} Taken;

// Equal cuts, at multiples of every vector width, so that few groups of lanes are not full.
static void cut(const Tuples *t, Clusters *out)
{
    enum { GRAIN = 16 };
    for (int32_t k = 1; k < out->count; k++)
        out->start[k] = (int32_t)((int64_t)t->count * k / out->count) / GRAIN * GRAIN;
    out->start[out->count] = t->count;
}

static void colour_cluster(const int32_t *particle, size_t count, Taken *taken, uint8_t *colour)
{
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++)
        all |= taken[particle[i]].clusters;
    const int lowest = colouring_lowest_free(all);
    for (size_t i = 0; i < count && lowest < SCHEDULE_COLOURS_MAX; i++)
        taken[particle[i]].clusters |= (uint64_t)1 << lowest;
    *colour = (uint8_t)lowest;
}

// width is a compile-time constant.
static GNU_ALWAYS_INLINE void first_fit_of(const int32_t *particle, int width, int32_t count, Taken *taken, uint8_t *inner)
{
    for (int32_t i = 0; i < count; i++) {
        const int32_t *p = particle + (size_t)i * (size_t)width;
        uint64_t       all = 0;
        for (int k = 0; k < width; k++)
            all |= taken[p[k]].inner;
        const int lowest = colouring_lowest_free(all);
        inner[i] = (uint8_t)lowest;
        for (int k = 0; k < width && lowest < SCHEDULE_COLOURS_MAX; k++)
            taken[p[k]].inner |= (uint64_t)1 << lowest;
    }
}

static void colour_inside(const Tuples *t, int32_t begin, int32_t end, Taken *taken, uint8_t *inner)
{
    const int32_t *particle = tuples_at(t, begin);
    const int32_t  count = end - begin;
    if (t->width == 2) // the commonest
        first_fit_of(particle, 2, count, taken, inner + begin);
    else
        first_fit_of(particle, t->width, count, taken, inner + begin);
    for (size_t i = 0; i < (size_t)count * (size_t)t->width; i++)
        taken[particle[i]].inner = 0;
}

// Pairs of an inner colour and a kind in a cluster.
static int32_t count_batches(const Tuples *t, int32_t begin, int32_t end, const uint8_t *inner)
{
    uint64_t there[CONSTRAINT_KINDS] = {0};
    bool     tail[CONSTRAINT_KINDS] = {0};
    int32_t  batches = 0;
    for (int32_t i = begin; i < end; i++) {
        const int kind = tuples_kind(t, i);
        if (GNU_LIKELY(inner[i] < SCHEDULE_COLOURS_MAX))
            there[kind] |= (uint64_t)1 << inner[i];
        else
            tail[kind] = true;
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (batches += tail[kind]; there[kind]; there[kind] &= there[kind] - 1)
            batches++;
    return batches;
}

Status clusters_create(const Tuples *t, int32_t size, Clusters *out)
{
    const int32_t wanted = t->count / (size > CLUSTER_LEAST ? size : CLUSTER_LEAST);
    *out = (Clusters){.count = wanted > 1 ? wanted : 1};
    out->start = calloc((size_t)out->count + 1, sizeof *out->start);
    out->colour = malloc((size_t)out->count);
    out->inner = memory_alloc((size_t)t->count);
    Taken     *taken = memory_alloc((size_t)t->particle_count * sizeof *taken);
    const bool there = out->start && out->colour && out->inner && taken;
    if (there) {
        memset(taken, 0, (size_t)t->particle_count * sizeof *taken);
        cut(t, out);
        for (int32_t k = 0; k < out->count; k++) {
            const int32_t begin = out->start[k], end = out->start[k + 1];
            colour_cluster(tuples_at(t, begin), (size_t)(end - begin) * (size_t)t->width, taken, &out->colour[k]);
            colour_inside(t, begin, end, taken, out->inner);
            out->batches += count_batches(t, begin, end, out->inner);
        }
    }
    free(taken);
    return there ? status_ok() : tuples_out_of_memory(t);
}

void clusters_destroy(Clusters *c)
{
    free(c->start);
    free(c->colour);
    free(c->inner);
}
