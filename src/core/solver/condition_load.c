// What the laws share: what they say, positions, groups of particles, and what a solve has to take off.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/private/condition_law.h"

void condition_say(Judged *f, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->line, sizeof f->line, format, arguments);
    va_end(arguments);
}

Status condition_positions(const ConditionCase *c, double4 **out)
{
    *out = (double4 *)aligned_alloc(sizeof **out, ((size_t)c->model->particle_count + 1) * sizeof **out);
    if (!*out)
        return status_make(STATUS_MEMORY, "out of memory while the conditions of a run were checked");
    for (int32_t i = 0; i < c->model->particle_count; i++)
        (*out)[i] = state_position(c->state, i);
    return status_ok();
}

double condition_largest_coordinate(const ConditionCase *c)
{
    double most = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const real4 x = c->state->position[i];
        if (condition_is_free(c, i))
            most = fmax(most, fmax(fabs((double)x.x), fmax(fabs((double)x.y), fabs((double)x.z))));
    }
    return most;
}

// |a| of gravity and the scene's forces.
double condition_acceleration(const Model *model, int32_t i)
{
    const double *g = model->gravity, w = model->inverse_mass[i];
    const double4 f = model_force(model, i);
    return double4_norm((double4){g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0});
}

// Whether some constraint is farther from its rest than this; components that balance each other are never at rest.
static bool is_stretched(const ConditionCase *c, const double4 *x, double least)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (int32_t i = 0; i < set->count && !set->ops->balanced; i++) {
            double value[CONSTRAINT_COMPONENTS_MAX];
            constraint_evaluate(set, i, i + 1, x, value, NULL);
            if (constraint_magnitude(set, value) > least)
                return true;
        }
    }
    return false;
}

// Particles that constraints join; of each group the particle that stands for it, which is reached along `next`.
static int32_t group_of(int32_t *next, int32_t i)
{
    while (next[i] != i)
        i = next[i] = next[next[i]];
    return i;
}

void condition_find_groups(const ConditionCase *c, int32_t *group, bool *held)
{
    const int32_t n = c->model->particle_count;
    for (int32_t i = 0; i < n; i++)
        group[i] = i;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < c->model->sets[kind].count; i++) {
            int32_t        count = 0;
            const int32_t *vertices = constraint_vertices(&c->model->sets[kind], i, &count);
            for (int32_t j = 0; j < count; j++)
                group[group_of(group, vertices[j])] = group_of(group, vertices[0]);
            held[vertices[0]] |= count == 1;
        }
    for (int32_t i = 0; i < n; i++) {
        group[i] = group_of(group, i);
        held[group[i]] |= held[i] || !condition_is_free(c, i);
    }
}

// The largest acceleration that a solve has to take off a free particle: that of external forces on what is held or may touch, and
// on the rest that beyond the mean of its group, with which it falls.
static Status largest_load(const ConditionCase *c, double *out)
{
    const int32_t n = c->model->particle_count;
    int32_t      *group = (int32_t *)malloc(((size_t)n + 1) * sizeof *group);
    bool         *held = (bool *)calloc((size_t)n + 1, sizeof *held);
    double4      *force = (double4 *)aligned_alloc(sizeof *force, ((size_t)n + 1) * sizeof *force); // w: mass
    const bool    enough = group && held && force;
    *out = 0;
    if (enough) {
        condition_find_groups(c, group, held);
        memset(force, 0, (size_t)n * sizeof *force);
        for (int32_t i = 0; i < n; i++) {
            double4_add_to(&force[group[i]], 1, model_force(c->model, i));
            force[group[i]].w += c->model->mass[i];
        }
        for (int32_t i = 0; i < n; i++) {
            double4 f = model_force(c->model, i);
            if (!condition_is_free(c, i))
                continue;
            double4_add_to(&f, -c->model->mass[i] / force[group[i]].w, force[group[i]]);
            f.w = 0;
            *out = fmax(*out,
                        c->contact || held[group[i]] ? condition_acceleration(c->model, i) : c->model->inverse_mass[i] * double4_norm(f));
        }
    }
    free(force);
    free(held);
    free(group);
    return enough ? status_ok() : status_make(STATUS_MEMORY, "out of memory for the loads of particles");
}

Status condition_largest_acceleration(const ConditionCase *c, double least, double *out)
{
    const int32_t n = c->model->particle_count;
    double4      *x = NULL, *gradient = NULL;
    TRY(largest_load(c, out));
    if (*out > 0)
        return status_ok();
    Status status = condition_positions(c, &x);
    if (status.code == STATUS_OK)
        status = condition_positions(c, &gradient);
    if (status.code == STATUS_OK && is_stretched(c, x, least)) {
        memset(gradient, 0, (size_t)n * sizeof *gradient);
        model_energy(c->model, x, gradient);
        for (int32_t i = 0; i < n; i++)
            *out = fmax(*out, c->model->inverse_mass[i] * double4_norm(gradient[i]));
    }
    free(gradient);
    free(x);
    return status;
}
