// A geodesic sphere: the triangles of an icosahedron, each side cut into the same number of parts, pushed out to the sphere.
#include <math.h>
#include <string.h>

#include "mesh/mesh_make.h"

enum { CORNERS = 12, EDGES = 30, FACES = 20 };

// Two poles, and two rings of five between them; faces counter-clockwise as seen from outside.
static const int FACE[FACES][3] = {{0, 1, 2},  {0, 2, 3},  {0, 3, 4},  {0, 4, 5},  {0, 5, 1},   {1, 6, 2},  {2, 7, 3},
                                   {3, 8, 4},  {4, 9, 5},  {5, 10, 1}, {2, 6, 7},  {3, 7, 8},   {4, 8, 9},  {5, 9, 10},
                                   {1, 10, 6}, {11, 7, 6}, {11, 8, 7}, {11, 9, 8}, {11, 10, 9}, {11, 6, 10}};

static void put_corners(double radius, Mesh *mesh)
{
    const double pi = 3.14159265358979323846, z = radius / sqrt(5), ring = 2 * z;
    mesh->position[0][2] = radius;
    mesh->position[11][2] = -radius;
    for (int i = 0; i < 5; i++)
        for (int lower = 0; lower < 2; lower++) {
            double *p = mesh->position[1 + 5 * lower + i];
            p[0] = ring * cos((2 * i + lower) * pi / 5);
            p[1] = ring * sin((2 * i + lower) * pi / 5);
            p[2] = lower ? -z : z;
        }
}

// Numbers of the edges, by their corners: edge[a][b] = edge[b][a].
static void number_edges(int edge[CORNERS][CORNERS])
{
    int count = 0;
    memset(edge, -1, sizeof(int[CORNERS][CORNERS]));
    for (int face = 0; face < FACES; face++)
        for (int i = 0; i < 3; i++) {
            const int a = FACE[face][i], b = FACE[face][(i + 1) % 3];
            if (edge[a][b] < 0)
                edge[a][b] = edge[b][a] = count++;
        }
    ASSERT(count == EDGES);
}

// The vertex of an edge `part` of `parts` of the way from a to b; 0 and `parts` are the corners.
static int32_t on_edge(int edge[CORNERS][CORNERS], int a, int b, int part, int parts)
{
    if (part == 0 || part == parts)
        return part ? b : a;
    return CORNERS + edge[a][b] * (parts - 1) + (a < b ? part : parts - part) - 1;
}

// The vertex of a face `i` parts from corner 0 towards corner 1 and `j` towards corner 2, i + j ≤ parts.
static int32_t on_face(int edge[CORNERS][CORNERS], int face, int i, int j, int parts)
{
    const int *corner = FACE[face];
    if (j == 0)
        return on_edge(edge, corner[0], corner[1], i, parts);
    if (i == 0)
        return on_edge(edge, corner[0], corner[2], j, parts);
    if (i + j == parts)
        return on_edge(edge, corner[1], corner[2], j, parts);
    const int before = (j - 1) * (parts - 1) - j * (j - 1) / 2; // inside points in the rows below j
    return CORNERS + EDGES * (parts - 1) + face * ((parts - 1) * (parts - 2) / 2) + before + i - 1;
}

static void put_point(Mesh *mesh, int face, int i, int j, int parts, double radius, int32_t vertex)
{
    double *p = mesh->position[vertex], length = 0, x[3];
    if (vertex < CORNERS)
        return;
    for (int k = 0; k < 3; k++) {
        const double a = mesh->position[FACE[face][0]][k], b = mesh->position[FACE[face][1]][k], c = mesh->position[FACE[face][2]][k];
        x[k] = ((parts - i - j) * a + i * b + j * c) / parts;
        length += x[k] * x[k];
    }
    for (int k = 0; k < 3; k++)
        p[k] = x[k] * radius / sqrt(length);
}

Status mesh_make_sphere(int parts, double radius, Mesh *out)
{
    int edge[CORNERS][CORNERS];
    *out = (Mesh){0};
    if (parts < 1 || parts > 5000)
        return status_make(STATUS_INPUT, "the edges of a sphere's icosahedron are cut into 1 … 5000 parts, not %d", parts);
    if (!(radius > 0 && isfinite(radius)))
        return status_make(STATUS_INPUT, "the radius of a sphere must be positive and finite, is %g m", radius);
    const int64_t faces = FACES * (int64_t)parts * parts;
    TRY(mesh_init(faces / 2 + 2, faces, 3 * faces, 0, 0, out));
    put_corners(radius, out);
    number_edges(edge);
    int32_t triangle = 0;
    for (int face = 0; face < FACES; face++)
        for (int j = 0; j <= parts; j++)
            for (int i = 0; i + j <= parts; i++) {
                put_point(out, face, i, j, parts, radius, on_face(edge, face, i, j, parts));
                if (i + j == parts)
                    continue;
                const int32_t right = on_face(edge, face, i + 1, j, parts), up = on_face(edge, face, i, j + 1, parts);
                mesh_put_triangle(out, &triangle, on_face(edge, face, i, j, parts), right, up);
                if (i + j + 1 < parts)
                    mesh_put_triangle(out, &triangle, right, on_face(edge, face, i + 1, j + 1, parts), up);
            }
    return status_ok();
}
