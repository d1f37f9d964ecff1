// State: copies, translation between numberings, hashes. The energy of the objective.
#include "model/model.h"

#include <string.h>

#include "base/hash.h"
#include "base/team_range.h"

const char *const PARTICLE_ORDER_NAMES[] = {"none", "morton", "rcm", "nd", "random", "auto", NULL};

const char *const INTEGRATOR_NAMES[] = {"euler", "bdf2", "midpoint", NULL};

// Allocates an unknown past; state_alloc calls this for a model with bdf2.
static Status keep_past(const Model *model, Arena *arena, State *state)
{
    const int32_t n = model->particle_count;
    state->past = (Past){0};
    TRY(ARENA_NEW(arena, n, &state->past.position));
    if (state->remainder)
        TRY(ARENA_NEW(arena, n, &state->past.remainder));
    return ARENA_NEW(arena, n, &state->past.velocity);
}

Status state_alloc(const Model *model, Arena *arena, State *state)
{
    *state = (State){.particle_count = model->particle_count};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].limit)
            TRY(ARENA_NEW(arena, model->sets[kind].count, &state->broken[kind]));
    TRY(ARENA_NEW(arena, model->particle_count, &state->position));
    if (sizeof(real) < sizeof(double))
        TRY(ARENA_NEW(arena, model->particle_count, &state->remainder));
    if (model->memory.count > 0)
        TRY(ARENA_NEW(arena, model->memory.count, &state->memory));
    if (model->integrator == INTEGRATOR_BDF2)
        TRY(keep_past(model, arena, state));
    return ARENA_NEW(arena, model->particle_count, &state->velocity);
}

// Not inlined: for two adjacent calls GCC 12 treats (double)(float)x as x and returns 0 (-ftree-slp-vectorize).
static GNU_NO_INLINE real left_out(double x, real rounded)
{
    return (real)(x - (double)rounded);
}

void state_place(State *state, int32_t i, double4 x)
{
    real4 *to = &state->position[i];
    *to = (real4){(real)x.x, (real)x.y, (real)x.z, to->w};
    if (state->remainder)
        state->remainder[i] = (real4){left_out(x.x, to->x), left_out(x.y, to->y), left_out(x.z, to->z), 0};
}

static void copy_past(int32_t n, Past *to, const Past *from)
{
    to->h = from->position ? from->h : 0;
    if (!to->position || !from->position)
        return;
    memcpy(to->position, from->position, (size_t)n * sizeof *to->position);
    memcpy(to->velocity, from->velocity, (size_t)n * sizeof *to->velocity);
    if (to->remainder)
        memcpy(to->remainder, from->remainder, (size_t)n * sizeof *to->remainder);
}

void state_copy(const Model *model, State *to, const State *from)
{
    ASSERT(to->particle_count == from->particle_count);
    memcpy(to->position, from->position, (size_t)from->particle_count * sizeof *from->position);
    memcpy(to->velocity, from->velocity, (size_t)from->particle_count * sizeof *from->velocity);
    if (to->remainder)
        memcpy(to->remainder, from->remainder, (size_t)from->particle_count * sizeof *from->remainder);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (to->broken[kind])
            memcpy(to->broken[kind], from->broken[kind], (size_t)model->sets[kind].count);
    for (int32_t k = 0; to->memory && k < model->memory.count; k++)
        to->memory[k] = from->memory ? from->memory[k] : 0;
    to->step = from->step;
    to->start = from->start;
    to->continued = from->continued;
    copy_past(from->particle_count, &to->past, &from->past);
}

void state_get(const Model *model, const State *state, double (*position)[3], double (*velocity)[3])
{
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 x = state_position(state, i);
        const real4   v = state->velocity[i];
        double       *p = position[model->user_of[i]], *q = velocity[model->user_of[i]];
        p[0] = x.x, p[1] = x.y, p[2] = x.z;
        q[0] = (double)v.x, q[1] = (double)v.y, q[2] = (double)v.z;
    }
}

