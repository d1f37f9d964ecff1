// ModelBuilder: the growing lists in the user's numbering, and laying them out as a Model and a State.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "model/order.h"

// A growing array of elements of one size.
typedef struct List {
    char  *data;
    size_t count, capacity, size;
} List;

typedef struct BuildParticle {
    double  position[3], velocity[3], force[3], mass;
    int32_t body;
    bool    pinned;
} BuildParticle;

typedef struct BuildConstraint {
    int32_t          vertices[CONSTRAINT_VERTICES_MAX];
    double           rest[CONSTRAINT_PARAMS_MAX];
    double           stiffness;
    ConstraintTraits traits;
} BuildConstraint;

struct ModelBuilder {
    List    particles;                     // BuildParticle
    List    constraints[CONSTRAINT_KINDS]; // BuildConstraint
    List    face_start, face_vertex;       // int32_t; a face starts at face_start[i]
    List    lines;                         // int32_t[2]
    double  gravity[3];
    int32_t body;      // that a particle added now belongs to; −1: model_begin_body was never called
    int     last_kind; // of the constraint added last; −1: there is none
};

static Status list_add(List *list, const void *element)
{
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity ? 2 * list->capacity : 64;
        char        *data = capacity < INT32_MAX / 2 ? realloc(list->data, capacity * list->size) : NULL;
        if (!data)
            return status_make(STATUS_MEMORY,
                               "out of memory while the scene was read, at %zu elements; raise `memory` or take a smaller scene",
                               list->count);
        list->data = data;
        list->capacity = capacity;
    }
    memcpy(list->data + list->count++ * list->size, element, list->size);
    return status_ok();
}

static BuildParticle *particle_at(const ModelBuilder *b, int32_t i)
{
    return (BuildParticle *)(void *)b->particles.data + i;
}

static const BuildConstraint *constraint_at(const ModelBuilder *b, int kind, size_t i)
{
    return (const BuildConstraint *)(const void *)b->constraints[kind].data + i;
}

ModelBuilder *model_builder_new(void)
{
    ModelBuilder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->particles.size = sizeof(BuildParticle);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        b->constraints[kind].size = sizeof(BuildConstraint);
    b->face_start.size = b->face_vertex.size = sizeof(int32_t);
    b->lines.size = sizeof(int32_t[2]);
    b->body = b->last_kind = -1;
    return b;
}

void model_builder_free(ModelBuilder *b)
{
    if (!b)
        return;
    free(b->particles.data);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        free(b->constraints[kind].data);
    free(b->face_start.data);
    free(b->face_vertex.data);
    free(b->lines.data);
    free(b);
}

