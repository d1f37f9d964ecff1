// The driver. It calls the three stages of a detection (contact_motion.h, contact_pairs.h, contact_sets.h), and the parts that follow the
// positions from call to call. These are particles captured by colliders (contact_homes.h), crossed pairs of elements (contact_sides.h),
// crossings (contact_passings.h) and the bound (contact_bound.h). No other file includes them all.
#include "contact/contacts.h"

#include <omp.h>
#include <string.h>

#include "base/team_range.h"
#include "constraint/quadratic.h"
#include "contact/contact_friction.h"
#include "contact/private/contact_bound.h"
#include "contact/private/contact_homes.h"
#include "contact/private/contact_motion.h"
#include "contact/private/contact_pairs.h"
#include "contact/private/contact_passings.h"
#include "contact/private/contact_report.h"
#include "contact/private/contact_sets.h"
#include "contact/private/contact_sides.h"
#include "contact/private/contact_start.h"
#include "model/contact_tears.h"

const char *const CONTACT_NAMES[] = {"on", "off", NULL};
const char *const CONTACT_BOUND_NAMES[] = {"off", "displacement", NULL};

struct ContactWork {
    int             threads;
    int64_t         bytes; // of all memory
    ContactMotion   motion;
    ContactPairs    pairs;
    ContactSets     sets;
    bool            watched; // contacts_watch was called; otherwise there are no passings
    ContactPassings passings;
    char            crossing[CROSSING_TEXT]; // of the last report
    ContactBound    bound;
};

Status contacts_create(const Model *model, const State *state, const ContactSettings *settings, Arena *arena, Contacts **out)
{
    const size_t before = arena->used_bytes;
    Contacts    *contacts;
    ContactWork *work;
    *out = NULL;
    if (!model->surface)
        return status_ok();
    contact_surface_tear(model, state);
    TRY(ARENA_NEW(arena, 1, &contacts));
    TRY(ARENA_NEW(arena, 1, &work));
    *contacts = (Contacts){.model = model, .rubs = model->surface->rules.friction_on == FRICTION_ON_POSITION, .work = work};
    work->threads = settings->threads;
    TRY(ARENA_NEW(arena, model->body_count, &contacts->stored));
    TRY(ARENA_NEW(arena, model->body_count, &contacts->kinetic));
    TRY(contact_motion_init(model, settings, arena, &work->motion));
    TRY(contact_pairs_init(&work->motion, settings, arena, &work->pairs));
    TRY(contact_sets_init(&work->pairs, settings, arena, contacts, &work->sets));
    TRY(contact_bound_init(&work->motion, &work->pairs, settings, arena, &work->bound));
    work->bytes = (int64_t)(arena->used_bytes - before);
    TRY(contact_start_check(&work->motion, state, settings->threads));
    *out = contacts;
    return status_ok();
}

Status contacts_watch(Contacts *contacts, Arena *arena)
{
    ContactWork *work = contacts->work;
    TRY(contact_passings_init(&work->motion, &work->pairs, work->threads, arena, &work->passings));
    work->watched = true;
    contacts->omits_idle = false; // metrics of other positions than those of the sweeps need all contacts
    return status_ok();
}

int64_t contacts_bytes(const Contacts *contacts)
{
    return contacts->work->bytes;
}

// ---- positions of the last call ----

static void see(ContactPairs *pairs, const real4 *position)
{
    int32_t from, to;
    team_range(0, pairs->motion->model->particle_count, &from, &to);
    memcpy(pairs->seen + from, position + from, (size_t)(to - from) * sizeof *position);
}

// Held pairs and particles follow the motion of particles and colliders. All threads; ends with a barrier.
static void follow(ContactWork *work, const real4 *position, double time)
{
    ContactPairs *pairs = &work->pairs;
    int32_t       from, to;
    team_range(0, pairs->motion->model->particle_count, &from, &to);
#pragma omp single
    {
        pairs->bounded = work->bound.on && work->bound.open == 0;
        pairs->moved = time != pairs->seen_time && contact_motion_is_scripted(&work->motion);
        contact_motion_pose(&work->motion, pairs->seen_time, time);
    }
    if (memcmp(pairs->seen + from, position + from, (size_t)(to - from) * sizeof *position) != 0) {
#pragma omp atomic write
        pairs->moved = true;
    }
#pragma omp barrier
    if (pairs->moved) {
        contact_homes_follow(pairs, position);
        contact_sides_follow(pairs, position);
        if (work->watched)
            contact_passings_follow(&work->passings, position);
        see(pairs, position);
    }
#pragma omp single
    pairs->seen_time = time;
}

