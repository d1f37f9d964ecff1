#include "colour/private/layout.h"

#include <string.h>

// to[i] = from[permutation[i]] for begin … end−1; the element size is a compile-time constant.
static GNU_ALWAYS_INLINE void gather(char *to, const char *from, const int32_t *permutation, int32_t begin, int32_t end, size_t size)
{
    for (int32_t i = begin; i < end; i++)
        memcpy(to + (size_t)i * size, from + (size_t)permutation[i] * size, size);
}

// Called by all threads of a team.
static void move_column(const Hypergraph *h, int kind, void *data, size_t size)
{
    enum { BLOCK = 1 << 14 };
    const int32_t *permutation = h->permutation + h->offset[kind];
    const int32_t  count = h->offset[kind + 1] - h->offset[kind];
    char          *column = (char *)h->particle;
#pragma omp for schedule(static)
    for (int32_t begin = 0; begin < count; begin += BLOCK) {
        const int32_t end = count - begin < BLOCK ? count : begin + BLOCK;
        switch (size) {
        case 1:
            gather(column, data, permutation, begin, end, 1);
            break;
        case 4:
            gather(column, data, permutation, begin, end, 4);
            break;
        case 8:
            gather(column, data, permutation, begin, end, 8);
            break;
        default:
            gather(column, data, permutation, begin, end, size);
        }
    }
#pragma omp for schedule(static)
    for (int32_t begin = 0; begin < count; begin += BLOCK) {
        const size_t from = (size_t)begin * size, bytes = (size_t)(count - begin < BLOCK ? count - begin : BLOCK) * size;
        memcpy((char *)data + from, column + from, bytes);
    }
}

// A column of equal values is left as it is.
static void move_set(const Hypergraph *h, int kind, const ConstraintSet *set)
{
    move_column(h, kind, set->vertices, (size_t)set->ops->vertices * sizeof *set->vertices);
    for (int p = 0; p < set->ops->params; p++) {
        move_column(h, kind, set->rest + (size_t)p * (size_t)set->count, sizeof *set->rest);
        if (set->rest_low)
            move_column(h, kind, set->rest_low + (size_t)p * (size_t)set->count, sizeof *set->rest_low);
    }
    if (!set->one_stiffness) {
        move_column(h, kind, set->compliance, sizeof *set->compliance);
        move_column(h, kind, set->stiffness, sizeof *set->stiffness);
    }
    move_column(h, kind, set->origin, sizeof *set->origin);
    if (set->damping)
        move_column(h, kind, set->damping, sizeof *set->damping);
    if (set->limit)
        move_column(h, kind, set->limit, sizeof *set->limit);
    if (set->sense)
        move_column(h, kind, set->sense, sizeof *set->sense);
}

void layout_apply(const Hypergraph *h, int threads, Model *model)
{
#pragma omp parallel num_threads(threads)
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (h->offset[kind + 1] > h->offset[kind])
            move_set(h, kind, &model->sets[kind]);
}
