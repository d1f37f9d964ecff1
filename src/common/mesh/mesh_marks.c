#include "mesh/private/mesh_marks.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/mesh_check.h"
#include "mesh/mesh_sides.h"

#define FLAT 1e-12 // of the longest edge squared or cubed

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double squared_distance(const Mesh *mesh, int32_t a, int32_t b)
{
    double edge[3];
    subtract(mesh->position[a], mesh->position[b], edge);
    return dot(edge, edge);
}

double mesh_tet_volume(const Mesh *mesh, int32_t tet)
{
    const int32_t *corner = mesh->tet[tet];
    double         edge[3][3], normal[3];
    for (int j = 0; j < 3; j++)
        subtract(mesh->position[corner[j + 1]], mesh->position[corner[0]], edge[j]);
    cross(edge[1], edge[2], normal);
    return dot(edge[0], normal) / 6;
}

void mesh_polygon_normal(const Mesh *mesh, const int32_t *corner, int32_t count, double normal[3])
{
    normal[0] = normal[1] = normal[2] = 0;
    for (int32_t i = 1; i + 1 < count; i++) {
        double first[3], second[3], part[3];
        subtract(mesh->position[corner[i]], mesh->position[corner[0]], first);
        subtract(mesh->position[corner[i + 1]], mesh->position[corner[0]], second);
        cross(first, second, part);
        for (int k = 0; k < 3; k++)
            normal[k] += part[k];
    }
}

void mesh_face_normal(const Mesh *mesh, int32_t face, double normal[3])
{
    const int32_t begin = mesh->face_start[face];
    mesh_polygon_normal(mesh, mesh->face_vertex + begin, mesh->face_start[face + 1] - begin, normal);
}

// Degrees from 0 to 180.
static double angle_between(const double a[3], const double b[3])
{
    double n[3];
    cross(a, b, n);
    return atan2(sqrt(dot(n, n)), dot(a, b)) * (180 / 3.14159265358979323846);
}

double mesh_face_angle(const Mesh *mesh, int32_t face, double *aspect)
{
    const int32_t *corner = mesh->face_vertex + mesh->face_start[face], count = mesh->face_start[face + 1] - mesh->face_start[face];
    double         min = 180, longest = 0, normal[3];
    for (int32_t i = 0; i < count; i++) {
        double before[3], after[3];
        subtract(mesh->position[corner[(i + count - 1) % count]], mesh->position[corner[i]], before);
        subtract(mesh->position[corner[(i + 1) % count]], mesh->position[corner[i]], after);
        min = fmin(min, angle_between(before, after));
        longest = fmax(longest, dot(after, after));
    }
    mesh_face_normal(mesh, face, normal);
    *aspect = count == 3 ? longest / sqrt(dot(normal, normal)) : 0;
    return min;
}

double mesh_tet_angle(const Mesh *mesh, int32_t tet, double *aspect)
{
    const int32_t *v = mesh->tet[tet];
    double         normal[4][3], min = 180, longest = 0, largest = 0;
    for (int i = 0; i < 4; i++) {
        double first[3], second[3];
        subtract(mesh->position[v[MESH_TET_SIDES[i][1]]], mesh->position[v[MESH_TET_SIDES[i][0]]], first);
        subtract(mesh->position[v[MESH_TET_SIDES[i][2]]], mesh->position[v[MESH_TET_SIDES[i][0]]], second);
        cross(first, second, normal[i]);
        largest = fmax(largest, sqrt(dot(normal[i], normal[i])));
    }
    for (int i = 1; i < 4; i++)
        for (int j = 0; j < i; j++) {
            min = fmin(min, 180 - angle_between(normal[i], normal[j]));
            longest = fmax(longest, sqrt(squared_distance(mesh, v[i], v[j])));
        }
    *aspect = longest * largest / fabs(6 * mesh_tet_volume(mesh, tet));
    return min;
}

int mesh_tet_sign(const Mesh *mesh, int32_t tet)
{
    double longest = 0;
    for (int j = 1; j < 4; j++)
        for (int k = 0; k < j; k++)
            longest = fmax(longest, sqrt(squared_distance(mesh, mesh->tet[tet][j], mesh->tet[tet][k])));
    const double volume = 6 * mesh_tet_volume(mesh, tet), flat = FLAT * longest * longest * longest;
    return !(fabs(volume) > flat) ? 0 : volume < 0 ? -1 : 1;
}

bool mesh_face_is_flat(const Mesh *mesh, int32_t face)
{
    const int32_t begin = mesh->face_start[face], end = mesh->face_start[face + 1];
    double        longest = 0, normal[3];
    for (int32_t i = begin; i < end; i++) {
        const int32_t a = mesh->face_vertex[i], b = mesh->face_vertex[i + 1 < end ? i + 1 : begin];
        if (a == b)
            return true;
        longest = fmax(longest, squared_distance(mesh, a, b));
    }
    mesh_face_normal(mesh, face, normal);
    return !(sqrt(dot(normal, normal)) > FLAT * longest);
}

// ---- repeated elements ----

// Elements of any number of corners, these in ascending order. Places 0 … count − 1 are sorted so that the same elements meet.
typedef struct Elements {
    const int32_t *start, *corner;
} Elements;

