// Constraints of one kind on the same vertices, which are refused.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "constraint/group.h"
#include "model/private/builder.h"

typedef struct Key {
    int32_t  lowest, constraint; // its lowest vertex
    uint64_t hash;               // of the vertices in an order that does not depend on how they are listed
} Key;

static int compare_keys(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    if (p->lowest != q->lowest)
        return p->lowest < q->lowest ? -1 : 1;
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

static uint64_t hash_of(const int32_t *vertex, int32_t count)
{
    uint64_t hash = (uint64_t)count;
    for (int32_t i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)vertex[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

static Status refuse(const ModelBuilder *b, int kind, int32_t first, int32_t second, int32_t *vertex)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const int32_t        count = take_vertices(b, kind, first, vertex);
    char                 at[80];
    if (ops->vertices == 0)
        snprintf(at, sizeof at, "on %d particles, particle %d among them", count, vertex[0]);
    else if (count > 1)
        snprintf(at, sizeof at, "at particles %d and %d", vertex[0], vertex[1]);
    else
        snprintf(at, sizeof at, "at particle %d", vertex[0]);
    return status_make(STATUS_INPUT, "%s constraints %d and %d are duplicates %s; remove one", ops->name, first, second, at);
}

// Refuses the first of several duplicates. keys: [n]; vertex, other: room for the vertices of any constraint.
static Status find(const ModelBuilder *b, int kind, int32_t n, Key *keys, int32_t *vertex, int32_t *other)
{
    int32_t first = -1, second = n;
    for (int32_t i = 0; i < n; i++) {
        const int32_t count = take_vertices(b, kind, i, vertex);
        keys[i] = (Key){vertex[0], i, hash_of(vertex, count)};
    }
    TRY(sort_by_first(keys, (size_t)n, sizeof *keys, compare_keys));
    for (int32_t i = 1; i < n; i++) {
        if (keys[i].lowest != keys[i - 1].lowest || keys[i].hash != keys[i - 1].hash || keys[i].constraint > second)
            continue;
        const int32_t count = take_vertices(b, kind, keys[i - 1].constraint, vertex);
        if (take_vertices(b, kind, keys[i].constraint, other) == count && memcmp(vertex, other, (size_t)count * sizeof *vertex) == 0) {
            first = keys[i - 1].constraint;
            second = keys[i].constraint;
        }
    }
    return first < 0 ? status_ok() : refuse(b, kind, first, second, vertex);
}

Status build_refuse_duplicates(const ModelBuilder *b, int kind)
{
    const size_t n = builder_constraints(b, kind), room = b->sets[kind].groups.member.count + CONSTRAINT_VERTICES_MAX;
    if (constraint_ops(kind)->repeats || n < 2)
        return status_ok();
    Key     *keys = malloc(n * sizeof *keys);
    int32_t *vertices = malloc(2 * room * sizeof *vertices);
    Status   status = keys && vertices ? find(b, kind, (int32_t)n, keys, vertices, vertices + room)
                                       : status_make(STATUS_MEMORY, "out of memory while %zu constraints were checked", n);
    free(keys);
    free(vertices);
    return status;
}
