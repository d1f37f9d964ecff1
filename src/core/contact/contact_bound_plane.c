// Planes between the elements of a pair, at which its corners stop; common to elements and colliders.
#include <string.h>

#include "contact/private/contact_bound_near.h"

// A corner that approaches a plane by `approach` and may by `room`. Returns false if it lies beyond the plane, and stays there.
static bool allow(const Ways *ways, int j, double approach, double room, double left, double *part)
{
    static const double NEARLY = 0.02; // of the remaining distance: 1 − γ covers it twice
    if (approach > room && ways->leaves[j])
        *part = fmin(*part, room / approach);
    return ways->cut.fixed || (room >= 0 && (ways->leaves[j] || approach <= room + NEARLY * left));
}

// Fractions of their paths that corners may travel in front of a plane between the elements of a pair. Returns false if the plane is not
// between them, or if a corner in its ball is beyond it. Fixed planes give each element half of the remaining distance, like the balls;
// others give an element the part that the other does not need.
static bool try_plane(const Measured *m, const Ways *ways, double4 normal, double min, double part[4])
{
    double low = INFINITY, high = -INFINITY, need[2] = {0, 0}, approach[4];
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            const double at = double4_dot(normal, double4_sub(m->x[j], m->x[m->ops->first]));
            low = k == 0 ? fmin(low, at) : low;
            high = k == 1 ? fmax(high, at) : high;
            approach[j] = (k ? 1 : -1) * double4_dot(normal, ways->way[j]);
            need[k] = fmax(need[k], approach[j]);
        }
    const double apart = bound_certain(low - high, m->bit) - (m->distance - m->left), left = fmax(0, apart);
    const double half = 0.5 * BOUND_GAMMA * left;
    const double pins = m->side[0].scripted && m->side[1].scripted ? m->side[0].known + m->side[1].known : 0;
    bool         is_one = apart >= min - m->bit &&
                  !(pins > left && pins <= m->left); // d is accurate to below one ulp; without this, pairs that reached ξ would stay there
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            const Side  *other = &m->side[!k];
            const double along = (k ? -1 : 1) * double4_dot(normal, ways->cut.shift);
            const double room = !ways->cut.fixed && need[!k] < half ? 2 * half - need[!k] : half;
            part[j] = 1;
            if (other->moves)
                is_one &= allow(ways, j, approach[j], room, left, &part[j]);
            if (other->scripted && other->known <= m->left)
                is_one &= allow(ways, j, approach[j], BOUND_GAMMA * (left - other->known) + along, left - other->known, &part[j]);
        }
    return is_one;
}

// The normal, made perpendicular to the path of the first element relative to the second; 0: parallel to it.
static double4 perpendicular_normal(const Measured *m, const Ways *ways, double4 normal)
{
    double4 way = {0};
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            const double share = (k ? -1.0 : 1.0) / (m->side[k].end - m->side[k].begin);
            double4_add_to(&way, share, ways->way[j]);
            double4_add_to(&way, ways->moves[j] ? share : 0, ways->cut.shift);
        }
    const double square = double4_dot(way, way);
    double4_add_to(&normal, square > 0 ? -double4_dot(normal, way) / square : 0, way);
    const double length = double4_norm(normal);
    return double4_scale(length > 1e-6 ? 1 / length : 0, normal);
}

// The smallest fraction of the corners that have left their balls; 1: none has.
static double bound_min_part(const Ways *ways, const double part[4], int corners)
{
    double min = 1;
    for (int j = 0; j < corners; j++)
        min = ways->leaves[j] ? fmin(min, part[j]) : min;
    return min;
}

void bound_before_plane(const Measured *m, const Ways *ways, double part[4])
{
    Narrow     narrow;
    double     sliding[4] = {0};
    const int  corners = m->ops->corners;
    const bool any = m->ops->narrow(m->x, m->x, m->thickness, INFINITY, 0, &narrow);
    const bool is_one = any && try_plane(m, ways, narrow.normal, 0.98 * m->left, part);
    for (int j = 0; j < corners; j++)
        part[j] = fmax(is_one ? part[j] : 0, ways->ball[j]);
    const double min = bound_min_part(ways, part, corners);
    if (any && !ways->cut.fixed && min < 1 && try_plane(m, ways, perpendicular_normal(m, ways, narrow.normal), 0, sliding) &&
        bound_min_part(ways, sliding, corners) > min)
        memcpy(part, sliding, sizeof sliding);
}

void bound_stop(const ContactBound *bound, const Measured *m, const Ways *ways, const double part[4])
{
    for (int j = 0; j < m->ops->corners; j++)
        if (ways->leaves[j])
            bound_lower(&bound->part[m->corner[j]], part[j]);
}

void bound_take_way(const ContactBound *bound, int32_t i, int j, Ways *ways)
{
    ways->moves[j] = bound_moves(bound, i);
    ways->leaves[j] = ways->moves[j] && bound_has_left(bound, i);
    ways->way[j] = bound->way[i];
    ways->ball[j] = ways->leaves[j] ? bound->place[i].w / double4_norm(ways->way[j]) : 1;
}
