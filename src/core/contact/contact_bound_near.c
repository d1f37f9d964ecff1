// What a pair of elements, or a collider, leaves the particles beside it: balls, which every detection gives to all, and half-spaces, which
// a cut measures for the particles that leave their ball.
#include "base/team_range.h"
#include "contact/private/collider_index.h"
#include "contact/private/contact_bound.h"

// Lowers *least, which others lower too: the result does not depend on their order.
static void lower(_Atomic double *least, double value)
{
    double now = atomic_load_explicit(least, memory_order_relaxed);
    while (value < now && !atomic_compare_exchange_weak_explicit(least, &now, value, memory_order_relaxed, memory_order_relaxed))
        continue;
}

// The last bit of the largest position.
static double last_bit(const double4 *x, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++)
        most = fmax(most, fabs(x[j].x) + fabs(x[j].y) + fabs(x[j].z));
    return (double)REAL_EPSILON * most;
}

// A distance without its round-off, and that of the positions which are cut later.
static double certain(double distance, double bit)
{
    return distance - BOUND_ROUNDING * bit;
}

// d − ξ, for a contact of the step or what is as near as one, and for all others. ξ of a contact: ξ_0 at least, unless R is as small as
// that.
static double left_of(const ContactBound *bound, double distance, double thickness, bool near, double bit)
{
    const double kept = fmin(BOUND_KEPT_OF_R * thickness, fmax(BOUND_FLOOR * bit, bound->kept * distance));
    return fmax(0, distance - (near ? kept : thickness));
}

// ---- half-spaces ----

static bool has_left(const ContactBound *bound, int32_t i) // its ball
{
    return bound_load(&bound->part[i]) <= 1;
}

// ---- two elements ----

// The element of a pair: its corners, and whether contact moves any of them, or not.
typedef struct Side {
    int    begin, end;
    bool   moves, stands;
    double known; // s, the largest
} Side;

typedef struct Measured {
    const PairOps *ops;
    int32_t        corner[4];
    double4        x[4]; // x̄
    Side           side[2];
    double         bit, thickness, distance, left; // distance: for certain
} Measured;

static Side side_of(const ContactBound *bound, const int32_t *corner, int begin, int end)
{
    Side side = {.begin = begin, .end = end};
    for (int j = begin; j < end; j++) {
        const bool moves = bound_moves(bound, corner[j]);
        side.moves |= moves;
        side.stands |= !moves;
        side.known = fmax(side.known, moves ? 0 : bound_known(bound, corner[j]));
    }
    return side;
}

static void take_corners(const ContactBound *bound, PairKind kind, BroadPair pair, Measured *m)
{
    m->ops = &PAIR_OPS[kind];
    elements_corners(bound->motion->model->surface, kind, pair, m->corner);
    m->side[0] = side_of(bound, m->corner, 0, m->ops->first);
    m->side[1] = side_of(bound, m->corner, m->ops->first, m->ops->corners);
}

static bool is_contact(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    return kept_pairs_find(contact_pairs_kept(bound->pairs, kind), pair) >= 0 || contact_pairs_is_redundant(bound->pairs, kind, pair);
}

// False: d − ξ is at least `most`.
static bool measure(const ContactBound *bound, PairKind kind, BroadPair pair, double most, Measured *m)
{
    const int corners = m->ops->corners;
    for (int j = 0; j < corners; j++)
        m->x[j] = bound->place[m->corner[j]];
    m->bit = last_bit(m->x, corners); // in both tests, or what others found first would decide
    if (narrow_far(m->x, m->x, m->ops->first, corners, most + bound_thickness(bound) + BOUND_ROUNDING * m->bit, 0))
        return false;
    m->distance = certain(m->ops->distance(m->x), m->bit);
    if (m->distance >= most + bound_thickness(bound))
        return false;
    m->thickness = elements_thickness(bound->motion->model, kind, m->corner);
    const bool near = m->distance <= m->thickness || is_contact(bound, kind, pair);
    m->left = left_of(bound, m->distance, m->thickness, near, m->bit);
    return true;
}

