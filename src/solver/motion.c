#include "solver/motion.h"

#include <stdio.h>

#include "math/wide.h"
#include "solver/team.h"

Status motion_init(Motion *motion, const SolverSetup *setup, double h)
{
    const Model *model = setup->model;
    *motion = (Motion){.particle_count = model->particle_count, .h = (real)h};
    motion->gravity = (real4){(real)model->gravity[0], (real)model->gravity[1], (real)model->gravity[2], 0};
    if (model->force)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->acceleration));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->previous));
    for (int32_t i = 0; motion->acceleration && i < model->particle_count; i++) {
        const double  w = model->inverse_mass[i], *g = model->gravity;
        const double4 f = model_force(model, i);
        if (w > 0)
            motion->acceleration[i] = (real4){(real)(g[0] + w * f.x), (real)(g[1] + w * f.y), (real)(g[2] + w * f.z), 0};
    }
    return status_ok();
}

void motion_predict(const Motion *motion, State *state)
{
    motion_predict_from(motion, state, state->velocity, motion->h);
}

void motion_predict_from(const Motion *motion, State *state, const real4 *velocity, real kick)
{
    const real h = motion->h;
    int32_t    from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 x = state->position[i], v = velocity[i], a = motion_acceleration(motion, i, x.w);
        motion->previous[i] = x;
        state->position[i] = (real4){x.x + h * (v.x + kick * a.x), x.y + h * (v.y + kick * a.y), x.z + h * (v.z + kick * a.z), x.w};
    }
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

static Status refuse_trait(const ConstraintSet *set, const SolverOps *solver, SolverTakes trait, const char *noun, const char *adjective)
{
    const int32_t origin = solver->takes & trait ? -1 : first_with(set, trait);
    if (origin < 0)
        return status_ok();
    char   able[128] = "";
    size_t used = 0;
    for (int i = 0; solver_at(i) && used < sizeof able; i++)
        if (solver_at(i)->takes & trait)
            used += (size_t)snprintf(able + used, sizeof able - used, "%s%s", used ? ", " : "", solver_at(i)->name);
    return status_make(STATUS_UNSUPPORTED,
                       "solver %s cannot do %s, and %s constraint %d of the scene is %s; change the scene or use one of: %s", solver->name,
                       noun, set->ops->name, origin, adjective, able);
}

Status solver_refuse(const Model *model, const SolverOps *solver, bool (*missing)(const ConstraintOps *ops))
{
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