void state_set(const Model *model, State *state, const double (*position)[3], const double (*velocity)[3])
{
    int32_t from = 0, to = 0;
    team_range(0, model->particle_count, &from, &to);
    for (int32_t i = from; i < to; i++) {
        const double *p = position[model->user_of[i]], *q = velocity[model->user_of[i]];
        const double  moves = model->inverse_mass[i] > 0 || model_is_scripted(model, i) ? 1 : 0;
        state->position[i].w = (real)model->inverse_mass[i];
        state_place(state, i, double4_of(p));
        state->velocity[i] = (real4){(real)(moves * q[0]), (real)(moves * q[1]), (real)(moves * q[2]), 0};
    }
    team_range(0, state->memory ? model->memory.count : 0, &from, &to);
    for (int32_t k = from; k < to; k++)
        state->memory[k] = 0;
}

// The past as a State that shares its arrays.
static State past_of(const State *state)
{
    return (State){.particle_count = state->particle_count,
                   .position = state->past.position,
                   .velocity = state->past.velocity,
                   .remainder = state->past.remainder};
}

void state_get_past(const Model *model, const State *state, double (*position)[3], double (*velocity)[3])
{
    const State past = past_of(state);
    state_get(model, &past, position, velocity);
}

void state_set_past(const Model *model, State *state, const double (*position)[3], const double (*velocity)[3])
{
    State past = past_of(state);
    state_set(model, &past, position, velocity);
}

bool state_is_finite(const State *state)
{
    // A sum of products with zero is zero unless something is NaN or infinite; it has no branches and vectorises.
    real sum = 0;
    for (int32_t i = 0; i < state->particle_count; i++) {
        const real4 x = state->position[i], v = state->velocity[i];
        sum += 0 * (x.x + x.y + x.z) + 0 * (v.x + v.y + v.z);
    }
    return sum == 0;
}

int64_t state_broken_count(const Model *model, const State *state)
{
    int64_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; state->broken[kind] && i < model->sets[kind].count; i++)
            count += state->broken[kind][i];
    return count;
}

static void add_particle(Hasher *hasher, real4 x, real4 v, const real4 *remainder)
{
    const real values[6] = {x.x, x.y, x.z, v.x, v.y, v.z};
    hasher_add(hasher, values, sizeof values);
    if (remainder)
        hasher_add(hasher, remainder, 3 * sizeof(real));
}

static void add_particles(Hasher *hasher, const Model *model, const State *state)
{
    for (int32_t user = 0; user < model->particle_count; user++) {
        const int32_t i = model->model_of[user];
        add_particle(hasher, state->position[i], state->velocity[i], state->remainder ? &state->remainder[i] : NULL);
    }
}

Status state_hash(const Model *model, const State *state, char out[33])
{
    Hasher *hasher = hasher_create();
    if (!hasher)
        return status_make(STATUS_MEMORY, "out of memory while hashing the state");
    add_particles(hasher, model, state);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (state->broken[kind])
            hasher_add(hasher, state->broken[kind], (size_t)model->sets[kind].count);
    if (state->memory)
        hasher_add(hasher, state->memory, (size_t)model->memory.count * sizeof *state->memory);
    if (state_knows_past(state)) {
        const State past = past_of(state);
        add_particles(hasher, model, &past);
    }
    hasher_text(hasher, out);
    hasher_destroy(hasher);
    return status_ok();
}

double model_energy(const Model *model, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &model->sets[kind];
        sum += set->ops->energy->total(set, 0, set->count, x, gradient);
    }
    return sum;
}

bool model_has_damped(const Model *model)
{
    for (int k = 0; k < CONSTRAINT_KINDS; k++)
        for (int32_t i = 0; i < model->sets[k].count; i++)
            if (constraint_is_damped(&model->sets[k], i))
                return true;
    return false;
}

bool model_has_hard(const Model *model, int *kind, int32_t *origin)
{
    for (int k = 0; k < CONSTRAINT_KINDS; k++)
        for (int32_t i = 0; i < model->sets[k].count; i++)
            if (isinf(constraint_stiffness(&model->sets[k], i))) {
                *kind = k;
                *origin = model->sets[k].origin[i];
                return true;
            }
    return false;
}