// A distance less ξ of this length or more changes no ball.
static double enough(const ContactBound *bound, const Measured *m)
{
    double most = m->side[0].known + m->side[1].known;
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            if (!bound_moves(bound, m->corner[j]))
                continue;
            if (m->side[!k].moves)
                most = fmax(most, 2 / BOUND_GAMMA * bound_load(&bound->between[m->corner[j]]));
            if (m->side[!k].stands)
                most = fmax(most, bound_load(&bound->beside[m->corner[j]]) / BOUND_GAMMA + m->side[!k].known);
        }
    return most * (1 + 1e-9); // what is equal but for round-off must not depend on which came first
}

// The balls of the corners of a pair; whether it is open.
static bool bound_pair(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    Measured m;
    take_corners(bound, kind, pair, &m);
    if (!measure(bound, kind, pair, enough(bound, &m), &m))
        return false;
    bool open = !(m.distance > 0) || (m.side[0].stands && m.side[1].stands && m.side[0].known + m.side[1].known > m.left);
    for (int k = 0; k < 2; k++)
        for (int j = m.side[k].begin; j < m.side[k].end && m.distance > 0; j++) {
            const Side *other = &m.side[!k];
            if (!bound_moves(bound, m.corner[j]))
                continue;
            if (other->moves)
                lower(&bound->between[m.corner[j]], 0.5 * BOUND_GAMMA * m.left);
            if (other->stands && other->known <= m.left)
                lower(&bound->beside[m.corner[j]], BOUND_GAMMA * (m.left - other->known));
            open |= other->stands && other->known > m.left;
        }
    return open;
}

// ---- the planes between two elements ----

// Where the corners of a pair are to go.
typedef struct Ways {
    BoundCut cut;
    double4  way[4];              // from x̄ + T; 0: stands
    double   ball[4];             // the part of it within the ball
    bool     moves[4], leaves[4]; // leaves its ball
} Ways;

// A corner that comes towards a plane by `approach` and may by `room`. False: it lies beyond, and stays where it is.
static bool allow(const Ways *ways, int j, double approach, double room, double left, double *part)
{
    static const double NEARLY = 0.02; // of what is left: 1 − γ covers it twice
    if (approach > room && ways->leaves[j])
        *part = fmin(*part, room / approach);
    return ways->cut.fixed || (ways->leaves[j] ? room >= 0 : approach <= room + NEARLY * left);
}

// What a plane between the elements of a pair leaves of the ways of its corners. False: it is not between them, or a corner in its ball is
// beyond it. Fixed planes halve what is left, like the balls; others leave an element what the other does not need.
static bool try_plane(const Measured *m, const Ways *ways, double4 normal, double least, double part[4])
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
    const double left = certain(low - high, m->bit) - (m->distance - m->left), half = 0.5 * BOUND_GAMMA * left;
    bool         is_one = left > least;
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            const Side  *other = &m->side[!k];
            const double along = (k ? -1 : 1) * double4_dot(normal, ways->cut.shift);
            const double room = !ways->cut.fixed && need[!k] < half ? 2 * half - need[!k] : half;
            part[j] = 1;
            if (other->moves)
                is_one &= allow(ways, j, approach[j], room, left, &part[j]);
            if (other->stands && other->known <= m->left)
                is_one &= allow(ways, j, approach[j], BOUND_GAMMA * (left - other->known) + along, left, &part[j]);
        }
    return is_one;
}

// The normal, made perpendicular to the way of the first element relative to the second; 0: it is parallel to it.
static double4 beside_way(const Measured *m, const Ways *ways, double4 normal)
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

static double least_part(const Ways *ways, const double part[4], int corners)
{
    double least = 1;
    for (int j = 0; j < corners; j++)
        least = ways->leaves[j] ? fmin(least, part[j]) : least;
    return least;
}

