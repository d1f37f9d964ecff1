#include "step/vertex_start.h"

#include "step/team.h"

const char *const VERTEX_START_NAMES[] = {"least", "y", "inertial", "x_n", "adaptive", NULL};

// ---- set-up ----

enum { CHUNK = 256 };

static void add_part(VertexStarts *s, VertexStartPart part)
{
    if (s->part)
        s->part[s->part_count] = part;
    s->part_count++;
}

static int32_t body_of(const VertexStarts *s, const ConstraintSet *set, int32_t i)
{
    int32_t count;
    return model_body(s->model, set ? constraint_vertices(set, i, &count)[0] : s->particle[i]);
}

// Ranges of one body, for constraints of a set or for particles (set NULL).
static void add_ranges(VertexStarts *s, const ConstraintSet *set, int32_t count)
{
    for (int32_t from = 0, to = 0; from < count; from = to) {
        const int32_t body = body_of(s, set, from);
        while (to < count && to < from + CHUNK && body_of(s, set, to) == body)
            to++;
        add_part(s, (VertexStartPart){set, from, to, body});
    }
}

static void add_parts(VertexStarts *s)
{
    s->part_count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        add_ranges(s, &s->model->sets[kind], s->model->sets[kind].count);
    add_ranges(s, NULL, s->model->particle_count);
}

// Sorts by body; `chosen`, not yet set by any step, is the counter.
static void sort_particles(VertexStarts *s)
{
    int32_t *next = s->chosen, first = 0;
    for (int32_t i = 0; i < s->model->particle_count; i++)
        next[model_body(s->model, i)]++;
    for (int32_t body = 0; body < s->model->body_count; body++) {
        const int32_t count = next[body];
        next[body] = first;
        first += count;
    }
    for (int32_t i = 0; i < s->model->particle_count; i++)
        s->particle[next[model_body(s->model, i)]++] = i;
}

static bool is_wide(const ConstraintSet *set)
{
    return set->ops->energy->wide && !set->sense;
}

static bool is_double(const VertexStarts *s)
{
    bool needed = s->contacts;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        needed |= s->model->sets[kind].count && !is_wide(&s->model->sets[kind]);
    return needed;
}

Status vertex_starts_init(VertexStarts *s, VertexStart kind, const SolverSetup *setup, const Motion *motion)
{
    const Model *model = setup->model;
    Arena       *arena = setup->arena;
    *s = (VertexStarts){.kind = kind, .model = model, .motion = motion, .contacts = setup->contacts, .h = setup->dt};
    if (kind != VERTEX_START_MIN)
        return status_ok();
    TRY(ARENA_NEW(arena, model->particle_count, &s->particle));
    if (is_double(s))
        TRY(ARENA_NEW(arena, model->particle_count, &s->x));
    TRY(ARENA_NEW(arena, model->body_count, &s->phi));
    TRY(ARENA_NEW(arena, model->body_count, &s->phi_min));
    TRY(ARENA_NEW(arena, model->body_count, &s->pinned));
    TRY(ARENA_NEW(arena, model->body_count, &s->shift));
    for (int32_t i = 0; i < model->particle_count; i++)
        s->pinned[model_body(model, i)] |= model->inverse_mass[i] <= 0;
    TRY(ARENA_NEW(arena, model->body_count, &s->chosen));
    TRY(ARENA_NEW(arena, model->particle_count, &s->trial));
    sort_particles(s);
    add_parts(s); // first pass: counts
    TRY(ARENA_NEW(arena, s->part_count, &s->part));
    TRY(ARENA_NEW(arena, s->part_count, &s->value));
    add_parts(s);
    return status_ok();
}

// ---- the start: all threads of the team ----

// ã of particle i; stores v_n in place of v_{n−1}.
static double adapt(const VertexStarts *s, const State *state, int32_t i, double4 a)
{
    double       *kept = state->memory + 3 * (size_t)s->model->user_of[i];
    const double4 was = double4_of(kept), now = double4_from(state->velocity[i]);
    const double  h = state->memory[3 * (size_t)state->particle_count], size = double4_dot(a, a);
    kept[0] = now.x, kept[1] = now.y, kept[2] = now.z;
    if (!(h > 0))
        return 1;
    return size > 0 ? fmin(fmax(double4_dot(double4_sub(now, was), a) / (h * size), 0), 1) : 0;
}

