#include "step/objective.h"

#include "contact/contact_friction.h"
#include "step/team.h"

enum { RUN = 32, VERTICES = CONSTRAINT_VERTICES_MAX, COMPONENTS = CONSTRAINT_COMPONENTS_MAX };
enum { OF_INERTIA, OF_SPRINGS, OF_PARTICLES }; // sums of particles
enum { OF_SLOPE, OF_CHANGE, OF_JUDGED };       // sums of judged

// ---- set-up ----

// Entries of a kind in the sums of constraints: packs of springs for Φ alone; none for springs that particles sum.
static int32_t entries(const Objective *o, int kind)
{
    const ConstraintSet *set = &o->model->sets[kind];
    return exact_springs_take(set) ? o->pairs[kind].count : set->count;
}

// Constraints and contacts; a group is a chunk by itself.
static Status init_sums(Objective *o, Arena *arena)
{
    const Model *model = o->model;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(team_sums_init_chunks(entries(o, kind), model->sets[kind].groups ? 1 : RUN, 1, arena, &o->constraints[kind]));
    for (int which = 0; o->contacts && which < CONTACT_CLASSES; which++)
        TRY(team_sums_init_chunks(o->contacts->sets[which].room, RUN, 1, arena, &o->touching[which]));
    TRY(team_sums_init(model->particle_count, OF_JUDGED, arena, &o->judged));
    return team_sums_init(model->particle_count, OF_PARTICLES, arena, &o->particles);
}

// Springs of one kind, stored particle by particle if a gradient is needed.
static Status init_springs(Objective *o, int kind, bool gradient, Arena *arena)
{
    const ConstraintSet *set = &o->model->sets[kind];
    if (set->count == 0 || !exact_springs_take(set))
        return status_ok();
    return gradient ? exact_springs_init(o->model, kind, arena, &o->springs[o->spring_kinds++])
                    : exact_pairs_init(set, arena, &o->pairs[kind]);
}

Status objective_init(const Model *model, const Contacts *contacts, double h, bool gradient, Arena *arena, Objective *out)
{
    bool slotted[CONSTRAINT_KINDS];
    *out = (Objective){.model = model, .contacts = contacts, .h2 = h * h};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        slotted[kind] = !exact_springs_take(&model->sets[kind]);
        TRY(init_springs(out, kind, gradient, arena));
    }
    TRY(init_sums(out, arena));
    if (!gradient)
        return status_ok();
    TRY(incidence_of_corners(model, slotted, arena, &out->incidence));
    TRY(ARENA_NEW(arena, out->incidence.offset[CONSTRAINT_KINDS], &out->slot));
    return contacts ? ARENA_NEW(arena, contacts->slot_room, &out->contact_slot) : status_ok();
}

// ---- constraints ----

static double acting_stiffness(const ConstraintSet *set, int32_t i, int c, double value)
{
    return constraint_is_idle(set, i, value) ? 0 : constraint_component_stiffness(set, i, c);
}

// A kind with one component, including groups: its gradients are scaled in place. Returns Σ ½ k C². slot: NULL: no gradient.
static double run_single(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *slot)
{
    double value[RUN], sum = 0;
    set->ops->energy->evaluate(set, begin, end, x, value, slot);
    for (int32_t i = begin; i < end; i++) {
        const double  c = value[i - begin], force = acting_stiffness(set, i, 0, c) * c;
        const int32_t count = slot ? constraint_first(set, i + 1) - constraint_first(set, i) : 0;
        sum += 0.5 * force * c;
        for (int32_t j = 0; j < count; j++)
            slot[j] = double4_scale(force, slot[j]);
        slot = slot ? slot + count : NULL;
    }
    return sum;
}

static double run_components(const ConstraintSet *set, int32_t begin, int32_t end, const double4 *x, double4 *slot)
{
    const int v = set->ops->vertices;
    double    value[COMPONENTS], sum = 0;
    double4   gradient[COMPONENTS * VERTICES] = {{0}};
    for (int32_t i = begin; i < end; i++) {
        double4 *own = slot ? slot + (size_t)v * (size_t)(i - begin) : NULL;
        set->ops->energy->evaluate(set, i, i + 1, x, value, own ? gradient : NULL);
        for (int j = 0; own && j < v; j++)
            own[j] = (double4){0};
        for (int c = 0; c < set->ops->components; c++) {
            const double force = acting_stiffness(set, i, c, value[c]) * value[c];
            sum += 0.5 * force * value[c];
            for (int j = 0; own && j < v; j++)
                double4_add_to(&own[j], force, gradient[c * v + j]);
        }
    }
    return sum;
}

