#include "linsys/private/nested_dissection.h"

#include <string.h>

DissectionGraph nested_dissection_graph(const Csc *matrix, int block)
{
    return (DissectionGraph){.vertex_count = matrix->n / block, .block = block, .start = matrix->column_start, .row = matrix->row};
}

static size_t whole_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

// The positions come first.
size_t nested_dissection_vertex_scratch(int32_t vertices)
{
    return whole_lines((size_t)vertices * sizeof(float[3])) + dissection_scratch(vertices);
}

void nested_dissection_vertices(const VertexGraph *graph, const real4 *coordinates, int threads, void *scratch, int32_t *order,
                                DissectionSet *sets)
{
    const int32_t n = graph->n;
    float(*position)[3] = scratch;
    char *room = (char *)scratch + whole_lines((size_t)n * sizeof *position);
    for (int32_t v = 0; v < n && coordinates; v++)
        memcpy(position[v], (float[3]){(float)coordinates[v].x, (float)coordinates[v].y, (float)coordinates[v].z}, sizeof position[v]);
    dissection_order(graph, coordinates ? (const float(*)[3])position : NULL, threads, room, order, sets);
}

void nested_dissection_rows(int32_t vertices, int block, const int32_t *order, int32_t *rows)
{
    for (int32_t k = 0; k < vertices; k++)
        for (int r = 0; r < block; r++)
            rows[k * block + r] = order[k] * block + r;
}

// The graph, the order of its vertices, and the scratch memory for it.
size_t nested_dissection_scratch(const Csc *matrix, int block)
{
    const DissectionGraph listed = nested_dissection_graph(matrix, block);
    const size_t          order = whole_lines((size_t)listed.vertex_count * sizeof(int32_t));
    return vertex_graph_bytes(&listed) + order + nested_dissection_vertex_scratch(listed.vertex_count);
}

void nested_dissection(const Csc *matrix, int block, const real4 *coordinates, int threads, void *scratch, int32_t *order)
{
    const DissectionGraph listed = nested_dissection_graph(matrix, block);
    const VertexGraph     graph = vertex_graph_make(&listed, threads, scratch);
    int32_t              *vertices = (int32_t *)(void *)((char *)scratch + vertex_graph_bytes(&listed));
    char                 *room = (char *)vertices + whole_lines((size_t)graph.n * sizeof *vertices);
    nested_dissection_vertices(&graph, coordinates, threads, room, vertices, NULL);
    nested_dissection_rows(graph.n, block, vertices, order);
}
