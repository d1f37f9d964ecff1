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

enum { CELLS = SLICES + 2, WIDTH = 8 }; // WIDTH: directions in a vector
_Static_assert((int)CLOSER <= (int)WIDTH, "all directions fit in a vector");

// The directions that are counted, and the middle of the set along each.
typedef struct Slabs {
    float normal[3][WIDTH], low[WIDTH], high[WIDTH], scale[WIDTH];
    int   direction[WIDTH], count;
} Slabs;

// Per cell of a direction. back, front: of separators behind and in front, how many more than one position before.
typedef struct Cells {
    int32_t inside[CELLS], back[CELLS], front[CELLS];
} Cells;

static float along(const Place *p, int direction)
{
    return p->x * NORMAL[0][direction] + p->y * NORMAL[1][direction] + p->z * NORMAL[2][direction];
}

static GNU_ALWAYS_INLINE void along_all(const Slabs *s, const Place *p, float out[WIDTH])
{
#pragma omp simd
    for (int k = 0; k < WIDTH; k++)
        out[k] = p->x * s->normal[0][k] + p->y * s->normal[1][k] + p->z * s->normal[2][k];
}

static int cell_of(float low, float scale, float at)
{
    const float slice = (at - low) * scale, above = slice > -1 ? slice : -1;
    return (int)((above < SLICES ? above : SLICES) + 1);
}

static GNU_ALWAYS_INLINE void all_cells_of(const Slabs *s, const float at[WIDTH], int32_t cell[WIDTH])
{
#pragma omp simd
    for (int k = 0; k < WIDTH; k++) {
        const float slice = (at[k] - s->low[k]) * s->scale[k], above = slice > -1 ? slice : -1;
        cell[k] = (int32_t)((above < SLICES ? above : SLICES) + 1);
    }
}

// Whether v or a neighbour may lie in the middle along a direction.
static GNU_ALWAYS_INLINE bool is_near(const Slabs *s, const float at[WIDTH], float reach)
{
    int near = 0;
#pragma omp simd reduction(| : near)
    for (int k = 0; k < WIDTH; k++)
        near |= (at[k] + reach >= s->low[k]) & (at[k] - reach <= s->high[k]);
    return near != 0;
}

static void make_slabs(const Survey *all, const int *direction, int count, Slabs *out)
{
    *out = (Slabs){.count = count};
    for (int k = 0; k < WIDTH; k++) // nothing lies in the middle of those that are not used
        out->low[k] = INFINITY;
    for (int k = 0; k < count; k++) {
        out->direction[k] = direction[k];
        out->low[k] = all->low[direction[k]];
        out->high[k] = all->high[direction[k]];
        out->scale[k] = (float)SLICES / (out->high[k] - out->low[k]);
        for (int axis = 0; axis < 3; axis++)
            out->normal[axis][k] = NORMAL[axis][direction[k]];
    }
}

// Extends min and max by the neighbours in the set.
static GNU_ALWAYS_INLINE void span(const Set *s, const Slabs *slabs, int32_t v, float min[WIDTH], float max[WIDTH])
{
    for (int32_t k = s->graph->start[v]; k < s->graph->start[v + 1]; k++) {
        const int32_t w = s->graph->neighbour[k];
        float         other[WIDTH];
        if (s->side[w] == CUT_OUTSIDE)
            continue;
        along_all(slabs, &s->place[w], other);
#pragma omp simd
        for (int j = 0; j < WIDTH; j++) {
            min[j] = other[j] < min[j] ? other[j] : min[j];
            max[j] = other[j] > max[j] ? other[j] : max[j];
        }
    }
}

// Counts for all positions of planes in all directions, in one pass.
static void count_cells(const Set *s, const Slabs *slabs, Cells *cells)
{
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t v = s->vertex[i];
        float         at[WIDTH], min[WIDTH], max[WIDTH];
        int32_t       cell[WIDTH], min_cell[WIDTH], max_cell[WIDTH];
        along_all(slabs, &s->place[v], at);
        if (!is_near(slabs, at, s->place[v].reach)) {
            for (int k = 0; k < slabs->count; k++)
                cells[k].inside[0] += at[k] < slabs->high[k];
            continue;
        }
        memcpy(min, at, sizeof min);
        memcpy(max, at, sizeof max);
        span(s, slabs, v, min, max);
        all_cells_of(slabs, at, cell);
        all_cells_of(slabs, min, min_cell);
        all_cells_of(slabs, max, max_cell);
        for (int k = 0; k < slabs->count; k++) {
            Cells *c = &cells[k];
            c->inside[cell[k]]++;
            c->back[min_cell[k]]++;
            c->back[cell[k]]--;
            c->front[cell[k]]++;
            c->front[max_cell[k]]--;
        }
    }
}

static void take_best_position(const Slabs *slabs, int k, const Cells *c, int32_t count, Plane *best)
{
    int32_t before = 0, behind = 0, ahead = 0;
    for (int cell = 0; cell < CELLS - 1; cell++) {
        before += c->inside[cell];
        behind += c->back[cell];
        ahead += c->front[cell];
        if (c->inside[cell] == 0)
            continue;
        const double cost[2] = {cut_cost((CutSizes){before, count - before - behind, behind}),
                                cut_cost((CutSizes){before - ahead, count - before, ahead})};
        for (int side = 0; side < 2; side++)
            if (cost[side] < best->cost)
                *best = (Plane){cost[side], slabs->low[k], slabs->scale[k], slabs->direction[k], cell, side == 1};
    }
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
        s->side[v] = cell_of(plane->low, plane->scale, along(&s->place[v], plane->direction)) <= plane->cell ? CUT_FRONT : CUT_BACK;
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
    Slabs     slabs;
    Cells     cells[CLOSER] = {0};
    make_slabs(&all, direction, closer, &slabs);
    count_cells(&set, &slabs, cells);
    for (int i = 0; i < closer; i++)
        take_best_position(&slabs, i, &cells[i], count, &best);
    return best.cost < INFINITY ? cut_by(&set, &best) : halve(&set);
}
