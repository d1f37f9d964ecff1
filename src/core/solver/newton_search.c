#include "solver/private/newton_search.h"

#include <string.h>

#include "contact/contact_friction.h"
#include "step/motion.h"
#include "step/team.h"

// ---- set-up ----

enum { OF_LARGEST, OF_SUM, OF_LOST, OF_FORCES }; // numbers of a chunk of NewtonSearch.forces

static Status alloc_vectors(NewtonSearch *s, Arena *arena)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        TRY(team_sums_init(s->model->sets[kind].groups ? 0 : s->model->sets[kind].count, OF_FORCES, arena, &s->forces[kind]));
    const int32_t n = s->model->particle_count;
    double4     **vectors[] = {&s->gradient, &s->trial, &s->trial_gradient};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        TRY(ARENA_NEW(arena, n, vectors[i]));
    return ARENA_NEW(arena, 3 * (size_t)n, &s->direction);
}

Status newton_search_init(NewtonSearch *s, const SolverSetup *setup)
{
    TRY(live_model_init(&s->live, setup->model, setup->arena));
    s->model = &s->live.model;
    s->threads = setup->threads;
    s->iterations = (int32_t)param_int(setup->params, "iterations");
    s->tolerance = param_real(setup->params, "tolerance");
    s->rounds = (int32_t)param_int(setup->params, "friction_rounds");
    s->h = setup->dt;
    TRY(alloc_vectors(s, setup->arena));
    TRY(exact_motion_init(&s->motion, s->model, s->h, 1, setup->arena));
    TRY(exact_contact_init(&s->contact, setup));
    TRY(objective_init(s->model, setup->contacts, s->h, true, setup->arena, &s->objective));
    TRY(group_terms_init(s->model, setup->arena, &s->groups));
    return hessian_init(s->model, NULL, s->solver->ops->name, setup->threads, setup->arena, &s->hessian);
}

// The constraints in the columns of these particles.
static void assemble_columns(NewtonSearch *s, double theta, ParticleRange range)
{
    const double   h2 = s->h * s->h;
    const double4 *x = s->motion.x;
    hessian_clear(&s->hessian, range);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &s->model->sets[kind];
        double               block[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
        for (int32_t i = 0; i < set->count && !set->groups; i++) {
            if (!hessian_touches(&s->hessian, kind, i, range))
                continue;
            if (theta < 1) {
                set->ops->energy->hessian(set, i, i + 1, x, EIGEN_EXACT, block);
                hessian_add(&s->hessian, kind, i, block, h2 * (1 - theta), range);
            }
            if (theta > 0) {
                set->ops->energy->hessian(set, i, i + 1, x, EIGEN_CLAMP, block);
                hessian_add(&s->hessian, kind, i, block, h2 * theta, range);
            }
        }
    }
}

// A constraint between the columns of two threads is evaluated by both, so that each sum has the order of one thread.
void newton_search_assemble(NewtonSearch *s, double theta)
{
    const double h2 = s->h * s->h;
#pragma omp parallel num_threads(s->threads)
    {
        ParticleRange range;
        team_range(0, s->model->particle_count, &range.from, &range.to);
        assemble_columns(s, theta, range);
    }
    if (s->contact.contacts)
        exact_contact_assemble(&s->contact, s->motion.x, h2, &s->hessian);
    group_terms_assemble(&s->groups, &s->hessian, s->motion.x, theta, h2);
}

// ---- Φ ----

// Φ and its gradient at x; the gradient of a pin is 0.
static double objective(const NewtonSearch *s, const double4 *x, double4 *gradient)
{
    TEAM_COUNT(s->context, objectives, 1);
    TEAM_COUNT(s->context, gradients, 1);
#pragma omp parallel num_threads(s->threads)
    objective_run(&s->objective, x, s->motion.y, gradient, NULL);
    return objective_value(&s->objective);
}

