#include "measure/convergence.h"

#include <string.h>

#include "contact/contact_row.h"
#include "measure/private/quantity.h"

// ---- constraints ----

// Sums over the constraints of a range.
typedef struct RangeSum {
    ErrorSum error;
    double   elastic, dual; // E, and the squares of the dual residuals
} RangeSum;

// One iterate: a visit of all ranges. iterate: with multipliers; NULL: without.
typedef struct Visit {
    Convergence   *c;
    const Iterate *iterate;
} Visit;

// A component of a constraint.
typedef struct Component {
    const ConstraintSet *set;
    int32_t              i, count; // its particles
    const int32_t       *vertices;
    double               value, stiffness;
    const double4       *gradient;
} Component;

// Adds factor · ∇C.
static GNU_ALWAYS_INLINE void add_gradient(const Component *p, double factor, double4 *sum)
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

// The damping force: β (∇C·(x−x_n)) / h. For an inequality it cancels at most the elastic force, so that the sum keeps its sign.
static double damping_of(const Convergence *c, const Component *p)
{
    const ConstraintSet *set = p->set;
    const double         force = set->damping[p->i] * motion(c, p) / c->h, elastic = p->stiffness * p->value;
    return sense_is_feasible(constraint_sense(set, p->i), elastic + force) ? -elastic : force;
}

// C + α~λ + γ ∇C·(x−x_n) of a component. A hard constraint has infinite stiffness, hence α~ = γ = 0.
static GNU_ALWAYS_INLINE double dual_residual(const Convergence *c, const Component *p, double lambda)
{
    const ConstraintSet *set = p->set;
    double               sum = p->value + lambda / (p->stiffness * c->h * c->h);
    if (constraint_is_damped(set, p->i))
        sum += set->damping[p->i] / (p->stiffness * c->h) * motion(c, p);
    return lambda == 0 && sense_is_feasible(constraint_sense(set, p->i), sum) ? 0 : sum;
}

// The energy of a kind that has none of its own, its gradient, and the damping.
static GNU_ALWAYS_INLINE void add_energy(const Convergence *c, const Component *p, RangeSum *sum)
{
    if (!p->set->ops->energy->corners && !constraint_is_idle(p->set, p->i, p->value)) {
        sum->elastic += 0.5 * p->stiffness * p->value * p->value;
        add_gradient(p, p->stiffness * p->value, c->gradient);
    }
    if (c->damped && constraint_is_damped(p->set, p->i) && !sense_is_feasible(constraint_sense(p->set, p->i), p->value))
        add_gradient(p, damping_of(c, p), c->gradient);
}

static GNU_ALWAYS_INLINE void add_multiplier(const Visit *visit, const Component *p, int kind, int k, RangeSum *sum)
{
    const double lambda = iterate_multiplier(visit->iterate, p->set, kind, p->i, k), dual = dual_residual(visit->c, p, lambda);
    sum->dual += dual * dual;
    add_gradient(p, -lambda, visit->c->pull);
}

static GNU_ALWAYS_INLINE void add_constraint(const Visit *visit, const Part *part, int kind, int32_t i, int components, int vertices,
                                             RangeSum *sum)
{
    const ConstraintSet *set = part->set;
    const double        *value = part_value(part, i);
    Component            p = {.set = set, .i = i, .count = vertices, .gradient = part_gradient(part, i)};
    p.vertices = set->vertices + constraint_first(set, i);
    for (int k = 0; k < components; k++, p.gradient += vertices) {
        p.value = value[k];
        p.stiffness = constraint_component_stiffness(set, i, k);
        add_energy(visit->c, &p, sum);
        if (visit->iterate)
            add_multiplier(visit, &p, kind, k, sum);
    }
    if (!set->ops->balanced)
        quantity_add_error(set, i, value, &sum->error);
}

// vertices: a compile-time constant for the kinds of most scenes.
static GNU_ALWAYS_INLINE void add_part(const Visit *visit, const Part *part, int kind, int components, int vertices, RangeSum *sum)
{
    for (int32_t i = part->begin; i < part->end; i++)
        if (!quantity_is_broken(visit->c->model, visit->c->state, kind, i))
            add_constraint(visit, part, kind, i, components, vertices, sum);
}

