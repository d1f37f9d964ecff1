// Groups for tests: a polygon, a sphere, a body of scattered particles, and a model with them.
#ifndef WEFT_TESTS_GROUPS_H
#define WEFT_TESTS_GROUPS_H

#include "mesh/mesh_make.h"
#include "rig.h"

typedef enum GroupKind { AREA = CONSTRAINT_polygon_area, VOLUME = CONSTRAINT_closed_volume, SHAPE = CONSTRAINT_shape_matching } GroupKind;

// Adds `n` particles and a group over them: a polygon, a body, or a sphere (with the nearest possible number of particles above n). All
// masses differ. Returns the first particle.
static inline int32_t add_polygon(Rig *rig, int n, Random *random, const double *rest, double stiffness)
{
    const int32_t first = model_builder_particles(rig->builder);
    int32_t      *vertices = malloc((size_t)n * sizeof *vertices);
    for (int i = 0; i < n; i++) {
        const double angle = 2 * acos(-1) * i / n, radius = 1 + 0.3 * random_unit(random);
        vertices[i] = rig_particle(rig, radius * cos(angle), radius * sin(angle), 0, 0.5 + random_unit(random));
    }
    assert_ok(model_add_group(rig->builder, AREA, &(GroupShape){.vertices = vertices, .vertex_count = n}, rest, stiffness));
    free(vertices);
    return first;
}

static inline int32_t add_body(Rig *rig, int n, Random *random, double stiffness)
{
    const int32_t first = model_builder_particles(rig->builder);
    int32_t      *vertices = malloc((size_t)n * sizeof *vertices);
    for (int i = 0; i < n; i++)
        vertices[i] = rig_particle(rig, rig_random(random), 0.7 * rig_random(random), 0.4 * rig_random(random), 0.5 + random_unit(random));
    assert_ok(model_add_group(rig->builder, SHAPE, &(GroupShape){.vertices = vertices, .vertex_count = n}, NULL, stiffness));
    free(vertices);
    return first;
}

static inline int32_t add_sphere(Rig *rig, int parts, bool springs, Random *random, const double *rest, double stiffness)
{
    const int32_t first = model_builder_particles(rig->builder);
    Mesh          mesh;
    assert_ok(mesh_make_sphere(parts, 1, &mesh));
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        rig_particle(rig, mesh.position[i][0], mesh.position[i][1], mesh.position[i][2], random ? 0.5 + random_unit(random) : 1);
    int32_t(*edges)[2], count;
    assert_ok(mesh_edges(&mesh, &edges, &count));
    for (int32_t k = 0; k < 3 * mesh.face_count; k++)
        mesh.face_vertex[k] += first;
    assert_ok(model_add_group(rig->builder, VOLUME,
                              &(GroupShape){.faces = (const int32_t(*)[3])(void *)mesh.face_vertex, .face_count = mesh.face_count}, rest,
                              stiffness));
    for (int32_t k = 0; k < count && springs; k++)
        rig_spring(rig, first + edges[k][0], first + edges[k][1], 0, 100);
    free(edges);
    mesh_destroy(&mesh);
    return first;
}

static inline int32_t add_group(Rig *rig, int kind, int n, Random *random, double stiffness)
{
    if (kind == AREA)
        return add_polygon(rig, n, random, NULL, stiffness);
    if (kind == SHAPE)
        return add_body(rig, n, random, stiffness);
    int parts = 1;
    while (10 * parts * parts + 2 < n)
        parts++;
    return add_sphere(rig, parts, false, random, NULL, stiffness);
}

static inline void build(Rig *rig)
{
    assert_ok(model_build(rig->builder, PARTICLE_ORDER_RANDOM, &rig->arena, &rig->model));
    assert_ok(state_init(rig->builder, &rig->model, &rig->arena, &rig->state));
}

#endif
