#include "step/exact_springs.h"

// Stiffnesses for this many packs of springs of a set; a single value if all springs share it.
static Status init_stiffness(const ConstraintSet *set, int32_t packs, Arena *arena, double **stiffness, int32_t *stride)
{
    *stride = set->one_stiffness ? 0 : EXACT_SPRING_LANES;
    TRY(ARENA_NEW(arena, (size_t)EXACT_SPRING_LANES * (size_t)(set->one_stiffness ? 1 : packs), stiffness));
    for (int e = 0; set->one_stiffness && e < EXACT_SPRING_LANES; e++)
        (*stiffness)[e] = constraint_stiffness(set, 0);
    return status_ok();
}

static void put(const ConstraintSet *set, int32_t slot, int32_t pack, int lane, ExactSprings *out)
{
    const int32_t i = slot / 2;
    out->stiffness[pack * out->stride + lane] = constraint_stiffness(set, i);
    out->spring[pack].length[lane] = constraint_rest(set, 0, i);
    out->spring[pack].other[lane] = set->vertices[2 * i + 1 - slot % 2];
}

Status exact_springs_init(const Model *model, int kind, Arena *arena, ExactSprings *out)
{
    bool      kinds[CONSTRAINT_KINDS] = {false};
    Incidence ends;
    kinds[kind] = true;
    *out = (ExactSprings){0};
    TRY(incidence_of_corners(model, kinds, arena, &ends));
    TRY(ARENA_NEW(arena, model->particle_count + 1, &out->start));
    for (int32_t i = 0; i < model->particle_count; i++)
        out->start[i + 1] = out->start[i] + (ends.start[i + 1] - ends.start[i] + EXACT_SPRING_LANES - 1) / EXACT_SPRING_LANES;
    TRY(ARENA_NEW(arena, out->start[model->particle_count], &out->spring));
    TRY(init_stiffness(&model->sets[kind], out->start[model->particle_count], arena, &out->stiffness, &out->stride));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const int32_t count = ends.start[i + 1] - ends.start[i], room = (out->start[i + 1] - out->start[i]) * EXACT_SPRING_LANES;
        for (int32_t k = 0; k < count; k++)
            put(&model->sets[kind], ends.slot[ends.start[i] + k] - ends.offset[kind], out->start[i] + k / EXACT_SPRING_LANES,
                k % EXACT_SPRING_LANES, out);
        for (int32_t k = count; k < room; k++)
            out->spring[out->start[i] + k / EXACT_SPRING_LANES].other[k % EXACT_SPRING_LANES] = i;
    }
    return status_ok();
}

Status exact_pairs_init(const ConstraintSet *set, Arena *arena, ExactPairs *out)
{
    *out = (ExactPairs){.count = set->count / EXACT_SPRING_LANES + (set->count % EXACT_SPRING_LANES > 0)};
    TRY(ARENA_NEW(arena, out->count, &out->pair));
    TRY(init_stiffness(set, out->count, arena, &out->stiffness, &out->stride));
    for (int32_t i = 0; i < set->count; i++) {
        ExactPair *pair = &out->pair[i / EXACT_SPRING_LANES];
        const int  lane = i % EXACT_SPRING_LANES;
        out->stiffness[i / EXACT_SPRING_LANES * out->stride + lane] = constraint_stiffness(set, i);
        pair->length[lane] = constraint_rest(set, 0, i);
        pair->first[lane] = set->vertices[2 * i];
        pair->second[lane] = set->vertices[2 * i + 1];
    }
    return status_ok();
}
