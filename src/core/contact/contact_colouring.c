// Stage 3, colours of the contacts of a step, by a whole team.
//
// Space is cut into slabs across its longest side, each with about as many contacts. Slabs are the leaves of a binary tree. A contact
// belongs to the lowest node above all of its particles. This is a leaf if they are all in one slab, otherwise the node that joins the
// slabs. Nodes of one level have no particle in common and are coloured at the same time, levels one after another. Within a node contacts
// are coloured in the order of the candidates, each with the lowest colour that is free at all of its particles. Slabs depend on positions
// alone, so the colours are the same for every number of threads.
#include <string.h>

#include "base/team_range.h"
#include "contact/private/contact_sets.h"

enum { LEVELS_MAX = 6, SLAB_CONTACTS_MIN = 8192 }; // fewer contacts are coloured by one thread

// Levels of the tree above the leaves.
static int levels_of(int32_t contacts)
{
    int levels = 0;
    for (int64_t share = contacts / SLAB_CONTACTS_MIN; share > 0 && levels < LEVELS_MAX - 1; share /= 2)
        levels += levels == 0 ? 3 : 1;
    return levels;
}

// The number of a node; nodes by level, leaves first, 2^(levels − l) of them in level l. lowest, highest: slabs.
static inline int node_of(int levels, int lowest, int highest)
{
    int level = 0, first = 0;
    for (; lowest != highest && level < levels; level++) {
        first += 1 << (levels - level);
        lowest /= 2;
        highest /= 2;
    }
    return first + lowest;
}

// ---- slabs ----

// The bin of each particle along the longest side of the box of all predicted positions.
static void find_bins(const ContactSets *sets)
{
    const ContactMotion *motion = sets->pairs->motion;
    double               low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int t = 0; t < omp_get_num_threads(); t++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], motion->bounds[t].low[k]);
            high[k] = fmax(high[k], motion->bounds[t].high[k]);
        }
    const int    wide = high[0] - low[0] > high[1] - low[1] ? 0 : 1, axis = high[wide] - low[wide] > high[2] - low[2] ? wide : 2;
    const double extent = high[axis] - low[axis], scale = extent > 0 && isfinite(extent) ? CONTACT_BINS / extent : 0;
    TEAM_EACH (p, motion->model->particle_count) {
        const double at = scale * ((double)(&motion->predicted[p].x)[axis] - low[axis]);
        sets->bin[p] = (uint16_t)(at > 0 ? fmin(at, CONTACT_BINS - 1) : 0);
    }
}

// The candidates of this thread's part whose first particle is in each bin.
static void count_bins(const ContactSets *sets, const ClassOrder *order)
{
    int32_t     *mine = sets->bins[omp_get_thread_num()];
    const size_t v = (size_t)order->candidates->corners;
    memset(mine, 0, sizeof *sets->bins);
    TEAM_EACH (r, order->candidates->count)
        mine[sets->bin[order->candidates->vertices[v * (size_t)r]]]++;
}

// The slab of each bin, such that slabs have about as many contacts each. slab: [CONTACT_BINS].
static void cut_slabs(const ContactSets *sets, int32_t contacts, int slabs, uint8_t *slab)
{
    int64_t before = 0;
    for (int b = 0; b < CONTACT_BINS; b++) {
        slab[b] = (uint8_t)(before * slabs / contacts);
        for (int t = 0; t < omp_get_num_threads(); t++)
            before += sets->bins[t][b];
        if (slab[b] >= slabs)
            slab[b] = (uint8_t)(slabs - 1);
    }
}

// ---- candidates by node ----

static void find_nodes(const ContactSets *sets, const ClassOrder *order, int levels, const uint8_t *slab)
{
    int32_t  *mine = sets->histogram[omp_get_thread_num()];
    const int v = order->candidates->corners;
    memset(mine, 0, sizeof *sets->histogram);
    TEAM_EACH (r, order->candidates->count) {
        const int32_t *p = order->candidates->vertices + (size_t)v * (size_t)r;
        int            lowest = slab[sets->bin[p[0]]], highest = lowest;
        for (int j = 1; j < v; j++) {
            const int at = slab[sets->bin[p[j]]];
            lowest = at < lowest ? at : lowest;
            highest = at > highest ? at : highest;
        }
        order->node[r] = (uint8_t)node_of(levels, lowest, highest);
        mine[order->node[r]]++;
    }
}