// h² times the forces at x, of acceleration and constraints; the largest is the scale of ‖g‖∞. sum: of the constraints' magnitudes.
// Opposite forces of components cancel in the first but not in the second. lost: the largest |C| without a gradient, which exerts no force
// and may be a maximum of Φ.
typedef struct Forces {
    double largest, sum, lost;
} Forces;

static double lost(double value, double steepest)
{
    return constraint_is_lost(value, steepest) ? fabs(value) : 0;
}

static void add_forces(const ConstraintSet *set, int32_t i, const double4 *x, Forces *out)
{
    const int v = set->ops->vertices;
    double    value[CONSTRAINT_COMPONENTS_MAX];
    double4   gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX], force[CONSTRAINT_VERTICES_MAX] = {{0}};
    set->ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    if (constraint_is_idle(set, i, value[0]))
        return;
    for (int c = 0; c < set->ops->components; c++) {
        const double strength = constraint_component_stiffness(set, i, c) * value[c];
        double       steepest = 0;
        for (int j = 0; j < v; j++) {
            double4_add_to(&force[j], strength, gradient[c * v + j]);
            steepest = fmax(steepest, double4_norm(gradient[c * v + j]));
        }
        out->sum += fabs(strength) * steepest;
        out->lost = fmax(out->lost, lost(value[c], steepest));
    }
    for (int j = 0; j < v; j++)
        out->largest = fmax(out->largest, double4_norm(force[j]));
}

static bool rubs(const NewtonSearch *s, int which, int32_t i)
{
    const Contacts *contacts = s->contact.contacts;
    return contacts->rubs && contacts->sets[which].friction_max[i] > 0;
}

static ContactRub rub_at(const NewtonSearch *s, ContactClass which, int32_t i, ContactRow *row)
{
    const ContactSet *contact = &s->contact.contacts->sets[which];
    *row = contact_row(contact, which, i);
    return contact_rub(contact, i, row, contact_row_point(row, s->motion.x));
}

static void add_friction(const NewtonSearch *s, ContactClass which, int32_t i, Forces *out)
{
    ContactRow       row;
    const ContactRub rub = rub_at(s, which, i, &row);
    double           steepest = 0;
    for (int j = 0; j < row.vertices; j++)
        steepest = fmax(steepest, fabs((double)row.weight[j]));
    const double force = rub.weight * double4_norm(rub.way) * steepest / (s->h * s->h);
    out->largest = fmax(out->largest, force);
    out->sum += force;
}

// gradient: [members].
static void add_group_forces(const ConstraintSet *set, int32_t i, const double4 *x, double4 *gradient, Forces *out)
{
    double  value, steepest = 0;
    int32_t count;
    (void)constraint_vertices(set, i, &count);
    set->ops->energy->evaluate(set, i, i + 1, x, &value, gradient);
    if (constraint_is_idle(set, i, value))
        return;
    for (int32_t m = 0; m < count; m++)
        steepest = fmax(steepest, double4_norm(gradient[m]));
    const double force = constraint_stiffness(set, i) * fabs(value) * steepest;
    out->largest = fmax(out->largest, force);
    out->sum += force;
    out->lost = fmax(out->lost, lost(value, steepest));
}

// This thread's chunks of all constraints that are not groups.
static void run_forces(const NewtonSearch *s)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        int32_t chunk, end, from, to;
        for (team_sums_share(&s->forces[kind], &chunk, &end); chunk < end; chunk++) {
            double *own = team_sums_begin(&s->forces[kind], chunk, &from, &to);
            Forces  forces = {0};
            for (int32_t i = from; i < to; i++)
                add_forces(&s->model->sets[kind], i, s->motion.x, &forces);
            own[OF_LARGEST] = forces.largest, own[OF_SUM] = forces.sum, own[OF_LOST] = forces.lost;
        }
    }
}

