// Rejects constraints of one kind on the same vertices.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/owned.h"
#include "base/sorted.h"
#include "model/private/builder.h"

// A constraint in the bucket of its lowest vertex. Buckets are filled in place: sort_by_first needs a copy, which increased the peak
// memory of cloths.
typedef struct Key {
    uint32_t hash; // of the ordered vertices
    int32_t  constraint;
} Key;

static int compare_keys(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    return p->hash != q->hash ? (p->hash > q->hash) - (p->hash < q->hash)
                              : (p->constraint > q->constraint) - (p->constraint < q->constraint);
}

// The vertices of a constraint as constraint_element_key orders them, ascending of a group; returns how many.
static int32_t take_vertices(const ModelBuilder *b, int kind, int32_t constraint, int32_t *out)
{
    const ConstraintOps *ops = constraint_ops(kind);
    int32_t              count = ops->vertices;
    if (count > 0) {
        constraint_element_key(ops, builder_vertices(b, kind, (size_t)constraint), out);
        return count;
    }
    const int32_t *member = build_groups_members(&b->sets[kind].groups, (size_t)constraint, &count);
    memcpy(out, member, (size_t)count * sizeof *out);
    qsort(out, (size_t)count, sizeof *out, compare_int32);
    return count;
}

static uint32_t hash_of(const int32_t *vertex, int32_t count)
{
    uint64_t hash = (uint64_t)count;
    for (int32_t i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)vertex[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash >> 32);
}

static Status refuse(const ModelBuilder *b, int kind, int32_t first, int32_t second, int32_t *vertex)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const int32_t        count = take_vertices(b, kind, first, vertex);
    char                 at[80];
    if (ops->vertices == 0)
        snprintf(at, sizeof at, "on %d particles, including particle %d", count, vertex[0]);
    else if (count > 1)
        snprintf(at, sizeof at, "at particles %d and %d", vertex[0], vertex[1]);
    else
        snprintf(at, sizeof at, "at particle %d", vertex[0]);
    return status_make(STATUS_INPUT, "%s constraints %d and %d are duplicates %s; remove one", ops->name, first, second, at);
}

typedef struct Search {
    const ModelBuilder *b;
    int                 kind;
    int32_t             n;
    int32_t            *start;          // [particles + 2], zero: keys by lowest vertex
    Key                *keys;           // [n]
    int32_t            *vertex, *other; // room for the vertices of any constraint
    int32_t             first, second;  // duplicates, the first of several; first is −1 where there are none
} Search;

static void sort_by_lowest(Search *s)
{
    for (int32_t i = 0; i < s->n; i++) {
        (void)take_vertices(s->b, s->kind, i, s->vertex);
        s->start[s->vertex[0] + 2]++;
    }
    for (int32_t p = 0; p < model_builder_particles(s->b); p++)
        s->start[p + 2] += s->start[p + 1];
    for (int32_t i = 0; i < s->n; i++) { // start[p + 1] ends at the end of bucket p
        const int32_t count = take_vertices(s->b, s->kind, i, s->vertex);
        s->keys[s->start[s->vertex[0] + 1]++] = (Key){hash_of(s->vertex, count), i};
    }
}

static void compare_some(Search *s, Key *keys, int32_t count)
{
    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int32_t i = 1; i < count; i++) {
        if (keys[i].hash != keys[i - 1].hash || keys[i].constraint > s->second)
            continue;
        const int32_t vertices = take_vertices(s->b, s->kind, keys[i - 1].constraint, s->vertex);
        if (take_vertices(s->b, s->kind, keys[i].constraint, s->other) == vertices &&
            memcmp(s->vertex, s->other, (size_t)vertices * sizeof *s->vertex) == 0) {
            s->first = keys[i - 1].constraint;
            s->second = keys[i].constraint;
        }
    }
}

static Status find(Search *s)
{
    sort_by_lowest(s);
    for (int32_t p = 0; p < model_builder_particles(s->b); p++)
        if (s->start[p + 1] - s->start[p] > 1)
            compare_some(s, s->keys + s->start[p], s->start[p + 1] - s->start[p]);
    return s->first < 0 ? status_ok() : refuse(s->b, s->kind, s->first, s->second, s->vertex);
}

Status build_refuse_duplicates(const ModelBuilder *b, int kind)
{
    const size_t n = builder_constraints(b, kind), room = b->sets[kind].groups.member.count + CONSTRAINT_VERTICES_MAX;
    if (constraint_ops(kind)->repeats || n < 2)
        return status_ok();
    OWNED(int32_t) *start = calloc((size_t)model_builder_particles(b) + 2, sizeof *start);
    OWNED(Key) *keys = malloc(n * sizeof *keys);
    OWNED(int32_t) *vertices = malloc(2 * room * sizeof *vertices);
    if (!start || !keys || !vertices)
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): OWNED frees it
        return status_make(STATUS_MEMORY, "out of memory while checking %zu constraints", n);
    return find(&(Search){b, kind, (int32_t)n, start, keys, vertices, vertices + room, -1, (int32_t)n});
}
