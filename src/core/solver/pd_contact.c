#include "solver/private/pd_contact.h"

#include <string.h>

#include "contact/contact_friction.h"
#include "solver/private/pd_contact_matrix.h"
#include "step/team.h"

const char *const PD_CONTACT_MATRIX_NAMES[] = {"refactor", "update", "auto", NULL};

enum { BLOCK = 256 }; // columns per partial sum, so that the order of summation does not depend on the threads

// ---- set-up ----

static int32_t blocks_of(const Model *model)
{
    return (model->particle_count + BLOCK - 1) / BLOCK;
}

// For evaluate and search.
static Status alloc_moves(PdContact *c, Arena *arena)
{
    TRY(ARENA_NEW(arena, c->first[CONTACT_CLASSES], &c->change));
    TRY(ARENA_NEW(arena, c->first[CONTACT_CLASSES], &c->curvature));
    TRY(ARENA_NEW(arena, c->contacts->slot_room, &c->pull));
    if (c->contacts->rubs) {
        TRY(ARENA_NEW(arena, c->first[CONTACT_CLASSES], &c->multiplier));
        TRY(ARENA_NEW(arena, c->first[CONTACT_CLASSES], &c->rubbed));
        TRY(ARENA_NEW(arena, c->model->particle_count, &c->start));
    }
    TRY(ARENA_NEW(arena, c->model->particle_count, &c->touching));
    return ARENA_NEW(arena, blocks_of(c->model), &c->partial);
}

Status pd_contact_init(PdContact *c, const SolverSetup *setup, const Motion *motion, StencilMatrix *system)
{
    *c = (PdContact){.contacts = setup->contacts, .model = setup->model};
    if (!c->contacts)
        return status_ok();
    c->kind = (PdContactMatrix)param_choice(setup->params, "contact_matrix");
    c->factor = setup->dt * setup->dt * setup->model->surface->rules.stiffness;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        c->first[which + 1] = c->first[which] + c->contacts->sets[which].room;
    TRY(ARENA_NEW(setup->arena, c->first[CONTACT_CLASSES], &c->value));
    if (system)
        TRY(pd_contact_matrix_init(c, setup, system));
    if (!motion)
        return status_ok();
    TRY(alloc_moves(c, setup->arena));
    return contact_velocity_init(&c->velocity, setup, motion, true);
}

// ---- the right-hand side ----

static bool is_free(const PdContact *c, int32_t particle)
{
    return c->model->inverse_mass[particle] > 0;
}

// Σ w a over the free particles of a contact.
static double4 free_sum(const PdContact *c, const ContactRow *row, const double4 a[CONTACT_VERTICES_MAX])
{
    double4 sum = {0};
    for (int j = 0; j < row->vertices; j++)
        if (is_free(c, row->vertex[j]))
            double4_add_to(&sum, (double)row->weight[j], a[j]);
    return sum;
}

// u − z + y, the force of friction over h² k, of a contact at Σ w x; updates y to that of this iterate.
static double4 rub_at(const PdContact *c, ContactClass which, int32_t i, const ContactRow *row, double value, double4 point)
{
    const ContactSet *contact = &c->contacts->sets[which];
    double4          *y = &c->multiplier[c->first[which] + i];
    if (c->follows)
        contact_friction_follow(c->contacts, which, i, -c->factor * value);
    const double4 u = contact_rub(contact, i, row, point).way, q = double4_along(*y, 1, u);
    const double4 z = contact_rub_nearest(contact, i, c->factor, q);
    *y = double4_sub(q, z);
    return double4_along(double4_sub(u, z), 1, *y);
}

