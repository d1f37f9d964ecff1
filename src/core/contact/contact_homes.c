#include "contact/private/contact_homes.h"

#include <string.h>

#include "base/team_range.h"

// A position at the start (at the end) of the motion, in the rest pose of the collider.
static double4 at_rest(const ColliderPose *pose, real4 x)
{
    double4 out = double4_from(x);
    out.w = 0;
    return pose->moves ? rigid_map_apply(&pose->inverse, out) : out;
}

static bool nearest_at_rest(const ColliderWay *way, double4 x, double reach, Nearest *out)
{
    const ColliderPose rest = {0};
    return collider_nearest(way->collider, way->index, &rest, x, reach, out);
}

static bool is_inside(const ColliderWay *way, double4 x)
{
    Nearest at;
    return nearest_at_rest(way, x, 0, &at) && at.distance < 0;
}

static bool is_free(const ColliderWay *way, double4 from, double4 to)
{
    return !collider_is_in_the_way(way->collider, way->index, from, to) && !is_inside(way, to);
}

// For a blocked path: true if it leaves through a side that faces the direction of entry, as the path of a particle that slides round a
// shape does.
static bool cuts_through(const ContactPairs *pairs, const ColliderWay *way, double4 from, double4 to)
{
    Nearest in, out;
    return nearest_at_rest(way, to, INFINITY, &out) && out.distance >= 0 &&
           contact_collider_entry(way, from, to, 0.01 * pairs->motion->model->surface->rules.thickness, &in) &&
           double4_dot(in.normal, out.normal) > 0;
}

static uint64_t *word_of(uint64_t *masks, const ContactPairs *pairs, int32_t point, int32_t collider)
{
    return &masks[(size_t)point * (size_t)pairs->words + (size_t)(collider / 64)];
}

static bool is_same(const RigidMap *a, const RigidMap *b)
{
    bool same = true;
    for (int i = 0; i < 3; i++) {
        same &= !(a->shift[i] < b->shift[i] || a->shift[i] > b->shift[i]);
        for (int j = 0; j < 3; j++)
            same &= !(a->matrix[i][j] < b->matrix[i][j] || a->matrix[i][j] > b->matrix[i][j]);
    }
    return same;
}

static bool has_moved(const ColliderWay *way, real4 from, real4 to)
{
    return from.x != to.x || from.y != to.y || from.z != to.z || (way->from.moves && !is_same(&way->from.map, &way->to.map));
}

// For a particle that was not captured. The distance changes by at most the length of the path: most paths end here.
static bool goes_in(const ContactPairs *pairs, const ColliderWay *way, double4 from, double4 to)
{
    const double travel = double4_norm(double4_sub(to, from));
    Nearest      end;
    if (!nearest_at_rest(way, to, travel, &end))
        return false;
    return (end.distance < 0 || collider_is_in_the_way(way->collider, way->index, from, to)) && !is_inside(way, from) &&
           !cuts_through(pairs, way, from, to);
}

// The bound kept the particle outside along its path, which was not straight: it went round the obstacle on the straight path.
static bool went_round(const ContactPairs *pairs, const ColliderWay *way, double4 to)
{
    return pairs->bounded && !is_inside(way, to);
}

static bool captures(const ContactPairs *pairs, int32_t point, int32_t collider, const real4 *position)
{
    const ColliderWay *way = &pairs->motion->collider[collider];
    const int32_t      particle = pairs->motion->model->surface->point[point];
    const real4        from = pairs->seen[particle], to = position[particle];
    const Home        *home = contact_homes_find(pairs, point, collider);
    if (way->collider->shape == COLLIDER_PLANE)
        return false;
    if (!has_moved(way, from, to))
        return home != NULL; // repeated positions change nothing
    const double4 end = at_rest(&way->to, to);
    if (home)
        return !is_free(way, home->at, end) && !cuts_through(pairs, way, home->at, end);
    return goes_in(pairs, way, at_rest(&way->from, from), end) && !went_round(pairs, way, end);
}