// by_node: a stable sort of the candidates. begin: [nodes + 1], where each node begins.
static void sort_by_node(const ContactSets *sets, const ClassOrder *order, int nodes, int32_t *begin)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   next[2 << LEVELS_MAX], at = 0;
    for (int node = 0; node < nodes; node++) {
        begin[node] = next[node] = at;
        for (int t = 0; t < threads; t++) {
            next[node] += t < thread ? sets->histogram[t][node] : 0;
            at += sets->histogram[t][node];
        }
    }
    begin[nodes] = at;
    TEAM_EACH (r, order->candidates->count)
        order->by_node[next[order->node[r]]++] = r;
}

// ---- colours ----

// The lowest colour that is free at all particles of a contact; rarely beyond the first word.
static GNU_ALWAYS_INLINE uint8_t colour_one(const ContactSets *sets, const int32_t *p, int v)
{
    for (int word = 0; word < COLOUR_WORDS; word++) {
        uint64_t taken = 0;
        for (int j = 0; j < v; j++)
            taken |= sets->used[p[j]][word];
        if (GNU_LIKELY(~taken)) {
            const uint64_t bit = ~taken & (taken + 1);
            for (int j = 0; j < v; j++)
                sets->used[p[j]][word] |= bit;
            return (uint8_t)(64 * word + GNU_TRAILING_ZEROS(bit));
        }
    }
    return CONTACT_COLOURS_MAX;
}

static void colour_levels(const ContactSets *sets, const ClassOrder *order, int levels, const int32_t *begin)
{
    const int v = order->candidates->corners;
    for (int level = 0, first = 0; level <= levels; level++) {
        const int nodes = 1 << (levels - level);
#pragma omp for schedule(dynamic, 1)
        for (int node = first; node < first + nodes; node++)
            for (int32_t s = begin[node]; s < begin[node + 1]; s++) {
                const int32_t r = order->by_node[s];
                order->colour[r] = colour_one(sets, order->candidates->vertices + (size_t)v * (size_t)r, v);
            }
        first += nodes;
    }
}

static void colour_class(const ContactSets *sets, const ClassOrder *order)
{
    const int levels = levels_of(order->candidates->count);
    uint8_t   slab[CONTACT_BINS] = {0};
    int32_t   begin[(2 << LEVELS_MAX) + 1], from, to;
    team_range(0, sets->pairs->motion->model->particle_count, &from, &to);
    memset(sets->used + from, 0, (size_t)(to - from) * sizeof *sets->used);
    if (levels > 0) {
        find_bins(sets);
#pragma omp barrier
        count_bins(sets, order);
#pragma omp barrier
        cut_slabs(sets, order->candidates->count, 1 << levels, slab);
    } // otherwise there is one slab, and bins are unused
    find_nodes(sets, order, levels, slab);
#pragma omp barrier
    sort_by_node(sets, order, (2 << levels) - 1, begin);
#pragma omp barrier
    colour_levels(sets, order, levels, begin);
}

// The contacts of a particle with colliders have colours 0, 1, 2, … in order; no other contact of the class has that particle.
static void colour_points(const ClassOrder *order)
{
    const int32_t *particle = order->candidates->vertices;
    int32_t        from, to;
    team_range(0, order->candidates->count, &from, &to);
    int32_t first = from; // of the particle of r
    while (first > 0 && from < to && particle[first - 1] == particle[from])
        first--;
    for (int32_t r = from; r < to; r++) {
        first = particle[r] == particle[first] ? first : r;
        order->colour[r] = (uint8_t)(r - first < CONTACT_COLOURS_MAX ? r - first : CONTACT_COLOURS_MAX);
    }
}

void contact_sets_colour(const ContactSets *sets)
{
    colour_points(&sets->order[CONTACT_POINT]);
    for (int which = CONTACT_SEGMENT; which <= CONTACT_PAIR; which++)
        if (sets->order[which].candidates->count > 0)
            colour_class(sets, &sets->order[which]);
#pragma omp barrier
}
