#include "measure/loads.h"

#include <stdarg.h>
#include <stdio.h>

#include "contact/contact_row.h"
#include "measure/private/quantity.h"

typedef struct Loads {
    const Model  *model;
    const State  *state;
    const Solver *solver;
    double        h;
    bool          multipliers; // known, and used for soft constraints, too
    double4      *x;           // [particles]
    double4      *force;       // [particles] of constraints and contacts
    double4      *collider;    // [colliders]
    double4      *body;        // [bodies]
    double4      *support;     // [bodies]
    int32_t      *supports;    // [bodies] their number
    PartMemory    parts;       // with gradients
    Load          load;
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
    TRY(ARENA_NEW(arena, l->model->body_count, &l->support));
    TRY(ARENA_NEW(arena, l->model->body_count, &l->supports));
    return part_memory_init(l->model, true, arena, &l->parts);
}

// ---- constraints ----

static bool is_support(const ConstraintSet *set)
{
    return set->ops->element == ELEMENT_POINT;
}

static void add_to_support(Loads *l, const ConstraintSet *set, int32_t vertex, double factor, double4 slope)
{
    if (is_support(set))
        double4_add_to(&l->support[model_body(l->model, vertex)], -factor, slope);
}

static void add_force(Loads *l, const ConstraintSet *set, int32_t vertex, double factor, double4 slope)
{
    double4_add_to(&l->force[vertex], factor, slope);
    add_to_support(l, set, vertex, factor, slope);
}

// −β Ċ of a component: damping of an inequality cancels at most its elastic force (convergence.c).
static double of_damping(const Loads *l, const ConstraintSet *set, int32_t i, double value, const double4 *slope)
{
    const double   elastic = constraint_stiffness(set, i) * value;
    double         moved = 0;
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        moved += l->h * double4_dot(slope[j], double4_from(l->state->velocity[vertices[j]]));
    const double force = set->damping[i] * constraint_damped_motion(set, i, value, moved) / l->h;
    return sense_is_feasible(constraint_sense(set, i), elastic + force) ? elastic : -force;
}

// The forces that the energy of all constraints does not give: damping, for solvers without multipliers; and the force on each support.
static void add_other_forces(Loads *l, const ConstraintSet *set, int32_t i, double value, const double4 *slope)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    if (constraint_is_idle(set, i, value))
        return;
    const double elastic = -constraint_stiffness(set, i) * value,
                 damping = constraint_is_damped(set, i) ? of_damping(l, set, i, value, slope) : 0;
    for (int32_t j = 0; j < count; j++) {
        add_to_support(l, set, vertices[j], elastic, slope[j]);
        add_force(l, set, vertices[j], damping, slope[j]);
    }
}

static void add_multiplier(Loads *l, const ConstraintSet *set, int32_t i, double lambda, const double4 *slope)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        add_force(l, set, vertices[j], lambda / (l->h * l->h), slope[j]);
}

static void add_constraint(Loads *l, const Part *part, int kind, int32_t i)
{
    const ConstraintSet *set = part->set;
    int32_t              count;
    const double4       *slope = part_gradient(part, i);
    (void)constraint_vertices(set, i, &count);
    const bool known = l->solver->ops->multiplier && (l->multipliers || isinf(constraint_stiffness(set, i)));
    for (int c = 0; c < set->ops->components; c++, slope += count)
        if (known)
            add_multiplier(l, set, i, l->solver->ops->multiplier(l->solver, kind, i, c), slope);
        else
            add_other_forces(l, set, i, part_value(part, i)[c], slope);
}

// Marks the force of a constraint as unknown. If the constraint reaches no pin, its force cancels in all sums.
static void spoil(Loads *l, const ConstraintSet *set, int32_t i)
{
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count && quantity_is_outside(l->model, set, i); j++)
        add_force(l, set, vertices[j], 1, (double4){NAN, NAN, NAN, 0});
}

// Without multipliers, a solver that does not use the scene's stiffnesses has unknown forces, and so has a hard constraint.
static bool is_unknown(const Loads *l, const ConstraintSet *set, int32_t i)
{
    return !l->solver->ops->multiplier && (l->solver->ops->aim == AIM_ERRORS || isinf(constraint_stiffness(set, i)));
}

