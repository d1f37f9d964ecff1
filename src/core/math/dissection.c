#include "math/dissection.h"

#include <math.h>
#include <omp.h>
#include <stdbool.h>
#include <string.h>

#include "math/private/graph_coordinates.h"
#include "math/private/minimum_degree.h"
#include "math/private/plane_cut.h"

// TASK_MIN: a larger set becomes a separate task. A smaller separator is searched in BAND_DEPTH layers on each side of the first. The
// search is repeated, up to ROUNDS searches, while each makes the separator smaller by at least 1/GAIN. On irregular meshes a repetition
// after every gain takes 25 % longer and saves 1 % of the fill. IDLE: see `cut`.
enum { TASK_MIN = 2000, BAND_DEPTH = 2, ROUNDS = 2, IDLE = 2, GAIN = 5 };

typedef struct Dissection {
    VertexGraph    graph;
    Place         *place;          // [vertices]
    VertexCut      cut;            // arrays by vertex; vertices that are in no set are outside
    int32_t       *order;          // [vertices]; a set is a range of it, its vertices ascending
    int32_t       *band, *scratch; // [vertices]; a set uses the same range of them
    DissectionSet *sets;           // [DISSECTION_SETS] or NULL
    bool           rough;          // places are coordinates from the graph
} Dissection;

// ---- the graph ----

static size_t listed(const DissectionGraph *g)
{
    size_t count = 0;
    for (int32_t v = 0; v < g->vertex_count; v++)
        count += (size_t)(g->start[v * g->block + 1] - g->start[v * g->block]);
    return count;
}

// Counts the neighbours of the vertices first … last−1 into end[v], or lists them from there. Rows of one vertex are consecutive.
static void list_neighbours(const DissectionGraph *g, int32_t first, int32_t last, int32_t *end, int32_t *neighbour)
{
    for (int32_t v = 0; v < g->vertex_count; v++) {
        int32_t before = v;
        for (int32_t k = g->start[v * g->block]; k < g->start[v * g->block + 1]; k++) {
            const int32_t w = g->row[k] / g->block;
            if (w == v || w == before)
                continue;
            before = w;
            const int32_t pair[2] = {v, w};
            for (int i = 0; i < 2; i++)
                if (pair[i] >= first && pair[i] < last) {
                    if (neighbour)
                        neighbour[end[pair[i]]] = pair[1 - i];
                    end[pair[i]]++;
                }
        }
    }
}

// Room for an array; NULL in the counting pass.
static void *take(char *room, size_t *used, size_t bytes)
{
    void *taken = room ? room + *used : NULL;
    *used += (bytes + 63) / 64 * 64;
    return taken;
}

static size_t lay_out_graph(const DissectionGraph *g, char *room, VertexGraph *out)
{
    size_t used = 0;
    out->n = g->vertex_count;
    out->start = take(room, &used, ((size_t)g->vertex_count + 1) * sizeof(int32_t));
    out->neighbour = take(room, &used, 2 * listed(g) * sizeof(int32_t));
    return used;
}

size_t vertex_graph_bytes(const DissectionGraph *graph)
{
    VertexGraph counted;
    return lay_out_graph(graph, NULL, &counted);
}

// Each thread lists the neighbours of a range of vertices: all threads read all edges, and none waits for another.
VertexGraph vertex_graph_make(const DissectionGraph *g, int threads, void *room)
{
    VertexGraph out;
    lay_out_graph(g, room, &out);
    const int32_t n = g->vertex_count;
    int32_t      *end = out.start + 1; // end[v] runs from the start of v's list to its end
    memset(out.start, 0, ((size_t)n + 1) * sizeof *out.start);
#pragma omp parallel num_threads(threads)
    {
        const int32_t team = omp_get_num_threads(), me = omp_get_thread_num();
        const int32_t first = (int32_t)((int64_t)n * me / team), last = (int32_t)((int64_t)n * (me + 1) / team);
        list_neighbours(g, first, last, end, NULL);
#pragma omp barrier
#pragma omp          single
        for (int32_t v = 0, at = 0; v < n; v++) {
                     const int32_t length = end[v];
                     end[v] = at;
                     at += length;
        }
        list_neighbours(g, first, last, end, out.neighbour);
    }
    return out;
}

// ---- positions ----

// False: the positions do not determine coordinates.
static bool normalise(const float (*position)[3], int32_t n, Place *place)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, half = 0;
    bool  finite = true;
    for (int32_t v = 0; v < n; v++)
        for (int k = 0; k < 3; k++) {
            finite &= isfinite(position[v][k]) != 0;
            low[k] = position[v][k] < low[k] ? position[v][k] : low[k];
            high[k] = position[v][k] > high[k] ? position[v][k] : high[k];
        }
    for (int k = 0; k < 3; k++)
        half = fmaxf(half, high[k] / 2 - low[k] / 2);
    if (!finite || !(half > 0))
        return false;
    for (int32_t v = 0; v < n; v++) {
        float at[3];
        for (int k = 0; k < 3; k++)
            at[k] = (position[v][k] / 2 - low[k] / 2) / half - (high[k] / 2 - low[k] / 2) / half / 2;
        place[v] = (Place){at[0], at[1], at[2], 0};
    }
    return true;
}

static void find_reach(const VertexGraph *g, int32_t v, Place *place)
{
    static const float ROUNDING = 1e-5F; // of coordinates up to 1, with a wide margin
    float              farthest = 0;
    for (int32_t k = g->start[v]; k < g->start[v + 1]; k++) {
        const Place *w = &place[g->neighbour[k]];
        const float  x = w->x - place[v].x, y = w->y - place[v].y, z = w->z - place[v].z;
        farthest = x * x + y * y + z * z > farthest ? x * x + y * y + z * z : farthest;
    }
    place[v].reach = sqrtf(farthest) + ROUNDING;
}

