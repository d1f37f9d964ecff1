#include "measure/balance.h"

#include <string.h>

#include "contact/contact_friction.h"
#include "measure/private/quantity.h"

// ---- the scene ----

static bool is_isolated(const Model *model)
{
    bool moves = model->scripts || model->surface_loads;
    for (int32_t i = 0; model->colliders && i < model->colliders->count; i++)
        moves = moves || model->colliders->list[i].script >= 0;
    return !moves;
}

Status balance_init(const Model *model, Arena *arena, Balance *out)
{
    *out = (Balance){.isolated = is_isolated(model)};
    TRY(pieces_number(model, arena, &out->pieces));
    TRY(ARENA_NEW(arena, model->particle_count, &out->left));
    if (model->surface && model->surface->rules.friction_on == FRICTION_ON_VELOCITY)
        TRY(ARENA_NEW(arena, model->particle_count, &out->creep));
    return ARENA_NEW(arena, out->pieces.count + 1, &out->piece);
}

// A state, and memory for parts with gradients.
typedef struct Work {
    double4   *x; // [particles]
    PartMemory parts;
} Work;

static PieceBalance *piece_of(const Balance *b, int32_t particle)
{
    return &b->piece[b->pieces.of[particle]];
}

// ---- supports of a piece ----

static bool has_free(const Model *model, const ConstraintSet *set, int32_t i)
{
    int32_t        count;
    bool           free = false;
    const int32_t *vertices = constraint_vertices(set, i, &count);
    for (int32_t j = 0; j < count; j++)
        free = free || model->inverse_mass[vertices[j]] > 0;
    return free;
}

static const double4 ALL_AXES = {1, 1, 1, 0};

static void hold(PieceBalance *piece, double4 along)
{
    piece->supported = true;
    double4_add_to(&piece->along, 1, along);
}

// slope: [components] of a support. A support at rest has no gradient; it acts along all axes as soon as it moves.
static double4 axes_of(const double4 *slope, int components)
{
    double4 along = {0};
    for (int c = 0; c < components; c++)
        double4_add_to(&along, 1, (double4){fabs(slope[c].x), fabs(slope[c].y), fabs(slope[c].z), 0});
    return double4_norm(along) > 0 ? along : ALL_AXES;
}

// Constraint i holds its piece, and all pieces together, along these axes if it joins free particles to a pin or to a point of the scene.
static void hold_by(Balance *b, const LoadsOf *of, int kind, int32_t i, double4 along)
{
    const ConstraintSet *set = &of->model->sets[kind];
    int32_t              count;
    if (quantity_is_broken(of->model, of->state, kind, i) || !quantity_is_outside(of->model, set, i) || !has_free(of->model, set, i))
        return;
    hold(piece_of(b, constraint_vertices(set, i, &count)[0]), along);
    hold(&b->piece[b->pieces.count], along);
}

// A pin supports through its constraints: a body that tore off its pin falls. A roller supports along its normal.
static void mark_supports(Balance *b, const LoadsOf *of, const Work *work)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &of->model->sets[kind];
        const bool           support = set->ops->element == ELEMENT_POINT;
        for (int32_t i = 0; i < set->count && !support; i++)
            hold_by(b, of, kind, i, ALL_AXES);
        for (Part part = {.set = set}; support && part_next(&part, &work->parts, work->x);)
            for (int32_t i = part.begin; i < part.end; i++)
                hold_by(b, of, kind, i, axes_of(part_gradient(&part, i), set->ops->components));
    }
}

// Rounding of positions may open a loaded contact at the end of the step.
static bool is_at_rounding(const ContactRow *row, const double4 *x)
{
    const double4 n = double4_from(row->normal); // zero: disabled
    const double  gap = double4_dot(n, contact_row_point(row, x)) - (double)row->offset;
    return double4_norm(n) > 0 && gap <= (double)REAL_EPSILON * double4_norm(x[row->vertex[0]]);
}