static bool finite3(const double v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

Status model_add_particle(ModelBuilder *b, const double position[3], const double velocity[3], double mass)
{
    if (!isfinite(mass) || mass <= 0)
        return status_make(STATUS_INPUT, "particle %zu has mass %g kg; a mass must be finite and above zero (pin a particle to hold it)",
                           b->particles.count, mass);
    if (!finite3(position) || !finite3(velocity))
        return status_make(STATUS_INPUT, "particle %zu has a position or velocity that is not finite", b->particles.count);
    BuildParticle particle = {.mass = mass, .body = b->body < 0 ? 0 : b->body};
    memcpy(particle.position, position, sizeof particle.position);
    memcpy(particle.velocity, velocity, sizeof particle.velocity);
    return list_add(&b->particles, &particle);
}

static Status check_particle(const ModelBuilder *b, int32_t particle)
{
    if (particle < 0 || (size_t)particle >= b->particles.count)
        return status_make(STATUS_INPUT, "particle %d does not exist; the scene has %zu, numbered from 0", particle, b->particles.count);
    return status_ok();
}

Status model_pin(ModelBuilder *b, int32_t particle)
{
    TRY(check_particle(b, particle));
    particle_at(b, particle)->pinned = true;
    return status_ok();
}

Status model_add_force(ModelBuilder *b, int32_t particle, const double force[3])
{
    TRY(check_particle(b, particle));
    if (!finite3(force))
        return status_make(STATUS_INPUT, "the force on particle %d is not finite", particle);
    for (int k = 0; k < 3; k++)
        particle_at(b, particle)->force[k] += force[k];
    return status_ok();
}

void model_set_gravity(ModelBuilder *b, const double gravity[3])
{
    memcpy(b->gravity, gravity, sizeof b->gravity);
}

int32_t model_builder_particles(const ModelBuilder *b)
{
    return (int32_t)b->particles.count;
}

const double *model_builder_position(const ModelBuilder *b, int32_t particle)
{
    return particle_at(b, particle)->position;
}

static Status check_vertices(const ModelBuilder *b, const ConstraintOps *ops, const int32_t *vertices)
{
    for (int i = 0; i < ops->vertices; i++) {
        TRY(check_particle(b, vertices[i]));
        for (int j = 0; j < i; j++)
            if (vertices[i] == vertices[j])
                return status_make(STATUS_INPUT, "a %s constraint names particle %d twice", ops->name, vertices[i]);
    }
    return status_ok();
}

Status model_add_constraint(ModelBuilder *b, int kind, const int32_t *vertices, const double *rest, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    TRY(check_vertices(b, ops, vertices));
    if (!(stiffness > 0))
        return status_make(STATUS_INPUT, "a %s constraint has stiffness %g; it must be above zero (or hard)", ops->name, stiffness);
    BuildConstraint constraint = {.stiffness = stiffness, .traits = {.limit = INFINITY}};
    double4         x[CONSTRAINT_VERTICES_MAX];
    for (int i = 0; i < ops->vertices; i++) {
        constraint.vertices[i] = vertices[i];
        const double *p = particle_at(b, vertices[i])->position;
        x[i] = (double4){p[0], p[1], p[2], 0};
    }
    if (rest)
        memcpy(constraint.rest, rest, (size_t)ops->params * sizeof *rest);
    else
        ops->measure(x, constraint.rest);
    const char *refused = ops->refuse(constraint.rest);
    if (refused && ops->vertices > 1)
        return status_make(STATUS_INPUT, "the %s constraint between particles %d and %d is refused: %s", ops->name, vertices[0],
                           vertices[1], refused);
    if (refused)
        return status_make(STATUS_INPUT, "the %s constraint of particle %d is refused: %s", ops->name, vertices[0], refused);
    b->last_kind = kind;
    return list_add(&b->constraints[kind], &constraint);
}

void model_begin_body(ModelBuilder *b)
{
    b->body++;
}

Status model_set_traits(ModelBuilder *b, const ConstraintTraits *traits)
{
    ASSERT(b->last_kind >= 0);
    if (!isfinite(traits->damping) || traits->damping < 0)
        return status_make(STATUS_INPUT, "a constraint has damping %g; it must be finite and not negative", traits->damping);
    if (!(traits->limit > 0))
        return status_make(STATUS_INPUT, "a constraint breaks at a force of %g; it must be above zero", traits->limit);
    List *list = &b->constraints[b->last_kind];
    ((BuildConstraint *)(void *)list->data)[list->count - 1].traits = *traits;
    return status_ok();
}

Status model_add_face(ModelBuilder *b, const int32_t *vertices, int32_t count)
{
    const int32_t start = (int32_t)b->face_vertex.count;
    for (int32_t i = 0; i < count; i++) {
        TRY(check_particle(b, vertices[i]));
        TRY(list_add(&b->face_vertex, &vertices[i]));
    }
    return list_add(&b->face_start, &start);
}

Status model_add_line(ModelBuilder *b, int32_t from, int32_t to)
{
    const int32_t line[2] = {from, to};
    TRY(check_particle(b, from));
    TRY(check_particle(b, to));
    return list_add(&b->lines, line);
}

// ---- layout ----

// Positions as order_morton wants them.
static Status place_by_morton(const ModelBuilder *b, int32_t *place)
{
    const int32_t n = model_builder_particles(b);
    double(*position)[3] = malloc((size_t)n * sizeof *position);
    if (!position)
        return status_make(STATUS_MEMORY, "out of memory while %d particles were ordered", n);
    for (int32_t i = 0; i < n; i++)
        memcpy(position[i], particle_at(b, i)->position, sizeof position[i]);
    const Status status = order_morton(n, (const double(*)[3])position, place);
    free(position);
    return status;
}

// The pairs of vertices of each constraint as order_rcm wants them; counts only when pair is NULL.
static size_t collect_pairs(const ModelBuilder *b, int32_t *pair)
{
    size_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int v = constraint_ops(kind)->vertices;
        for (size_t i = 0; i < b->constraints[kind].count; i++)
            for (int j = 0; j < v; j++)
                for (int k = 0; k < j; k++, count++)
                    if (pair) {
                        pair[2 * count] = constraint_at(b, kind, i)->vertices[k];
                        pair[2 * count + 1] = constraint_at(b, kind, i)->vertices[j];
                    }
    }
    return count;
}

