// Shared by the laws of condition_list.h: their messages, the values of a case, and the largest acceleration that a solve must resist.
#include <stdarg.h>
#include <stdio.h>

#include "solver/pieces.h"
#include "solver/private/condition_law.h"

Status condition_judge(Judged *f, double value, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->line, sizeof f->line, format, arguments);
    va_end(arguments);
    f->value = value;
    return status_ok();
}

static double two_digits(double value, double (*round_to)(double))
{
    const double unit = pow(10, floor(log10(value)) - 1);
    return value > 0 && isfinite(value) ? round_to(value / unit) * unit : value;
}

double condition_at_most(double value)
{
    return two_digits(value, floor);
}

double condition_at_least(double value)
{
    return two_digits(value, ceil);
}

bool condition_next(const ConditionCase *c, ConditionEach *e)
{
    for (; e->kind < CONSTRAINT_KINDS; e->kind++, e->i = 0) {
        e->set = &c->model->sets[e->kind];
        if (e->i >= e->set->count)
            continue;
        e->vertices = constraint_vertices(e->set, e->i, &e->count);
        return true;
    }
    return false;
}

Status condition_prepare(ConditionCase *c, Arena *arena)
{
    const Model  *model = c->model;
    const double *g = model->gravity;
    TRY(ARENA_NEW(arena, model->particle_count, &c->pull));
    TRY(ARENA_NEW(arena, model->particle_count, &c->x));
    TRY(ARENA_NEW(arena, model->particle_count, &c->group));
    TRY(ARENA_NEW(arena, model->particle_count, &c->anchored));
    c->single = sizeof(real) < sizeof(double);
    c->colliders = c->contact && model->colliders ? model->colliders->count : 0;
    c->dt_setting = c->dt_setting > 0 ? c->dt_setting : c->dt;
    c->substep = c->dt / param_of_role(c->params, PARAM_ROLE_SUBSTEPS, 1);
    c->iterations = param_of_role(c->params, PARAM_ROLE_ITERATIONS, 1);
    c->farthest = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const real4   x = c->state->position[i];
        const double4 f = model_force(model, i);
        const double  w = model->inverse_mass[i];
        c->x[i] = state_position(c->state, i);
        if (!condition_is_free(c, i))
            continue;
        c->pull[i] = double4_norm((double4){g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0});
        c->farthest = fmax(c->farthest, fmax(fabs((double)x.x), fmax(fabs((double)x.y), fabs((double)x.z))));
    }
    pieces_find(model, c->group, c->anchored);
    return status_ok();
}

// ---- accelerations that a solve must remove ----

// The largest acceleration that a solve must remove from a free particle. For particles that are anchored or may touch it is that of
// external forces; for the others the difference from the mean of their group, with which they fall.
static Status largest_load(const ConditionCase *c, double *out)
{
    const int32_t                    n = c->model->particle_count;
    GNU_CLEANUP(arena_destroy) Arena scratch = arena_init(0);
    double4                         *force; // of groups; w: mass
    TRY(ARENA_NEW(&scratch, n, &force));
    for (int32_t i = 0; i < n; i++) {
        double4_add_to(&force[c->group[i]], 1, model_force(c->model, i));
        force[c->group[i]].w += c->model->mass[i];
    }
    for (int32_t i = 0; i < n; i++) {
        double4 f = model_force(c->model, i);
        if (!condition_is_free(c, i))
            continue;
        double4_add_to(&f, -c->model->mass[i] / force[c->group[i]].w, force[c->group[i]]);
        *out = fmax(*out, c->contact || c->anchored[c->group[i]] ? c->pull[i] : c->model->inverse_mass[i] * double4_norm(f));
    }
    return status_ok();
}

// True if some constraint is farther from its rest than this; components that balance each other are never at rest.
static bool is_stretched(const ConditionCase *c, double min)
{
    for (ConditionEach e = {0}; condition_next(c, &e); e.i++) {
        double value[CONSTRAINT_COMPONENTS_MAX];
        if (e.set->ops->balanced)
            continue;
        constraint_evaluate(e.set, e.i, e.i + 1, c->x, value, NULL);
        if (constraint_magnitude(e.set, value) > min)
            return true;
    }
    return false;
}

Status condition_largest_acceleration(const ConditionCase *c, Arena *scratch, double min, double *out)
{
    double4 *gradient;
    TRY(largest_load(c, out));
    if (*out > 0 || !is_stretched(c, min))
        return status_ok();
    TRY(ARENA_NEW(scratch, c->model->particle_count, &gradient));
    model_energy(c->model, c->x, gradient);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        *out = fmax(*out, c->model->inverse_mass[i] * double4_norm(gradient[i]));
    return status_ok();
}
