#include "colour/private/colouring.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/saturation.h"

// ---- first-fit ----

// Constraints along `order`, from its end when backwards; NULL: memory order. width is a compile-time constant.
static GNU_ALWAYS_INLINE void first_fit_of(const Tuples *t, int width, const int32_t *order, bool backwards, uint64_t *used,
                                           uint8_t *colour)
{
    for (int32_t i = 0; i < t->count; i++) {
        const int32_t  c = order ? order[backwards ? t->count - 1 - i : i] : i;
        const int32_t *p = t->particle + (size_t)c * (size_t)width;
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

// used: [particles], written: the colours at each particle.
static void first_fit(const Tuples *t, const int32_t *order, bool backwards, uint64_t *used, uint8_t *colour)
{
    memset(used, 0, (size_t)t->particle_count * sizeof *used);
    switch (t->width) {
    case 1:
        first_fit_of(t, 1, order, backwards, used, colour);
        break;
    case 2:
        first_fit_of(t, 2, order, backwards, used, colour);
        break;
    case 3:
        first_fit_of(t, 3, order, backwards, used, colour);
        break;
    default:
        first_fit_of(t, t->width, order, backwards, used, colour);
    }
}

// ---- orders ----

// Neighbours of every constraint, each counted once for every particle that it shares, more than `most` as `most`.
static void count_neighbours(const Tuples *t, int32_t most, int32_t *at, int32_t *neighbours)
{
    memset(at, 0, (size_t)t->particle_count * sizeof *at);
    for (int32_t i = 0; i < t->count; i++)
        for (int k = 0; k < t->width; k++)
            at[tuples_at(t, i)[k]] += !tuples_is_repeat(tuples_at(t, i), k);
    for (int32_t i = 0; i < t->count; i++) {
        const int32_t *p = tuples_at(t, i);
        int64_t        sum = 0;
        for (int k = 0; k < t->width; k++)
            sum += tuples_is_repeat(p, k) ? 0 : at[p[k]] - 1;
        neighbours[i] = sum < most ? (int32_t)sum : most;
    }
}

// order: constraints by `key`, 0 … most, ties in memory order. start: [most + 2] written: where each key begins.
static void sort_by_key(int32_t count, const int32_t *key, int32_t most, int32_t *start, int32_t *order)
{
    memset(start, 0, ((size_t)most + 2) * sizeof *start);
    for (int32_t i = 0; i < count; i++)
        start[key[i] + 1]++;
    for (int32_t k = 0; k < most; k++)
        start[k + 1] += start[k];
    for (int32_t i = 0; i < count; i++)
        order[start[key[i]]++] = i;
    memmove(start + 1, start, ((size_t)most + 1) * sizeof *start);
    start[0] = 0;
}

// Keys above this are equal: such constraints do not fit in SCHEDULE_COLOURS_MAX colours anyway.
enum { NEIGHBOURS_MAX = 1024 };

typedef struct Order {
    int32_t *at;         // [particles] constraints at it
    int32_t *neighbours; // [count]
    int32_t *start;      // [NEIGHBOURS_MAX + 2]
    int32_t *order;      // [count]
    int32_t *place;      // [count] of a constraint in order; smallest_last only
} Order;

static void order_free(Order *o)
{
    free(o->at);
    free(o->neighbours);
    free(o->start);
    free(o->order);
    free(o->place);
}

static bool order_alloc(const Tuples *t, bool with_place, Order *o)
{
    const size_t count = (size_t)t->count;
    *o = (Order){.at = memory_alloc((size_t)t->particle_count * sizeof *o->at),
                 .neighbours = memory_alloc(count * sizeof *o->neighbours),
                 .start = malloc((NEIGHBOURS_MAX + 2) * sizeof *o->start),
                 .order = memory_alloc(count * sizeof *o->order),
                 .place = with_place ? memory_alloc(count * sizeof *o->place) : NULL};
    return o->at && o->neighbours && o->start && o->order && (o->place || !with_place);
}

static Status largest_first(const Tuples *t, uint64_t *used, uint8_t *colour)
{
    Order      o;
    const bool there = order_alloc(t, false, &o);
    if (there) {
        count_neighbours(t, NEIGHBOURS_MAX, o.at, o.neighbours);
        for (int32_t i = 0; i < t->count; i++)
            o.neighbours[i] = NEIGHBOURS_MAX - o.neighbours[i];
        sort_by_key(t->count, o.neighbours, NEIGHBOURS_MAX, o.start, o.order);
        first_fit(t, o.order, false, used, colour);
    }
    order_free(&o);
    return there ? status_ok() : tuples_out_of_memory(t);
}

// Constraint u has lost a neighbour: it goes to the front of those with as many neighbours as it had, and is then the last of those with
// one less.
static void lose_neighbour(const Order *o, int32_t u)
{
    const int32_t front = o->start[o->neighbours[u]]++, other = o->order[front];
    o->order[o->place[u]] = other;
    o->place[other] = o->place[u];
    o->order[front] = u;
    o->place[u] = front;
    o->neighbours[u]--;
}

// Matula and Beck's order with the buckets in place, as Batagelj and Zaversnik have it (2003). At a particle with more constraints than
// HUB nobody is told who went: its constraints stay longest, and the time is bounded by HUB times their number.
static void order_smallest_last(const Tuples *t, const TupleIncidence *incidence, const Order *o)
{
    enum { HUB = 256 };
    ASSERT(incidence->start && incidence->at);
    for (int32_t i = 0; i < t->count; i++)
        o->place[o->order[i]] = i;
    for (int32_t i = 0; i < t->count; i++) {
        const int32_t  c = o->order[i];
        const int32_t *p = tuples_at(t, c);
        for (int k = 0; k < t->width; k++) {
            const int32_t begin = incidence->start[p[k]], end = incidence->start[p[k] + 1];
            if (tuples_is_repeat(p, k) || end - begin > HUB)
                continue;
            for (int32_t j = begin; j < end; j++)
                if (o->neighbours[incidence->at[j]] > o->neighbours[c])
                    lose_neighbour(o, incidence->at[j]);
        }
    }
}

static Status smallest_last(const Tuples *t, uint64_t *used, uint8_t *colour)
{
    Order          o;
    TupleIncidence incidence = {0};
    Status         status = order_alloc(t, true, &o) ? tuples_incidence_create(t, &incidence) : tuples_out_of_memory(t);
    if (status.code == STATUS_OK) {
        count_neighbours(t, NEIGHBOURS_MAX, o.at, o.neighbours);
        sort_by_key(t->count, o.neighbours, NEIGHBOURS_MAX, o.start, o.order);
        order_smallest_last(t, &incidence, &o);
        first_fit(t, o.order, true, used, colour);
    }
    tuples_incidence_destroy(&incidence);
    order_free(&o);
    return status;
}

// ---- the table ----

Status colouring_assign(const Tuples *t, Colouring colouring, uint8_t *colour)
{
    uint64_t *used = memory_alloc((size_t)t->particle_count * sizeof *used);
    if (!used)
        return tuples_out_of_memory(t);
    Status status = status_ok();
    switch (colouring) {
    case COLOURING_GREEDY:
    case COLOURING_CLUSTERS: // has colours of its own; see clusters.h
        first_fit(t, NULL, false, used, colour);
        break;
    case COLOURING_LARGEST_FIRST:
        status = largest_first(t, used, colour);
        break;
    case COLOURING_SATURATION:
        status = saturation_colour(t, used, colour);
        break;
    case COLOURING_SMALLEST_LAST:
        status = smallest_last(t, used, colour);
    }
    free(used);
    return status;
}
