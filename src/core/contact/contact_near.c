// Points near colliders: the draft of the class point. Every point is held against every collider, and a mask keeps which it may touch.
#include "contact/private/contacts_internal.h"

// Poses at two times, by one thread, before a barrier.
void contact_pose(const Contacts *contacts, double from, double to)
{
    const ContactWork *work = contacts->work;
    for (int32_t c = 0; c < work->colliders; c++) {
        const Collider *collider = &contacts->model->colliders->list[c];
        work->way[c].from = collider_pose(contacts->model, collider, from);
        work->way[c].to = collider_pose(contacts->model, collider, to);
    }
}

// Which colliders of one word a particle may touch, and those that it needs two planes at.
static void find_word(const Contacts *contacts, const State *state, int32_t particle, int32_t begin, int32_t end, uint64_t *masks,
                      uint64_t *corners)
{
    const ContactWork *work = contacts->work;
    const double       thickness = contacts->model->surface->rules.thickness;
    const double4      from = double4_from(state->position[particle]), to = double4_from(work->predicted[particle]);
    const double near = thickness + contact_slack(work, thickness, 0) + contact_slack(work, thickness, double4_norm(double4_sub(to, from)));
    for (int32_t c = begin; c < end; c++) {
        Nearest planes[2];
        if (!contact_collider_may_touch(&work->way[c], from, to, near))
            continue;
        *masks |= (uint64_t)1 << (c - begin);
        if (contact_collider_has_corners(&work->way[c]) && contact_collider_planes(&work->way[c], from, to, thickness, planes) == 2)
            *corners |= (uint64_t)1 << (c - begin);
    }
}

// A pin is where it is held: no collider moves it.
static void find(const Contacts *contacts, const State *state, int32_t point)
{
    const ContactWork *work = contacts->work;
    const int32_t      particle = contacts->model->surface->point[point];
    for (int32_t word = 0; word < work->words; word++) {
        const int32_t begin = 64 * word, end = begin + 64 < work->colliders ? begin + 64 : work->colliders;
        const size_t  at = (size_t)point * (size_t)work->words + (size_t)word;
        work->mask[at] = work->corner[at] = 0;
        if (state->position[particle].w > 0)
            find_word(contacts, state, particle, begin, end, &work->mask[at], &work->corner[at]);
    }
}

// A particle's contacts have colours 0, 1, 2, … in the order of the colliders; nothing else is at it.
static void fill(const Contacts *contacts, int32_t point, int32_t at)
{
    const ContactWork  *work = contacts->work;
    const ContactDraft *draft = &work->draft[CONTACT_POINT];
    int32_t             colour = 0;
    for (int32_t word = 0; word < work->words; word++)
        for (uint64_t mask = work->mask[(size_t)point * (size_t)work->words + (size_t)word]; mask; mask &= mask - 1) {
            const int32_t  bit = GNU_TRAILING_ZEROS(mask);
            const uint64_t corner = work->corner[(size_t)point * (size_t)work->words + (size_t)word] >> bit & 1;
            for (int32_t plane = 0; plane <= (int32_t)corner; plane++, at++) {
                draft->vertices[at] = contacts->model->surface->point[point];
                draft->element[at] = 64 * word + bit + plane * work->colliders;
                draft->colour[at] = (uint8_t)(colour < CONTACT_COLOURS_MAX ? colour++ : CONTACT_COLOURS_MAX);
            }
        }
}

void contact_draft_points(Contacts *contacts, const State *state)
{
    ContactWork  *work = contacts->work;
    const int32_t points = contacts->model->surface->point_count, words = work->words, room = contacts->sets[CONTACT_POINT].room;
    int64_t       total, mine = 0;
    int32_t       from, to;
    if (words == 0)
        return;
#pragma omp for schedule(dynamic, 256)
    for (int32_t i = 0; i < points; i++)
        find(contacts, state, i);
    team_range(0, points, &from, &to);
    for (size_t k = (size_t)from * (size_t)words; k < (size_t)to * (size_t)words; k++)
        mine += GNU_BITS_SET(work->mask[k]) + GNU_BITS_SET(work->corner[k]);
    int64_t at = team_before(work, mine, &total);
    for (int32_t i = from; i < to && total <= room; i++) {
        fill(contacts, i, (int32_t)at);
        for (size_t k = (size_t)i * (size_t)words; k < ((size_t)i + 1) * (size_t)words; k++)
            at += GNU_BITS_SET(work->mask[k]) + GNU_BITS_SET(work->corner[k]);
    }
    if (omp_get_thread_num() == 0) {
        work->draft[CONTACT_POINT].count = total <= room ? (int32_t)total : 0;
        work->failure.wanted[CONTACT_POINT] = total <= room ? 0 : total;
    }
#pragma omp barrier
}
