// Faces as triangles. A face whose fan from its first corner does not turn over is cut into that fan; another one by cutting off ears
// (Meisters 1975), in the plane of its vector area.
#include <math.h>
#include <stdlib.h>

#include "mesh/mesh.h"
#include "mesh/private/mesh_marks.h"

#define FLAT 1e-12 // of the area of the face, and of the square that holds it

typedef double Point[2];

// The corners of one face in its plane, and its area there; 0: the face has none, and no plane.
typedef struct Outline {
    int32_t  count;
    Point   *point; // [count]
    int32_t *left;  // [count] indices of the corners that are not cut off yet
    double   area;
} Outline;

static double turn(const Point a, const Point b, const Point c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

// Two axes at right angles to the normal, and to each other.
static void find_axes(const double normal[3], double length, double axis[2][3])
{
    const double n[3] = {normal[0] / length, normal[1] / length, normal[2] / length};
    const int    min = fabs(n[0]) <= fabs(n[1]) && fabs(n[0]) <= fabs(n[2]) ? 0 : fabs(n[1]) <= fabs(n[2]) ? 1 : 2;
    const double scale = 1 / sqrt(1 - n[min] * n[min]);
    for (int k = 0; k < 3; k++)
        axis[0][k] = ((k == min) - n[min] * n[k]) * scale;
    for (int k = 0; k < 3; k++)
        axis[1][k] = n[(k + 1) % 3] * axis[0][(k + 2) % 3] - n[(k + 2) % 3] * axis[0][(k + 1) % 3];
}

static double extent(const Mesh *mesh, const int32_t *corner, int32_t count)
{
    double max = 0;
    for (int32_t i = 1; i < count; i++)
        for (int k = 0; k < 3; k++)
            max = fmax(max, fabs(mesh->position[corner[i]][k] - mesh->position[corner[0]][k]));
    return max;
}

static void project(const Mesh *mesh, int32_t face, Outline *out)
{
    const int32_t *corner = mesh->face_vertex + mesh->face_start[face];
    double         normal[3], axis[2][3] = {{0}};
    out->count = mesh->face_start[face + 1] - mesh->face_start[face];
    mesh_face_normal(mesh, face, normal);
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const double size = extent(mesh, corner, out->count);
    out->area = length > FLAT * size * size ? length / 2 : 0;
    if (out->area > 0)
        find_axes(normal, length, axis);
    for (int32_t i = 0; i < out->count; i++)
        for (int j = 0; j < 2; j++) {
            out->point[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out->point[i][j] += axis[j][k] * (mesh->position[corner[i]][k] - mesh->position[corner[0]][k]);
        }
}

// Whether each triangle of the fan round corner 0 has more than this share of the area.
static bool is_fan(const Outline *o, double min)
{
    for (int32_t i = 2; i < o->count; i++)
        if (turn(o->point[0], o->point[i - 1], o->point[i]) < min * o->area)
            return false;
    return true;
}

static bool is_convex(const Outline *o)
{
    for (int32_t i = 0; i < o->count; i++)
        if (turn(o->point[i], o->point[(i + 1) % o->count], o->point[(i + 2) % o->count]) < -FLAT * o->area)
            return false;
    return is_fan(o, -FLAT);
}

// Whether two sides cross within both.
static bool crosses_itself(const Outline *o)
{
    for (int32_t i = 0; i < o->count; i++)
        for (int32_t j = i + 2; j < o->count; j++) {
            const double *a = o->point[i], *b = o->point[i + 1], *c = o->point[j], *d = o->point[(j + 1) % o->count];
            const double  min = FLAT * o->area;
            if (fmin(fabs(turn(a, b, c)), fabs(turn(a, b, d))) > min && fmin(fabs(turn(c, d, a)), fabs(turn(c, d, b))) > min &&
                (turn(a, b, c) > 0) != (turn(a, b, d) > 0) && (turn(c, d, a) > 0) != (turn(c, d, b) > 0))
                return true;
        }
    return false;
}

static bool is_same(const Point a, const Point b)
{
    return a[0] == b[0] && a[1] == b[1];
}

// Whether the corner at index `at` of those left is convex, and its triangle has no other corner in it. least: of twice its area.
static bool is_ear(const Outline *o, int32_t left, int32_t at, double min)
{
    const double *a = o->point[o->left[(at + left - 1) % left]], *b = o->point[o->left[at]], *c = o->point[o->left[(at + 1) % left]];
    if (!(turn(a, b, c) >= min))
        return false;
    for (int32_t i = 0; i < left; i++) {
        const double *p = o->point[o->left[i]];
        if (!is_same(p, a) && !is_same(p, b) && !is_same(p, c) && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0)
            return false;
    }
    return true;
}

// The first at or after a corner; −1: there is none. An ear of no area is taken where no other is left.
static int32_t find_ear(const Outline *o, int32_t left, int32_t from)
{
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < left; i++)
            if (is_ear(o, left, (from + i) % left, pass == 0 ? FLAT * o->area : -FLAT * o->area))
                return (from + i) % left;
    return -1;
}

static void put(const int32_t *corner, int32_t a, int32_t b, int32_t c, int32_t triangle[3])
{
    triangle[0] = corner[a];
    triangle[1] = corner[b];
    triangle[2] = corner[c];
}

static bool cut_ears(Outline *o, const int32_t *corner, int32_t (*triangle)[3])
{
    for (int32_t i = 0; i < o->count; i++)
        o->left[i] = i;
    for (int32_t left = o->count, at = 0; left >= 3; left--) {
        at = find_ear(o, left, at > 0 ? at - 1 : 0); // those before are none: an ear that is cut changes its neighbours
        if (at < 0)
            return false;
        put(corner, o->left[(at + left - 1) % left], o->left[at], o->left[(at + 1) % left], *triangle++);
        for (int32_t i = at; i + 1 < left; i++)
            o->left[i] = o->left[i + 1];
    }
    return true;
}

// Whether no triangle of the fan has an area: else the parts of a face without a vector area cancel each other, as those of a bow tie do.
static bool is_thin(const Mesh *mesh, const int32_t *corner, int32_t count)
{
    const double size = extent(mesh, corner, count);
    for (int32_t i = 2; i < count; i++) {
        double n[3];
        mesh_polygon_normal(mesh, (const int32_t[3]){corner[0], corner[i - 1], corner[i]}, 3, n);
        if (sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) > FLAT * size * size)
            return false;
    }
    return true;
}