static void hold_touching(Balance *b, const LoadsOf *of, ContactClass which, int32_t i, const double4 *x)
{
    const ContactSet *contact = &of->contacts->sets[which];
    const ContactRow  row = contact_row(contact, which, i);
    const double     *inverse_mass = of->model->inverse_mass;
    if (!(contact->lambda[i] != 0) && !is_at_rounding(&row, x)) // an equality pulls, too
        return;
    if (which == CONTACT_POINT) {
        hold(piece_of(b, row.vertex[0]), ALL_AXES);
        hold(&b->piece[b->pieces.count], ALL_AXES);
    }
    for (int j = 1; j < row.vertices; j++)
        if (piece_of(b, row.vertex[j]) != piece_of(b, row.vertex[0]) ||
            (inverse_mass[row.vertex[j]] > 0) != (inverse_mass[row.vertex[0]] > 0)) { // its own pin counts as outside
            hold(piece_of(b, row.vertex[j]), ALL_AXES);
            hold(piece_of(b, row.vertex[0]), ALL_AXES);
        }
}

static void find_supported(Balance *b, const LoadsOf *of, const Work *work)
{
    mark_supports(b, of, work);
    for (int which = 0; of->contacts && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < of->contacts->sets[which].set.count; i++)
            hold_touching(b, of, (ContactClass)which, i, work->x);
}

// ---- creep ----

// The speed that the external forces give the pieces of a contact in two substeps, m/s.
static double resting_speed(const Balance *b, const ContactRow *row, double h)
{
    double max = 0;
    for (int j = 0; j < row->vertices; j++) {
        const PieceBalance *piece = &b->piece[b->pieces.of[row->vertex[j]]];
        max = piece->centre.w > 0 ? fmax(max, piece->pull / piece->centre.w) : max;
    }
    return 2 * h * max;
}

// Sticking friction on velocities stops a contact only after it has slid by W · tangential; W: change of its velocity per impulse. Bodies
// that arrive faster than the external forces accelerate them in two steps have collided; that is no creep.
static void add_creep(Balance *b, const LoadsOf *of, ContactClass which, int32_t i)
{
    const ContactSet *contact = &of->contacts->sets[which];
    const ContactRow  row = contact_row(contact, which, i);
    const double      force = (double)contact->lambda[i], inverse_mass = (double)contact_row_inverse_mass(&row, of->state->position);
    const double4     along = double4_from(contact_row_tangential(&row, contact->tangential[i]));
    const double      tangential = double4_norm(along);
    const bool        sticks = force > 0 && tangential < 0.99 * (double)contact->friction[i] * force;
    if (!sticks || fabs((double)contact->approach[i]) > resting_speed(b, &row, of->h))
        return;
    for (int j = 0; j < row.vertices; j++) {
        double4 *creep = &b->creep[row.vertex[j]];
        double4_add_to(creep, -force * (double)row.weight[j] * inverse_mass, along);
        creep->w += force * fabs((double)row.weight[j]);
    }
}

static void find_creep(Balance *b, const LoadsOf *of)
{
    if (!b->creep || !of->contacts)
        return;
    memset(b->creep, 0, (size_t)of->model->particle_count * sizeof *b->creep);
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < of->contacts->sets[which].set.count && of->contacts->sets[which].friction; i++)
            add_creep(b, of, (ContactClass)which, i);
    for (int32_t i = 0; i < of->model->particle_count; i++) {
        const double weight = b->creep[i].w;
        b->creep[i] = weight > 0 ? double4_scale(1 / weight, b->creep[i]) : (double4){0};
        b->creep[i].w = weight > 0;
    }
}

// ---- sums ----

static void find_centres(Balance *b, const Model *model, const double4 *x)
{
    for (int32_t i = 0; i < model->particle_count; i++)
        for (int k = 0; k < 2 && model->inverse_mass[i] > 0; k++) {
            double4 *centre = &(k ? &b->piece[b->pieces.count] : piece_of(b, i))->centre;
            double4_add_to(centre, model->mass[i], (double4){x[i].x, x[i].y, x[i].z, 0});
            centre->w += model->mass[i];
        }
    for (int32_t k = 0; k <= b->pieces.count; k++) {
        double4     *centre = &b->piece[k].centre;
        const double mass = centre->w;
        *centre = double4_scale(1 / mass, *centre); // 0/0 of a piece without free particles
        centre->w = mass;
    }
}

static double4 external_force(const Convergence *c, int32_t i)
{
    double4       f = model_force(c->model, i);
    const double *g = c->model->gravity;
    double4_add_to(&f, c->model->mass[i], (double4){g[0], g[1], g[2], 0});
    if (c->load)
        double4_add_to(&f, 1, c->load[i]);
    return f;
}