static void find_places(Dissection *d, const float (*position)[3], int threads)
{
    const int32_t n = d->graph.n;
    if (!position || !normalise(position, n, d->place)) {
        d->rough = true;
        float(*coordinate)[3] = (float(*)[3])(void *)d->cut.before; // paths use it later
        graph_coordinates(&d->graph, d->band, d->scratch, d->order, coordinate);
        if (!normalise((const float(*)[3])coordinate, n, d->place))
            memset(d->place, 0, (size_t)n * sizeof *d->place);
    }
#pragma omp parallel for num_threads(threads)
    for (int32_t v = 0; v < n; v++)
        find_reach(&d->graph, v, d->place);
}

// ---- cuts ----

// Cuts a range. *idle: the number of sets directly above it for which no separator smaller than that of a plane was found; updated for the
// parts. After IDLE of them none is searched: on lattices planes meet the smallest separators, and the search took half of the time. With
// rough places it goes on.
static CutSizes cut(const Dissection *d, int32_t begin, int32_t end, int *idle)
{
    const int32_t *set = d->order + begin, count = end - begin;
    CutSizes       sizes = plane_cut(&d->graph, d->place, d->cut.side, set, count);
    const int32_t  of_plane = sizes.separator;
    if (!d->rough && *idle >= IDLE)
        return sizes;
    for (int round = 0; round < ROUNDS && sizes.front > 0 && sizes.back > 0; round++) {
        const int32_t before = sizes.separator, enough = d->rough ? 1 : 1 + before / GAIN;
        sizes = vertex_cut_refine(&d->cut, set, count, sizes, BAND_DEPTH, d->band + begin, d->scratch + begin);
        if (before - sizes.separator < enough)
            break;
    }
    *idle = sizes.separator == of_plane ? *idle + 1 : 0;
    return sizes;
}

static void part(const Dissection *d, int32_t begin, int32_t end, CutSizes sizes)
{
    int32_t at[4] = {[CUT_FRONT] = begin, [CUT_BACK] = begin + sizes.front, [CUT_SEPARATOR] = begin + sizes.front + sizes.back};
    for (int32_t i = begin; i < end; i++)
        d->scratch[at[d->cut.side[d->order[i]]]++] = d->order[i];
    memcpy(d->order + begin, d->scratch + begin, (size_t)(end - begin) * sizeof *d->order);
    for (int32_t i = begin + sizes.front + sizes.back; i < end; i++)
        d->cut.side[d->order[i]] = CUT_OUTSIDE;
}

static void note_set(const Dissection *d, int32_t k, int32_t begin, int32_t end)
{
    if (d->sets && k < DISSECTION_SETS)
        d->sets[k] = (DissectionSet){begin, end};
}

// Orders the range of set k.
static void dissect(const Dissection *d, int32_t k, int32_t begin, int32_t end, int idle)
{
    while (end - begin > MINIMUM_DEGREE_MAX) {
        const CutSizes sizes = cut(d, begin, end, &idle);
        const int32_t  middle = begin + sizes.front, front = k < DISSECTION_SETS ? 2 * k + 1 : k;
        part(d, begin, end, sizes);
        note_set(d, front, begin, middle);
        k = k < DISSECTION_SETS ? 2 * k + 2 : k;
        note_set(d, k, middle, middle + sizes.back);
        if (sizes.front > TASK_MIN) {
#pragma omp task
            dissect(d, front, begin, middle, idle);
        } else {
            dissect(d, front, begin, middle, idle);
        }
        begin = middle;
        end = middle + sizes.back;
    }
    minimum_degree(&d->graph, d->cut.side, d->cut.level, d->order + begin, end - begin);
}

// ---- scratch ----

// Lays out all arrays in `room`, or counts their bytes.
static size_t lay_out(Dissection *d, size_t n, char *room)
{
    size_t    used = 0;
    int32_t **by_vertex[] = {&d->cut.level, &d->cut.next, &d->band, &d->scratch};
    d->place = take(room, &used, n * sizeof *d->place);
    d->cut.before = take(room, &used, 3 * n * sizeof(int32_t)); // initially for coordinates, three per vertex
    d->cut.after = room ? d->cut.before + n : NULL;
    d->cut.through = room ? d->cut.after + n : NULL;
    for (size_t k = 0; k < sizeof by_vertex / sizeof *by_vertex; k++)
        *by_vertex[k] = take(room, &used, n * sizeof(int32_t));
    d->cut.side = take(room, &used, n);
    d->cut.state = take(room, &used, n);
    return used;
}

size_t dissection_scratch(int32_t vertices)
{
    Dissection counted;
    return lay_out(&counted, (size_t)vertices, NULL);
}

void dissection_order(const VertexGraph *graph, const float (*position)[3], int threads, void *scratch, int32_t *order, DissectionSet *sets)
{
    const int32_t n = graph->n;
    Dissection    d = {.graph = *graph, .order = order, .sets = sets};
    if (sets)
        memset(sets, 0, DISSECTION_SETS * sizeof *sets);
    if (n == 0)
        return;
    lay_out(&d, (size_t)n, scratch);
    d.cut.graph = &d.graph;
    find_places(&d, position, threads);
    memset(d.cut.side, CUT_FRONT, (size_t)n);
    memset(d.cut.state, 0, (size_t)n);
    for (int32_t v = 0; v < n; v++)
        order[v] = v;
    note_set(&d, 0, 0, n);
#pragma omp parallel num_threads(threads)
#pragma omp          single
    dissect(&d, 0, 0, n, 0);
}