// Stops the corners that have left their balls at a plane between the elements of a pair: that of the nearest points or, if it leaves more
// of the ways, one beside which they go on. The balls lie before the first, and not before the second.
static void stop_measured(const ContactBound *bound, const Measured *m, const Ways *ways)
{
    Narrow     narrow;
    double     part[4] = {0}, beside[4];
    const int  corners = m->ops->corners;
    const bool any = m->ops->narrow(m->x, m->x, m->thickness, INFINITY, 0, &narrow);
    const bool is_one = any && try_plane(m, ways, narrow.normal, 0.98 * m->left, part);
    for (int j = 0; j < corners; j++)
        part[j] = fmax(is_one ? part[j] : 0, ways->ball[j]);
    const double least = least_part(ways, part, corners);
    const bool   other = any && !ways->cut.fixed && least < 1 && try_plane(m, ways, beside_way(m, ways, narrow.normal), 0, beside) &&
                       least_part(ways, beside, corners) > least;
    for (int j = 0; j < corners; j++)
        if (ways->leaves[j])
            lower(&bound->part[m->corner[j]], other ? beside[j] : part[j]);
}

static void take_way(const ContactBound *bound, int32_t i, int j, Ways *ways)
{
    ways->moves[j] = bound_moves(bound, i);
    ways->leaves[j] = ways->moves[j] && has_left(bound, i);
    ways->way[j] = ways->moves[j] ? bound_way(bound, i, ways->cut.shift) : (double4){0};
    ways->ball[j] = ways->leaves[j] ? bound->place[i].w / double4_norm(ways->way[j]) : 1;
}

static void stop_pair(const ContactBound *bound, PairKind kind, BroadPair pair, const BoundCut *cut)
{
    Measured m;
    Ways     ways = {.cut = *cut};
    double   farthest[2] = {0, 0};
    take_corners(bound, kind, pair, &m);
    for (int k = 0; k < 2; k++)
        for (int j = m.side[k].begin; j < m.side[k].end; j++) {
            take_way(bound, m.corner[j], j, &ways);
            farthest[k] = fmax(farthest[k], double4_norm(ways.way[j]));
        }
    const double both = cut->fixed ? 2 * fmax(farthest[0], farthest[1]) : farthest[0] + farthest[1];
    const double most = (both + double4_norm(cut->shift)) / BOUND_GAMMA + m.side[0].known + m.side[1].known;
    if (measure(bound, kind, pair, most * (1 + 1e-9), &m) && m.distance > 0)
        stop_measured(bound, &m, &ways);
}

// ---- colliders ----

// The interpolation of a grid is not as flat as a distance: its slope along each axis is at most 1.
static double slope_of(const Collider *collider)
{
    return collider->shape == COLLIDER_GRID ? sqrt(3) : 1;
}

static bool is_convex(const Collider *collider)
{
    return collider->shape != COLLIDER_MESH && collider->shape != COLLIDER_GRID;
}

// The points of which a convex collider is made up in its rest pose, but for its radius.
static int hull_of(const Collider *c, double4 out[8])
{
    const int count = c->shape == COLLIDER_BOX ? 8 : c->shape == COLLIDER_CAPSULE ? 2 : 1;
    for (int j = 0; j < count; j++) {
        out[j] = (double4){c->point[0], c->point[1], c->point[2], 0};
        if (c->shape == COLLIDER_CAPSULE)
            double4_add_to(&out[j], j, (double4){c->direction[0], c->direction[1], c->direction[2], 0});
        for (int k = 0; k < 3 && c->shape == COLLIDER_BOX; k++)
            double4_add_to(&out[j], j >> k & 1 ? c->half[k] : -c->half[k], (double4){c->axes[k][0], c->axes[k][1], c->axes[k][2], 0});
    }
    return count;
}

