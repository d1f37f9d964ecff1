#include "measure/convergence.h"

#include <string.h>

#include "contact/contact_row.h"
#include "measure/private/quantity.h"

// ---- the objective ----

// ‖M(x−y) + g‖₂ over free particles.
static double residual_norm(const Convergence *c, const double4 *g)
{
    double sum = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        if (c->model->inverse_mass[i] <= 0)
            continue;
        double4 r = {g[i].x, g[i].y, g[i].z, 0};
        double4_add_to(&r, c->model->mass[i], double4_sub(c->x[i], c->y[i]));
        sum += double4_dot(r, r);
    }
    return sqrt(sum);
}

// Φ at c->x; leaves h² ∇E in c->gradient.
static double objective(Convergence *c, double *elastic)
{
    const int32_t n = c->model->particle_count;
    const double  h2 = c->h * c->h;
    memset(c->gradient, 0, (size_t)n * sizeof *c->gradient);
    *elastic = quantity_elastic(c->model, c->state, c->x, c->gradient);
    if (c->contacts)
        *elastic += contacts_energy(c->contacts, c->x, c->gradient);
    double sum = h2 * (*elastic + (c->contacts ? contacts_dissipation(c->contacts, c->x, c->gradient) : 0));
    for (int32_t i = 0; i < n; i++) {
        const double4 d = double4_sub(c->x[i], c->y[i]);
        sum += 0.5 * c->model->mass[i] * double4_dot(d, d);
        c->gradient[i] = double4_scale(h2, c->gradient[i]);
    }
    return sum;
}

// ---- damping ----

// A component of a constraint of a part.
typedef struct Component {
    const ConstraintSet *set;
    int32_t              i, count; // its particles
    const int32_t       *vertices;
    double               value, stiffness;
    const double4       *gradient;
} Component;

static Component component_of(const Part *part, int32_t i, int k)
{
    const ConstraintSet *set = part->set;
    Component out = {.set = set, .i = i, .value = part_value(part, i)[k], .stiffness = constraint_component_stiffness(set, i, k)};
    out.vertices = constraint_vertices(set, i, &out.count);
    out.gradient = part_gradient(part, i) + (size_t)k * (size_t)out.count;
    return out;
}

// Adds factor · ∇C.
static void add_gradient(const Component *p, double factor, double4 *sum)
{
    for (int32_t j = 0; j < p->count; j++)
        double4_add_to(&sum[p->vertices[j]], factor, p->gradient[j]);
}

// ∇C·(x−x_n), 0 where the constraint is not damped.
static double motion(const Convergence *c, const Component *p)
{
    double sum = 0;
    for (int32_t j = 0; j < p->count; j++)
        sum += double4_dot(p->gradient[j], double4_sub(c->x[p->vertices[j]], c->previous[p->vertices[j]]));
    return constraint_damped_motion(p->set, p->i, p->value, sum);
}

// The damping force times h²: h β (∇C·(x−x_n)). For an inequality it cancels at most the elastic force, so that the sum keeps its sign.
static double damping_of(const Convergence *c, const Component *p)
{
    const ConstraintSet *set = p->set;
    const double         force = c->h * set->damping[p->i] * motion(c, p), elastic = c->h * c->h * p->stiffness * p->value;
    return sense_is_feasible(constraint_sense(set, p->i), elastic + force) ? -elastic : force;
}

static void add_damping_of(const Convergence *c, const Part *part, int32_t i)
{
    for (int k = 0; k < part->set->ops->components; k++) {
        const Component p = component_of(part, i, k);
        add_gradient(&p, damping_of(c, &p), c->gradient);
    }
}

// Adds the force of damped constraints, times h².
static void add_damping(Convergence *c)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (Part part = {.set = set}; set->damping && part_next(&part, &c->parts, c->x);)
            for (int32_t i = part.begin; i < part.end; i++)
                if (constraint_is_damped(set, i) && !sense_is_feasible(constraint_sense(set, i), *part_value(&part, i)) &&
                    !quantity_is_broken(c->model, c->state, kind, i))
                    add_damping_of(c, &part, i);
    }
}

// ---- the start of a substep ----