static void add_any_part(const Visit *visit, const Part *part, int kind, RangeSum *sum)
{
    const int components = part->set->ops->components;
    const int vertices = constraint_first(part->set, part->begin + 1) - constraint_first(part->set, part->begin);
    if (components == 1 && vertices == 2)
        add_part(visit, part, kind, 1, 2, sum);
    else if (components == 2 && vertices == 4)
        add_part(visit, part, kind, 2, 4, sum);
    else
        add_part(visit, part, kind, components, vertices, sum);
}

static void visit_range(void *user, const TileRange *range, const PartMemory *memory)
{
    const Visit         *visit = user;
    const Convergence   *c = visit->c;
    const ConstraintSet *set = &c->model->sets[range->kind];
    RangeSum             sum = {0};
    for (Part part = {.set = set, .end = range->begin}; part_next_before(&part, range->end, memory, c->x);)
        add_any_part(visit, &part, range->kind, &sum);
    if (set->ops->energy->corners)
        sum.elastic = quantity_elastic_of(c->model, c->state, range, c->x, c->gradient);
    c->range_sum[range - c->tiles.ranges] = sum;
}

// ---- contacts ----

// Adds −∇C λ and −tangential of contact i at its corners, and returns C + α~λ.
static double contact_residual(const Convergence *c, ContactClass which, int32_t i)
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
        double4_add_to(&c->pull[row.vertex[j]], -lambda, slope[j]);
        double4_add_to(&c->pull[row.vertex[j]], -(double)row.weight[j], tangential);
    }
    return value + lambda / (k * c->h * c->h);
}

// By one thread.
static void add_contacts(Convergence *c, bool multipliers)
{
    ContactSum sum = {0};
    if (c->contacts) {
        sum.elastic = contacts_energy(c->contacts, c->x, c->gradient);
        sum.dissipation = contacts_dissipation(c->contacts, c->x, c->gradient);
    }
    for (int which = 0; c->contacts && multipliers && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            const double dual = contact_residual(c, (ContactClass)which, i);
            sum.dual += dual * dual;
        }
    c->contact_sum = sum;
}

// ---- particles ----

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

// Sums over particles. error, weighted: of the reference.
enum { OF_INERTIA, OF_GRADIENT, OF_PULL, OF_POTENTIAL, OF_KINETIC, OF_MOMENTUM, OF_ANGULAR = OF_MOMENTUM + 3, OF_ERROR = OF_ANGULAR + 3 };
enum { OF_WEIGHTED = OF_ERROR + 1, PARTICLE_SUMS };

// ‖M(x−y) + force‖².
static double residual2(double mass, double4 d, double4 force)
{
    double4_add_to(&force, mass, d);
    return double4_dot(force, force);
}

static void add_free(const Convergence *c, int32_t i, double4 d, double sums[PARTICLE_SUMS])
{
    const double  m = c->model->mass[i];
    const double4 x = c->x[i], v = double4_scale(1 / c->h, double4_sub(x, c->previous[i]));
    Motions       motions = {0};
    quantity_add_motion(m, x, v, &motions);
    sums[OF_GRADIENT] += residual2(m, d, double4_scale(c->h * c->h, c->gradient[i]));
    sums[OF_PULL] += residual2(m, d, c->pull[i]);
    sums[OF_POTENTIAL] += quantity_potential_of(c->model, i, x);
    sums[OF_KINETIC] += motions.kinetic;
    for (int k = 0; k < 3; k++) {
        sums[OF_MOMENTUM + k] += motions.momentum[k];
        sums[OF_ANGULAR + k] += motions.angular[k];
    }
}

static void add_distance(const Convergence *c, int32_t i, double4 x, double *plain, double *weighted)
{
    const double4 d = double4_sub(x, reference_of(c, i));
    *plain += double4_dot(d, d);
    *weighted += c->model->inverse_mass[i] > 0 ? c->model->mass[i] * double4_dot(d, d) : 0;
}

static void add_particles(const Convergence *c)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(&c->particles, &chunk, &end); chunk < end; chunk++) {
        double *out = team_sums_begin(&c->particles, chunk, &from, &to), sums[PARTICLE_SUMS] = {0};
        for (int32_t i = from; i < to; i++) {
            const double4 d = double4_sub(c->x[i], c->y[i]);
            sums[OF_INERTIA] += 0.5 * c->model->mass[i] * double4_dot(d, d);
            if (c->model->inverse_mass[i] > 0)
                add_free(c, i, d, sums);
            if (c->reference)
                add_distance(c, i, c->x[i], &sums[OF_ERROR], &sums[OF_WEIGHTED]);
        }
        memcpy(out, sums, sizeof sums);
    }
}

