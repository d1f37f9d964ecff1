// Limits that colliders set to nearby particles: to their balls, their paths and T.
#include "contact/private/collider_index.h"
#include "contact/private/contact_bound_near.h"
#include "contact/private/contact_homes.h"

static bool is_convex(const Collider *collider)
{
    return collider->shape != COLLIDER_MESH;
}

// The points that, with a radius, form a convex collider in its rest pose.
static int hull_of(const Collider *c, double4 out[8])
{
    const int count = c->shape == COLLIDER_BOX ? 8 : c->shape == COLLIDER_CAPSULE ? 2 : 1;
    for (int j = 0; j < count; j++) {
        out[j] = double4_of(c->point);
        if (c->shape == COLLIDER_CAPSULE)
            double4_add_to(&out[j], j, double4_of(c->direction));
        for (int k = 0; k < 3 && c->shape == COLLIDER_BOX; k++)
            double4_add_to(&out[j], j >> k & 1 ? c->half[k] : -c->half[k], double4_of(c->axes[k]));
    }
    return count;
}

static const ColliderPose *pose_after(const ContactBound *bound, int32_t c, int32_t substeps) // substeps of the step
{
    return &bound->pose[c * bound->poses + (bound->poses > 1 ? substeps : 0)];
}

// s of a collider at x: its displacement towards or past x until the end of the step.
static double follow_collider(const ContactBound *bound, int32_t c, double4 x)
{
    const ColliderPose *now = pose_after(bound, c, bound_substeps_done(bound));
    double              max = 0;
    for (int32_t k = bound_substeps_done(bound) + 1; k <= bound->substeps && now->moves; k++)
        max = fmax(max, double4_norm(double4_sub(collider_carry(pose_after(bound, c, k), now, x), x)));
    return max;
}

static bool is_turned(const RigidMap *a, const RigidMap *b)
{
    double max = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            max = fmax(max, fabs(a->matrix[i][j] - b->matrix[i][j]));
    return max > 0;
}

// s of a convex collider along a normal. INFINITY: a rotating plane.
static double follow_hull(const ContactBound *bound, int32_t c, double4 normal)
{
    const Collider     *collider = bound->motion->collider[c].collider;
    const ColliderPose *now = pose_after(bound, c, bound_substeps_done(bound));
    double              max = 0;
    double4             hull[8];
    const int           count = now->moves ? hull_of(collider, hull) : 0;
    for (int32_t k = bound_substeps_done(bound) + 1; k <= bound->substeps && count > 0; k++) {
        const ColliderPose *then = pose_after(bound, c, k);
        double              high[2] = {-INFINITY, -INFINITY};
        for (int j = 0; j < count; j++) {
            high[0] = fmax(high[0], double4_dot(normal, rigid_map_apply(&now->map, hull[j])));
            high[1] = fmax(high[1], double4_dot(normal, rigid_map_apply(&then->map, hull[j])));
        }
        if (collider->shape == COLLIDER_PLANE && is_turned(&now->map, &then->map))
            return INFINITY;
        max = fmax(max, high[1] - high[0]);
    }
    return max;
}

// Sets a plane `room` in front of the particle, unless it has a nearer one. The farther of the two then limits all paths.
static void stay_in_front(const ContactBound *bound, int32_t i, double4 normal, double room)
{
    const double other = bound_room(bound, i);
    bound_lower(&bound->scripted_margin[i], fmax(room, other));
    if (room < other) {
        bound->wall[i] = normal;
        bound->wall[i].w = double4_dot(normal, bound->place[i]) - room;
    }
}

// A collider near a particle.
typedef struct NearCollider {
    Nearest nearest;
    double  bit, left; // left: d − ξ
    double  known;     // s, of the nearest point in any direction
    double  advance;   // s along the normal, of a convex collider; INFINITY: not convex
    bool    near;      // a contact, or equally near
    bool    passed;    // the particle is on the wrong side and must go back
} NearCollider;

// True if a collider captures a particle, or has passed it since the start of the step by more than the bound can follow. While no pair was
// open in this step this is impossible: then the particle went round an obstacle on its straight path.
static bool has_passed(const ContactBound *bound, int32_t c, int32_t point, const ColliderPose *now)
{
    const ContactMotion *motion = bound->motion;
    const int32_t        i = bound_point(bound, point);
    const double4        x = bound->place[i];
    const ColliderWay    way = {
           .collider = motion->collider[c].collider, .index = motion->collider[c].index, .from = *pose_after(bound, c, 0), .to = *now};
    return contact_homes_find(bound->pairs, point, c) ||
           (bound->open > 0 && now->moves &&
            contact_homes_passes(bound->pairs, &way, motion->begin[i], (real4){(real)x.x, (real)x.y, (real)x.z, 0}));
}

// Distance that the particle can certainly travel without touching, for paths of this length.
static bool see_collider(const ContactBound *bound, int32_t c, int32_t point, double length, NearCollider *out)
{
    const ContactMotion *motion = bound->motion;
    const ColliderWay   *way = &motion->collider[c];
    const ColliderPose  *pose = pose_after(bound, c, bound_substeps_done(bound));
    const int32_t        i = bound_point(bound, point);
    const double         thickness = bound_thickness(bound);
    *out = (NearCollider){.known = follow_collider(bound, c, bound->place[i]), .bit = bound_last_bit(&bound->place[i], 1)};
    const double reach = length + thickness + out->known;
    if (!collider_nearest(way->collider, way->index, pose, bound->place[i], reach, &out->nearest))
        return false;
    const double distance = bound_certain(out->nearest.distance, out->bit);
    const bool   found = bound->pairs->near[(size_t)point * (size_t)bound->pairs->words + (size_t)c / 64] >> (c % 64) & 1;
    out->near = found || distance <= thickness;
    out->left = bound_left(bound, distance, thickness, out->near, out->bit);
    out->advance = is_convex(way->collider) ? follow_hull(bound, c, out->nearest.normal) : INFINITY;
    out->passed = has_passed(bound, c, point, pose);
    out->nearest.distance = distance;
    return true;
}

