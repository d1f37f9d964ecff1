#include "solver/private/pieces.h"

#include "constraint/group.h"

// The particle that stands for a piece is reached along `next`.
static int32_t piece_of(int32_t *next, int32_t i)
{
    while (next[i] != i)
        i = next[i] = next[next[i]];
    return i;
}

static void join(const ConstraintSet *set, int32_t *piece, bool *held)
{
    for (int32_t i = 0; i < set->count; i++) {
        int32_t        count;
        const int32_t *vertices = constraint_vertices(set, i, &count);
        for (int32_t j = 0; j < count; j++)
            piece[piece_of(piece, vertices[j])] = piece_of(piece, vertices[0]);
        held[vertices[0]] |= count == 1;
    }
}

void pieces_find(const Model *model, int32_t *piece, bool *held)
{
    for (int32_t i = 0; i < model->particle_count; i++)
        piece[i] = i;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        join(&model->sets[kind], piece, held);
    for (int32_t i = 0; i < model->particle_count; i++) {
        piece[i] = piece_of(piece, i);
        held[piece[i]] |= held[i] || !(model->inverse_mass[i] > 0);
    }
}