// ---- the sums of a configuration ----

// All threads, or outside a team. x is complete, and `gradient` and `pull` are 0. After a barrier, `range_sum`, `contact_sum` and the sums
// of particles are complete.
static void evaluate(Convergence *c, const Iterate *iterate)
{
    Visit visit = {c, iterate && iterate_has_multipliers(iterate) ? iterate : NULL};
    tiles_visit(&c->tiles, visit_range, &visit);
#pragma omp single
    add_contacts(c, visit.iterate);
    add_particles(c);
#pragma omp barrier
}

static RangeSum sum_of_ranges(const Convergence *c)
{
    RangeSum sum = {0};
    for (int32_t k = 0; k < c->tiles.count; k++) {
        const RangeSum *p = &c->range_sum[k];
        sum.error.max = fmax(sum.error.max, p->error.max);
        sum.error.squares += p->error.squares;
        sum.error.count += p->error.count;
        sum.elastic += p->elastic;
        sum.dual += p->dual;
    }
    return sum;
}

// Φ of the evaluated configuration.
static double objective(const Convergence *c, double elastic, double inertia)
{
    return c->h * c->h * (elastic + c->contact_sum.elastic + c->contact_sum.dissipation) + inertia;
}

// The thread's own particles: x = of(c, i), and no forces.
static void set_positions(Convergence *c, double4 (*of)(const Convergence *c, const void *from, int32_t i), const void *from)
{
    int32_t i, end;
    for (team_sums_range(&c->particles, &i, &end); i < end; i++) {
        c->x[i] = of(c, from, i);
        c->gradient[i] = c->pull[i] = (double4){0};
    }
#pragma omp barrier
}

// Φ at these positions.
static double objective_at(Convergence *c, double4 (*of)(const Convergence *c, const void *from, int32_t i), const void *from)
{
    double sums[PARTICLE_SUMS] = {0};
    set_positions(c, of, from);
    evaluate(c, NULL);
    team_sums_add(&c->particles, sums);
    return objective(c, sum_of_ranges(c).elastic, sums[OF_INERTIA]);
}

// ---- the start of a substep ----

static double4 at_reference(const Convergence *c, const void *from, int32_t i)
{
    (void)from;
    return reference_of(c, i);
}

// Surface loads are evaluated at the start of a step, as in the solvers.
static void compute_loads(Convergence *c, const Start *start)
{
    const SurfaceLoads *loads = c->model->surface_loads;
    int32_t             from, to;
    team_range(0, loads->triangle_count, &from, &to);
    surface_loads_corners(loads, start->begin, start->position, start->velocity, from, to, c->load_corner);
#pragma omp barrier
    TEAM_EACH (i, c->model->particle_count)
        c->load[i] = surface_loads_at(loads, c->load_corner, i);
#pragma omp barrier
}

// Sums over particles at the start. squares: ‖y‖².
enum { OF_MOVED, OF_FALLEN, OF_START, OF_START_WEIGHTED, OF_SQUARES, START_SUMS };
_Static_assert((int)START_SUMS <= (int)PARTICLE_SUMS, "both use the same partial sums");

// x_n and y of particle i, and its share of the scale of the error.
static void predict(Convergence *c, const Start *start, int32_t i, double sums[START_SUMS])
{
    const Model  *model = c->model;
    const double  h = c->h, w = model->inverse_mass[i], *g = model->gravity;
    const double4 v = start->exact_velocity ? start->exact_velocity[i] : double4_from(start->velocity[i]);
    double4       x = start->exact_position ? start->exact_position[i] : double4_from(start->position[i]), f = model_force(model, i);
    if (start->remainder && !start->exact_position)
        double4_add_to(&x, 1, double4_from(start->remainder[i]));
    c->previous[i] = c->y[i] = x;
    if (c->load)
        double4_add_to(&f, 1, c->load[i]);
    if (w > 0) {
        const double4 a = {g[0] + w * f.x, g[1] + w * f.y, g[2] + w * f.z, 0};
        double4_add_to(&c->y[i], h, v);
        double4_add_to(&c->y[i], h * h, a);
        sums[OF_FALLEN] += h * h * h * h * double4_dot(a, a);
        if (start->prediction)
            c->y[i] = double4_from(start->prediction[i]);
    }
    if (c->reference) {
        const double4 d = double4_sub(reference_of(c, i), x);
        sums[OF_MOVED] += double4_dot(d, d);
    }
}

