// The detection of the bound: a radius for each particle, the pairs whose boxes overlap, their distances, and what these leave each
// particle.
#include "base/team_range.h"
#include "contact/private/contact_bound.h"
#include "model/script.h"

static int32_t point_of(const ContactBound *bound, int32_t p)
{
    return bound->motion->model->surface->point[p];
}

static double thickness_of(const ContactBound *bound)
{
    return bound->motion->model->surface->rules.thickness;
}

static bool is_first(const ContactBound *bound) // of the step
{
    return !isfinite(bound->since);
}

// ---- ways and radii ----

// The way that a particle is still to go: to where it was predicted, or to where it was before it was cut.
static double4 way_of(const ContactBound *bound, int32_t block, int32_t i)
{
    return bound->block[block].wants && bound_moves(bound, i) ? double4_sub(bound->wanted[i], bound->next[i]) : (double4){0};
}

static void sum_block(const ContactBound *bound, int32_t b)
{
    double4 sum = {0};
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
        if (bound_moves(bound, point_of(bound, p))) {
            double4_add_to(&sum, 1, way_of(bound, b, point_of(bound, p)));
            sum.w++;
        }
    bound->block[b].sum = sum;
}

static double left_of_step(const ContactBound *bound) // as a fraction
{
    return 1 - (bound->time - bound->begin) / (bound->substeps * bound->h);
}

// T: the mean way, all of it until the end of the step; what was cut is to be gone at once.
static void choose_translation(ContactBound *bound)
{
    double4 sum = {0};
    for (int32_t b = 0; b < bound_blocks(bound); b++) {
        double4_add_to(&sum, 1, bound->block[b].sum);
        sum.w += bound->block[b].sum.w;
    }
    const double4 mean = double4_scale(sum.w > 0 ? 1 / sum.w : 0, sum);
    if (is_first(bound))
        bound->mean = mean;
    Translation *shift = &bound->next_shift;
    shift->here = double4_scale(is_first(bound) ? 0 : 1, mean);
    shift->rest = double4_scale(left_of_step(bound), bound->mean);
    shift->until = 1;
    shift->most = double4_norm(shift->here) + double4_norm(shift->rest);
}

static int32_t substeps_done(const ContactBound *bound)
{
    return (int32_t)lround((bound->time - bound->begin) / bound->h);
}

// s of pins: the largest over the substeps that are left.
static void follow_pins(const ContactBound *bound)
{
    const Model *model = bound->motion->model;
    int32_t      from, to, i;
    double4      position;
    team_range(0, model->particle_count, &from, &to);
    for (int32_t k = from; k < to && bound->known; k++)
        bound->known[k] = 0;
    for (int32_t k = substeps_done(bound) + 1; k <= bound->substeps && bound->known; k++) {
        ScriptWalk walk = script_walk(model, bound->begin + k * bound->h, from);
        while (script_next(&walk, to, &i, &position))
            bound->known[i] = fmax(bound->known[i], double4_norm(double4_sub(position, bound->next[i])));
    }
#pragma omp barrier
}

static void choose_radii(const ContactBound *bound, int32_t b)
{
    const double share = (1 + bound->motion->reach) / BOUND_GAMMA;
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
        const int32_t i = point_of(bound, p);
        const double4 way = way_of(bound, b, i);
        if (is_first(bound))
            bound->ask[i] = (float)(share * double4_norm(double4_sub(way, bound->mean)));
        const double later = left_of_step(bound) * (double)bound->ask[i];
        const double now = is_first(bound) || !bound->block[b].wants ? 0 : share * double4_norm(double4_sub(way, bound->next_shift.here));
        bound->radius[i] = (float)(now + later);
    }
}

// ρ, where the excess over what is needed anyway is scaled by `share`.
static double radius_of(const ContactBound *bound, int32_t i, double share)
{
    const double thickness = thickness_of(bound);
    if (!bound_moves(bound, i))
        return 0.5 * thickness + bound_known(bound, i) + share * bound->next_shift.most;
    return fmax(share > 1.0 / 64 ? (double)(bound->grown[i] * bound->least[i]) : BOUND_LEAST_RADIUS * thickness,
                0.5 * thickness + share * (double)bound->radius[i]);
}

// ---- pairs of boxes ----

