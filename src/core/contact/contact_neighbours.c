#include "contact/private/contact_neighbours.h"

#include <stdlib.h>

#include "geometry/crossing.h"

enum { WALK_MAX = 256 }; // elements; a particle farther along is given up

// ---- lists ----

// Elements at each particle, ascending; skipped: those with a bit of edge_first.
static Status list_elements(const int32_t *element, int corners, int32_t count, const uint8_t *skipped, int32_t particles, Arena *arena,
                            int32_t **start, int32_t **list)
{
    TRY(ARENA_NEW(arena, (size_t)particles + 2, start));
    TRY(ARENA_NEW(arena, (size_t)count * (size_t)corners, list));
    for (int pass = 0; pass < 2; pass++) { // counts, then fills: start[p + 1] is the next free entry of p, and then its end
        for (int32_t i = 0; i < count; i++)
            for (int k = 0; k < corners && !(skipped && skipped[i] & 4); k++) {
                const int32_t p = element[(size_t)i * (size_t)corners + (size_t)k];
                if (pass == 0)
                    (*start)[p + 2]++;
                else
                    (*list)[(*start)[p + 1]++] = i;
            }
        for (int32_t p = 0; pass == 0 && p < particles; p++)
            (*start)[p + 2] += (*start)[p + 1];
    }
    return status_ok();
}

static int place_of(const int32_t *triangle, int32_t particle)
{
    return triangle[0] == particle ? 0 : triangle[1] == particle ? 1 : triangle[2] == particle ? 2 : -1;
}

// The first other triangle with both particles that is not torn; −1: none.
static int32_t across(const Neighbours *n, int32_t triangle, int32_t a, int32_t b)
{
    for (int32_t k = n->triangle_start[a]; k < n->triangle_start[a + 1]; k++)
        if (n->triangle[k] != triangle && !elements_triangle_is_torn(n->surface, n->triangle[k]) &&
            place_of(n->surface->triangle[n->triangle[k]], b) >= 0)
            return n->triangle[k];
    return -1;
}

// Spreads the orientation of the first triangle of each component. stack: [triangles].
static void orient(Neighbours *n, int32_t *stack)
{
    for (int32_t seed = 0; seed < n->surface->triangle_count; seed++) {
        int32_t waiting = 0;
        if (n->turn[seed])
            continue;
        n->turn[seed] = 1;
        stack[waiting++] = seed;
        while (waiting > 0) {
            const int32_t t = stack[--waiting], *v = n->surface->triangle[t];
            for (int k = 0; k < 3; k++) {
                const int32_t a = v[k], b = v[(k + 1) % 3], other = across(n, t, a, b);
                n->has_border[model_body(n->model, a)] |= other < 0;
                if (other < 0 || n->turn[other])
                    continue;
                const int32_t *w = n->surface->triangle[other];
                const bool     same = w[(place_of(w, a) + 1) % 3] == b; // both run from a to b: opposite normals
                n->turn[other] = (int8_t)(same ? -n->turn[t] : n->turn[t]);
                stack[waiting++] = other;
            }
        }
    }
}

// Spreads the direction of the first edge of each rod to both ends.
static void orient_edges(Neighbours *n)
{
    for (int32_t seed = 0; seed < n->surface->edge_count; seed++) {
        if (n->edge_turn[seed])
            continue;
        n->edge_turn[seed] = 1;
        for (int end = 0; end < 2; end++)
            for (int32_t at = seed, k = end, next; (next = neighbours_next_edge(n, at, k)) >= 0 && !n->edge_turn[next]; at = next) {
                const int away = n->surface->edge[next][0] == n->surface->edge[at][k]; // the far end of `next`
                n->edge_turn[next] = (int8_t)(away == k ? n->edge_turn[at] : -n->edge_turn[at]);
                k = away;
            }
    }
}

Status neighbours_init(const Model *model, Arena *arena, Neighbours *out)
{
    const ContactSurface *s = model->surface;
    *out = (Neighbours){.model = model, .surface = s};
    TRY(list_elements(s->triangle_count ? s->triangle[0] : NULL, 3, s->triangle_count, NULL, model->particle_count, arena,
                      &out->triangle_start, &out->triangle));
    TRY(list_elements(s->edge_count ? s->edge[0] : NULL, 2, s->edge_count, s->rules.planar ? NULL : s->edge_first, model->particle_count,
                      arena, &out->edge_start, &out->edge));
    TRY(ARENA_NEW(arena, s->triangle_count, &out->turn));
    TRY(ARENA_NEW(arena, s->edge_count, &out->edge_turn));
    TRY(ARENA_NEW(arena, model->body_count, &out->has_border));
    int32_t *stack = malloc(((size_t)s->triangle_count + 1) * sizeof *stack);
    if (!stack)
        return status_make(STATUS_MEMORY, "out of memory for a surface with %d elements that can touch", s->triangle_count);
    orient(out, stack);
    orient_edges(out);
    free(stack);
    return status_ok();
}

