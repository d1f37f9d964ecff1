#include "contact/contact_collider.h"

static double4 mapped(const RigidMap *map, double4 x)
{
    const double v[3] = {x.x, x.y, x.z};
    double       out[3];
    for (int r = 0; r < 3; r++)
        out[r] = map->matrix[r][0] * v[0] + map->matrix[r][1] * v[1] + map->matrix[r][2] * v[2] + map->shift[r];
    return (double4){out[0], out[1], out[2], 0};
}

static double4 plus(double4 a, double s, double4 b)
{
    return (double4){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z, 0};
}

// Where a point that moves with the collider gets to from x.
static double4 carried(const ColliderWay *way, double4 x)
{
    return way->from.moves ? mapped(&way->to.map, mapped(&way->from.inverse, x)) : x;
}

// Beyond its grid a collider knows no distance, so the way is looked at in so many places.
enum { GRID_PLACES = 8 };

static bool grid_may_touch(const ColliderWay *way, double4 start, double4 path, double travel, double near)
{
    Nearest at;
    for (int k = 0; k <= GRID_PLACES; k++)
        if (collider_nearest(way->collider, way->index, &way->to, plus(start, (double)k / GRID_PLACES, path), near + travel, &at) &&
            at.distance <= near + travel / GRID_PLACES)
            return true;
    return false;
}

bool contact_collider_may_touch(const ColliderWay *way, double4 from, double4 to, double near)
{
    const double4 start = carried(way, from), path = double4_sub(to, start);
    const double  travel = double4_norm(path);
    Nearest       first, last;
    if (way->collider->shape == COLLIDER_GRID)
        return grid_may_touch(way, start, path, travel, near);
    if (!collider_nearest(way->collider, way->index, &way->to, start, near + travel, &first))
        return false;
    if (first.distance <= near)
        return true;
    return collider_nearest(way->collider, way->index, &way->to, to, near + travel, &last) &&
           first.distance + last.distance - travel <= 2 * near;
}

// The first place on the way at which the distance is no more than `thickness`, a little more for a glancing way; false: there is none.
static bool first_touch(const ColliderWay *way, double4 start, double4 path, double travel, double thickness, Nearest *out)
{
    enum { STEPS = 48 };
    const bool   grid = way->collider->shape == COLLIDER_GRID;
    const double near = 1.001 * thickness;
    double       done = 0; // part of the way
    for (int k = 0; k < STEPS && done <= 1; k++) {
        const double left = (1 - done) * travel;
        if (!collider_nearest(way->collider, way->index, &way->to, plus(start, done, path), left + 2 * thickness, out)) {
            if (!grid)
                return false;
            done += 1.0 / GRID_PLACES;
            continue;
        }
        if (out->distance <= near)
            return true;
        done += travel > 0 ? (out->distance - thickness) / travel : 2;
    }
    return done <= 1; // as near as so many steps come
}

// Where a plane lets a particle that goes to `to` end.
static double4 in_front(const Nearest *plane, double4 to, double thickness)
{
    const double below = thickness - double4_dot(plane->normal, double4_sub(to, plane->point));
    return below > 0 ? plus(to, below, plane->normal) : to;
}

// Whether the straight way from a place outside touches the collider.
static bool goes_through(const ColliderWay *way, double4 start, double4 to, double thickness)
{
    const double  least = 0.05 * thickness;
    const double4 path = double4_sub(to, start);
    const double  travel = double4_norm(path);
    Nearest       at;
    if (!collider_nearest(way->collider, way->index, &way->to, start, travel + least, &at))
        return false;                  // too far
    return at.distance >= 2 * least && // else it was through already
           first_touch(way, start, path, travel, least, &at);
}

bool contact_collider_plane(const ColliderWay *way, double4 from, double4 to, double thickness, Nearest *out)
{
    const double4 start = carried(way, from), path = double4_sub(to, start);
    const double  travel = double4_norm(path), reach = 2 * travel + 4 * thickness;
    Nearest       first, along;
    if (!first_touch(way, start, path, travel, thickness, &first))
        return collider_nearest(way->collider, way->index, &way->to, to, reach, out);
    *out = first;
    if (!collider_nearest(way->collider, way->index, &way->to, in_front(&first, to, thickness), reach, &along))
        return true;
    if (double4_dot(along.normal, first.normal) <= 0.5 && // off the edge of it?
        !(collider_nearest(way->collider, way->index, &way->to, to, reach, &along) && along.distance >= thickness))
        return true;
    if (!goes_through(way, start, in_front(&along, to, thickness), thickness))
        *out = along;
    return true;
}

bool contact_collider_has_corners(const ColliderWay *way)
{
    return way->collider->shape == COLLIDER_MESH || way->collider->shape == COLLIDER_GRID;
}

bool contact_collider_corner(const ColliderWay *way, double4 from, double4 to, double thickness, double near, const Nearest *first,
                             Nearest *out)
{
    enum { PLACES = 8 }; // that are looked at on the way along the first wall, the more the longer it is
    const double4 start = carried(way, from);
    const double4 path = double4_sub(in_front(first, to, thickness), start);
    const double  length = double4_norm(path);
    const int     places = length < PLACES * thickness ? 1 + (int)(length / thickness) : PLACES;
    for (int k = 1; k <= places; k++)
        if (collider_nearest(way->collider, way->index, &way->to, plus(start, (double)k / places, path), near, out) &&
            out->distance < near && double4_dot(out->normal, first->normal) < 0.99)
            return true;
    return false;
}
