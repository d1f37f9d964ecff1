#include "math/private/plane_cut.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/gnu.h"

// SAMPLE: vertices of an estimate. CLOSER: number of directions counted exactly; their estimate is at most PROMISING times the minimum.
// SLICES: positions of planes counted, spread over the middle of a set, half a standard deviation to both sides of the mean.
enum { DIRECTIONS = 13, LANES = 16, SAMPLE = 128, CLOSER = 5, SLICES = 64 };
static const float PROMISING = 1.5F, MIDDLE = 0.5F, THIN = 0.05F;

#define F 0.70710678F
#define S 0.57735027F
static const float NORMAL[3][LANES] = {
    {1, 0, 0, F, F, F, F, 0, 0, S, S, S, -S}, {0, 1, 0, F, -F, 0, 0, F, F, S, S, -S, S}, {0, 0, 1, 0, 0, F, -F, F, -F, S, -S, S, S}};
#undef F
#undef S

typedef struct Set {
    const VertexGraph *graph;
    const Place       *place;
    uint8_t           *side;
    const int32_t     *vertex;
    int32_t            count;
} Set;

// Per direction: the middle of the set, and the number of vertices on one side of a plane there with a neighbour on the other.
typedef struct Survey {
    float low[LANES], high[LANES], met[LANES];
} Survey;

// A position of a plane: cells 0 … `cell` of a direction lie in front of it. front: the separator is in front of it, not behind.
typedef struct Plane {
    double cost;
    float  low, scale;
    int    direction, cell;
    bool   front;
} Plane;

// ---- estimates ----

static GNU_ALWAYS_INLINE void project(const Place *p, float out[LANES])
{
#pragma omp simd
    for (int k = 0; k < LANES; k++)
        out[k] = p->x * NORMAL[0][k] + p->y * NORMAL[1][k] + p->z * NORMAL[2][k];
}

// Vertex i of a sample of `size`: one from each of `size` stretches of the list, at varying positions, since a fixed position could follow
// a lattice.
static int32_t sampled(const Set *s, int32_t i, int32_t size)
{
    const int64_t begin = (int64_t)i * s->count / size, length = (int64_t)(i + 1) * s->count / size - begin;
    return s->vertex[begin + (int64_t)((uint32_t)i * 2654435761U >> 8) % length];
}

static void find_middle(const Set *s, int32_t size, Survey *out)
{
    float origin[LANES], sum[LANES] = {0}, squares[LANES] = {0};
    project(&s->place[s->vertex[0]], origin); // sums relative to it, so that a small set far from 0 stays accurate
    for (int32_t i = 0; i < size; i++) {
        float at[LANES];
        project(&s->place[sampled(s, i, size)], at);
#pragma omp simd
        for (int k = 0; k < LANES; k++) {
            sum[k] += at[k] - origin[k];
            squares[k] += (at[k] - origin[k]) * (at[k] - origin[k]);
        }
    }
#pragma omp simd
    for (int k = 0; k < LANES; k++) {
        const float mean = sum[k] / (float)size, variance = squares[k] / (float)size - mean * mean;
        const float half = MIDDLE * sqrtf(variance > 0 ? variance : 0);
        out->low[k] = origin[k] + mean - half;
        out->high[k] = origin[k] + mean + half;
    }
}

static void survey(const Set *s, Survey *out)
{
    const VertexGraph *g = s->graph;
    const int32_t      size = s->count < 2 * SAMPLE ? (s->count + 1) / 2 : SAMPLE;
    float              sum[LANES] = {0};
    find_middle(s, size, out);
    for (int32_t i = 0; i < size; i++) {
        const int32_t v = sampled(s, i, size);
        float         at[LANES], min[LANES], other[LANES];
        project(&s->place[v], at);
        memcpy(min, at, sizeof min);
        for (int32_t k = g->start[v]; k < g->start[v + 1]; k++) {
            if (s->side[g->neighbour[k]] == CUT_OUTSIDE)
                continue;
            project(&s->place[g->neighbour[k]], other);
#pragma omp simd
            for (int j = 0; j < LANES; j++)
                min[j] = other[j] < min[j] ? other[j] : min[j];
        }
#pragma omp simd
        for (int j = 0; j < LANES; j++) { // the positions between v and its farthest neighbour in front, within the middle
            const float from = min[j] > out->low[j] ? min[j] : out->low[j], to = at[j] < out->high[j] ? at[j] : out->high[j];
            sum[j] += to > from ? to - from : 0;
        }
    }
#pragma omp simd
    for (int k = 0; k < LANES; k++)
        out->met[k] = out->high[k] > out->low[k] ? sum[k] / (out->high[k] - out->low[k]) : INFINITY;
}

// True if the set is so thin along one of the axes of the direction that its planes are those of another direction.
static bool thin(const Survey *all, int direction)
{
    float width[3], max = 0;
    for (int k = 0; k < 3; k++) {
        width[k] = all->high[k] - all->low[k];
        max = width[k] > max ? width[k] : max;
    }
    for (int k = 0; k < 3; k++)
        if (NORMAL[k][direction] != 0 && !(width[k] > THIN * max))
            return true;
    return false;
}

