// Stage 2, particles and colliders: every point is tested against every collider, and a bit mask stores the colliders that it may touch.
#include "base/team_range.h"
#include "contact/private/contact_homes.h"

// One word of the masks of a particle.
static void find_word(const ContactPairs *pairs, const State *state, int32_t point, int32_t begin, int32_t end, uint64_t *near,
                      uint64_t *corner)
{
    const ContactMotion *motion = pairs->motion;
    const int32_t        particle = motion->model->surface->point[point];
    const double         thickness = motion->model->surface->rules.thickness;
    const double4        from = double4_from(state->position[particle]), to = double4_from(motion->predicted[particle]);
    const double         reach =
        thickness + contact_margin(motion, thickness, 0) + contact_margin(motion, thickness, double4_norm(double4_sub(to, from)));
    for (int32_t c = begin; c < end; c++) {
        const ColliderWay *way = &motion->collider[c];
        const Home        *home = contact_homes_find(pairs, point, c);
        Nearest            planes[2];
        if (!home && !contact_collider_can_touch(way, from, to, reach))
            continue;
        *near |= (uint64_t)1 << (c - begin);
        if (contact_collider_has_corners(way) &&
            contact_collider_planes(way, contact_homes_start(way, home, from), to, thickness, planes) == 2)
            *corner |= (uint64_t)1 << (c - begin);
    }
}

static void find_colliders(const ContactPairs *pairs, const State *state, int32_t point)
{
    const ContactMotion *motion = pairs->motion;
    const int32_t        particle = motion->model->surface->point[point];
    for (int32_t word = 0; word < pairs->words; word++) {
        const int32_t begin = 64 * word, end = begin + 64 < motion->colliders ? begin + 64 : motion->colliders;
        const size_t  at = (size_t)point * (size_t)pairs->words + (size_t)word;
        pairs->near[at] = pairs->corner[at] = 0;
        if (state->position[particle].w > 0) // colliders do not move pins
            find_word(pairs, state, point, begin, end, &pairs->near[at], &pairs->corner[at]);
    }
}

static void fill(const ContactPairs *pairs, int32_t point, int32_t r)
{
    const Candidates *candidates = &pairs->candidates[CONTACT_POINT];
    for (int32_t word = 0; word < pairs->words; word++) {
        const size_t at = (size_t)point * (size_t)pairs->words + (size_t)word;
        for (uint64_t mask = pairs->near[at]; mask; mask &= mask - 1) {
            const int32_t bit = GNU_TRAILING_ZEROS(mask), planes = 1 + (int32_t)(pairs->corner[at] >> bit & 1);
            for (int32_t plane = 0; plane < planes; plane++, r++) {
                candidates->vertices[r] = pairs->motion->model->surface->point[point];
                candidates->element[r] = 64 * word + bit + plane * pairs->motion->colliders;
            }
        }
    }
}

static int64_t count_bits(const ContactPairs *pairs, int32_t from_point, int32_t to_point)
{
    const size_t words = (size_t)pairs->words;
    int64_t      count = 0;
    for (size_t k = (size_t)from_point * words; k < (size_t)to_point * words; k++)
        count += GNU_BITS_SET(pairs->near[k]) + GNU_BITS_SET(pairs->corner[k]);
    return count;
}

void contact_pairs_colliders(ContactPairs *pairs, const State *state)
{
    Candidates   *candidates = &pairs->candidates[CONTACT_POINT];
    const int32_t points = pairs->motion->model->surface->point_count;
    int64_t       total;
    int32_t       from, to;
    if (pairs->words == 0)
        return;
#pragma omp for schedule(dynamic, 256)
    for (int32_t i = 0; i < points; i++)
        find_colliders(pairs, state, i);
    team_range(0, points, &from, &to);
    int64_t at = team_sum_before(pairs->partial, count_bits(pairs, from, to), &total);
    for (int32_t i = from; i < to && total <= candidates->room; i++) {
        fill(pairs, i, (int32_t)at);
        at += count_bits(pairs, i, i + 1);
    }
    if (omp_get_thread_num() == 0) {
        candidates->count = total <= candidates->room ? (int32_t)total : 0;
        candidates->overflow = total <= candidates->room ? 0 : total;
    }
#pragma omp barrier
}