// All pairs of boxes. Where they are more than there is room for, radii shrink: particles are then cut, and detected again, more often.
// Returns how much was left of them; 0: no room even so.
static double find_pairs(ContactBound *bound)
{
    static const double LEAST = 1.0 / 256;
    int32_t             from, to;
    team_range(0, bound->motion->model->surface->point_count, &from, &to);
    for (double share = 1; share >= LEAST; share /= 4) {
        bool fits = true;
        for (int32_t p = from; p < to; p++) {
            const int32_t i = point_of(bound, p);
            contact_motion_surround(bound->motion, i, bound->next[i], radius_of(bound, i, share));
        }
#pragma omp barrier
        contact_motion_boxes(bound->motion);
        for (int kind = 0; kind < PAIR_KINDS && fits; kind++) {
            const PairSearch *search = &bound->pairs->search[kind];
            if (!search->on)
                continue;
            search->broad->ops->find(search->broad, search->target_box, search->query_box, &bound->found[kind]);
            fits = bound->found[kind].kept == bound->found[kind].count;
        }
        if (fits)
            return share;
#pragma omp barrier
    }
    return 0;
}

// ---- distances ----

// Lowers *least, which others lower too: the result does not depend on their order.
static void lower(_Atomic double *least, double value)
{
    double now = atomic_load_explicit(least, memory_order_relaxed);
    while (value < now && !atomic_compare_exchange_weak_explicit(least, &now, value, memory_order_relaxed, memory_order_relaxed))
        continue;
}

static double load(_Atomic double *value)
{
    return atomic_load_explicit(value, memory_order_relaxed);
}

// The element of a pair: its corners, and whether contact moves any of them, or not.
typedef struct Side {
    int    begin, end;
    bool   moves, stands;
    double known; // s, the largest
} Side;

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

// A distance less ξ of this length or more changes nothing.
static double enough(const ContactBound *bound, const int32_t *corner, const Side side[2])
{
    double most = side[0].known + side[1].known;
    for (int k = 0; k < 2; k++)
        for (int j = side[k].begin; j < side[k].end; j++) {
            if (!bound_moves(bound, corner[j]))
                continue;
            if (side[!k].moves)
                most = fmax(most, 2 / BOUND_GAMMA * load(&bound->between[corner[j]]));
            if (side[!k].stands)
                most = fmax(most, load(&bound->beside[corner[j]]) / BOUND_GAMMA + side[!k].known);
        }
    return most * (1 + 1e-9); // what is equal but for round-off must not depend on which came first
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

// ξ of a contact: ξ_0 at least, unless R is as small as that.
static double kept_near(const ContactBound *bound, double distance, double thickness, double bit)
{
    const double most = BOUND_KEPT_OF_R * thickness, left = ldexp(1, -(int)bound->rounds - 1);
    return fmin(most, fmax(BOUND_FLOOR * bit, (1 - left) * distance));
}

static bool is_contact(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    return kept_pairs_find(contact_pairs_kept(bound->pairs, kind), pair) >= 0 || contact_pairs_is_redundant(bound->pairs, kind, pair);
}

// Bounds the corners of a pair; whether it is open.
static bool bound_pair(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    const Model   *model = bound->motion->model;
    const PairOps *ops = &PAIR_OPS[kind];
    int32_t        corner[4];
    double4        x[4] = {{0}};
    elements_corners(model->surface, kind, pair, corner);
    for (int j = 0; j < ops->corners; j++)
        x[j] = bound->place[corner[j]];
    const Side   side[2] = {side_of(bound, corner, 0, ops->first), side_of(bound, corner, ops->first, ops->corners)};
    const double most = enough(bound, corner, side);
    const double bit = last_bit(x, ops->corners); // in both tests, or what others found first would decide
    if (narrow_far(x, x, ops->first, ops->corners, most + thickness_of(bound) + BOUND_ROUNDING * bit, 0))
        return false;
    const double distance = certain(ops->distance(x), bit);
    if (distance >= most + thickness_of(bound))
        return false;
    const double thickness = elements_thickness(model, kind, corner);
    const bool   near = distance <= thickness || (distance < most + thickness && is_contact(bound, kind, pair));
    const double left = fmax(0, distance - (near ? kept_near(bound, distance, thickness, bit) : thickness));
    bool         open = !(distance > 0) || (side[0].stands && side[1].stands && side[0].known + side[1].known > left);
    for (int k = 0; k < 2; k++)
        for (int j = side[k].begin; j < side[k].end && distance > 0; j++) {
            if (!bound_moves(bound, corner[j]))
                continue;
            if (side[!k].moves)
                lower(&bound->between[corner[j]], 0.5 * BOUND_GAMMA * left);
            if (side[!k].stands && side[!k].known <= left)
                lower(&bound->beside[corner[j]], BOUND_GAMMA * (left - side[!k].known));
            open |= side[!k].stands && side[!k].known > left;
        }
    return open;
}

// ---- colliders ----

// s of a collider at the points of a block: how far it comes towards x̄ or past it, until the end of the step.
static void follow_collider(const ContactBound *bound, const Collider *collider, const ColliderPose *now, int32_t b)
{
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
        if (bound_moves(bound, point_of(bound, p)))
            bound->known[point_of(bound, p)] = 0;
    for (int32_t k = substeps_done(bound) + 1; k <= bound->substeps; k++) {
        const ColliderPose then = collider_pose(bound->motion->model, collider, bound->begin + k * bound->h);
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
            const int32_t i = point_of(bound, p);
            const double4 x = bound->place[i];
            if (bound_moves(bound, i))
                bound->known[i] = fmax(bound->known[i], double4_norm(double4_sub(collider_carry(&then, now, x), x)));
        }
    }
}