// The directions with the lowest estimates.
static int choose(const Survey *all, int direction[CLOSER])
{
    int  count = 0;
    bool out[DIRECTIONS];
    for (int k = 0; k < DIRECTIONS; k++)
        out[k] = thin(all, k);
    for (; count < CLOSER; count++) {
        int best = -1;
        for (int k = 0; k < DIRECTIONS; k++)
            best = !out[k] && (best < 0 || all->met[k] < all->met[best]) ? k : best;
        if (best < 0 || (count > 0 && all->met[best] > PROMISING * all->met[direction[0]]))
            break;
        direction[count] = best;
        out[best] = true;
    }
    return count;
}

// ---- counts ----

static float along(const Place *p, int direction)
{
    return p->x * NORMAL[0][direction] + p->y * NORMAL[1][direction] + p->z * NORMAL[2][direction];
}

static int cell_of(const Plane *p, float at)
{
    const float slice = (at - p->low) * p->scale, above = slice > -1 ? slice : -1;
    return (int)((above < SLICES ? above : SLICES) + 1);
}

// Counts for all positions of a plane in one pass; the best one.
static Plane best_position(const Set *s, const Survey *all, int direction)
{
    enum { CELLS = SLICES + 2 };
    const float high = all->high[direction];
    Plane       best = {.cost = INFINITY, .low = all->low[direction], .direction = direction};
    int32_t     inside[CELLS] = {0}, back[CELLS] = {0}, front[CELLS] = {0}; // of separators: how many more than one position before
    best.scale = (float)SLICES / (high - best.low);
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t v = s->vertex[i];
        const Place  *p = &s->place[v];
        const float   at = along(p, direction);
        if (at + p->reach < best.low || at - p->reach > high) {
            inside[0] += at < high;
            continue;
        }
        const int cell = cell_of(&best, at);
        inside[cell]++;
        float min = at, max = at;
        for (int32_t k = s->graph->start[v]; k < s->graph->start[v + 1]; k++) {
            const int32_t w = s->graph->neighbour[k];
            if (s->side[w] == CUT_OUTSIDE)
                continue;
            const float other = along(&s->place[w], direction);
            min = other < min ? other : min;
            max = other > max ? other : max;
        }
        back[cell_of(&best, min)]++;
        back[cell]--;
        front[cell]++;
        front[cell_of(&best, max)]--;
    }
    int32_t before = 0, behind = 0, ahead = 0;
    for (int cell = 0; cell < CELLS - 1; cell++) {
        before += inside[cell];
        behind += back[cell];
        ahead += front[cell];
        if (inside[cell] == 0)
            continue;
        const double cost[2] = {cut_cost((CutSizes){before, s->count - before - behind, behind}),
                                cut_cost((CutSizes){before - ahead, s->count - before, ahead})};
        for (int k = 0; k < 2; k++)
            if (cost[k] < best.cost) {
                best.cost = cost[k];
                best.cell = cell;
                best.front = k == 1;
            }
    }
    return best;
}

// ---- cuts ----

static bool touches(const Set *s, int32_t v, int side)
{
    for (int32_t k = s->graph->start[v]; k < s->graph->start[v + 1]; k++)
        if (s->side[s->graph->neighbour[k]] == side)
            return true;
    return false;
}

static CutSizes cut_by(const Set *s, const Plane *plane)
{
    const float position = plane->low + (float)plane->cell / plane->scale;
    const int   own = plane->front ? CUT_FRONT : CUT_BACK, other = plane->front ? CUT_BACK : CUT_FRONT;
    int32_t     size[4] = {0};
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t v = s->vertex[i];
        s->side[v] = cell_of(plane, along(&s->place[v], plane->direction)) <= plane->cell ? CUT_FRONT : CUT_BACK;
    }
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t v = s->vertex[i];
        if (s->side[v] == own && fabsf(along(&s->place[v], plane->direction) - position) <= s->place[v].reach && touches(s, v, other))
            s->side[v] = CUT_SEPARATOR;
        size[s->side[v]]++;
    }
    return (CutSizes){size[CUT_FRONT], size[CUT_BACK], size[CUT_SEPARATOR]};
}

static CutSizes halve(const Set *s)
{
    int32_t size[4] = {0};
    for (int32_t i = 0; i < s->count; i++)
        s->side[s->vertex[i]] = i < s->count / 2 ? CUT_FRONT : CUT_BACK;
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t v = s->vertex[i];
        if (s->side[v] == CUT_BACK && touches(s, v, CUT_FRONT))
            s->side[v] = CUT_SEPARATOR;
        size[s->side[v]]++;
    }
    return (CutSizes){size[CUT_FRONT], size[CUT_BACK], size[CUT_SEPARATOR]};
}

CutSizes plane_cut(const VertexGraph *graph, const Place *place, uint8_t *side, const int32_t *vertices, int32_t count)
{
    const Set set = {graph, place, side, vertices, count};
    Survey    all;
    int       direction[CLOSER];
    survey(&set, &all);
    const int closer = choose(&all, direction);
    Plane     best = {.cost = INFINITY};
    for (int i = 0; i < closer; i++) {
        const Plane plane = best_position(&set, &all, direction[i]);
        if (plane.cost < best.cost)
            best = plane;
    }
    return best.cost < INFINITY ? cut_by(&set, &best) : halve(&set);
}
