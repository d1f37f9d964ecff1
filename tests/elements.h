// Elements for a constraint of any kind: a rest shape that the kind accepts, by its description of a mesh, and deformed copies of it. About
// 1 m in size, near the origin, turned any way.
#ifndef WEFT_TESTS_ELEMENTS_H
#define WEFT_TESTS_ELEMENTS_H

#include "constraint/material.h"
#include "rig.h"

// A material between rubber and wood, thin enough for a shell.
static const Material ELEMENT_MATERIAL = {.young = 2e4, .poisson = 0.3, .density = 900, .thickness = 0.02};

typedef struct Turn {
    double4 row[3], shift;
} Turn;

static inline Turn element_turn(Random *random, double shift)
{
    double q[4], norm = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = rig_random(random) + (k == 0 ? 0.01 : 0);
        norm += q[k] * q[k];
    }
    for (int k = 0; k < 4; k++)
        q[k] /= sqrt(norm);
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    return (Turn){.row = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 0},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 0},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), 0}},
                  .shift = {shift * rig_random(random), shift * rig_random(random), shift * rig_random(random), 0}};
}

static inline double4 element_turned(const Turn *t, double4 x)
{
    return (double4){double4_dot(t->row[0], x) + t->shift.x, double4_dot(t->row[1], x) + t->shift.y, double4_dot(t->row[2], x) + t->shift.z,
                     x.w};
}

static inline double4 element_pushed(double4 x, double by, Random *random)
{
    return (double4){x.x + by * rig_random(random), x.y + by * rig_random(random), x.z + by * rig_random(random), x.w};
}

// The shape at rest, of a kind of so many particles.
static inline void element_rest(const ConstraintOps *ops, Random *random, double4 *x)
{
    static const double4 SHAPES[ELEMENT_TETRAHEDRON + 1][CONSTRAINT_VERTICES_MAX] = {
        [ELEMENT_POINT] = {{0.1, 0.2, -0.1, 0}},
        [ELEMENT_EDGE] = {{0, 0, 0, 0}, {0.8, 0, 0, 0}},
        [ELEMENT_TRIANGLE] = {{0, 0, 0, 0}, {0.9, 0, 0, 0}, {0.4, 0.8, 0, 0}},
        [ELEMENT_HINGE] = {{0, 0, 0, 0}, {0.9, 0, 0, 0}, {0.4, 0.8, 0.15, 0}, {0.5, -0.75, 0.2, 0}},
        [ELEMENT_PATCH] = {{0, 0, 0, 0},
                           {0.8, 0, 0, 0},
                           {0.4, 0.7, 0, 0},
                           {1.2, 0.7, 0, 0},
                           {-0.4, 0.7, 0, 0},
                           {0.4, -0.7, 0, 0},
                           {1.6, 0, 0, 0},
                           {0.8, 1.4, 0, 0},
                           {0, 1.4, 0, 0},
                           {-0.8, 0, 0, 0},
                           {-0.4, -0.7, 0, 0},
                           {1.2, -0.7, 0, 0}},
        [ELEMENT_TETRAHEDRON] = {{0, 0, 0, 0}, {0.9, 0, 0, 0}, {0.4, 0.8, 0, 0}, {0.4, 0.3, 0.75, 0}},
    };
    assert_true(ops->element <= ELEMENT_TETRAHEDRON && ops->vertices > 0 && ops->vertices <= CONSTRAINT_VERTICES_MAX);
    const Turn turn = element_turn(random, 0.4);
    for (int j = 0; j < ops->vertices; j++)
        x[j] = element_turned(&turn, element_pushed(SHAPES[ops->element][j], 0.1, random));
}

// The same, out of shape and somewhere else.
static inline void element_deformed(const ConstraintOps *ops, const double4 *rest, double by, Random *random, double4 *x)
{
    const Turn turn = element_turn(random, 0.4);
    for (int j = 0; j < ops->vertices; j++)
        x[j] = element_turned(&turn, element_pushed(rest[j], by, random));
}

// Rest values of a shape, and with `of_material` those of a material, whose stiffness is returned; 0 without.
static inline double element_values(const ConstraintOps *ops, const double4 *x, bool of_material, double *rest)
{
    double stiffness = 0;
    ops->measure(x, rest);
    if (of_material && ops->material) {
        ops->material(&ELEMENT_MATERIAL, x, ops->vertices, rest, &stiffness);
        if (!(stiffness > 0) || isinf(stiffness))
            fail_msg("%s has a stiffness of %g by its material", ops->name, stiffness);
    }
    if (ops->refuse && ops->refuse(rest))
        fail_msg("%s refuses a well-shaped element: %s", ops->name, ops->refuse(rest));
    return stiffness;
}

static inline void element_in_a_row(int32_t first, int32_t vertices[CONSTRAINT_VERTICES_MAX])
{
    for (int32_t j = 0; j < CONSTRAINT_VERTICES_MAX; j++)
        vertices[j] = first + j;
}

// A string of elements of a kind, of material, each sharing particles with those before and after it; one particle is pinned.
// heavier: factor on masses and stiffnesses; larger: on lengths and accelerations.
static inline void elements_string(Rig *rig, int particles, int kind, double stiffness, double heavier, double larger)
{
    const ConstraintOps *ops = constraint_ops(kind);
    Random               random = {9};
    for (int i = 0; i < particles; i++) {
        const double x = 0.3 * i + 0.2 * rig_random(&random), y = rig_random(&random), z = rig_random(&random);
        rig_particle(rig, larger * x, larger * y, larger * z, heavier * (0.1 + random_unit(&random)));
    }
    for (int i = 0; i + ops->vertices <= particles; i++) {
        int32_t vertices[CONSTRAINT_VERTICES_MAX];
        double4 rest[CONSTRAINT_VERTICES_MAX];
        double  values[CONSTRAINT_PARAMS_MAX];
        element_rest(ops, &random, rest);
        element_in_a_row(i, vertices);
        for (int j = 0; j < ops->vertices; j++)
            rest[j] = double4_scale(larger, rest[j]);
        element_values(ops, rest, true, values);
        assert_ok(model_add_constraint(rig->builder, kind, vertices, values, heavier * stiffness));
    }
    assert_ok(model_pin(rig->builder, 3));
    model_set_gravity(rig->builder, (double[3]){0, -9.81 * larger, 0});
}

#endif