// The interpolation of a grid is not as flat as a distance: its slope along each axis is at most 1.
static double slope_of(const Collider *collider)
{
    return collider->shape == COLLIDER_GRID ? sqrt(3) : 1;
}

static bool is_convex(const Collider *collider)
{
    return collider->shape != COLLIDER_MESH && collider->shape != COLLIDER_GRID;
}

static double room_of(const ContactBound *bound, int32_t i) // INFINITY: there is none
{
    const double4 wall = bound->wall[i];
    return double4_dot(wall, wall) > 0 ? double4_dot(wall, bound->place[i]) - wall.w : INFINITY;
}

// A plane `room` before the particle, unless it has one that is nearer. The farther of the two bounds all ways.
static void stay_in_front(const ContactBound *bound, int32_t i, double4 normal, double room)
{
    const double other = room_of(bound, i);
    lower(&bound->beside[i], fmax(room, other));
    if (room < other) {
        bound->wall[i] = normal;
        bound->wall[i].w = double4_dot(normal, bound->place[i]) - room;
    }
}

// Bounds the particle of a point beside a collider; whether the two are open.
static bool bound_beside(const ContactBound *bound, int32_t c, const ColliderPose *pose, int32_t point)
{
    const ContactMotion *motion = bound->motion;
    const ColliderWay   *way = &motion->collider[c];
    const int32_t        i = point_of(bound, point);
    const double         thickness = thickness_of(bound), known = pose->moves ? bound->known[i] : 0;
    const double         reach = slope_of(way->collider) * ((double)bound->radius[i] + 0.5 * thickness + known + bound->shift.most);
    Nearest              nearest;
    if (!collider_nearest(way->collider, way->index, pose, bound->place[i], reach, &nearest))
        return false;
    const double bit = last_bit(&bound->place[i], 1), distance = certain(nearest.distance, bit);
    const bool   found = bound->pairs->near[(size_t)point * (size_t)bound->pairs->words + (size_t)c / 64] >> (c % 64) & 1;
    const bool   near = found || distance <= thickness;
    const double left = fmax(0, distance - (near ? kept_near(bound, distance, thickness, bit) : thickness)) / slope_of(way->collider);
    if (!(distance > 0) || known > left)
        return true;
    if (is_convex(way->collider) && !pose->moves)
        stay_in_front(bound, i, nearest.normal, BOUND_GAMMA * left);
    else
        lower(&bound->beside[i], BOUND_GAMMA * (left - known));
    return false;
}

static int64_t bound_block_beside(const ContactBound *bound, int32_t b)
{
    int64_t open = 0;
    for (int32_t c = 0; c < bound->motion->colliders; c++) {
        const Collider    *collider = bound->motion->collider[c].collider;
        const ColliderPose pose = collider_pose(bound->motion->model, collider, bound->time);
        if (pose.moves)
            follow_collider(bound, collider, &pose, b);
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
            open += bound_moves(bound, point_of(bound, p)) && bound_beside(bound, c, &pose, p);
    }
    return open;
}

// ---- all of it ----