static void move_pins(Convergence *c, double time, int32_t from, int32_t to)
{
    ScriptWalk walk = script_walk(c->model, time, from);
    int32_t    i;
    double4    position;
    while (script_next(&walk, to, &i, &position))
        c->y[i] = solved_for(c, position, i);
}

static void start_chunk(Convergence *c, const Start *start, int32_t chunk)
{
    int32_t from, to;
    double *sums = team_sums_begin(&c->particles, chunk, &from, &to);
    for (int32_t i = from; i < to; i++)
        predict(c, start, i, sums);
    move_pins(c, start->end, from, to);
    for (int32_t i = from; i < to && c->reference; i++) {
        add_distance(c, i, c->y[i], &sums[OF_START], &sums[OF_START_WEIGHTED]);
        sums[OF_SQUARES] += double4_dot(c->y[i], c->y[i]);
    }
}

// A distance within round-off of the positions is no scale for relative errors: a body in free fall starts at its solution.
static ErrorNorm distance_of_start(const double sums[START_SUMS])
{
    const ErrorNorm start = {sqrt(sums[OF_START]), sqrt(sums[OF_START_WEIGHTED])};
    return start.plain > 16 * (double)REAL_EPSILON * sqrt(sums[OF_SQUARES]) ? start : (ErrorNorm){NAN, NAN};
}

static void begin(Observer *base, const Start *start)
{
    Convergence *c = (Convergence *)base;
    double       sums[PARTICLE_SUMS] = {0};
    int32_t      chunk, end;
#pragma omp single
    {
        c->h = start->h;
        c->substep = start->substep;
        c->contacts = start->contacts;
    }
    if (c->load && c->substep == 0)
        compute_loads(c, start);
    for (team_sums_share(&c->particles, &chunk, &end); chunk < end; chunk++)
        start_chunk(c, start, chunk);
    team_sums_total(&c->particles, sums);
    const bool   has_min = c->reference && c->substep == 0 && !c->hard && !c->damped;
    const double min = has_min ? objective_at(c, at_reference, NULL) : 0;
#pragma omp single
    {
        c->reference_scale = sqrt(fmax(sums[OF_MOVED], sums[OF_FALLEN]));
        if (c->reference)
            c->start = distance_of_start(sums);
        if (has_min)
            c->objective_min = min;
    }
}

// ---- an iterate ----

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

static double4 position_of(const Convergence *c, const void *from, int32_t i)
{
    const Iterate *it = from;
    (void)c;
    return it->exact ? it->exact[i] : double4_from(it->position[i]);
}

static void find_residuals(const Convergence *c, const Iterate *it, const RangeSum *constraints, const double sums[PARTICLE_SUMS],
                           Metrics *m)
{
    if (!c->hard && !c->damped)
        m->objective = objective(c, constraints->elastic, sums[OF_INERTIA]);
    if (!c->hard)
        m->gradient = m->primal = sqrt(sums[OF_GRADIENT]);
    if (!c->hard && c->reference && c->substep == 0)
        m->gap = m->objective - c->objective_min; // NaN where there is no objective
    if (iterate_has_multipliers(it)) {
        m->primal = sqrt(sums[OF_PULL]);
        m->dual = sqrt(constraints->dual + c->contact_sum.dual);
    }
}

static void find_errors(const Convergence *c, const double sums[PARTICLE_SUMS], Metrics *m)
{
    if (!c->reference || c->substep != 0 || !(c->reference_scale > 0))
        return;
    m->error = sqrt(sums[OF_ERROR]) / c->reference_scale;
    m->error_of_start = sqrt(sums[OF_ERROR]) / c->start.plain;
    m->weighted_error = sqrt(sums[OF_WEIGHTED]) / c->start.weighted;
}

