#include "model/state_limit.h"

#include "model/surface_loads.h"

static const double BEYOND = 1e6;

// The centre of the bounding box of the particles, and its diagonal.
static void measure_box(const double4 *x, int32_t count, StateLimit *limit)
{
    double4 low = x[0], high = x[0];
    for (int32_t i = 1; i < count; i++) {
        low = (double4){fmin(low.x, x[i].x), fmin(low.y, x[i].y), fmin(low.z, x[i].z), 0};
        high = (double4){fmax(high.x, x[i].x), fmax(high.y, x[i].y), fmax(high.z, x[i].z), 0};
    }
    low.w = high.w = 0;
    const double4 middle = double4_scale(0.5, double4_along(low, 1, high));
    limit->middle[0] = middle.x, limit->middle[1] = middle.y, limit->middle[2] = middle.z;
    limit->size = double4_norm(double4_sub(high, low));
}

// The largest |C|, of constraints that are at rest somewhere.
static double largest_error(const Model *model, const double4 *x)
{
    double max = 0, value[CONSTRAINT_COMPONENTS_MAX];
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count && !model->sets[kind].ops->balanced; i++) {
            constraint_evaluate(&model->sets[kind], i, i + 1, x, value, NULL);
            max = fmax(max, constraint_magnitude(&model->sets[kind], value));
        }
    return max;
}

static double air_speed(const SurfaceLoads *loads)
{
    const double *u = loads->air.velocity;
    return loads->air.density > 0 ? (1 + loads->air.gust) * double4_norm((double4){u[0], u[1], u[2], 0}) : 0;
}

// Upper bound of the speed of scripted pins and colliders, m/s.
static double script_speed(const Scripts *scripts, const StateLimit *limit)
{
    double speed = 0;
    for (int32_t i = 0; scripts && i < scripts->part_count; i++) {
        const ScriptPart *p = &scripts->parts[i];
        const double4     about = {p->about[0], p->about[1], p->about[2], 0}, vector = {p->vector[0], p->vector[1], p->vector[2], 0};
        const double      arm = double4_norm(double4_sub(about, double4_of(limit->middle))) + limit->size;
        speed += (p->act == SCRIPT_MOVE ? double4_norm(vector) : fabs(p->radians) * arm) / (p->to - p->from);
    }
    return speed;
}

static Status measure_motion(const Model *model, const State *state, double energy, Arena *scratch, StateLimit *limit)
{
    const double *g = model->gravity;
    double4      *corner = NULL;
    double        lightest = INFINITY;
    if (model->surface_loads) {
        TRY(ARENA_NEW(scratch, 3 * (size_t)model->surface_loads->triangle_count, &corner));
        surface_loads_corners(model->surface_loads, state->start, state->position, state->velocity, 0, model->surface_loads->triangle_count,
                              corner);
        limit->speed = air_speed(model->surface_loads);
    }
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double w = model->inverse_mass[i];
        double4      f = model_force(model, i);
        if (!(w > 0))
            continue;
        if (corner)
            double4_add_to(&f, 1, surface_loads_at(model->surface_loads, corner, i));
        limit->acceleration = fmax(limit->acceleration, double4_norm((double4){g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0}));
        limit->speed = fmax(limit->speed, double4_norm(double4_from(state->velocity[i])));
        limit->mass += model->mass[i];
        lightest = fmin(lightest, model->mass[i]);
    }
    limit->speed += sqrt(2 * fmax(energy, 0) / lightest) + script_speed(model->scripts, limit);
    return status_ok();
}

Status state_limit_init(const Model *model, const State *state, double dt, StateLimit *out)
{
    GNU_CLEANUP(arena_destroy) Arena scratch = arena_init(0);
    double4                         *x;
    *out = (StateLimit){.dt = dt};
    TRY(ARENA_NEW(&scratch, model->particle_count, &x));
    for (int32_t i = 0; i < model->particle_count; i++)
        x[i] = state_position(state, i);
    measure_box(x, model->particle_count, out);
    out->size += largest_error(model, x);
    return measure_motion(model, state, model_energy(model, x, NULL), &scratch, out);
}

// Clause with the farthest particle; the time of the search does not matter for a diverged state.
static Status too_far(const StateLimit *limit, const Model *model, const State *state, double reach)
{
    int32_t worst = 0;
    double  max = 0;
    for (int32_t i = 0; i < state->particle_count; i++) {
        const double away = double4_norm(double4_sub(state_position(state, i), double4_of(limit->middle)));
        worst = away > max ? i : worst;
        max = fmax(max, away);
    }
    return status_make(STATUS_NUMERIC, "particle %d is %.3g m away, where speeds and forces allow %.3g m,", (int)model->user_of[worst], max,
                       reach);
}

Status state_limit_check(const StateLimit *limit, const Model *model, const State *state)
{
    const double t = (double)state->step * limit->dt, reach = limit->size + (limit->speed + 0.5 * limit->acceleration * t) * t;
    const double fastest = limit->speed + limit->acceleration * t + limit->size / limit->dt;
    const double available = 0.5 * limit->mass * fastest * fastest, far = BEYOND * reach;
    double       kinetic = 0;
    bool         near = true;
    if (!state_is_finite(state))
        return status_make(STATUS_NUMERIC, "positions are not finite");
    for (int32_t i = 0; i < state->particle_count; i++) {
        const double4 x = double4_from(state->position[i]), v = double4_from(state->velocity[i]);
        near &= fabs(x.x - limit->middle[0]) <= far && fabs(x.y - limit->middle[1]) <= far && fabs(x.z - limit->middle[2]) <= far;
        kinetic += model->inverse_mass[i] > 0 ? 0.5 * model->mass[i] * (v.x * v.x + v.y * v.y + v.z * v.z) : 0;
    }
    if (!near && reach > 0)
        return too_far(limit, model, state, reach);
    return kinetic <= BEYOND * available || !(available > 0)
               ? status_ok()
               : status_make(STATUS_NUMERIC, "the kinetic energy is %.3g J, where speeds and forces allow %.3g J,", kinetic, available);
}
