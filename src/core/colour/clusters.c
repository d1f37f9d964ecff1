#include "colour/private/clusters.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/colouring.h"

// Bit masks of the colours at a particle: of clusters, and of constraints in the current cluster.
typedef struct Taken {
    uint64_t clusters, inner;
} Taken;

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

static void colour_inside(const Hypergraph *h, int32_t begin, int32_t end, Taken *taken, uint8_t *inner)
{
    const int32_t *particle = hypergraph_at(h, begin);
    const int32_t  count = end - begin;
    if (h->width == 2) // the most common width
        first_fit_of(particle, 2, count, taken, inner + begin);
    else
        first_fit_of(particle, h->width, count, taken, inner + begin);
    for (size_t i = 0; i < (size_t)count * (size_t)h->width; i++)
        taken[particle[i]].inner = 0;
}

// Number of pairs of an inner colour and a kind in a cluster.
static int32_t count_batches(const Hypergraph *h, int32_t begin, int32_t end, const uint8_t *inner)
{
    uint64_t there[CONSTRAINT_KINDS] = {0};
    bool     tail[CONSTRAINT_KINDS] = {0};
    int32_t  batches = 0;
    for (int32_t i = begin; i < end; i++) {
        const int kind = hypergraph_kind(h, i);
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

Status clusters_create(const Hypergraph *h, int32_t size, Clusters *out)
{
    const int32_t required = h->count / (size > CLUSTER_MIN ? size : CLUSTER_MIN);
    *out = (Clusters){.count = required > 1 ? required : 1};
    out->start = calloc((size_t)out->count + 1, sizeof *out->start);
    out->colour = malloc((size_t)out->count);
    out->inner = memory_alloc((size_t)h->count);
    Taken     *taken = memory_alloc((size_t)h->particle_count * sizeof *taken);
    const bool there = out->start && out->colour && out->inner && taken;
    if (there) {
        memset(taken, 0, (size_t)h->particle_count * sizeof *taken);
        for (int32_t k = 1; k < out->count;
             k++) // equal parts, cut at multiples of every vector width so that few groups of lanes are partial
            out->start[k] = (int32_t)((int64_t)h->count * k / out->count) / CLUSTER_GRAIN * CLUSTER_GRAIN;
        out->start[out->count] = h->count;
        for (int32_t k = 0; k < out->count; k++) {
            const int32_t begin = out->start[k], end = out->start[k + 1];
            colour_cluster(hypergraph_at(h, begin), (size_t)(end - begin) * (size_t)h->width, taken, &out->colour[k]);
            colour_inside(h, begin, end, taken, out->inner);
            out->batches += count_batches(h, begin, end, out->inner);
        }
    }
    free(taken);
    return there ? status_ok() : hypergraph_out_of_memory(h);
}

void clusters_destroy(Clusters *c)
{
    free(c->start);
    free(c->colour);
    free(c->inner);
}