// Distance in memory between the ends of all pairs, added up; number: of a particle in memory, NULL: its own.
static double total_distance(const int32_t *pair, size_t count, const int32_t *number)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        const int32_t a = pair[2 * k], c = pair[2 * k + 1];
        sum += fabs((double)(number ? number[a] - number[c] : a - c));
    }
    return sum;
}

// only_if_better: keeps the scene's order when its neighbours lie at most twice as far apart. number: [particles] scratch.
static Status place_by_rcm(const ModelBuilder *b, bool only_if_better, int32_t *number, int32_t *place, bool *taken)
{
    const int32_t n = model_builder_particles(b);
    const size_t  count = collect_pairs(b, NULL);
    int32_t      *pair = malloc((2 * count + 1) * sizeof *pair);
    if (!pair)
        return status_make(STATUS_MEMORY, "out of memory while %d particles were ordered", n);
    collect_pairs(b, pair);
    const Status status = order_rcm(n, pair, count, place);
    for (int32_t i = 0; i < n && status.code == STATUS_OK; i++)
        number[place[i]] = i;
    *taken = !only_if_better || (status.code == STATUS_OK && total_distance(pair, count, NULL) > 2 * total_distance(pair, count, number));
    free(pair);
    return status;
}

static Status order_particles(const ModelBuilder *b, ParticleOrder order, Arena *arena, Model *model)
{
    const int32_t n = model->particle_count;
    TRY(ARENA_NEW(arena, n, &model->user_of));
    TRY(ARENA_NEW(arena, n, &model->model_of));
    bool taken = order == PARTICLE_ORDER_MORTON;
    if (order == PARTICLE_ORDER_MORTON)
        TRY(place_by_morton(b, model->user_of));
    if (order == PARTICLE_ORDER_RCM || order == PARTICLE_ORDER_AUTO)
        TRY(place_by_rcm(b, order == PARTICLE_ORDER_AUTO, model->model_of, model->user_of, &taken));
    for (int32_t i = 0; i < n && !taken; i++)
        model->user_of[i] = i;
    model->order = !taken ? PARTICLE_ORDER_NONE : order == PARTICLE_ORDER_AUTO ? PARTICLE_ORDER_RCM : order;
    for (int32_t i = 0; i < n; i++)
        model->model_of[model->user_of[i]] = i;
    return status_ok();
}

static bool has_forces(const ModelBuilder *b)
{
    for (int32_t i = 0; i < model_builder_particles(b); i++) {
        const double *f = particle_at(b, i)->force;
        if (fabs(f[0]) + fabs(f[1]) + fabs(f[2]) > 0)
            return true;
    }
    return false;
}