// The point at which Φ is evaluated for a step that ends at `end`: with midpoint, halfway from x_n.
static double4 solved_for(const Convergence *c, double4 end, int32_t i)
{
    if (c->model->integrator != INTEGRATOR_MIDPOINT)
        return end;
    return (double4){(c->previous[i].x + end.x) / 2, (c->previous[i].y + end.y) / 2, (c->previous[i].z + end.z) / 2, end.w};
}

static double4 reference_of(const Convergence *c, int32_t i)
{
    return solved_for(c, double4_of(c->reference[c->model->user_of[i]]), i);
}

static double least_objective(Convergence *c)
{
    double elastic = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        c->x[i] = reference_of(c, i);
    }
    return objective(c, &elastic);
}

// Surface loads are evaluated at the start of a step, as in the solvers.
static void compute_loads(Convergence *c, const Start *start)
{
    const SurfaceLoads *loads = c->model->surface_loads;
    surface_loads_corners(loads, start->begin, start->position, start->velocity, 0, loads->triangle_count, c->load_corner);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        c->load[i] = surface_loads_at(loads, c->load_corner, i);
}

static ErrorNorm distance_to_reference(const Convergence *c, const double4 *x)
{
    ErrorNorm sum = {0};
    for (int32_t i = 0; i < c->model->particle_count; i++) {
        const double4 d = double4_sub(x[i], reference_of(c, i));
        sum.plain += double4_dot(d, d);
        if (c->model->inverse_mass[i] > 0)
            sum.weighted += c->model->mass[i] * double4_dot(d, d);
    }
    return (ErrorNorm){sqrt(sum.plain), sqrt(sum.weighted)};
}

// A distance within round-off of the positions is no scale for relative errors: a body in free fall starts at its solution.
static ErrorNorm distance_of_start(const Convergence *c)
{
    double          size = 0;
    const ErrorNorm start = distance_to_reference(c, c->y);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        size += double4_dot(c->y[i], c->y[i]);
    return start.plain > 16 * (double)REAL_EPSILON * sqrt(size) ? start : (ErrorNorm){NAN, NAN};
}

static void move_pins(Convergence *c, double time)
{
    ScriptWalk walk = script_walk(c->model, time, 0);
    int32_t    i;
    double4    position;
    while (script_next(&walk, c->model->particle_count, &i, &position))
        c->y[i] = solved_for(c, position, i);
}

static void begin(Observer *base, const Start *start)
{
    Convergence *c = (Convergence *)base;
    const Model *model = c->model;
    const double h = start->h;
    double       moved = 0, fallen = 0;
    c->h = h;
    c->substep = start->substep;
    c->contacts = start->contacts;
    if (c->load && c->substep == 0)
        compute_loads(c, start);
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double4 v = start->exact_velocity ? start->exact_velocity[i] : double4_from(start->velocity[i]);
        double4       x = start->exact_position ? start->exact_position[i] : double4_from(start->position[i]), f = model_force(model, i);
        const double *g = model->gravity, w = model->inverse_mass[i];
        if (start->remainder && !start->exact_position)
            double4_add_to(&x, 1, double4_from(start->remainder[i]));
        c->previous[i] = c->y[i] = x;
        if (c->load)
            double4_add_to(&f, 1, c->load[i]);
        if (w > 0) {
            const double4 a = {g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0};
            double4_add_to(&c->y[i], h, v);
            double4_add_to(&c->y[i], h * h, a);
            fallen += h * h * h * h * double4_dot(a, a);
            if (start->prediction)
                c->y[i] = double4_from(start->prediction[i]);
        }
        if (c->reference) {
            const double4 d = double4_sub(reference_of(c, i), x);
            moved += double4_dot(d, d);
        }
    }
    move_pins(c, start->end);
    c->reference_scale = sqrt(fmax(moved, fallen));
    if (c->reference)
        c->start = distance_of_start(c);
    if (c->reference && c->substep == 0 && !c->hard && !c->damped)
        c->objective_min = least_objective(c);
}

// ---- an iterate ----

static void measure_objective(Convergence *c, Metrics *m)
{
    const double value = objective(c, &m->elastic);
    if (c->hard)
        return;
    if (c->damped)
        add_damping(c);
    else
        m->objective = value;
    if (c->reference && c->substep == 0)
        m->gap = m->objective - c->objective_min; // NaN where there is no objective
    m->gradient = m->primal = residual_norm(c, c->gradient);
}