// This thread's chunks of a set. slot: those of its first constraint.
static void run_set(const TeamSums *sums, const ConstraintSet *set, const double4 *x, double4 *slot)
{
    double (*const run)(const ConstraintSet *, int32_t, int32_t, const double4 *, double4 *) = set->ops->energy->corners
                                                                                                   ? set->ops->energy->corners
                                                                                               : set->ops->components == 1 ? run_single
                                                                                                                           : run_components;
    int32_t chunk, end, from, to;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        double *energy = team_sums_begin(sums, chunk, &from, &to);
        *energy = run(set, from, to, x, slot ? slot + constraint_first(set, from) : NULL);
    }
}

// Friction terms of this thread's chunks, after their normal forces.
static void add_friction(const Objective *o, int which, const TeamSums *sums, const double4 *x, double4 *slot)
{
    const ContactSet *contact = &o->contacts->sets[which];
    const int32_t     v = contact->set.ops->vertices;
    int32_t           chunk, end, from, to;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        team_sums_entries(sums, chunk, &from, &to);
        sums->partial[chunk] += contact_friction_add(contact, (ContactClass)which, from, to, x, 1 / o->h2, slot ? slot + v * from : NULL);
    }
}

static void run_sets(const Objective *o, const double4 *x)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (!exact_springs_take(&o->model->sets[kind]))
            run_set(&o->constraints[kind], &o->model->sets[kind], x, o->slot ? o->slot + o->incidence.offset[kind] : NULL);
    for (int which = 0; o->contacts && which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &o->contacts->sets[which].set;
        const TeamSums       sums = team_sums_first(&o->touching[which], set->count);
        double4             *slot = o->contact_slot ? o->contact_slot + o->contacts->offset[which] : NULL;
        run_set(&sums, set, x, slot);
        if (o->contacts->rubs)
            add_friction(o, which, &sums, x, slot);
    }
}

// ---- particles ----

// ∇E at particle i. *stretched grows by the energies of its springs.
static double4 gather(const Objective *o, int32_t i, const double4 *x, double *stretched)
{
    double4 sum = {0};
    for (int k = 0; k < o->spring_kinds; k++)
        *stretched += exact_springs_add(&o->springs[k], i, x, &sum);
    for (int32_t k = o->incidence.start[i]; k < o->incidence.start[i + 1]; k++)
        double4_add_to(&sum, 1, o->slot[o->incidence.slot[k]]);
    for (int32_t k = o->contacts ? o->contacts->start[i] : 0; o->contacts && k < o->contacts->start[i + 1]; k++)
        double4_add_to(&sum, 1, o->contact_slot[o->contacts->slot[k]]);
    return sum;
}

static void run_chunk(const Objective *o, int32_t chunk, const double4 *x, const double4 *y, double4 *gradient, real4 *rhs)
{
    int32_t from, to;
    double *sums = team_sums_begin(&o->particles, chunk, &from, &to), inertia = 0, stretched = 0;
    for (int32_t i = from; i < to; i++) {
        const bool    moves = o->model->inverse_mass[i] > 0;
        const double  m = o->model->mass[i];
        const double4 force = gather(o, i, x, &stretched), d = double4_sub(x[i], y[i]);
        double4       g = {0};
        if (moves) {
            inertia += 0.5 * m * double4_dot(d, d);
            g = double4_scale(o->h2, force);
            double4_add_to(&g, m, d);
        }
        gradient[i] = g;
        if (rhs)
            rhs[i] = (real4){(real)g.x, (real)g.y, (real)g.z, 0};
    }
    sums[OF_INERTIA] = inertia;
    sums[OF_SPRINGS] = stretched;
}

void objective_run(const Objective *o, const double4 *x, const double4 *y, double4 *gradient, real4 *rhs)
{
    int32_t chunk, end;
    run_sets(o, x);
#pragma omp barrier
    for (team_sums_share(&o->particles, &chunk, &end); chunk < end; chunk++)
        run_chunk(o, chunk, x, y, gradient, rhs);
#pragma omp barrier
}

double objective_value(const Objective *o)
{
    double energy = 0, of_particles[OF_PARTICLES] = {0};
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        team_sums_add(&o->constraints[kind], &energy);
    for (int which = 0; o->contacts && which < CONTACT_CLASSES; which++) {
        const TeamSums sums = team_sums_first(&o->touching[which], o->contacts->sets[which].set.count);
        team_sums_add(&sums, &energy);
    }
    team_sums_add(&o->particles, of_particles);
    return o->h2 * (energy + of_particles[OF_SPRINGS]) + of_particles[OF_INERTIA];
}

