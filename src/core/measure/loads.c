#include "measure/loads.h"

#include <stdio.h>

#include "measure/private/quantity.h"
#include "step/contact_row.h"

typedef struct Loads {
    const Model  *model;
    const State  *state;
    const Solver *solver;
    double        h;
    double4      *x;        // [particles]
    double4      *force;    // [particles] of constraints and contacts
    double4      *collider; // [colliders]
    double4      *body;     // [bodies]
    double       *value;    // [largest set]
    double4      *slope;    // [largest set] gradients
    Status (*each)(void *user, const Load *load);
    void *user;
} Loads;

static int32_t collider_count(const Model *model)
{
    return model->colliders ? model->colliders->count : 0;
}

static Status allocate(Loads *l, Arena *arena)
{
    const int32_t n = l->model->particle_count;
    TRY(ARENA_NEW(arena, n, &l->x));
    TRY(ARENA_NEW(arena, n, &l->force));
    TRY(ARENA_NEW(arena, collider_count(l->model), &l->collider));
    TRY(ARENA_NEW(arena, l->model->body_count, &l->body));
    TRY(ARENA_NEW(arena, quantity_largest_set(l->model), &l->value));
    return ARENA_NEW(arena, quantity_largest_gradients(l->model), &l->slope);
}

// ---- constraints ----

// λ ∇C / h² of the components of constraint i.
static void add_multipliers(Loads *l, const ConstraintSet *set, int kind, int32_t i)
{
    const int      components = set->ops->components;
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    const double4 *slope = l->slope + (size_t)constraint_first(set, i) * (size_t)components;
    for (int c = 0; c < components; c++)
        for (int32_t j = 0; j < count; j++)
            double4_add_to(&l->force[vertices[j]], l->solver->ops->multiplier(l->solver, kind, i, c) / (l->h * l->h),
                           slope[(size_t)c * (size_t)count + (size_t)j]);
}

// −β Ċ ∇C of constraint i: a bound takes away at most what its stiffness does (convergence.c).
static void add_damping(Loads *l, const ConstraintSet *set, int32_t i)
{
    const int      components = set->ops->components;
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    const double4 *slope = l->slope + (size_t)constraint_first(set, i) * (size_t)components;
    for (int c = 0; c < components; c++, slope += count) {
        const double value = l->value[i * components + c], elastic = constraint_stiffness(set, i) * value;
        double       moved = 0;
        for (int32_t j = 0; j < count; j++)
            moved += l->h * double4_dot(slope[j], double4_from(l->state->velocity[vertices[j]]));
        const double force = set->damping[i] * constraint_damped_motion(set, i, value, moved) / l->h;
        const double kept = sense_is_feasible(constraint_sense(set, i), elastic + force) ? -elastic : force;
        for (int32_t j = 0; j < count && !sense_is_feasible(constraint_sense(set, i), value); j++)
            double4_add_to(&l->force[vertices[j]], -kept, slope[j]);
    }
}

static void spoil(Loads *l, const ConstraintSet *set, int32_t i)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        l->force[vertices[j]] = (double4){NAN, NAN, NAN, 0};
}

static void add_set(Loads *l, int kind)
{
    const ConstraintSet *set = &l->model->sets[kind];
    const bool           known = l->solver->ops->multiplier;
    if (known || set->damping)
        constraint_evaluate(set, 0, set->count, l->x, l->value, l->slope);
    for (int32_t i = 0; i < set->count; i++) {
        if (quantity_is_broken(l->model, l->state, kind, i))
            continue;
        if (known)
            add_multipliers(l, set, kind, i);
        else if (l->solver->ops->aim == AIM_ERRORS || isinf(constraint_stiffness(set, i)))
            spoil(l, set, i);
        else if (constraint_is_damped(set, i))
            add_damping(l, set, i);
    }
}

static void add_constraints(Loads *l)
{
    if (!l->solver->ops->multiplier) {
        quantity_elastic(l->model, l->state, l->x, l->force);
        for (int32_t i = 0; i < l->model->particle_count; i++)
            l->force[i] = double4_scale(-1, l->force[i]);
    }
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        add_set(l, kind);
}

// ---- contacts ----

