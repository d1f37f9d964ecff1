#include "colour/private/saturation.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/colouring.h"

// ---- shapes ----

enum { GROUPS_MAX = 64 }; // a shape with fewer than 1/GROUPS_MAX of the constraints is rare

typedef struct Shape {
    uint64_t key;
    int32_t  count; // 0: an empty slot of the table
    int32_t  first; // constraint, in memory order
    int32_t  group;
    int32_t  neighbours; // the most constraints at the particles of any of them
} Shape;

typedef struct Shapes {
    Shape  *table; // [size] by key, open addressing
    size_t  size;  // a power of two, more than the constraints
    int32_t group_count;
} Shapes;

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

// Hash of the kind and of the differences of the ascending particle numbers. A collision has two shapes coloured together, which costs at
// most a colour.
static uint64_t shape_key(const Hypergraph *h, int32_t i)
{
    const int32_t *p = hypergraph_at(h, i);
    int32_t        last = hypergraph_lowest(h, i), left = h->width;
    uint64_t       hash = mix(1, (uint64_t)hypergraph_kind(h, i));
    for (int64_t bound = last; left > 0;) { // all particles that are above `bound`, the lowest of them next
        int64_t next = INT64_MAX;
        for (int k = 0; k < h->width; k++)
            next = p[k] > bound && p[k] < next ? p[k] : next;
        if (next == INT64_MAX)
            break;
        hash = mix(hash, (uint64_t)(next - last));
        bound = next;
        left--;
    }
    return hash;
}

static Shape *shape_find(const Shapes *shapes, uint64_t key)
{
    size_t at = key & (shapes->size - 1);
    while (shapes->table[at].count && shapes->table[at].key != key)
        at = (at + 1) & (shapes->size - 1);
    return &shapes->table[at];
}

static int compare_shapes(const void *a, const void *b)
{
    const Shape *p = *(const Shape *const *)a, *q = *(const Shape *const *)b;
    if (p->neighbours != q->neighbours)
        return p->neighbours > q->neighbours ? -1 : 1;
    return (p->first > q->first) - (p->first < q->first);
}

// Numbers the frequent shapes, by descending `neighbours`; all others share the next number.
static void number_shapes(const Hypergraph *h, Shapes *shapes)
{
    Shape *frequent[GROUPS_MAX] = {0};
    for (size_t i = 0; i < shapes->size; i++) {
        shapes->table[i].group = GROUPS_MAX;
        if ((int64_t)shapes->table[i].count * GROUPS_MAX > h->count && shapes->group_count < GROUPS_MAX)
            frequent[shapes->group_count++] = &shapes->table[i];
    }
    qsort(frequent, (size_t)shapes->group_count, sizeof *frequent, compare_shapes);
    for (int32_t g = 0; g < shapes->group_count; g++)
        frequent[g]->group = g;
}

// group: [count] of each constraint, 0 … group_count − 1; groups are coloured one after another. The caller destroys the incidence.
static Status group_by_shape(const Hypergraph *h, ColourIncidence *incidence, uint8_t *group, int32_t *group_count)
{
    Shapes shapes = {.size = 2};
    TRY(incidence_create(h, incidence));
    while (shapes.size < 2 * (size_t)h->count)
        shapes.size *= 2;
    shapes.table = memory_alloc(shapes.size * sizeof *shapes.table);
    if (!shapes.table)
        return hypergraph_out_of_memory(h);
    memset(shapes.table, 0, shapes.size * sizeof *shapes.table);
    for (int32_t i = 0; i < h->count; i++) {
        const uint64_t key = shape_key(h, i);
        Shape         *shape = shape_find(&shapes, key);
        int32_t        neighbours = 0;
        for (int k = 0; k < h->width; k++) {
            const int32_t p = hypergraph_at(h, i)[k];
            neighbours += hypergraph_is_repeat(hypergraph_at(h, i), k) ? 0 : incidence->start[p + 1] - incidence->start[p];
        }
        if (shape->count++ == 0)
            *shape = (Shape){.key = key, .count = 1, .first = i};
        shape->neighbours = neighbours > shape->neighbours ? neighbours : shape->neighbours;
    }
    number_shapes(h, &shapes);
    for (int32_t i = 0; i < h->count; i++) {
        const int32_t number = shape_find(&shapes, shape_key(h, i))->group;
        group[i] = (uint8_t)(number < shapes.group_count ? number : shapes.group_count);
    }
    *group_count = shapes.group_count + 1;
    free(shapes.table);
    return status_ok();
}