static const ColliderPose *pose_after(const ContactBound *bound, int32_t c, int32_t substeps) // of the step
{
    return &bound->pose[c * bound->poses + (bound->poses > 1 ? substeps : 0)];
}

static int32_t substeps_done(const ContactBound *bound) // at x̄
{
    return (int32_t)lround((bound->since - bound->begin) / bound->h);
}

// s of a collider at x: how far it comes towards x or past it, until the end of the step.
static double follow_collider(const ContactBound *bound, int32_t c, double4 x)
{
    const ColliderPose *now = pose_after(bound, c, substeps_done(bound));
    double              most = 0;
    for (int32_t k = substeps_done(bound) + 1; k <= bound->substeps && now->moves; k++)
        most = fmax(most, double4_norm(double4_sub(collider_carry(pose_after(bound, c, k), now, x), x)));
    return most;
}

static bool is_turned(const RigidMap *a, const RigidMap *b)
{
    double most = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            most = fmax(most, fabs(a->matrix[i][j] - b->matrix[i][j]));
    return most > 0;
}

// s of a convex collider along a normal. INFINITY: a plane that turns.
static double follow_hull(const ContactBound *bound, int32_t c, double4 normal)
{
    const Collider     *collider = bound->motion->collider[c].collider;
    const ColliderPose *now = pose_after(bound, c, substeps_done(bound));
    double              most = 0;
    double4             hull[8];
    const int           count = now->moves ? hull_of(collider, hull) : 0;
    for (int32_t k = substeps_done(bound) + 1; k <= bound->substeps && count > 0; k++) {
        const ColliderPose *then = pose_after(bound, c, k);
        double              high[2] = {-INFINITY, -INFINITY};
        for (int j = 0; j < count; j++) {
            high[0] = fmax(high[0], double4_dot(normal, rigid_map_apply(&now->map, hull[j])));
            high[1] = fmax(high[1], double4_dot(normal, rigid_map_apply(&then->map, hull[j])));
        }
        if (collider->shape == COLLIDER_PLANE && is_turned(&now->map, &then->map))
            return INFINITY;
        most = fmax(most, high[1] - high[0]);
    }
    return most;
}

// A plane `room` before the particle, unless it has one that is nearer. The farther of the two bounds all ways.
static void stay_in_front(const ContactBound *bound, int32_t i, double4 normal, double room)
{
    const double other = bound_room(bound, i);
    lower(&bound->beside[i], fmax(room, other));
    if (room < other) {
        bound->wall[i] = normal;
        bound->wall[i].w = double4_dot(normal, bound->place[i]) - room;
    }
}

// A collider beside a particle.
typedef struct Beside {
    Nearest nearest;
    double  bit, left; // left: d − ξ
    double  known;     // s, of the nearest point in any direction
    double  advance;   // s along the normal, of a convex collider; INFINITY: the collider is not
    bool    near;      // a contact, or as near as one
} Beside;

// What a particle can meet on ways of this length, for certain.
static bool see_collider(const ContactBound *bound, int32_t c, int32_t point, double length, Beside *out)
{
    const ContactMotion *motion = bound->motion;
    const ColliderWay   *way = &motion->collider[c];
    const ColliderPose  *pose = pose_after(bound, c, substeps_done(bound));
    const int32_t        i = bound_point(bound, point);
    const double         thickness = bound_thickness(bound), slope = slope_of(way->collider);
    *out = (Beside){.known = follow_collider(bound, c, bound->place[i]), .bit = last_bit(&bound->place[i], 1)};
    const double reach = slope * (length + thickness + out->known);
    if (!collider_nearest(way->collider, way->index, pose, bound->place[i], reach, &out->nearest))
        return false;
    const double distance = certain(out->nearest.distance, out->bit);
    const bool   found = bound->pairs->near[(size_t)point * (size_t)bound->pairs->words + (size_t)c / 64] >> (c % 64) & 1;
    out->near = found || distance <= thickness;
    out->left = left_of(bound, distance, thickness, out->near, out->bit) / slope;
    out->advance = is_convex(way->collider) ? follow_hull(bound, c, out->nearest.normal) : INFINITY;
    out->nearest.distance = distance;
    return true;
}

