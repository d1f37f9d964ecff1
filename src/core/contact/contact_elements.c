#include "contact/private/contact_elements.h"

#include <stdio.h>
#include <string.h>

// ---- allowed pairs ----

// True if the rules allow it, at least one particle moves, and the elements share none.
static GNU_ALWAYS_INLINE bool is_allowed(const Model *model, const int32_t *a, int a_count, const int32_t *b, int b_count)
{
    bool moves = false;
    if (!rules_allow_contact(model, a[0], b[0]) || shares_particle(a, a_count, b, b_count))
        return false;
    for (int i = 0; i < a_count; i++)
        moves |= model->inverse_mass[a[i]] > 0;
    for (int j = 0; j < b_count; j++)
        moves |= model->inverse_mass[b[j]] > 0;
    return moves;
}

static bool point_triangle_is_allowed(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return is_allowed(model, &model->surface->point[query], 1, model->surface->triangle[target], 3);
}

static bool edge_edge_is_allowed(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return is_allowed(model, model->surface->edge[query], 2, model->surface->edge[target], 2);
}

static bool point_segment_is_allowed(const void *user, int32_t query, int32_t target)
{
    const Model *model = user;
    return is_allowed(model, &model->surface->point[query], 1, model->surface->edge[target], 2);
}

// ---- redundant pairs ----

static bool point_triangle_is_redundant(const ContactSurface *surface, BroadPair pair, const double weight[4])
{
    const uint8_t first = surface->triangle_first[pair.target];
    int           corners = 0; // triangle corners with nonzero weight in the nearest point
    for (int k = 0; k < 3; k++)
        corners |= (weight[1 + k] < 0) << k;
    switch (corners) {
    case 1:
    case 2:
    case 4: // a corner
        return !(first & corners);
    case 3: // the side from the first corner to the second
        return !(first & 8);
    case 6:
        return !(first & 16);
    case 5: // from the third to the first
        return !(first & 32);
    default:
        return false;
    }
}

static bool edge_edge_is_redundant(const ContactSurface *surface, BroadPair pair, const double weight[4])
{
    const bool first_ends = weight[0] <= 0 || weight[1] <= 0, second_ends = weight[2] >= 0 || weight[3] >= 0;
    return (first_ends && (surface->edge_first[pair.target] & 4)) || (second_ends && (surface->edge_first[pair.query] & 4));
}

static bool point_segment_is_redundant(const ContactSurface *surface, BroadPair pair, const double weight[4])
{
    if (weight[1] < 0 && weight[2] < 0)
        return false;
    return !(surface->edge_first[pair.target] & (weight[1] < 0 ? 1 : 2));
}

// ---- the kinds ----

const PairOps PAIR_OPS[PAIR_KINDS] = {
    [PAIR_POINT_TRIANGLE] = {.name = "points and triangles",
                             .which = CONTACT_PAIR,
                             .corners = 4,
                             .first = 1,
                             .allowed = point_triangle_is_allowed,
                             .narrow = narrow_point_triangle,
                             .distance = narrow_distance_point_triangle,
                             .crossing = crossing_point_triangle,
                             .side = crossing_side_point_triangle,
                             .redundant = point_triangle_is_redundant},
    [PAIR_EDGE_EDGE] = {.name = "edges and edges",
                        .which = CONTACT_PAIR,
                        .corners = 4,
                        .first = 2,
                        .same = true,
                        .allowed = edge_edge_is_allowed,
                        .narrow = narrow_edge_edge,
                        .distance = narrow_distance_edge_edge,
                        .crossing = crossing_edge_edge,
                        .side = crossing_side_edge_edge,
                        .redundant = edge_edge_is_redundant},
    [PAIR_POINT_SEGMENT] = {.name = "points and segments",
                            .which = CONTACT_SEGMENT,
                            .corners = 3,
                            .first = 1,
                            .allowed = point_segment_is_allowed,
                            .narrow = narrow_point_segment,
                            .distance = narrow_distance_point_segment,
                            .crossing = crossing_point_segment,
                            .side = crossing_side_point_segment,
                            .redundant = point_segment_is_redundant},
};

