// Intersection of a straight path with a collider.
#include "contact/collider_near.h"
#include "contact/private/collider_index.h"
#include "geometry/narrow.h"

static const double INSIDE = 1 - 1e-12; // of the size: a path that only touches the surface is free

static bool meets_capsule(const Collider *c, double4 line, double4 from, double4 to)
{
    const double4 axis = double4_of(c->point), x[4] = {from, to, axis, double4_along(axis, 1, line)};
    return narrow_distance_edge_edge(x) < INSIDE * c->radius;
}

// The part of the path between each pair of faces.
static bool meets_box(const Collider *c, double4 from, double4 to)
{
    const double4 x = double4_sub(from, double4_of(c->point)), way = double4_sub(to, from);
    double        first = 0, last = 1;
    for (int k = 0; k < 3; k++) {
        const double at = double4_dot(x, double4_of(c->axes[k])), step = double4_dot(way, double4_of(c->axes[k])),
                     half = INSIDE * c->half[k];
        if (step == 0) {
            last = fabs(at) < half ? last : -1;
            continue;
        }
        const double in = (-copysign(half, step) - at) / step, out = (copysign(half, step) - at) / step;
        first = in > first ? in : first;
        last = out < last ? out : last;
    }
    return first < last;
}

bool collider_is_in_the_way(const Collider *c, const ColliderIndex *index, double4 from, double4 to)
{
    const double4 point = double4_of(c->point), normal = double4_of(c->direction);
    switch (c->shape) {
    case COLLIDER_PLANE:
        return double4_dot(double4_sub(to, point), normal) < 0;
    case COLLIDER_SPHERE:
        return meets_capsule(c, (double4){0}, from, to);
    case COLLIDER_BOX:
        return meets_box(c, from, to);
    case COLLIDER_CAPSULE:
        return meets_capsule(c, normal, from, to);
    case COLLIDER_MESH:
        return mesh_tree_is_in_the_way(index->tree, from, to);
    default:
        return false;
    }
}
