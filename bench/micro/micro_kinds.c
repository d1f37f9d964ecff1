// The Gauss-Seidel sweep of xpbd over constraints of every kind of a fixed number of particles, colour by colour, wide and plain: kinds on
// edges, triangles and hinges on a sheet of n × n particles, kinds on tetrahedra on a beam of 4n × n × n with five in a cell. Of a soft
// material, disturbed by a tenth of the spacing. An item is one constraint projected; bytes are as micro_project counts them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constraint/material.h"
#include "mesh/mesh_make.h"
#include "micro.h"
#include "step/sweeps.h"

enum { SWEEPS = 10 };

static const double SPACING = 0.01, MASS = 1e-3, STIFFNESS = 100;

static const Material MATERIAL = {.young = 1e5, .poisson = 0.3, .density = 1000, .thickness = 1e-3};

typedef struct Bench {
    int    kind;
    Cloth  body;
    State  now;
    Sweeps sweeps;
} Bench;

static Status make_mesh(const ConstraintOps *ops, int n, Mesh *mesh)
{
    if (ops->element != ELEMENT_TETRAHEDRON) // around a vertex of four triangles the particles of a patch are not twelve
        return mesh_make_sheet(n, n, SPACING, SPACING, ops->element == ELEMENT_PATCH ? SHEET_FORWARD : SHEET_ALTERNATE, 1, mesh);
    const int    cells[3] = {4 * n - 1, n - 1, n - 1};
    const double size[3] = {cells[0] * SPACING, cells[1] * SPACING, cells[2] * SPACING};
    return mesh_make_box(cells, size, BOX_FIVE, mesh);
}

// Those that are whole: of a border the scene fills them up.
static Status make_patches(const Mesh *mesh, int32_t **elements, int32_t *count)
{
    int32_t(*patches)[MESH_PATCH];
    TRY(mesh_patches(mesh, &patches));
    *count = 0;
    for (int32_t i = 0; i < mesh->face_count; i++) {
        bool whole = true;
        for (int j = 0; j < MESH_PATCH; j++)
            whole = whole && patches[i][j] >= 0;
        if (whole)
            memmove(patches[(*count)++], patches[i], sizeof *patches);
    }
    *elements = patches[0];
    return status_ok();
}

// The particles of every element of the kind, [*count][V]; the caller frees them.
static Status make_elements(const ConstraintOps *ops, const Mesh *mesh, int32_t **elements, int32_t *count)
{
    const int v = ops->vertices;
    if (ops->element == ELEMENT_EDGE) {
        int32_t(*edges)[2];
        TRY(mesh_edges(mesh, &edges, count));
        *elements = edges[0];
        return status_ok();
    }
    if (ops->element == ELEMENT_HINGE) {
        int32_t(*quads)[4];
        TRY(mesh_hinge_quads(mesh, &quads, count));
        *elements = quads[0];
        return status_ok();
    }
    if (ops->element == ELEMENT_PATCH)
        return make_patches(mesh, elements, count);
    *count = v == 1 ? mesh->vertex_count : v == 3 ? mesh->face_count : mesh->tet_count;
    *elements = calloc((size_t)*count * (size_t)v + 1, sizeof **elements);
    if (!*elements)
        return status_make(STATUS_MEMORY, "out of memory for %d constraints", (int)*count);
    for (int32_t i = 0; v == 1 && i < *count; i++)
        (*elements)[i] = i;
    if (v > 1)
        memcpy(*elements, v == 3 ? mesh->face_vertex : mesh->tet[0], (size_t)*count * (size_t)v * sizeof **elements);
    return status_ok();
}

static Status add_constraints(ModelBuilder *builder, const Mesh *mesh, int kind, const int32_t *elements, int32_t count)
{
    const ConstraintOps *ops = constraint_ops(kind);
    for (int32_t i = 0; i < count; i++) {
        const int32_t *vertices = elements + (size_t)i * (size_t)ops->vertices;
        double4        x[CONSTRAINT_VERTICES_MAX];
        double         rest[CONSTRAINT_PARAMS_MAX], stiffness = STIFFNESS;
        for (int j = 0; j < ops->vertices; j++)
            x[j] = (double4){mesh->position[vertices[j]][0], mesh->position[vertices[j]][1], mesh->position[vertices[j]][2], 0};
        ops->measure(x, rest);
        if (ops->material)
            ops->material(&MATERIAL, x, ops->vertices, rest, &stiffness);
        TRY(model_add_constraint(builder, kind, vertices, rest, stiffness));
    }
    return status_ok();
}

static Status fill_builder(ModelBuilder *builder, const Mesh *mesh, int kind)
{
    static const double REST[3] = {0};
    int32_t            *elements = NULL, count = 0;
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        TRY(model_add_particle(builder, mesh->position[i], REST, MASS));
    TRY(make_elements(constraint_ops(kind), mesh, &elements, &count));
    const Status status = add_constraints(builder, mesh, kind, elements, count);
    free(elements);
    return status;
}