static void add_contact(Loads *l, const ContactSet *contact, ContactClass which, int32_t i)
{
    const ContactRow row = contact_row(contact, which, i);
    const double4    push = double4_scale((double)contact->lambda[i], double4_from(row.normal));
    const double4    sum = double4_scale(1 / (l->h * l->h), double4_sub(push, double4_scale(-1, double4_from(contact->slide[i]))));
    for (int j = 0; j < row.vertices; j++) {
        double4_add_to(&l->force[row.vertex[j]], (double)row.weight[j], sum);
        if (which != CONTACT_POINT)
            double4_add_to(&l->body[model_body(l->model, row.vertex[j])], (double)row.weight[j], sum);
    }
    const int32_t colliders = collider_count(l->model);
    if (which == CONTACT_POINT && colliders > 0)
        double4_add_to(&l->collider[contact->element[i] % colliders], -1, sum);
}

static void add_contacts(Loads *l, const Contacts *contacts)
{
    for (int which = 0; contacts && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < contacts->sets[which].set.count; i++)
            add_contact(l, &contacts->sets[which], (ContactClass)which, i);
}

// ---- what carries them ----

static Status tell(const Loads *l, const char *on, const char *name, double4 force)
{
    return l->each(l->user, &(Load){.on = on, .name = name, .force = {force.x, force.y, force.z}});
}

// Of a body without a script, or of a script: the other is −1.
static Status tell_pins(const Loads *l, int32_t body, int32_t script)
{
    const Model *model = l->model;
    double4      sum = {0};
    int32_t      pins = 0, pin = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        while (model->scripts && pin < model->scripts->pin_count && model->scripts->pins[pin].particle < i)
            pin++;
        const bool    scripted = model->scripts && pin < model->scripts->pin_count && model->scripts->pins[pin].particle == i;
        const int32_t of = scripted ? model->scripts->pins[pin].script : -1;
        if (model->inverse_mass[i] > 0 || of != script || (script < 0 && model_body(model, i) != body))
            continue;
        double4_add_to(&sum, 1, l->force[i]);
        pins++;
    }
    char name[16];
    snprintf(name, sizeof name, "%d", script < 0 ? body : script);
    return pins ? tell(l, script < 0 ? "pins of body" : "pins of script", name, sum) : status_ok();
}

static Status tell_all(const Loads *l)
{
    const Model *model = l->model;
    char         name[16];
    for (int32_t c = 0; c < collider_count(model); c++)
        TRY(tell(l, "collider", model->colliders->list[c].name, l->collider[c]));
    for (int32_t b = 0; b < model->body_count && model->body_count > 1 && model->surface; b++) {
        snprintf(name, sizeof name, "%d", b);
        TRY(tell(l, "body", name, l->body[b]));
    }
    for (int32_t b = 0; b < model->body_count; b++)
        TRY(tell_pins(l, b, -1));
    for (int32_t s = 0; model->scripts && s < model->scripts->script_count; s++)
        TRY(tell_pins(l, -1, s));
    return status_ok();
}

// ---- the way in ----

static Status begin(Loads *l, Arena *arena)
{
    TRY(allocate(l, arena));
    for (int32_t i = 0; i < l->model->particle_count; i++)
        l->x[i] = state_position(l->state, i);
    add_constraints(l);
    return status_ok();
}

Status loads_measure(const LoadsOf *of, Status (*each)(void *user, const Load *load), void *user)
{
    Arena  arena = arena_init(0);
    Loads  l = {.model = of->model, .state = of->state, .solver = of->solver, .h = of->h, .each = each, .user = user};
    Status status = begin(&l, &arena);
    if (status.code == STATUS_OK) {
        add_contacts(&l, of->contacts);
        status = tell_all(&l);
    }
    arena_destroy(&arena);
    return status;
}

// Takes the sum over free particles out of `force`.
static void take_sum(Loads *l, double out[3])
{
    double4 sum = {0};
    for (int32_t i = 0; i < l->model->particle_count; i++) {
        if (l->model->inverse_mass[i] > 0)
            double4_add_to(&sum, 1, l->force[i]);
        l->force[i] = (double4){0};
    }
    out[0] = sum.x, out[1] = sum.y, out[2] = sum.z;
}

Status loads_sum(const LoadsOf *of, double pins[3], double contacts[3])
{
    Arena  arena = arena_init(0);
    Loads  l = {.model = of->model, .state = of->state, .solver = of->solver, .h = of->h};
    Status status = begin(&l, &arena);
    if (status.code == STATUS_OK) {
        take_sum(&l, pins);
        add_contacts(&l, of->contacts);
        take_sum(&l, contacts);
    }
    arena_destroy(&arena);
    return status;
}
