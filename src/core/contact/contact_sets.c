#include "contact/private/contact_sets.h"

#include "constraint/quadratic.h"
#include "contact/private/contact_linear.h"

static const ConstraintOps *const OPS[CONTACT_CLASSES] = {&contact_point, &contact_segment, &contact_pair};

const ConstraintOps *contact_ops(ContactClass which)
{
    return OPS[which];
}

static Status init_set(const Model *model, int which, int32_t room, Arena *arena, ContactSet *out)
{
    const size_t n = (size_t)room;
    const double k = model->surface->rules.stiffness;
    out->set.ops = OPS[which];
    out->set.one_stiffness = true;
    out->room = room;
    TRY(ARENA_NEW(arena, 1, &out->set.stiffness));
    out->set.stiffness[0] = k;
    TRY(ARENA_NEW(arena, n * (size_t)OPS[which]->vertices, &out->set.vertices));
    TRY(ARENA_NEW(arena, n * (size_t)OPS[which]->params, &out->set.rest));
    TRY(ARENA_NEW(arena, n, &out->set.compliance));
    TRY(ARENA_NEW(arena, n, &out->set.sense));
    TRY(ARENA_NEW(arena, n, &out->set.origin));
    TRY(ARENA_NEW(arena, n, &out->lambda));
    TRY(ARENA_NEW(arena, n, &out->tangential));
    if (model->surface->rules.friction_on == FRICTION_ON_POSITION) {
        TRY(ARENA_NEW(arena, n, &out->anchor));
        TRY(ARENA_NEW(arena, n, &out->friction_max));
        TRY(ARENA_NEW(arena, n, &out->slip));
    }
    TRY(ARENA_NEW(arena, n, &out->approach));
    TRY(ARENA_NEW(arena, n, &out->wall));
    TRY(ARENA_NEW(arena, n, &out->friction));
    TRY(ARENA_NEW(arena, n, &out->restitution));
    TRY(ARENA_NEW(arena, n, &out->element));
    for (int32_t i = 0; i < room; i++) {
        out->set.compliance[i] = (real)(isinf(k) ? 0 : 1 / k);
        out->set.origin[i] = i;
    }
    return status_ok();
}

static Status init_order(const Candidates *candidates, bool coloured, bool rubs, Arena *arena, ClassOrder *out)
{
    const size_t n = (size_t)candidates->room;
    out->candidates = candidates;
    TRY(ARENA_NEW(arena, n, &out->colour));
    TRY(ARENA_NEW(arena, n, &out->candidate));
    TRY(ARENA_NEW(arena, n, &out->contact));
    TRY(ARENA_NEW(arena, CONTACT_COLOURS_MAX + 2, &out->colour_start));
    TRY(ARENA_NEW(arena, n, &out->idle));
    TRY(ARENA_NEW(arena, n, &out->listed));
    TRY(ARENA_NEW(arena, n, &out->lambda));
    if (rubs)
        TRY(ARENA_NEW(arena, n, &out->tangential));
    if (!coloured)
        return status_ok();
    TRY(ARENA_NEW(arena, n, &out->node));
    return ARENA_NEW(arena, n, &out->by_node);
}

Status contact_sets_init(const ContactPairs *pairs, const ContactSettings *settings, Arena *arena, Contacts *contacts, ContactSets *out)
{
    const Model  *model = contacts->model;
    const int32_t n = model->particle_count;
    *out = (ContactSets){.pairs = pairs, .equality = settings->equality};
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const Candidates *candidates = &pairs->candidates[which];
        TRY(init_set(model, which, candidates->room, arena, &contacts->sets[which]));
        TRY(init_order(candidates, which != CONTACT_POINT, contacts->rubs, arena, &out->order[which]));
        contacts->slot_room += candidates->room * OPS[which]->vertices;
    }
    TRY(ARENA_NEW(arena, n + 1, &contacts->start));
    TRY(ARENA_NEW(arena, contacts->slot_room, &contacts->slot));
    TRY(ARENA_NEW(arena, n, &out->substep.to));
    TRY(ARENA_NEW(arena, n, &out->substep.awake));
    TRY(ARENA_NEW(arena, n, &out->tail));
    TRY(ARENA_NEW(arena, n, &out->used));
    TRY(ARENA_NEW(arena, n, &out->bin));
    TRY(ARENA_NEW(arena, n, &out->run));
    TRY(ARENA_NEW(arena, settings->threads, &out->partial));
    TRY(ARENA_NEW(arena, settings->threads, &out->histogram));
    return ARENA_NEW(arena, settings->threads, &out->bins);
}
