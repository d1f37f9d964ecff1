#include "contact/collider_near.h"

#include "contact/private/collider_index.h"

// ---- pose ----

static RigidMap inverse_of(const RigidMap *map)
{
    RigidMap out = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            out.matrix[i][j] = map->matrix[j][i];
            out.shift[i] -= map->matrix[j][i] * map->shift[j];
        }
    return out;
}

ColliderPose collider_pose(const Model *model, const Collider *collider, double time)
{
    ColliderPose pose = {.moves = collider->script >= 0};
    if (pose.moves) {
        pose.map = script_map(model->scripts, collider->script, time);
        pose.inverse = inverse_of(&pose.map);
    }
    return pose;
}

double4 collider_carry(const ColliderPose *from, const ColliderPose *to, double4 x)
{
    return from->moves ? rigid_map_apply(&to->map, rigid_map_apply(&from->inverse, x)) : x;
}

double4 collider_velocity(const Model *model, const Collider *collider, double4 x, double time, double h)
{
    if (collider->script < 0 || !(h > 0))
        return (double4){0};
    const ColliderPose now = collider_pose(model, collider, time), before = collider_pose(model, collider, time - h);
    return double4_scale(1 / h, double4_sub(x, collider_carry(&now, &before, x)));
}

// ---- the shapes in their rest pose ----

// The length below which a direction is round-off, for a shape of this size.
static double round_off(double size)
{
    return 1e-14 * size;
}

static bool near_plane(const Collider *c, double4 x, Nearest *out)
{
    out->normal = double4_of(c->direction);
    out->distance = double4_dot(double4_sub(x, double4_of(c->point)), out->normal);
    out->point = double4_along(x, -out->distance, out->normal);
    return true;
}

// The surface at distance `radius` from `middle`. fallback: the normal for x = middle.
static bool near_round(double4 middle, double radius, double4 fallback, double4 x, Nearest *out)
{
    const double4 d = double4_sub(x, middle);
    const double  length = double4_norm(d);
    out->distance = length - radius;
    out->normal = length > round_off(radius) ? double4_scale(1 / length, d) : fallback;
    out->point = double4_along(middle, radius, out->normal);
    return true;
}

// A unit vector perpendicular to v.
static double4 perpendicular(double4 v)
{
    const double  x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    const double4 axis = x <= y && x <= z ? (double4){1, 0, 0, 0} : y <= z ? (double4){0, 1, 0, 0} : (double4){0, 0, 1, 0};
    const double4 out = double4_cross(v, axis);
    return double4_scale(1 / double4_norm(out), out);
}

static bool near_capsule(const Collider *c, double4 x, Nearest *out)
{
    const double4 from = double4_of(c->point), line = double4_of(c->direction);
    const double  t = double4_dot(double4_sub(x, from), line) / double4_dot(line, line);
    return near_round(double4_along(from, t < 0 ? 0 : t > 1 ? 1 : t, line), c->radius, perpendicular(line), x, out);
}

// Inside and on the surface: the nearest face. Outside: the nearest point of the box.
static bool near_box(const Collider *c, double4 x, Nearest *out)
{
    const double4 d = double4_sub(x, double4_of(c->point));
    double4       point = x, normal = {0};
    double        square = 0, depth = -INFINITY;
    for (int k = 0; k < 3; k++) {
        const double4 axis = double4_of(c->axes[k]);
        const double  at = double4_dot(d, axis), sign = at < 0 ? -1 : 1, over = sign * at - c->half[k];
        if (over > 0) {
            square += over * over;
            double4_add_to(&point, -sign * over, axis);
        }
        if (over > depth) {
            depth = over;
            normal = double4_scale(sign, axis);
        }
    }
    const double outside = sqrt(square);
    *out = (Nearest){.distance = depth, .point = double4_along(x, -depth, normal), .normal = normal};
    if (outside > round_off(c->half[0] + c->half[1] + c->half[2]))
        *out = (Nearest){.distance = outside, .point = point, .normal = double4_scale(1 / outside, double4_sub(x, point))};
    return true;
}

// ---- all shapes ----

Status collider_index_create(const Collider *collider, Arena *arena, ColliderIndex **out)
{
    TRY(ARENA_NEW(arena, 1, out));
    if (collider->shape == COLLIDER_MESH)
        TRY(mesh_tree_create(collider->mesh, arena, &(*out)->tree));
    return status_ok();
}

static bool near_shape(const Collider *c, const ColliderIndex *index, double4 x, double reach, Nearest *out)
{
    switch (c->shape) {
    case COLLIDER_PLANE:
        return near_plane(c, x, out);
    case COLLIDER_SPHERE:
        return near_round(double4_of(c->point), c->radius, (double4){0, 0, 1, 0}, x, out);
    case COLLIDER_BOX:
        return near_box(c, x, out);
    case COLLIDER_CAPSULE:
        return near_capsule(c, x, out);
    case COLLIDER_MESH:
        return mesh_tree_nearest(index->tree, x, reach, out);
    default:
        return false;
    }
}

bool collider_nearest(const Collider *collider, const ColliderIndex *index, const ColliderPose *pose, double4 x, double reach, Nearest *out)
{
    Nearest found = {0};
    x.w = 0;
    if (!near_shape(collider, index, pose->moves ? rigid_map_apply(&pose->inverse, x) : x, reach, &found))
        return false;
    if (!(found.distance <= reach) || !isfinite(found.distance))
        return false;
    *out = found;
    if (pose->moves) {
        out->point = rigid_map_apply(&pose->map, found.point);
        RigidMap rotation = pose->map;
        rotation.shift[0] = rotation.shift[1] = rotation.shift[2] = 0;
        out->normal = rigid_map_apply(&rotation, found.normal);
    }
    return true;
}