static int compare_corners(const Elements *elements, int32_t a, int32_t b)
{
    const int32_t *p = elements->corner + elements->start[a], *q = elements->corner + elements->start[b];
    const int32_t  count = elements->start[a + 1] - elements->start[a], other = elements->start[b + 1] - elements->start[b];
    if (count != other)
        return (count > other) - (count < other);
    for (int32_t i = 0; i < count; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static int compare_elements(const void *left, const void *right, void *elements)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    const int     order = compare_corners(elements, a, b);
    return order ? order : (a > b) - (a < b);
}

static int compare_ints(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

// start: [count + 1] or NULL, then all have `each` corners.
static Status mark_repeated(const int32_t *start, int each, const int32_t *corners, int32_t count, uint8_t *marks)
{
    const int32_t total = start ? start[count] : each * count;
    int32_t      *sorted = malloc(((size_t)total + 1) * sizeof *sorted), *starts = malloc(((size_t)count + 1) * sizeof *starts);
    int32_t      *order = malloc(((size_t)count + 1) * sizeof *order);
    Elements      elements = {starts, sorted};
    const bool    enough = sorted && starts && order;
    if (enough) {
        memcpy(sorted, corners, (size_t)total * sizeof *sorted);
        for (int32_t i = 0; i <= count; i++)
            starts[i] = start ? start[i] : each * i;
        for (int32_t i = 0; i < count; i++) {
            qsort(sorted + starts[i], (size_t)(starts[i + 1] - starts[i]), sizeof *sorted, compare_ints);
            order[i] = i;
        }
        qsort_r(order, (size_t)count, sizeof *order, compare_elements, &elements);
        for (int32_t i = 1; i < count; i++)
            if (compare_corners(&elements, order[i - 1], order[i]) == 0)
                marks[order[i]] = (uint8_t)(marks[order[i]] | MARK_REPEATED);
    }
    free(sorted);
    free(starts);
    free(order);
    return enough ? status_ok() : status_make(STATUS_MEMORY, "out of memory for checking %d elements", (int)count);
}

static Status mark_all(const Mesh *mesh, MeshMarks *out)
{
    for (int32_t i = 0; i < mesh->line_count; i++)
        out->line[i] = (uint8_t)(squared_distance(mesh, mesh->line[i][0], mesh->line[i][1]) > 0 ? 0 : MARK_DEGENERATE);
    for (int32_t i = 0; i < mesh->face_count; i++)
        out->face[i] = mesh_face_is_flat(mesh, i) ? MARK_DEGENERATE : 0;
    for (int32_t i = 0; i < mesh->tet_count; i++) {
        const int sign = mesh_tet_sign(mesh, i);
        out->tet[i] = sign < 0 ? MARK_INVERTED : sign == 0 ? MARK_DEGENERATE : 0;
    }
    TRY(mark_repeated(NULL, 2, mesh->line[0], mesh->line_count, out->line));
    TRY(mark_repeated(mesh->face_start, 0, mesh->face_vertex, mesh->face_count, out->face));
    return mark_repeated(NULL, 4, mesh->tet[0], mesh->tet_count, out->tet);
}

Status mesh_marks_init(const Mesh *mesh, MeshMarks *out)
{
    out->line = calloc((size_t)mesh->line_count + 1, 1);
    out->face = calloc((size_t)mesh->face_count + 1, 1);
    out->tet = calloc((size_t)mesh->tet_count + 1, 1);
    Status status = status_make(STATUS_MEMORY, "out of memory for checking a mesh of %d vertices", (int)mesh->vertex_count);
    if (out->line && out->face && out->tet)
        status = mark_all(mesh, out);
    if (status.code != STATUS_OK)
        mesh_marks_destroy(out);
    return status;
}

void mesh_marks_destroy(MeshMarks *marks)
{
    free(marks->line);
    free(marks->face);
    free(marks->tet);
    *marks = (MeshMarks){0};
}

// ---- vertices at the same position ----

typedef struct Located {
    double  position[3];
    int32_t vertex;
} Located;

static int compare_located(const void *left, const void *right)
{
    const Located *l = left, *r = right;
    for (int k = 0; k < 3; k++)
        if (l->position[k] != r->position[k])
            return l->position[k] < r->position[k] ? -1 : 1;
    return (l->vertex > r->vertex) - (l->vertex < r->vertex);
}

Status mesh_first_at_position(const Mesh *mesh, int32_t **first)
{
    Located *located = malloc(((size_t)mesh->vertex_count + 1) * sizeof *located);
    *first = malloc(((size_t)mesh->vertex_count + 1) * sizeof **first);
    if (!located || !*first) {
        free(located);
        free(*first);
        *first = NULL;
        return status_make(STATUS_MEMORY, "out of memory for checking %d vertices", (int)mesh->vertex_count);
    }
    for (int32_t i = 0; i < mesh->vertex_count; i++) {
        memcpy(located[i].position, mesh->position[i], sizeof located[i].position);
        located[i].vertex = i;
    }
    qsort(located, (size_t)mesh->vertex_count, sizeof *located, compare_located);
    for (int32_t i = 0, start = 0; i < mesh->vertex_count; i++) {
        const double *p = located[start].position, *q = located[i].position;
        if (p[0] != q[0] || p[1] != q[1] || p[2] != q[2])
            start = i;
        (*first)[located[i].vertex] = located[start].vertex;
    }
    free(located);
    return status_ok();
}