// C at x, and the term of each vertex: h² k w (Σ w x − n C); the sum is over free particles.
static void look_at(const PdContact *c, ContactClass which, int32_t i, const real4 *x)
{
    const ContactRow row = contact_row(&c->contacts->sets[which], which, i);
    const double4    n = double4_from(row.normal);
    const int        v = row.vertices;
    real4           *pull = &c->pull[c->contacts->offset[which] + v * i];
    double4          point[CONTACT_VERTICES_MAX], all = {0};
    for (int j = 0; j < v; j++) {
        point[j] = double4_from(x[row.vertex[j]]);
        double4_add_to(&all, (double)row.weight[j], point[j]);
    }
    const double value = double4_dot(n, all) - (double)row.offset;
    double4      target = free_sum(c, &row, point);
    double4_add_to(&target, -value, n);
    if (c->contacts->rubs)
        double4_add_to(&target, -1, rub_at(c, which, i, &row, value, all));
    c->value[c->first[which] + i] = value;
    for (int j = 0; j < v; j++) {
        const double scale = value < 0 ? c->factor * (double)row.weight[j] : 0;
        pull[j] = (real4){(real)(scale * target.x), (real)(scale * target.y), (real)(scale * target.z), value < 0}; // w: active
    }
}

static void gather(const PdContact *c, real4 *rhs)
{
    TEAM_EACH (i, c->model->particle_count) {
        double4 sum = double4_from(rhs[i]);
        c->touching[i] = 0;
        if (!is_free(c, i))
            continue;
        for (int32_t k = c->contacts->start[i]; k < c->contacts->start[i + 1]; k++) {
            const real4 pull = c->pull[c->contacts->slot[k]];
            double4_add_to(&sum, 1, double4_from(pull));
            c->touching[i] |= pull.w > 0;
        }
        rhs[i] = (real4){(real)sum.x, (real)sum.y, (real)sum.z, 0};
    }
}

// This thread's contacts of a class.
static void share(const PdContact *c, int which, int32_t *from, int32_t *to)
{
    team_range(0, c->contacts->sets[which].set.count, from, to);
}

void pd_contact_evaluate(PdContact *c, int32_t iteration, const real4 *x, real4 *rhs)
{
    int32_t from, to;
#pragma omp single
    c->follows = iteration > 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        share(c, which, &from, &to);
        for (int32_t i = from; i < to; i++)
            look_at(c, (ContactClass)which, i, x);
    }
#pragma omp barrier
    gather(c, rhs);
#pragma omp barrier
}

void pd_contact_look(const PdContact *c, const double4 *x)
{
    int32_t from, to;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &c->contacts->sets[which].set;
        share(c, which, &from, &to);
        set->ops->energy->evaluate(set, from, to, x, &c->value[c->first[which] + from], NULL);
    }
#pragma omp barrier
}

// ---- length of the move ----

static double4 move_of(const real4 *solved, const real4 *x, int32_t i)
{
    return double4_sub(double4_from(solved[i]), double4_from(x[i]));
}

// |(I − nnᵀ) a|².
static double across(const ContactRow *row, double4 a)
{
    const double4 n = double4_from(row->normal), part = double4_along(a, -double4_dot(n, a), n);
    return double4_dot(part, part);
}

static void measure_contact(const PdContact *c, ContactClass which, int32_t i, const real4 *solved, const real4 *x)
{
    const ContactRow row = contact_row(&c->contacts->sets[which], which, i);
    const int32_t    at = c->first[which] + i;
    double4          move[CONTACT_VERTICES_MAX], all = {0};
    for (int j = 0; j < row.vertices; j++) {
        move[j] = move_of(solved, x, row.vertex[j]);
        double4_add_to(&all, (double)row.weight[j], move[j]);
    }
    const double4 own = free_sum(c, &row, move);
    c->change[at] = double4_dot(double4_from(row.normal), all);
    c->curvature[at] = c->value[at] < 0 ? c->factor * double4_dot(own, own) : 0;
    if (c->contacts->rubs)
        c->rubbed[at] = c->contacts->sets[which].friction_max[i] > 0 ? c->factor * across(&row, all) : 0;
}

