// Triangle meshes of colliders, for rendering.
#include <string.h>

#include "contact/collider_near.h"

enum { AROUND = 48, RINGS = 12 }; // of round shapes: points of a ring, rings of a hemisphere

static Status allocate(int32_t vertices, int32_t triangles, Arena *arena, ColliderMesh *out)
{
    *out = (ColliderMesh){.vertex_count = vertices, .triangle_count = triangles};
    TRY(ARENA_NEW(arena, vertices, &out->vertex));
    return ARENA_NEW(arena, triangles, &out->triangle);
}

// Three orthonormal vectors, right-handed, the last along v.
static void frame_of(const double v[3], double4 out[3])
{
    const double4 along = {v[0], v[1], v[2], 0};
    const double4 axis = fabs(along.x) < 0.6 * double4_norm(along) ? (double4){1, 0, 0, 0} : (double4){0, 1, 0, 0};
    out[2] = double4_scale(1 / double4_norm(along), along);
    const double4 side = double4_cross(out[2], axis);
    out[0] = double4_scale(1 / double4_norm(side), side);
    out[1] = double4_cross(out[2], out[0]);
}

static void put(double to[3], double4 at, double a, double4 u, double b, double4 v, double c, double4 w)
{
    double4_add_to(&at, a, u);
    double4_add_to(&at, b, v);
    double4_add_to(&at, c, w);
    to[0] = at.x, to[1] = at.y, to[2] = at.z;
}

// A box about `middle` with the given half edges; the axes right-handed.
static Status draw_box(double4 middle, const double4 axes[3], const double half[3], Arena *arena, ColliderMesh *out)
{
    // Corner bits: 1 x, 2 y, 4 z. Each face counter-clockwise from outside.
    static const int32_t FACE[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    TRY(allocate(8, 12, arena, out));
    for (int v = 0; v < 8; v++)
        put(out->vertex[v], middle, v & 1 ? half[0] : -half[0], axes[0], v & 2 ? half[1] : -half[1], axes[1], v & 4 ? half[2] : -half[2],
            axes[2]);
    for (int f = 0; f < 6; f++)
        for (int k = 0; k < 2; k++)
            memcpy(out->triangle[2 * f + k], (const int32_t[3]){FACE[f][0], FACE[f][k + 1], FACE[f][k + 2]}, sizeof *out->triangle);
    return status_ok();
}

// A plate just below the plane.
static Status draw_plane(const Collider *c, const double near[3], double extent, Arena *arena, ColliderMesh *out)
{
    const double4 n = {c->direction[0], c->direction[1], c->direction[2], 0}, point = {c->point[0], c->point[1], c->point[2], 0};
    const double  thick = 0.005 * extent;
    double4       axes[3], middle = {near[0], near[1], near[2], 0};
    frame_of(c->direction, axes);
    double4_add_to(&middle, -double4_dot(double4_sub(middle, point), n) - thick, n);
    return draw_box(middle, axes, (const double[3]){0.5 * extent, 0.5 * extent, thick}, arena, out);
}

static Status draw_own_box(const Collider *c, Arena *arena, ColliderMesh *out)
{
    double4 axes[3];
    for (int k = 0; k < 3; k++)
        axes[k] = (double4){c->axes[k][0], c->axes[k][1], c->axes[k][2], 0};
    if (double4_dot(double4_cross(axes[0], axes[1]), axes[2]) < 0)
        axes[2] = double4_scale(-1, axes[2]);
    return draw_box((double4){c->point[0], c->point[1], c->point[2], 0}, axes, c->half, arena, out);
}

// Two hemispheres around the ends of `line`, joined. Vertices: the lower pole, rings upward (one at the equator of each half), the upper
// pole.
static Status draw_round(const double from[3], const double line[3], double radius, Arena *arena, ColliderMesh *out)
{
    enum { ALL = 2 * RINGS, LAST = 1 + ALL * AROUND };
    static const double QUARTER = 1.57079632679489661923;
    const double4       ends[2] = {{from[0], from[1], from[2], 0}, {from[0] + line[0], from[1] + line[1], from[2] + line[2], 0}};
    const double        length = sqrt(line[0] * line[0] + line[1] * line[1] + line[2] * line[2]);
    double4             axes[3];
    int32_t             t = 0;
    frame_of(length > 0 ? line : (const double[3]){0, 0, 1}, axes);
    TRY(allocate(LAST + 1, 2 * ALL * AROUND, arena, out));
    put(out->vertex[0], ends[0], 0, axes[0], 0, axes[1], -radius, axes[2]);
    put(out->vertex[LAST], ends[1], 0, axes[0], 0, axes[1], radius, axes[2]);
    for (int ring = 0; ring < ALL; ring++) {
        const int    upper = ring >= RINGS; // the two equators of a sphere would coincide, so they are moved apart slightly
        const double gap = length > 0 ? 0 : 0.25 / RINGS, share = upper ? (double)(ring - RINGS) : (double)(ring + 1 - RINGS);
        const double up = QUARTER * (share / RINGS + (upper ? gap : -gap) * (1 - fabs(share) / RINGS));
        for (int k = 0; k < AROUND; k++) {
            const double a = 4 * QUARTER * k / AROUND;
            put(out->vertex[1 + ring * AROUND + k], ends[upper], radius * cos(up) * cos(a), axes[0], radius * cos(up) * sin(a), axes[1],
                radius * sin(up), axes[2]);
        }
    }
    for (int ring = -1; ring < ALL; ring++)
        for (int k = 0; k < AROUND; k++) {
            const int     next = (k + 1) % AROUND;
            const int32_t below[2] = {ring < 0 ? 0 : 1 + ring * AROUND + k, ring < 0 ? 0 : 1 + ring * AROUND + next};
            const int32_t above[2] = {ring == ALL - 1 ? LAST : 1 + (ring + 1) * AROUND + k,
                                      ring == ALL - 1 ? LAST : 1 + (ring + 1) * AROUND + next};
            if (ring >= 0)
                memcpy(out->triangle[t++], (const int32_t[3]){below[0], below[1], above[1]}, sizeof *out->triangle);
            if (ring < ALL - 1)
                memcpy(out->triangle[t++], (const int32_t[3]){below[0], above[1], above[0]}, sizeof *out->triangle);
        }
    return status_ok();
}

static Status draw_mesh(const ColliderMesh *mesh, Arena *arena, ColliderMesh *out)
{
    TRY(allocate(mesh->vertex_count, mesh->triangle_count, arena, out));
    memcpy(out->vertex, mesh->vertex, (size_t)mesh->vertex_count * sizeof *out->vertex);
    memcpy(out->triangle, mesh->triangle, (size_t)mesh->triangle_count * sizeof *out->triangle);
    return status_ok();
}

Status collider_draw(const Collider *c, const double near[3], double extent, Arena *arena, ColliderMesh *out)
{
    switch (c->shape) {
    case COLLIDER_PLANE:
        return draw_plane(c, near, extent, arena, out);
    case COLLIDER_SPHERE:
        return draw_round(c->point, (const double[3]){0, 0, 0}, c->radius, arena, out);
    case COLLIDER_BOX:
        return draw_own_box(c, arena, out);
    case COLLIDER_CAPSULE:
        return draw_round(c->point, c->direction, c->radius, arena, out);
    default:
        return draw_mesh(c->mesh, arena, out);
    }
}
