#include "solver/motion.h"

#include <stdio.h>

#include "math/wide.h"
#include "solver/team.h"

static real4 acceleration_of(const Model *model, int32_t i, double4 wind)
{
    const double  w = model->inverse_mass[i], *g = model->gravity;
    const double4 f = model_force(model, i);
    return w > 0 ? (real4){(real)(g[0] + w * (f.x + wind.x)), (real)(g[1] + w * (f.y + wind.y)), (real)(g[2] + w * (f.z + wind.z)), 0}
                 : (real4){0};
}

Status motion_init(Motion *motion, const SolverSetup *setup, int32_t substeps)
{
    const Model *model = setup->model;
    const double h = setup->dt / substeps;
    *motion = (Motion){.model = model, .particle_count = model->particle_count, .substeps = substeps, .h = (real)h, .exact_h = h};
    motion->gravity = (real4){(real)model->gravity[0], (real)model->gravity[1], (real)model->gravity[2], 0};
    if (model->force || model->wind)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->acceleration));
    if (model->wind)
        TRY(ARENA_NEW(setup->arena, model->wind->triangle_count, &motion->wind));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->previous));
    for (int32_t i = 0; motion->acceleration && i < model->particle_count; i++)
        motion->acceleration[i] = acceleration_of(model, i, (double4){0});
    return status_ok();
}

Start motion_start(const Motion *motion, const State *state, int32_t substep)
{
    const int64_t done = state->step * motion->substeps + substep;
    return (Start){.position = state->position,
                   .velocity = state->velocity,
                   .h = motion->exact_h,
                   .begin = state->start + (double)done * motion->exact_h,
                   .end = state->start + (double)(done + 1) * motion->exact_h,
                   .substep = substep};
}

void motion_blow(const Motion *motion, const State *state)
{
    const Wind *wind = motion->model->wind;
    int32_t     from, to;
    if (!wind)
        return;
    team_range(0, wind->triangle_count, &from, &to);
    wind_triangles(wind, motion_start(motion, state, 0).begin, state->position, state->velocity, from, to, motion->wind);
#pragma omp barrier
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++)
        motion->acceleration[i] = acceleration_of(motion->model, i, wind_at(wind, motion->wind, i));
#pragma omp barrier
}

void motion_predict(const Motion *motion, State *state, int32_t substep)
{
    motion_predict_from(motion, state, substep, state->velocity, motion->h);
}

// The pins of this thread that a script holds.
static void place_pins(const Motion *motion, State *state, int32_t substep, int32_t from, int32_t to)
{
    ScriptWalk walk = script_walk(motion->model, motion_start(motion, state, substep).end, from);
    int32_t    i;
    double4    place;
    while (script_next(&walk, to, &i, &place))
        state->position[i] = (real4){(real)place.x, (real)place.y, (real)place.z, 0};
}

void motion_predict_from(const Motion *motion, State *state, int32_t substep, const real4 *velocity, real kick)
{
    const real h = motion->h;
    int32_t    from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 x = state->position[i], v = velocity[i], a = motion_acceleration(motion, i, x.w);
        motion->previous[i] = x;
        state->position[i] = (real4){x.x + h * (v.x + kick * a.x), x.y + h * (v.y + kick * a.y), x.z + h * (v.z + kick * a.z), x.w};
    }
    if (motion->model->scripts)
        place_pins(motion, state, substep, from, to);
}

void motion_update(const Motion *motion, State *state)
{
    const lanes4 rate = lanes4_all(1 / motion->h);
    int32_t      from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) // w of both is the inverse mass: that of a velocity becomes 0
        lanes4_store(&state->velocity[i], (lanes4_load(&state->position[i]) - lanes4_load(&motion->previous[i])) * rate);
}

// A constraint of the set that has a trait, by its place in the scene; −1: none has.
static int32_t first_with(const ConstraintSet *set, SolverTakes trait)
{
    for (int32_t i = 0; i < set->count; i++)
        if ((trait == TAKES_HARD && isinf(constraint_stiffness(set, i))) ||
            (trait == TAKES_DAMPED && set->damping && set->damping[i] > 0) ||
            (trait == TAKES_BREAKABLE && set->limit && set->limit[i] < INFINITY) ||
            (trait == TAKES_INEQUALITIES && set->sense && set->sense[i] != SENSE_EQUAL))
            return set->origin[i];
    return -1;
}

// The solvers that take something, by name.
static const char *able_to(SolverTakes trait, char *out, size_t size)
{
    size_t used = 0;
    *out = '\0';
    for (int i = 0; solver_at(i) && used < size; i++)
        if (solver_at(i)->takes & trait)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", solver_at(i)->name);
    return out;
}

static Status refuse_trait(const ConstraintSet *set, const SolverOps *solver, SolverTakes trait, const char *noun, const char *adjective)
{
    const int32_t origin = solver->takes & trait ? -1 : first_with(set, trait);
    char          able[128];
    if (origin < 0)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "solver %s cannot do %s, and %s constraint %d of the scene is %s; change the scene or use one of: %s", solver->name,
                       noun, set->ops->name, origin, adjective, able_to(trait, able, sizeof able));
}

static Status refuse_contact(const Model *model, const SolverOps *solver)
{
    char able[128];
    if (!model->surface)
        return status_ok();
    if (!(solver->takes & TAKES_CONTACT))
        return status_make(STATUS_UNSUPPORTED, "solver %s cannot do contact, which the scene has; use one of: %s", solver->name,
                           able_to(TAKES_CONTACT, able, sizeof able));
    if (isinf(model->surface->rules.stiffness) && !(solver->takes & TAKES_HARD_CONTACT))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s cannot do hard contact; give the contact of the scene a finite stiffness or use one of: %s",
                           solver->name, able_to(TAKES_HARD_CONTACT, able, sizeof able));
    return status_ok();
}

Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops))
{
    TRY(refuse_contact(model, solver));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        if (set->count > 0 && missing(set->ops))
            return status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s constraints; see `weft list support`", solver->name,
                               set->ops->name);
        TRY(refuse_trait(set, solver, TAKES_HARD, "hard constraints", "hard"));
        TRY(refuse_trait(set, solver, TAKES_DAMPED, "damped constraints", "damped"));
        TRY(refuse_trait(set, solver, TAKES_BREAKABLE, "breakable constraints", "breakable"));
        TRY(refuse_trait(set, solver, TAKES_INEQUALITIES, "inequalities", "one"));
    }
    return status_ok();
}
