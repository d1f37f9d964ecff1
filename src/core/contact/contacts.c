#include "contact/contacts.h"

#include <string.h>

#include "constraint/quadratic.h"
#include "contact/private/contact_search.h"
#include "contact/private/contacts_internal.h"

const char *const CONTACT_NAMES[] = {"on", "off", NULL};

static const ConstraintOps *const OPS[CONTACT_CLASSES] = {&contact_point, &contact_segment, &contact_pair};
static const char *const          CLASS_NAMES[CONTACT_CLASSES] = {"between particles and colliders", "between particles and segments",
                                                                  "between elements of surfaces"};

const ConstraintOps *contact_ops(ContactClass which)
{
    return OPS[which];
}

// ---- memory ----

// What touches what, by the rules and by what there is.
static bool has_class(const Model *model, int which)
{
    const ContactSurface *surface = model->surface;
    const ContactRules   *rules = &surface->rules;
    const bool            each_other = rules->self || (rules->bodies && model->body_count > 1);
    switch (which) {
    case CONTACT_POINT:
        return model->colliders && model->colliders->count > 0;
    case CONTACT_SEGMENT:
        return each_other && rules->planar && surface->edge_count > 0;
    default:
        return each_other && !rules->planar && surface->edge_count > 0;
    }
}

static Status make_set(const Model *model, int which, int32_t room, Arena *arena, ContactSet *set)
{
    const size_t v = (size_t)OPS[which]->vertices, n = (size_t)room;
    const double k = model->surface->rules.stiffness;
    set->set.ops = OPS[which];
    set->set.one_stiffness = true;
    set->room = room;
    TRY(ARENA_NEW(arena, 1, &set->set.stiffness));
    set->set.stiffness[0] = k;
    TRY(ARENA_NEW(arena, n * v, &set->set.vertices));
    TRY(ARENA_NEW(arena, n * (size_t)OPS[which]->params, &set->set.rest));
    TRY(ARENA_NEW(arena, n, &set->set.compliance));
    TRY(ARENA_NEW(arena, n, &set->set.sense));
    TRY(ARENA_NEW(arena, n, &set->set.origin));
    TRY(ARENA_NEW(arena, n, &set->lambda));
    TRY(ARENA_NEW(arena, n, &set->slide));
    TRY(ARENA_NEW(arena, n, &set->approach));
    TRY(ARENA_NEW(arena, n, &set->wall));
    TRY(ARENA_NEW(arena, n, &set->friction));
    TRY(ARENA_NEW(arena, n, &set->restitution));
    TRY(ARENA_NEW(arena, n, &set->element));
    for (int32_t i = 0; i < room; i++) {
        set->set.compliance[i] = (real)(isinf(k) ? 0 : 1 / k);
        set->set.origin[i] = i;
    }
    return status_ok();
}

static Status make_draft(int which, int32_t room, Arena *arena, ContactDraft *draft)
{
    const size_t n = (size_t)room;
    TRY(ARENA_NEW(arena, n * (size_t)OPS[which]->vertices, &draft->vertices));
    TRY(ARENA_NEW(arena, n, &draft->element));
    TRY(ARENA_NEW(arena, n, &draft->colour));
    TRY(ARENA_NEW(arena, n, &draft->order));
    TRY(ARENA_NEW(arena, n, &draft->place));
    if (which == CONTACT_POINT) // comes coloured, in order by particle
        return status_ok();
    TRY(ARENA_NEW(arena, n, &draft->thickness));
    TRY(ARENA_NEW(arena, n, &draft->node));
    return ARENA_NEW(arena, n, &draft->sorted);
}

static Status make_classes(Contacts *contacts, int32_t room, Arena *arena)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const int32_t here = has_class(contacts->model, which) ? room : 0;
        TRY(make_set(contacts->model, which, here, arena, &contacts->sets[which]));
        TRY(make_draft(which, here, arena, &contacts->work->draft[which]));
        contacts->slot_room += here * OPS[which]->vertices;
    }
    TRY(ARENA_NEW(arena, contacts->model->particle_count + 1, &contacts->start));
    return ARENA_NEW(arena, contacts->slot_room, &contacts->slot);
}

static Status make_colliders(const Model *model, Arena *arena, ContactWork *work)
{
    work->colliders = model->colliders ? model->colliders->count : 0;
    work->words = (work->colliders + 63) / 64;
    TRY(ARENA_NEW(arena, work->colliders, &work->index));
    TRY(ARENA_NEW(arena, work->colliders, &work->way));
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)work->words, &work->mask));
    TRY(ARENA_NEW(arena, (size_t)model->surface->point_count * (size_t)work->words, &work->corner));
    for (int32_t c = 0; model->colliders && c < work->colliders; c++) {
        const Collider *collider = &model->colliders->list[c];
        TRY(collider_index_make(collider, arena, &work->index[c]));
        work->way[c] = (ColliderWay){.collider = collider, .index = work->index[c]};
    }
    return status_ok();
}

