// From drafts to sets: contacts by colour and in a colour by particle, the columns that do not change in a step, and which contacts a
// particle has.
#include <string.h>

#include "contact/contact_buckets.h"
#include "contact/contacts_internal.h"

static inline int32_t by_particle(const ContactDraft *draft, int32_t i)
{
    return draft->sorted ? draft->sorted[i] : i;
}

// How many contacts have each colour, in this thread's part and, after, before it: where its next contact of a colour goes.
static void count_colours(const ContactWork *work, const ContactDraft *draft, int32_t from, int32_t to)
{
    int32_t *mine = work->histogram[omp_get_thread_num()];
    memset(mine, 0, sizeof *work->histogram);
    for (int32_t i = from; i < to; i++)
        mine[draft->colour[by_particle(draft, i)]]++;
}

static void note_colours(ContactSet *set, const int32_t *size)
{
    set->colour_count = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++)
        if (size[c] > 0)
            set->colour_count = c + 1;
    set->serial_tail = size[CONTACT_COLOURS_MAX] > 0;
    set->colour_start[0] = 0;
    for (int c = 0; c < set->colour_count; c++)
        set->colour_start[c + 1] = set->colour_start[c] + size[c];
}

static void place_colours(const ContactWork *work, ContactDraft *draft, ContactSet *set, int32_t from, int32_t to)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   size[CONTACT_COLOURS_MAX + 1] = {0}, next[CONTACT_COLOURS_MAX + 1], begin = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++) {
        next[c] = begin;
        for (int t = 0; t < threads; t++) {
            next[c] += t < thread ? work->histogram[t][c] : 0;
            size[c] += work->histogram[t][c];
        }
        begin += size[c];
    }
    if (thread == 0)
        note_colours(set, size);
    for (int32_t i = from; i < to; i++) {
        const int32_t r = by_particle(draft, i);
        draft->order[next[draft->colour[r]]++] = r;
    }
}

// A collider may have μ and e of its own.
static void fill_surface(const Contacts *contacts, int which, int32_t i)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactRules *rules = &contacts->model->surface->rules;
    double              friction = NAN, restitution = NAN;
    if (which == CONTACT_POINT) {
        const Collider *collider = &contacts->model->colliders->list[set->element[i] % contacts->work->colliders];
        friction = collider->friction;
        restitution = collider->restitution;
    }
    set->friction[i] = (float)(isnan(friction) ? rules->friction : friction);
    set->restitution[i] = (float)(isnan(restitution) ? rules->restitution : restitution);
}

static void fill_columns(const Contacts *contacts, int which, int32_t from, int32_t to)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactDraft *draft = &contacts->work->draft[which];
    const size_t        v = (size_t)set->set.ops->vertices;
    for (int32_t i = from; i < to; i++) {
        const int32_t r = draft->order[i];
        memcpy(set->set.vertices + v * (size_t)i, draft->vertices + v * (size_t)r, v * sizeof *draft->vertices);
        set->element[i] = draft->element[r];
        fill_surface(contacts, which, i);
    }
}

void contact_order(Contacts *contacts)
{
    ContactWork *work = contacts->work;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        ContactDraft *draft = &work->draft[which];
        ContactSet   *set = &contacts->sets[which];
        int32_t       from, to;
        team_range(0, draft->count, &from, &to);
        count_colours(work, draft, from, to);
#pragma omp barrier
        place_colours(work, draft, set, from, to);
        if (omp_get_thread_num() == 0)
            set->set.count = draft->count;
#pragma omp barrier
        fill_columns(contacts, which, from, to);
    }
#pragma omp barrier
}

void contact_incidence(Contacts *contacts)
{
    BucketItems parts[CONTACT_CLASSES];
    int32_t     first = 0;
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ConstraintSet *set = &contacts->sets[which].set;
        parts[which] = (BucketItems){.key = set->vertices, .count = set->count * set->ops->vertices, .first = first};
        if (omp_get_thread_num() == 0)
            contacts->offset[which] = first;
        first += parts[which].count;
    }
    if (omp_get_thread_num() == 0)
        contacts->offset[CONTACT_CLASSES] = first;
    contact_buckets(contacts->work, parts, CONTACT_CLASSES, contacts->model->particle_count, contacts->start, contacts->slot);
}
