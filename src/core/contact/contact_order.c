// Stage 3, from candidates to sets: contacts by colour and within a colour by position, and the columns that are constant in a step.
#include <string.h>

#include "base/team_range.h"
#include "contact/private/contact_sets.h"

static inline int32_t candidate_at(const ClassOrder *order, int32_t i)
{
    return order->by_node ? order->by_node[i] : i;
}

static void note_colours(const ClassOrder *order, ContactSet *set, const int32_t *size)
{
    set->colour_count = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++)
        if (size[c] > 0)
            set->colour_count = c + 1;
    set->serial_tail = size[CONTACT_COLOURS_MAX] > 0;
    set->colour_start[0] = 0;
    for (int c = 0; c < set->colour_count; c++)
        set->colour_start[c + 1] = set->colour_start[c] + size[c];
    memcpy(order->colour_start, set->colour_start, sizeof set->colour_start);
}

// The contacts of a colour: those of earlier threads, then those of this one.
static void sort_by_colour(const ContactSets *sets, const ClassOrder *order, ContactSet *set, int32_t from, int32_t to)
{
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int32_t   size[CONTACT_COLOURS_MAX + 1] = {0}, next[CONTACT_COLOURS_MAX + 1], begin = 0;
    for (int c = 0; c <= CONTACT_COLOURS_MAX; c++) {
        next[c] = begin;
        for (int t = 0; t < threads; t++) {
            next[c] += t < thread ? sets->histogram[t][c] : 0;
            size[c] += sets->histogram[t][c];
        }
        begin += size[c];
    }
    if (thread == 0)
        note_colours(order, set, size);
    for (int32_t i = from; i < to; i++) {
        const int32_t r = candidate_at(order, i);
        order->contact[r] = next[order->colour[r]]++;
        order->candidate[order->contact[r]] = r;
    }
}

// A collider may have its own μ and e.
static void fill_surface(const Contacts *contacts, ContactClass which, int32_t i)
{
    const ContactSet   *set = &contacts->sets[which];
    const ContactRules *rules = &contacts->model->surface->rules;
    double              friction = NAN, restitution = NAN;
    if (which == CONTACT_POINT) {
        const Colliders *colliders = contacts->model->colliders;
        const Collider  *collider = &colliders->list[set->element[i] % colliders->count];
        friction = collider->friction;
        restitution = collider->restitution;
    }
    set->friction[i] = (float)(isnan(friction) ? rules->friction : friction);
    set->restitution[i] = (float)(isnan(restitution) ? rules->restitution : restitution);
}

void contact_sets_fill(const ClassOrder *order, const Contacts *contacts, ContactClass which, int32_t k, int32_t i)
{
    const ContactSet *set = &contacts->sets[which];
    const Candidates *candidates = order->candidates;
    const size_t      v = (size_t)candidates->corners;
    const int32_t     r = order->candidate[i];
    memcpy(set->set.vertices + v * (size_t)k, candidates->vertices + v * (size_t)r, v * sizeof *candidates->vertices);
    set->element[k] = candidates->element[r];
    fill_surface(contacts, which, k);
}

void contact_sets_order(const ContactSets *sets, Contacts *contacts)
{
    for (int which = 0; which < CONTACT_CLASSES; which++) {
        const ClassOrder *order = &sets->order[which];
        ContactSet       *set = &contacts->sets[which];
        int32_t          *mine = sets->histogram[omp_get_thread_num()], from, to;
        team_range(0, order->candidates->count, &from, &to);
        memset(mine, 0, sizeof *sets->histogram);
        for (int32_t i = from; i < to; i++)
            mine[order->colour[candidate_at(order, i)]]++;
#pragma omp barrier
        sort_by_colour(sets, order, set, from, to);
        if (omp_get_thread_num() == 0)
            set->set.count = order->candidates->count;
#pragma omp barrier
        for (int32_t i = from; i < to; i++)
            contact_sets_fill(order, contacts, (ContactClass)which, i, i);
    }
#pragma omp barrier
}
