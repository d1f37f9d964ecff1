// Limits that pairs of elements set to their particles: balls for all particles, computed by every detection, and half-spaces for particles
// that leave their ball in a cut. Colliders: contact_bound_collider.c.
#include "contact/private/contact_bound_near.h"

#include "base/team_range.h"

// ---- two elements ----

static Side side_of(const ContactBound *bound, const int32_t *corner, int begin, int end)
{
    Side side = {.begin = begin, .end = end};
    for (int j = begin; j < end; j++) {
        const bool moves = bound_moves(bound, corner[j]);
        side.moves |= moves;
        side.scripted |= !moves;
        side.known = fmax(side.known, moves ? 0 : bound_known(bound, corner[j]));
    }
    return side;
}

// A pair on the wrong side has no bound: contact brings it back.
static bool has_crossed(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    const KeptPairs *kept = contact_pairs_kept(bound->pairs, kind);
    const int32_t    at = bound->pairs->search[kind].crossed_count > 0 ? kept_pairs_find(kept, pair) : -1;
    return at >= 0 && kept->side[at];
}

// Pins that may already have passed a particle set it no limit.
static void forget_pins(const ContactBound *bound, Measured *m)
{
    bool swept = false;
    for (int j = 0; j < m->ops->corners && bound->swept; j++)
        swept |= atomic_load_explicit(&bound->swept[m->corner[j]], memory_order_relaxed) == SWEPT_BEFORE;
    for (int k = 0; k < 2 && swept; k++)
        m->side[k].known = m->side[k].scripted ? INFINITY : 0;
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

// Returns false if d − ξ is at least `max`.
static bool measure(const ContactBound *bound, PairKind kind, BroadPair pair, double max, Measured *m)
{
    const int corners = m->ops->corners;
    for (int j = 0; j < corners; j++)
        m->x[j] = bound->place[m->corner[j]];
    m->bit = bound_last_bit(m->x, corners); // in both tests, or the result would depend on the order of the pairs
    if (narrow_far(m->x, m->x, m->ops->first, corners, max + bound_thickness(bound) + BOUND_ROUNDING * m->bit, 0))
        return false;
    m->distance = bound_certain(m->ops->distance(m->x), m->bit);
    if (m->distance >= max + bound_thickness(bound))
        return false;
    m->thickness = elements_thickness(bound->motion->model, kind, m->corner);
    const bool near = m->distance <= m->thickness || is_contact(bound, kind, pair);
    m->left = bound_left(bound, m->distance, m->thickness, near, m->bit);
    return true;
}

// A distance less ξ above this value changes no ball.
static double enough(const ContactBound *bound, const Measured *m)
{
    double max = m->side[0].known + m->side[1].known;
    for (int k = 0; k < 2; k++)
        for (int j = m->side[k].begin; j < m->side[k].end; j++) {
            if (!bound_moves(bound, m->corner[j]))
                continue;
            if (m->side[!k].moves)
                max = fmax(max, 2 / BOUND_GAMMA * bound_load(&bound->free_margin[m->corner[j]]));
            if (m->side[!k].scripted)
                max = fmax(max, bound_load(&bound->scripted_margin[m->corner[j]]) / BOUND_GAMMA + m->side[!k].known);
        }
    return max * (1 + 1e-9); // values equal up to round-off must not depend on the order
}

// The balls of the corners of a pair; returns true if the pair is open.
static bool bound_pair(const ContactBound *bound, PairKind kind, int64_t k)
{
    Measured m;
    if (has_crossed(bound, kind, bound->listed[kind][k]))
        return true;
    take_corners(bound, kind, bound->listed[kind][k], &m);
    if (!measure(bound, kind, bound->listed[kind][k], enough(bound, &m), &m))
        return false;
    bool open = !(m.distance > 0) || (m.side[0].scripted && m.side[1].scripted && m.side[0].known + m.side[1].known > m.left);
    for (int side = 0; side < 2; side++)
        for (int j = m.side[side].begin; j < m.side[side].end && m.distance > 0; j++) {
            const Side *other = &m.side[!side];
            if (!bound_moves(bound, m.corner[j]))
                continue;
            if (other->moves)
                bound_lower(&bound->free_margin[m.corner[j]], 0.5 * BOUND_GAMMA * m.left);
            if (other->scripted && other->known <= m.left)
                bound_lower(&bound->scripted_margin[m.corner[j]], BOUND_GAMMA * (m.left - other->known));
            if (other->scripted && other->known > m.left) {
                note_swept(bound, m.corner[j]);
                open = true;
            }
        }
    return open;
}

// ---- a pair in a cut ----

// Shortens the paths of a pair, so that they end in front of a plane.
static void stop_pair(const ContactBound *bound, PairKind kind, int64_t k, const BoundCut *cut)
{
    Measured m;
    Ways     ways = {.cut = *cut};
    double   farthest[2] = {0, 0}, part[4] = {0};
    take_corners(bound, kind, bound->listed[kind][k], &m);
    for (int side = 0; side < 2; side++)
        for (int j = m.side[side].begin; j < m.side[side].end; j++) {
            bound_take_way(bound, m.corner[j], j, &ways);
            farthest[side] = fmax(farthest[side], bound->part_in_front[m.corner[j]] * double4_norm(ways.way[j]));
        }
    const double both = cut->fixed ? 2 * fmax(farthest[0], farthest[1]) : farthest[0] + farthest[1];
    const double max = both + double4_norm(cut->shift) + BOUND_GAMMA * (m.side[0].known + m.side[1].known);
    if (!measure(bound, kind, bound->listed[kind][k], max / BOUND_GAMMA, &m) || !(m.distance > 0))
        return; // no plane is reached, or there is none
    bound_before_plane(&m, &ways, part);
    bound_stop(bound, &m, &ways, part);
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
                open += bound_moves(bound, bound_point(bound, p)) && bound_near_collider(bound, c, p);
#pragma omp atomic
    bound->open_now += open;
#pragma omp barrier
}

// ---- the cut ----

// True if a corner of a pair leaves its ball.
static bool leaves(const ContactBound *bound, PairKind kind, BroadPair pair)
{
    int32_t corner[4];
    bool    any = false;
    elements_corners(bound->motion->model->surface, kind, pair, corner);
    for (int j = 0; j < PAIR_OPS[kind].corners; j++)
        any |= bound->leaves[corner[j]];
    return any;
}

void contact_bound_planes(ContactBound *bound, const BoundCut *cut)
{
    const int32_t blocks = bound_blocks(bound);
#pragma omp for schedule(dynamic)
    for (int32_t b = 0; b < blocks; b++)
        for (int32_t p = b * BOUND_BLOCK; bound->block[b].leaves && p < bound_block_end(bound, b); p++)
            for (int32_t c = 0; c < bound->motion->colliders && bound_has_left(bound, bound_point(bound, p)); c++)
                bound_stop_at_collider(bound, c, p, cut);
    for (int kind = 0; kind < PAIR_KINDS; kind++)
        if (bound->pairs->search[kind].on) {
#pragma omp for schedule(dynamic, 512) nowait
            for (int64_t k = 0; k < bound->listed_count[kind]; k++)
                if (leaves(bound, (PairKind)kind, bound->listed[kind][k]))
                    stop_pair(bound, (PairKind)kind, k, cut);
        }
#pragma omp barrier
}
