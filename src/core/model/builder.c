// ModelBuilder: growing lists in the user's numbering, and their layout as a Model and a State.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/contact_tears.h"
#include "model/model.h"
#include "model/private/build_contact.h"
#include "model/private/build_groups.h"
#include "model/private/order.h"

typedef enum Pinned { PINNED_NOT, PINNED_FOR_GOOD, PINNED_BY_SCRIPT } Pinned;

typedef struct BuildParticle {
    double  position[3], beside[3], velocity[3], force[3], mass; // beside: of the start from the position
    int32_t body;
    Pinned  pinned;
} BuildParticle;

// Stiffness and traits. Consecutive constraints with equal ones share a strength.
typedef struct BuildStrength {
    double           stiffness;
    ConstraintTraits traits;
} BuildStrength;

// The constraints of one kind: V vertices, the rest values, and which strength each has.
typedef struct BuildSet {
    List        vertices;  // int32_t[V]
    List        rest;      // double[params]
    List        strength;  // int32_t, index into strengths
    List        strengths; // BuildStrength
    bool        own;       // the last strength was added by the last constraint
    BuildGroups groups;    // of a kind with V = 0, whose `vertices` are empty
} BuildSet;

struct ModelBuilder {
    List         particles;               // BuildParticle
    BuildSet     sets[CONSTRAINT_KINDS];  // by kind
    List         face_start, face_vertex; // int32_t; a face starts at face_start[i]
    List         lines;                   // int32_t[2]
    List         tracked;                 // int32_t
    Scripts      scripts;
    SurfaceLoads surface_loads;
    BuildContact contact;
    double       gravity[3];
    int32_t      body;      // of a particle added now; −1: model_begin_body was never called
    int          last_kind; // of the constraint added last; −1: there is none
};

static BuildParticle *particle_at(const ModelBuilder *b, int32_t i)
{
    return (BuildParticle *)(void *)b->particles.data + i;
}

static size_t constraint_count(const ModelBuilder *b, int kind)
{
    return b->sets[kind].strength.count;
}

static const int32_t *vertices_at(const ModelBuilder *b, int kind, size_t i)
{
    return list_at(&b->sets[kind].vertices, i);
}

static const BuildStrength *strength_at(const ModelBuilder *b, int kind, size_t i)
{
    const BuildSet *set = &b->sets[kind];
    return list_at(&set->strengths, (size_t)((const int32_t *)(const void *)set->strength.data)[i]);
}

ModelBuilder *model_builder_create(void)
{
    ModelBuilder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    b->particles.size = sizeof(BuildParticle);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        b->sets[kind].vertices.size = (size_t)constraint_ops(kind)->vertices * sizeof(int32_t);
        b->sets[kind].rest.size = (size_t)constraint_ops(kind)->params * sizeof(double);
        build_groups_init(&b->sets[kind].groups);
        b->sets[kind].strength.size = sizeof(int32_t);
        b->sets[kind].strengths.size = sizeof(BuildStrength);
    }
    b->face_start.size = b->face_vertex.size = sizeof(int32_t);
    b->lines.size = sizeof(int32_t[2]);
    b->tracked.size = sizeof(int32_t);
    b->body = b->last_kind = -1;
    return b;
}

void model_builder_destroy(ModelBuilder *b)
{
    if (!b)
        return;
    scripts_destroy(&b->scripts);
    surface_loads_destroy(&b->surface_loads);
    build_contact_destroy(&b->contact);
    free(b->particles.data);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        free(b->sets[kind].vertices.data);
        free(b->sets[kind].rest.data);
        free(b->sets[kind].strength.data);
        free(b->sets[kind].strengths.data);
        build_groups_destroy(&b->sets[kind].groups);
    }
    free(b->face_start.data);
    free(b->face_vertex.data);
    free(b->lines.data);
    free(b->tracked.data);
    free(b);
}

BuildContact *builder_contact(ModelBuilder *b)
{
    return &b->contact;
}

const BuildContact *builder_contact_of(const ModelBuilder *b)
{
    return &b->contact;
}

