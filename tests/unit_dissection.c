// The parts of nested dissection against simple implementations. The smallest separator in a band is compared with all candidates, and
// minimum degree with elimination by hand. Cuts of any graph must separate it.
#include "base/gnu.h"
#include "base/random.h"
#include "check.h"
#include "math/private/minimum_degree.h"
#include "math/private/plane_cut.h"

enum { MOST = 80, EDGES = MOST * MOST };

// A graph of at most MOST vertices with all arrays that the parts need.
typedef struct Net {
    int         n;
    bool        edge[MOST][MOST];
    int32_t     start[MOST + 1], neighbour[EDGES], set[MOST];
    Place       place[MOST];
    uint8_t     side[MOST], state[MOST];
    int32_t     scratch[7][MOST];
    VertexGraph graph;
    VertexCut   cut;
} Net;

static void net_finish(Net *net)
{
    int32_t at = 0;
    for (int v = 0; v < net->n; v++) {
        net->set[v] = v;
        net->start[v] = at;
        for (int w = 0; w < net->n; w++)
            if (net->edge[v][w])
                net->neighbour[at++] = w;
        net->start[v + 1] = at;
        net->state[v] = 0;
    }
    net->graph = (VertexGraph){net->n, net->start, net->neighbour};
    net->cut = (VertexCut){.graph = &net->graph,
                           .side = net->side,
                           .state = net->state,
                           .before = net->scratch[0],
                           .after = net->scratch[1],
                           .level = net->scratch[2],
                           .through = net->scratch[3],
                           .next = net->scratch[4]};
}

// n vertices in the unit cube, joined if closer than `reach`, and `extra` edges between random vertices.
static void net_random(Net *net, Random *random, int n, double reach, int extra)
{
    memset(net, 0, sizeof *net);
    net->n = n;
    for (int v = 0; v < n; v++)
        net->place[v] = (Place){(float)random_unit(random), (float)random_unit(random), (float)random_unit(random), 4};
    for (int v = 0; v < n; v++)
        for (int w = 0; w < v; w++) {
            const Place *a = &net->place[v], *b = &net->place[w];
            const double x = a->x - b->x, y = a->y - b->y, z = a->z - b->z;
            net->edge[v][w] = net->edge[w][v] = x * x + y * y + z * z < reach * reach;
        }
    for (int k = 0; k < extra; k++) {
        const int v = (int)random_below(random, (uint64_t)n), w = (int)random_below(random, (uint64_t)n);
        net->edge[v][w] = net->edge[w][v] = v != w;
    }
    net_finish(net);
}

static CutSizes sizes_of(const Net *net)
{
    int32_t size[4] = {0};
    for (int v = 0; v < net->n; v++)
        size[net->side[v]]++;
    return (CutSizes){size[CUT_FRONT], size[CUT_BACK], size[CUT_SEPARATOR]};
}

static bool separates(const Net *net)
{
    for (int v = 0; v < net->n; v++)
        for (int w = 0; w < net->n; w++)
            if (net->edge[v][w] && net->side[v] == CUT_FRONT && net->side[w] == CUT_BACK)
                return false;
    return true;
}

// ---- the smallest separator ----

// All vertices reachable from `from` without passing through `removed`.
static uint64_t reach(const Net *net, uint64_t from, uint64_t removed)
{
    uint64_t reached = from, seen = 0;
    while (reached != seen) {
        const int v = GNU_TRAILING_ZEROS(reached & ~seen);
        seen |= UINT64_C(1) << v;
        for (int w = 0; w < net->n; w++)
            if (net->edge[v][w] && !(removed >> w & 1))
                reached |= UINT64_C(1) << w;
    }
    return reached;
}

static uint64_t side_outside(const Net *net, int side, uint64_t band)
{
    uint64_t out = 0;
    for (int v = 0; v < net->n; v++)
        out |= (uint64_t)(net->side[v] == side) << v;
    return out & ~band;
}