// m (v − v_n) − h f. With midpoint: of the half step that the solver solves.
static double4 impulse_of(const Convergence *c, const State *state, int32_t i)
{
    double4 moved = double4_scale(c->h, double4_from(state->velocity[i]));
    if (c->model->integrator == INTEGRATOR_MIDPOINT)
        moved = double4_scale(0.5, double4_sub(state_position(state, i), c->previous[i]));
    return double4_scale(c->model->mass[i] / c->h, double4_sub(moved, double4_sub(c->y[i], c->previous[i])));
}

typedef struct Particle {
    double  mass, pull, external; // kg; ‖f‖, and the larger of it and m ‖v − v_n‖/h, N
    double4 x, previous;          // x_n
    double4 impulse, d, by_shape; // kg m/s; by_shape: d with the forces of the energies
} Particle;

static void add_to_piece(PieceBalance *piece, const Particle *p)
{
    const double4 arm = double4_sub(p->x, piece->centre);
    double4_add_to(&piece->momentum, 1, p->d);
    double4_add_to(&piece->support, 1, p->by_shape);
    double4_add_to(&piece->bending, 1, double4_cross(arm, p->by_shape));
    piece->lever += double4_norm(arm) * p->external;
    double4_add_to(&piece->angular, 1, double4_cross(arm, p->d));
    double4_add_to(&piece->gained, 1, double4_cross(double4_sub(p->previous, piece->centre), p->impulse));
    piece->pull += p->pull;
    piece->external += p->external;
    piece->inertia += p->mass * double4_dot(arm, arm);
}

static void add_particles(Balance *b, const Convergence *c, const LoadsOf *of, const double4 *x, double4 *const force[2])
{
    const Model *model = of->model;
    const bool   halfway = model->integrator == INTEGRATOR_MIDPOINT; // forces act at the midpoint, but are known at the end
    double       left = 0, load = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        if (model->inverse_mass[i] <= 0)
            continue;
        PieceBalance *piece = piece_of(b, i);
        Particle      p = {.mass = model->mass[i], .x = x[i], .previous = c->previous[i], .impulse = impulse_of(c, of->state, i)};
        const double4 f = external_force(c, i);
        double4       change = p.impulse; // m (v − v_n)
        double4_add_to(&change, c->h, f);
        p.pull = double4_norm(f);
        p.external = double4_norm(f) > 0 ? fmax(double4_norm(f), double4_norm(change) / c->h) : 0;
        p.d = double4_sub(p.impulse, double4_scale(halfway && !piece->supported ? 0 : c->h, force[0][i]));
        p.by_shape = double4_sub(p.impulse, double4_scale(c->h, force[1][i]));
        add_to_piece(piece, &p);
        add_to_piece(&b->piece[b->pieces.count], &p);
        b->left[i] = p.by_shape;
        left += double4_dot(p.by_shape, p.by_shape);
        load += c->h * c->h * p.external * p.external;
    }
    for (int32_t k = 0; k <= b->pieces.count && halfway; k++) {
        b->piece[k].angular.x = NAN;
        b->piece[k].support.x = b->piece[k].bending.x = NAN;
        if (b->piece[k].supported)
            b->piece[k].momentum.x = NAN;
    }
    const bool by_shape = !halfway && of->solver->ops->aim != AIM_ERRORS;
    b->load = by_shape ? sqrt(load) : 0;
    b->unbalanced = by_shape && load > 0 ? sqrt(left / load) : (double)NAN;
}

// ---- rounding ----

// Of a loaded contact, with its friction inside the solve.
static void add_contact_stiffness(const LoadsOf *of, ContactClass which, int32_t i, const double4 *x, double *stiffness)
{
    const ContactSet *contact = &of->contacts->sets[which];
    const ContactRow  row = contact_row(contact, which, i);
    const double      k = isinf(constraint_stiffness(&contact->set, i)) ? 0 : constraint_stiffness(&contact->set, i);
    const ContactRub  rub = of->contacts->rubs ? contact_rub(contact, i, &row, contact_row_point(&row, x)) : (ContactRub){0};
    for (int j = 0; j < row.vertices && contact->lambda[i] != 0; j++)
        stiffness[row.vertex[j]] += (double)row.weight[j] * (double)row.weight[j] * (k + rub.weight / (of->h * of->h));
}

