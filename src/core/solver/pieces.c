#include "solver/pieces.h"

#include "base/forest.h"
#include "constraint/group.h"

static void join(const ConstraintSet *set, int32_t *piece, bool *anchored)
{
    for (int32_t i = 0; i < set->count; i++) {
        int32_t        count;
        const int32_t *vertices = constraint_vertices(set, i, &count);
        for (int32_t j = 0; j < count; j++)
            forest_join(piece, vertices[j], vertices[0]);
        anchored[vertices[0]] |= count == 1;
    }
}

void pieces_find(const Model *model, int32_t *piece, bool *anchored)
{
    for (int32_t i = 0; i < model->particle_count; i++)
        piece[i] = i;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        join(&model->sets[kind], piece, anchored);
    for (int32_t i = 0; i < model->particle_count; i++) {
        piece[i] = forest_root(piece, i);
        anchored[piece[i]] |= anchored[i] || !(model->inverse_mass[i] > 0);
    }
}

Status pieces_number(const Model *model, Arena *arena, Pieces *out)
{
    bool *anchored;
    *out = (Pieces){0};
    TRY(ARENA_NEW(arena, model->particle_count, &out->of));
    TRY(ARENA_NEW(arena, model->particle_count, &anchored));
    pieces_find(model, out->of, anchored);
    for (int32_t i = 0; i < model->particle_count; i++) // a piece has the number of its first particle (base/forest.h)
        out->of[i] = out->of[i] == i ? out->count++ : out->of[out->of[i]];
    return status_ok();
}
