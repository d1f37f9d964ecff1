#include "linsys/private/nested_dissection.h"

#include <string.h>

#include "math/dissection.h"

static DissectionGraph graph_of(const Csc *matrix, int block)
{
    return (DissectionGraph){.vertex_count = matrix->n / block, .block = block, .start = matrix->column_start, .row = matrix->row};
}

// First the order of the vertices, then their positions, both rounded up to whole cache lines.
static size_t own_bytes(size_t n)
{
    return (n * sizeof(int32_t) + 63) / 64 * 64 + (n * sizeof(float[3]) + 63) / 64 * 64;
}

size_t nested_dissection_scratch(const Csc *matrix, int block)
{
    const DissectionGraph graph = graph_of(matrix, block);
    return own_bytes((size_t)graph.vertex_count) + dissection_scratch(&graph);
}

void nested_dissection(const Csc *matrix, int block, const real4 *coordinates, int threads, void *scratch, int32_t *order)
{
    const DissectionGraph graph = graph_of(matrix, block);
    const int32_t         n = graph.vertex_count;
    int32_t              *vertices = scratch;
    char                 *room = (char *)scratch + own_bytes((size_t)n);
    float(*position)[3] = (float(*)[3])(void *)(room - ((size_t)n * sizeof *position + 63) / 64 * 64);
    for (int32_t v = 0; v < n && coordinates; v++)
        memcpy(position[v], (float[3]){(float)coordinates[v].x, (float)coordinates[v].y, (float)coordinates[v].z}, sizeof position[v]);
    dissection_order(&graph, coordinates ? (const float(*)[3])position : NULL, threads, room, vertices, NULL);
    for (int32_t v = 0; v < n; v++)
        for (int k = 0; k < block; k++)
            order[v * block + k] = vertices[v] * block + k;
}