// By one thread.
static void forget(ContactPairs *pairs)
{
    const size_t words = (size_t)pairs->motion->model->surface->point_count * (size_t)pairs->words;
    memset(pairs->captured, 0, words * sizeof *pairs->captured);
    memset(pairs->near, 0, words * sizeof *pairs->near);
    pairs->home_count = 0;
}

void contacts_detect(Contacts *contacts, const State *state, PhaseClock *phases)
{
    ContactWork *work = contacts->work;
    ASSERT(omp_get_num_threads() <= work->threads);
#pragma omp barrier
#pragma omp master
    phase_clock_enter(phases, PHASE_BROAD);
    if (work->pairs.remembers)
        follow(work, state->position, contact_step_begin(&work->motion, state));
    else
        see(&work->pairs, state->position);
#pragma omp barrier
#pragma omp single
    {
        contacts->h = 0;
        contact_surface_tear(contacts->model, state);
        if (!work->pairs.remembers)
            forget(&work->pairs);
        work->pairs.seen_time = contact_step_begin(&work->motion, state);
        contact_motion_begin(&work->motion, state);
        contact_pairs_begin(&work->pairs);
        work->sets.substep.additions = 0;
        contact_sides_carry(&work->pairs);
        contact_homes_begin(&work->pairs);
        if (work->watched)
            contact_passings_begin(&work->passings);
    }
    contact_motion_predict(&work->motion, state);
    if (contact_motion_is_finite(&work->motion)) {
        contact_motion_boxes(&work->motion, true);
#pragma omp master
        phase_clock_enter(phases, PHASE_NARROW);
        contact_pairs_colliders(&work->pairs, state);
        contact_pairs_elements(&work->pairs, state, phases);
    }
#pragma omp master
    phase_clock_enter(phases, PHASE_CONTACT_COLOUR);
    contact_sets_colour(&work->sets);
    contact_sets_order(&work->sets, contacts);
    contact_sets_incidence(&work->sets, contacts);
    if (work->bound.on && contact_motion_is_finite(&work->motion)) {
#pragma omp master
        phase_clock_enter(phases, PHASE_BROAD);
        contact_bound_begin(&work->bound, state, phases);
    }
#pragma omp master
    work->pairs.remembers = contact_motion_is_finite(&work->motion);
#pragma omp barrier
}

// By one thread.
static void note_kinetic(const Contacts *contacts, const real4 *velocity)
{
    const Model *model = contacts->model;
    for (int32_t b = 0; b < model->body_count; b++)
        contacts->kinetic[b] = 0;
    for (int32_t i = 0; i < model->particle_count; i++)
        contacts->kinetic[model_body(model, i)] += contacts_kinetic(model, velocity, i);
}

void contacts_linearise(Contacts *contacts, const real4 *from, const real4 *to, const real4 *velocity, double h, double end,
                        PhaseClock *phases)
{
    ContactWork *work = contacts->work;
#pragma omp barrier
#pragma omp master
    phase_clock_enter(phases, PHASE_NARROW);
    follow(work, from, end - h);
#pragma omp single
    {
        contact_motion_pose(&work->motion, end - h, end);
        contacts->h = h;
        contact_bound_substep(&work->bound, end);
        if (work->bound.on)
            note_kinetic(contacts, velocity);
    }
    if (contacts->omits_idle)
        contact_idle_list(&work->sets, contacts, from, to, velocity, end);
    contact_sets_linearise(&work->sets, contacts, from, to, velocity, end);
}

bool contacts_idle_hold(Contacts *contacts, const real4 *x)
{
    return contact_idle_hold(&contacts->work->sets, x);
}

void contacts_idle_add(Contacts *contacts)
{
    contact_idle_add(&contacts->work->sets, contacts);
}

