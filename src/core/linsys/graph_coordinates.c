#include "linsys/private/graph_coordinates.h"

#include <string.h>

typedef struct Graph {
    int32_t  n;
    int32_t *start, *neighbour; // [n + 1], [start[n]]
    int32_t *queue, *distance;  // [n]
    int32_t *nearest;           // [n] distance to the nearest of the vertices chosen so far
} Graph;

static size_t entries(const Csc *matrix, int block)
{
    size_t count = 0;
    for (int32_t column = 0; column < matrix->n; column += block)
        count += (size_t)(matrix->column_start[column + 1] - matrix->column_start[column]);
    return count;
}

size_t graph_coordinates_scratch(const Csc *matrix, int block)
{
    return (4 * (size_t)(matrix->n / block) + 2 + 2 * entries(matrix, block)) * sizeof(int32_t);
}

// Both directions of every entry off the diagonal block. Each row of a block counts, so neighbours repeat, which is harmless.
static void list_neighbours(const Csc *a, int block, Graph *g)
{
    int32_t *end = g->start + 1; // end[v] runs from the start of v's list to its end
    memset(g->start, 0, ((size_t)g->n + 1) * sizeof *g->start);
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t v = 0; v < g->n; v++)
            for (int32_t k = a->column_start[v * block]; k < a->column_start[v * block + 1]; k++) {
                const int32_t w = a->row[k] / block;
                if (w == v)
                    continue;
                if (pass == 1) {
                    g->neighbour[end[v]] = w;
                    g->neighbour[end[w]] = v;
                }
                end[v]++;
                end[w]++;
            }
        int32_t at = 0;
        for (int32_t v = 0; v < g->n && pass == 0; v++) {
            const int32_t length = end[v];
            end[v] = at;
            at += length;
        }
    }
}

// Breadth-first search over all vertices; the next component begins at one more than the last distance. Returns the last vertex.
static int32_t search(Graph *g, int32_t from)
{
    int32_t count = 0, unseen = 0, last = from;
    memset(g->distance, -1, (size_t)g->n * sizeof *g->distance);
    g->distance[from] = 0;
    g->queue[count++] = from;
    for (int32_t head = 0; head < g->n; head++) {
        if (head == count) {
            while (g->distance[unseen] >= 0)
                unseen++;
            g->distance[unseen] = g->distance[last] + 1;
            g->queue[count++] = unseen;
        }
        last = g->queue[head];
        for (int32_t k = g->start[last]; k < g->start[last + 1]; k++) {
            const int32_t w = g->neighbour[k];
            if (g->distance[w] >= 0)
                continue;
            g->distance[w] = g->distance[last] + 1;
            g->queue[count++] = w;
        }
    }
    return last;
}

static int32_t farthest(Graph *g)
{
    int32_t far = 0;
    for (int32_t v = 0; v < g->n; v++) {
        g->nearest[v] = g->distance[v] < g->nearest[v] ? g->distance[v] : g->nearest[v];
        far = g->nearest[v] > g->nearest[far] ? v : far;
    }
    return far;
}

void graph_coordinates(const Csc *matrix, int block, void *scratch, float (*coordinate)[3])
{
    Graph         g = {.n = matrix->n / block};
    const int32_t n = g.n;
    g.start = scratch;
    g.queue = g.start + n + 1;
    g.distance = g.queue + n;
    g.nearest = g.distance + n;
    g.neighbour = g.nearest + n;
    list_neighbours(matrix, block, &g);
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