// All metrics but those of the shape. All threads get the same values.
static Metrics measure(Convergence *c, const Iterate *it)
{
    Metrics m = no_metrics();
    double  sums[PARTICLE_SUMS] = {0};
    set_positions(c, position_of, it);
    evaluate(c, it);
    const RangeSum constraints = sum_of_ranges(c);
    team_sums_add(&c->particles, sums);
    m.constraint_max = constraints.error.max;
    m.constraint_rms = constraints.error.count ? sqrt(constraints.error.squares / constraints.error.count) : 0;
    m.elastic = constraints.elastic + c->contact_sum.elastic;
    m.potential = sums[OF_POTENTIAL];
    m.kinetic = sums[OF_KINETIC];
    memcpy(m.momentum, &sums[OF_MOMENTUM], sizeof m.momentum);
    memcpy(m.angular, &sums[OF_ANGULAR], sizeof m.angular);
    find_residuals(c, it, &constraints, sums, &m);
    find_errors(c, sums, &m);
    return m;
}

const char *const CONVERGENCE_RESIDUALS[] = {[AIM_OBJECTIVE] = "gradient", [AIM_MULTIPLIERS] = "dual", [AIM_ERRORS] = "constraint_max"};

static double residual_of(const Metrics *m, SolverAim aim)
{
    return aim == AIM_OBJECTIVE ? m->gradient : aim == AIM_MULTIPLIERS ? m->dual : m->constraint_max;
}

double convergence_residual(Convergence *c, const Iterate *it, SolverAim aim)
{
    const Metrics m = measure(c, it);
    return residual_of(&m, aim);
}

double convergence_last_residual(const Convergence *c, SolverAim aim)
{
    return residual_of(&c->last, aim);
}

static void iterate(Observer *base, const Iterate *it)
{
    Convergence      *c = (Convergence *)base;
    Metrics           m = measure(c, it);
    const ShapeErrors shape = shape_errors(&c->shape, c->state, c->x);
    m.volume_error = shape.volume;
    m.area_error = shape.area;
    m.bending_error = shape.bending;
#pragma omp single
    {
        c->last = m;
        c->row(c->user, it, &m);
    }
}

// ---- Φ at the end of a step ----

// Half of Σ m (√ε |x|)², ε of the solver's numbers.
static double round_off(const Convergence *c)
{
    double sum = 0;
    for (int32_t i = 0; i < c->model->particle_count; i++)
        sum += 0.5 * c->model->mass[i] * (double)REAL_EPSILON * double4_dot(c->previous[i], c->previous[i]);
    return sum;
}

static double4 at_rest(const Convergence *c, const void *from, int32_t i)
{
    (void)from;
    return c->model->inverse_mass[i] > 0 ? c->previous[i] : c->y[i];
}

static double4 at_end(const Convergence *c, const void *from, int32_t i)
{
    return solved_for(c, state_position(from, i), i);
}

double convergence_objective_ratio(Convergence *c, const State *state)
{
    double still = 0, end = 0;
    if (c->hard || c->damped)
        return NAN;
#pragma omp parallel num_threads(c->base.threads) default(none) shared(c, state, still, end)
    {
        const double of_still = objective_at(c, at_rest, NULL), of_end = objective_at(c, at_end, state);
#pragma omp single
        still = of_still, end = of_end;
    }
    return fmax(still, end) > round_off(c) ? end / still : (double)NAN;
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
    *c = (Convergence){.base = {.begin = begin, .iterate = iterate, .threads = 1}, .model = model, .row = row, .user = user};
    c->hard = model_has_hard(model, &kind, &origin);
    c->hard |= model->surface && isinf(model->surface->rules.stiffness);
    c->damped = has_damped(model);
    double4 **vectors[] = {&c->x, &c->previous, &c->y, &c->gradient, &c->pull};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, model->particle_count, vectors[i]));
    if (model->surface_loads) {
        TRY(ARENA_NEW(arena, model->particle_count, &c->load));
        TRY(ARENA_NEW(arena, 3 * (size_t)model->surface_loads->triangle_count, &c->load_corner));
    }
    TRY(shape_init(model, arena, &c->shape));
    TRY(team_sums_init(model->particle_count, PARTICLE_SUMS, arena, &c->particles));
    TRY(tiles_init(model, arena, &c->tiles));
    return ARENA_NEW(arena, c->tiles.count, &c->range_sum);
}