// Of all constraints. The directions of groups in s->groups are recomputed afterwards.
static void add_constraint_forces(const NewtonSearch *s, Forces *forces)
{
#pragma omp parallel num_threads(s->threads)
    run_forces(s);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        for (int32_t chunk = 0; chunk < s->forces[kind].chunks; chunk++) {
            const double *own = s->forces[kind].partial + (size_t)OF_FORCES * (size_t)chunk;
            forces->largest = fmax(forces->largest, own[OF_LARGEST]);
            forces->sum += own[OF_SUM];
            forces->lost = fmax(forces->lost, own[OF_LOST]);
        }
        for (int32_t i = 0; s->model->sets[kind].groups && i < s->model->sets[kind].count; i++)
            add_group_forces(&s->model->sets[kind], i, s->motion.x, s->groups.value, forces);
    }
}

static Forces forces_at(const NewtonSearch *s)
{
    const double h2 = s->h * s->h;
    Forces       forces = {.largest = exact_motion_load(&s->motion)};
    add_constraint_forces(s, &forces);
    const double of_constraints = forces.lost; // a disabled contact has no gradient either
    for (int c = 0; s->contact.contacts && c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < s->contact.contacts->sets[c].set.count; i++) {
            add_forces(&s->contact.contacts->sets[c].set, i, s->motion.x, &forces);
            if (rubs(s, c, i))
                add_friction(s, (ContactClass)c, i, &forces);
        }
    return (Forces){h2 * forces.largest, h2 * forces.sum, of_constraints};
}

// ---- round-off ----

// ‖.‖ of a 3 × 3 block of a Hessian of this many particles.
static double block_norm(const double *hessian, int32_t count, int32_t row, int32_t column)
{
    double sum = 0;
    for (int32_t r = 3 * row; r < 3 * row + 3; r++)
        for (int32_t c = 3 * column; c < 3 * column + 3; c++)
            sum += hessian[r * 3 * count + c] * hessian[r * 3 * count + c];
    return sqrt(sum);
}

// Adds the change of h² ∇E of a constraint if each of its positions changes by its own length: h² Σ_j ‖∇²E_ij‖ |x_j|.
static void add_changes(const NewtonSearch *s, const ConstraintSet *set, int32_t i)
{
    double         hessian[9 * CONSTRAINT_VERTICES_MAX * CONSTRAINT_VERTICES_MAX];
    int32_t        count;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    set->ops->energy->hessian(set, i, i + 1, s->motion.x, EIGEN_EXACT, hessian);
    for (int32_t row = 0; row < count; row++)
        for (int32_t column = 0; column < count; column++)
            s->trial[vertices[row]].w +=
                s->h * s->h * block_norm(hessian, count, row, column) * double4_norm(s->motion.x[vertices[column]]);
}

// The same for the part k ∇C ∇Cᵀ of ∇²E, the only one of groups and contacts, and the magnitudes of the terms themselves. gradient: room
// for that of the constraint.
static void add_magnitudes(const NewtonSearch *s, const ConstraintSet *set, int32_t i, double4 *gradient)
{
    const double4 *x = s->motion.x;
    double         value[CONSTRAINT_COMPONENTS_MAX];
    int32_t        count = 0;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    set->ops->energy->evaluate(set, i, i + 1, x, value, gradient);
    if (set->sense && sense_is_feasible(set->sense[i], value[0]))
        return;
    for (int c = 0; c < set->ops->components; c++, gradient += count) {
        double sum = fabs(value[c]);
        for (int32_t j = 0; j < count; j++)
            sum += double4_norm(gradient[j]) * double4_norm(x[vertices[j]]);
        for (int32_t j = 0; j < count; j++)
            s->trial[vertices[j]].w += s->h * s->h * constraint_component_stiffness(set, i, c) * sum * double4_norm(gradient[j]);
    }
}