// C + α~λ + γ ∇C·(x−x_n) of a component. A hard constraint has infinite stiffness, hence α~ = γ = 0.
static double dual_residual(const Convergence *c, const Component *p, double lambda)
{
    const ConstraintSet *set = p->set;
    double               sum = p->value + lambda / (p->stiffness * c->h * c->h);
    if (constraint_is_damped(set, p->i))
        sum += set->damping[p->i] / (p->stiffness * c->h) * motion(c, p);
    return lambda == 0 && sense_is_feasible(constraint_sense(set, p->i), sum) ? 0 : sum;
}

// Adds −∇C λ and −tangential of contact i at its corners, and returns C + α~λ.
static double contact_residual(Convergence *c, ContactClass which, int32_t i)
{
    const ContactSet    *contact = &c->contacts->sets[which];
    const ConstraintSet *set = &contact->set;
    const ContactRow     row = contact_row(contact, which, i);
    const double         lambda = (double)contact->lambda[i], k = constraint_stiffness(set, i);
    const double4        tangential = double4_from(contact->tangential[i]);
    double               value;
    double4              slope[CONTACT_VERTICES_MAX];
    set->ops->energy->evaluate(set, i, i + 1, c->x, &value, slope);
    if (sense_is_feasible(set->sense[i], value) && lambda == 0)
        return 0;
    for (int j = 0; j < row.vertices; j++) {
        double4_add_to(&c->gradient[row.vertex[j]], -lambda, slope[j]);
        double4_add_to(&c->gradient[row.vertex[j]], -(double)row.weight[j], tangential);
    }
    return value + lambda / (k * c->h * c->h);
}

static double measure_contacts(Convergence *c)
{
    double dual = 0;
    for (int which = 0; c->contacts && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            const double h = contact_residual(c, (ContactClass)which, i);
            dual += h * h;
        }
    return dual;
}

static void measure_multipliers(Convergence *c, const Iterate *it, Metrics *m)
{
    double dual = 0;
    memset(c->gradient, 0, (size_t)c->model->particle_count * sizeof *c->gradient);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &c->model->sets[kind];
        for (Part part = {.set = set}; part_next(&part, &c->parts, c->x);)
            for (int32_t i = part.begin; i < part.end; i++)
                for (int k = 0; k < set->ops->components && !quantity_is_broken(c->model, c->state, kind, i); k++) {
                    const Component p = component_of(&part, i, k);
                    const double    lambda = iterate_multiplier(it, set, kind, i, k), h = dual_residual(c, &p, lambda);
                    dual += h * h;
                    add_gradient(&p, -lambda, c->gradient);
                }
    }
    dual += measure_contacts(c);
    m->primal = residual_norm(c, c->gradient);
    m->dual = sqrt(dual);
}

static void measure_motion(const Convergence *c, Metrics *m)
{
    Motions motions = {0};
    for (int32_t i = 0; i < c->model->particle_count; i++)
        if (c->model->inverse_mass[i] > 0)
            quantity_add_motion(c->model->mass[i], c->x[i], double4_scale(1 / c->h, double4_sub(c->x[i], c->previous[i])), &motions);
    m->kinetic = motions.kinetic;
    memcpy(m->momentum, motions.momentum, sizeof m->momentum);
    memcpy(m->angular, motions.angular, sizeof m->angular);
}

static void measure_error(const Convergence *c, Metrics *m)
{
    const ErrorNorm d = distance_to_reference(c, c->x);
    m->error = d.plain / c->reference_scale;
    m->error_of_start = d.plain / c->start.plain;
    m->weighted_error = d.weighted / c->start.weighted;
}

static Metrics no_metrics(void)
{
    return (Metrics){.objective = NAN,
                     .gap = NAN,
                     .gradient = NAN,
                     .primal = NAN,
                     .dual = NAN,
                     .error = NAN,
                     .error_of_start = NAN,
                     .weighted_error = NAN};
}

