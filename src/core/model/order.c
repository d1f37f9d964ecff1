#include "model/private/order.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "math/dissection.h"

// ---- random ----

void order_random(int32_t n, int32_t *permutation)
{
    Random random = {1};
    for (int32_t i = 0; i < n; i++) { // Fisher and Yates, from the inside out
        const int32_t at = (int32_t)random_below(&random, (uint64_t)i + 1);
        permutation[i] = permutation[at];
        permutation[at] = i;
    }
}

// ---- Morton ----

// Interleaves the low 21 bits of three numbers.
static uint64_t spread_bits(uint64_t x)
{
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffffu;
    x = (x | x << 16) & 0x1f0000ff0000ffu;
    x = (x | x << 8) & 0x100f00f00f00f00fu;
    x = (x | x << 4) & 0x10c30c30c30c30c3u;
    return (x | x << 2) & 0x1249249249249249u;
}

typedef struct OrderKey {
    uint64_t code;
    int32_t  particle;
} OrderKey;

static void morton_codes(int32_t n, const double (*position)[3], OrderKey *keys)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, extent = 0;
    for (int32_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            low[k] = fmin(low[k], position[i][k]);
    for (int32_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            extent = fmax(extent, position[i][k] - low[k]);
    const double scale = extent > 0 ? 0x1fffff / extent : 0;
    for (int32_t i = 0; i < n; i++) {
        keys[i] = (OrderKey){.particle = i};
        for (int k = 0; k < 3; k++)
            keys[i].code |= spread_bits((uint64_t)((position[i][k] - low[k]) * scale)) << k;
    }
}

// By code, ties by number: a stable radix sort, 11 bits at a time, of the digits that are not all the same. The result is in *keys.
static void sort_keys(int32_t n, OrderKey **keys, OrderKey **other)
{
    enum { BITS = 11, DIGITS = 6, VALUES = 1 << BITS };
    int32_t start[DIGITS][VALUES] = {0};
    for (int32_t i = 0; i < n; i++)
        for (int d = 0; d < DIGITS; d++)
            start[d][(*keys)[i].code >> (BITS * d) & (VALUES - 1)]++;
    for (int d = 0; d < DIGITS; d++) {
        if (start[d][(*keys)[0].code >> (BITS * d) & (VALUES - 1)] == n)
            continue;
        for (int32_t v = 0, sum = 0; v < VALUES; v++) {
            const int32_t size = start[d][v];
            start[d][v] = sum;
            sum += size;
        }
        for (int32_t i = 0; i < n; i++)
            (*other)[start[d][(*keys)[i].code >> (BITS * d) & (VALUES - 1)]++] = (*keys)[i];
        OrderKey *swap = *keys;
        *keys = *other;
        *other = swap;
    }
}

Status order_morton(int32_t n, const double (*position)[3], int32_t *permutation)
{
    OrderKey  *keys = malloc(((size_t)n + 1) * sizeof *keys), *other = malloc(((size_t)n + 1) * sizeof *other);
    const bool there = keys && other;
    if (there && n > 0) {
        morton_codes(n, position, keys);
        sort_keys(n, &keys, &other);
        for (int32_t i = 0; i < n; i++)
            permutation[i] = keys[i].particle;
    }
    free(keys);
    free(other);
    return there ? status_ok() : status_make(STATUS_MEMORY, "out of memory while ordering %d particles", n);
}

// ---- reverse Cuthill-McKee ----

// Breadth-first search. A neighbour carries its degree, so that sorting reads one array.
typedef struct Neighbour {
    int32_t degree, vertex;
} Neighbour;

// Orders neighbours by degree, then number.
static int64_t rank_of(Neighbour n)
{
    return (int64_t)n.degree << 32 | n.vertex;
}

typedef struct Graph {
    int32_t    n;
    size_t    *start;     // [n + 1]
    Neighbour *neighbour; // [start[n]] of each vertex, by degree, then number
    int32_t   *seen;      // [n] mark of the last search that met the vertex
    int32_t   *queue;     // [n]
    int32_t    search;
} Graph;

static int compare_neighbours(const void *a, const void *b)
{
    const int64_t p = rank_of(*(const Neighbour *)a), q = rank_of(*(const Neighbour *)b);
    return (p > q) - (p < q);
}

// Most lists are a handful long and half sorted.
static void sort_neighbours(Neighbour *list, int32_t count)
{
    enum { SHORT = 32 };
    if (count > SHORT) {
        qsort(list, (size_t)count, sizeof *list, compare_neighbours);
        return;
    }
    for (int32_t i = 1; i < count; i++) {
        const Neighbour moved = list[i];
        int32_t         at = i;
        for (; at > 0 && rank_of(list[at - 1]) > rank_of(moved); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

static int32_t degree_of(const Graph *g, int32_t v)
{
    return (int32_t)(g->start[v + 1] - g->start[v]);
}

static void fill_neighbours(Graph *g, const int32_t *pair, size_t pair_count)
{
    for (size_t i = 0; i < 2 * pair_count; i++)
        g->start[pair[i] + 1]++;
    for (int32_t v = 0; v < g->n; v++)
        g->start[v + 1] += g->start[v];
    for (size_t i = 0; i < 2 * pair_count; i++) { // start[v] runs to the end of v's list, and is shifted back below
        const int32_t other = pair[i ^ 1];
        g->neighbour[g->start[pair[i]]++].vertex = other;
    }
    memmove(g->start + 1, g->start, (size_t)g->n * sizeof *g->start);
    g->start[0] = 0;
    for (int32_t v = 0; v < g->n; v++) {
        for (size_t k = g->start[v]; k < g->start[v + 1]; k++)
            g->neighbour[k].degree = degree_of(g, g->neighbour[k].vertex);
        sort_neighbours(g->neighbour + g->start[v], degree_of(g, v));
    }
}

// Visits the component of `from` in the order queue[0 … count). Returns count.
static int32_t search_from(Graph *g, int32_t from)
{
    int32_t count = 1;
    g->search++;
    g->queue[0] = from;
    g->seen[from] = g->search;
    for (int32_t head = 0; head < count; head++) {
        const int32_t v = g->queue[head];
        for (size_t k = g->start[v]; k < g->start[v + 1]; k++) {
            const int32_t other = g->neighbour[k].vertex;
            if (g->seen[other] == g->search)
                continue;
            g->seen[other] = g->search;
            g->queue[count++] = other;
        }
    }
    return count;
}

// Component by component: the last vertex of a search is peripheral; a second search from there gives the order.
static void order_components(Graph *g, bool *placed, int32_t *permutation)
{
    int32_t done = 0;
    for (int32_t v = 0; v < g->n; v++) {
        if (placed[v])
            continue;
        int32_t count = search_from(g, v);
        count = search_from(g, g->queue[count - 1]);
        for (int32_t k = 0; k < count; k++) {
            placed[g->queue[k]] = true;
            permutation[done + k] = g->queue[count - 1 - k];
        }
        done += count;
    }
}

Status order_rcm(int32_t n, const int32_t *pair, size_t pair_count, int32_t *permutation)
{
    Graph  g = {.n = n,
                .start = calloc((size_t)n + 1, sizeof *g.start),
                .neighbour = calloc(2 * pair_count + 1, sizeof *g.neighbour),
                .seen = calloc((size_t)n + 1, sizeof *g.seen),
                .queue = calloc((size_t)n + 1, sizeof *g.queue)};
    bool  *placed = calloc((size_t)n + 1, sizeof *placed);
    Status status = status_ok();
    if (g.start && g.neighbour && g.seen && g.queue && placed) {
        fill_neighbours(&g, pair, pair_count);
        order_components(&g, placed, permutation);
    } else {
        status = status_make(STATUS_MEMORY, "out of memory while ordering %d particles", n);
    }
    free(g.start);
    free(g.neighbour);
    free(g.seen);
    free(g.queue);
    free(placed);
    return status;
}

// ---- nested dissection ----

// Every pair once, at its first vertex. start: [n + 1], all 0.
static void list_pairs(int32_t n, const int32_t *pair, size_t pair_count, int32_t *start, int32_t *other)
{
    for (size_t i = 0; i < pair_count; i++)
        start[pair[2 * i] + 1]++;
    for (int32_t v = 0; v < n; v++)
        start[v + 1] += start[v];
    for (size_t i = 0; i < pair_count; i++) // start[v] runs to the end of v's list, and is shifted back below
        other[start[pair[2 * i]]++] = pair[2 * i + 1];
    memmove(start + 1, start, (size_t)n * sizeof *start);
    start[0] = 0;
}

Status order_nested_dissection(int32_t n, const double (*position)[3], const int32_t *pair, size_t pair_count, int32_t *permutation)
{
    int32_t *start = calloc((size_t)n + 1, sizeof *start);
    int32_t *other = pair_count < INT32_MAX / 2 ? malloc((pair_count + 1) * sizeof *other) : NULL;
    float(*at)[3] = malloc(((size_t)n + 1) * sizeof *at);
    const DissectionGraph listed = {n, 1, start, other};
    size_t                graph_bytes = 0;
    char                 *scratch = NULL;
    if (start && other && at) {
        list_pairs(n, pair, pair_count, start, other);
        graph_bytes = vertex_graph_bytes(&listed);
        scratch = malloc(graph_bytes + dissection_scratch(n) + 1);
    }
    if (scratch) {
        for (int32_t i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                at[i][k] = (float)position[i][k];
        const VertexGraph graph = vertex_graph_make(&listed, 1, scratch);
        dissection_order(&graph, (const float(*)[3])at, 1, scratch + graph_bytes, permutation, NULL);
    }
    free(start);
    free(other);
    free(at);
    free(scratch);
    return scratch ? status_ok() : status_make(STATUS_MEMORY, "out of memory while ordering %d particles", n);
}