// ---- for a line search ----

// The largest change of Φ if x_i changes by its own length.
static double change_of(const Objective *o, int32_t i, const double4 *x, const double4 *y)
{
    double force = 0;
    for (int k = 0; k < o->spring_kinds; k++)
        force += exact_springs_forces(&o->springs[k], i, x);
    for (int32_t k = o->incidence.start[i]; k < o->incidence.start[i + 1]; k++)
        force += double4_norm(o->slot[o->incidence.slot[k]]);
    for (int32_t k = o->contacts ? o->contacts->start[i] : 0; o->contacts && k < o->contacts->start[i + 1]; k++)
        force += double4_norm(o->contact_slot[o->contacts->slot[k]]);
    return double4_norm(x[i]) * (o->h2 * force + o->model->mass[i] * double4_norm(double4_sub(x[i], y[i])));
}

void objective_judge(const Objective *o, const double4 *x, const double4 *y, const double4 *gradient, const double4 *direction)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(&o->judged, &chunk, &end); chunk < end; chunk++) {
        double *sums = team_sums_begin(&o->judged, chunk, &from, &to);
        for (int32_t i = from; i < to; i++) {
            sums[OF_SLOPE] += double4_dot(gradient[i], direction[i]);
            sums[OF_CHANGE] += o->model->inverse_mass[i] > 0 ? change_of(o, i, x, y) : 0;
        }
    }
#pragma omp barrier
}

double objective_slope(const Objective *o)
{
    double sums[OF_JUDGED] = {0};
    team_sums_add(&o->judged, sums);
    return sums[OF_SLOPE];
}

double objective_noise(const Objective *o)
{
    static const double EPSILON = 0x1p-52;
    double              sums[OF_JUDGED] = {0};
    team_sums_add(&o->judged, sums);
    return EPSILON * (64 * objective_value(o) + sums[OF_CHANGE]);
}

// ---- of iterates in real ----

// True if the kind has terms besides those of particles and springs, which are computed from positions in double precision.
static bool has_sets(const Objective *o)
{
    bool any = o->contacts != NULL;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        any |= o->model->sets[kind].count > 0 && !exact_springs_take(&o->model->sets[kind]);
    return any;
}

Status iterate_objective_init(const Model *model, const Contacts *contacts, double h, Arena *arena, IterateObjective *out)
{
    *out = (IterateObjective){0};
    TRY(objective_init(model, contacts, h, false, arena, &out->exact));
    if (has_sets(&out->exact))
        TRY(ARENA_NEW(arena, model->particle_count, &out->x));
    return ARENA_NEW(arena, model->particle_count, &out->y);
}

void iterate_objective_begin(const IterateObjective *o, const real4 *y)
{
    TEAM_EACH (i, o->exact.model->particle_count)
        o->y[i] = y[i];
}

static void widen(const IterateObjective *o, const real4 *x)
{
    TEAM_EACH (i, o->x ? o->exact.model->particle_count : 0)
        o->x[i] = double4_from(x[i]);
}

static void run_pairs(const IterateObjective *o, const real4 *x)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const TeamSums *sums = &o->exact.constraints[kind];
        int32_t         chunk, end, from, to;
        if (o->exact.pairs[kind].count == 0)
            continue;
        for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
            double *energy = team_sums_begin(sums, chunk, &from, &to);
            *energy = exact_pairs_energy(&o->exact.pairs[kind], from, to, x);
        }
    }
}

static void add_inertia(const IterateObjective *o, const real4 *x)
{
    const Model *model = o->exact.model;
    int32_t      chunk, end, from, to;
    for (team_sums_share(&o->exact.particles, &chunk, &end); chunk < end; chunk++) {
        double *sums = team_sums_begin(&o->exact.particles, chunk, &from, &to);
        for (int32_t i = from; i < to; i++) {
            const double4 d = double4_sub(double4_from(x[i]), double4_from(o->y[i]));
            sums[OF_INERTIA] += model->inverse_mass[i] > 0 ? 0.5 * model->mass[i] * double4_dot(d, d) : 0;
        }
    }
}

double iterate_objective_at(const IterateObjective *o, const real4 *x)
{
    widen(o, x);
#pragma omp barrier
    if (o->x)
        run_sets(&o->exact, o->x);
    run_pairs(o, x);
    add_inertia(o, x);
#pragma omp barrier
    return objective_value(&o->exact);
}
