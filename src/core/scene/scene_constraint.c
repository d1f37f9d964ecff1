// Adds one constraint of a body to the builder. Rejects duplicates here, where the line of the second is known.
#include "base/memory.h"
#include "base/owned.h"
#include "scene/private/scene_internal.h"

struct ConstraintRecord {
    int32_t         kind;
    int32_t         vertices[CONSTRAINT_VERTICES_MAX]; // sorted, −1 where the kind has fewer
    const YamlNode *node;
};

static bool is_same(const struct ConstraintRecord *a, const struct ConstraintRecord *b)
{
    return a->kind == b->kind && memcmp(a->vertices, b->vertices, sizeof a->vertices) == 0;
}

static size_t bucket_of(const struct ConstraintRecord *record, size_t buckets)
{
    uint64_t hash = (uint64_t)record->kind;
    for (int k = 0; k < CONSTRAINT_VERTICES_MAX && record->vertices[k] >= 0; k++) {
        hash = (hash ^ (uint64_t)record->vertices[k]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)(hash % buckets);
}

static Status record(Body *body, const YamlNode *node, int kind, const int32_t *vertices)
{
    if (!body->keep_records || constraint_ops(kind)->repeats)
        return status_ok();
    TRY(memory_grow((void **)&body->records, body->record_count, sizeof *body->records));
    struct ConstraintRecord *added = &body->records[body->record_count++];
    added->kind = kind;
    added->node = node;
    constraint_element_key(constraint_ops(kind), vertices, added->vertices);
    return status_ok();
}

// The first record that repeats another, in the order of lines; NULL: none. A hash table with chains, in which records count from 1.
static const struct ConstraintRecord *find_again(const Body *body, int *newest, int *older)
{
    const struct ConstraintRecord *again = NULL;
    for (int i = 0; i < body->record_count; i++) {
        const struct ConstraintRecord *this = &body->records[i];
        int *bucket = &newest[bucket_of(this, (size_t)body->record_count)], other = *bucket;
        while (other && !is_same(&body->records[other - 1], this))
            other = older[other - 1];
        older[i] = *bucket;
        *bucket = i + 1;
        if (!other)
            continue;
        if (body->records[other - 1].node->line > this->node->line)
            this = &body->records[other - 1];
        if (!again || this->node->line < again->node->line)
            again = this;
    }
    return again;
}

Status scene_refuse_duplicates(const Body *body)
{
    const size_t n = (size_t)body->record_count + 1;
    OWNED(int) *newest = calloc(n, sizeof *newest);
    OWNED(int) *older = calloc(n, sizeof *older);
    if (!newest || !older)
        // NOLINTNEXTLINE(clang-analyzer-unix.Malloc): OWNED frees it
        return status_make(STATUS_MEMORY, "out of memory while checking %d constraints", body->record_count);
    const struct ConstraintRecord *again = find_again(body, newest, older);
    if (!again)
        return status_ok();
    const char *name = constraint_ops(again->kind)->name;
    const int   vertices = constraint_ops(again->kind)->vertices;
    if (vertices > 2)
        return yaml_error(again->node, "a second %s constraint of particles %d, %d, %d%s; remove one", name, (int)again->vertices[0],
                          (int)again->vertices[1], (int)again->vertices[2], vertices > 3 ? ", …" : "");
    if (vertices == 1)
        return yaml_error(again->node, "a second %s of particle %d; remove one", name, (int)again->vertices[0]);
    return yaml_error(again->node, "a second %s constraint between particles %d and %d; remove one", name, (int)again->vertices[0],
                      (int)again->vertices[1]);
}

Status scene_add_constraint(Body *body, const YamlNode *node, int kind, const int32_t *vertices, const double *rest,
                            const Strength *strength)
{
    const ConstraintOps *ops = constraint_ops(kind);
    int32_t              numbers[CONSTRAINT_VERTICES_MAX] = {0};
    for (int i = 0; i < ops->vertices; i++) {
        body_hold(body, vertices[i]);
        numbers[i] = body->first + vertices[i];
    }
    if (ops->nonnegative && strength->traits.sense == SENSE_GREATER_EQUAL)
        return yaml_error(node, "`at_least` has no effect: an %s has rest length 0; remove it", ops->name);
    TRY(record(body, node, kind, vertices));
    const Status added = model_add_constraint(body->builder, kind, numbers, rest, strength->stiffness);
    if (added.code != STATUS_OK) // avoids copying the large Status on success
        return yaml_locate(node, added);
    const Status set = model_set_traits(body->builder, &strength->traits);
    return set.code == STATUS_OK ? status_ok() : yaml_locate(node, set);
}