// ---- a particle and triangles ----

typedef struct Spot { // the nearest point of a triangle
    double   square;  // m²
    double4  gap;
    unsigned corners; // bits of the corners with nonzero weight
} Spot;

static Spot spot_at(const Neighbours *n, const real4 *position, int32_t point, int32_t triangle)
{
    Spot    spot = {.square = INFINITY};
    double4 x[4];
    double  weight[4];
    elements_positions(n->surface, PAIR_POINT_TRIANGLE, (BroadPair){point, triangle}, position, x);
    if (elements_triangle_is_torn(n->surface, triangle) || !PAIR_OPS[PAIR_POINT_TRIANGLE].allowed(n->model, point, triangle) ||
        !narrow_nearest_point_triangle(x, weight))
        return spot;
    for (int j = 0; j < 4; j++)
        double4_add_to(&spot.gap, weight[j], x[j]);
    for (int j = 0; j < 3; j++)
        spot.corners |= (unsigned)(weight[1 + j] < 0) << j;
    spot.square = double4_dot(spot.gap, spot.gap);
    return spot;
}

// Moves to the nearest triangle among those that share a corner with the current one, as long as the distance decreases.
static Spot walk_triangles(const Neighbours *n, const real4 *position, int32_t point, int32_t *triangle)
{
    Spot best = spot_at(n, position, point, *triangle);
    for (int step = 0; step < WALK_MAX; step++) {
        const int32_t *v = n->surface->triangle[*triangle];
        int32_t        next = -1;
        for (int k = 0; k < 3; k++)
            for (int32_t i = n->triangle_start[v[k]]; i < n->triangle_start[v[k] + 1]; i++) {
                const Spot spot = n->triangle[i] == *triangle ? best : spot_at(n, position, point, n->triangle[i]);
                if (spot.square < best.square * (1 - 1e-12)) {
                    best = spot;
                    next = n->triangle[i];
                }
            }
        if (next < 0)
            return best;
        *triangle = next;
    }
    best.square = INFINITY;
    return best;
}

double4 neighbours_normal(const Neighbours *n, const real4 *position, int32_t triangle)
{
    const int32_t *v = n->surface->triangle[triangle];
    const double4  a = double4_from(position[v[0]]);
    const double4  normal = double4_cross(double4_sub(double4_from(position[v[1]]), a), double4_sub(double4_from(position[v[2]]), a));
    const double   length = double4_norm(normal);
    return double4_scale(length > 0 ? n->turn[triangle] / length : 0, normal);
}

static double angle_at(const Neighbours *n, const real4 *position, int32_t triangle, int k)
{
    const int32_t *v = n->surface->triangle[triangle];
    const double4  at = double4_from(position[v[k]]), a = double4_sub(double4_from(position[v[(k + 1) % 3]]), at),
                  b = double4_sub(double4_from(position[v[(k + 2) % 3]]), at);
    return atan2(double4_norm(double4_cross(a, b)), double4_dot(a, b));
}

// The pseudo-normal of the surface at a spot: of a triangle, of both at an edge, angle-weighted at a corner (Baerentzen and Aanaes 2005).
// False at the border of an open surface.
static bool pseudo_normal(const Neighbours *n, const real4 *position, int32_t triangle, unsigned corners, double4 *out)
{
    const int32_t *v = n->surface->triangle[triangle];
    *out = neighbours_normal(n, position, triangle);
    for (int k = 0; k < 3; k++) {
        if (corners == (1U << k | 1U << (k + 1) % 3)) {
            const int32_t other = across(n, triangle, v[k], v[(k + 1) % 3]);
            if (other < 0)
                return false;
            double4_add_to(out, 1, neighbours_normal(n, position, other));
        }
        if (corners == 1U << k) {
            *out = (double4){0};
            for (int32_t i = n->triangle_start[v[k]]; i < n->triangle_start[v[k] + 1]; i++) {
                const int32_t t = n->triangle[i], *w = n->surface->triangle[t];
                const int     place = place_of(w, v[k]);
                if (across(n, t, v[k], w[(place + 1) % 3]) < 0 || across(n, t, v[k], w[(place + 2) % 3]) < 0)
                    return false;
                double4_add_to(out, angle_at(n, position, t, place), neighbours_normal(n, position, t));
            }
        }
    }
    return true;
}

static WalkEnd walk_point(const Neighbours *n, const real4 *position, BroadPair *pair, int8_t *side)
{
    const int  expected = *side * n->turn[pair->target]; // by the normals of the whole surface
    const Spot spot = walk_triangles(n, position, pair->query, &pair->target);
    double4    normal;
    if (!isfinite(spot.square) || !pseudo_normal(n, position, pair->target, spot.corners, &normal))
        return WALK_BEYOND;
    *side = (int8_t)(expected * n->turn[pair->target]);
    return (double4_dot(normal, spot.gap) < 0 ? -1 : 1) == expected ? WALK_RIGHT_SIDE : WALK_WRONG_SIDE;
}