// dᵀAd of the columns of a block, x, y and z together. Pins do not move.
static void measure_block(const PdContact *c, const Csc *system, int32_t block, const real4 *solved, const real4 *x)
{
    const int32_t end = (block + 1) * BLOCK < system->n ? (block + 1) * BLOCK : system->n;
    double        inner = 0;
    for (int32_t j = block * BLOCK; j < end; j++) {
        const int32_t first = system->column_start[j];
        const double4 d = move_of(solved, x, j);
        double4       sum = double4_scale(c->base[first], d);
        if (!is_free(c, j))
            continue;
        for (int32_t k = first + 1; k < system->column_start[j + 1]; k++)
            if (is_free(c, system->row[k]))
                double4_add_to(&sum, 2 * c->base[k], move_of(solved, x, system->row[k]));
        inner += double4_dot(d, sum);
    }
    c->partial[block] = inner;
}

// U(t) = −(q + g) t + q_A t²/2 + h² k Σ ½ (min(C + t ΔC, 0)² − min(C, 0)²), q = dᵀPd, g = h² k Σ min(C, 0) ΔC.
typedef struct Along {
    const PdContact *c;
    double           q, q_a, g; // q_a: with friction, which is convex and bounded by its quadratic
} Along;

typedef struct Slope {
    double value, derivative, curvature;
} Slope;

static Slope along_at(const Along *a, double t)
{
    const PdContact *c = a->c;
    Slope            sum = {0};
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++) {
            const double before = fmin(c->value[c->first[which] + i], 0), change = c->change[c->first[which] + i];
            const double after = fmin(c->value[c->first[which] + i] + t * change, 0);
            sum.value += 0.5 * (after * after - before * before);
            sum.derivative += after * change;
            sum.curvature += after < 0 ? change * change : 0;
        }
    return (Slope){.value = c->factor * sum.value - t * (a->q + a->g) + 0.5 * t * t * a->q_a,
                   .derivative = c->factor * sum.derivative - (a->q + a->g) + t * a->q_a,
                   .curvature = c->factor * sum.curvature + a->q_a};
}

// U' has its zero between 0 and `max`, and is increasing and piecewise linear: Newton's method, kept inside the bracket of the nearest
// points of either sign.
static double least_along(const Along *a, double max)
{
    enum { TRIES = 40 };
    double low = 0, high = max, t = max;
    for (int i = 0; i < TRIES; i++) {
        const Slope slope = along_at(a, t);
        if (slope.derivative > 0)
            high = t;
        else
            low = t;
        const double next = t - slope.derivative / slope.curvature;
        if (!(fabs(next - t) > 1e-12 * max))
            break;
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return t;
}

static double find_length(const PdContact *c, double omega)
{
    Along a = {.c = c};
    for (int32_t block = 0; block < blocks_of(c->model); block++)
        a.q_a += c->partial[block];
    a.q = a.q_a;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = c->first[which]; i < c->first[which] + c->contacts->sets[which].set.count; i++) {
            a.q += c->curvature[i];
            a.q_a += c->contacts->rubs ? c->rubbed[i] : 0;
            a.g += c->factor * fmin(c->value[i], 0) * c->change[i];
        }
    const Slope  whole = along_at(&a, omega);
    const double hoped = -omega * a.q + 0.5 * omega * omega * a.q;
    return whole.value <= 0.25 * hoped || !(whole.derivative > 0) ? omega : least_along(&a, omega);
}

static int32_t count_contacts(const PdContact *c)
{
    int32_t count = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++)
        count += c->contacts->sets[which].set.count;
    return count;
}

static void measure_move(PdContact *c, const Csc *system, double omega, const real4 *solved, const real4 *x)
{
    int32_t from, to;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        share(c, which, &from, &to);
        for (int32_t i = from; i < to; i++)
            measure_contact(c, (ContactClass)which, i, solved, x);
    }
    team_range(0, blocks_of(c->model), &from, &to);
    for (int32_t block = from; block < to; block++)
        measure_block(c, system, block, solved, x);
#pragma omp barrier
#pragma omp single
    c->length = find_length(c, omega);
}

