// Adds one constraint of a body to the builder. Rejects duplicates here, where the line of the second is known.
#include "base/memory.h"
#include "base/sorted.h"
#include "scene/private/scene_internal.h"

struct ConstraintRecord {
    int32_t         vertices[CONSTRAINT_VERTICES_MAX]; // sorted, −1 where the kind has fewer; first, for sort_by_first
    int32_t         kind;
    const YamlNode *node;
};

static int same_or_order(const struct ConstraintRecord *a, const struct ConstraintRecord *b)
{
    for (int k = 0; k < CONSTRAINT_VERTICES_MAX; k++)
        if (a->vertices[k] != b->vertices[k])
            return a->vertices[k] < b->vertices[k] ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

static int compare_records(const void *a, const void *b)
{
    const struct ConstraintRecord *left = a, *right = b;
    const int                      order = same_or_order(left, right);
    return order ? order : (left->node->line > right->node->line) - (left->node->line < right->node->line);
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

Status scene_refuse_duplicates(const Body *body)
{
    const struct ConstraintRecord *again = NULL;
    if (body->record_count)
        TRY(sort_by_first(body->records, (size_t)body->record_count, sizeof *body->records, compare_records));
    for (int i = 1; i < body->record_count; i++) {
        const struct ConstraintRecord *this = &body->records[i];
        if (same_or_order(this - 1, this) == 0 && (!again || this->node->line < again->node->line))
            again = this;
    }
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