// The same for friction, whose displacement has an error of ε of the positions and of the anchor.
static void add_friction_magnitudes(const NewtonSearch *s, ContactClass which, int32_t i)
{
    ContactRow       row;
    const ContactRub rub = rub_at(s, which, i, &row);
    double           sum = double4_norm(rub.way) + double4_norm(s->contact.contacts->sets[which].anchor[i]);
    for (int j = 0; j < row.vertices; j++)
        sum += fabs((double)row.weight[j]) * double4_norm(s->motion.x[row.vertex[j]]);
    for (int j = 0; j < row.vertices; j++)
        s->trial[row.vertex[j]].w += fabs((double)row.weight[j]) * rub.weight * sum;
}

// True if g is at the round-off of its own terms at every particle. Positions, x_n and y are rounded, so that x has a relative error ε.
// Some point within 64 ε |x_j| of each x_j has, to first order, ‖g_i‖ changed by 64 ε times
//   m (|x| + |y| + |x_n|) + h² Σ_j ‖∇²E_ij‖ |x_j| + h² k |C| ‖∇C_i‖,
// and if ‖g_i‖ is below that, no evaluation can distinguish x from a minimum. It uses ∇²E, not k ∇C ∇Cᵀ alone: near the rest of C = ‖F − R‖
// the direction of ∇C is itself round-off. That of the polar decomposition, ε ‖F‖ ≤ ε Σ ‖∇F_j‖ |x_j|, is in the same sum. bound: ‖.‖₂ of
// all these round-offs. Overwrites the trial.
static bool is_at_round_off(NewtonSearch *s, double *bound)
{
    static const double NOISE = 64 * 0x1p-52;
    const Model        *model = s->model;
    double4             gradient[CONSTRAINT_COMPONENTS_MAX * CONSTRAINT_VERTICES_MAX] = {{0}};
    for (int32_t i = 0; i < model->particle_count; i++)
        s->trial[i].w =
            model->mass[i] * (double4_norm(s->motion.x[i]) + double4_norm(s->motion.y[i]) + double4_norm(s->motion.previous[i]));
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        for (int32_t i = 0; i < model->sets[kind].count; i++) {
            add_magnitudes(s, &model->sets[kind], i, model->sets[kind].groups ? s->groups.value : gradient);
            if (!model->sets[kind].groups)
                add_changes(s, &model->sets[kind], i);
        }
    for (int c = 0; s->contact.contacts && c < CONTACT_CLASSES; c++)
        for (int32_t i = 0; i < s->contact.contacts->sets[c].set.count; i++) {
            add_magnitudes(s, &s->contact.contacts->sets[c].set, i, gradient);
            if (rubs(s, c, i))
                add_friction_magnitudes(s, (ContactClass)c, i);
        }
    bool   is = true;
    double sum = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        is = is && double4_norm(s->gradient[i]) <= NOISE * s->trial[i].w;
        sum += s->trial[i].w * s->trial[i].w;
    }
    *bound = NOISE * sqrt(sum);
    return is;
}

// ---- line search ----

// Cuts the direction to the bound of contact: particle by particle if Φ decreases along the result, else as a whole. Returns true if it was
// cut.
static bool bound_direction(NewtonSearch *s, double *slope)
{
    enum { HALVES_MAX = 60 };
    const int32_t n = s->model->particle_count;
    double        left = 0;
    if (!s->contact.contacts || !contacts_have_bound(s->contact.contacts) ||
        exact_contact_cut(&s->contact, s->motion.x, s->direction, s->trial) == 0)
        return false;
    for (int32_t i = 0; i < n; i++)
        left += double4_dot(s->gradient[i], double4_sub(s->trial[i], s->motion.x[i]));
    for (int32_t i = 0; i < n && left < 0; i++) {
        const double4 d = double4_sub(s->trial[i], s->motion.x[i]);
        s->direction[3 * i] = d.x, s->direction[3 * i + 1] = d.y, s->direction[3 * i + 2] = d.z;
    }
    for (int k = 0; k < HALVES_MAX && !(left < 0); k++) {
        for (int32_t i = 0; i < 3 * n; i++)
            s->direction[i] *= 0.5;
        *slope *= 0.5;
        if (exact_contact_cut(&s->contact, s->motion.x, s->direction, s->trial) == 0)
            left = *slope;
    }
    *slope = left;
    return true;
}

