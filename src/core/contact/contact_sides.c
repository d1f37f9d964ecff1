#include "contact/private/contact_sides.h"

// State of a pair: crossed before the step; crossed in a motion of the step; just passed through, to be decided. CROSSED_NO_MORE: crossed
// before the step, but no longer.
typedef enum CrossedSince { CROSSED_BEFORE, CROSSED_NOW, CROSSED_FRESH, CROSSED_NO_MORE } CrossedSince;

static bool has_moved(const double4 *from, const double4 *to, int count)
{
    for (int j = 0; j < count; j++)
        if (from[j].x != to[j].x || from[j].y != to[j].y || from[j].z != to[j].z)
            return true;
    return false;
}

// The side after the motion. The side of two edges flips with e1 × e2 when they pass through a parallel position. Edges of triangles are on
// the wrong side everywhere, until they pass through each other again.
static int8_t side_after(const ContactPairs *pairs, PairKind kind, BroadPair pair, const double4 *from, const double4 *to, int8_t side)
{
    if (kind != PAIR_EDGE_EDGE)
        return side;
    if (!neighbours_are_rods(&pairs->neighbours, pair))
        return (int8_t)-PAIR_OPS[kind].side(to);
    return (int8_t)(double4_dot(edges_across(from), edges_across(to)) < 0 ? -side : side);
}

// ---- in a step ----

static void release(const KeptPairs *kept, int32_t k)
{
    kept->since[k] = kept->since[k] == CROSSED_BEFORE ? CROSSED_NO_MORE : CROSSED_BEFORE;
    kept->side[k] = 0;
}

// Moves a crossed pair k to its current position, if that pair is kept; otherwise it stays.
static void move(const KeptPairs *kept, int32_t k, BroadPair pair, int8_t side, int8_t since)
{
    const int32_t at = kept_pairs_find(kept, pair);
    if (at >= 0 && at != k) {
        release(kept, k);
        if (kept->side[at]) { // one represents both, with the earlier time
            kept->since[at] = since == CROSSED_BEFORE ? CROSSED_BEFORE : kept->since[at];
            return;
        }
        k = at;
    }
    if (at >= 0)
        kept->side[k] = side;
    kept->since[k] = since;
}

static int8_t oriented(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k)
{
    return (int8_t)(kind == PAIR_POINT_TRIANGLE ? kept->side[k] * pairs->neighbours.turn[kept->pair[k].target] : kept->side[k]);
}

// True if pair k, which has just passed through, cancels the crossed pair `crossed`. Then a particle is back on the other side of the same
// body, or rods went back through a neighbour.
static bool brings_back(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, int32_t crossed)
{
    const Model    *model = pairs->motion->model;
    const BroadPair a = kept->pair[k], b = kept->pair[crossed];
    int32_t         body[2][2];
    if (kind == PAIR_EDGE_EDGE)
        return elements_neighbour(model->surface, kind, a, b);
    elements_bodies(model, kind, a, body[0]);
    elements_bodies(model, kind, b, body[1]);
    return a.query == b.query && body[0][1] == body[1][1] && oriented(pairs, kind, kept, k) != oriented(pairs, kind, kept, crossed);
}

static void check_return(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, const int32_t *marked, int32_t count, int32_t k)
{
    for (int32_t i = 0; i < count; i++)
        if (kept->side[marked[i]] && kept->since[marked[i]] != CROSSED_FRESH && brings_back(pairs, kind, kept, k, marked[i])) {
            if (kind == PAIR_EDGE_EDGE)
                release(kept, marked[i]);
            release(kept, k);
            return;
        }
}

// A pair that has only just passed is not given up, however far it moved.
static void settle_one(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, const real4 *position)
{
    const ContactSurface *surface = pairs->motion->model->surface;
    BroadPair             pair = kept->pair[k];
    const int8_t          since = kept->since[k] == CROSSED_FRESH ? CROSSED_NOW : kept->since[k];
    double4               from[4], to[4];
    const int             count = elements_positions(surface, kind, pair, pairs->seen, from);
    elements_positions(surface, kind, pair, position, to);
    if (!has_moved(from, to, count))
        return; // repeated positions change nothing
    int8_t        side = kept->side[k] = side_after(pairs, kind, pair, from, to, kept->side[k]);
    const WalkEnd walk = neighbours_walk(&pairs->neighbours, kind, position, &pair, &side);
    if (walk == WALK_WRONG_SIDE)
        move(kept, k, pair, side, since);
    else if (walk == WALK_BEYOND && kept->since[k] == CROSSED_FRESH)
        kept->since[k] = since;
    else
        release(kept, k);
}

