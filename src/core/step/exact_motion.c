#include "step/exact_motion.h"

Status exact_motion_init(ExactMotion *motion, const Model *model, double dt, int32_t substeps, Arena *arena)
{
    *motion = (ExactMotion){.model = model, .substeps = substeps, .h = dt / substeps};
    TRY(ARENA_NEW(arena, model->particle_count, &motion->x));
    TRY(ARENA_NEW(arena, model->particle_count, &motion->previous));
    if (model->integrator == INTEGRATOR_BDF2)
        TRY(ARENA_NEW(arena, model->particle_count, &motion->velocity));
    if (model->surface_loads) {
        TRY(ARENA_NEW(arena, model->particle_count, &motion->force));
        TRY(ARENA_NEW(arena, 3 * (size_t)model->surface_loads->triangle_count, &motion->loads));
    }
    return ARENA_NEW(arena, model->particle_count, &motion->y);
}

Start exact_motion_start(const ExactMotion *motion, const State *state, int32_t substep)
{
    Start start = start_of_substep(motion->model, state, motion->lasts > 0 ? motion->lasts : motion->h, motion->substeps, substep);
    start.h = motion->h;
    if (state_knows_past(state)) {
        start.exact_position = motion->previous;
        start.exact_velocity = motion->velocity;
    }
    return start;
}

static double4 force_on(const ExactMotion *motion, int32_t i)
{
    return motion->force ? motion->force[i] : model_force(motion->model, i);
}

static void blow(ExactMotion *motion, const Start *start)
{
    const Model *model = motion->model;
    surface_loads_corners(model->surface_loads, start->begin, start->position, start->velocity, 0, model->surface_loads->triangle_count,
                          motion->loads);
    for (int32_t i = 0; i < model->particle_count; i++) {
        motion->force[i] = model_force(model, i);
        double4_add_to(&motion->force[i], 1, surface_loads_at(model->surface_loads, motion->loads, i));
    }
}

// x̂ and v̂ of a particle.
static void begin_particle(ExactMotion *motion, const State *state, int32_t i)
{
    const double4 x = state_position(state, i), v = double4_from(state->velocity[i]);
    motion->previous[i] = x;
    if (!state_knows_past(state))
        return;
    const Past *past = &state->past;
    double4     way = double4_sub(x, double4_from(past->position[i]));
    if (past->remainder)
        double4_add_to(&way, -1, double4_from(past->remainder[i]));
    way.w = 0;
    motion->previous[i] = double4_along(x, 1.0 / 3, way);
    motion->velocity[i] = double4_along(v, 1.0 / 3, double4_sub(v, double4_from(past->velocity[i])));
}

static void move_pins(const ExactMotion *motion, double time)
{
    ScriptWalk walk = script_walk(motion->model, time, 0);
    int32_t    i;
    double4    position;
    while (script_next(&walk, motion->model->particle_count, &i, &position))
        motion->x[i] = motion->y[i] = motion->model->integrator == INTEGRATOR_MIDPOINT
                                          ? double4_scale(0.5, double4_along(position, 1, motion->previous[i]))
                                          : position;
}

void exact_motion_predict(ExactMotion *motion, const State *state, int32_t substep)
{
    const double *g = motion->model->gravity, h = motion->h;
    const Start   start = exact_motion_start(motion, state, substep);
    if (motion->loads && substep == 0)
        blow(motion, &start);
    for (int32_t i = 0; i < motion->model->particle_count; i++) {
        begin_particle(motion, state, i);
        const double4 x = motion->previous[i], f = force_on(motion, i);
        const double4 v = start.exact_velocity ? start.exact_velocity[i] : double4_from(state->velocity[i]);
        const double  w = motion->model->inverse_mass[i];
        motion->y[i] = x;
        if (w > 0)
            motion->y[i] = (double4){x.x + h * (v.x + h * (g[0] + w * f.x)), x.y + h * (v.y + h * (g[1] + w * f.y)),
                                     x.z + h * (v.z + h * (g[2] + w * f.z)), 0};
        motion->x[i] = motion->y[i];
    }
    move_pins(motion, start.end);
}

static void finish_particle(const ExactMotion *motion, State *state, int32_t i)
{
    const double  h = motion->h;
    const bool    reflects = motion->model->integrator == INTEGRATOR_MIDPOINT;
    const double4 x = motion->x[i], d = double4_sub(x, motion->previous[i]), v = double4_from(state->velocity[i]);
    state_place(state, i, reflects ? double4_along(x, 1, d) : x);
    if (reflects && exact_motion_is_free(motion, i))
        state->velocity[i] = (real4){(real)(2 * d.x / h - v.x), (real)(2 * d.y / h - v.y), (real)(2 * d.z / h - v.z), 0};
    else
        state->velocity[i] = (real4){(real)(d.x / h), (real)(d.y / h), (real)(d.z / h), 0};
}

static void keep_past(State *state, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        state->past.position[i] = state->position[i];
        state->past.velocity[i] = state->velocity[i];
        if (state->remainder)
            state->past.remainder[i] = state->remainder[i];
    }
}

void exact_motion_finish(const ExactMotion *motion, State *state, int32_t substep)
{
    if (state->past.position)
        keep_past(state, motion->model->particle_count);
    for (int32_t i = 0; i < motion->model->particle_count; i++)
        if (exact_motion_is_free(motion, i))
            finish_particle(motion, state, i);
    ScriptWalk walk = script_walk(motion->model, exact_motion_start(motion, state, substep).end, 0);
    int32_t    i;
    double4    position;
    while (script_next(&walk, motion->model->particle_count, &i, &position))
        finish_particle(motion, state, i);
}

double exact_motion_load(const ExactMotion *motion)
{
    const Model *model = motion->model;
    double       max = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 f = force_on(motion, i),
                      m = {model->mass[i] * model->gravity[0], model->mass[i] * model->gravity[1], model->mass[i] * model->gravity[2], 0};
        if (exact_motion_is_free(motion, i))
            max = fmax(max, double4_norm((double4){f.x + m.x, f.y + m.y, f.z + m.z, 0}));
    }
    return max;
}

static double larger(double max, double entry)
{
    return fabs(entry) <= max || isnan(max) ? max : fabs(entry);
}

double double4_largest(const double4 *v, int32_t n)
{
    double max = 0;
    for (int32_t i = 0; i < n; i++)
        max = larger(larger(larger(max, v[i].x), v[i].y), v[i].z);
    return max;
}

double double_largest(const double *v, int32_t n)
{
    double max = 0;
    for (int32_t i = 0; i < n; i++)
        max = larger(max, v[i]);
    return max;
}
