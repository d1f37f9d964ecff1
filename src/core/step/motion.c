#include "step/motion.h"

#include <stdio.h>

#include "math/wide.h"
#include "step/team.h"

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
                   .remainder = state->remainder,
                   .h = motion->exact_h,
                   .begin = state->start + (double)done * motion->exact_h,
                   .end = state->start + (double)(done + 1) * motion->exact_h,
                   .substep = substep};
}

void motion_update_wind(const Motion *motion, const State *state)
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

// Scripted pins among this thread's particles.
static void place_pins(const Motion *motion, State *state, int32_t substep, int32_t from, int32_t to)
{
    ScriptWalk walk = script_walk(motion->model, motion_start(motion, state, substep).end, from);
    int32_t    i;
    double4    position;
    while (script_next(&walk, to, &i, &position))
        state_place(state, i, position);
}

// v + duration a of a particle, and d = c + h (v + duration a); w of both is 0.
typedef struct Carried {
    lanes4 velocity, way;
} Carried;

static inline Carried carried(const Motion *motion, const State *state, int32_t i, const real4 *velocity, real duration)
{
    const real4  a = motion_acceleration(motion, i, state->position[i].w);
    const lanes4 v = lanes4_load(&velocity[i]) + duration * lanes4_load(&a);
    return (Carried){.velocity = v, .way = lanes4_load(&state->remainder[i]) + motion->h * v};
}

void motion_predict_from(const Motion *motion, State *state, int32_t substep, const real4 *velocity, real duration)
{
    const real h = motion->h;
    int32_t    from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to && state->remainder; i++) {
        motion->previous[i] = state->position[i];
        lanes4_store(&state->position[i], lanes4_load(&state->position[i]) + carried(motion, state, i, velocity, duration).way);
    }
    for (int32_t i = from; i < to && !state->remainder; i++) {
        const real4 x = state->position[i], v = velocity[i], a = motion_acceleration(motion, i, x.w);
        motion->previous[i] = x;
        state->position[i] =
            (real4){x.x + h * (v.x + duration * a.x), x.y + h * (v.y + duration * a.y), x.z + h * (v.z + duration * a.z), x.w};
    }
    if (motion->model->scripts)
        place_pins(motion, state, substep, from, to);
}

void motion_update(const Motion *motion, State *state)
{
    motion_update_from(motion, state, state->velocity, motion->h);
}

// The error of a sum of two is exact also where d is larger than x (Knuth 1969).
static void update_carried(const Motion *motion, State *state, int32_t i, Carried c)
{
    const lanes4 x = lanes4_load(&motion->previous[i]), y = x + c.way, rounded = y - x;
    lanes4_store(&state->remainder[i], (x - (y - rounded)) + (c.way - rounded));
    lanes4_store(&state->velocity[i], c.velocity + (lanes4_load(&state->position[i]) - y) * lanes4_all(1 / motion->h));
}

void motion_update_from(const Motion *motion, State *state, const real4 *velocity, real duration)
{
    const lanes4 rate = lanes4_all(1 / motion->h);
    int32_t      from, to;
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) // w of both is the inverse mass: that of a velocity becomes 0
        if (state->remainder && motion->previous[i].w > 0)
            update_carried(motion, state, i, carried(motion, state, i, velocity, duration));
        else
            lanes4_store(&state->velocity[i], (lanes4_load(&state->position[i]) - lanes4_load(&motion->previous[i])) * rate);
}

// x', x_n and v; with remainders also v_n, a, and the remainder twice.
PhaseTraffic motion_update_traffic(const Motion *motion, int64_t runs)
{
    enum { FLOPS = 6, CARRIED_FLOPS = 39 };
    const double n = motion->particle_count, again = MOTION_CARRIES && motion->acceleration ? 1 : 0;
    return (PhaseTraffic){.runs = runs,
                          .bytes = (3 + 3 * MOTION_CARRIES + again) * n * sizeof(real4),
                          .working_set = (3 + MOTION_CARRIES + again) * n * sizeof(real4),
                          .flops = n * (MOTION_CARRIES ? CARRIED_FLOPS : FLOPS)};
}