// Position of particle i, currently at y, for a kind of start.
static real4 start_of(const VertexStarts *s, const State *state, VertexStart kind, int32_t i)
{
    const real4 y = state->position[i], x = s->motion->previous[i], v = state->velocity[i];
    const real  h = s->motion->h, way = kind == VERTEX_START_X_N ? 0 : h;
    if (!(y.w > 0) || kind == VERTEX_START_Y)
        return y;
    if (kind == VERTEX_START_X_N && s->kind == VERTEX_START_MIN) {
        const double4 shift = s->shift[model_body(s->model, i)];
        return (real4){x.x + (real)shift.x, x.y + (real)shift.y, x.z + (real)shift.z, x.w};
    }
    const real4 a = motion_acceleration(s->motion, i, y.w);
    const real  gain = kind == VERTEX_START_ADAPTIVE ? h * (real)adapt(s, state, i, double4_from(a)) : 0;
    return (real4){x.x + way * (v.x + gain * a.x), x.y + way * (v.y + gain * a.y), x.z + way * (v.z + gain * a.z), x.w};
}

// A candidate computed from y, the current positions.
static double inertia_of(const VertexStarts *s, const State *state, const VertexStartPart *part)
{
    double sum = 0;
    for (int32_t k = part->from; k < part->to; k++) {
        const int32_t i = s->particle[k];
        const double4 d = double4_sub(double4_from(s->trial[i]), double4_from(state->position[i]));
        sum += 0.5 * s->model->mass[i] * double4_dot(d, d);
    }
    return sum;
}

// ½ k min(C, 0)² of each contact, added to both of its bodies. By one thread.
static void add_contacts(const VertexStarts *s)
{
    for (int which = 0; s->contacts && which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &s->contacts->sets[which].set;
        for (int32_t i = 0; i < set->count && !isinf(set->stiffness[0]); i++) {
            const int32_t *vertex = set->vertices + (size_t)i * (size_t)set->ops->vertices;
            const int32_t  a = model_body(s->model, vertex[0]), b = model_body(s->model, vertex[set->ops->vertices - 1]);
            const double   e = s->h * s->h * set->ops->energy->total(set, i, i + 1, s->x, NULL);
            s->phi[a] += e;
            s->phi[b] += a == b ? 0 : e;
        }
    }
}

static void judge(const VertexStarts *s, VertexStart kind)
{
    for (int32_t body = 0; body < s->model->body_count; body++)
        s->phi[body] = 0;
    for (int32_t k = 0; k < s->part_count; k++)
        s->phi[s->part[k].body] += s->value[k];
    add_contacts(s);
    for (int32_t body = 0; body < s->model->body_count; body++)
        if (kind == VERTEX_START_Y || s->phi[body] < s->phi_min[body]) {
            s->phi_min[body] = s->phi[body];
            s->chosen[body] = (int32_t)kind;
        }
}

static double value_of(const VertexStarts *s, const State *state, const VertexStartPart *part)
{
    const ConstraintSet *set = part->set;
    if (!set)
        return inertia_of(s, state, part);
    return s->h * s->h *
           (is_wide(set) ? set->ops->energy->wide(set, part->from, part->to, s->trial)
                         : set->ops->energy->total(set, part->from, part->to, s->x, NULL));
}

// By one thread, with y complete.
static void find_shifts(const VertexStarts *s, const State *state)
{
    for (int32_t body = 0; body < s->model->body_count; body++)
        s->shift[body] = (double4){0};
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        const int32_t body = model_body(s->model, i);
        double4      *shift = &s->shift[body];
        if (s->pinned[body])
            continue;
        double4_add_to(shift, s->model->mass[i], double4_sub(double4_from(state->position[i]), double4_from(s->motion->previous[i])));
        shift->w += s->model->mass[i];
    }
    for (int32_t body = 0; body < s->model->body_count; body++)
        s->shift[body] = double4_scale(s->pinned[body] ? 0 : 1 / s->shift[body].w, s->shift[body]);
}

// Φ of each body for a kind of start.
static void try_start(const VertexStarts *s, const State *state, VertexStart kind)
{
    TEAM_EACH (i, state->particle_count) {
        s->trial[i] = start_of(s, state, kind, i);
        if (s->x)
            s->x[i] = double4_from(s->trial[i]);
    }
#pragma omp barrier
    TEAM_EACH (k, s->part_count)
        s->value[k] = value_of(s, state, &s->part[k]);
#pragma omp barrier
#pragma omp single
    {
        if (kind == VERTEX_START_Y)
            find_shifts(s, state);
        judge(s, kind);
    }
}

void vertex_starts_move(VertexStarts *s, State *state)
{
#pragma omp barrier
    if (s->kind == VERTEX_START_MIN) {
        try_start(s, state, VERTEX_START_Y);
        try_start(s, state, VERTEX_START_INERTIAL);
        try_start(s, state, VERTEX_START_X_N);
    }
    TEAM_EACH (i, s->kind == VERTEX_START_Y ? 0 : state->particle_count)
        state->position[i] = start_of(s, state, s->kind == VERTEX_START_MIN ? (VertexStart)s->chosen[model_body(s->model, i)] : s->kind, i);
}

void vertex_starts_keep(const VertexStarts *s, State *state)
{
    if (s->kind == VERTEX_START_ADAPTIVE)
        state->memory[3 * (size_t)state->particle_count] = s->h;
}