static double try_step(NewtonSearch *s, double length)
{
    TEAM_COUNT(s->context, line_halvings, length < 1 ? 1 : 0);
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        s->trial[i] = s->motion.x[i];
        double4_add_to(&s->trial[i], length, double4_of(&s->direction[3 * (size_t)i]));
    }
    return objective(s, s->trial, s->trial_gradient);
}

static void accept(NewtonSearch *s)
{
    double4 *x = s->motion.x, *g = s->gradient;
    s->motion.x = s->trial;
    s->gradient = s->trial_gradient;
    s->trial = x;
    s->trial_gradient = g;
}

// Residual of a step: ‖g‖∞, h² times the forces, and a bound of ‖g‖₂. A g of 0 has converged, with or without forces.
typedef struct Residual {
    double gradient, bound;
    Forces forces;
} Residual;

// An iteration: slope of its direction and the θ it needed; Φ at its start; number of leaps still allowed.
typedef struct Search {
    double phi, slope, theta;
    int    leaps;
} Search;

// Moves x along the direction; false if no step decreases Φ. The error of Φ is the round-off of its sum plus that of the constraints'
// lengths, ε |x| each, times their forces. Below it, a step too short to change Φ would count as a decrease. Below the round-off of Φ the
// gradient decides, down to its own round-off. Near a saddle, where the exact Hessian is not positive definite, the gradient grows on the
// way down until Φ changes measurably. There a whole step is taken, a limited number of times.
static bool line_search(NewtonSearch *s, Search *search, const Forces *forces)
{
    static const double ARMIJO = 1e-4, LENGTH_MIN = 1.0 / 16, EPSILON = 0x1p-52;
    const int32_t       n = s->model->particle_count;
    const double        before = search->phi, noise = EPSILON * (64 * fabs(before) + double4_largest(s->motion.x, n) * forces->sum);
    bool                found = false;
    for (double length = 1; length > 1e-10 && fabs(search->slope) > noise && !found; length *= 0.5) {
        search->phi = try_step(s, length);
        found = search->phi <= before + ARMIJO * length * search->slope;
    }
    for (double length = 1; length >= LENGTH_MIN && !found; length *= 0.5) {
        search->phi = try_step(s, length);
        found = double4_largest(s->trial_gradient, n) < double4_largest(s->gradient, n);
    }
    if (!found && search->theta > 0 && search->leaps-- > 0) {
        search->phi = try_step(s, 1);
        found = search->phi <= before + noise;
    }
    if (found)
        accept(s);
    return found;
}

static Residual residual_at(const NewtonSearch *s)
{
    const int32_t n = s->model->particle_count;
    const Forces  forces = forces_at(s);
    return (Residual){double4_largest(s->gradient, n), s->tolerance * forces.largest * sqrt(3.0 * n), forces};
}

static bool has_converged(const Residual *now, double tolerance)
{
    return now->gradient <= tolerance * now->forces.largest;
}

static double relative(const Residual *residual)
{
    return residual->gradient > 0 ? residual->gradient / residual->forces.largest : 0;
}

// After a search that found no lower ‖g‖∞: it cannot fall below the rounding of the heaviest particle, while light ones are still far above
// theirs. A whole step is taken if it brings all of them there. Overwrites the trial.
static bool steps_to_round_off(NewtonSearch *s, double *phi, Residual *now)
{
    const double   before = *phi;
    const Residual kept = *now;
    *phi = try_step(s, 1);
    accept(s);
    *now = residual_at(s);
    if (is_at_round_off(s, &now->bound))
        return true;
    for (int32_t i = 0; i < s->model->particle_count; i++)
        s->trial[i].w = 0;
    accept(s);
    *phi = before;
    *now = kept;
    return false;
}