// ---- along edges ----

int32_t neighbours_next_edge(const Neighbours *n, int32_t edge, int k)
{
    const int32_t end = n->surface->edge[edge][k];
    int32_t       next = -1, others = 0, selves = 0;
    for (int32_t i = n->edge_start[end]; i < n->edge_start[end + 1] && others < 2; i++)
        if (n->edge[i] == edge) {
            selves++;
        } else if (!elements_edge_is_torn(n->surface, n->edge[i])) {
            next = n->edge[i];
            others++;
        }
    return selves == 1 && others == 1 ? next : -1;
}

// Moves an element of a pair over its end k to the next edge; flips the side if the next edge has the opposite direction.
static bool step_over(const Neighbours *n, int32_t *edge, int k, int8_t *side)
{
    const int32_t end = n->surface->edge[*edge][k], next = neighbours_next_edge(n, *edge, k);
    if (next < 0)
        return false;
    if (n->surface->edge[next][k] == end)
        *side = (int8_t) - *side;
    *edge = next;
    return true;
}

static WalkEnd walk_segment(const Neighbours *n, const real4 *position, BroadPair *pair, int8_t *side)
{
    int32_t came = -1; // came over this corner
    for (int step = 0; step < WALK_MAX && PAIR_OPS[PAIR_POINT_SEGMENT].allowed(n->model, pair->query, pair->target); step++) {
        const int32_t *e = n->surface->edge[pair->target];
        double4        x[3];
        elements_positions(n->surface, PAIR_POINT_SEGMENT, *pair, position, x);
        const double4 along = double4_sub(x[2], x[1]);
        const double  t = double4_dot(double4_sub(x[0], x[1]), along), square = double4_dot(along, along);
        const int     k = t < 0 ? 0 : t > square ? 1 : -1;
        if (k < 0 || e[k] == came) // above the segment, or in the wedge at a corner
            return crossing_side_point_segment(x) == *side ? WALK_RIGHT_SIDE : WALK_WRONG_SIDE;
        came = e[k];
        if (!step_over(n, &pair->target, k, side))
            return WALK_BEYOND;
    }
    return WALK_BEYOND;
}

bool neighbours_are_rods(const Neighbours *n, BroadPair pair)
{
    return !((n->surface->edge_first[pair.query] | n->surface->edge_first[pair.target]) & 4);
}

// Moves the elements over the ends at which the nearest points lie; false: no move. *beyond: a rod ends there.
static bool move_edges(const Neighbours *n, const real4 *position, bool rods, int32_t edge[2], int32_t came[2], int8_t *side, bool *beyond)
{
    const int32_t *a = n->surface->edge[edge[0]], *b = n->surface->edge[edge[1]];
    double4        x[4];
    double         weight[4];
    bool           moved = false;
    elements_positions(n->surface, PAIR_EDGE_EDGE, (BroadPair){edge[0], edge[1]}, position, x);
    *beyond = !narrow_nearest_edge_edge(x, weight);
    for (int i = 0; i < 2 && !*beyond; i++) {
        const int k = weight[2 * i] == 0 ? 1 : weight[2 * i + 1] == 0 ? 0 : -1;
        if (k < 0 || (i ? b : a)[k] == came[i])
            continue;
        came[i] = (i ? b : a)[k];
        *beyond = !rods || !step_over(n, &edge[i], k, side);
        moved = true;
    }
    return moved;
}

static WalkEnd walk_edges(const Neighbours *n, const real4 *position, BroadPair *pair, int8_t *side)
{
    int32_t    edge[2] = {pair->query, pair->target}, came[2] = {-1, -1};
    const bool rods = neighbours_are_rods(n, *pair);
    bool       beyond = false;
    double4    x[4];
    int        step = 0;
    while (step < WALK_MAX && move_edges(n, position, rods, edge, came, side, &beyond) && !beyond)
        step++;
    if (beyond || step == WALK_MAX || edge[0] == edge[1] || !PAIR_OPS[PAIR_EDGE_EDGE].allowed(n->model, edge[0], edge[1]))
        return WALK_BEYOND;
    const bool turned = edge[0] > edge[1]; // the signs of e1 × e2 and of the gap both change
    *pair = (BroadPair){turned ? edge[1] : edge[0], turned ? edge[0] : edge[1]};
    elements_positions(n->surface, PAIR_EDGE_EDGE, *pair, position, x);
    return rods && crossing_side_edge_edge(x) == *side ? WALK_RIGHT_SIDE : WALK_WRONG_SIDE;
}

WalkEnd neighbours_walk(const Neighbours *neighbours, PairKind kind, const real4 *position, BroadPair *pair, int8_t *side)
{
    return kind == PAIR_POINT_TRIANGLE ? walk_point(neighbours, position, pair, side)
           : kind == PAIR_EDGE_EDGE    ? walk_edges(neighbours, position, pair, side)
                                       : walk_segment(neighbours, position, pair, side);
}
