#include "measure/parts.h"

_Static_assert((int)PART_SLOTS >= CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX, "a part has at least one constraint");

// Constraints of a part; groups are evaluated one by one.
static int32_t part_length(const ConstraintSet *set)
{
    return set->groups ? 1 : PART_SLOTS / (set->ops->components * set->ops->vertices);
}

static int32_t cut(int32_t begin, int32_t length, int32_t end)
{
    return end - begin < length ? end : begin + length;
}

Status part_memory_init(const Model *model, bool gradients, Arena *arena, PartMemory *out)
{
    size_t values = 0, slots = 0;
    *out = (PartMemory){0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const size_t         components = (size_t)set->ops->components;
        for (int32_t begin = 0, end; begin < set->count; begin = end) {
            end = cut(begin, part_length(set), set->count);
            const size_t value = components * (size_t)(end - begin),
                         slot = components * (size_t)(constraint_first(set, end) - constraint_first(set, begin));
            values = value > values ? value : values;
            slots = slot > slots ? slot : slots;
        }
    }
    TRY(ARENA_NEW(arena, values, &out->value));
    return gradients ? ARENA_NEW(arena, slots, &out->gradient) : status_ok();
}

bool part_next_before(Part *part, int32_t end, const PartMemory *memory, const double4 *x)
{
    part->begin = part->end;
    part->end = cut(part->begin, part_length(part->set), end);
    part->of = *memory;
    if (part->begin < part->end)
        constraint_evaluate(part->set, part->begin, part->end, x, memory->value, memory->gradient);
    return part->begin < part->end;
}

bool part_next(Part *part, const PartMemory *memory, const double4 *x)
{
    return part_next_before(part, part->set->count, memory, x);
}