// ---- the bound ----

bool contacts_have_bound(const Contacts *contacts)
{
    return contacts->work->bound.on;
}

void contacts_bound(Contacts *contacts, real4 *x, bool last, PhaseClock *phases)
{
    ContactBound   *bound = &contacts->work->bound;
    const BoundView view = {.position = x};
    if (!bound->on)
        return;
    contact_bound_cut(bound, &view, last, phases);
    while (bound->again && contact_bound_again(bound, &view, true, phases))
        contact_bound_cut(bound, &view, last, phases);
    contact_bound_note(bound, true);
}

double contacts_bound_left(const Contacts *contacts)
{
    const ContactBound *bound = &contacts->work->bound;
    return bound->on ? contact_bound_left(bound) / bound->h : 0;
}

int64_t contacts_cut(Contacts *contacts, double4 *x)
{
    ContactBound *bound = &contacts->work->bound;
    contact_bound_cut(bound, &(BoundView){.exact = x}, false, NULL);
    contact_bound_note(bound, false);
    return bound->cut_now;
}

bool contacts_bound_again(Contacts *contacts, double4 *x, PhaseClock *phases)
{
    return contact_bound_again(&contacts->work->bound, &(BoundView){.exact = x}, false, phases);
}

bool contacts_bound_stopped(const Contacts *contacts)
{
    const ContactBound *bound = &contacts->work->bound;
    return bound->on && (bound->refused || bound->is_short);
}

// ---- the end of a step ----

Status contacts_failed(const Contacts *contacts)
{
    TRY(contact_motion_failed(&contacts->work->motion));
    TRY(contact_pairs_failed(&contacts->work->pairs));
    return contact_bound_failed(&contacts->work->bound);
}

void contacts_forget(Contacts *contacts)
{
    contacts->work->pairs.remembers = false;
    memset(contacts->work->sets.substep.awake, 0, (size_t)contacts->model->particle_count);
    memset(contacts->stored, 0, (size_t)contacts->model->body_count * sizeof *contacts->stored);
}

Status contacts_report(Contacts *contacts, const State *state, ContactReport *report)
{
    ContactWork *work = contacts->work;
    ASSERT(work->watched);
    if (work->pairs.remembers) {
#pragma omp parallel num_threads(work->threads)
        follow(work, state->position, contact_step_begin(&work->motion, state));
    }
    TRY(contact_report_depths(&work->passings, state, work->threads, report, work->crossing));
    TRY(contacts_failed(contacts));
    contact_bound_report(&work->bound, report);
    report->found = report->active = report->colours = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ContactSet *set = &contacts->sets[which];
        report->found += work->sets.order[which].candidates->count;
        for (int32_t i = 0; i < set->set.count; i++)
            report->active += set->lambda[i] > 0;
        report->colours = set->colour_count > report->colours ? set->colour_count : report->colours;
    }
    return status_ok();
}

static double dissipation_of(const Contacts *contacts, ContactClass which, int32_t i, const double4 *x, double4 *gradient)
{
    const ContactRow row = contact_row(&contacts->sets[which], which, i);
    double4          slot[CONTACT_VERTICES_MAX] = {{0}};
    const double     energy = contact_friction_add(&contacts->sets[which], which, i, i + 1, x, 1 / (contacts->h * contacts->h), slot);
    for (int j = 0; gradient && j < row.vertices; j++)
        double4_add_to(&gradient[row.vertex[j]], 1, slot[j]);
    return energy;
}

double contacts_energy(const Contacts *contacts, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &contacts->sets[which].set;
        if (set->count > 0 && !isinf(set->stiffness[0]))
            sum += quadratic_energy(set, 0, set->count, x, gradient);
    }
    return sum;
}

double contacts_dissipation(const Contacts *contacts, const double4 *x, double4 *gradient)
{
    double sum = 0;
    for (int which = 0; contacts->rubs && which < CONTACT_CLASSES; which++)
        for (int32_t i = 0; i < contacts->sets[which].set.count; i++)
            sum += dissipation_of(contacts, (ContactClass)which, i, x, gradient);
    return sum;
}