// The home of a particle that is captured after the motion. before: NULL: it entered in this motion.
static Home home_after(const ContactPairs *pairs, int32_t point, int32_t collider, const Home *before, const real4 *position)
{
    const ContactMotion *motion = pairs->motion;
    const ColliderWay   *way = &motion->collider[collider];
    const int32_t        particle = motion->model->surface->point[point];
    const double4        end = at_rest(&way->to, position[particle]);
    Home    home = before ? *before : (Home){.at = at_rest(&way->from, pairs->seen[particle]), .point = point, .collider = collider};
    Nearest near;
    if (before && !has_moved(way, pairs->seen[particle], position[particle]))
        return home;
    home.beyond = !nearest_at_rest(way, end, 0, &near) || near.distance >= 0;
    if (!home.beyond && -near.distance <= motion->model->surface->rules.thickness) {
        const double4 along = double4_along(near.point, 0.5 * motion->model->surface->rules.thickness, near.normal);
        if (is_free(way, home.at, along))
            home.at = along;
    }
    return home;
}

Home *contact_homes_find(const ContactPairs *pairs, int32_t point, int32_t collider)
{
    int32_t low = 0, high = pairs->home_count;
    if (high == 0 || !(*word_of(pairs->captured, pairs, point, collider) >> (collider % 64) & 1))
        return NULL;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        const Home   *home = &pairs->home[0][middle];
        if (home->point < point || (home->point == point && home->collider < collider))
            low = middle + 1;
        else
            high = middle;
    }
    return &pairs->home[0][low];
}

// The new homes of points from … to−1, at `at` of the other list.
static void fill(const ContactPairs *pairs, int32_t from, int32_t to, const real4 *position, int64_t at)
{
    for (int32_t i = from; i < to; i++)
        for (int32_t c = 0; c < pairs->motion->colliders; c++)
            if (*word_of(pairs->next_captured, pairs, i, c) >> (c % 64) & 1)
                pairs->home[1][at++] = home_after(pairs, i, c, contact_homes_find(pairs, i, c), position);
}

static int64_t find_holding(const ContactPairs *pairs, int32_t from, int32_t to, const real4 *position)
{
    int64_t count = 0;
    for (int32_t i = from; i < to; i++)
        for (int32_t word = 0; word < pairs->words; word++) {
            const size_t at = (size_t)i * (size_t)pairs->words + (size_t)word;
            uint64_t     captured = 0;
            for (uint64_t mask = pairs->near[at] | pairs->captured[at]; mask; mask &= mask - 1) {
                const int bit = GNU_TRAILING_ZEROS(mask);
                captured |= (uint64_t)captures(pairs, i, 64 * word + bit, position) << bit;
            }
            pairs->next_captured[at] = captured;
            count += GNU_BITS_SET(captured);
        }
    return count;
}

void contact_homes_follow(ContactPairs *pairs, const real4 *position)
{
    const size_t words = (size_t)pairs->words;
    int64_t      total;
    int32_t      from, to;
    if (pairs->words == 0)
        return;
    team_range(0, pairs->motion->model->surface->point_count, &from, &to);
    const int64_t at = team_sum_before(pairs->partial, find_holding(pairs, from, to, position), &total);
    if (total == 0 && pairs->home_count == 0) {
#pragma omp barrier
        return;
    }
    fill(pairs, from, to, position, at);
#pragma omp barrier
    memcpy(pairs->captured + (size_t)from * words, pairs->next_captured + (size_t)from * words,
           (size_t)(to - from) * words * sizeof *pairs->captured);
#pragma omp single
    {
        Home *now = pairs->home[1];
        pairs->home[1] = pairs->home[0];
        pairs->home[0] = now;
        pairs->home_count = (int32_t)total;
    }
}

void contact_homes_begin(ContactPairs *pairs)
{
    for (int32_t k = 0; k < pairs->home_count; k++)
        pairs->home[0][k].began_beyond = pairs->home[0][k].beyond;
}

bool contact_homes_passes(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to)
{
    const double4 begin = at_rest(&way->from, from), end = at_rest(&way->to, to);
    return way->collider->shape != COLLIDER_PLANE && goes_in(pairs, way, begin, end) && !is_inside(way, end);
}

static bool is_deep(const ContactPairs *pairs, const ColliderWay *way, double4 x)
{
    Nearest at; // points on the surface are not inside by round-off
    return nearest_at_rest(way, x, 0, &at) && at.distance < -0.01 * pairs->motion->model->surface->rules.thickness;
}

bool contact_homes_enters(const ContactPairs *pairs, const ColliderWay *way, real4 from, real4 to)
{
    if (is_deep(pairs, way, at_rest(&way->to, to)))
        return !is_deep(pairs, way, at_rest(&way->from, from));
    return contact_homes_passes(pairs, way, from, to);
}