// By one thread: the pairs that are crossed or have just passed through, in order.
static void settle(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t *marked, const real4 *position)
{
    int32_t count = 0;
    for (int32_t k = 0; k < kept->count; k++)
        if (kept->side[k])
            marked[count++] = k;
    for (int32_t i = 0; i < count; i++)
        if (kept->since[marked[i]] == CROSSED_FRESH)
            check_return(pairs, kind, kept, marked, count, marked[i]);
    for (int fresh = 0; fresh < 2; fresh++)
        for (int32_t i = 0; i < count; i++)
            if (kept->side[marked[i]] && (kept->since[marked[i]] == CROSSED_FRESH) == fresh)
                settle_one(pairs, kind, kept, marked[i], position);
}

// A pair that passes through itself an odd number of times is crossed and keeps its original side.
static void pass(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k)
{
    double4 from[4];
    if (!kept->side[k] && !pairs->bounded) {
        elements_positions(pairs->motion->model->surface, kind, kept->pair[k], pairs->seen, from);
        kept->side[k] = PAIR_OPS[kind].side(from);
        kept->since[k] = kept->since[k] == CROSSED_NO_MORE ? CROSSED_BEFORE : CROSSED_FRESH; // a pass and its return in a step cancel
    } else if (kind == PAIR_EDGE_EDGE) {
        release(kept, k);
    }
}

static bool mark(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, const real4 *position)
{
    if (contact_pairs_pass(pairs, kind, kept->pair[k], position) % 2 != 0)
        pass(pairs, kind, kept, k);
    return kept->side[k] != 0;
}

void contact_sides_follow(ContactPairs *pairs, const real4 *position)
{
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch      *search = &pairs->search[kind];
        const KeptPairs *kept = contact_pairs_kept(pairs, (PairKind)kind);
        int32_t          marks = 0;
        if (!search->on)
            continue;
#pragma omp single
        search->crossed_count = 0;
#pragma omp for schedule(static) nowait
        for (int32_t k = 0; k < kept->count; k++)
            marks += mark(pairs, (PairKind)kind, kept, k, position);
        if (marks > 0) {
#pragma omp atomic
            search->crossed_count += marks;
        }
#pragma omp barrier
#pragma omp single
        if (search->crossed_count > 0)
            settle(pairs, (PairKind)kind, kept, search->marked, position);
    }
}

// For two rods: true if a neighbour of the pair is crossed.
static bool neighbour_edges_crossed(const ContactPairs *pairs, const KeptPairs *kept, BroadPair pair)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int32_t a = i == 2 ? pair.query : neighbours_next_edge(&pairs->neighbours, pair.query, i);
            const int32_t b = j == 2 ? pair.target : neighbours_next_edge(&pairs->neighbours, pair.target, j);
            const int32_t at = a < 0 || b < 0 ? -1 : kept_pairs_find(kept, a < b ? (BroadPair){a, b} : (BroadPair){b, a});
            if (at >= 0 && kept->side[at])
                return true;
        }
    return false;
}

bool contact_sides_silences(const ContactPairs *pairs, PairKind kind, int32_t place, const double *weight)
{
    const KeptPairs *kept = contact_pairs_kept(pairs, kind);
    const BroadPair  pair = kept->pair[place];
    bool             border = false;
    if (pairs->search[kind].crossed_count == 0 || kept->side[place])
        return false;
    for (int j = 0; j < PAIR_OPS[kind].corners; j++)
        border |= weight[j] == 0;
    if (!border || kind == PAIR_EDGE_EDGE)
        return border && neighbour_edges_crossed(pairs, kept, pair);
    for (int32_t k = kept->start[pair.query]; k < kept->start[pair.query + 1]; k++)
        if (kept->side[k] && elements_neighbour(pairs->motion->model->surface, kind, pair, kept->pair[k]))
            return true;
    return false;
}

// ---- to the next step ----

// Inserts a pair among the crossed pairs, which stay few; a duplicate is dropped.
static void insert(CrossedPairs *crossed, BroadPair pair, int8_t side)
{
    const int32_t at = (int32_t)pairs_before(crossed->pair, crossed->count, pair);
    if (at < crossed->count && !pair_is_before(pair, crossed->pair[at]))
        return;
    for (int32_t k = crossed->count++; k > at; k--) {
        crossed->pair[k] = crossed->pair[k - 1];
        crossed->side[k] = crossed->side[k - 1];
    }
    crossed->pair[at] = pair;
    crossed->side[at] = side;
}

void contact_sides_carry(ContactPairs *pairs)
{
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch      *search = &pairs->search[kind];
        const KeptPairs *before = &search->kept[!pairs->current];
        search->crossed.count = 0;
        for (int32_t k = 0; k < before->count && pairs->remembers && search->crossed_count > 0; k++) {
            if (!before->side[k] || elements_are_torn(pairs->motion->model->surface, (PairKind)kind, before->pair[k]))
                continue;
            BroadPair  pair = before->pair[k];
            int8_t     side = before->side[k];
            const bool moves = neighbours_walk(&pairs->neighbours, (PairKind)kind, pairs->seen, &pair, &side) == WALK_WRONG_SIDE;
            insert(&search->crossed, moves ? pair : before->pair[k], moves ? side : before->side[k]);
        }
        search->crossed_count = search->crossed.count;
    }
}