static Status layout_particles(const ModelBuilder *b, Arena *arena, Model *model)
{
    const int32_t n = model->particle_count;
    TRY(ARENA_NEW(arena, n, &model->mass));
    TRY(ARENA_NEW(arena, n, &model->inverse_mass));
    if (has_forces(b))
        TRY(ARENA_NEW(arena, n, &model->force));
    if (b->body > 0)
        TRY(ARENA_NEW(arena, n, &model->body));
    for (int32_t i = 0; i < n; i++) {
        const BuildParticle *p = particle_at(b, model->user_of[i]);
        model->mass[i] = p->mass;
        model->inverse_mass[i] = p->pinned ? 0 : 1 / p->mass;
        if (model->force)
            model->force[i] = (double4){p->force[0], p->force[1], p->force[2], 0};
        if (model->body)
            model->body[i] = p->body;
        model->body_count = p->body >= model->body_count ? p->body + 1 : model->body_count;
    }
    memcpy(model->gravity, b->gravity, sizeof model->gravity);
    return status_ok();
}

// The columns of traits, each only where some constraint has it.
static Status layout_traits(const ModelBuilder *b, int kind, Arena *arena, ConstraintSet *set)
{
    const size_t n = b->constraints[kind].count;
    bool         damped = false, breaks = false, unequal = false;
    for (size_t i = 0; i < n; i++) {
        const ConstraintTraits *t = &constraint_at(b, kind, i)->traits;
        damped = damped || t->damping > 0;
        breaks = breaks || t->limit < INFINITY;
        unequal = unequal || t->sense != SENSE_EQUAL;
    }
    if (damped)
        TRY(ARENA_NEW(arena, n, &set->damping));
    if (breaks)
        TRY(ARENA_NEW(arena, n, &set->limit));
    if (unequal)
        TRY(ARENA_NEW(arena, n, &set->sense));
    for (size_t i = 0; i < n; i++) {
        const ConstraintTraits *t = &constraint_at(b, kind, i)->traits;
        if (damped)
            set->damping[i] = t->damping;
        if (breaks)
            set->limit[i] = t->limit;
        if (unequal)
            set->sense[i] = (int8_t)t->sense;
    }
    return status_ok();
}

static bool has_one_stiffness(const ModelBuilder *b, int kind)
{
    for (size_t i = 1; i < b->constraints[kind].count; i++)
        if (constraint_at(b, kind, i)->stiffness < constraint_at(b, kind, 0)->stiffness ||
            constraint_at(b, kind, i)->stiffness > constraint_at(b, kind, 0)->stiffness)
            return false;
    return true;
}

static Status layout_set(const ModelBuilder *b, int kind, const Model *model, Arena *arena, ConstraintSet *set)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const size_t         n = b->constraints[kind].count, v = (size_t)ops->vertices, params = (size_t)ops->params;
    *set = (ConstraintSet){.ops = ops, .count = (int32_t)n};
    TRY(ARENA_NEW(arena, n * v, &set->vertices));
    TRY(ARENA_NEW(arena, n * params, &set->rest));
    if (sizeof(real) < sizeof(double))
        TRY(ARENA_NEW(arena, n * params, &set->rest_low));
    TRY(ARENA_NEW(arena, n, &set->compliance));
    set->uniform = has_one_stiffness(b, kind);
    TRY(ARENA_NEW(arena, set->uniform ? 1 : n, &set->stiffness));
    TRY(ARENA_NEW(arena, n, &set->origin));
    for (size_t i = 0; i < n; i++) {
        const BuildConstraint *c = constraint_at(b, kind, i);
        for (size_t j = 0; j < v; j++)
            set->vertices[i * v + j] = model->model_of[c->vertices[j]];
        for (size_t p = 0; p < params; p++) {
            set->rest[p * n + i] = (real)c->rest[p];
            if (set->rest_low)
                set->rest_low[p * n + i] = (float)(c->rest[p] - (double)set->rest[p * n + i]);
        }
        set->stiffness[set->uniform ? 0 : i] = c->stiffness;
        set->compliance[i] = isinf(c->stiffness) ? 0 : (real)(1 / c->stiffness);
        set->origin[i] = (int32_t)i;
    }
    return layout_traits(b, kind, arena, set);
}

