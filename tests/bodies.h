// Bodies of tetrahedra, and sheets of triangles, of any kind and material.
#ifndef WEFT_TESTS_BODIES_H
#define WEFT_TESTS_BODIES_H

#include "constraint/material.h"
#include "mesh/mesh_make.h"
#include "rig.h"

static inline double4 mesh_vertex(const Mesh *mesh, int32_t i)
{
    return double4_of(mesh->position[i]);
}

// Adds an element on particles of a mesh, which are the first of the rig.
static inline void add_element(Rig *rig, const Mesh *mesh, int kind, const int32_t *corner, const Material *material)
{
    const ConstraintOps *ops = constraint_ops(kind);
    double               rest[CONSTRAINT_PARAMS_MAX], stiffness = 0;
    double4              x[4];
    for (int j = 0; j < ops->vertices; j++)
        x[j] = mesh_vertex(mesh, corner[j]);
    ops->measure(x, rest);
    ops->material(material, x, ops->vertices, rest, &stiffness);
    assert_ok(model_add_constraint(rig->builder, kind, corner, rest, stiffness));
}

static inline void add_elements(Rig *rig, const Mesh *mesh, int kind, const Material *material)
{
    for (int32_t i = 0; i < mesh->tet_count; i++)
        add_element(rig, mesh, kind, mesh->tet[i], material);
    for (int32_t i = 0; i < mesh->face_count && mesh->tet_count == 0; i++)
        add_element(rig, mesh, kind, mesh->face_vertex + mesh->face_start[i], material);
}

static inline void pin_low_end(Rig *rig, const Mesh *mesh)
{
    for (int32_t i = 0; i < mesh->vertex_count; i++)
        if (mesh->position[i][0] <= 0)
            assert_ok(model_pin(rig->builder, i));
}

// The far end of a box is pulled along x: each triangle there gives equal shares of its force to its corners.
static inline void pull_far_end(Rig *rig, const Mesh *mesh, double length, double traction)
{
    int32_t(*triangles)[3], count;
    assert_ok(mesh_surface(mesh, &triangles, &count));
    for (int32_t i = 0; i < count; i++) {
        const double4 a = mesh_vertex(mesh, triangles[i][0]), b = mesh_vertex(mesh, triangles[i][1]),
                      c = mesh_vertex(mesh, triangles[i][2]);
        if (fmin(a.x, fmin(b.x, c.x)) < length * (1 - 1e-9))
            continue;
        const double force = traction * double4_norm(double4_cross(double4_sub(b, a), double4_sub(c, a))) / 2 / 3;
        for (int j = 0; j < 3; j++)
            assert_ok(model_add_force(rig->builder, triangles[i][j], (double[3]){force, 0, 0}));
    }
    free(triangles);
}

// A bar of cubes under gravity, pinned at its low end. mass: of every particle.
static inline void make_bar(Rig *rig, int cubes, double edge, double mass, int kind, const Material *material)
{
    Mesh mesh = {0};
    assert_ok(mesh_make_box((int[3]){cubes, 1, 1}, (double[3]){cubes * edge, edge, edge}, BOX_SIX, &mesh));
    for (int32_t i = 0; i < mesh.vertex_count; i++)
        rig_particle(rig, mesh.position[i][0], mesh.position[i][1], mesh.position[i][2], mass);
    add_elements(rig, &mesh, kind, material);
    pin_low_end(rig, &mesh);
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
    mesh_destroy(&mesh);
}

#endif
