#include "colour/private/clusters.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/colouring.h"
#include "colour/private/sequence.h"

// Equal parts, cut at multiples of every vector width so that few groups of lanes are partial.
static int32_t begin_of(const Hypergraph *h, int32_t cluster, int32_t count)
{
    return cluster == count ? h->count : (int32_t)((int64_t)h->count * cluster / count) / CLUSTER_GRAIN * CLUSTER_GRAIN;
}

// Colours of a number of clusters, or only the number of colours if `colour` is NULL. taken: [particles] the colours at each, as bit masks.
static int32_t colour_clusters(const Hypergraph *h, int32_t count, uint64_t *taken, uint8_t *colour)
{
    int32_t colours = 0;
    memset(taken, 0, (size_t)h->particle_count * sizeof *taken);
    for (int32_t k = 0; k < count; k++) {
        const size_t   w = (size_t)h->width, begin = w * (size_t)begin_of(h, k, count), end = w * (size_t)begin_of(h, k + 1, count);
        const int32_t *particle = h->particle;
        uint64_t       all = 0;
        for (size_t i = begin; i < end; i++)
            all |= taken[particle[i]];
        const int lowest = colouring_lowest_free(all);
        for (size_t i = begin; i < end && lowest < SCHEDULE_COLOURS_MAX; i++)
            taken[particle[i]] |= (uint64_t)1 << lowest;
        colours = lowest >= colours ? lowest + 1 : colours;
        if (colour)
            colour[k] = (uint8_t)lowest;
    }
    return colours;
}

// Constraints at the busiest particle. at: [particles] space.
static int32_t busiest(const Hypergraph *h, uint64_t *at)
{
    uint64_t most = 1;
    memset(at, 0, (size_t)h->particle_count * sizeof *at);
    for (int32_t i = 0; i < h->count; i++)
        for (int k = 0; k < h->width; k++) {
            uint64_t *here = &at[hypergraph_at(h, i)[k]];
            *here += !hypergraph_is_repeat(hypergraph_at(h, i), k);
            most = *here > most ? *here : most;
        }
    return (int32_t)(most < (uint64_t)h->count ? most : (uint64_t)h->count);
}

// At least `count` clusters, a multiple of `even` for each of their colours; 0: they would have fewer than `min` constraints.
static int32_t even_count(const Hypergraph *h, int32_t count, int32_t even, int64_t min, uint64_t *taken)
{
    enum { ATTEMPTS = 4 }; // the number of colours depends on the number of clusters
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        const int32_t unit = even * colour_clusters(h, count, taken, NULL);
        if (unit == 0)
            return 0;
        const int32_t next = (count + unit - 1) / unit * unit;
        if (next == count)
            return count;
        if (h->count / next < min)
            return 0;
        count = next;
    }
    return 0;
}

static int32_t choose_count(const Hypergraph *h, int32_t size, uint64_t *taken)
{
    if (h->count == 0)
        return 0;
    const int32_t count = h->count / (size > CLUSTER_MIN ? size : CLUSTER_MIN);
    const int64_t min = (int64_t)busiest(h, taken) * BATCH_WINDOW;
    int32_t       chosen = 0;
    for (int32_t even = CLUSTER_EVEN; even > 1 && !chosen; even /= 2)
        chosen = even_count(h, count > 2 ? count : 2, even, min, taken);
    return chosen ? chosen : count > 1 ? count : 1;
}

static Status sequence_clusters(const Hypergraph *h, Clusters *out)
{
    Sequencer sequencer;
    TRY(sequencer_create(h, h->count / out->count + 2 * CLUSTER_GRAIN, &sequencer));
    for (int32_t k = 0; k < out->count; k++) {
        const int32_t begin = begin_of(h, k, out->count), end = begin_of(h, k + 1, out->count);
        out->start[k] = begin;
        out->batches += sequencer_run(&sequencer, begin, end, out->order + begin, out->flags + begin);
    }
    out->start[out->count] = h->count;
    sequencer_destroy(&sequencer);
    return status_ok();
}

static bool alloc(const Hypergraph *h, Clusters *out)
{
    out->start = malloc(((size_t)out->count + 1) * sizeof *out->start);
    out->colour = memory_alloc((size_t)out->count);
    out->order = memory_alloc((size_t)h->count * sizeof *out->order);
    out->flags = memory_alloc((size_t)h->count);
    return out->start && out->colour && out->order && out->flags;
}

Status clusters_create(const Hypergraph *h, int32_t size, Clusters *out)
{
    uint64_t *taken = memory_alloc((size_t)h->particle_count * sizeof *taken);
    *out = (Clusters){.count = taken ? choose_count(h, size, taken) : 1};
    Status status = taken && alloc(h, out) ? status_ok() : hypergraph_out_of_memory(h);
    if (taken && status.code == STATUS_OK && out->count > 0) {
        (void)colour_clusters(h, out->count, taken, out->colour);
        status = sequence_clusters(h, out);
    }
    free(taken);
    return status;
}

void clusters_destroy(Clusters *c)
{
    free(c->start);
    free(c->colour);
    free(c->order);
    free(c->flags);
}
