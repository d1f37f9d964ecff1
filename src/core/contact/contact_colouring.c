// Colours of the contacts of a step, by a whole team.
//
// Space is cut into slabs across its longest side, each with as many contacts, by position alone. A contact whose particles are all in one
// slab can be coloured at the same time as those of other slabs, and one that reaches over the border of two slabs, once they are done, at
// the same time as those at other borders: slabs are the leaves of a binary tree, a contact belongs to the lowest node that all of its
// particles are below, and nodes of one level have no particle in common. Within a node contacts are coloured in the order of detection,
// each with the lowest colour that is free at all of its particles. So the colours are the same for every number of threads.
#include <string.h>

#include "contact/private/contacts_internal.h"

enum { LEVELS_MAX = 6, SLABS_LEAST = 8192 }; // contacts below which one thread does it all

// Levels above the leaves.
static int levels_of(int32_t contacts)
{
    int levels = 0;
    for (int64_t share = contacts / SLABS_LEAST; share > 0 && levels < LEVELS_MAX - 1; share /= 2)
        levels += levels == 0 ? 3 : 1;
    return levels;
}

// Nodes by level, leaves first: level l has 2^(levels − l) of them.
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

static inline double coordinate(real4 a, int axis)
{
    return (double)(axis == 0 ? a.x : axis == 1 ? a.y : a.z);
}

// Which of the bins along the longest side of all that there is each particle is in.
static void find_bins(const Contacts *contacts)
{
    const ContactWork *work = contacts->work;
    double             low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    int32_t            from, to;
    for (int t = 0; t < omp_get_num_threads(); t++)
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], work->bounds[t].low[k]);
            high[k] = fmax(high[k], work->bounds[t].high[k]);
        }
    const int    wide = high[0] - low[0] > high[1] - low[1] ? 0 : 1, axis = high[wide] - low[wide] > high[2] - low[2] ? wide : 2;
    const double extent = high[axis] - low[axis], scale = extent > 0 && isfinite(extent) ? CONTACT_BINS / extent : 0;
    team_range(0, contacts->model->particle_count, &from, &to);
    for (int32_t p = from; p < to; p++) {
        const double at = scale * (coordinate(work->predicted[p], axis) - low[axis]);
        work->bin[p] = (uint16_t)(at > 0 ? fmin(at, CONTACT_BINS - 1) : 0);
    }
}

// How many contacts begin in each bin, of a thread's part.
static void count_bins(const ContactWork *work, const ContactDraft *draft, int v)
{
    int32_t *mine = work->bins[omp_get_thread_num()];
    int32_t  from, to;
    memset(mine, 0, sizeof *work->bins);
    team_range(0, draft->count, &from, &to);
    for (int32_t r = from; r < to; r++)
        mine[work->bin[draft->vertices[(size_t)v * (size_t)r]]]++;
}

// Every slab has as many contacts as the next, as far as bins can tell. slab: [CONTACT_BINS].
static void cut_slabs(const ContactWork *work, int32_t contacts, int slabs, uint8_t *slab)
{
    int64_t before = 0;
    for (int b = 0; b < CONTACT_BINS; b++) {
        slab[b] = (uint8_t)(before * slabs / contacts);
        for (int t = 0; t < omp_get_num_threads(); t++)
            before += work->bins[t][b];
        if (slab[b] >= slabs)
            slab[b] = (uint8_t)(slabs - 1);
    }
}

// ---- contacts by node ----

static void find_nodes(const ContactWork *work, const ContactDraft *draft, int v, int levels, const uint8_t *slab)
{
    int32_t *mine = work->histogram[omp_get_thread_num()];
    int32_t  from, to;
    memset(mine, 0, sizeof *work->histogram);
    team_range(0, draft->count, &from, &to);
    for (int32_t r = from; r < to; r++) {
        const int32_t *p = draft->vertices + (size_t)v * (size_t)r;
        int            lowest = slab[work->bin[p[0]]], highest = lowest;
        for (int j = 1; j < v; j++) {
            const int at = slab[work->bin[p[j]]];
            lowest = at < lowest ? at : lowest;
            highest = at > highest ? at : highest;
        }
        draft->node[r] = (uint8_t)node_of(levels, lowest, highest);
        mine[draft->node[r]]++;
    }
}

