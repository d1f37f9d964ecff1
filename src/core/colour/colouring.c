#include "colour/private/colouring.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sorted.h"

// ---- first-fit ----

// First-fit along `order`, backwards from its end if requested; NULL: memory order. width is a compile-time constant.
static GNU_ALWAYS_INLINE void first_fit_of(const Hypergraph *h, int width, const int32_t *order, bool backwards, uint64_t *used,
                                           uint8_t *colour)
{
    for (int32_t i = 0; i < h->count; i++) {
        const int32_t  c = order ? order[backwards ? h->count - 1 - i : i] : i;
        const int32_t *p = h->particle + (size_t)c * (size_t)width;
        uint64_t       taken = 0;
        for (int k = 0; k < width; k++)
            taken |= used[p[k]];
        const int lowest = colouring_lowest_free(taken);
        colour[c] = (uint8_t)lowest;
        if (lowest < SCHEDULE_COLOURS_MAX)
            for (int k = 0; k < width; k++)
                used[p[k]] |= (uint64_t)1 << lowest;
    }
}

// used: [particles] output, the colours at each particle as a bit mask.
static void first_fit(const Hypergraph *h, const int32_t *order, bool backwards, uint64_t *used, uint8_t *colour)
{
    memset(used, 0, (size_t)h->particle_count * sizeof *used);
    switch (h->width) {
    case 1:
        first_fit_of(h, 1, order, backwards, used, colour);
        break;
    case 2:
        first_fit_of(h, 2, order, backwards, used, colour);
        break;
    case 3:
        first_fit_of(h, 3, order, backwards, used, colour);
        break;
    default:
        first_fit_of(h, h->width, order, backwards, used, colour);
    }
}

// ---- orders ----

// Neighbours of every constraint, counted once per shared particle, clamped to `max`.
static void count_neighbours(const Hypergraph *h, int32_t max, int32_t *at, int32_t *neighbours)
{
    memset(at, 0, (size_t)h->particle_count * sizeof *at);
    for (int32_t i = 0; i < h->count; i++)
        for (int k = 0; k < h->width; k++)
            at[hypergraph_at(h, i)[k]] += !hypergraph_is_repeat(hypergraph_at(h, i), k);
    for (int32_t i = 0; i < h->count; i++) {
        const int32_t *p = hypergraph_at(h, i);
        int64_t        sum = 0;
        for (int k = 0; k < h->width; k++)
            sum += hypergraph_is_repeat(p, k) ? 0 : at[p[k]] - 1;
        neighbours[i] = sum < max ? (int32_t)sum : max;
    }
}

// Larger counts are clamped: such constraints do not fit in SCHEDULE_COLOURS_MAX colours anyway.
enum { NEIGHBOURS_MAX = 1024 };

typedef struct Order {
    int32_t *at;         // [particles] constraints at it
    int32_t *neighbours; // [count]
    int32_t *start;      // [NEIGHBOURS_MAX + 2]
    int32_t *order;      // [count]
    int32_t *position;   // [count] inverse of `order`; smallest_last only
} Order;

static void order_free(Order *o)
{
    free(o->at);
    free(o->neighbours);
    free(o->start);
    free(o->order);
    free(o->position);
}

static bool order_alloc(const Hypergraph *h, bool with_position, Order *o)
{
    const size_t count = (size_t)h->count;
    *o = (Order){.at = memory_alloc((size_t)h->particle_count * sizeof *o->at),
                 .neighbours = memory_alloc(count * sizeof *o->neighbours),
                 .start = malloc((NEIGHBOURS_MAX + 2) * sizeof *o->start),
                 .order = memory_alloc(count * sizeof *o->order),
                 .position = with_position ? memory_alloc(count * sizeof *o->position) : NULL};
    return o->at && o->neighbours && o->start && o->order && (o->position || !with_position);
}

static Status largest_first(const Hypergraph *h, uint64_t *used, uint8_t *colour)
{
    Order      o;
    const bool there = order_alloc(h, false, &o);
    if (there) {
        count_neighbours(h, NEIGHBOURS_MAX, o.at, o.neighbours);
        for (int32_t i = 0; i < h->count; i++)
            o.neighbours[i] = NEIGHBOURS_MAX - o.neighbours[i];
        order_by_key(o.neighbours, h->count, NEIGHBOURS_MAX, o.start, o.order);
        first_fit(h, o.order, false, used, colour);
    }
    order_free(&o);
    return there ? status_ok() : hypergraph_out_of_memory(h);
}

// Constraint u has lost a neighbour: it is swapped with the first of its bucket, whose start then moves past it.
static void lose_neighbour(const Order *o, int32_t u)
{
    const int32_t front = o->start[o->neighbours[u]]++, other = o->order[front];
    o->order[o->position[u]] = other;
    o->position[other] = o->position[u];
    o->order[front] = u;
    o->position[u] = front;
    o->neighbours[u]--;
}

// Matula and Beck's order with all buckets in one array (Batagelj and Zaversnik 2003). Counts are not updated at particles with more than
// HUB constraints: those constraints stay longest, and the time is at most HUB per constraint.
static void order_smallest_last(const Hypergraph *h, const ColourIncidence *incidence, const Order *o)
{
    enum { HUB = 256 };
    ASSERT(incidence->start && incidence->at);
    for (int32_t i = 0; i < h->count; i++)
        o->position[o->order[i]] = i;
    for (int32_t i = 0; i < h->count; i++) {
        const int32_t  c = o->order[i];
        const int32_t *p = hypergraph_at(h, c);
        for (int k = 0; k < h->width; k++) {
            const int32_t begin = incidence->start[p[k]], end = incidence->start[p[k] + 1];
            if (hypergraph_is_repeat(p, k) || end - begin > HUB)
                continue;
            for (int32_t j = begin; j < end; j++)
                if (o->neighbours[incidence->at[j]] > o->neighbours[c])
                    lose_neighbour(o, incidence->at[j]);
        }
    }
}

static Status smallest_last(const Hypergraph *h, uint64_t *used, uint8_t *colour)
{
    Order           o;
    ColourIncidence incidence = {0};
    Status          status = order_alloc(h, true, &o) ? incidence_create(h, &incidence) : hypergraph_out_of_memory(h);
    if (status.code == STATUS_OK) {
        count_neighbours(h, NEIGHBOURS_MAX, o.at, o.neighbours);
        order_by_key(o.neighbours, h->count, NEIGHBOURS_MAX, o.start, o.order);
        order_smallest_last(h, &incidence, &o);
        first_fit(h, o.order, true, used, colour);
    }
    incidence_destroy(&incidence);
    order_free(&o);
    return status;
}

// ---- the table ----

Status colouring_assign(const Hypergraph *h, Colouring colouring, uint8_t *colour)
{
    uint64_t *used = memory_alloc((size_t)h->particle_count * sizeof *used);
    if (!used)
        return hypergraph_out_of_memory(h);
    Status status = status_ok();
    switch (colouring) {
    case COLOURING_GREEDY:
    case COLOURING_CLUSTERS: // has its own colours; see clusters.h
        first_fit(h, NULL, false, used, colour);
        break;
    case COLOURING_LARGEST_FIRST:
        status = largest_first(h, used, colour);
        break;
    case COLOURING_SMALLEST_LAST:
        status = smallest_last(h, used, colour);
    }
    free(used);
    return status;
}