int32_t builder_scripts(const ModelBuilder *b)
{
    return b->scripts.script_count;
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
    TRY(list_reserve(&b->particles, 1));
    BuildParticle *particle = list_at(&b->particles, b->particles.count++);
    *particle = (BuildParticle){.mass = mass, .body = b->body < 0 ? 0 : b->body};
    memcpy(particle->position, position, sizeof particle->position);
    memcpy(particle->velocity, velocity, sizeof particle->velocity);
    return status_ok();
}

Status builder_check_particle(const ModelBuilder *b, int32_t particle)
{
    if (particle < 0 || (size_t)particle >= b->particles.count)
        return status_make(STATUS_INPUT, "particle %d does not exist; the scene has %zu, numbered from 0", particle, b->particles.count);
    return status_ok();
}

Status model_pin(ModelBuilder *b, int32_t particle)
{
    TRY(builder_check_particle(b, particle));
    if (particle_at(b, particle)->pinned == PINNED_BY_SCRIPT)
        return status_make(STATUS_INPUT, "particle %d is pinned twice, once by a script; leave one out", particle);
    particle_at(b, particle)->pinned = PINNED_FOR_GOOD;
    return status_ok();
}

bool model_is_pinned(const ModelBuilder *b, int32_t particle)
{
    return particle_at(b, particle)->pinned != PINNED_NOT;
}

Status model_displace(ModelBuilder *b, int32_t particle, const double by[3])
{
    TRY(builder_check_particle(b, particle));
    if (!finite3(by) || model_is_pinned(b, particle))
        return status_make(STATUS_INPUT, "particle %d cannot start beside its position: %s", particle,
                           finite3(by) ? "it is pinned" : "the way is not finite");
    for (int k = 0; k < 3; k++)
        particle_at(b, particle)->beside[k] += by[k];
    return status_ok();
}

Status model_add_script(ModelBuilder *b, const ScriptPart *parts, int32_t count, double release, int32_t *script)
{
    return scripts_add(&b->scripts, parts, count, release, script);
}

Status model_pin_scripted(ModelBuilder *b, int32_t particle, int32_t script)
{
    TRY(builder_check_particle(b, particle));
    BuildParticle *p = particle_at(b, particle);
    if (p->pinned)
        return status_make(STATUS_INPUT, "particle %d is pinned twice, once by a script; leave one out", particle);
    p->pinned = PINNED_BY_SCRIPT;
    return scripts_add_pin(&b->scripts, particle, script, p->position);
}

Status model_set_wind(ModelBuilder *b, const WindAir *air)
{
    TRY(wind_check(air));
    b->surface_loads.air = *air;
    return status_ok();
}

Status model_add_triangle_load(ModelBuilder *b, const int32_t corners[3], const TriangleLoad *load)
{
    for (int k = 0; k < 3; k++)
        TRY(builder_check_particle(b, corners[k]));
    if (!isfinite(load->pressure) || !finite3(load->moment) || !finite3(load->follower))
        return status_make(STATUS_INPUT, "the load on the triangle of particles %d, %d, %d is not finite", corners[0], corners[1],
                           corners[2]);
    TriangleLoad at_rest = *load;
    for (int k = 0; k < 6; k++)
        at_rest.edge[k / 3][k % 3] = particle_at(b, corners[1 + k / 3])->position[k % 3] - particle_at(b, corners[0])->position[k % 3];
    return surface_loads_add(&b->surface_loads, corners, &at_rest);
}

bool model_builder_has_wind(const ModelBuilder *b)
{
    return b->surface_loads.air.density > 0;
}

Status model_track(ModelBuilder *b, int32_t particle)
{
    ASSERT(particle >= 0 && particle < model_builder_particles(b));
    TRY(list_reserve(&b->tracked, 1));
    *(int32_t *)list_at(&b->tracked, b->tracked.count) = particle;
    b->tracked.count++;
    return status_ok();
}

bool model_builder_tracks(const ModelBuilder *b)
{
    return b->tracked.count > 0;
}

