// The order of the particles of a builder in memory (order.h).
#include <stdlib.h>
#include <string.h>

#include "model/private/builder.h"
#include "model/private/order.h"

// All pairs of vertices of each constraint, as order_rcm takes them; only counts them when pair is NULL.
static size_t collect_pairs(const ModelBuilder *b, int32_t *pair)
{
    size_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int v = constraint_ops(kind)->vertices;
        if (!pair)
            count += builder_constraints(b, kind) * (size_t)(v * (v - 1) / 2);
        for (size_t i = 0; pair && i < builder_constraints(b, kind); i++)
            for (int j = 0; j < v; j++)
                for (int k = 0; k < j; k++, count++) {
                    pair[2 * count] = builder_vertices(b, kind, i)[k];
                    pair[2 * count + 1] = builder_vertices(b, kind, i)[j];
                }
    }
    return count;
}

// Sum of |i − j| over all pairs; number: [particles] new numbers, NULL: unchanged.
static double total_distance(const int32_t *pair, size_t count, const int32_t *number)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const int32_t a = pair[2 * k], c = pair[2 * k + 1];
        sum += fabs((double)(number ? number[a] - number[c] : a - c));
    }
    return sum;
}

// only_if_better: keeps the scene's order when its neighbours lie at most twice as far apart. number: [particles] scratch.
static Status order_by_rcm(const ModelBuilder *b, bool only_if_better, int32_t *number, int32_t *permutation, bool *taken)
{
    const int32_t n = model_builder_particles(b);
    const size_t  count = collect_pairs(b, NULL);
    int32_t      *pair = malloc((2 * count + 1) * sizeof *pair);
    if (!pair)
        return status_make(STATUS_MEMORY, "out of memory while ordering %d particles", n);
    collect_pairs(b, pair);
    const Status status = order_rcm(n, pair, count, permutation);
    for (int32_t i = 0; i < n && status.code == STATUS_OK; i++)
        number[permutation[i]] = i;
    *taken = !only_if_better || (status.code == STATUS_OK && total_distance(pair, count, NULL) > 2 * total_distance(pair, count, number));
    free(pair);
    return status;
}

// Morton or nested dissection, which take positions; the latter also pairs.
static Status order_by_positions(const ModelBuilder *b, ParticleOrder order, int32_t *permutation)
{
    const int32_t n = model_builder_particles(b);
    const size_t  count = order == PARTICLE_ORDER_ND ? collect_pairs(b, NULL) : 0;
    int32_t      *pair = malloc((2 * count + 1) * sizeof *pair);
    double(*position)[3] = malloc((size_t)n * sizeof *position);
    Status status = status_make(STATUS_MEMORY, "out of memory while ordering %d particles", n);
    if (pair && position) {
        for (int32_t i = 0; i < n; i++)
            memcpy(position[i], builder_particle(b, i)->position, sizeof position[i]);
        if (order == PARTICLE_ORDER_ND)
            collect_pairs(b, pair);
        status = order == PARTICLE_ORDER_ND ? order_nested_dissection(n, (const double(*)[3])position, pair, count, permutation)
                                            : order_morton(n, (const double(*)[3])position, permutation);
    }
    free(pair);
    free(position);
    return status;
}

Status build_order(const ModelBuilder *b, ParticleOrder order, Arena *arena, Model *model)
{
    const int32_t n = model->particle_count;
    TRY(ARENA_NEW(arena, n, &model->user_of));
    TRY(ARENA_NEW(arena, n, &model->model_of));
    bool taken = order == PARTICLE_ORDER_MORTON || order == PARTICLE_ORDER_ND || order == PARTICLE_ORDER_RANDOM;
    if (order == PARTICLE_ORDER_RANDOM)
        order_random(n, model->user_of);
    if (order == PARTICLE_ORDER_MORTON || order == PARTICLE_ORDER_ND)
        TRY(order_by_positions(b, order, model->user_of));
    if (order == PARTICLE_ORDER_RCM || order == PARTICLE_ORDER_AUTO)
        TRY(order_by_rcm(b, order == PARTICLE_ORDER_AUTO, model->model_of, model->user_of, &taken));
    for (int32_t i = 0; i < n && !taken; i++)
        model->user_of[i] = i;
    model->order = !taken ? PARTICLE_ORDER_NONE : order == PARTICLE_ORDER_AUTO ? PARTICLE_ORDER_RCM : order;
    for (int32_t i = 0; i < n; i++)
        model->model_of[model->user_of[i]] = i;
    return status_ok();
}
