#include "step/motion.h"

#include "math/wide.h"
#include "step/team.h"

static real4 acceleration_of(const Model *model, int32_t i, double4 load)
{
    const double  w = model->inverse_mass[i], *g = model->gravity;
    const double4 f = model_force(model, i);
    return w > 0 ? (real4){(real)(g[0] + w * (f.x + load.x)), (real)(g[1] + w * (f.y + load.y)), (real)(g[2] + w * (f.z + load.z)), 0}
                 : (real4){0};
}

Status motion_init(Motion *motion, const SolverSetup *setup, int32_t substeps)
{
    const Model *model = setup->model;
    const double h = setup->dt / substeps;
    *motion = (Motion){.model = model, .particle_count = model->particle_count, .substeps = substeps, .h = (real)h, .exact_h = h};
    motion->gravity = (real4){(real)model->gravity[0], (real)model->gravity[1], (real)model->gravity[2], 0};
    if (model->force || model->surface_loads)
        TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->acceleration));
    if (model->surface_loads)
        TRY(ARENA_NEW(setup->arena, 3 * (size_t)model->surface_loads->triangle_count, &motion->loads));
    TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->previous));
    if (model->integrator == INTEGRATOR_MIDPOINT) {
        TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->kept));
        if (MOTION_CARRIES)
            TRY(ARENA_NEW(setup->arena, model->particle_count, &motion->kept_rest));
    }
    for (int32_t i = 0; motion->acceleration && i < model->particle_count; i++)
        motion->acceleration[i] = acceleration_of(model, i, (double4){0});
    return status_ok();
}

Start motion_start(const Motion *motion, const State *state, int32_t substep)
{
    Start start = start_of_substep(motion->model, state, motion->exact_h, motion->substeps, substep);
    start.position = motion->previous;
    return start;
}

void motion_update_loads(const Motion *motion, const State *state)
{
    const SurfaceLoads *loads = motion->model->surface_loads;
    int32_t             from, to;
    if (!loads)
        return;
    team_range(0, loads->triangle_count, &from, &to);
    surface_loads_corners(loads, motion_start(motion, state, 0).begin, state->position, state->velocity, from, to, motion->loads);
#pragma omp barrier
    team_range(0, motion->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++)
        motion->acceleration[i] = acceleration_of(motion->model, i, surface_loads_at(loads, motion->loads, i));
#pragma omp barrier
}

void motion_predict(const Motion *motion, State *state, int32_t substep)
{
    motion_predict_from(motion, state, substep, state->velocity, motion->h);
}

// x_n of the current substep of midpoint.
static double4 kept_position(const Motion *motion, int32_t i)
{
    double4 x = double4_from(motion->previous[i]);
    if (motion->kept_rest)
        double4_add_to(&x, 1, double4_from(motion->kept_rest[i]));
    return x;
}

// Scripted pins among this thread's particles.
static void place_pins(const Motion *motion, State *state, int32_t substep, int32_t from, int32_t to)
{
    ScriptWalk walk = script_walk(motion->model, motion_start(motion, state, substep).end, from);
    int32_t    i;
    double4    position;
    while (script_next(&walk, to, &i, &position))
        state_place(state, i, motion->kept ? double4_scale(0.5, double4_along(position, 1, kept_position(motion, i))) : position);
}

// ---- integrators: before the prediction ----

// Adds d to x and its remainder. The error of a sum of two numbers is exact (Knuth 1969).
static GNU_ALWAYS_INLINE void move(real4 *x, real4 *rest, lanes4 d)
{
    const lanes4 from = lanes4_load(x);
    if (!rest) {
        lanes4_store(x, from + d);
        return;
    }
    const lanes4 way = d + lanes4_load(rest), to = from + way, moved = to - from;
    lanes4_store(rest, (from - (to - moved)) + (way - moved));
    lanes4_store(x, to);
}

// Puts x̂ and v̂ of bdf2 in place of x_n and v_n, and these in place of x_{n−1} and v_{n−1}. w of x̂ stays the inverse mass.
static void advance(Past *past, State *state, bool known, int32_t from, int32_t to)
{
    const lanes4 third = lanes4_all((real)1 / 3);
    for (int32_t i = from; i < to; i++) {
        real4       *rest = state->remainder ? &state->remainder[i] : NULL, *past_rest = rest ? &past->remainder[i] : NULL;
        const lanes4 x = lanes4_load(&state->position[i]), v = lanes4_load(&state->velocity[i]), c = rest ? lanes4_load(rest) : (lanes4){0};
        lanes4       way = x - lanes4_load(&past->position[i]);
        if (rest)
            way += c - lanes4_load(past_rest);
        way[3] = 0;
        const lanes4 gained = (v - lanes4_load(&past->velocity[i])) * third;
        lanes4_store(&past->position[i], x);
        lanes4_store(&past->velocity[i], v);
        if (rest)
            lanes4_store(past_rest, c);
        if (!known)
            continue;
        move(&state->position[i], rest, way * third);
        lanes4_store(&state->velocity[i], v + gained);
    }
}

static void keep(const Motion *motion, const State *state, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; i++) {
        motion->kept[i] = state->velocity[i];
        if (motion->kept_rest)
            motion->kept_rest[i] = state->remainder[i];
    }
}

static void begin(const Motion *motion, State *state, int32_t from, int32_t to)
{
    if (motion->kept)
        keep(motion, state, from, to);
    else if (state->past.position)
        advance(&state->past, state, state_knows_past(state), from, to);
}

