// Constraints over all particles of a body, by the whole team: a projection of each kind in xpbd, and the local step of shape matching.
// polygon_area on a circle of particles, closed_volume on a geodesic sphere, shape_matching on the particles of that sphere, each disturbed
// by a tenth of the spacing. An item is one member. Bytes per member: its number and block, read in each pass over the group, its data of
// the kind, and its correction, written and read; see step/traffic.h.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "mesh/mesh_make.h"
#include "micro.h"
#include "step/sweeps.h"

enum { SWEEPS = 10 };

typedef struct GroupCase {
    const char *name;
    int         kind;
    bool        local;
} GroupCase;

static const GroupCase CASES[] = {{"project_group/polygon_area", CONSTRAINT_polygon_area, false},
                                  {"project_group/closed_volume", CONSTRAINT_closed_volume, false},
                                  {"project_group/shape_matching", CONSTRAINT_shape_matching, false},
                                  {"local_group/shape_matching", CONSTRAINT_shape_matching, true}};

static Status make_mesh(int kind, int parts, Mesh *mesh)
{
    if (kind == CONSTRAINT_polygon_area)
        return mesh_make_polygon(10 * parts * parts + 2, 0, 1, false, 1, mesh);
    return mesh_make_sphere(parts, 1, mesh);
}

static Status add_group(ModelBuilder *builder, int kind, const Mesh *mesh)
{
    int32_t *vertices = malloc((size_t)mesh->vertex_count * sizeof *vertices);
    if (!vertices)
        return status_make(STATUS_MEMORY, "out of memory for %d members", (int)mesh->vertex_count);
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        vertices[i] = i;
    const GroupShape shape = {.vertices = vertices,
                              .vertex_count = mesh->vertex_count,
                              .faces = (const int32_t(*)[3])(const void *)mesh->face_vertex,
                              .face_count = mesh->face_count};
    const Status     status = model_add_group(builder, kind, &shape, NULL, 100);
    free(vertices);
    return status;
}

static Status build(int kind, const Mesh *mesh, ModelBuilder *builder, Cloth *out)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        TRY(model_add_particle(builder, mesh->position[i], (double[3]){0, 0, 0}, 1e-3));
    TRY(add_group(builder, kind, mesh));
    TRY(model_build(builder, PARTICLE_ORDER_MORTON, &out->arena, &out->model));
    return state_init(builder, &out->model, &out->arena, &out->state);
}

static void disturb(State *state)
{
    Random     random = {1};
    const real by = (real)(0.3 / sqrt(state->particle_count));
    for (int32_t i = 0; i < state->particle_count; i++) {
        real4 *x = &state->position[i];
        x->x += by * (real)(random_unit(&random) - 0.5);
        x->y += by * (real)(random_unit(&random) - 0.5);
        x->z += by * (real)(random_unit(&random) - 0.5);
    }
}

static Status make(int kind, int parts, Cloth *out)
{
    Mesh          mesh = {0};
    ModelBuilder *builder = model_builder_create();
    *out = (Cloth){.arena = arena_init(0)};
    Status status = builder ? make_mesh(kind, parts, &mesh) : status_make(STATUS_MEMORY, "out of memory for a builder");
    if (status.code == STATUS_OK)
        status = build(kind, &mesh, builder, out);
    if (status.code == STATUS_OK)
        disturb(&out->state);
    mesh_destroy(&mesh);
    model_builder_destroy(builder);
    return status;
}

static double member_bytes(const ConstraintSet *set, bool local)
{
    ASSERT(set->groups);
    const double members = constraint_members(set), block = sizeof(real4);
    const double ring = set->groups->ring_start ? set->groups->ring_start[constraint_members(set)] : 0;
    const double told = (set->groups->rest_position ? sizeof *set->groups->rest_position : 0) + ring / members * sizeof *set->groups->ring +
                        sizeof(int32_t);
    const double passes = set->groups->rest_position ? 2 : 1;
    return local ? passes * told + 3 * block : passes * (told + block) + sizeof(int32_t) + 4 * block;
}

static void measure(MicroState *state, const MicroJob *job, Cloth *body)
{
    const GroupCase     *what = job->table;
    const ConstraintSet *set = &body->model.sets[what->kind];
    const double         members = body->model.particle_count;
    GroupWork            work;
    real                *lambda;
    real4               *target; // of the local step; of a projection the start
    if (!micro_ok(state, sweeps_group_work(&body->model, &body->arena, &work)) || !micro_ok(state, ARENA_NEW(&body->arena, 1, &lambda)) ||
        !micro_ok(state, ARENA_NEW(&body->arena, members, &target)))
        return;
    const Sweep sweep = {
        .position = body->state.position, .lambda = lambda, .compliance = set->compliance, .inverse_h2 = 3600, .relaxation = 1};
    const size_t size = (size_t)body->model.particle_count * sizeof *target;
    memcpy(target, body->state.position, size);
    micro_output(state, what->local ? target : body->state.position, size);
    micro_start(state, what->local ? NULL : target);
    while (micro_next(state)) {
        micro_pause(state); // restores the start, so that all iterations do the same work
        if (!what->local)
            memcpy(body->state.position, target, size);
        *lambda = 0;
        micro_resume(state);
#pragma omp parallel num_threads(job->threads) default(none) shared(set, what, work, sweep, target)
        for (int k = 0; k < SWEEPS; k++)
            if (what->local)
                set->ops->local_step->team(set, 0, sweep.position, target, &work);
            else
                set->ops->projection->team(set, 0, &sweep, &work);
        micro_use(body->state.position);
    }
    micro_items(state, members * SWEEPS);
    micro_bytes(state, members * SWEEPS * member_bytes(set, what->local));
    micro_working_set(state, members * (member_bytes(set, what->local)));
}

static void run(MicroState *state, const MicroJob *job)
{
    const GroupCase *what = job->table;
    Cloth            body;
    if (micro_ok(state, make(what->kind, (int)job->size, &body)))
        measure(state, job, &body);
    arena_destroy(&body.arena);
}

void micro_groups(void)
{
    static const int PARTS[] = {10, 40, 99}; // a polygon has at most 100,000 sides
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++)
        for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s/n:%d", CASES[k].name, 10 * PARTS[i] * PARTS[i] + 2);
            micro_register_threads(name, run, &CASES[k], PARTS[i]);
        }
}
