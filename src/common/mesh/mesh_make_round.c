// Round shapes of triangles: polygons and discs of rings, flat rings, cylinders, tori.
//
// All are made of circles of vertices one after another, as on a lathe: numbered circle by circle, each counter-clockwise as seen from
// +z, beginning at +x. A circle of one vertex is a centre. Between two circles in turn lies a band of triangles, which fits any two
// numbers of vertices by advancing on whichever circle is behind in angle. With the outside to the right of a walk along a circle, and
// the next circle to its left, triangles are counter-clockwise as seen from outside.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "mesh/mesh_make.h"

#define PI 3.14159265358979323846

enum { COUNT_MAX = 100000 };

typedef struct Circle {
    int32_t first, count;
    double  radius, z;
} Circle;

static int32_t sides_of(const Circle *circle)
{
    return circle->count == 1 ? 0 : circle->count;
}

static void put_circle(Mesh *mesh, const Circle *circle)
{
    for (int32_t i = 0; i < circle->count; i++) {
        const double angle = 2 * PI * i / circle->count, radius = circle->count == 1 ? 0 : circle->radius;
        double      *p = mesh->position[circle->first + i];
        p[0] = radius * cos(angle);
        p[1] = radius * sin(angle);
        p[2] = circle->z;
    }
}

static void put_band(Mesh *mesh, int32_t *face, const Circle *from, const Circle *to)
{
    const int64_t n = sides_of(from), m = sides_of(to);
    for (int32_t i = 0, j = 0; i < n || j < m;) {
        const int32_t a = from->first + i % from->count, b = to->first + j % to->count;
        // the middle of the next side of each circle: (i + ½)/n and (j + ½)/m of a turn
        if (j == m || (i < n && (2 * i + 1) * m <= (2 * j + 1) * n))
            mesh_put_triangle(mesh, face, a, from->first + ++i % from->count, b);
        else
            mesh_put_triangle(mesh, face, a, to->first + ++j % to->count, b);
    }
}

// circles[count] with counts, radii and heights; their first vertex numbers are filled in. joined: the first follows the last.
static Status join_circles(Circle *circles, int count, bool joined, Mesh *out)
{
    int64_t vertices = 0, faces = joined ? (int64_t)sides_of(&circles[count - 1]) + sides_of(&circles[0]) : 0;
    for (int i = 0; i < count; i++) {
        circles[i].first = (int32_t)vertices;
        vertices += circles[i].count;
        faces += i ? (int64_t)sides_of(&circles[i - 1]) + sides_of(&circles[i]) : 0;
        if (vertices > INT32_MAX / 8)
            return status_make(STATUS_INPUT, "the shape has more than %d vertices; use fewer sides or rings", INT32_MAX / 8);
    }
    TRY(mesh_init(vertices, faces, 3 * faces, 0, 0, out));
    int32_t face = 0;
    for (int i = 0; i < count; i++)
        put_circle(out, &circles[i]);
    for (int i = 1; i < count; i++)
        put_band(out, &face, &circles[i - 1], &circles[i]);
    if (joined)
        put_band(out, &face, &circles[count - 1], &circles[0]);
    return status_ok();
}

// The same, and frees the circles.
static Status turn(Circle *circles, int count, bool joined, Mesh *out)
{
    const Status status = join_circles(circles, count, joined, out);
    free(circles);
    return status;
}

static Status check_count(const char *shape, const char *what, int count, int min)
{
    if (count >= min && count <= COUNT_MAX)
        return status_ok();
    return status_make(STATUS_INPUT, "a %s has %d … %d %s, not %d", shape, min, COUNT_MAX, what, count);
}

static Status check_length(const char *shape, const char *what, double length)
{
    if (length > 0 && isfinite(length))
        return status_ok();
    return status_make(STATUS_INPUT, "the %s of a %s must be positive and finite, is %g m", what, shape, length);
}

static Status new_circles(int64_t count, Circle **out)
{
    *out = calloc((size_t)count, sizeof **out);
    return *out ? status_ok() : status_make(STATUS_MEMORY, "out of memory for %lld circles", (long long)count);
}

// How many of `whole` sides a circle at `part` of the radius has, so that triangles keep their shape.
static int32_t fitting(int whole, double part)
{
    const double count = round(whole * part);
    return count < 3 ? 3 : (int32_t)count;
}

// ---- polygons ----

static Status one_face(int sides, double radius, Mesh *out)
{
    TRY(mesh_init(sides, 1, sides, 0, 0, out));
    put_circle(out, &(Circle){.count = sides, .radius = radius});
    for (int32_t i = 0; i < sides; i++)
        out->face_vertex[i] = i;
    out->face_start[1] = sides;
    return status_ok();
}

