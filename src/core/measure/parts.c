#include "measure/parts.h"

enum { PART = 256 }; // constraints; groups are evaluated one by one

static int32_t part_end(const ConstraintSet *set, int32_t begin)
{
    const int32_t length = set->groups ? 1 : PART;
    return set->count - begin < length ? set->count : begin + length;
}

Status part_memory_init(const Model *model, bool gradients, Arena *arena, PartMemory *out)
{
    size_t values = 0, slots = 0;
    *out = (PartMemory){0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        const size_t         components = (size_t)set->ops->components;
        for (int32_t begin = 0, end; begin < set->count; begin = end) {
            end = part_end(set, begin);
            const size_t value = components * (size_t)(end - begin),
                         slot = components * (size_t)(constraint_first(set, end) - constraint_first(set, begin));
            values = value > values ? value : values;
            slots = slot > slots ? slot : slots;
        }
    }
    TRY(ARENA_NEW(arena, values, &out->value));
    return gradients ? ARENA_NEW(arena, slots, &out->gradient) : status_ok();
}

bool part_next(Part *part, const PartMemory *memory, const double4 *x)
{
    part->begin = part->end;
    part->end = part_end(part->set, part->begin);
    part->of = *memory;
    if (part->begin < part->end)
        constraint_evaluate(part->set, part->begin, part->end, x, memory->value, memory->gradient);
    return part->begin < part->end;
}