Status model_draw(const ModelBuilder *b, Arena *arena, Model *model)
{
    model->face_count = (int32_t)b->face_start.count;
    model->line_count = (int32_t)b->lines.count;
    TRY(ARENA_NEW(arena, model->face_count + 1, &model->face_start));
    TRY(ARENA_NEW(arena, b->face_vertex.count, &model->face_vertex));
    TRY(ARENA_NEW(arena, model->line_count, &model->line));
    if (b->face_start.count)
        memcpy(model->face_start, b->face_start.data, b->face_start.count * sizeof(int32_t));
    if (b->face_vertex.count)
        memcpy(model->face_vertex, b->face_vertex.data, b->face_vertex.count * sizeof(int32_t));
    model->face_start[model->face_count] = (int32_t)b->face_vertex.count;
    if (b->lines.count)
        memcpy(model->line, b->lines.data, b->lines.count * sizeof(int32_t[2]));
    return status_ok();
}

// ---- duplicates ----

typedef struct SetKey {
    int32_t vertices[CONSTRAINT_VERTICES_MAX]; // ascending, unused ones −1
    int32_t constraint;
} SetKey;

static int compare_set_keys(const void *a, const void *b)
{
    const SetKey *p = a, *q = b;
    for (int i = 0; i < CONSTRAINT_VERTICES_MAX; i++)
        if (p->vertices[i] != q->vertices[i])
            return p->vertices[i] < q->vertices[i] ? -1 : 1;
    return (p->constraint > q->constraint) - (p->constraint < q->constraint);
}

static SetKey key_of(const BuildConstraint *c, int vertices, int32_t index)
{
    SetKey key = {.vertices = {-1, -1, -1, -1}, .constraint = index};
    for (int i = 0; i < vertices; i++) { // insertion into ascending order
        int at = i;
        for (; at > 0 && key.vertices[at - 1] > c->vertices[i]; at--)
            key.vertices[at] = key.vertices[at - 1];
        key.vertices[at] = c->vertices[i];
    }
    return key;
}

static Status refuse_duplicates(const ModelBuilder *b, int kind)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const size_t         n = b->constraints[kind].count;
    SetKey              *keys = malloc((n + 1) * sizeof *keys);
    if (!keys)
        return status_make(STATUS_MEMORY, "out of memory while %zu constraints were checked", n);
    for (size_t i = 0; i < n; i++)
        keys[i] = key_of(constraint_at(b, kind, i), ops->vertices, (int32_t)i);
    qsort(keys, n, sizeof *keys, compare_set_keys);
    Status status = status_ok();
    for (size_t i = 1; i < n && status.code == STATUS_OK; i++)
        if (memcmp(keys[i].vertices, keys[i - 1].vertices, sizeof keys[i].vertices) == 0) {
            char at[64];
            if (ops->vertices > 1)
                snprintf(at, sizeof at, "particles %d and %d", keys[i].vertices[0], keys[i].vertices[1]);
            else
                snprintf(at, sizeof at, "particle %d", keys[i].vertices[0]);
            status = status_make(STATUS_INPUT, "%s constraints %d and %d are duplicates at %s; remove one", ops->name,
                                 keys[i - 1].constraint, keys[i].constraint, at);
        }
    free(keys);
    return status;
}

Status model_build(const ModelBuilder *b, ParticleOrder order, Arena *arena, Model *model)
{
    *model = (Model){.particle_count = model_builder_particles(b)};
    if (model->particle_count == 0)
        return status_make(STATUS_INPUT, "the scene has no particles");
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(refuse_duplicates(b, kind));
    TRY(order_particles(b, order, arena, model));
    TRY(layout_particles(b, arena, model));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        TRY(layout_set(b, kind, model, arena, &model->sets[kind]));
        model->constraint_count += model->sets[kind].count;
    }
    return status_ok();
}

Status state_make(const ModelBuilder *b, const Model *model, Arena *arena, State *state)
{
    TRY(state_alloc(model, arena, state));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const BuildParticle *p = particle_at(b, model->user_of[i]);
        state->position[i] = (real4){(real)p->position[0], (real)p->position[1], (real)p->position[2], (real)model->inverse_mass[i]};
        if (!p->pinned)
            state->velocity[i] = (real4){(real)p->velocity[0], (real)p->velocity[1], (real)p->velocity[2], 0};
    }
    return status_ok();
}