// True if the last move, from the position now in the trial, was a millionth of the way from x_n.
static bool has_settled(const NewtonSearch *s)
{
    double move = 0, way = 0;
    for (int32_t i = 0; i < s->model->particle_count; i++) {
        move = fmax(move, double4_norm(double4_sub(s->motion.x[i], s->trial[i])));
        way = fmax(way, double4_norm(double4_sub(s->motion.x[i], s->motion.previous[i])));
    }
    return move <= 1e-6 * way;
}

// now, *phi: at the starting point, later at the end. *iteration: of the step.
static StepEnd minimise(NewtonSearch *s, double tolerance, double *phi, Residual *now, int32_t *iteration, StepContext *context,
                        Status *status)
{
    enum { PATIENCE = 5 };
    Search search = {.phi = *phi, .leaps = 30};
    double min = now->gradient;
    bool   cut = false;
    int    idle = 0; // iterations since the smallest ‖g‖
    for (; *iteration < s->iterations && !has_converged(now, tolerance); (*iteration)++) {
        *status = s->descend(s->solver, &search.theta, context, &search.slope);
        if (status->code != STATUS_OK)
            return STEP_UNCONVERGED;
        cut = bound_direction(s, &search.slope);
        const bool moved = line_search(s, &search, &now->forces);
        const bool wider = cut && exact_contact_widen(&s->contact, s->motion.x, context);
        if (!moved && !wider)
            return !cut && (is_at_round_off(s, &now->bound) || steps_to_round_off(s, phi, now)) ? STEP_AT_ROUND_OFF : STEP_UNCONVERGED;
        *phi = search.phi = moved ? search.phi : *phi;
        team_iterate(context, &(Iterate){.iteration = *iteration, .exact = s->motion.x});
        *now = residual_at(s);
        if (s->ends_settled && moved && has_settled(s) && is_at_round_off(s, &now->bound))
            return STEP_AT_ROUND_OFF;
        idle = now->gradient < min ? 0 : idle + 1;
        min = fmin(min, now->gradient);
        if (idle > 0 && idle % PATIENCE == 0 && !cut && is_at_round_off(s, &now->bound)) // Φ and ‖g‖ may decrease alternately
            return STEP_AT_ROUND_OFF;
    }
    if (has_converged(now, tolerance))
        return STEP_CONVERGED;
    return !cut && is_at_round_off(s, &now->bound) ? STEP_AT_ROUND_OFF : STEP_UNCONVERGED;
}

// If elements invert or fold, Φ has more than one minimum, and the one below y may be above Φ(x_n). No step may end there, since it would
// create energy. Then the search restarts at x_n, with the pins at their new positions, if it has iterations left. The state is that of the
// last iteration. Overwrites the trial.
static bool goes_back(NewtonSearch *s, double *phi, Residual *now)
{
    static const double MARGIN = 1e-3, EPSILON = 0x1p-52;
    const int32_t       n = s->model->particle_count;
    const double        noise = EPSILON * (64 * fabs(*phi) + double4_largest(s->motion.x, n) * now->forces.sum);
    if (s->contact.contacts && contacts_have_bound(s->contact.contacts))
        return false; // x_n may be outside the last measured bound
    for (int32_t i = 0; i < n; i++)
        s->trial[i] = exact_motion_is_free(&s->motion, i) ? s->motion.previous[i] : s->motion.y[i];
    const double still = objective(s, s->trial, s->trial_gradient);
    if (!(*phi - still > MARGIN * still + noise))
        return false;
    accept(s);
    *phi = still;
    *now = residual_at(s);
    return true;
}

