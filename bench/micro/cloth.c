#include "base/random.h"
#include "micro.h"

static const double SPACING = 0.01, MASS = 1e-3, STIFFNESS = 100;

static Status add_particles(ModelBuilder *builder, int n)
{
    static const double REST[3] = {0};
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++)
            TRY(model_add_particle(builder, (const double[3]){column * SPACING, row * SPACING, 0}, REST, MASS));
    TRY(model_pin(builder, 0));
    return model_pin(builder, n - 1);
}

// Springs from every particle to the one `columns` to the right and `rows` below, where there is one.
static Status add_springs(ModelBuilder *builder, int n, int columns, int rows)
{
    for (int row = 0; row + rows < n; row++)
        for (int column = columns < 0 ? -columns : 0; column < n && column + columns < n; column++) {
            const int32_t ends[2] = {row * n + column, (row + rows) * n + column + columns};
            TRY(model_add_constraint(builder, CONSTRAINT_distance, ends, NULL, STIFFNESS));
        }
    return status_ok();
}

static Status add_all_springs(ModelBuilder *builder, int n)
{
    static const int STENCIL[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (size_t i = 0; i < sizeof STENCIL / sizeof *STENCIL; i++)
        TRY(add_springs(builder, n, STENCIL[i][0], STENCIL[i][1]));
    return status_ok();
}

static void disturb(State *state)
{
    Random random = {.state = 1};
    for (int32_t i = 0; i < state->particle_count; i++) {
        real4 *x = &state->position[i];
        if (x->w == 0)
            continue;
        x->x += (real)(0.1 * SPACING * (random_unit(&random) - 0.5));
        x->y += (real)(0.1 * SPACING * (random_unit(&random) - 0.5));
        x->z += (real)(0.1 * SPACING * (random_unit(&random) - 0.5));
    }
}

Status cloth_finish(ModelBuilder *builder, ScheduleKind schedule, Cloth *out)
{
    TRY(model_build(builder, PARTICLE_ORDER_AUTO, &out->arena, &out->model));
    TRY(state_init(builder, &out->model, &out->arena, &out->state));
    disturb(&out->state);
    return schedule_init(&out->model, (ScheduleWish){.kind = schedule}, 1, &out->arena, &out->schedule);
}

static Status fill(ModelBuilder *builder, int n, ScheduleKind kind, Cloth *out)
{
    TRY(add_particles(builder, n));
    TRY(add_all_springs(builder, n));
    return cloth_finish(builder, kind, out);
}

Status cloth_create(int n, ScheduleKind kind, Cloth *out)
{
    *out = (Cloth){.arena = arena_init(0)};
    ModelBuilder *builder = model_builder_create();
    if (!builder)
        return status_make(STATUS_MEMORY, "out of memory for a cloth of %d × %d", n, n);
    const Status status = fill(builder, n, kind, out);
    model_builder_destroy(builder);
    if (status.code != STATUS_OK)
        cloth_destroy(out);
    return status;
}

void cloth_destroy(Cloth *cloth)
{
    arena_destroy(&cloth->arena);
}

void cloth_run(MicroState *state, const MicroJob *job, void (*measure)(MicroState *, const MicroJob *, Cloth *))
{
    Cloth cloth;
    if (!micro_ok(state, cloth_create((int)job->size, SCHEDULE_MEMORY, &cloth)))
        return;
    measure(state, job, &cloth);
    cloth_destroy(&cloth);
}