static Translation shorter(const Translation *shift, double share)
{
    return (Translation){double4_scale(share, shift->here), double4_scale(share, shift->rest), shift->until, share * shift->most};
}

// The bounds without any pair, at the positions that become x̄.
static void begin_bounds(ContactBound *bound, double share)
{
    double4 *place = bound->place;
    bound->place = bound->next;
    bound->next = place;
    bound->since = bound->time;
    bound->open_now = 0;
    bound->shift = shorter(&bound->next_shift, share);
}

static void clear_bounds(const ContactBound *bound, double share)
{
    int32_t from, to;
    team_range(0, bound->motion->model->surface->point_count, &from, &to);
    for (int32_t p = from; p < to; p++) {
        const int32_t i = point_of(bound, p);
        const double  radius = radius_of(bound, i, share), most = BOUND_GAMMA * (radius - 0.5 * thickness_of(bound));
        bound->radius[i] = (float)radius;
        bound->wall[i] = (double4){0};
        atomic_store_explicit(&bound->between[i], most, memory_order_relaxed);
        atomic_store_explicit(&bound->beside[i], fmax(most + bound->shift.most, 2 * bound->shift.most), memory_order_relaxed);
    }
#pragma omp barrier
}

static void bound_all(ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
    int64_t       open = 0;
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (bound->pairs->search[kind].on) {
#pragma omp for schedule(dynamic, 128) nowait
            for (int64_t k = 0; k < bound->found[kind].kept; k++)
                open += bound_pair(bound, (PairKind)kind, bound->found[kind].pairs[k]);
        }
#pragma omp for schedule(dynamic) nowait
    for (int32_t b = 0; b < blocks; b++)
        open += bound_block_beside(bound, b);
#pragma omp atomic
    bound->open_now += open;
#pragma omp barrier
}

// What T may be for a particle: `beside`, and the way to its wall, for all T from x̄ to the end of the step.
static void see_translation(const ContactBound *bound, int32_t i, BoundBlock *block)
{
    const double4      wall = bound->wall[i];
    const Translation *shift = &bound->shift;
    const double       room = room_of(bound, i), here = -double4_dot(wall, shift->here), rest = -double4_dot(wall, shift->rest);
    block->nearest = fmin(block->nearest, load(&bound->beside[i]));
    if (here > room)
        block->share = fmin(block->share, room / here);
    if (rest > 0 && here + rest > room)
        block->until = fmin(block->until, fmax(0, room - here) / rest);
}

// T stops at the first wall, but takes at most half of what else leaves each particle; where that is less than half of it, all is left to
// b.
static void limit_translation(ContactBound *bound)
{
    Translation *shift = &bound->shift;
    double       nearest = INFINITY, share = 1;
    for (int32_t b = 0; b < bound_blocks(bound); b++) {
        nearest = fmin(nearest, bound->block[b].nearest);
        share = fmin(share, bound->block[b].share);
        shift->until = fmin(shift->until, bound->block[b].until);
    }
    shift->here = double4_scale(share, shift->here);
    shift->until = share < 1 ? 0 : shift->until;
    shift->most = double4_norm(shift->here) + shift->until * double4_norm(shift->rest);
    if (shift->most > 0.5 * nearest)
        *shift = shorter(shift, shift->most > nearest ? 0 : 0.5 * nearest / shift->most);
    bound->open = bound->open_now > bound->open ? bound->open_now : bound->open;
}

static void finish_bounds(ContactBound *bound)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++) {
        bound->block[b].nearest = bound->block[b].share = bound->block[b].until = INFINITY;
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++)
            if (bound_moves(bound, point_of(bound, p)))
                see_translation(bound, point_of(bound, p), &bound->block[b]);
    }
#pragma omp single
    limit_translation(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
            const int32_t i = point_of(bound, p);
            bound->place[i].w = fmin(load(&bound->between[i]), load(&bound->beside[i]) - bound->shift.most);
        }
}

bool contact_bound_search(ContactBound *bound, PhaseClock *phases)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        sum_block(bound, b);
#pragma omp single
    choose_translation(bound);
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        choose_radii(bound, b);
    follow_pins(bound);
    const double share = find_pairs(bound);
    if (share > 0) {
#pragma omp master
        phase_clock_enter(phases, PHASE_NARROW);
#pragma omp single
        begin_bounds(bound, share);
        clear_bounds(bound, share);
        bound_all(bound);
        finish_bounds(bound);
    }
    return share > 0;
}