// Inner vertices move by up to a fifth of the smallest distance that rings or their vertices have.
static void jitter(int sides, int rings, double radius, uint64_t seed, Mesh *mesh)
{
    const double step = 0.2 * fmin(radius / rings, 2 * radius * sin(PI / sides));
    Random       random = {seed};
    for (int32_t i = sides; i < mesh->vertex_count; i++)
        for (int k = 0; k < 2; k++)
            mesh->position[i][k] += step * (2 * random_unit(&random) - 1);
}

Status mesh_make_polygon(int sides, int rings, double radius, bool irregular, uint64_t seed, Mesh *out)
{
    Circle *circles = NULL;
    *out = (Mesh){0};
    TRY(check_count("polygon", "sides", sides, 3));
    TRY(check_count("polygon", "rings", rings, 0));
    TRY(check_length("polygon", "radius", radius));
    if (rings == 0)
        return one_face(sides, radius, out);
    TRY(new_circles((int64_t)rings + 1, &circles));
    for (int i = 0; i < rings; i++) {
        const double part = (double)(rings - i) / rings;
        circles[i] = (Circle){.count = i ? fitting(sides, part) : sides, .radius = part * radius};
    }
    circles[rings].count = 1;
    TRY(turn(circles, rings + 1, false, out));
    if (irregular)
        jitter(sides, rings, radius, seed, out);
    return status_ok();
}

Status mesh_make_ring(int sides, int rings, double inner, double outer, Mesh *out)
{
    Circle *circles = NULL;
    *out = (Mesh){0};
    TRY(check_count("ring", "sides", sides, 3));
    TRY(check_count("ring", "rings", rings, 1));
    TRY(check_length("ring", "inner radius", inner));
    TRY(check_length("ring", "outer radius", outer));
    if (!(inner < outer))
        return status_make(STATUS_INPUT, "the inner radius of a ring must be below the outer one, is %g of %g m", inner, outer);
    TRY(new_circles((int64_t)rings + 1, &circles));
    for (int i = 0; i <= rings; i++)
        circles[i] = (Circle){.count = sides, .radius = outer + (inner - outer) * i / rings};
    return turn(circles, rings + 1, false, out);
}

// ---- cylinders ----

// Circles of a cap from its rim inwards, without the rim, which is the first circle of the side.
static void put_cap(Circle *circles, int step, int sides, int rings, double radius, double z)
{
    for (int i = 1; i < rings; i++) {
        const double part = (double)(rings - i) / rings;
        circles[step * (i - 1)] = (Circle){.count = fitting(sides, part), .radius = part * radius, .z = z};
    }
    circles[step * (rings - 1)] = (Circle){.count = 1, .z = z};
}

Status mesh_make_cylinder(int sides, int rows, double radius, double height, bool closed, Mesh *out)
{
    Circle *circles = NULL;
    *out = (Mesh){0};
    TRY(check_count("cylinder", "sides", sides, 3));
    TRY(check_count("cylinder", "rows", rows, 1));
    TRY(check_length("cylinder", "radius", radius));
    TRY(check_length("cylinder", "height", height));
    const int caps = closed ? (int)fmax(1, round(sides / (2 * PI))) : 0, count = rows + 1 + 2 * caps;
    TRY(new_circles(count, &circles));
    for (int i = 0; i <= rows; i++)
        circles[caps + i] = (Circle){.count = sides, .radius = radius, .z = i == rows ? height : i * height / rows};
    if (closed) {
        put_cap(circles + caps - 1, -1, sides, caps, radius, 0);
        put_cap(circles + caps + rows + 1, 1, sides, caps, radius, height);
    }
    return turn(circles, count, false, out);
}

// ---- tori ----

Status mesh_make_torus(int sides, int parts, double radius, double tube, Mesh *out)
{
    Circle *circles = NULL;
    *out = (Mesh){0};
    TRY(check_count("torus", "sides", sides, 3));
    TRY(check_count("torus", "parts", parts, 3));
    TRY(check_length("torus", "radius", radius));
    TRY(check_length("torus", "tube", tube));
    if (!(tube < radius))
        return status_make(STATUS_INPUT, "the tube of a torus must be below its radius, is %g of %g m", tube, radius);
    TRY(new_circles(parts, &circles));
    for (int i = 0; i < parts; i++) {
        const double angle = 2 * PI * i / parts;
        circles[i] = (Circle){.count = sides, .radius = radius + tube * cos(angle), .z = tube * sin(angle)};
    }
    return turn(circles, parts, true, out);
}