// ---- saturation ----

enum { HUB = 256, NONE = -1, LEVELS = SCHEDULE_COLOURS_MAX + 1 };

// The uncoloured constraints of a group in doubly linked lists by saturation, the latest first.
typedef struct Saturation {
    const Hypergraph      *graph;
    const ColourIncidence *incidence;
    uint64_t              *used;
    uint8_t               *colour, *group, *level; // [count]; colour of one that has none: UINT8_MAX
    int32_t               *next, *previous;        // [count]
    int32_t                head[LEVELS];
} Saturation;

static uint64_t colours_at(const Saturation *s, int32_t i)
{
    uint64_t met = 0;
    for (int k = 0; k < s->graph->width; k++)
        met |= s->used[hypergraph_at(s->graph, i)[k]];
    return met;
}

static void enter(Saturation *s, int32_t i)
{
    const int level = GNU_BITS_SET(colours_at(s, i));
    s->level[i] = (uint8_t)level;
    s->previous[i] = NONE;
    s->next[i] = s->head[level];
    if (s->head[level] != NONE)
        s->previous[s->head[level]] = i;
    s->head[level] = i;
}

static void leave(Saturation *s, int32_t i)
{
    if (s->previous[i] == NONE)
        s->head[s->level[i]] = s->next[i];
    else
        s->next[s->previous[i]] = s->next[i];
    if (s->next[i] != NONE)
        s->previous[s->next[i]] = s->previous[i];
}

// Moves the neighbours in the same group to their new lists. Skips particles with more than HUB constraints, to bound the time.
static void update_neighbours(Saturation *s, int32_t i)
{
    const int32_t *p = hypergraph_at(s->graph, i);
    for (int k = 0; k < s->graph->width; k++) {
        const int32_t begin = s->incidence->start[p[k]], end = s->incidence->start[p[k] + 1];
        if (hypergraph_is_repeat(p, k) || end - begin > HUB)
            continue;
        for (int32_t j = begin; j < end; j++) {
            const int32_t other = s->incidence->at[j];
            if (s->colour[other] != UINT8_MAX || s->group[other] != s->group[i])
                continue;
            if (GNU_BITS_SET(colours_at(s, other)) != s->level[other]) {
                leave(s, other);
                enter(s, other);
            }
        }
    }
}

static void take(Saturation *s, int32_t i)
{
    const int lowest = colouring_lowest_free(colours_at(s, i));
    leave(s, i);
    s->colour[i] = (uint8_t)lowest;
    if (lowest == SCHEDULE_COLOURS_MAX)
        return;
    for (int k = 0; k < s->graph->width; k++)
        s->used[hypergraph_at(s->graph, i)[k]] |= (uint64_t)1 << lowest;
    update_neighbours(s, i);
}

// Colouring a constraint raises the saturation of others by at most one, so the search for the highest goes on one level up.
static void colour_group(Saturation *s, int32_t group)
{
    for (int level = 0; level < LEVELS; level++)
        s->head[level] = NONE;
    for (int32_t i = s->graph->count - 1; i >= 0; i--)
        if (s->group[i] == group)
            enter(s, i);
    for (int level = LEVELS - 1; level >= 0;) {
        if (s->head[level] == NONE) {
            level--;
            continue;
        }
        take(s, s->head[level]);
        level = level + 1 < LEVELS ? level + 1 : level;
    }
}

Status saturation_colour(const Hypergraph *h, uint64_t *used, uint8_t *colour)
{
    const size_t    count = (size_t)h->count;
    ColourIncidence incidence = {0};
    int32_t         groups = 0;
    Saturation      s = {.graph = h,
                         .incidence = &incidence,
                         .used = used,
                         .colour = colour,
                         .group = memory_alloc(count),
                         .level = memory_alloc(count),
                         .next = memory_alloc(count * sizeof *s.next),
                         .previous = memory_alloc(count * sizeof *s.previous)};
    const bool      there = s.group && s.level && s.next && s.previous;
    const Status    status = there ? group_by_shape(h, &incidence, s.group, &groups) : hypergraph_out_of_memory(h);
    memset(used, 0, (size_t)h->particle_count * sizeof *used);
    memset(colour, UINT8_MAX, count);
    for (int32_t g = 0; g < groups; g++)
        colour_group(&s, g);
    incidence_destroy(&incidence);
    free(s.group);
    free(s.level);
    free(s.next);
    free(s.previous);
    return status;
}