static Status body_fill(ModelBuilder *builder, int n, int kind, Cloth *out)
{
    Mesh   mesh = {0};
    Status status = make_mesh(constraint_ops(kind), n, &mesh);
    if (status.code == STATUS_OK)
        status = fill_builder(builder, &mesh, kind);
    mesh_destroy(&mesh);
    TRY(status);
    return cloth_finish(builder, sweeps_schedule(SWEEP_COLOURED), out);
}

static Status fill(const MicroJob *job, Kernels kernels, ModelBuilder *builder, Bench *b)
{
    Arena *arena = &b->body.arena;
    TRY(body_fill(builder, (int)job->size, b->kind, &b->body));
    const ConstraintSet *set = &b->body.model.sets[b->kind];
    const SolverSetup    setup = {.model = &b->body.model, .schedule = &b->body.schedule, .arena = arena, .threads = job->threads};
    Sweep               *sweep = &b->sweeps.per_set[b->kind];
    TRY(state_alloc(&b->body.model, arena, &b->now));
    TRY(sweeps_init(&b->sweeps, &setup, SWEEP_COLOURED, kernels, true));
    sweep->compliance = set->compliance;
    sweep->inverse_h2 = 60 * 60;
    sweep->relaxation = 1;
    return ARENA_NEW(arena, set->count * set->ops->components, &sweep->lambda);
}

// Restores the start, so that all iterations do the same work.
static void restart(Bench *b)
{
    const ConstraintSet *set = &b->body.model.sets[b->kind];
    const size_t         lambdas = (size_t)set->count * (size_t)constraint_ops(b->kind)->components;
    real                *lambda = b->sweeps.per_set[b->kind].lambda;
    state_copy(&b->body.model, &b->now, &b->body.state);
    if (lambda)
        memset(lambda, 0, lambdas * sizeof *lambda);
}

static void say_bytes(MicroState *state, const Bench *b)
{
    const ConstraintOps *ops = constraint_ops(b->kind);
    const double         count = b->body.model.constraint_count, lambda = ops->components * (double)sizeof(real);
    const double         constraint = ops->vertices * (double)sizeof(int32_t) + (ops->params + 1) * (double)sizeof(real) + lambda;
    const double         particles = b->body.model.particle_count * (double)sizeof(real4);
    const double         moved = 2. * ops->vertices * (double)sizeof(real4);
    micro_items(state, count * SWEEPS);
    micro_bytes(state, count * (constraint + lambda + moved) * SWEEPS);
    micro_working_set(state, count * constraint + particles);
    micro_updates(state, count * moved * SWEEPS, particles + count * constraint / b->body.schedule.colour_count);
}

static void measure(MicroState *state, const MicroJob *job, Bench *b)
{
    micro_output(state, b->now.position, (size_t)b->now.particle_count * sizeof *b->now.position);
    micro_start(state, b->body.state.position);
    while (micro_next(state)) {
        micro_pause(state);
        restart(b);
        micro_resume(state);
#pragma omp parallel num_threads(job->threads) default(none) shared(b)
        for (int s = 0; s < SWEEPS; s++)
            sweeps_run(&b->sweeps, b->now.position);
        micro_use(b->now.position);
    }
    say_bytes(state, b);
}

static void run(MicroState *state, const MicroJob *job, Kernels kernels)
{
    const ConstraintOps *ops = job->table;
    Bench                b = {.kind = constraint_find(ops->name), .body = {.arena = arena_init(0)}};
    ModelBuilder        *builder = model_builder_create();
    if (micro_ok(state, builder ? fill(job, kernels, builder, &b) : status_make(STATUS_MEMORY, "out of memory")))
        measure(state, job, &b);
    model_builder_destroy(builder);
    cloth_destroy(&b.body);
}

static void run_wide(MicroState *state, const MicroJob *job)
{
    run(state, job, KERNELS_WIDE);
}

static void run_plain(MicroState *state, const MicroJob *job)
{
    run(state, job, KERNELS_PLAIN);
}

void micro_kinds(void)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintOps *ops = constraint_ops(kind);
        const bool           tets = ops->element == ELEMENT_TETRAHEDRON;
        for (int n = tets ? 4 : 32; !ops->group && ops->projection && n <= (tets ? 16 : 256); n *= tets ? 4 : 8) {
            char name[96];
            snprintf(name, sizeof name, "xpbd_kind/%s/n:%d", ops->name, n);
            micro_register_threads(name, run_wide, ops, n);
            snprintf(name, sizeof name, "xpbd_kind/%s/plain/n:%d", ops->name, n);
            micro_register_threads(name, run_plain, ops, n);
        }
    }
}