void pd_contact_search(PdContact *c, const Csc *system, double omega, const real4 *solved, real4 *x)
{
    const bool any = count_contacts(c) > 0;
    if (any)
        measure_move(c, system, omega, solved, x);
    const real t = (real)(any ? c->length : omega);
    TEAM_EACH (i, c->model->particle_count)
        x[i] =
            (real4){x[i].x + t * (solved[i].x - x[i].x), x[i].y + t * (solved[i].y - x[i].y), x[i].z + t * (solved[i].z - x[i].z), x[i].w};
#pragma omp barrier
}

// ---- the start and the end of a step ----

static bool is_fresh(const PdContact *c, int which, int32_t i)
{
    const double4 y = c->multiplier[c->first[which] + i];
    return !(double4_dot(y, y) > 0);
}

// Contacts without a multiplier stop their particles. By one thread, so that they act one after another.
static void stop_fresh(const PdContact *c)
{
    for (int which = 0; which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < c->contacts->sets[which].set.count; i++)
            if (is_fresh(c, which, i))
                contact_friction_stop(c->contacts, (ContactClass)which, i, c->start);
}

// Then they get a multiplier: that of their friction there.
static void begin_multipliers(const PdContact *c, ContactClass which)
{
    const ContactSet *contact = &c->contacts->sets[which];
    TEAM_EACH (i, contact->set.count) {
        const ContactRow row = contact_row(contact, which, i);
        const ContactRub rub = contact_rub(contact, i, &row, contact_row_point(&row, c->start));
        if (is_fresh(c, (int)which, i))
            c->multiplier[c->first[which] + i] = double4_scale(rub.weight / c->factor, rub.way);
    }
}

static void follow(const PdContact *c, ContactClass which)
{
    const ContactSet *contact = &c->contacts->sets[which];
    TEAM_EACH (i, contact->set.count) {
        const ContactRow row = contact_row(contact, which, i);
        const double     value = double4_dot(double4_from(row.normal), contact_row_point(&row, c->start)) - (double)row.offset;
        contact_friction_follow(c->contacts, which, i, -c->factor * value);
    }
}

void pd_contact_start(const PdContact *c, bool landed, real4 *x)
{
    if (!c->contacts || !c->contacts->rubs)
        return;
    TEAM_EACH (i, c->model->particle_count)
        c->start[i] = double4_from(x[i]);
    TEAM_EACH (i, landed ? 0 : c->first[CONTACT_CLASSES])
        c->multiplier[i] = (double4){0};
#pragma omp barrier
    for (int which = 0; landed && which < CONTACT_CLASSES; which++)
        follow(c, (ContactClass)which);
#pragma omp barrier
#pragma omp single
    stop_fresh(c);
    TEAM_EACH (i, c->model->particle_count)
        x[i] = (real4){(real)c->start[i].x, (real)c->start[i].y, (real)c->start[i].z, x[i].w};
    for (int which = 0; which < CONTACT_CLASSES; which++)
        begin_multipliers(c, (ContactClass)which);
#pragma omp barrier
}

void pd_contact_linearise(const PdContact *c, const Start *start, const State *state, StepContext *context)
{
    if (!c->contacts)
        return;
#pragma omp barrier
    contacts_linearise(c->contacts, start->position, state->position, state->velocity, start->h, start->end,
                       context ? context->phases : NULL);
    team_phase(context, PHASE_PREDICT);
}

// tangential = −h² k y
static void show_friction(const PdContact *c)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactSet *contact = &c->contacts->sets[which];
        TEAM_EACH (i, contact->set.count) {
            const double4 pull = double4_scale(-c->factor, c->multiplier[c->first[which] + i]);
            contact->tangential[i] = (real4){(real)pull.x, (real)pull.y, (real)pull.z, 0};
        }
    }
}

void pd_contact_finish(PdContact *c, const Motion *motion, State *state, StepContext *context)
{
    contact_rows_force(c->contacts, c->factor, state->position);
    if (c->contacts->rubs)
        show_friction(c);
    team_phase(context, PHASE_VELOCITY);
    motion_update(motion, state);
#pragma omp barrier
    contact_velocity_apply(&c->velocity, state, context);
#pragma omp single
    {
        if (context)
            context->end = STEP_DONE;
        team_end_bounded(context, contacts_bound_left(c->contacts));
    }
}
