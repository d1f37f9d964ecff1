#include "color/clusters.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "color/colouring.h"

// The colours at a particle: of clusters, and of constraints in the cluster that is being coloured.
typedef struct Taken {
    uint64_t clusters, inner;
} Taken;

// Equal cuts, each moved on a little to where the lowest particle changes: the constraints that begin at a particle stay together.
static void cut(const Tuples *t, int32_t size, Clusters *out)
{
    const int32_t slack = size / 8;
    for (int32_t k = 1; k < out->count; k++) {
        const int32_t target = (int32_t)((int64_t)t->count * k / out->count);
        int32_t       at = target;
        while (at < t->count && at < target + slack && tuples_lowest(t, at) == tuples_lowest(t, at - 1))
            at++;
        out->start[k] = at < target + slack ? at : target;
    }
    out->start[out->count] = t->count;
}

static void colour_cluster(const Tuples *t, int32_t begin, int32_t end, Taken *taken, uint8_t *colour)
{
    const size_t from = (size_t)begin * (size_t)t->width, to = (size_t)end * (size_t)t->width;
    uint64_t     all = 0;
    for (size_t i = from; i < to; i++)
        all |= taken[t->particle[i]].clusters;
    const int lowest = colouring_lowest_free(all);
    *colour = (uint8_t)lowest;
    for (size_t i = from; i < to && lowest < SCHEDULE_COLOURS_MAX; i++)
        taken[t->particle[i]].clusters |= (uint64_t)1 << lowest;
}

static void colour_inside(const Tuples *t, int32_t begin, int32_t end, Taken *taken, uint8_t *inner)
{
    for (int32_t i = begin; i < end; i++) {
        const int32_t *p = tuples_at(t, i);
        uint64_t       all = 0;
        for (int k = 0; k < t->width; k++)
            all |= taken[p[k]].inner;
        const int lowest = colouring_lowest_free(all);
        inner[i] = (uint8_t)lowest;
        for (int k = 0; k < t->width && lowest < SCHEDULE_COLOURS_MAX; k++)
            taken[p[k]].inner |= (uint64_t)1 << lowest;
    }
    for (size_t i = (size_t)begin * (size_t)t->width; i < (size_t)end * (size_t)t->width; i++)
        taken[t->particle[i]].inner = 0;
}

Status clusters_make(const Tuples *t, int32_t size, Clusters *out)
{
    const int32_t wanted = t->count / (size > 0 ? size : 1);
    *out = (Clusters){.count = wanted > 1 ? wanted : 1};
    out->start = calloc((size_t)out->count + 1, sizeof *out->start);
    out->colour = malloc((size_t)out->count);
    out->inner = memory_alloc((size_t)t->count);
    Taken     *taken = memory_alloc((size_t)t->particle_count * sizeof *taken);
    const bool there = out->start && out->colour && out->inner && taken;
    if (there) {
        memset(taken, 0, (size_t)t->particle_count * sizeof *taken);
        cut(t, size, out);
        for (int32_t k = 0; k < out->count; k++) {
            colour_cluster(t, out->start[k], out->start[k + 1], taken, &out->colour[k]);
            colour_inside(t, out->start[k], out->start[k + 1], taken, out->inner);
        }
    }
    free(taken);
    return there ? status_ok() : tuples_out_of_memory(t);
}

void clusters_free(Clusters *c)
{
    free(c->start);
    free(c->colour);
    free(c->inner);
}