// A force that would move a particle by less than half an ulp of its position leaves it in place and stays unbalanced. Its bound is half an
// ulp times m/h² plus the stiffness of its constraints and contacts. The forces of a piece may have one direction, so they are added.
static void find_rounding(Balance *b, const Convergence *c, const LoadsOf *of, const Work *work, double *stiffness)
{
    const Model   *model = of->model;
    const double4 *x = work->x;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        quantity_add_stiffness(model, of->state, kind, x, &work->parts, stiffness);
    for (int which = 0; of->contacts && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < of->contacts->sets[which].set.count; i++)
            add_contact_stiffness(of, (ContactClass)which, i, x, stiffness);
    for (int32_t i = 0; i < model->particle_count; i++) {
        const double half = 0.5 * (double)REAL_EPSILON * double4_norm(x[i]), force = half * (stiffness[i] + model->mass[i] / (c->h * c->h));
        for (int k = 0; k < 2 && model->inverse_mass[i] > 0; k++) {
            PieceBalance *piece = k ? &b->piece[b->pieces.count] : piece_of(b, i);
            piece->rounding += force;
            piece->bending_rounding += double4_norm(double4_sub(x[i], piece->centre)) * force;
            piece->shift += half * model->mass[i] / piece->centre.w;
        }
    }
}

// ---- energy ----

static void find_energy(Balance *b, const Convergence *c, const LoadsOf *of, const double4 *x)
{
    Motions      motions = {0};
    const Model *model = of->model;
    double       contacts = of->contacts ? contacts_energy(of->contacts, x, NULL) : 0;
    b->round_off = 0;
    for (int32_t i = 0; i < model->particle_count; i++) {
        if (model->inverse_mass[i] > 0)
            quantity_add_motion(model->mass[i], x[i], double4_from(of->state->velocity[i]), &motions);
        b->round_off += 0.5 * model->mass[i] * (double)REAL_EPSILON * double4_dot(c->previous[i], c->previous[i]) / (c->h * c->h);
    }
    b->kinetic = motions.kinetic;
    b->elastic = c->hard || of->solver->ops->aim == AIM_ERRORS ? (double)NAN : quantity_elastic(model, of->state, x, NULL) + contacts;
    b->potential = quantity_potential(model, x);
    b->energy = b->kinetic + b->elastic + b->potential;
}

Status balance_measure(Balance *b, const Convergence *c, const LoadsOf *of)
{
    GNU_CLEANUP(arena_destroy) Arena arena = arena_init(0);
    double4                         *force[2];
    double                          *stiffness;
    Work                             work;
    LoadsOf                          shape = *of;
    memset(b->piece, 0, ((size_t)b->pieces.count + 1) * sizeof *b->piece);
    shape.energies = true;
    TRY(loads_forces(of, &arena, &force[0]));
    force[1] = force[0];
    if (of->solver->ops->multiplier)
        TRY(loads_forces(&shape, &arena, &force[1]));
    TRY(ARENA_NEW(&arena, of->model->particle_count, &work.x));
    TRY(part_memory_init(of->model, true, &arena, &work.parts));
    TRY(ARENA_NEW(&arena, of->model->particle_count, &stiffness));
    for (int32_t i = 0; i < of->model->particle_count; i++)
        work.x[i] = state_position(of->state, i);
    const int64_t broken = state_broken_count(of->model, of->state);
    b->torn = broken > b->broken;
    b->broken = broken;
    find_supported(b, of, &work);
    find_centres(b, of->model, work.x);
    add_particles(b, c, of, work.x, force);
    find_rounding(b, c, of, &work, stiffness);
    find_energy(b, c, of, work.x);
    find_creep(b, of);
    return status_ok();
}

double balance_support_error(const Balance *b, double h)
{
    double max = NAN;
    for (int32_t k = 0; k < b->pieces.count; k++)
        if (b->piece[k].supported && b->piece[k].external > 0)
            max = fmax(max, double4_norm(b->piece[k].support) / (h * b->piece[k].external));
    return max;
}