// sorted: the draft by node, in its own order within each. begin: where each node begins, [nodes + 1].
static void sort_by_node(const ContactWork *work, const ContactDraft *draft, int nodes, int32_t *begin)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   next[2 << LEVELS_MAX], at = 0, from, to;
    for (int node = 0; node < nodes; node++) {
        begin[node] = next[node] = at;
        for (int t = 0; t < threads; t++) {
            next[node] += t < thread ? work->histogram[t][node] : 0;
            at += work->histogram[t][node];
        }
    }
    begin[nodes] = at;
    team_range(0, draft->count, &from, &to);
    for (int32_t r = from; r < to; r++)
        draft->sorted[next[draft->node[r]]++] = r;
}

// ---- colours ----

// The lowest colour that is free at all of them; hardly ever beyond the first word.
static GNU_ALWAYS_INLINE uint8_t colour_one(const ContactWork *work, const int32_t *p, int v)
{
    for (int word = 0; word < COLOUR_WORDS; word++) {
        uint64_t taken = 0;
        for (int j = 0; j < v; j++)
            taken |= work->used[p[j]][word];
        if (GNU_LIKELY(~taken)) {
            const uint64_t bit = ~taken & (taken + 1);
            for (int j = 0; j < v; j++)
                work->used[p[j]][word] |= bit;
            return (uint8_t)(64 * word + GNU_TRAILING_ZEROS(bit));
        }
    }
    return CONTACT_COLOURS_MAX;
}

static void colour_range(const ContactWork *work, const ContactDraft *draft, int v, int32_t begin, int32_t end)
{
    for (int32_t s = begin; s < end; s++) {
        const int32_t r = draft->sorted[s];
        draft->colour[r] = colour_one(work, draft->vertices + (size_t)v * (size_t)r, v);
    }
}

static void colour_levels(const ContactWork *work, const ContactDraft *draft, int v, int levels, const int32_t *begin)
{
    for (int level = 0, first = 0; level <= levels; level++) {
        const int nodes = 1 << (levels - level);
#pragma omp for schedule(dynamic, 1)
        for (int node = first; node < first + nodes; node++)
            colour_range(work, draft, v, begin[node], begin[node + 1]);
        first += nodes;
    }
}

static void clear(const ContactWork *work, int32_t particles)
{
    int32_t from, to;
    team_range(0, particles, &from, &to);
    memset(work->used + from, 0, (size_t)(to - from) * sizeof *work->used);
}

static void colour_class(const Contacts *contacts, const ContactDraft *draft, int v)
{
    const ContactWork *work = contacts->work;
    const int          levels = levels_of(draft->count);
    uint8_t            slab[CONTACT_BINS] = {0};
    int32_t            begin[(2 << LEVELS_MAX) + 1];
    clear(work, contacts->model->particle_count);
    if (levels > 0) {
        find_bins(contacts);
#pragma omp barrier
        count_bins(work, draft, v);
#pragma omp barrier
        cut_slabs(work, draft->count, 1 << levels, slab);
    } // else there is one slab, whatever the bins say
    find_nodes(work, draft, v, levels, slab);
#pragma omp barrier
    sort_by_node(work, draft, (2 << levels) - 1, begin);
#pragma omp barrier
    colour_levels(work, draft, v, levels, begin);
}

void contact_colour(Contacts *contacts)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactDraft *draft = &contacts->work->draft[which];
        if (which != CONTACT_POINT && draft->count > 0)
            colour_class(contacts, draft, contacts->sets[which].set.ops->vertices);
    }
}
