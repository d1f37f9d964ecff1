// Triangles with their neighbours, by sorting their directed sides.
#include <stdlib.h>

#include "mesh/mesh.h"

typedef struct Way { // a side as its triangle runs along it
    int32_t from, to, across;
} Way;

static int compare_ways(const void *a, const void *b)
{
    const Way *l = a, *r = b;
    return l->from != r->from ? (l->from > r->from) - (l->from < r->from) : (l->to > r->to) - (l->to < r->to);
}

// The corner across the side that a triangle runs along from `from` to `to`; −1: none does.
static int32_t across(const Way *ways, size_t count, int32_t from, int32_t to)
{
    const Way  key = {from, to, 0};
    const Way *found = bsearch(&key, ways, count, sizeof *ways, compare_ways);
    return found ? found->across : -1;
}

static void find_patch(const Way *ways, size_t count, const int32_t *corner, int32_t *patch)
{
    for (int k = 0; k < 3; k++) {
        const int32_t a = corner[(k + 1) % 3], b = corner[(k + 2) % 3], o = across(ways, count, b, a);
        patch[k] = corner[k];
        patch[3 + k] = o;
        patch[6 + 2 * k] = o < 0 ? -1 : across(ways, count, o, a);
        patch[7 + 2 * k] = o < 0 ? -1 : across(ways, count, b, o);
    }
}

Status mesh_patches(const Mesh *mesh, int32_t (**patches)[MESH_PATCH])
{
    const size_t sides = 3 * (size_t)mesh->face_count;
    Way         *ways = malloc((sides + 1) * sizeof *ways);
    *patches = malloc(((size_t)mesh->face_count + 1) * sizeof **patches);
    Status status = status_ok();
    if (!ways || !*patches)
        status = status_make(STATUS_MEMORY, "out of memory for the triangles of a mesh of %d vertices", (int)mesh->vertex_count);
    for (size_t i = 0; status.code == STATUS_OK && i < sides; i++) {
        const int32_t *corner = mesh->face_vertex + i / 3 * 3;
        ways[i] = (Way){corner[i % 3], corner[(i + 1) % 3], corner[(i + 2) % 3]};
    }
    if (status.code == STATUS_OK)
        qsort(ways, sides, sizeof *ways, compare_ways);
    for (size_t i = 1; status.code == STATUS_OK && i < sides; i++)
        if (compare_ways(&ways[i - 1], &ways[i]) == 0)
            status =
                status_make(STATUS_INPUT,
                            "two triangles run along the edge from vertex %d to %d; the sheet branches there, or one of them is turned: "
                            "repair the mesh (weft mesh FILE -o FILE.vtk)",
                            (int)ways[i].from, (int)ways[i].to);
    for (int32_t face = 0; status.code == STATUS_OK && face < mesh->face_count; face++)
        find_patch(ways, sides, mesh->face_vertex + 3 * (size_t)face, (*patches)[face]);
    free(ways);
    if (status.code != STATUS_OK) {
        free(*patches);
        *patches = NULL;
    }
    return status;
}