static void take_positions(Convergence *c, const Iterate *it)
{
    for (int32_t i = 0; i < c->model->particle_count; i++)
        c->x[i] = it->exact ? it->exact[i] : double4_from(it->position[i]);
}

const char *const CONVERGENCE_RESIDUALS[] = {[AIM_OBJECTIVE] = "gradient", [AIM_MULTIPLIERS] = "dual", [AIM_ERRORS] = "constraint_max"};

double convergence_residual(Convergence *c, const Iterate *it, SolverAim aim)
{
    Metrics m = no_metrics();
    take_positions(c, it);
    switch (aim) {
    case AIM_OBJECTIVE:
        measure_objective(c, &m);
        return m.gradient;
    case AIM_MULTIPLIERS:
        if (iterate_has_multipliers(it))
            measure_multipliers(c, it, &m);
        return m.dual;
    case AIM_ERRORS:
        break;
    }
    return quantity_constraint_error(c->model, c->state, c->x, &c->parts).max;
}

double convergence_last_residual(const Convergence *c, SolverAim aim)
{
    return aim == AIM_OBJECTIVE ? c->last.gradient : aim == AIM_MULTIPLIERS ? c->last.dual : c->last.constraint_max;
}

// Half of Σ m (√ε |x|)², ε of the solver's numbers.
static double round_off(const Convergence *c)
{
    double sum = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++)
        sum += 0.5 * c->model->mass[i] * (double)REAL_EPSILON * double4_dot(c->previous[i], c->previous[i]);
    return sum;
}

double convergence_objective_ratio(Convergence *c, const State *state)
{
    double elastic = 0;
    if (c->hard || c->damped)
        return NAN;
    for (int32_t i = 0; i < c->model->particle_count; i++)
        c->x[i] = c->model->inverse_mass[i] > 0 ? c->previous[i] : c->y[i];
    const double still = objective(c, &elastic);
    for (int32_t i = 0; i < c->model->particle_count; i++)
        c->x[i] = solved_for(c, state_position(state, i), i);
    const double end = objective(c, &elastic);
    return fmax(still, end) > round_off(c) ? end / still : (double)NAN;
}

static void iterate(Observer *base, const Iterate *it)
{
    Convergence *c = (Convergence *)base;
    Metrics      m = no_metrics();
    take_positions(c, it);
    const ConstraintError error = quantity_constraint_error(c->model, c->state, c->x, &c->parts);
    m.constraint_max = error.max;
    m.constraint_rms = error.rms;
    const ShapeErrors shape = shape_errors(&c->shape, c->state, c->x);
    m.volume_error = shape.volume;
    m.area_error = shape.area;
    m.bending_error = shape.bending;
    measure_objective(c, &m);
    if (iterate_has_multipliers(it))
        measure_multipliers(c, it, &m);
    if (c->reference && c->substep == 0 && c->reference_scale > 0)
        measure_error(c, &m);
    m.potential = quantity_potential(c->model, c->x);
    measure_motion(c, &m);
    c->last = m;
    c->row(c->user, it, &m);
}

// ---- construction ----

static bool has_damped(const Model *model)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count; i++)
            if (constraint_is_damped(&model->sets[kind], i) && !isinf(constraint_stiffness(&model->sets[kind], i)))
                return true;
    return false;
}

Status convergence_init(Convergence *c, const Model *model, Arena *arena,
                        void (*row)(void *user, const Iterate *iterate, const Metrics *metrics), void *user)
{
    int     kind = 0;
    int32_t origin = 0;
    *c = (Convergence){.base = {.begin = begin, .iterate = iterate}, .model = model, .row = row, .user = user};
    c->hard = model_has_hard(model, &kind, &origin);
    c->hard |= model->surface && isinf(model->surface->rules.stiffness);
    c->damped = has_damped(model);
    double4 **vectors[] = {&c->x, &c->previous, &c->y, &c->gradient};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, model->particle_count, vectors[i]));
    if (model->surface_loads) {
        TRY(ARENA_NEW(arena, model->particle_count, &c->load));
        TRY(ARENA_NEW(arena, 3 * (size_t)model->surface_loads->triangle_count, &c->load_corner));
    }
    TRY(shape_init(model, arena, &c->shape));
    return part_memory_init(model, true, arena, &c->parts);
}
