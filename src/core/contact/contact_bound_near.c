// What pairs of elements leave their particles: balls, which every detection gives to all, and for those that leave their ball, in a cut,
// ways alike or half-spaces. Colliders: contact_bound_beside.c.
#include "contact/private/contact_bound_near.h"

#include "base/team_range.h"

// ---- two elements ----

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

// A pair that is on the wrong side has no bound: contact brings it back.
static bool is_held(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    const KeptPairs *kept = contact_pairs_kept(bound->pairs, kind);
    const int32_t    at = bound->pairs->search[kind].holds > 0 ? kept_pairs_find(kept, pair) : -1;
    return at >= 0 && kept->side[at];
}

// Nothing holds a particle before pins that may be past it already.
static void forget_pins(const ContactBound *bound, Measured *m)
{
    bool swept = false;
    for (int j = 0; j < m->ops->corners && bound->swept; j++)
        swept |= atomic_load_explicit(&bound->swept[m->corner[j]], memory_order_relaxed) == SWEPT_BEFORE;
    for (int k = 0; k < 2 && swept; k++)
        m->side[k].known = m->side[k].stands ? INFINITY : 0;
}

static void note_swept(const ContactBound *bound, int32_t i)
{
    uint8_t now = SWEPT_NOT;
    if (bound->swept)
        atomic_compare_exchange_strong_explicit(&bound->swept[i], &now, SWEPT_NOW, memory_order_relaxed, memory_order_relaxed);
}