// ---- prediction and velocity update ----

// Inputs of a loop over particles, by value, since the compiler must assume that data behind a pointer changes with every store.
typedef struct Rates {
    const real4 *velocity, *acceleration, *remainder;
    lanes4       gravity;  // duration g
    lanes4       h, per_h; // s, 1/s
    lanes4       duration; // s
} Rates;

static Rates rates_of(const Motion *motion, const State *state, const real4 *velocity, real duration)
{
    return (Rates){.velocity = velocity,
                   .acceleration = motion->acceleration,
                   .remainder = state->remainder,
                   .gravity = duration * lanes4_load(&motion->gravity),
                   .h = lanes4_all(motion->h),
                   .per_h = lanes4_all(1 / motion->h),
                   .duration = lanes4_all(duration)};
}

// v + duration a of a particle, and d = c + h (v + duration a); w of both is 0.
typedef struct Carried {
    lanes4 velocity, way;
} Carried;

static GNU_ALWAYS_INLINE Carried carried(const Rates *r, int32_t i, real w)
{
    const lanes4 gained = r->acceleration ? r->duration * lanes4_load(&r->acceleration[i]) : w > 0 ? r->gravity : (lanes4){0};
    const lanes4 v = lanes4_load(&r->velocity[i]) + gained;
    return (Carried){.velocity = v, .way = lanes4_load(&r->remainder[i]) + r->h * v};
}

static void predict_carried(const Motion *motion, State *state, Rates r, int32_t from, int32_t to)
{
    real4 *position = state->position, *previous = motion->previous;
    for (int32_t i = from; i < to; i++) {
        const lanes4 x = lanes4_load(&position[i]);
        lanes4_store(&previous[i], x);
        lanes4_store(&position[i], x + carried(&r, i, x[3]).way);
    }
}

static void predict_plain(const Motion *motion, State *state, const real4 *velocity, real duration, int32_t from, int32_t to)
{
    const real h = motion->h;
    for (int32_t i = from; i < to; i++) {
        const real4 x = state->position[i], v = velocity[i], a = motion_acceleration(motion, i, x.w);
        motion->previous[i] = x;
        state->position[i] =
            (real4){x.x + h * (v.x + duration * a.x), x.y + h * (v.y + duration * a.y), x.z + h * (v.z + duration * a.z), x.w};
    }
}

void motion_predict_from(const Motion *motion, State *state, int32_t substep, const real4 *velocity, real duration)
{
    int32_t from, to;
    team_range(0, motion->particle_count, &from, &to);
    if (motion->model->integrator != INTEGRATOR_EULER)
        begin(motion, state, from, to);
    if (state->remainder)
        predict_carried(motion, state, rates_of(motion, state, velocity, duration), from, to);
    else
        predict_plain(motion, state, velocity, duration, from, to);
    if (motion->model->scripts)
        place_pins(motion, state, substep, from, to);
}

void motion_update(const Motion *motion, State *state)
{
    motion_update_from(motion, state, state->velocity, motion->h);
}

static void update_plain(const Motion *motion, State *state, int32_t from, int32_t to)
{
    const lanes4 per_h = lanes4_all(1 / motion->h);
    for (int32_t i = from; i < to; i++) // w of both is the inverse mass: that of a velocity becomes 0
        lanes4_store(&state->velocity[i], (lanes4_load(&state->position[i]) - lanes4_load(&motion->previous[i])) * per_h);
}

// The error of a sum of two numbers is exact also if d is larger than x (Knuth 1969).
static void update_carried(const Motion *motion, State *state, Rates r, int32_t from, int32_t to)
{
    const real4 *position = state->position, *previous = motion->previous;
    real4       *to_velocity = state->velocity, *remainder = state->remainder;
    for (int32_t i = from; i < to; i++) {
        const lanes4  x = lanes4_load(&previous[i]), solved = lanes4_load(&position[i]);
        const Carried c = carried(&r, i, x[3]);
        const lanes4  y = x + c.way, rounded = y - x, left = (x - (y - rounded)) + (c.way - rounded);
        const bool    moves = x[3] > 0;
        lanes4_store(&remainder[i], moves ? left : lanes4_load(&remainder[i]));
        lanes4_store(&to_velocity[i], moves ? c.velocity + (solved - y) * r.per_h : (solved - x) * r.per_h);
    }
}

// From u and the mean velocity to the end of a step of midpoint: x = 2u − x_n, v = 2 (u − x_n)/h_e − v_n.
static void reflect(const Motion *motion, State *state, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; i++) {
        const lanes4 u = lanes4_load(&state->position[i]), mean = lanes4_load(&state->velocity[i]);
        const bool   moves = u[3] > 0;
        real4       *rest = state->remainder ? &state->remainder[i] : NULL;
        lanes4       way = u - lanes4_load(&motion->previous[i]);
        if (rest)
            way += lanes4_load(rest) - lanes4_load(&motion->kept_rest[i]);
        way[3] = 0;
        move(&state->position[i], rest, way);
        if (moves)
            lanes4_store(&state->velocity[i], mean + (mean - lanes4_load(&motion->kept[i])));
    }
}

void motion_update_from(const Motion *motion, State *state, const real4 *velocity, real duration)
{
    int32_t from, to;
    team_range(0, motion->particle_count, &from, &to);
    if (state->remainder)
        update_carried(motion, state, rates_of(motion, state, velocity, duration), from, to);
    else
        update_plain(motion, state, from, to);
    if (motion->kept)
        reflect(motion, state, from, to);
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