static Status make_work(const Model *model, Arena *arena, ContactWork *work)
{
    const int32_t         n = model->particle_count;
    const ContactSurface *surface = model->surface;
    TRY(ARENA_NEW(arena, contact_boxes_blocks(n), &work->block_sum));
    TRY(ARENA_NEW(arena, n, &work->predicted));
    TRY(ARENA_NEW(arena, n, &work->particle_box));
    TRY(ARENA_NEW(arena, n, &work->travel));
    TRY(ARENA_NEW(arena, surface->point_count, &work->point_box));
    TRY(ARENA_NEW(arena, surface->triangle_count, &work->triangle_box));
    TRY(ARENA_NEW(arena, surface->edge_count, &work->edge_box));
    TRY(ARENA_NEW(arena, n, &work->tail));
    TRY(ARENA_NEW(arena, n, &work->used));
    TRY(ARENA_NEW(arena, n, &work->bin));
    TRY(ARENA_NEW(arena, n, &work->run));
    TRY(ARENA_NEW(arena, work->settings.threads, &work->partial));
    TRY(ARENA_NEW(arena, work->settings.threads, &work->histogram));
    TRY(ARENA_NEW(arena, work->settings.threads, &work->bins));
    TRY(ARENA_NEW(arena, work->settings.threads, &work->bounds));
    work->failure.not_finite = n;
    return make_colliders(model, arena, work);
}

static int32_t room_of(const Model *model, const ContactSettings *settings)
{
    const int64_t most = INT32_MAX / (2 * (1 + 3 + 4)), wanted = (int64_t)settings->room * model->surface->point_count;
    return (int32_t)(wanted < most ? wanted : most);
}

Status contacts_make(const Model *model, const State *state, const ContactSettings *settings, Arena *arena, Contacts **out)
{
    const size_t before = arena->used_bytes;
    Contacts    *contacts;
    *out = NULL;
    if (!model->surface)
        return status_ok();
    TRY(ARENA_NEW(arena, 1, &contacts));
    TRY(ARENA_NEW(arena, 1, &contacts->work));
    contacts->model = model;
    contacts->work->settings = *settings;
    TRY(make_work(model, arena, contacts->work));
    TRY(make_classes(contacts, room_of(model, settings), arena));
    TRY(contact_search_make(contacts, room_of(model, settings), arena));
    contacts->work->bytes = (int64_t)(arena->used_bytes - before);
    TRY(contact_start_check(contacts, state));
    *out = contacts;
    return status_ok();
}

int64_t contacts_bytes(const Contacts *contacts)
{
    return contacts->work->bytes;
}

// ---- in a step ----

// One thread, before a barrier.
static void begin_step(Contacts *contacts, const State *state)
{
    ContactWork *work = contacts->work;
    work->failure = (ContactFailure){.not_finite = contacts->model->particle_count};
    contacts->h = 0;
    work->turn = !work->turn;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        work->draft[which].count = 0;
        for (int search = 0; search < CONTACT_SEARCHES; search++)
            work->draft[which].searched[search] = INT32_MAX;
    }
    contact_pose(contacts, contacts_begin(contacts, state), contacts_end(contacts, state));
}

void contacts_detect(Contacts *contacts, const State *state, PhaseClock *phases)
{
    ASSERT(omp_get_num_threads() <= contacts->work->settings.threads);
#pragma omp barrier
    contact_phase(phases, PHASE_BROAD);
#pragma omp single
    begin_step(contacts, state);
    contact_boxes_move(contacts, state);
    if (contacts->work->failure.not_finite == contacts->model->particle_count) {
        contact_boxes_surface(contacts);
        contact_phase(phases, PHASE_NARROW);
        contact_draft_points(contacts, state);
        contact_draft_pairs(contacts, state, phases);
    }
    contact_phase(phases, PHASE_CONTACT_COLOUR);
    contact_colour(contacts);
    contact_order(contacts);
    contact_incidence(contacts);
#pragma omp master
    contacts->work->remembers = contacts->work->failure.not_finite == contacts->model->particle_count;
#pragma omp barrier
}

static Status failed_room(const Contacts *contacts, int which)
{
    const ContactWork *work = contacts->work;
    return status_make(STATUS_MEMORY,
                       "a step has %lld contacts %s, above the %d that there is room for (contact_room %d, for each of the %d particles of "
                       "the surfaces); raise `contact_room`, or look for bodies that have gone through each other",
                       (long long)work->failure.wanted[which], CLASS_NAMES[which], contacts->sets[which].room, work->settings.room,
                       contacts->model->surface->point_count);
}

static Status failed_pairs(const Contacts *contacts, int which)
{
    static const char *const NAMES[CONTACT_SEARCHES] = {"points and triangles", "edges and edges", "points and segments"};
    const ContactWork       *work = contacts->work;
    return status_make(
        STATUS_MEMORY,
        "in a step the boxes of more pairs of %s overlap than the %lld that there is room for (contact_room %d, for each of the %d "
        "particles of the surfaces); raise `contact_room`, or look for elements that move too far in a step",
        NAMES[which], (long long)work->search[which].broad_room, work->settings.room, contacts->model->surface->point_count);
}

Status contacts_failed(const Contacts *contacts)
{
    const ContactFailure *failure = &contacts->work->failure;
    if (failure->not_finite < contacts->model->particle_count)
        return status_make(STATUS_NUMERIC, "contact: the position or velocity of particle %d is not finite; the step before diverged",
                           contacts->model->user_of[failure->not_finite]);
    for (int which = 0; which < CONTACT_CLASSES; which++)
        if (failure->wanted[which] > 0)
            return failed_room(contacts, which);
    for (int which = 0; which < CONTACT_SEARCHES; which++)
        if (failure->wanted_pairs[which] > 0)
            return failed_pairs(contacts, which);
    return status_ok();
}

void contacts_forget(Contacts *contacts)
{
    contacts->work->remembers = false;
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