// False: the face crosses itself; it has the fan then.
static bool cut_face(const Mesh *mesh, int32_t face, Outline *o, int32_t (*triangle)[3])
{
    const int32_t *corner = mesh->face_vertex + mesh->face_start[face];
    project(mesh, face, o);
    const bool fan = o->count == 3 || (o->area > 0 ? is_fan(o, FLAT) : is_thin(mesh, corner, o->count));
    const bool cut = fan || (o->area > 0 && !crosses_itself(o) && cut_ears(o, corner, triangle));
    for (int32_t i = 2; i < o->count && (fan || !cut); i++)
        put(corner, 0, i - 1, i, triangle[i - 2]);
    return cut;
}

static Status outline_init(const Mesh *mesh, Outline *out)
{
    int32_t max = 0;
    for (int32_t i = 0; i < mesh->face_count; i++)
        max = mesh->face_start[i + 1] - mesh->face_start[i] > max ? mesh->face_start[i + 1] - mesh->face_start[i] : max;
    out->point = malloc(((size_t)max + 1) * sizeof *out->point);
    out->left = malloc(((size_t)max + 1) * sizeof *out->left);
    return out->point && out->left ? status_ok() : status_make(STATUS_MEMORY, "out of memory for a face of %d corners", (int)max);
}

static void outline_destroy(Outline *o)
{
    free(o->point);
    free(o->left);
}

static Status allocate(const Mesh *mesh, MeshTriangles *out)
{
    out->count = mesh->face_start[mesh->face_count] - 2 * mesh->face_count;
    out->corner = malloc(((size_t)out->count + 1) * sizeof *out->corner);
    out->convex = malloc((size_t)mesh->face_count + 1);
    return out->corner && out->convex ? status_ok()
                                      : status_make(STATUS_MEMORY, "out of memory for %d triangles of faces", (int)out->count);
}

Status mesh_triangles(const Mesh *mesh, MeshTriangles *out)
{
    Outline outline = {0};
    *out = (MeshTriangles){.crossed = -1};
    Status status = allocate(mesh, out);
    if (status.code == STATUS_OK)
        status = outline_init(mesh, &outline);
    for (int32_t face = 0; status.code == STATUS_OK && face < mesh->face_count; face++) {
        const bool cut = cut_face(mesh, face, &outline, out->corner + (mesh->face_start[face] - 2 * face));
        out->convex[face] = cut && is_convex(&outline);
        out->crossed = !cut && out->crossed_count++ == 0 ? face : out->crossed;
    }
    outline_destroy(&outline);
    if (status.code != STATUS_OK)
        mesh_triangles_destroy(out);
    return status;
}

Status mesh_need_triangles(const Mesh *mesh, MeshTriangles *out)
{
    TRY(mesh_triangles(mesh, out));
    if (out->crossed_count == 0)
        return status_ok();
    const int32_t count = out->crossed_count, face = out->crossed;
    mesh_triangles_destroy(out);
    return status_make(
        STATUS_INPUT,
        "%d faces cross themselves, the first is face %d (vertex %d …): their area is undefined. Cut them into triangles in a mesh "
        "editor",
        (int)count, (int)face, (int)mesh->face_vertex[mesh->face_start[face]]);
}

void mesh_triangles_destroy(MeshTriangles *triangles)
{
    free(triangles->corner);
    free(triangles->convex);
    *triangles = (MeshTriangles){0};
}

Status mesh_triangulate(Mesh *mesh)
{
    MeshTriangles cut;
    TRY(mesh_need_triangles(mesh, &cut));
    int32_t *start = malloc(((size_t)cut.count + 1) * sizeof *start);
    if (!start) {
        mesh_triangles_destroy(&cut);
        return status_make(STATUS_MEMORY, "out of memory for %d triangles of faces", (int)cut.count);
    }
    for (int32_t i = 0; i <= cut.count; i++)
        start[i] = 3 * i;
    free(mesh->face_start);
    free(mesh->face_vertex);
    free(cut.convex);
    mesh->face_start = start;
    mesh->face_vertex = (int32_t *)cut.corner;
    mesh->face_count = cut.count;
    return status_ok();
}
