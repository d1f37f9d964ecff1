#include "contact/private/contact_crossings.h"

#include "base/param.h"
#include "contact/private/contact_elements.h"
#include "geometry/broad.h"

typedef struct Check {
    const Model   *model;
    const double4 *x;
} Check;

// ---- crossing of two elements ----

bool crossings_edge_through_triangle(double4 p, double4 q, double4 a, double4 b, double4 c)
{
    const double above = double4_volume6(a, b, c, p), below = double4_volume6(a, b, c, q);
    if (!((above > 0 && below < 0) || (above < 0 && below > 0)))
        return false;
    const double u = double4_volume6(p, q, a, b), v = double4_volume6(p, q, b, c), w = double4_volume6(p, q, c, a);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

static double area(double4 a, double4 b, double4 c) // twice the signed area of a triangle in the plane
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool edge_through_edge(double4 a, double4 b, double4 c, double4 d)
{
    const double c_side = area(a, b, c), d_side = area(a, b, d), a_side = area(c, d, a), b_side = area(c, d, b);
    return ((c_side > 0 && d_side < 0) || (c_side < 0 && d_side > 0)) && ((a_side > 0 && b_side < 0) || (a_side < 0 && b_side > 0));
}

// The queries of the broad phase are edges; the targets are triangles, or in a planar scene edges.
static bool edge_crosses_triangle(const void *user, int32_t edge, int32_t triangle)
{
    const Check   *check = user;
    const int32_t *e = check->model->surface->edge[edge], *t = check->model->surface->triangle[triangle];
    const double4 *x = check->x;
    return rules_allow_contact(check->model, e[0], t[0]) && !shares_particle(e, 2, t, 3) &&
           crossings_edge_through_triangle(x[e[0]], x[e[1]], x[t[0]], x[t[1]], x[t[2]]);
}

static bool edge_crosses_edge(const void *user, int32_t one, int32_t other)
{
    const Check   *check = user;
    const int32_t *a = check->model->surface->edge[one], *b = check->model->surface->edge[other];
    const double4 *x = check->x;
    return rules_allow_contact(check->model, a[0], b[0]) && !shares_particle(a, 2, b, 2) &&
           edge_through_edge(x[a[0]], x[a[1]], x[b[0]], x[b[1]]);
}

// ---- boxes ----

static const Box NOWHERE = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}; // overlaps nothing

static Box box_of(const double4 *x, const int32_t *corner, int count)
{
    Box box;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int j = 0; j < count; j++) {
            const double at = k == 0 ? x[corner[j]].x : k == 1 ? x[corner[j]].y : x[corner[j]].z;
            if (isnan(at))
                return NOWHERE;
            low = fmin(low, at);
            high = fmax(high, at);
        }
        box.low[k] = nextafterf((float)low, -INFINITY);
        box.high[k] = nextafterf((float)high, INFINITY);
    }
    return box;
}

// torn: NULL: none.
static Status make_boxes(const double4 *x, const int32_t *corner, int corners, int32_t count, const uint8_t *torn, Arena *arena, Box **out)
{
    TRY(ARENA_NEW(arena, count, out));
    for (int32_t i = 0; i < count; i++)
        (*out)[i] = torn && torn[i] ? NOWHERE : box_of(x, corner + (ptrdiff_t)i * corners, corners);
    return status_ok();
}

// ---- search ----

// The crossing test is the `accepts` function of the broad phase, so that it finds crossings only. If the memory is too small it counts all
// and keeps those of the first edges that fit. There is room for as many as one edge can have, so the first crossing is among them.
Status crossings_count(const Model *model, const double4 *x, int threads, Crossings *out)
{
    *out = (Crossings){0, -1, -1};
    const ContactSurface *surface = model->surface;
    if (!surface || surface->edge_count == 0 || (!surface->rules.planar && surface->triangle_count == 0))
        return status_ok();
    const Check check = {model, x};
    const bool  planar = surface->rules.planar;
    Arena       arena = arena_init(0);
    Box        *edges = NULL, *triangles = NULL;
    Broad      *broad = NULL;
    Status      status;
    TRY_GOTO(status, make_boxes(x, surface->edge[0], 2, surface->edge_count, surface->edge_torn, &arena, &edges), done);
    if (!planar)
        TRY_GOTO(status, make_boxes(x, surface->triangle[0], 3, surface->triangle_count, surface->triangle_torn, &arena, &triangles), done);
    const BroadSetup setup = {.target_count = planar ? surface->edge_count : surface->triangle_count,
                              .query_count = surface->edge_count,
                              .same = planar,
                              .pair_room = planar ? surface->edge_count : surface->triangle_count,
                              .threads = threads,
                              .arena = &arena,
                              .accepts = planar ? edge_crosses_edge : edge_crosses_triangle,
                              .user = &check};
    TRY_GOTO(status, broad_create(&setup, &broad), done);
    BroadFound found = {0};
#pragma omp parallel num_threads(threads)
    broad_find(broad, broad_at_rest(planar ? edges : triangles), broad_at_rest(edges), &found);
    out->count = found.count;
    if (found.count > 0) {
        ASSERT(found.kept > 0);
        out->edge = found.pairs[0].query;
        out->triangle = found.pairs[0].target;
    }
done:
    arena_destroy(&arena);
    return status;
}
