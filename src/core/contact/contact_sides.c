#include "contact/private/contact_sides.h"

static int gather(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position, double4 *x)
{
    int32_t corner[4];
    elements_corners(pairs->motion->model->surface, kind, pair, corner);
    for (int j = 0; j < PAIR_OPS[kind].corners; j++)
        x[j] = double4_from(position[corner[j]]);
    return PAIR_OPS[kind].corners;
}

// The side of a pair that passes through itself, else 0.
static int8_t crossing_of(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position)
{
    double4   from[4], to[4];
    const int count = gather(pairs, kind, pair, pairs->seen, from);
    gather(pairs, kind, pair, position, to);
    return narrow_far(from, to, PAIR_OPS[kind].first, count, 0, 0) ? 0 : PAIR_OPS[kind].crossing(from, to);
}

static double4 across(const double4 *x)
{
    return double4_cross(double4_sub(x[1], x[0]), double4_sub(x[3], x[2]));
}

// The side after the motion. That of two edges turns round with e1 × e2, as they pass by parallel; edges of triangles are on the wrong side
// wherever they are, until they pass through each other again.
static int8_t side_after(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position, int8_t side)
{
    double4 from[4], to[4];
    if (kind != PAIR_EDGE_EDGE)
        return side;
    gather(pairs, kind, pair, pairs->seen, from);
    gather(pairs, kind, pair, position, to);
    if (!neighbours_are_rods(&pairs->neighbours, pair))
        return (int8_t)-PAIR_OPS[kind].side(to);
    return (int8_t)(double4_dot(across(from), across(to)) < 0 ? -side : side);
}

// ---- in a step ----

static void release(const KeptPairs *kept, int32_t k)
{
    kept->since[k] = kept->since[k] == HELD_BEFORE ? HELD_NO_MORE : HELD_BEFORE;
    kept->side[k] = 0;
}

