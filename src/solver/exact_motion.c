#include "solver/exact_motion.h"

Status exact_motion_init(ExactMotion *motion, const Model *model, double h, Arena *arena)
{
    *motion = (ExactMotion){.model = model, .h = h};
    TRY(ARENA_NEW(arena, model->particle_count, &motion->x));
    TRY(ARENA_NEW(arena, model->particle_count, &motion->previous));
    return ARENA_NEW(arena, model->particle_count, &motion->y);
}

void exact_motion_predict(ExactMotion *motion, const State *state)
{
    const double *g = motion->model->gravity, h = motion->h;
    for (int32_t i = 0; i < motion->model->particle_count; i++) {
        const double4 x = double4_from(state->position[i]), v = double4_from(state->velocity[i]), f = model_force(motion->model, i);
        const double  w = motion->model->inverse_mass[i];
        motion->previous[i] = motion->y[i] = x;
        if (w > 0)
            motion->y[i] = (double4){x.x + h * (v.x + h * (g[0] + w * f.x)), x.y + h * (v.y + h * (g[1] + w * f.y)),
                                     x.z + h * (v.z + h * (g[2] + w * f.z)), 0};
        motion->x[i] = motion->y[i];
    }
}

void exact_motion_finish(const ExactMotion *motion, State *state)
{
    const double h = motion->h;
    for (int32_t i = 0; i < motion->model->particle_count; i++) {
        if (!exact_motion_is_free(motion, i))
            continue;
        const double4 x = motion->x[i], d = double4_sub(x, motion->previous[i]);
        state->position[i] = (real4){(real)x.x, (real)x.y, (real)x.z, state->position[i].w};
        state->velocity[i] = (real4){(real)(d.x / h), (real)(d.y / h), (real)(d.z / h), 0};
    }
}

double exact_motion_load(const ExactMotion *motion)
{
    const Model *model = motion->model;
    double       most = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 f = model_force(model, i),
                      m = {model->mass[i] * model->gravity[0], model->mass[i] * model->gravity[1], model->mass[i] * model->gravity[2], 0};
        if (exact_motion_is_free(motion, i))
            most = fmax(most, double4_norm((double4){f.x + m.x, f.y + m.y, f.z + m.z, 0}));
    }
    return most;
}

static double larger(double most, double entry)
{
    return fabs(entry) <= most || isnan(most) ? most : fabs(entry);
}

double double4_largest(const double4 *v, int32_t n)
{
    double most = 0;
    for (int32_t i = 0; i < n; i++)
        most = larger(larger(larger(most, v[i].x), v[i].y), v[i].z);
    return most;
}

double double_largest(const double *v, int32_t n)
{
    double most = 0;
    for (int32_t i = 0; i < n; i++)
        most = larger(most, v[i]);
    return most;
}

Status solver_refuse_linsys(const char *solver, const LinsysOps *linsys)
{
    if (linsys->solve_scalar)
        return status_ok();
    return status_make(STATUS_UNSUPPORTED,
                       "solver %s cannot use linear system %s, which solves only for x, y and z at once; use cholmod_supernodal or "
                       "cholmod_simplicial",
                       solver, linsys->name);
}