bool elements_can_meet(const Model *model, PairKind kind)
{
    const ContactSurface *surface = model->surface;
    const ContactRules   *rules = &surface->rules;
    if (!(rules->self || (rules->bodies && model->body_count > 1)) || rules->planar != (kind == PAIR_POINT_SEGMENT))
        return false;
    return (kind == PAIR_POINT_TRIANGLE ? surface->triangle_count : surface->edge_count) > 0;
}

void elements_corners(const ContactSurface *surface, PairKind kind, BroadPair pair, int32_t *corner)
{
    const int first = PAIR_OPS[kind].first, targets = elements_target_corners(kind);
    memcpy(corner, kind == PAIR_EDGE_EDGE ? surface->edge[pair.query] : &surface->point[pair.query], (size_t)first * sizeof *corner);
    memcpy(corner + first, elements_target(surface, kind, pair.target), (size_t)targets * sizeof *corner);
}

int elements_positions(const ContactSurface *surface, PairKind kind, BroadPair pair, const real4 *position, double4 *x)
{
    int32_t corner[4];
    elements_corners(surface, kind, pair, corner);
    for (int j = 0; j < PAIR_OPS[kind].corners; j++)
        x[j] = double4_from(position[corner[j]]);
    return PAIR_OPS[kind].corners;
}

void elements_bodies(const Model *model, PairKind kind, BroadPair pair, int32_t body[2])
{
    int32_t corner[4];
    elements_corners(model->surface, kind, pair, corner);
    body[0] = model_body(model, corner[0]);
    body[1] = model_body(model, corner[PAIR_OPS[kind].first]);
}

const char *elements_text(const Model *model, const int32_t *particle, int count, char text[ELEMENT_TEXT])
{
    static const char *const NAMES[] = {"particle", "the edge", "the triangle"};
    int                      at = snprintf(text, ELEMENT_TEXT, "%s", NAMES[count - 1]);
    for (int k = 0; k < count; k++)
        at += snprintf(text + at, (size_t)(ELEMENT_TEXT - at), " %d", model->user_of[particle[k]]);
    snprintf(text + at, (size_t)(ELEMENT_TEXT - at), " of body %d", model_body(model, particle[0]));
    return text;
}

bool elements_neighbour(const ContactSurface *surface, PairKind kind, BroadPair a, BroadPair b)
{
    const int first = PAIR_OPS[kind].first, second = PAIR_OPS[kind].corners - first;
    int32_t   one[4], other[4];
    elements_corners(surface, kind, a, one);
    elements_corners(surface, kind, b, other);
    return (shares_particle(one, first, other, first) && shares_particle(one + first, second, other + first, second)) ||
           (PAIR_OPS[kind].same && shares_particle(one, first, other + first, second) &&
            shares_particle(one + first, second, other, first));
}

// ---- thickness ----

// True if the boxes of both elements at rest are R apart along an axis. This holds for most pairs of one body that meet in a step, and is
// cheaper than their distance.
static bool far_at_rest(const double4 *x, int first, int count, double thickness)
{
    const double *at = &x[0].x;
    for (int k = 0; k < 3; k++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int j = 0; j < count; j++) {
            const double a = at[4 * j + k];
            const int    element = j >= first;
            low[element] = a < low[element] ? a : low[element];
            high[element] = a > high[element] ? a : high[element];
        }
        if (low[0] - high[1] >= thickness || low[1] - high[0] >= thickness)
            return true;
    }
    return false;
}

double elements_thickness(const Model *model, PairKind kind, const int32_t *corner)
{
    const PairOps *ops = &PAIR_OPS[kind];
    const double   thickness = model->surface->rules.thickness;
    double4        rest[4];
    if (model_body(model, corner[0]) != model_body(model, corner[ops->first]))
        return thickness;
    for (int j = 0; j < ops->corners; j++)
        rest[j] = model->surface->rest[corner[j]];
    return far_at_rest(rest, ops->first, ops->corners, thickness) ? thickness : fmin(thickness, ops->distance(rest));
}
