// Building blocks for tests of contact: rules, planes.
#ifndef WEFT_TESTS_CONTACT_RIG_H
#define WEFT_TESTS_CONTACT_RIG_H

#include "rig.h"

typedef struct Way { // a solver with settings
    const char *solver, *settings;
    double      stiffness; // of contacts, N/m
    bool        inside;    // friction is part of the solve
} Way;

static const double G = 9.81, R = 0.01;

static inline ContactRules rules_of(double stiffness, double friction, double restitution)
{
    return (ContactRules){.thickness = R, .stiffness = stiffness, .friction = friction, .restitution = restitution};
}

static inline ContactRules rules_in(bool inside, double stiffness, double friction, double restitution)
{
    ContactRules rules = rules_of(stiffness, friction, restitution);
    rules.friction_on = inside ? FRICTION_ON_POSITION : FRICTION_ON_VELOCITY;
    return rules;
}

static inline void add_plane(Rig *rig, const double point[3], const double normal[3], int32_t script)
{
    Collider plane = {.shape = COLLIDER_PLANE, .friction = NAN, .restitution = NAN, .script = script, .name = "plane"};
    memcpy(plane.point, point, sizeof plane.point);
    memcpy(plane.direction, normal, sizeof plane.direction);
    assert_ok(model_add_collider(rig->builder, &plane));
}

// Springs and triangles between n × n particles from `first` on, row by row.
static inline void link_sheet(Rig *rig, int32_t first, int n, double stiffness)
{
    rig_net(rig, first, n, 0, stiffness, 1);
    for (int row = 0; row + 1 < n; row++)
        for (int column = 0; column + 1 < n; column++) {
            const int32_t i = first + row * n + column;
            assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){i, i + 1, i + n}));
            assert_ok(model_add_contact_triangle(rig->builder, (int32_t[3]){i + 1, i + n + 1, i + n}));
        }
}

static inline void add_floor(Rig *rig)
{
    add_plane(rig, (double[3]){0, 0, 0}, (double[3]){0, 1, 0}, -1);
}

#endif
