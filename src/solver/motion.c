#include "solver/motion.h"

#include "solver/team.h"

Status motion_init(Motion *motion, const SolverSetup *setup, double h)
{
    const Model *model = setup->model;
    *motion = (Motion){.particle_count = model->particle_count, .h = (real)h};
    TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->acceleration));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->previous));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double  w = model->inverse_mass[i], *g = model->gravity;
        const double4 f = model->force[i];
        if (w > 0)
            motion->acceleration[i] = (real4){(real)(g[0] + w * f.x), (real)(g[1] + w * f.y), (real)(g[2] + w * f.z), 0};
    }
    return status_ok();
}

void motion_predict(const Motion *motion, State *state)
{
    const real h = motion->h;
    int32_t    from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 x = state->position[i], v = state->velocity[i], a = motion->acceleration[i];
        motion->previous[i] = x;
        state->position[i] = (real4){x.x + h * (v.x + h * a.x), x.y + h * (v.y + h * a.y), x.z + h * (v.z + h * a.z), x.w};
    }
}

void motion_update(const Motion *motion, State *state)
{
    const real rate = 1 / motion->h;
    int32_t    from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const real4 x = state->position[i], p = motion->previous[i];
        state->velocity[i] = (real4){(x.x - p.x) * rate, (x.y - p.y) * rate, (x.z - p.z) * rate, 0};
    }
}

Status solver_refuse(const Model *model, const char *solver, bool takes_hard, bool (*missing)(const ConstraintOps *ops))
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        if (set->count > 0 && missing(set->ops))
            return status_make(STATUS_UNSUPPORTED, "solver %s cannot do %s constraints; see `weft list`", solver, set->ops->name);
    }
    int     kind = 0;
    int32_t origin = 0;
    if (!takes_hard && model_has_hard(model, &kind, &origin))
        return status_make(STATUS_UNSUPPORTED,
                           "solver %s cannot do hard constraints, and %s constraint %d of the scene is hard; give it a stiffness or use "
                           "pbd or xpbd",
                           solver, constraint_ops(kind)->name, origin);
    return status_ok();
}
