#include "step/incidence.h"

// All incidences use one traversal: `visit` gets every (vertex, slot, weight), first to count, then to fill.
typedef struct Walk {
    Incidence *out;
    bool       fill;
} Walk;

static void visit(const Walk *walk, int32_t vertex, int32_t slot, double weight)
{
    Incidence *out = walk->out;
    if (walk->fill) {
        const int32_t at = out->start[vertex]++; // start is shifted back by one vertex afterwards
        out->slot[at] = slot;
        if (out->weight)
            out->weight[at] = (real)weight;
    } else {
        out->start[vertex + 1]++;
    }
}

static void walk_components(const Walk *walk, const ConstraintSet *set, int32_t first)
{
    for (int32_t i = 0; i < set->count; i++) {
        int32_t        v;
        const int32_t *vertices = constraint_vertices(set, i, &v);
        for (int c = 0; c < set->ops->components; c++)
            for (int32_t j = 0; j < v; j++)
                visit(walk, vertices[j], first++, 1);
    }
}

// In a group every member has its own row.
static void walk_members(const Walk *walk, const ConstraintSet *set, int32_t first, double factor)
{
    for (int32_t i = 0; i < set->count; i++)
        for (int32_t at = constraint_first(set, i); at < constraint_first(set, i + 1); at++) {
            double row;
            set->ops->local_step->stencil(set, at, &row);
            visit(walk, set->vertices[at], first + at, factor * constraint_stiffness(set, i) * row);
        }
}

static void walk_rows(const Walk *walk, const ConstraintSet *set, int32_t first, double factor)
{
    const int v = set->ops->vertices, rows = set->ops->rows;
    double    stencil[CONSTRAINT_ROWS_MAX * CONSTRAINT_VERTICES_MAX];
    for (int32_t i = 0; i < set->count; i++) {
        const double weight = factor * constraint_reduce(set, i, stencil);
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < v; j++)
                if (stencil[r * v + j] != 0)
                    visit(walk, set->vertices[i * v + j], first + i * rows + r, weight * stencil[r * v + j]);
    }
}

// The meaning of a slot.
typedef enum Slots { SLOTS_VERTICES, SLOTS_CORNERS, SLOTS_COMPONENTS, SLOTS_ROWS } Slots; // corners: vertices, without weights

static int32_t slots_of(const ConstraintSet *set, Slots slots)
{
    switch (slots) {
    case SLOTS_COMPONENTS:
        return constraint_members(set) * set->ops->components;
    case SLOTS_ROWS:
        return (set->groups ? constraint_members(set) : set->count) * set->ops->rows;
    case SLOTS_VERTICES:
    case SLOTS_CORNERS:
        break;
    }
    return constraint_members(set);
}

static void walk_sets(const Walk *walk, const Model *model, const bool *kinds, Slots slots, double factor)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        if (kinds && !kinds[kind])
            continue;
        if (slots == SLOTS_ROWS && model->sets[kind].groups)
            walk_members(walk, &model->sets[kind], walk->out->offset[kind], factor);
        else if (slots == SLOTS_ROWS)
            walk_rows(walk, &model->sets[kind], walk->out->offset[kind], factor);
        else if (slots == SLOTS_COMPONENTS)
            walk_components(walk, &model->sets[kind], walk->out->offset[kind]);
        else
            for (int32_t i = 0; i < constraint_members(&model->sets[kind]); i++)
                visit(walk, model->sets[kind].vertices[i], walk->out->offset[kind] + i, 1);
    }
}

static Status build(const Model *model, const bool *kinds, Slots slots, double factor, Arena *arena, Incidence *out)
{
    const int32_t n = model->particle_count;
    *out = (Incidence){0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const bool skipped = kinds && !kinds[kind];
        out->offset[kind + 1] = out->offset[kind] + (skipped ? 0 : slots_of(&model->sets[kind], slots));
    }
    TRY(ARENA_NEW(arena, n + 1, &out->start));
    walk_sets(&(Walk){.out = out}, model, kinds, slots, factor);
    for (int32_t i = 0; i < n; i++)
        out->start[i + 1] += out->start[i];
    TRY(ARENA_NEW(arena, out->start[n], &out->slot));
    if (slots != SLOTS_CORNERS)
        TRY(ARENA_NEW(arena, out->start[n], &out->weight));
    walk_sets(&(Walk){.out = out, .fill = true}, model, kinds, slots, factor);
    for (int32_t i = n; i > 0; i--)
        out->start[i] = out->start[i - 1];
    out->start[0] = 0;
    return status_ok();
}

Status incidence_of_vertices(const Model *model, Arena *arena, Incidence *out)
{
    return build(model, NULL, SLOTS_VERTICES, 1, arena, out);
}

Status incidence_of_corners(const Model *model, const bool kinds[CONSTRAINT_KINDS], Arena *arena, Incidence *out)
{
    return build(model, kinds, SLOTS_CORNERS, 1, arena, out);
}

Status incidence_of_components(const Model *model, Arena *arena, Incidence *out)
{
    return build(model, NULL, SLOTS_COMPONENTS, 1, arena, out);
}

Status incidence_of_rows(const Model *model, const bool kinds[CONSTRAINT_KINDS], double factor, Arena *arena, Incidence *out)
{
    return build(model, kinds, SLOTS_ROWS, factor, arena, out);
}