static bool is_open(const Beside *beside)
{
    return !(beside->nearest.distance > 0) || fmin(beside->known, beside->advance) > beside->left;
}

// Bounds the particle of a point beside a collider; whether the two are open.
static bool bound_beside(const ContactBound *bound, int32_t c, int32_t point)
{
    const int32_t i = bound_point(bound, point);
    Beside        beside;
    if (!see_collider(bound, c, point, bound_longest(bound, i) + bound->shift.most, &beside))
        return false;
    if (is_open(&beside))
        return true;
    if (beside.advance <= beside.left)
        stay_in_front(bound, i, beside.nearest.normal, BOUND_GAMMA * (beside.left - beside.advance));
    else
        lower(&bound->beside[i], BOUND_GAMMA * (beside.left - beside.known));
    return false;
}

// A particle that has left its ball, beside a mesh that stands.
typedef struct BesideMesh {
    const ContactBound *bound;
    int32_t             i;
    Ways                ways;
    bool                near;
} BesideMesh;

static void stop_at_triangle(void *user, const double4 corner[3])
{
    const BesideMesh   *mesh = user;
    const ContactBound *bound = mesh->bound;
    Measured            m = {.ops = &PAIR_OPS[PAIR_POINT_TRIANGLE],
                             .corner = {mesh->i},
                             .x = {bound->place[mesh->i], corner[0], corner[1], corner[2]},
                             .side = {{.end = 1, .moves = true}, {.begin = 1, .end = 4, .stands = true}},
                             .thickness = bound_thickness(bound)};
    m.bit = last_bit(m.x, 4);
    m.distance = certain(m.ops->distance(m.x), m.bit);
    m.left = left_of(bound, m.distance, m.thickness, mesh->near, m.bit);
    stop_measured(bound, &m, &mesh->ways);
}

// A triangle stops the way w only if γ (d − ξ) < −n·w, for which its nearest point must lie in a ball about the middle of w/γ.
static void stop_at_mesh(const ContactBound *bound, const MeshTree *tree, BesideMesh *mesh, double bit)
{
    double4 half = double4_scale(0.5 / BOUND_GAMMA, mesh->ways.way[0]), middle = bound->place[mesh->i];
    double4_add_to(&half, 0.5 / BOUND_GAMMA, mesh->ways.cut.shift);
    double4_add_to(&middle, 1, half);
    mesh_tree_within(tree, middle, double4_norm(half) + bound_thickness(bound) + BOUND_ROUNDING * bit, stop_at_triangle, mesh);
}

// The half-spaces of a particle that has left its ball beside a collider.
static void stop_beside(const ContactBound *bound, int32_t c, int32_t point, const BoundCut *cut)
{
    const int32_t      i = bound_point(bound, point);
    const ColliderWay *way = &bound->motion->collider[c];
    BesideMesh         mesh = {.bound = bound, .i = i, .ways.cut = *cut};
    Beside             beside;
    take_way(bound, i, 0, &mesh.ways);
    const double4 to = mesh.ways.way[0];
    if (!see_collider(bound, c, point, bound_longest(bound, i) + bound->shift.most, &beside) || is_open(&beside))
        return;
    mesh.near = beside.near;
    if (beside.advance <= beside.left) {
        const double4 normal = beside.nearest.normal;
        const double  approach = -double4_dot(normal, to);
        const double  room = BOUND_GAMMA * (beside.left - beside.advance) + double4_dot(normal, cut->shift);
        lower(&bound->part[i], approach > room ? fmax(room / approach, mesh.ways.ball[0]) : 1);
    } else if (way->collider->shape == COLLIDER_MESH && way->collider->script < 0) {
        stop_at_mesh(bound, way->index->tree, &mesh, beside.bit);
    } else {
        lower(&bound->part[i], mesh.ways.ball[0]);
    }
}

