// Checks that a mesh encloses a volume, as signed distances require; the bounding box.
#include <stdlib.h>

#include "mesh/mesh_check.h"
#include "mesh/mesh_sides.h"
#include "model/collider.h"

static Status check_numbers(const ColliderMesh *mesh)
{
    if (!mesh || mesh->triangle_count < 4 || mesh->vertex_count < 4)
        return status_make(STATUS_INPUT, "its mesh has %d triangles; a closed surface needs at least 4", mesh ? mesh->triangle_count : 0);
    for (int32_t v = 0; v < mesh->vertex_count; v++)
        if (!isfinite(mesh->vertex[v][0]) || !isfinite(mesh->vertex[v][1]) || !isfinite(mesh->vertex[v][2]))
            return status_make(STATUS_INPUT, "vertex %d of its mesh is not finite", v);
    for (int32_t t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->triangle[t][k] < 0 || mesh->triangle[t][k] >= mesh->vertex_count)
                return status_make(STATUS_INPUT, "triangle %d of its mesh refers to vertex %d, but the mesh has %d", t,
                                   mesh->triangle[t][k], mesh->vertex_count);
    return status_ok();
}

static double4 corner(const ColliderMesh *mesh, int32_t triangle, int k)
{
    return double4_of(mesh->vertex[mesh->triangle[triangle][k]]);
}

// A degenerate triangle has no normal, hence no sign of distance. As in mesh_check: relative to the square of the longest edge.
static Status check_areas(const ColliderMesh *mesh)
{
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
        const double4 e1 = double4_sub(corner(mesh, t, 1), corner(mesh, t, 0)), e2 = double4_sub(corner(mesh, t, 2), corner(mesh, t, 0));
        const double4 e3 = double4_sub(e2, e1);
        const double  longest = fmax(fmax(double4_dot(e1, e1), double4_dot(e2, e2)), double4_dot(e3, e3));
        if (!(double4_norm(double4_cross(e1, e2)) > 2e-12 * longest))
            return status_make(STATUS_INPUT, "triangle %d of its mesh has no area; repair the mesh", t);
    }
    return status_ok();
}

// Six times the volume of the tetrahedra between the first vertex and each triangle.
static double volume(const ColliderMesh *mesh)
{
    const double4 o = {mesh->vertex[0][0], mesh->vertex[0][1], mesh->vertex[0][2], 0};
    double        sum = 0;
    for (int32_t t = 0; t < mesh->triangle_count; t++)
        sum += double4_dot(double4_sub(corner(mesh, t, 0), o),
                           double4_cross(double4_sub(corner(mesh, t, 1), o), double4_sub(corner(mesh, t, 2), o)));
    return sum;
}

static Status check_sides(const MeshSide *sides, int64_t count)
{
    for (int64_t i = 0; i < count;) {
        const MeshSide *side = &sides[i];
        const int64_t   run = mesh_side_run(sides, count, i);
        if (run == 1)
            return status_make(STATUS_INPUT, "its mesh is open: the edge between vertices %d and %d has one triangle; close the mesh",
                               side->a, side->b);
        if (run > 2)
            return status_make(STATUS_INPUT, "its mesh has %d triangles at the edge between vertices %d and %d; each edge must have two",
                               (int)run, side->a, side->b);
        if (side[0].forward == side[1].forward)
            return status_make(
                STATUS_INPUT,
                "its mesh has no consistent orientation: triangles %d and %d are opposed at the edge between vertices %d and %d; flip one",
                side[0].face, side[1].face, side->a, side->b);
        i += run;
    }
    return status_ok();
}

static Status check_closed(const ColliderMesh *mesh)
{
    MeshSide *sides = NULL;
    int64_t   count = 0;
    Status    status = mesh_triangle_sides(mesh->triangle_count, (const int32_t(*)[3])mesh->triangle, &sides, &count);
    if (status.code == STATUS_OK)
        status = check_sides(sides, count);
    free(sides);
    return status;
}

Status collider_mesh_check(const ColliderMesh *mesh)
{
    TRY(check_numbers(mesh));
    TRY(check_areas(mesh));
    TRY(check_closed(mesh));
    MeshInward inward;
    TRY(mesh_find_inward_triangles((const double(*)[3])mesh->vertex, mesh->triangle_count, (const int32_t(*)[3])mesh->triangle, &inward));
    free(inward.face);
    if (inward.pieces == 0 && !(volume(mesh) > 0))
        return status_make(STATUS_INPUT, "its mesh encloses no volume; use a closed mesh");
    return inward.pieces == 0
               ? status_ok()
               : status_make(
                     STATUS_INPUT,
                     "its mesh: %d parts (first: with triangle %d) are inside out; turn their triangles with `weft mesh FILE -o FILE.vtk`",
                     (int)inward.pieces, (int)inward.first);
}

void collider_mesh_bounds(const ColliderMesh *mesh, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
        for (int32_t v = 0; v < mesh->vertex_count; v++) {
            low[k] = fmin(low[k], mesh->vertex[v][k]);
            high[k] = fmax(high[k], mesh->vertex[v][k]);
        }
    }
}
