#include "step/contact_sweep.h"

#include "contact/contact_row.h"
#include "step/private/contact_run.h"
#include "step/team.h"

const char *const CONTACT_SWEEP_NAMES[] = {"coloured", "jacobi", NULL};
const char *const CONTACT_SENSE_NAMES[] = {"inequality", "equality", NULL};

// The weights of jacobi count all contacts.
static Status init_coloured(ContactSweep *s, Arena *arena)
{
    s->contacts->omits_idle = true;
    TRY(ARENA_NEW(arena, s->particle_count, &s->position));
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        const int32_t room = s->contacts->sets[c].room;
        TRY(ARENA_NEW(arena, room, &s->lambda[c]));
        if (s->contacts->rubs)
            TRY(ARENA_NEW(arena, room, &s->tangential[c]));
    }
    return status_ok();
}

Status contact_sweep_init(ContactSweep *s, const SolverSetup *setup, const Motion *motion, const ContactSweepSettings *settings)
{
    *s = (ContactSweep){.contacts = setup->contacts,
                        .kind = settings->kind,
                        .kernels = settings->kernels,
                        .relaxation = (real)settings->omega,
                        .inverse_h2 = settings->soft ? (real)(1 / (motion->exact_h * motion->exact_h)) : 0,
                        .h = motion->h,
                        .previous = motion->previous,
                        .particle_count = motion->particle_count};
    if (!s->contacts)
        return status_ok();
    if (s->kind == CONTACT_SWEEP_COLOURED)
        return init_coloured(s, setup->arena);
    for (int c = 0; c < CONTACT_CLASSES; c++)
        TRY(ARENA_NEW(setup->arena, s->contacts->sets[c].room, &s->weight[c]));
    TRY(ARENA_NEW(setup->arena, s->particle_count, &s->degree));
    return ARENA_NEW(setup->arena, s->contacts->slot_room, &s->correction);
}

// ---- friction inside the solve ----

static real4 add_scaled(real4 a, real s, real4 b) // of x, y, z
{
    return (real4){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, a.w};
}

// Limits a tangential λ by Coulomb's law.
static real4 within(real4 tangential, real friction_max)
{
    const real size2 = real4_dot(tangential, tangential);
    return size2 > friction_max * friction_max ? add_scaled((real4){0}, friction_max / real_sqrt(size2), tangential) : tangential;
}

// Tangential displacement of a contact since x_n, relative to the collider.
static real4 slid(const ContactSweep *s, const ContactRow *row, const real4 *position, real4 wall)
{
    real4 way = add_scaled((real4){0}, -s->h, wall);
    for (int j = 0; j < row->vertices; j++) {
        const real4 to = position[row->vertex[j]], from = s->previous[row->vertex[j]];
        way = add_scaled(way, row->weight[j], (real4){to.x - from.x, to.y - from.y, to.z - from.z, 0});
    }
    return contact_row_tangential(row, way);
}

static void rub_one(const ContactSweep *s, ContactClass which, int32_t i, real4 *position)
{
    ContactSet *contact = &s->contacts->sets[which];
    const real  lambda = contact->lambda[i], friction_max = lambda > 0 ? (real)contact->friction[i] * lambda : 0;
    const real4 old = contact->tangential[i];
    if (!(friction_max > 0) && !(real4_dot(old, old) > 0))
        return;
    const ContactRow row = contact_row(contact, which, i);
    const real       inverse_mass = contact_row_inverse_mass(&row, position);
    if (!(inverse_mass > 0))
        return;
    const bool  jacobi = s->kind == CONTACT_SWEEP_JACOBI;
    const real  gain = -s->relaxation / inverse_mass * (jacobi ? s->weight[which][i] : 1);
    const real4 tangential = within(add_scaled(old, gain, slid(s, &row, position, contact->wall[i])), friction_max);
    const real4 change = add_scaled(tangential, -1, old);
    contact->tangential[i] = tangential;
    for (int j = 0; j < row.vertices; j++) {
        const real scale = row.weight[j] * position[row.vertex[j]].w;
        real4     *moved = jacobi ? &s->correction[s->contacts->offset[which] + row.vertices * i + j] : &position[row.vertex[j]];
        *moved = add_scaled(*moved, scale, change);
    }
}

// ---- both sweeps ----

typedef struct Run {
    const ContactSweep *sweep;
    real4              *position;
} Run;

static void project_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const Run           *run = user;
    const ContactSweep  *s = run->sweep;
    const ContactSet    *contact = &s->contacts->sets[which];
    const ConstraintOps *ops = contact->set.ops;
    const bool           jacobi = s->kind == CONTACT_SWEEP_JACOBI;
    const Batch          batch = {.set = &contact->set, .begin = from, .end = to, .disjoint = disjoint};
    const Sweep          sweep = {.position = run->position,
                                  .previous = s->previous,
                                  .lambda = contact->lambda,
                                  .compliance = contact->set.compliance,
                                  .inverse_h2 = s->inverse_h2,
                                  .relaxation = s->relaxation,
                                  .weight = s->weight[which],
                                  .correction = jacobi ? s->correction + s->contacts->offset[which] : NULL};
    if (s->kernels == KERNELS_WIDE && (disjoint || jacobi))
        ops->projection->wide(&batch, from, to, &sweep);
    else
        ops->projection->plain(&batch, from, to, &sweep);
    for (int32_t i = from; s->contacts->rubs && i < to; i++)
        rub_one(s, which, i, run->position);
}

// ---- jacobi ----