// A held pair k moves to where it is now, if that pair is kept, else it stays.
static void move(const KeptPairs *kept, int32_t k, BroadPair pair, int8_t side, int8_t since)
{
    const int32_t at = kept_pairs_find(kept, pair);
    if (at >= 0 && at != k) {
        release(kept, k);
        if (kept->side[at]) { // one speaks for both, since the earlier time
            kept->since[at] = since == HELD_BEFORE ? HELD_BEFORE : kept->since[at];
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

static int32_t body_of_target(const ContactPairs *pairs, PairKind kind, int32_t target)
{
    const Model *model = pairs->motion->model;
    return model_body(model, kind == PAIR_POINT_TRIANGLE ? model->surface->triangle[target][0] : model->surface->edge[target][0]);
}

// Whether a pair k that has just passed through brings back what was held as pair `held`: a particle on the other side of the same body, or
// rods that go back through a neighbour.
static bool brings_back(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, int32_t held)
{
    const BroadPair a = kept->pair[k], b = kept->pair[held];
    if (kind == PAIR_EDGE_EDGE)
        return elements_neighbour(pairs->motion->model->surface, kind, a, b);
    return a.query == b.query && body_of_target(pairs, kind, a.target) == body_of_target(pairs, kind, b.target) &&
           oriented(pairs, kind, kept, k) != oriented(pairs, kind, kept, held);
}

static void check_return(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, const int32_t *marked, int32_t count, int32_t k)
{
    for (int32_t i = 0; i < count; i++)
        if (kept->side[marked[i]] && kept->since[marked[i]] != HELD_FRESH && brings_back(pairs, kind, kept, k, marked[i])) {
            if (kind == PAIR_EDGE_EDGE)
                release(kept, marked[i]);
            release(kept, k);
            return;
        }
}

// One that has only just passed is not given up, however far its way has taken it.
static void settle_fresh(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, const real4 *position)
{
    BroadPair   pair = kept->pair[k];
    int8_t      side = kept->side[k] = side_after(pairs, kind, pair, position, kept->side[k]);
    const Stand stand = neighbours_walk(&pairs->neighbours, kind, position, &pair, &side);
    if (stand == STAND_RIGHT)
        release(kept, k);
    else if (stand == STAND_WRONG)
        move(kept, k, pair, side, HELD_NOW);
    else
        kept->since[k] = HELD_NOW;
}

static bool has_moved(const ContactPairs *pairs, PairKind kind, BroadPair pair, const real4 *position)
{
    int32_t corner[4];
    elements_corners(pairs->motion->model->surface, kind, pair, corner);
    for (int j = 0; j < PAIR_OPS[kind].corners; j++) {
        const real4 a = pairs->seen[corner[j]], b = position[corner[j]];
        if (a.x != b.x || a.y != b.y || a.z != b.z)
            return true;
    }
    return false;
}

static void settle_held(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, const real4 *position)
{
    BroadPair pair = kept->pair[k];
    if (!has_moved(pairs, kind, pair, position))
        return; // twice the same positions change nothing
    int8_t      side = kept->side[k] = side_after(pairs, kind, pair, position, kept->side[k]);
    const Stand stand = neighbours_walk(&pairs->neighbours, kind, position, &pair, &side);
    if (stand == STAND_WRONG)
        move(kept, k, pair, side, kept->since[k]);
    else
        release(kept, k);
}

// By one thread: the pairs that are held or have just passed through, in their order.
static void settle(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t *marked, const real4 *position)
{
    int32_t count = 0;
    for (int32_t k = 0; k < kept->count; k++)
        if (kept->side[k])
            marked[count++] = k;
    for (int32_t i = 0; i < count; i++)
        if (kept->since[marked[i]] == HELD_FRESH)
            check_return(pairs, kind, kept, marked, count, marked[i]);
    for (int fresh = 0; fresh < 2; fresh++)
        for (int32_t i = 0; i < count; i++)
            if (kept->side[marked[i]] && (kept->since[marked[i]] == HELD_FRESH) == fresh)
                (fresh ? settle_fresh : settle_held)(pairs, kind, kept, marked[i], position);
}

static bool mark(const ContactPairs *pairs, PairKind kind, const KeptPairs *kept, int32_t k, const real4 *position)
{
    const int8_t side = crossing_of(pairs, kind, kept->pair[k], position);
    if (side && !kept->side[k]) {
        if (pairs->bounded)
            return false;
        kept->side[k] = side;
        kept->since[k] = kept->since[k] == HELD_NO_MORE ? HELD_BEFORE : HELD_FRESH; // there and back in a step is no change
    } else if (side && kind == PAIR_EDGE_EDGE) {
        release(kept, k);
    }
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
        search->holds = 0;
#pragma omp for schedule(static) nowait
        for (int32_t k = 0; k < kept->count; k++)
            marks += mark(pairs, (PairKind)kind, kept, k, position);
        if (marks > 0) {
#pragma omp atomic
            search->holds += marks;
        }
#pragma omp barrier
#pragma omp single
        if (search->holds > 0)
            settle(pairs, (PairKind)kind, kept, search->marked, position);
    }
}

// Of two rods: whether a neighbour of the pair is held.
static bool neighbour_edges_are_held(const ContactPairs *pairs, const KeptPairs *kept, BroadPair pair)
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
    if (pairs->search[kind].holds == 0 || kept->side[place])
        return false;
    for (int j = 0; j < PAIR_OPS[kind].corners; j++)
        border |= weight[j] == 0;
    if (!border || kind == PAIR_EDGE_EDGE)
        return border && neighbour_edges_are_held(pairs, kept, pair);
    for (int32_t k = kept->start[pair.query]; k < kept->start[pair.query + 1]; k++)
        if (kept->side[k] && elements_neighbour(pairs->motion->model->surface, kind, pair, kept->pair[k]))
            return true;
    return false;
}

// ---- to the next step ----

// Into its place among the held pairs, which stay few; one that is there already is dropped.
static void insert(HeldPairs *held, BroadPair pair, int8_t side)
{
    int32_t at = held->count;
    while (at > 0 && pair_is_before(pair, held->pair[at - 1]))
        at--;
    if (at > 0 && !pair_is_before(held->pair[at - 1], pair))
        return;
    for (int32_t k = held->count++; k > at; k--) {
        held->pair[k] = held->pair[k - 1];
        held->side[k] = held->side[k - 1];
    }
    held->pair[at] = pair;
    held->side[at] = side;
}

void contact_sides_carry(ContactPairs *pairs)
{
    for (int kind = 0; kind < PAIR_KINDS; kind++) {
        PairSearch      *search = &pairs->search[kind];
        const KeptPairs *before = &search->kept[!pairs->current];
        search->held.count = 0;
        for (int32_t k = 0; k < before->count && pairs->remembers && search->holds > 0; k++) {
            if (!before->side[k])
                continue;
            BroadPair pair = before->pair[k];
            int8_t    side = before->side[k];
            if (neighbours_walk(&pairs->neighbours, (PairKind)kind, pairs->seen, &pair, &side) == STAND_WRONG)
                insert(&search->held, pair, side);
            else
                insert(&search->held, before->pair[k], before->side[k]);
        }
        search->holds = search->held.count;
    }
}
