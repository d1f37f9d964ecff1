// Ordering a cloth: its constraints by every colouring, including sorting and permuting the columns (an item is one constraint), and its
// particles in every computed order (an item is one particle).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "micro.h"
#include "model/private/order.h"

// ---- constraints ----

enum { CLUSTER_SIZE = 3072 };

static ScheduleWish wish_of(Colouring colouring)
{
    return (ScheduleWish){.kind = SCHEDULE_COLOUR, .colouring = colouring, .cluster_size = CLUSTER_SIZE};
}

static const Colouring COLOURINGS[] = {COLOURING_GREEDY, COLOURING_LARGEST_FIRST, COLOURING_SMALLEST_LAST, COLOURING_CLUSTERS};

// Columns that a schedule sorts.
typedef struct Columns {
    int32_t *vertices, *origin;
    real    *rest, *compliance;
} Columns;

static Status columns_alloc(size_t count, Arena *arena, Columns *out)
{
    TRY(ARENA_NEW(arena, 2 * count, &out->vertices));
    TRY(ARENA_NEW(arena, count, &out->origin));
    TRY(ARENA_NEW(arena, count, &out->rest));
    return ARENA_NEW(arena, count, &out->compliance);
}

static void columns_copy(const Columns *to, const Columns *from, size_t count)
{
    memcpy(to->vertices, from->vertices, 2 * count * sizeof *to->vertices);
    memcpy(to->origin, from->origin, count * sizeof *to->origin);
    memcpy(to->rest, from->rest, count * sizeof *to->rest);
    memcpy(to->compliance, from->compliance, count * sizeof *to->compliance);
}

// Every iteration sorts the constraints as they were in the file.
static void measure(MicroState *state, const MicroJob *job, Cloth *cloth)
{
    const ConstraintSet *set = &cloth->model.sets[CONSTRAINT_distance];
    const Columns        now = {set->vertices, set->origin, set->rest, set->compliance};
    const size_t         count = (size_t)set->count;
    Columns              file;
    Status               status = status_ok();
    if (!micro_ok(state, columns_alloc(count, &cloth->arena, &file)))
        return;
    columns_copy(&file, &now, count);
    micro_output(state, now.vertices, 2 * count * sizeof *now.vertices);
    while (micro_next(state)) {
        Arena    arena = arena_init(0);
        Schedule schedule;
        micro_pause(state);
        columns_copy(&now, &file, count);
        micro_resume(state);
        const Status done = schedule_init(&cloth->model, wish_of(*(const Colouring *)job->table), job->threads, &arena, &schedule);
        if (done.code != STATUS_OK)
            status = done;
        micro_use(now.vertices);
        arena_destroy(&arena);
    }
    micro_ok(state, status);
    micro_items(state, cloth->model.constraint_count);
}

static void run(MicroState *state, const MicroJob *job)
{
    Cloth cloth;
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_FILE, &cloth)))
        return;
    measure(state, job, &cloth);
    cloth_destroy(&cloth);
}

static void register_colourings(void)
{
    static const int SIZES[] = {32, 256, 1024};
    for (size_t c = 0; c < sizeof COLOURINGS / sizeof *COLOURINGS; c++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "colour_%s/n:%d", COLOURING_NAMES[COLOURINGS[c]], SIZES[i]);
            micro_register_threads(name, run, &COLOURINGS[c], SIZES[i]);
        }
}

// ---- particles ----

typedef enum Order { ORDER_MORTON, ORDER_RCM, ORDER_ND } Order;

typedef struct Grid {
    int32_t n; // particles
    double (*position)[3];
    size_t   pair_count;
    int32_t *pair;
    int32_t *permutation;
} Grid;

// side × side particles and the springs of the cloth as pairs.
static bool grid_make(int side, Grid *out)
{
    static const int STENCIL[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    *out = (Grid){.n = side * side,
                  .position = calloc((size_t)side * (size_t)side, sizeof *out->position),
                  .pair = calloc((size_t)side * (size_t)side * 8, sizeof *out->pair),
                  .permutation = calloc((size_t)side * (size_t)side, sizeof *out->permutation)};
    if (!out->position || !out->pair || !out->permutation)
        return false;
    for (int i = 0; i < out->n; i++) {
        const int column = i % side, row = i / side;
        out->position[i][0] = column;
        out->position[i][1] = row;
        for (size_t k = 0; k < sizeof STENCIL / sizeof *STENCIL; k++) {
            const int right = column + STENCIL[k][0], below = row + STENCIL[k][1];
            if (right < 0 || right >= side || below >= side)
                continue;
            out->pair[2 * out->pair_count] = i;
            out->pair[2 * out->pair_count++ + 1] = below * side + right;
        }
    }
    return true;
}

static void grid_free(Grid *grid)
{
    free(grid->position);
    free(grid->pair);
    free(grid->permutation);
}

static Status put_in_order(const Grid *g, Order order)
{
    const double(*position)[3] = (const double(*)[3])g->position;
    switch (order) {
    case ORDER_MORTON:
        return order_morton(g->n, position, g->permutation);
    case ORDER_RCM:
        return order_rcm(g->n, g->pair, g->pair_count, g->permutation);
    case ORDER_ND:
        break;
    }
    return order_nested_dissection(g->n, position, g->pair, g->pair_count, g->permutation);
}

static void run_order(MicroState *state, const MicroJob *job)
{
    Grid   grid;
    Status status = status_ok();
    if (!grid_make((int)job->size, &grid))
        status = status_make(STATUS_MEMORY, "out of memory for a grid of %d particles", grid.n);
    micro_output(state, grid.permutation, (size_t)grid.n * sizeof *grid.permutation);
    while (status.code == STATUS_OK && micro_next(state)) {
        status = put_in_order(&grid, *(const Order *)job->table);
        micro_use(grid.permutation);
    }
    micro_ok(state, status);
    micro_items(state, grid.n);
    grid_free(&grid);
}

static void register_orders(void)
{
    static const Order       ORDERS[] = {ORDER_MORTON, ORDER_RCM, ORDER_ND};
    static const char *const NAMES[] = {"order_morton", "order_rcm", "order_nd"};
    static const int         SIZES[] = {32, 256, 1024};
    for (size_t o = 0; o < sizeof ORDERS / sizeof *ORDERS; o++)
        for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", NAMES[o], SIZES[i]);
            micro_register(name, run_order, (MicroJob){.table = &ORDERS[o], .size = SIZES[i], .threads = 1});
        }
}

void micro_colour(void)
{
    register_colourings();
    register_orders();
}
