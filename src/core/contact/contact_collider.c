#include "contact/private/contact_collider.h"

bool contact_collider_can_touch(const ColliderWay *way, double4 from, double4 to, double near)
{
    const double4 start = collider_carry(&way->from, &way->to, from);
    const double  travel = double4_norm(double4_sub(to, start));
    Nearest       first, last;
    if (!collider_nearest(way->collider, way->index, &way->to, start, near + travel, &first))
        return false;
    if (first.distance <= near)
        return true;
    return collider_nearest(way->collider, way->index, &way->to, to, near + travel, &last) &&
           first.distance + last.distance - travel <= 2 * near;
}

// The first point of the path with a distance of at most `thickness`, with a tolerance for grazing paths; false: none. begin: the distance
// at the start, unless that is large.
static bool first_touch(const ColliderWay *way, double4 start, double4 path, double thickness, double *begin, Nearest *out)
{
    enum { STEPS = 48 };
    const double near = 1.001 * thickness, travel = double4_norm(path);
    double       done = 0; // fraction of the path
    for (int k = 0; k < STEPS && done <= 1; k++) {
        if (!collider_nearest(way->collider, way->index, &way->to, double4_along(start, done, path), (1 - done) * travel + 2 * thickness,
                              out))
            return false;
        if (k == 0)
            *begin = out->distance;
        if (out->distance <= near)
            return true;
        done += travel > 0 ? (out->distance - thickness) / travel : 2;
    }
    return done <= 1; // STEPS were not sufficient: use the nearest of them
}

bool contact_collider_entry(const ColliderWay *way, double4 from, double4 to, double thickness, Nearest *out)
{
    double            begin;
    const ColliderWay rest = {.collider = way->collider, .index = way->index};
    return first_touch(&rest, from, double4_sub(to, from), thickness, &begin, out);
}

// `to`, moved along the normal to the allowed side of a plane.
static double4 in_front(const Nearest *plane, double4 to, double thickness)
{
    const double below = thickness - double4_dot(plane->normal, double4_sub(to, plane->point));
    return below > 0 ? double4_along(to, below, plane->normal) : to;
}

// True if the straight path from a point outside, at distance `begin` from the surface, meets the collider. False for a start at the
// surface.
static bool goes_through(const ColliderWay *way, double4 start, double begin, double4 to, double thickness)
{
    const double  min = 0.05 * thickness;
    const double4 path = double4_sub(to, start);
    Nearest       at;
    return begin >= 2 * min && double4_norm(path) > begin - min && first_touch(way, start, path, min, &begin, &at);
}

// Another wall on the path along a plane, for an inner corner.
static bool second_wall(const ColliderWay *way, double4 start, double4 goal, double thickness, const Nearest *plane, Nearest *out)
{
    enum { SAMPLES_MAX = 8 }; // of the path, more for a longer path
    const double4 path = double4_sub(goal, start);
    const double  length = double4_norm(path);
    const int     samples = length < SAMPLES_MAX * thickness ? 1 + (int)(length / thickness) : SAMPLES_MAX;
    for (int k = 1; k <= samples; k++)
        if (collider_nearest(way->collider, way->index, &way->to, double4_along(start, (double)k / samples, path), thickness, out) &&
            out->distance < thickness && double4_dot(out->normal, plane->normal) < 0.99)
            return true;
    return false;
}

int contact_collider_planes(const ColliderWay *way, double4 start, double4 to, double thickness, Nearest out[2])
{
    const double4 path = double4_sub(to, start);
    const double  travel = double4_norm(path), reach = 2 * travel + 4 * thickness;
    double        begin = INFINITY;
    Nearest       first, along;
    if (!first_touch(way, start, path, thickness, &begin, &first))
        return collider_nearest(way->collider, way->index, &way->to, to, reach, out);
    out[0] = first;
    bool turned = true; // the plane at the end differs from that at first contact
    if (collider_nearest(way->collider, way->index, &way->to, in_front(&first, to, thickness), reach, &along)) {
        turned = double4_dot(along.normal, first.normal) < 0.99 || along.distance < (1 - 1e-9) * thickness;
        // A particle that would be deep but leaves a curved surface by more than R flies off; it is pushed back from its point of entry.
        const bool flies = along.distance > 2 * thickness && -double4_dot(first.normal, double4_sub(to, first.point)) > 4 * thickness;
        bool       taken = double4_dot(along.normal, first.normal) > 0.5 && !flies;
        if (!taken) // the path may have passed an edge
            taken = collider_nearest(way->collider, way->index, &way->to, to, reach, &along) && along.distance >= thickness;
        if (taken && !goes_through(way, start, begin, in_front(&along, to, thickness), thickness))
            out[0] = along;
    }
    const bool corner = (turned || travel > thickness) && contact_collider_has_corners(way) &&
                        second_wall(way, start, in_front(&out[0], to, thickness), thickness, &out[0], &out[1]);
    return corner ? 2 : 1;
}

bool contact_collider_has_corners(const ColliderWay *way)
{
    return way->collider->shape == COLLIDER_MESH;
}