// The sizes of the smallest separator within the band, between the front and the back outside it. Of the smallest ones, the nearest to the
// front and the nearest to the back are compared, and the cheaper one is returned.
static CutSizes smallest(const Net *net, uint64_t band)
{
    const uint64_t front = side_outside(net, CUT_FRONT, band), back = side_outside(net, CUT_BACK, band);
    CutSizes       near_front = {.separator = MOST}, near_back = near_front;
    for (uint64_t subset = band;; subset = (subset - 1) & band) {
        const int32_t  size = GNU_BITS_SET(subset);
        const uint64_t ahead = reach(net, front, subset);
        if (!(ahead & back)) {
            const int32_t from_front = GNU_BITS_SET(ahead), from_back = GNU_BITS_SET(reach(net, back, subset));
            if (size < near_front.separator || (size == near_front.separator && from_front < near_front.front))
                near_front = (CutSizes){from_front, net->n - size - from_front, size};
            if (size < near_back.separator || (size == near_back.separator && from_back < near_back.back))
                near_back = (CutSizes){net->n - size - from_back, from_back, size};
        }
        if (subset == 0)
            break;
    }
    return cut_cost(near_front) <= cut_cost(near_back) ? near_front : near_back;
}

static void cut_at_middle(Net *net)
{
    for (int v = 0; v < net->n; v++)
        net->side[v] = net->place[v].x < 0.5F ? CUT_FRONT : CUT_BACK;
    for (int v = 0; v < net->n; v++)
        for (int w = 0; w < net->n; w++)
            if (net->edge[v][w] && net->side[v] == CUT_BACK && net->side[w] == CUT_FRONT)
                net->side[v] = CUT_SEPARATOR;
}

// The separator and its neighbours.
static uint64_t band_of(const Net *net, CutSizes *size)
{
    uint64_t band = 0;
    *size = (CutSizes){0};
    for (int v = 0; v < net->n; v++) {
        bool inside = net->side[v] == CUT_SEPARATOR;
        for (int w = 0; w < net->n; w++)
            inside = inside || (net->edge[v][w] && net->side[w] == CUT_SEPARATOR);
        band |= (uint64_t)inside << v;
        size->front += inside && net->side[v] == CUT_FRONT;
        size->back += inside && net->side[v] == CUT_BACK;
    }
    return band;
}

TEST(separators_are_the_smallest_of_the_band)
{
    enum { WANTED = 300, BAND_MAX = 12 };
    static Net net;
    Random     random = {5};
    int        tried = 0, smaller = 0, kept = 0;
    while (tried < WANTED) {
        net_random(&net, &random, 20 + (int)random_below(&random, 20), 0.25 + 0.15 * random_unit(&random), 2);
        cut_at_middle(&net);
        CutSizes       before = sizes_of(&net), sides;
        const uint64_t band = band_of(&net, &sides);
        const int32_t  fair = (int32_t)(0.6 * net.n);
        if (before.separator == 0 || GNU_BITS_SET(band) > BAND_MAX || sides.front > fair - before.back ||
            sides.back > fair - before.front || sides.front >= before.front || sides.back >= before.back)
            continue; // refinement may not search the whole band
        tried++;
        const CutSizes best = smallest(&net, band), expected = cut_cost(best) < cut_cost(before) ? best : before;
        const CutSizes after = vertex_cut_refine(&net.cut, net.set, net.n, before, 1, net.scratch[5], net.scratch[6]);
        const CutSizes counted = sizes_of(&net);
        if (best.separator < before.separator)
            assert_memory_equal(&after, &expected, sizeof after);
        else
            assert_memory_equal(&after, &before, sizeof after);
        assert_memory_equal(&after, &counted, sizeof after);
        assert_true(separates(&net));
        smaller += after.separator < before.separator;
        kept += after.separator == before.separator;
        for (int v = 0; v < net.n; v++)
            assert_int_equal(net.state[v], 0);
    }
    assert_true(smaller > WANTED / 4 && kept > WANTED / 10);
}

// More layers, bands of every size: the result is never worse, and always a separator.
TEST(refinement_keeps_a_separator)
{
    static Net net;
    Random     random = {9};
    for (int round = 0; round < 2000; round++) {
        net_random(&net, &random, 2 + (int)random_below(&random, MOST - 1), 0.1 + 0.5 * random_unit(&random),
                   (int)random_below(&random, 9));
        cut_at_middle(&net);
        const CutSizes before = sizes_of(&net);
        if (before.front == 0 || before.back == 0)
            continue;
        const CutSizes after = vertex_cut_refine(&net.cut, net.set, net.n, before, 1 + round % 5, net.scratch[5], net.scratch[6]),
                       counted = sizes_of(&net);
        assert_true(separates(&net) && after.front > 0 && after.back > 0);
        assert_memory_equal(&after, &counted, sizeof after);
        assert_true(cut_cost(after) <= cut_cost(before) && after.separator <= before.separator);
    }
}