bool model_builder_has_loads(const ModelBuilder *b)
{
    return b->surface_loads.triangle_count > 0;
}

Status model_add_force(ModelBuilder *b, int32_t particle, const double force[3])
{
    TRY(builder_check_particle(b, particle));
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
        TRY(builder_check_particle(b, vertices[i]));
        for (int j = 0; j < i; j++)
            if (vertices[i] == vertices[j])
                return status_make(STATUS_INPUT, "a %s constraint names particle %d twice", ops->name, vertices[i]);
    }
    return status_ok();
}

static bool same(double a, double b) // neither is NaN
{
    return a <= b && a >= b;
}

static bool same_strength(const BuildStrength *a, const BuildStrength *b)
{
    return same(a->stiffness, b->stiffness) && same(a->traits.damping, b->traits.damping) && same(a->traits.limit, b->traits.limit) &&
           a->traits.sense == b->traits.sense;
}

// Sets the strength of the last constraint; shares that of the one before if they are equal. Room for one more is reserved.
static void give_strength(BuildSet *set, const BuildStrength *strength)
{
    List    *list = &set->strengths;
    int32_t *last = list_at(&set->strength, set->strength.count - 1);
    list->count -= set->own;
    set->own = list->count == 0 || !same_strength(list_at(list, list->count - 1), strength);
    if (set->own)
        *(BuildStrength *)list_at(list, list->count++) = *strength;
    *last = (int32_t)list->count - 1;
}

static Status refuse_rest(const ConstraintOps *ops, const int32_t *vertices, const char *why)
{
    if (ops->vertices > 1)
        return status_make(STATUS_INPUT, "the %s constraint between particles %d and %d is refused: %s", ops->name, vertices[0],
                           vertices[1], why);
    return status_make(STATUS_INPUT, "the %s constraint of particle %d is refused: %s", ops->name, vertices[0], why);
}

// The rest values of the next constraint: given, or measured.
static Status add_rest(ModelBuilder *b, const ConstraintOps *ops, BuildSet *set, const int32_t *vertices, const double *rest)
{
    double *to = list_at(&set->rest, set->rest.count);
    if (rest) {
        memcpy(to, rest, (size_t)ops->params * sizeof *rest);
    } else {
        double4 x[CONSTRAINT_VERTICES_MAX];
        for (int i = 0; i < ops->vertices; i++) {
            const double *p = particle_at(b, vertices[i])->position;
            x[i] = double4_of(p);
        }
        ops->measure(x, to);
    }
    const char *refused = ops->refuse(to);
    return refused ? refuse_rest(ops, vertices, refused) : status_ok();
}

static Status check_stiffness(const ConstraintOps *ops, double stiffness)
{
    if (isinf(stiffness) && ops->balanced)
        return status_make(STATUS_INPUT, "a %s constraint cannot be hard: its parts are in balance by their stiffness", ops->name);
    if (stiffness > 0)
        return status_ok();
    return status_make(STATUS_INPUT, "a %s constraint has stiffness %g; it must be above zero (or hard)", ops->name, stiffness);
}

// Reserves room for one more constraint.
static Status reserve_constraint(BuildSet *set)
{
    TRY(list_reserve(&set->rest, 1));
    TRY(list_reserve(&set->strength, 1));
    return list_reserve(&set->strengths, 1);
}

// Counts the constraint whose rest values were written, without traits.
static void count_constraint(ModelBuilder *b, int kind, double stiffness)
{
    BuildSet *set = &b->sets[kind];
    set->rest.count++;
    set->strength.count++;
    set->own = false;
    give_strength(set, &(BuildStrength){.stiffness = stiffness, .traits = {.limit = INFINITY}});
    b->last_kind = kind;
}

Status model_add_constraint(ModelBuilder *b, int kind, const int32_t *vertices, const double *rest, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    BuildSet            *set = &b->sets[kind];
    ASSERT(ops->vertices > 0);
    TRY(check_vertices(b, ops, vertices));
    TRY(check_stiffness(ops, stiffness));
    TRY(reserve_constraint(set));
    TRY(list_reserve(&set->vertices, 1));
    TRY(add_rest(b, ops, set, vertices, rest));
    memcpy(list_at(&set->vertices, set->vertices.count), vertices, (size_t)ops->vertices * sizeof *vertices);
    set->vertices.count++;
    count_constraint(b, kind, stiffness);
    return status_ok();
}

