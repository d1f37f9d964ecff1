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

static Status fill(ModelBuilder *builder, const Mesh *mesh, int kind, ScheduleKind schedule, Cloth *out)
{
    TRY(add_particles(builder, mesh));
    TRY(add_tets(builder, mesh, kind));
    return cloth_finish(builder, schedule, out);
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