TEST(plane_cuts_separate)
{
    static Net net;
    Random     random = {13};
    for (int round = 0; round < 2000; round++) {
        net_random(&net, &random, 65 + (int)random_below(&random, MOST - 64), 0.1 + 0.4 * random_unit(&random), 0);
        const int flat = round % 4; // axes along which all vertices coincide; 3: all at one point
        for (int v = 0; v < net.n; v++) {
            Place *p = &net.place[v];
            *p = (Place){p->x, flat > 1 ? 0 : p->y, flat > 0 ? 0 : p->z, 1};
            if (flat == 3)
                *p = (Place){0.5F, 0.5F, 0.5F, 1};
            net.side[v] = v % 5 == 4 ? CUT_OUTSIDE : CUT_FRONT;
        }
        int32_t count = 0;
        for (int v = 0; v < net.n; v++)
            if (net.side[v] != CUT_OUTSIDE)
                net.set[count++] = v;
        const CutSizes made = plane_cut(&net.graph, net.place, net.side, net.set, count), counted = sizes_of(&net);
        assert_memory_equal(&made, &counted, sizeof made);
        assert_true(separates(&net) && made.front > 0 && made.front < count);
        for (int v = 4; v < net.n; v += 5)
            assert_int_equal(net.side[v], CUT_OUTSIDE);
    }
}

// A few more vertices on one side cost little, three times as many cost far more.
TEST(uneven_cuts_cost_more)
{
    const double even = cut_cost((CutSizes){50, 50, 9}), uneven = cut_cost((CutSizes){55, 45, 9});
    assert_true(fabs(even - 10) < 1e-12 && uneven > even && uneven < 1.1 * even);
    assert_true(cut_cost((CutSizes){75, 25, 9}) > 5 * even);
    assert_true(isinf(cut_cost((CutSizes){0, 50, 9})) && isinf(cut_cost((CutSizes){50, 0, 9})));
}

// ---- minimum degree ----

// Elimination by hand on the whole graph: the vertex of the set with the fewest neighbours first, ties by index.
TEST(minimum_degree_is_exact)
{
    static Net  net;
    static bool edge[MOST][MOST];
    Random      random = {21};
    for (int round = 0; round < 500; round++) {
        net_random(&net, &random, 1 + (int)random_below(&random, MOST), 0.2 + 0.5 * random_unit(&random), 3);
        const int count = net.n < MINIMUM_DEGREE_MAX ? 1 + (int)random_below(&random, (uint64_t)net.n) : MINIMUM_DEGREE_MAX;
        for (int v = 0; v < net.n; v++)
            net.side[v] = v < count ? CUT_BACK : CUT_OUTSIDE;
        bool gone[MOST] = {false};
        memcpy(edge, net.edge, sizeof edge);
        minimum_degree(&net.graph, net.side, net.scratch[0], net.set, count);
        for (int at = 0; at < count; at++) {
            int min = -1, fewest = MOST;
            for (int v = 0; v < count; v++) {
                int degree = 0;
                for (int w = 0; w < net.n; w++)
                    degree += edge[v][w];
                if (!gone[v] && degree < fewest) {
                    fewest = degree;
                    min = v;
                }
            }
            assert_int_equal(net.set[at], min);
            gone[min] = true;
            for (int v = 0; v < net.n; v++)
                for (int w = 0; w < net.n; w++)
                    if (v != w && edge[min][v] && edge[min][w])
                        edge[v][w] = true;
            for (int v = 0; v < net.n; v++)
                edge[min][v] = edge[v][min] = false;
        }
    }
}

// Neighbours outside the set beyond the available bits are ignored without harm: a star whose rays are all outside.
TEST(many_around_the_set)
{
    enum { N = 5000, SET = 3 };
    static int32_t start[N + 1], neighbour[2 * N], number[N];
    static uint8_t side[N];
    int32_t        at = 0, set[SET] = {0, 1, 2};
    for (int v = 1; v < N; v++)
        neighbour[at++] = v;
    for (int v = 1; v < N; v++) {
        start[v] = at;
        neighbour[at++] = 0;
    }
    start[N] = at;
    side[0] = side[1] = side[2] = CUT_FRONT;
    minimum_degree(&(VertexGraph){N, start, neighbour}, side, number, set, SET);
    assert_true(set[0] == 1 && set[1] == 2 && set[2] == 0);
}