static bool is_open(const NearCollider *seen)
{
    return seen->passed || !(seen->nearest.distance > 0) || fmin(seen->known, seen->advance) > seen->left;
}

bool bound_near_collider(const ContactBound *bound, int32_t c, int32_t point)
{
    const int32_t i = bound_point(bound, point);
    NearCollider  seen;
    if (!see_collider(bound, c, point, bound_longest(bound, i) + bound->shift.length_max, &seen))
        return false;
    if (is_open(&seen))
        return true;
    if (seen.advance <= seen.left)
        stay_in_front(bound, i, seen.nearest.normal, BOUND_GAMMA * (seen.left - seen.advance));
    else
        bound_lower(&bound->scripted_margin[i], BOUND_GAMMA * (seen.left - seen.known));
    return false;
}

// A particle that has left its ball, near a mesh at rest.
typedef struct NearMesh {
    const ContactBound *bound;
    int32_t             i;
    Ways                ways;
    bool                near;
} NearMesh;

static void stop_at_triangle(void *user, const double4 corner[3])
{
    const NearMesh     *mesh = user;
    const ContactBound *bound = mesh->bound;
    Measured            m = {.ops = &PAIR_OPS[PAIR_POINT_TRIANGLE],
                             .corner = {mesh->i},
                             .x = {bound->place[mesh->i], corner[0], corner[1], corner[2]},
                             .side = {{.end = 1, .moves = true}, {.begin = 1, .end = 4, .scripted = true}},
                             .thickness = bound_thickness(bound)};
    m.bit = bound_last_bit(m.x, 4);
    m.distance = bound_certain(m.ops->distance(m.x), m.bit);
    m.left = bound_left(bound, m.distance, m.thickness, mesh->near, m.bit);
    double part[4] = {0};
    bound_before_plane(&m, &mesh->ways, part);
    bound_stop(bound, &m, &mesh->ways, part);
}

// A triangle stops the displacement w only if γ (d − ξ) < −n·w. Then its nearest point must lie in a ball around the middle of w/γ.
static void stop_at_mesh(const ContactBound *bound, const MeshTree *tree, NearMesh *mesh, double bit)
{
    double4 half = double4_scale(0.5 / BOUND_GAMMA, mesh->ways.way[0]), middle = bound->place[mesh->i];
    double4_add_to(&half, 0.5 / BOUND_GAMMA, mesh->ways.cut.shift);
    double4_add_to(&middle, 1, half);
    mesh_tree_within(tree, middle, double4_norm(half) + bound_thickness(bound) + BOUND_ROUNDING * bit, stop_at_triangle, mesh);
}

void bound_stop_at_collider(const ContactBound *bound, int32_t c, int32_t point, const BoundCut *cut)
{
    const int32_t      i = bound_point(bound, point);
    const ColliderWay *way = &bound->motion->collider[c];
    NearMesh           mesh = {.bound = bound, .i = i, .ways.cut = *cut};
    NearCollider       seen;
    bound_take_way(bound, i, 0, &mesh.ways);
    const double4 to = mesh.ways.way[0];
    if (!see_collider(bound, c, point, bound_longest(bound, i) + bound->shift.length_max, &seen))
        return;
    mesh.near = seen.near;
    if (is_open(&seen)) {
        bound_lower(&bound->part[i], mesh.ways.ball[0]); // if it was not when measured, the ball applies
    } else if (seen.advance <= seen.left) {
        const double4 normal = seen.nearest.normal;
        const double  approach = -double4_dot(normal, to);
        const double  room = BOUND_GAMMA * (seen.left - seen.advance) + double4_dot(normal, cut->shift);
        bound_lower(&bound->part[i], approach > room ? fmax(room / approach, mesh.ways.ball[0]) : 1);
    } else if (way->collider->shape == COLLIDER_MESH && way->collider->script < 0) {
        stop_at_mesh(bound, way->index->tree, &mesh, seen.bit);
    } else {
        bound_lower(&bound->part[i], mesh.ways.ball[0]);
    }
}

// Room for T that a collider leaves at a particle, over all of its path.
static void leave_translation(const ContactBound *bound, int32_t c, int32_t point, BoundBlock *block)
{
    const Translation *shift = &bound->next_shift;
    NearCollider       seen;
    if (!see_collider(bound, c, point, shift->length_max / BOUND_GAMMA, &seen) || is_open(&seen))
        return;
    const double4 normal = seen.nearest.normal;
    const double  here = -double4_dot(normal, shift->here), rest = -double4_dot(normal, shift->rest);
    const double  room = BOUND_GAMMA * (seen.left - seen.advance);
    if (seen.advance > seen.left)
        block->nearest = fmin(block->nearest, BOUND_GAMMA * (seen.left - seen.known));
    else if (here > room)
        block->share = fmin(block->share, room / here);
    else if (rest > 0 && here + rest > room)
        block->until = fmin(block->until, fmax(0, room - here) / rest);
}

void contact_bound_walls(const ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        BoundBlock *block = &bound->block[b];
        block->nearest = block->share = block->until = INFINITY;
        for (int32_t p = b * BOUND_BLOCK; bound->next_shift.length_max > 0 && p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders && bound_moves(bound, bound_point(bound, p)); c++)
                leave_translation(bound, c, p, block);
    }
}
