// Constraints of one kind on the same vertices, which are refused.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/private/builder.h"

// A constraint among those with the same lowest vertex. Equal vertices have equal sums, which are compared first.
typedef struct Candidate {
    int32_t  constraint;
    uint32_t sum;
} Candidate;

typedef struct SetKey {
    int32_t vertices[CONSTRAINT_VERTICES_MAX]; // constraint_element_key
    int32_t constraint;
} SetKey;

static int compare_set_keys(const void *a, const void *b)
{
    const SetKey *p = a, *q = b;
    for (int i = 0; i < CONSTRAINT_VERTICES_MAX; i++)
        if (p->vertices[i] != q->vertices[i])
            return p->vertices[i] < q->vertices[i] ? -1 : 1;
    return (p->constraint > q->constraint) - (p->constraint < q->constraint);
}

static Status compare_exactly(const ModelBuilder *b, int kind, const Candidate *some, int32_t count)
{
    const ConstraintOps *ops = constraint_ops(kind);
    SetKey              *keys = malloc(((size_t)count + 1) * sizeof *keys);
    if (!keys)
        return status_make(STATUS_MEMORY, "out of memory while %d constraints were checked", count);
    for (int32_t i = 0; i < count; i++) {
        keys[i].constraint = some[i].constraint;
        constraint_element_key(ops, builder_vertices(b, kind, (size_t)some[i].constraint), keys[i].vertices);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_set_keys);
    Status status = status_ok();
    for (int32_t i = 1; i < count && status.code == STATUS_OK; i++)
        if (memcmp(keys[i].vertices, keys[i - 1].vertices, sizeof keys[i].vertices) == 0) {
            char at[64];
            if (ops->vertices > 1)
                snprintf(at, sizeof at, "particles %d and %d", keys[i].vertices[0], keys[i].vertices[1]);
            else
                snprintf(at, sizeof at, "particle %d", keys[i].vertices[0]);
            status = status_make(STATUS_INPUT, "%s constraints %d and %d are duplicates at %s; remove one", ops->name,
                                 keys[i - 1].constraint, keys[i].constraint, at);
        }
    free(keys);
    return status;
}

// False: no two of them are on the same vertices.
static bool may_repeat(const Candidate *some, int32_t count)
{
    enum { FEW = 32 };
    if (count > FEW)
        return true;
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = 0; j < i; j++)
            if (some[i].sum == some[j].sum)
                return true;
    return false;
}

static Candidate candidate_of(const int32_t *vertices, int count, size_t constraint, int32_t *lowest)
{
    Candidate candidate = {.constraint = (int32_t)constraint};
    *lowest = vertices[0];
    for (int i = 0; i < count; i++) {
        candidate.sum += (uint32_t)vertices[i];
        *lowest = vertices[i] < *lowest ? vertices[i] : *lowest;
    }
    return candidate;
}

// Counting sort by lowest vertex, then within each bucket. start: [particles + 1], zero; some: [constraints].
static Status check_groups(const ModelBuilder *b, int kind, int32_t *start, Candidate *some)
{
    const int32_t particles = model_builder_particles(b);
    const int     v = constraint_ops(kind)->vertices;
    const size_t  n = builder_constraints(b, kind);
    int32_t       lowest = 0;
    for (size_t i = 0; i < n; i++) {
        candidate_of(builder_vertices(b, kind, i), v, i, &lowest);
        start[lowest + 1]++;
    }
    for (int32_t p = 0; p < particles; p++)
        start[p + 1] += start[p];
    for (size_t i = 0; i < n; i++) { // start[p] runs to the end of p's group
        const Candidate candidate = candidate_of(builder_vertices(b, kind, i), v, i, &lowest);
        some[start[lowest]++] = candidate;
    }
    for (int32_t p = 0, begin = 0; p < particles; begin = start[p++])
        if (may_repeat(some + begin, start[p] - begin))
            TRY(compare_exactly(b, kind, some + begin, start[p] - begin));
    return status_ok();
}

Status build_refuse_duplicates(const ModelBuilder *b, int kind)
{
    const size_t n = builder_constraints(b, kind);
    if (constraint_ops(kind)->repeats)
        return status_ok();
    if (constraint_ops(kind)->vertices == 0)
        return build_groups_refuse_duplicates(&b->sets[kind].groups, constraint_ops(kind));
    if (n < 2)
        return status_ok();
    int32_t   *start = calloc((size_t)model_builder_particles(b) + 1, sizeof *start);
    Candidate *some = calloc(n, sizeof *some);
    Status     status = start && some ? check_groups(b, kind, start, some)
                                      : status_make(STATUS_MEMORY, "out of memory while %zu constraints were checked", n);
    free(start);
    free(some);
    return status;
}
