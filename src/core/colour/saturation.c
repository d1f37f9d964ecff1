#include "colour/private/saturation.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "colour/private/colouring.h"

// ---- shapes ----

enum { GROUPS_MAX = 64 }; // a shape that fewer than one in as many constraints have is rare

typedef struct Shape {
    uint64_t key;
    int32_t  count; // 0: an empty place of the table
    int32_t  first; // constraint, in memory order
    int32_t  group;
    int32_t  neighbours; // constraints at the particles of any of them, at most
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

// Of the kind and of what the particles, ascending, differ by. Two shapes with one key would be coloured together, which costs at most a
// colour.
static uint64_t shape_key(const Tuples *t, int32_t i)
{
    const int32_t *p = tuples_at(t, i);
    int32_t        last = tuples_lowest(t, i), left = t->width;
    uint64_t       hash = mix(1, (uint64_t)tuples_kind(t, i));
    for (int64_t bound = last; left > 0;) { // all particles that are above `bound`, the lowest of them next
        int64_t next = INT64_MAX;
        for (int k = 0; k < t->width; k++)
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

// Numbers the frequent shapes, the most crowded first; all others have the number after the last of them.
static void number_shapes(const Tuples *t, Shapes *shapes)
{
    Shape *frequent[GROUPS_MAX] = {0};
    for (size_t i = 0; i < shapes->size; i++) {
        shapes->table[i].group = GROUPS_MAX;
        if ((int64_t)shapes->table[i].count * GROUPS_MAX > t->count && shapes->group_count < GROUPS_MAX)
            frequent[shapes->group_count++] = &shapes->table[i];
    }
    qsort(frequent, (size_t)shapes->group_count, sizeof *frequent, compare_shapes);
    for (int32_t g = 0; g < shapes->group_count; g++)
        frequent[g]->group = g;
}

// group: [count] that each constraint is coloured with, 0 … group_count − 1. The incidence is the caller's to free.
static Status group_by_shape(const Tuples *t, TupleIncidence *incidence, uint8_t *group, int32_t *group_count)
{
    Shapes shapes = {.size = 2};
    TRY(tuples_incidence_create(t, incidence));
    while (shapes.size < 2 * (size_t)t->count)
        shapes.size *= 2;
    shapes.table = memory_alloc(shapes.size * sizeof *shapes.table);
    if (!shapes.table)
        return tuples_out_of_memory(t);
    memset(shapes.table, 0, shapes.size * sizeof *shapes.table);
    for (int32_t i = 0; i < t->count; i++) {
        const uint64_t key = shape_key(t, i);
        Shape         *shape = shape_find(&shapes, key);
        int32_t        neighbours = 0;
        for (int k = 0; k < t->width; k++) {
            const int32_t p = tuples_at(t, i)[k];
            neighbours += tuples_is_repeat(tuples_at(t, i), k) ? 0 : incidence->start[p + 1] - incidence->start[p];
        }
        if (shape->count++ == 0)
            *shape = (Shape){.key = key, .count = 1, .first = i};
        shape->neighbours = neighbours > shape->neighbours ? neighbours : shape->neighbours;
    }
    number_shapes(t, &shapes);
    for (int32_t i = 0; i < t->count; i++) {
        const int32_t number = shape_find(&shapes, shape_key(t, i))->group;
        group[i] = (uint8_t)(number < shapes.group_count ? number : shapes.group_count);
    }
    *group_count = shapes.group_count + 1;
    free(shapes.table);
    return status_ok();
}

// ---- saturation ----

enum { HUB = 256, NONE = -1, LEVELS = SCHEDULE_COLOURS_MAX + 1 };

// The constraints of a group that have no colour yet, in lists by saturation; the one that came to a list last is its first.
typedef struct Saturation {
    const Tuples         *tuples;
    const TupleIncidence *incidence;
    uint64_t             *used;
    uint8_t              *colour, *group, *level; // [count]; colour of one that has none: UINT8_MAX
    int32_t              *next, *previous;        // [count]
    int32_t               head[LEVELS];
} Saturation;

static uint64_t colours_at(const Saturation *s, int32_t i)
{
    uint64_t met = 0;
    for (int k = 0; k < s->tuples->width; k++)
        met |= s->used[tuples_at(s->tuples, i)[k]];
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

// Neighbours of the same group go to the list that they belong to now. At a particle with more than HUB constraints none is told.
static void tell_neighbours(Saturation *s, int32_t i)
{
    const int32_t *p = tuples_at(s->tuples, i);
    for (int k = 0; k < s->tuples->width; k++) {
        const int32_t begin = s->incidence->start[p[k]], end = s->incidence->start[p[k] + 1];
        if (tuples_is_repeat(p, k) || end - begin > HUB)
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
    for (int k = 0; k < s->tuples->width; k++)
        s->used[tuples_at(s->tuples, i)[k]] |= (uint64_t)1 << lowest;
    tell_neighbours(s, i);
}

// A constraint that has just met one more colour is at most at the level after the last one, so that the search for the highest starts
// there.
static void colour_group(Saturation *s, int32_t group)
{
    for (int level = 0; level < LEVELS; level++)
        s->head[level] = NONE;
    for (int32_t i = s->tuples->count - 1; i >= 0; i--)
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

Status saturation_colour(const Tuples *t, uint64_t *used, uint8_t *colour)
{
    const size_t   count = (size_t)t->count;
    TupleIncidence incidence = {0};
    int32_t        groups = 0;
    Saturation     s = {.tuples = t,
                        .incidence = &incidence,
                        .used = used,
                        .colour = colour,
                        .group = memory_alloc(count),
                        .level = memory_alloc(count),
                        .next = memory_alloc(count * sizeof *s.next),
                        .previous = memory_alloc(count * sizeof *s.previous)};
    const bool     there = s.group && s.level && s.next && s.previous;
    const Status   status = there ? group_by_shape(t, &incidence, s.group, &groups) : tuples_out_of_memory(t);
    memset(used, 0, (size_t)t->particle_count * sizeof *used);
    memset(colour, UINT8_MAX, count);
    for (int32_t g = 0; g < groups; g++)
        colour_group(&s, g);
    tuples_incidence_destroy(&incidence);
    free(s.group);
    free(s.level);
    free(s.next);
    free(s.previous);
    return status;
}
