#include "math/private/graph_coordinates.h"

#include <string.h>

typedef struct Graph {
    const VertexGraph *graph;
    int32_t           *queue, *distance; // [n]
    int32_t           *nearest;          // [n] distance to the nearest of the vertices chosen so far
} Graph;

// Breadth-first search over all vertices; the next component begins at one more than the last distance. Returns the last vertex.
static int32_t search(const Graph *g, int32_t from)
{
    int32_t count = 0, unseen = 0, last = from;
    memset(g->distance, -1, (size_t)g->graph->n * sizeof *g->distance);
    g->distance[from] = 0;
    g->queue[count++] = from;
    for (int32_t head = 0; head < g->graph->n; head++) {
        if (head == count) {
            while (g->distance[unseen] >= 0)
                unseen++;
            g->distance[unseen] = g->distance[last] + 1;
            g->queue[count++] = unseen;
        }
        last = g->queue[head];
        for (int32_t k = g->graph->start[last]; k < g->graph->start[last + 1]; k++) {
            const int32_t w = g->graph->neighbour[k];
            if (g->distance[w] >= 0)
                continue;
            g->distance[w] = g->distance[last] + 1;
            g->queue[count++] = w;
        }
    }
    return last;
}

static int32_t farthest(const Graph *g)
{
    int32_t far = 0;
    for (int32_t v = 0; v < g->graph->n; v++) {
        g->nearest[v] = g->distance[v] < g->nearest[v] ? g->distance[v] : g->nearest[v];
        far = g->nearest[v] > g->nearest[far] ? v : far;
    }
    return far;
}

void graph_coordinates(const VertexGraph *graph, int32_t *queue, int32_t *distance, int32_t *nearest, float (*coordinate)[3])
{
    const Graph   g = {graph, queue, distance, nearest};
    const int32_t n = graph->n;
    for (int32_t v = 0; v < n; v++)
        g.nearest[v] = n;
    int32_t far = search(&g, 0);
    for (int axis = 0; axis < 3; axis++) {
        const int32_t other = search(&g, far);
        for (int32_t v = 0; v < n; v++)
            coordinate[v][axis] = (float)g.distance[v];
        farthest(&g);
        search(&g, other);
        for (int32_t v = 0; v < n; v++)
            coordinate[v][axis] -= (float)g.distance[v];
        far = farthest(&g);
    }
}