Status model_add_group(ModelBuilder *b, int kind, const GroupShape *shape, const double *rest, double stiffness)
{
    const ConstraintOps *ops = constraint_ops(kind);
    BuildSet            *set = &b->sets[kind];
    double               values[CONSTRAINT_PARAMS_MAX] = {0};
    ASSERT(ops->vertices == 0);
    TRY(check_stiffness(ops, stiffness));
    TRY(reserve_constraint(set));
    TRY(build_groups_add(&set->groups, b, ops, shape, rest, values));
    memcpy(list_at(&set->rest, set->rest.count), values, (size_t)ops->params * sizeof *values);
    count_constraint(b, kind, stiffness);
    return status_ok();
}

void model_begin_body(ModelBuilder *b)
{
    b->body++;
}

static Status refuse_trait(const ConstraintOps *ops, const char *trait)
{
    return status_make(STATUS_INPUT, "a %s constraint cannot %s; leave it out (weft list constraints %s says what it can)", ops->name,
                       trait, ops->name);
}

static Status refuse_traits(const ConstraintOps *ops, const ConstraintTraits *traits)
{
    if (traits->damping > 0 && !(ops->traits & TRAIT_DAMPING))
        return refuse_trait(ops, "have damping");
    if (traits->limit < INFINITY && !(ops->traits & TRAIT_LIMIT))
        return refuse_trait(ops, "have a limit at which it breaks");
    if (traits->sense != SENSE_EQUAL && !(ops->traits & TRAIT_SENSE))
        return refuse_trait(ops, "be an inequality");
    return status_ok();
}

Status model_set_traits(ModelBuilder *b, const ConstraintTraits *traits)
{
    ASSERT(b->last_kind >= 0);
    if (!isfinite(traits->damping) || traits->damping < 0)
        return status_make(STATUS_INPUT, "a constraint has damping %g; it must be finite and not negative", traits->damping);
    if (!(traits->limit > 0))
        return status_make(STATUS_INPUT, "a constraint breaks at a force of %g; it must be above zero", traits->limit);
    TRY(refuse_traits(constraint_ops(b->last_kind), traits));
    BuildSet *set = &b->sets[b->last_kind];
    TRY(list_reserve(&set->strengths, 1));
    const BuildStrength strength = {.stiffness = strength_at(b, b->last_kind, set->strength.count - 1)->stiffness, .traits = *traits};
    give_strength(set, &strength);
    return status_ok();
}

Status model_add_face(ModelBuilder *b, const int32_t *vertices, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        TRY(builder_check_particle(b, vertices[i]));
    TRY(list_reserve(&b->face_vertex, (size_t)count));
    TRY(list_reserve(&b->face_start, 1));
    *(int32_t *)list_at(&b->face_start, b->face_start.count++) = (int32_t)b->face_vertex.count;
    memcpy(list_at(&b->face_vertex, b->face_vertex.count), vertices, (size_t)count * sizeof *vertices);
    b->face_vertex.count += (size_t)count;
    return status_ok();
}

Status model_add_line(ModelBuilder *b, int32_t from, int32_t to)
{
    TRY(builder_check_particle(b, from));
    TRY(builder_check_particle(b, to));
    TRY(list_reserve(&b->lines, 1));
    int32_t *line = list_at(&b->lines, b->lines.count++);
    line[0] = from;
    line[1] = to;
    return status_ok();
}

// ---- layout ----

