// Scenes for comparing solvers with closed forms: a chain of springs of unequal masses and stiffnesses, and a free tangle of them.
#ifndef WEFT_TESTS_CHAINS_H
#define WEFT_TESTS_CHAINS_H

#include "rig.h"

enum { LINKS = 6, TANGLED = 12 };
static const double LINK_MASS[LINKS] = {0.2, 0.1, 0.3, 0.15, 0.1, 0.4}, LINK_STIFFNESS[LINKS] = {900, 700, 1100, 800, 600, 1000};

// A chain pinned at 0, along (dx, dy), under gravity; stiffness > 0 gives all springs this stiffness.
static inline void make_chain(Rig *rig, double dx, double dy, double stiffness)
{
    assert_ok(model_pin(rig->builder, rig_particle(rig, 0, 0, 0, 1)));
    for (int j = 0; j < LINKS; j++) {
        rig_particle(rig, 0.25 * dx * (j + 1), 0.25 * dy * (j + 1), 0, LINK_MASS[j]);
        rig_spring(rig, j, j + 1, 0.25, stiffness > 0 ? stiffness : LINK_STIFFNESS[j]);
    }
    model_set_gravity(rig->builder, (double[3]){0, -9.81, 0});
}

// The load of link j in a chain at rest.
static inline double load_on(int link)
{
    double load = 0;
    for (int j = link; j < LINKS; j++)
        load += LINK_MASS[j] * 9.81;
    return load;
}

// place: replaces the random position x of a particle; NULL: no change.
static inline void make_tangle(Rig *rig, double stiffness, void (*place)(const double x[3], double out[3]))
{
    Random random = {11};
    for (int i = 0; i < TANGLED; i++) {
        double x[3], at[3];
        for (int k = 0; k < 3; k++)
            at[k] = x[k] = rig_random(&random);
        if (place)
            place(x, at);
        rig_particle(rig, at[0], at[1], at[2], 0.2 + random_unit(&random));
    }
    for (int i = 0; i < TANGLED; i++)
        for (int step = 1; step <= 4; step += 1 + (i % 2))
            if (i + step < TANGLED)
                rig_spring(rig, i, i + step, 0.8, stiffness * (1 + random_unit(&random)));
    model_set_gravity(rig->builder, (double[3]){1, -9.81, 2});
}

// The momentum that a tangle gains in so many steps, without that of gravity, kg m/s.
static inline double tangle_gains(const char *solver, const char *settings, double stiffness, double dt, int steps)
{
    RIG(rig);
    Random random = {5};
    double size, mass = 0;
    make_tangle(&rig, stiffness, NULL);
    rig_solver(&rig, solver, settings, dt, 2);
    for (int p = 0; p < TANGLED; p++)
        rig_push(&rig, p, &random);
    const double4 before = rig_momentum(&rig, &size);
    rig_steps(&rig, steps, NULL);
    double4 gained = double4_sub(rig_momentum(&rig, &size), before);
    for (int i = 0; i < TANGLED; i++)
        mass += rig.model.mass[i];
    double4_add_to(&gained, -steps * dt * mass, double4_of(rig.model.gravity));
    return double4_norm(gained);
}

#endif
