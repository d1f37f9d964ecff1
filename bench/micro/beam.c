#include "base/random.h"
#include "mesh/mesh_make.h"
#include "micro.h"

static const double SPACING = 0.01, MASS = 1e-3;

static const Material MATERIAL = {.young = 1e5, .poisson = 0.3, .density = 1000, .thickness = 1e-3};

static Status add_particles(ModelBuilder *builder, const Mesh *mesh)
{
    static const double REST[3] = {0};
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        TRY(model_add_particle(builder, mesh->position[i], REST, MASS));
        if (mesh->position[i][0] <= 0)
            TRY(model_pin(builder, i));
    }
    return status_ok();
}

static Status add_tets(ModelBuilder *builder, const Mesh *mesh, int kind)
{
    const ConstraintOps *ops = constraint_ops(kind);
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        double4 x[4];
        double  rest[CONSTRAINT_PARAMS_MAX], stiffness = 0;
        for (int j = 0; j < 4; j++) {
            const double *p = mesh->position[mesh->tet[i][j]];
            x[j] = (double4){p[0], p[1], p[2], 0};
        }
        ops->measure(x, rest);
        ops->material(&MATERIAL, x, 4, rest, &stiffness);
        TRY(model_add_constraint(builder, kind, mesh->tet[i], rest, stiffness));
    }
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

static Status fill(ModelBuilder *builder, const Mesh *mesh, int kind, ScheduleKind schedule, Cloth *out)
{
    TRY(add_particles(builder, mesh));
    TRY(add_tets(builder, mesh, kind));
    TRY(model_build(builder, PARTICLE_ORDER_AUTO, &out->arena, &out->model));
    TRY(state_init(builder, &out->model, &out->arena, &out->state));
    disturb(&out->state);
    return schedule_init(&out->model, (ScheduleWish){.kind = schedule}, 1, &out->arena, &out->schedule);
}

Status beam_create(int n, int kind, ScheduleKind schedule, Cloth *out)
{
    const int    cells[3] = {4 * n - 1, n - 1, n - 1};
    const double size[3] = {cells[0] * SPACING, cells[1] * SPACING, cells[2] * SPACING};
    Mesh         mesh = {0};
    *out = (Cloth){.arena = arena_init(0)};
    TRY(mesh_make_box(cells, size, BOX_FIVE, &mesh));
    ModelBuilder *builder = model_builder_create();
    const Status  status = builder ? fill(builder, &mesh, kind, schedule, out)
                                   : status_make(STATUS_MEMORY, "out of memory for a beam of %d × %d × %d", 4 * n, n, n);
    model_builder_destroy(builder);
    mesh_destroy(&mesh);
    if (status.code != STATUS_OK)
        cloth_destroy(out);
    return status;
}