// All pairs of vertices of each constraint, as order_rcm takes them; only counts them when pair is NULL.
static size_t collect_pairs(const ModelBuilder *b, int32_t *pair)
{
    size_t count = 0;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const int v = constraint_ops(kind)->vertices;
        if (!pair)
            count += constraint_count(b, kind) * (size_t)(v * (v - 1) / 2);
        for (size_t i = 0; pair && i < constraint_count(b, kind); i++)
            for (int j = 0; j < v; j++)
                for (int k = 0; k < j; k++, count++) {
                    pair[2 * count] = vertices_at(b, kind, i)[k];
                    pair[2 * count + 1] = vertices_at(b, kind, i)[j];
                }
    }
    return count;
}

// Sum of |i − j| over all pairs; number: [particles] new numbers, NULL: unchanged.
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
static Status order_by_rcm(const ModelBuilder *b, bool only_if_better, int32_t *number, int32_t *permutation, bool *taken)
{
    const int32_t n = model_builder_particles(b);
    const size_t  count = collect_pairs(b, NULL);
    int32_t      *pair = malloc((2 * count + 1) * sizeof *pair);
    if (!pair)
        return status_make(STATUS_MEMORY, "out of memory while %d particles were ordered", n);
    collect_pairs(b, pair);
    const Status status = order_rcm(n, pair, count, permutation);
    for (int32_t i = 0; i < n && status.code == STATUS_OK; i++)
        number[permutation[i]] = i;
    *taken = !only_if_better || (status.code == STATUS_OK && total_distance(pair, count, NULL) > 2 * total_distance(pair, count, number));
    free(pair);
    return status;
}

// Morton or nested dissection, which take positions; the latter also pairs.
static Status order_by_positions(const ModelBuilder *b, ParticleOrder order, int32_t *permutation)
{
    const int32_t n = model_builder_particles(b);
    const size_t  count = order == PARTICLE_ORDER_ND ? collect_pairs(b, NULL) : 0;
    int32_t      *pair = malloc((2 * count + 1) * sizeof *pair);
    double(*position)[3] = malloc((size_t)n * sizeof *position);
    Status status = status_make(STATUS_MEMORY, "out of memory while %d particles were ordered", n);
    if (pair && position) {
        for (int32_t i = 0; i < n; i++)
            memcpy(position[i], particle_at(b, i)->position, sizeof position[i]);
        if (order == PARTICLE_ORDER_ND)
            collect_pairs(b, pair);
        status = order == PARTICLE_ORDER_ND ? order_nested_dissection(n, (const double(*)[3])position, pair, count, permutation)
                                            : order_morton(n, (const double(*)[3])position, permutation);
    }
    free(pair);
    free(position);
    return status;
}