static void take_corners(const ContactBound *bound, PairKind kind, BroadPair pair, Measured *m)
{
    m->ops = &PAIR_OPS[kind];
    elements_corners(bound->motion->model->surface, kind, pair, m->corner);
    m->side[0] = side_of(bound, m->corner, 0, m->ops->first);
    m->side[1] = side_of(bound, m->corner, m->ops->first, m->ops->corners);
    forget_pins(bound, m);
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
    m->bit = bound_last_bit(m->x, corners); // in both tests, or what others found first would decide
    if (narrow_far(m->x, m->x, m->ops->first, corners, most + bound_thickness(bound) + BOUND_ROUNDING * m->bit, 0))
        return false;
    m->distance = bound_certain(m->ops->distance(m->x), m->bit);
    if (m->distance >= most + bound_thickness(bound))
        return false;
    m->thickness = elements_thickness(bound->motion->model, kind, m->corner);
    const bool near = m->distance <= m->thickness || is_contact(bound, kind, pair);
    m->left = bound_left(bound, m->distance, m->thickness, near, m->bit);
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

// The longest difference between ways of corners of the two elements of a pair that they may go, not rounded up.
static float slack_of(const Measured *m)
{
    return m->distance > 0 ? nextafterf((float)(BOUND_GAMMA * m->left), 0) : -1;
}

// That of a listed pair, whatever was measured of it before: results must not depend on the order of the threads.
static double pair_slack(const ContactBound *bound, PairKind kind, int64_t k)
{
    float   *known = &bound->slack[kind][k];
    Measured m;
    if (isnan(*known)) {
        take_corners(bound, kind, bound->listed[kind][k], &m);
        *known = measure(bound, kind, bound->listed[kind][k], INFINITY, &m) ? slack_of(&m) : 0;
    }
    return (double)*known;
}

// The balls of the corners of a pair; whether it is open.
static bool bound_pair(const ContactBound *bound, PairKind kind, int64_t k)
{
    Measured m;
    if (is_held(bound, kind, bound->listed[kind][k])) {
        bound->slack[kind][k] = INFINITY;
        return true;
    }
    take_corners(bound, kind, bound->listed[kind][k], &m);
    bound->slack[kind][k] = NAN;
    if (!measure(bound, kind, bound->listed[kind][k], enough(bound, &m), &m))
        return false;
    bound->slack[kind][k] = slack_of(&m);
    bool open = !(m.distance > 0) || (m.side[0].stands && m.side[1].stands && m.side[0].known + m.side[1].known > m.left);
    for (int side = 0; side < 2; side++)
        for (int j = m.side[side].begin; j < m.side[side].end && m.distance > 0; j++) {
            const Side *other = &m.side[!side];
            if (!bound_moves(bound, m.corner[j]))
                continue;
            if (other->moves)
                bound_lower(&bound->between[m.corner[j]], 0.5 * BOUND_GAMMA * m.left);
            if (other->stands && other->known <= m.left)
                bound_lower(&bound->beside[m.corner[j]], BOUND_GAMMA * (m.left - other->known));
            if (other->stands && other->known > m.left) {
                note_swept(bound, m.corner[j]);
                open = true;
            }
        }
    return open;
}

// ---- ways alike ----

// The part of a way after which it is `may` apart from another; of a way that is now farther from it. Below 0: there is none.
static double longest_part(double4 way, double4 other, double may)
{
    const double square = double4_dot(way, way), along = double4_dot(way, other);
    const double root = along * along - square * (double4_dot(other, other) - may * may);
    return root >= 0 ? (along + sqrt(root)) / square * (1 - 1e-9) : -1;
}

// Shortens the longer of two ways until they are alike. False: no length does it.
static bool follow(const Ways *ways, int i, int j, double may, double part[4])
{
    const double4 a = double4_scale(part[i], ways->way[i]), b = double4_scale(part[j], ways->way[j]), apart = double4_sub(a, b);
    if (double4_dot(apart, apart) <= may * may || !(ways->leaves[i] || ways->leaves[j]))
        return true;
    const bool   first = ways->leaves[i] && (!ways->leaves[j] || double4_dot(a, a) > double4_dot(b, b));
    const int    k = first ? i : j;
    const double goes = longest_part(ways->way[k], first ? b : a, may);
    part[k] = fmin(part[k], goes);
    return goes >= 0;
}

// The parts of their ways with which the corners of a pair go along with each other.
static bool shorten_along(const ContactBound *bound, const Measured *m, const Ways *ways, double may, double part[4])
{
    for (int j = 0; j < m->ops->corners; j++)
        part[j] = bound->way_left[m->corner[j]].w;
    bool goes = may > 0;
    for (int i = 0; i < m->ops->first; i++)
        for (int j = m->ops->first; j < m->ops->corners && goes; j++)
            goes = follow(ways, i, j, may, part);
    return goes;
}

// Shortens the ways of a pair, so that they end before a plane, or go along with each other. Returns whether they end before a plane: then
// it does not matter how far each of them goes.
static bool stop_pair(const ContactBound *bound, PairKind kind, int64_t k, bool only_plane, const BoundCut *cut)
{
    Measured     m;
    Ways         ways = {.cut = *cut};
    double       farthest[2] = {0, 0}, part[4] = {0}, along[4] = {0};
    const double may = pair_slack(bound, kind, k);
    take_corners(bound, kind, bound->listed[kind][k], &m);
    for (int side = 0; side < 2; side++)
        for (int j = m.side[side].begin; j < m.side[side].end; j++) {
            bound_take_way(bound, m.corner[j], j, &ways);
            farthest[side] = fmax(farthest[side], double4_norm(ways.way[j]));
        }
    const double both = cut->fixed ? 2 * fmax(farthest[0], farthest[1]) : farthest[0] + farthest[1];
    const double most = both + double4_norm(cut->shift) + BOUND_GAMMA * (m.side[0].known + m.side[1].known);
    if (most <= may || !measure(bound, kind, bound->listed[kind][k], INFINITY, &m) || !(m.distance > 0))
        return true; // no plane is reached, or there is none
    bound_before_plane(&m, &ways, part);
    const bool plane = only_plane || m.side[0].stands || m.side[1].stands || !shorten_along(bound, &m, &ways, may, along) ||
                       bound_least_part(&ways, along, m.ops->corners) <= bound_least_part(&ways, part, m.ops->corners);
    bound_stop(bound, &m, &ways, plane ? part : along);
    return plane;
}

// ---- all of it ----

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
                open += bound_pair(bound, (PairKind)kind, k);
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

// ---- the cut ----

// Whether the corners of a pair, all of which contact moves, go nearly the same way.
static bool is_along(const ContactBound *bound, PairKind kind, int64_t k)
{
    const PairOps *ops = &PAIR_OPS[kind];
    const double   may = pair_slack(bound, kind, k);
    int32_t        corner[4];
    double         most = 0;
    elements_corners(bound->motion->model->surface, kind, bound->listed[kind][k], corner);
    for (int i = 0; i < ops->first; i++)
        for (int j = ops->first; j < ops->corners; j++) {
            const double4 apart = double4_sub(bound->way_left[corner[i]], bound->way_left[corner[j]]);
            most = fmax(most, double4_dot(apart, apart));
        }
    return may > 0 && most <= may * may;
}

static void mark_block(const ContactBound *bound, int32_t b)
{
    bound->block[b].shorter = false;
    for (int32_t p = b * BOUND_BLOCK; p < bound_block_end(bound, b); p++) {
        const int32_t i = bound_point(bound, p);
        const double  part = fmin(bound_load(&bound->part[i]), bound->part_in_front[i]);
        const bool    is_shorter = part < bound->way_left[i].w;
        if (is_shorter) {
            bound->way_left[i] = double4_scale(part, bound->way[i]);
            bound->way_left[i].w = part;
        }
        bound->mark[i] = bound->point_mark[p] = (uint8_t)((bound->mark[i] & ~BOUND_SHORTER) | (is_shorter ? BOUND_SHORTER : 0));
        bound->block[b].shorter |= is_shorter;
    }
}

static void mark_elements(const ContactBound *bound, const int32_t *corner, int corners, int32_t count, uint8_t *mark)
{
    int32_t from, to;
    team_range(0, count, &from, &to);
    for (int32_t e = from; e < to; e++) {
        mark[e] = 0;
        for (int j = 0; j < corners; j++)
            mark[e] |= bound->mark[corner[(ptrdiff_t)e * corners + j]];
    }
}

// Takes the ways that are left; whether any is shorter than it was.
static bool take_shorter_ways(const ContactBound *bound)
{
    const ContactSurface *surface = bound->motion->model->surface;
    const int32_t         blocks = bound_blocks(bound);
    bool                  is_shorter = false;
#pragma omp for schedule(static)
    for (int32_t b = 0; b < blocks; b++)
        mark_block(bound, b);
    mark_elements(bound, surface->triangle[0], 3, surface->triangle_count, bound->triangle_mark);
    mark_elements(bound, surface->edge[0], 2, surface->edge_count, bound->edge_mark);
    for (int32_t b = 0; b < blocks; b++)
        is_shorter |= bound->block[b].shorter;
#pragma omp barrier
    return is_shorter;
}

// Whether a pair that is marked so has to be looked at in this pass, and does not go along.
static bool needs_look(const ContactBound *bound, PairKind kind, int64_t k, int mark, int pass)
{
    return (mark & BOUND_LEAVES) &&
           (pass == BOUND_PASSES || (mark & BOUND_PIN) || ((pass == 0 || (mark & BOUND_SHORTER)) && !is_along(bound, kind, k)));
}

static void stop_pairs(const ContactBound *bound, PairKind kind, int pass, const BoundCut *cut)
{
    const BroadPair *pair = bound->listed[kind];
    const uint8_t   *query = kind == PAIR_EDGE_EDGE ? bound->edge_mark : bound->point_mark;
    const uint8_t   *target = kind == PAIR_POINT_TRIANGLE ? bound->triangle_mark : bound->edge_mark;
#pragma omp for schedule(dynamic, 512) nowait
    for (int64_t k = 0; k < bound->listed_count[kind]; k++) {
        bool *stopped = &bound->has_plane[kind][k];
        *stopped = *stopped && pass > 0;
        if (!*stopped && needs_look(bound, kind, k, query[pair[k].query] | target[pair[k].target], pass))
            *stopped = stop_pair(bound, kind, k, pass == BOUND_PASSES, cut);
    }
}

void contact_bound_planes(ContactBound *bound, const BoundCut *cut)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; bound->block[b].leaves && p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders && bound_has_left(bound, bound_point(bound, p)); c++)
                bound_stop_beside(bound, c, p, cut);
    for (int pass = 0; pass <= BOUND_PASSES && (take_shorter_ways(bound) || pass == 0); pass++) {
        for (int kind = 0; kind < PAIR_KINDS; kind++)
            if (bound->pairs->search[kind].on)
                stop_pairs(bound, (PairKind)kind, pass, cut);
#pragma omp barrier
    }
}