// What a collider leaves T at a particle, on all of its way.
static void leave_translation(const ContactBound *bound, int32_t c, int32_t point, BoundBlock *block)
{
    const Translation *shift = &bound->next_shift;
    Beside             beside;
    if (!see_collider(bound, c, point, shift->most / BOUND_GAMMA, &beside) || is_open(&beside))
        return;
    const double4 normal = beside.nearest.normal;
    const double  here = -double4_dot(normal, shift->here), rest = -double4_dot(normal, shift->rest);
    const double  room = BOUND_GAMMA * (beside.left - beside.advance);
    if (beside.advance > beside.left)
        block->nearest = fmin(block->nearest, BOUND_GAMMA * (beside.left - beside.known));
    else if (here > room)
        block->share = fmin(block->share, room / here);
    else if (rest > 0 && here + rest > room)
        block->until = fmin(block->until, fmax(0, room - here) / rest);
}

// ---- all of it ----

void contact_bound_walls(const ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++) {
        BoundBlock *block = &bound->block[b];
        block->nearest = block->share = block->until = INFINITY;
        for (int32_t p = b * BOUND_BLOCK; bound->next_shift.most > 0 && p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders && bound_moves(bound, bound_point(bound, p)); c++)
                leave_translation(bound, c, p, block);
    }
}

void contact_bound_balls(ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
    int64_t       open = 0;
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (bound->pairs->search[kind].on) {
            const BroadFound *found = &bound->found[kind];
#pragma omp single nowait
            bound->listed_count[kind] = found->kept;
#pragma omp for schedule(dynamic, 128) nowait
            for (int64_t k = 0; k < found->kept; k++) {
                bound->listed[kind][k] = found->pairs[k];
                open += bound_pair(bound, (PairKind)kind, found->pairs[k]);
            }
        }
#pragma omp for schedule(dynamic) nowait
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders; c++)
                open += bound_moves(bound, bound_point(bound, p)) && bound_beside(bound, c, p);
#pragma omp atomic
    bound->open_now += open;
#pragma omp barrier
}

static void note_left(const ContactBound *bound, const int32_t *corner, int corners, int32_t count, bool *left)
{
    int32_t from, to;
    team_range(0, count, &from, &to);
    for (int32_t e = from; e < to; e++) {
        left[e] = false;
        for (int j = 0; j < corners; j++)
            left[e] |= has_left(bound, corner[(ptrdiff_t)e * corners + j]);
    }
}

void contact_bound_planes(ContactBound *bound, const BoundCut *cut)
{
    const ContactSurface *surface = bound->motion->model->surface;
    const int32_t         blocks = bound_blocks(bound);
    note_left(bound, surface->point, 1, surface->point_count, bound->point_left);
    note_left(bound, surface->triangle[0], 3, surface->triangle_count, bound->triangle_left);
    note_left(bound, surface->edge[0], 2, surface->edge_count, bound->edge_left);
#pragma omp barrier
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (bound->pairs->search[kind].on) {
            const BroadPair *pair = bound->listed[kind];
            const bool      *query = kind == PAIR_EDGE_EDGE ? bound->edge_left : bound->point_left;
            const bool      *target = kind == PAIR_POINT_TRIANGLE ? bound->triangle_left : bound->edge_left;
#pragma omp for schedule(dynamic, 512) nowait
            for (int64_t k = 0; k < bound->listed_count[kind]; k++)
                if (query[pair[k].query] || target[pair[k].target])
                    stop_pair(bound, (PairKind)kind, pair[k], cut);
        }
#pragma omp for schedule(dynamic) nowait
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; bound->block[b].leaves && p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders && has_left(bound, bound_point(bound, p)); c++)
                stop_beside(bound, c, p, cut);
#pragma omp barrier
}