// Friction inside the solve uses the normal forces of an earlier iterate: Φ is minimised again with those of the minimum, until the two
// agree. The residual after a change of the forces sets the tolerance of the next minimum: a smaller one would be lost with the next
// change. A step that reaches the maximum number of rounds is unconverged, with the residual after the last change.
static StepEnd settle(NewtonSearch *s, double *phi, Residual *now, int32_t *iteration, StepContext *context, Status *status)
{
    static const double ROUGH = 0.1;
    const bool          inside = s->contact.contacts && s->contact.contacts->rubs;
    double              tolerance = inside ? fmax(s->tolerance, ROUGH) : s->tolerance, left = INFINITY;
    StepEnd             end = minimise(s, tolerance, phi, now, iteration, context, status);
    int                 stuck = end == STEP_UNCONVERGED; // consecutive failed minimisations: other forces may help
    for (int round = 1; inside && status->code == STATUS_OK && stuck < 2; round++) {
        exact_contact_follow(&s->contact, s->motion.x);
        *phi = objective(s, s->motion.x, s->gradient);
        *now = residual_at(s);
        if (has_converged(now, s->tolerance))
            return STEP_CONVERGED;
        if (now->gradient > 0.5 * left && is_at_round_off(s, &now->bound)) // costs as much as a Hessian
            return STEP_AT_ROUND_OFF;
        left = now->gradient;
        if (round == s->rounds || *iteration >= s->iterations)
            return STEP_UNCONVERGED;
        tolerance = fmax(s->tolerance, ROUGH * relative(now));
        exact_contact_mix(&s->contact, round == 1);
        *phi = objective(s, s->motion.x, s->gradient);
        *now = residual_at(s);
        end = minimise(s, tolerance, phi, now, iteration, context, status);
        stuck = end == STEP_UNCONVERGED ? stuck + 1 : 0;
    }
    return end;
}

double newton_search_largest_force(const NewtonSearch *s)
{
    return forces_at(s).largest / (s->h * s->h);
}

// Moves x to the positions where friction inside the solve stops single particles, if Φ is lower there; in bodies this may bend elements.
static double begin_rubbing(NewtonSearch *s, double phi)
{
    const Contacts *contacts = s->contact.contacts;
    if (!contacts || !contacts->rubs || contacts_have_bound(contacts))
        return phi;
    memcpy(s->trial, s->motion.x, (size_t)s->model->particle_count * sizeof *s->trial);
    contacts_friction_start(contacts, s->trial);
    const double there = objective(s, s->trial, s->trial_gradient);
    if (!(there < phi))
        return phi;
    accept(s);
    return there;
}

Status newton_search_run(NewtonSearch *s, State *state, StepContext *context)
{
    Status  status = status_ok();
    int32_t iteration = 0;
    s->context = context;
    live_model_read(&s->live, state);
    team_iterate(context, &(Iterate){.iteration = -1, .exact = s->motion.x});
    team_phase(context, PHASE_RHS);
    double         phi = begin_rubbing(s, objective(s, s->motion.x, s->gradient));
    const Residual begin = residual_at(s);
    Residual       now = begin;
    StepEnd        settled = settle(s, &phi, &now, &iteration, context, &status);
    if (status.code == STATUS_OK && iteration < s->iterations && goes_back(s, &phi, &now))
        settled = settle(s, &phi, &now, &iteration, context, &status);
    const bool    is_lost = now.forces.lost > 0;
    const StepEnd end = is_lost ? STEP_UNCONVERGED : settled;
    if (context) {
        context->end = end;
        context->residual = is_lost ? "|C| without a gradient" : "relative gradient";
        context->residual_begin = is_lost ? begin.forces.lost : relative(&begin);
        context->residual_end = is_lost ? now.forces.lost : relative(&now);
        context->gradient_bound = end == STEP_UNCONVERGED ? 0 : now.bound;
    }
    team_phase(context, PHASE_VELOCITY);
    exact_motion_finish(&s->motion, state, 0);
    if (s->contact.contacts)
        exact_contact_finish(&s->contact, s->motion.x, state, context);
    if (s->live.breaks) {
#pragma omp parallel num_threads(s->threads)
        live_model_test(&s->live, s->motion.x, state);
    }
    return status;
}