// This thread's share of each class.
static void share_classes(const Contacts *contacts, ContactVisit *visit, const void *user)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        int32_t from, to;
        team_range(0, contacts->sets[which].set.count, &from, &to);
        visit(user, (ContactClass)which, from, to, false);
    }
}

static ContactClass class_of(const Contacts *contacts, int32_t slot)
{
    int which = CONTACT_CLASSES - 1;
    while (slot < contacts->offset[which])
        which--;
    return (ContactClass)which;
}

// 1 for an enabled contact, 0 for a disabled one.
static void mark_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const ContactSweep *s = user;
    (void)disjoint;
    for (int32_t i = from; i < to; i++) {
        const ContactRow row = contact_row(&s->contacts->sets[which], which, i);
        s->weight[which][i] = contact_row_is_disabled(&row) ? 0 : 1;
    }
}

static void count_degrees(const ContactSweep *s)
{
    const Contacts *contacts = s->contacts;
    TEAM_EACH (i, s->particle_count) {
        s->degree[i] = 0;
        for (int32_t k = contacts->start[i]; k < contacts->start[i + 1]; k++) {
            const int32_t      slot = contacts->slot[k];
            const ContactClass which = class_of(contacts, slot);
            s->degree[i] += s->weight[which][(slot - contacts->offset[which]) / contacts->sets[which].set.ops->vertices];
        }
    }
}

static void weigh_range(const void *user, ContactClass which, int32_t from, int32_t to, bool disjoint)
{
    const ContactSweep  *s = user;
    const ConstraintSet *set = &s->contacts->sets[which].set;
    (void)disjoint;
    for (int32_t i = from; i < to; i++) {
        real busiest = 1;
        for (int j = 0; j < set->ops->vertices; j++) {
            const real degree = s->degree[set->vertices[set->ops->vertices * i + j]];
            busiest = degree > busiest ? degree : busiest;
        }
        s->weight[which][i] = 1 / busiest;
    }
}

// Each particle adds its corrections in the order of its slots.
static void gather(const ContactSweep *s, real4 *position)
{
    const Contacts *contacts = s->contacts;
    TEAM_EACH (i, s->particle_count) {
        real4 x = position[i];
        for (int32_t k = contacts->start[i]; k < contacts->start[i + 1]; k++)
            x = add_scaled(x, 1, s->correction[contacts->slot[k]]);
        position[i] = x;
    }
}

// The multipliers `tangential` are the friction; Φ contains none.
static void silence_energies(const Contacts *contacts)
{
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++) {
        TEAM_EACH (i, contacts->sets[which].set.count)
            contacts->sets[which].friction_max[i] = 0;
    }
}

void contact_sweep_reset(const ContactSweep *s)
{
    if (s->contacts)
        silence_energies(s->contacts);
    if (!s->contacts || s->kind != CONTACT_SWEEP_JACOBI)
        return;
    share_classes(s->contacts, mark_range, s);
#pragma omp barrier
    count_degrees(s);
#pragma omp barrier
    share_classes(s->contacts, weigh_range, s);
#pragma omp barrier
}

// ---- coloured ----

static void copy_multipliers(const ContactSweep *s, bool back)
{
    for (int c = 0; c < CONTACT_CLASSES; c++) {
        const ContactSet *contact = &s->contacts->sets[c];
        TEAM_EACH (i, contact->set.count) {
            *(back ? &contact->lambda[i] : &s->lambda[c][i]) = *(back ? &s->lambda[c][i] : &contact->lambda[i]);
            if (s->tangential[c])
                *(back ? &contact->tangential[i] : &s->tangential[c][i]) = *(back ? &s->tangential[c][i] : &contact->tangential[i]);
        }
    }
}

static void add_idle(const ContactSweep *s)
{
    contacts_idle_add(s->contacts);
    silence_energies(s->contacts);
}

// Repeats the sweep with more contacts if it moved a particle so far that idle ones would have taken part. contacts_idle_hold has one
// barrier. Those of add_idle do not count: it is a linearisation.
static void run_without_idle(const ContactSweep *s, real4 *position, StepContext *context)
{
    const Run run = {s, position};
    TEAM_COUNT(context, team_barriers, 1);
    if (!contacts_idle_hold(s->contacts, position))
        add_idle(s);
    for (;;) {
        TEAM_COUNT(context, team_barriers, 2 + contact_run_barriers(s->contacts));
        copy_multipliers(s, false);
        TEAM_EACH (i, s->particle_count)
            s->position[i] = position[i];
#pragma omp barrier
        contact_run(s->contacts, project_range, &run);
        if (contacts_idle_hold(s->contacts, position))
            return;
        TEAM_COUNT(context, team_barriers, 1);
        copy_multipliers(s, true);
        TEAM_EACH (i, s->particle_count)
            position[i] = s->position[i];
#pragma omp barrier
        add_idle(s);
    }
}

static void run_coloured(const ContactSweep *s, real4 *position, StepContext *context)
{
    if (s->contacts->omits_idle) {
        run_without_idle(s, position, context);
        return;
    }
    TEAM_COUNT(context, team_barriers, contact_run_barriers(s->contacts));
    contact_run(s->contacts, project_range, &(Run){s, position});
}

void contact_sweep_run(const ContactSweep *s, real4 *position, StepContext *context)
{
    if (!s->contacts)
        return;
    if (s->kind == CONTACT_SWEEP_COLOURED) {
        run_coloured(s, position, context);
        return;
    }
    TEAM_COUNT(context, team_barriers, 2);
    share_classes(s->contacts, project_range, &(Run){s, position});
#pragma omp barrier
    gather(s, position);
#pragma omp barrier
}