static Status order_particles(const ModelBuilder *b, ParticleOrder order, Arena *arena, Model *model)
{
    const int32_t n = model->particle_count;
    TRY(ARENA_NEW(arena, n, &model->user_of));
    TRY(ARENA_NEW(arena, n, &model->model_of));
    bool taken = order == PARTICLE_ORDER_MORTON || order == PARTICLE_ORDER_ND || order == PARTICLE_ORDER_RANDOM;
    if (order == PARTICLE_ORDER_RANDOM)
        order_random(n, model->user_of);
    if (order == PARTICLE_ORDER_MORTON || order == PARTICLE_ORDER_ND)
        TRY(order_by_positions(b, order, model->user_of));
    if (order == PARTICLE_ORDER_RCM || order == PARTICLE_ORDER_AUTO)
        TRY(order_by_rcm(b, order == PARTICLE_ORDER_AUTO, model->model_of, model->user_of, &taken));
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

// The columns of traits, each only if some constraint has it.
static Status layout_traits(const ModelBuilder *b, int kind, Arena *arena, ConstraintSet *set)
{
    const size_t n = constraint_count(b, kind);
    const List  *strengths = &b->sets[kind].strengths;
    bool         damped = false, breaks = false, unequal = false;
    for (size_t i = 0; i < strengths->count; i++) {
        const ConstraintTraits *t = &((const BuildStrength *)list_at(strengths, i))->traits;
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
    for (size_t i = 0; i < n && (damped || breaks || unequal); i++) {
        const ConstraintTraits *t = &strength_at(b, kind, i)->traits;
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
    const List          *strengths = &b->sets[kind].strengths;
    const BuildStrength *strength = (const void *)strengths->data;
    for (size_t i = 1; i < strengths->count; i++)
        if (strength[i].stiffness < strength[0].stiffness || strength[i].stiffness > strength[0].stiffness)
            return false;
    return true;
}

static void layout_strengths(const ModelBuilder *b, int kind, ConstraintSet *set)
{
    for (size_t i = 0; i < constraint_count(b, kind); i++) {
        const double stiffness = strength_at(b, kind, i)->stiffness;
        set->stiffness[set->one_stiffness ? 0 : i] = stiffness;
        set->compliance[i] = isinf(stiffness) ? 0 : (real)(1 / stiffness);
    }
}

static Status layout_set(const ModelBuilder *b, int kind, const Model *model, Arena *arena, ConstraintSet *set)
{
    const ConstraintOps *ops = constraint_ops(kind);
    const size_t         n = constraint_count(b, kind), v = (size_t)ops->vertices, params = (size_t)ops->params;
    *set = (ConstraintSet){.ops = ops, .count = (int32_t)n};
    if (v)
        TRY(ARENA_NEW(arena, n * v, &set->vertices));
    else
        TRY(build_groups_layout(&b->sets[kind].groups, model, arena, set));
    TRY(ARENA_NEW(arena, n * params, &set->rest));
    if (sizeof(real) < sizeof(double))
        TRY(ARENA_NEW(arena, n * params, &set->rest_low));
    TRY(ARENA_NEW(arena, n, &set->compliance));
    set->one_stiffness = has_one_stiffness(b, kind);
    TRY(ARENA_NEW(arena, set->one_stiffness ? 1 : n, &set->stiffness));
    TRY(ARENA_NEW(arena, n, &set->origin));
    const int32_t *vertices = (const void *)b->sets[kind].vertices.data;
    const double  *rest = (const void *)b->sets[kind].rest.data;
    for (size_t k = 0; k < n * v; k++)
        set->vertices[k] = model->model_of[vertices[k]];
    for (size_t i = 0; i < n; i++) {
        for (size_t p = 0; p < params; p++, rest++) {
            set->rest[p * n + i] = (real)*rest;
            if (set->rest_low)
                set->rest_low[p * n + i] = (float)(*rest - (double)set->rest[p * n + i]);
        }
        set->origin[i] = (int32_t)i;
    }
    layout_strengths(b, kind, set);
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

// A constraint among those with the same lowest vertex. Equal vertices have equal sums, which are compared first.
typedef struct Candidate {
    int32_t  constraint;
    uint32_t sum;
} Candidate;

typedef struct SetKey {
    int32_t vertices[CONSTRAINT_VERTICES_MAX]; // constraint_element_key
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

static Status compare_exactly(const ModelBuilder *b, int kind, const Candidate *some, int32_t count)
{
    const ConstraintOps *ops = constraint_ops(kind);
    SetKey              *keys = malloc(((size_t)count + 1) * sizeof *keys);
    if (!keys)
        return status_make(STATUS_MEMORY, "out of memory while %d constraints were checked", count);
    for (int32_t i = 0; i < count; i++) {
        keys[i].constraint = some[i].constraint;
        constraint_element_key(ops, vertices_at(b, kind, (size_t)some[i].constraint), keys[i].vertices);
    }
    qsort(keys, (size_t)count, sizeof *keys, compare_set_keys);
    Status status = status_ok();
    for (int32_t i = 1; i < count && status.code == STATUS_OK; i++)
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

// False: no two of them are on the same vertices.
static bool may_repeat(const Candidate *some, int32_t count)
{
    enum { FEW = 32 };
    if (count > FEW)
        return true;
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = 0; j < i; j++)
            if (some[i].sum == some[j].sum)
                return true;
    return false;
}

static Candidate candidate_of(const int32_t *vertices, int count, size_t constraint, int32_t *lowest)
{
    Candidate candidate = {.constraint = (int32_t)constraint};
    *lowest = vertices[0];
    for (int i = 0; i < count; i++) {
        candidate.sum += (uint32_t)vertices[i];
        *lowest = vertices[i] < *lowest ? vertices[i] : *lowest;
    }
    return candidate;
}

// Counting sort by lowest vertex, then within each bucket. start: [particles + 1], zero; some: [constraints].
static Status check_groups(const ModelBuilder *b, int kind, int32_t *start, Candidate *some)
{
    const int32_t particles = model_builder_particles(b);
    const int     v = constraint_ops(kind)->vertices;
    const size_t  n = constraint_count(b, kind);
    int32_t       lowest = 0;
    for (size_t i = 0; i < n; i++) {
        candidate_of(vertices_at(b, kind, i), v, i, &lowest);
        start[lowest + 1]++;
    }
    for (int32_t p = 0; p < particles; p++)
        start[p + 1] += start[p];
    for (size_t i = 0; i < n; i++) { // start[p] runs to the end of p's group
        const Candidate candidate = candidate_of(vertices_at(b, kind, i), v, i, &lowest);
        some[start[lowest]++] = candidate;
    }
    for (int32_t p = 0, begin = 0; p < particles; begin = start[p++])
        if (may_repeat(some + begin, start[p] - begin))
            TRY(compare_exactly(b, kind, some + begin, start[p] - begin));
    return status_ok();
}

static Status refuse_duplicates(const ModelBuilder *b, int kind)
{
    const size_t n = constraint_count(b, kind);
    if (constraint_ops(kind)->repeats)
        return status_ok();
    if (constraint_ops(kind)->vertices == 0)
        return build_groups_refuse_duplicates(&b->sets[kind].groups, constraint_ops(kind));
    if (n < 2)
        return status_ok();
    int32_t   *start = calloc((size_t)model_builder_particles(b) + 1, sizeof *start);
    Candidate *some = calloc(n, sizeof *some);
    Status     status = start && some ? check_groups(b, kind, start, some)
                                      : status_make(STATUS_MEMORY, "out of memory while %zu constraints were checked", n);
    free(start);
    free(some);
    return status;
}

// What breaks is in contact as it is drawn.
static Status layout_tears(const ModelBuilder *b, Arena *arena, Model *model)
{
    Model drawn = {0};
    bool  breaks = false;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        breaks |= model->sets[kind].limit != NULL;
    if (!breaks || !model->surface)
        return status_ok();
    TRY(model_draw(b, arena, &drawn));
    return contact_tears_layout(model, &drawn, arena);
}

static Status layout_tracked(const ModelBuilder *b, Arena *arena, Model *model)
{
    model->tracked_count = (int32_t)b->tracked.count;
    TRY(ARENA_NEW(arena, model->tracked_count, &model->tracked));
    for (int32_t i = 0; i < model->tracked_count; i++)
        model->tracked[i] = model->model_of[*(const int32_t *)list_at(&b->tracked, (size_t)i)];
    return status_ok();
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
    TRY(layout_tracked(b, arena, model));
    TRY(scripts_layout(&b->scripts, model->model_of, arena, &model->scripts));
    TRY(surface_loads_layout(&b->surface_loads, model->particle_count, model->model_of, arena, &model->surface_loads));
    TRY(build_contact_layout(b, arena, model));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        TRY(layout_set(b, kind, model, arena, &model->sets[kind]));
        model->constraint_count += model->sets[kind].count;
    }
    return layout_tears(b, arena, model);
}

Status state_init(const ModelBuilder *b, const Model *model, Arena *arena, State *state)
{
    TRY(state_alloc(model, arena, state));
    for (int32_t i = 0; i < model->particle_count; i++) {
        const BuildParticle *p = particle_at(b, model->user_of[i]);
        state->position[i].w = (real)model->inverse_mass[i];
        state_place(state, i, (double4){p->position[0] + p->beside[0], p->position[1] + p->beside[1], p->position[2] + p->beside[2], 0});
        if (!p->pinned)
            state->velocity[i] = (real4){(real)p->velocity[0], (real)p->velocity[1], (real)p->velocity[2], 0};
    }
    return status_ok();
}