static void add_set(Loads *l, int kind)
{
    const ConstraintSet *set = &l->model->sets[kind];
    const bool           known = l->solver->ops->multiplier, one_by_one = known || set->damping || is_support(set);
    for (int32_t i = 0; i < set->count; i++) {
        if (is_support(set))
            l->supports[model_body(l->model, set->vertices[i])]++;
        if (is_unknown(l, set, i) && !quantity_is_broken(l->model, l->state, kind, i))
            spoil(l, set, i);
    }
    for (Part part = {.set = set}; one_by_one && part_next(&part, &l->parts, l->x);)
        for (int32_t i = part.begin; i < part.end; i++)
            if (!is_unknown(l, set, i) && !quantity_is_broken(l->model, l->state, kind, i))
                add_constraint(l, &part, kind, i);
}

static void add_constraints(Loads *l)
{
    if (!l->multipliers) {
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
    const double4    sum = double4_scale(1 / (l->h * l->h), double4_sub(push, double4_scale(-1, double4_from(contact->tangential[i]))));
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

// ---- pins and supports ----

GNU_PRINTF(3, 4) static Status tell(const Loads *l, double4 force, const char *format, ...)
{
    char    carrier[LOAD_CARRIER_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(carrier, sizeof carrier, format, arguments);
    va_end(arguments);
    Load load = l->load;
    load.carrier = carrier;
    load.force[0] = force.x, load.force[1] = force.y, load.force[2] = force.z;
    return l->each(l->user, &load);
}

// Reports the pins of a body without a script, or of a script: the other argument is −1.
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
    if (!pins)
        return status_ok();
    return script < 0 ? tell(l, sum, "pins of body %d", body) : tell(l, sum, "pins of script %d", script);
}

static Status tell_all(const Loads *l)
{
    const Model *model = l->model;
    for (int32_t c = 0; c < collider_count(model); c++)
        TRY(tell(l, l->collider[c], "collider %s", model->colliders->list[c].name));
    for (int32_t b = 0; b < model->body_count && model->body_count > 1 && model->surface; b++)
        TRY(tell(l, l->body[b], "body %d", b));
    for (int32_t b = 0; b < model->body_count; b++)
        TRY(tell_pins(l, b, -1));
    for (int32_t s = 0; model->scripts && s < model->scripts->script_count; s++)
        TRY(tell_pins(l, -1, s));
    for (int32_t b = 0; b < model->body_count; b++)
        if (l->supports[b])
            TRY(tell(l, l->support[b], "supports of body %d", b));
    return status_ok();
}

// ---- the way in ----

static Loads loads_of(const LoadsOf *of)
{
    return (Loads){.model = of->model,
                   .state = of->state,
                   .solver = of->solver,
                   .h = of->h,
                   .multipliers = of->solver->ops->multiplier && !of->energies};
}

static Status begin(Loads *l, Arena *arena)
{
    TRY(allocate(l, arena));
    for (int32_t i = 0; i < l->model->particle_count; i++)
        l->x[i] = state_position(l->state, i);
    add_constraints(l);
    return status_ok();
}

Status loads_measure(const LoadsOf *of, int64_t step, double time_s, Status (*each)(void *user, const Load *load), void *user)
{
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    Loads                            l = loads_of(of);
    l.each = each;
    l.user = user;
    l.load = (Load){.step = step, .time_s = time_s};
    TRY(begin(&l, &arena));
    add_contacts(&l, of->contacts);
    return tell_all(&l);
}

// Moves the sum over free particles from `force` to `out`.
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
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    Loads                            l = loads_of(of);
    TRY(begin(&l, &arena));
    take_sum(&l, pins);
    add_contacts(&l, of->contacts);
    take_sum(&l, contacts);
    return status_ok();
}

Status loads_forces(const LoadsOf *of, Arena *arena, double4 **out)
{
    Loads l = loads_of(of);
    TRY(begin(&l, arena));
    add_contacts(&l, of->contacts);
    *out = l.force;
    return status_ok();
}
