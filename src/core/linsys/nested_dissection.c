#include "linsys/private/nested_dissection.h"

#include <string.h>

#include "linsys/private/graph_coordinates.h"
#include "math/dissection.h"

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

size_t nested_dissection_scratch(const Csc *matrix, int block, bool known)
{
    const size_t n = (size_t)(matrix->n / block);
    const size_t own = rounded(n * sizeof(float[3])) + rounded(n * sizeof(int32_t)) + rounded(dissection_scratch((int32_t)n));
    return own + (known ? 0 : graph_coordinates_scratch(matrix, block));
}

void nested_dissection(const Csc *matrix, int block, const real4 *coordinates, int threads, void *scratch, int32_t *order)
{
    const int32_t         n = matrix->n / block;
    const DissectionGraph graph = {.vertex_count = n, .block = block, .start = matrix->column_start, .row = matrix->row};
    char                 *room = scratch;
    float(*position)[3] = (float(*)[3])(void *)room;
    room += rounded((size_t)n * sizeof *position);
    int32_t *vertices = (int32_t *)(void *)room;
    room += rounded((size_t)n * sizeof *vertices);
    if (!coordinates)
        graph_coordinates(matrix, block, room + rounded(dissection_scratch(n)), position);
    for (int32_t v = 0; v < n && coordinates; v++)
        memcpy(position[v], (float[3]){(float)coordinates[v].x, (float)coordinates[v].y, (float)coordinates[v].z}, sizeof position[v]);
    dissection_order(&graph, (const float(*)[3])position, threads, room, vertices);
    for (int32_t v = 0; v < n; v++)
        for (int k = 0; k < block; k++)
            order[v * block + k] = vertices[v] * block + k;
}
