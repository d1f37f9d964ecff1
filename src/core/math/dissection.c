#include "math/dissection.h"

#include <math.h>
#include <string.h>

// LEAF: the largest set that is not cut. TASK_LEAST: a larger set becomes a task of its own. SLICES: of a set, SLICES_FEW of one with fewer
// than FEW vertices.
enum { LEAF = 8, TASK_LEAST = 2000, SLICES = 256, SLICES_FEW = 32, FEW = 1024 };

// Where a vertex lies with respect to the current cut. The neighbours of a set's vertices lie in the set or in an earlier separator.
enum { SEPARATED, FRONT, BACK, TOUCHING }; // TOUCHING: at the back, with a neighbour in front

typedef struct Dissection {
    const DissectionGraph *graph;
    const float (*position)[3];
    int32_t *order, *scratch; // [vertices]; a set is a range of `order`, its vertices ascending
    uint8_t *mark;            // [vertices], all written by the first cut
} Dissection;

// A set cut in three: order[begin … front), … back), … end).
typedef struct Cut {
    int32_t front, back;
} Cut;

static int longest_side(const Dissection *d, int32_t begin, int32_t end, float *low, float *length)
{
    float least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = begin; i < end; i++) {
        const float *x = d->position[d->order[i]];
        for (int k = 0; k < 3; k++) {
            least[k] = x[k] < least[k] ? x[k] : least[k];
            most[k] = x[k] > most[k] ? x[k] : most[k];
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = most[k] - least[k] > most[axis] - least[axis] ? k : axis;
    *low = least[axis];
    *length = most[axis] - least[axis];
    return axis;
}

static int slice_of(float x, float low, float scale, int slices)
{
    const int slice = (int)((x - low) * scale);
    return slice < slices ? slice : slices - 1;
}

// Marks the set FRONT and BACK: the front is as many whole slices as hold at most half of the set, and at least the first that is not
// empty. Where all vertices lie at one point the first half is the front.
static void mark_halves(const Dissection *d, int32_t begin, int32_t end)
{
    const int slices = end - begin < FEW ? SLICES_FEW : SLICES;
    int32_t   count[SLICES];
    float     low = 0, length = 0;
    const int axis = longest_side(d, begin, end, &low, &length);
    if (!(length > 0) || !isfinite(length)) {
        for (int32_t i = begin; i < end; i++)
            d->mark[d->order[i]] = i - begin < (end - begin) / 2 ? FRONT : BACK;
        return;
    }
    const float scale = (float)slices / length;
    memset(count, 0, (size_t)slices * sizeof *count);
    for (int32_t i = begin; i < end; i++) {
        d->scratch[i] = slice_of(d->position[d->order[i]][axis], low, scale, slices);
        count[d->scratch[i]]++;
    }
    int     first_back = 1;
    int32_t before = count[0];
    while (first_back < slices - 1 && (before == 0 || before + count[first_back] <= (end - begin) / 2))
        before += count[first_back++];
    for (int32_t i = begin; i < end; i++)
        d->mark[d->order[i]] = d->scratch[i] < first_back ? FRONT : BACK;
}

static void touch(uint8_t *a, uint8_t *b)
{
    if (*a == FRONT && *b == BACK)
        *b = TOUCHING;
    else if (*b == FRONT && *a == BACK)
        *a = TOUCHING;
}

static void mark_separator(const Dissection *d, int32_t begin, int32_t end)
{
    const DissectionGraph *g = d->graph;
    for (int32_t i = begin; i < end; i++) {
        const int32_t v = d->order[i], row = v * g->block;
        for (int32_t k = g->start[row]; k < g->start[row + 1]; k++)
            touch(&d->mark[v], &d->mark[g->row[k] / g->block]);
    }
}

static Cut cut(const Dissection *d, int32_t begin, int32_t end)
{
    int32_t count[4] = {0}, at[4];
    mark_halves(d, begin, end);
    mark_separator(d, begin, end);
    for (int32_t i = begin; i < end; i++)
        count[d->mark[d->order[i]]]++;
    at[FRONT] = begin;
    at[BACK] = begin + count[FRONT];
    at[TOUCHING] = at[BACK] + count[BACK];
    for (int32_t i = begin; i < end; i++) {
        const int32_t v = d->order[i];
        d->scratch[at[d->mark[v]]++] = v;
        if (d->mark[v] == TOUCHING)
            d->mark[v] = SEPARATED;
    }
    memcpy(d->order + begin, d->scratch + begin, (size_t)(end - begin) * sizeof *d->order);
    return (Cut){begin + count[FRONT], begin + count[FRONT] + count[BACK]};
}

static void dissect(const Dissection *d, int32_t begin, int32_t end)
{
    while (end - begin > LEAF) {
        const Cut made = cut(d, begin, end);
        if (made.front - begin > TASK_LEAST) {
#pragma omp task
            dissect(d, begin, made.front);
        } else {
            dissect(d, begin, made.front);
        }
        begin = made.front;
        end = made.back;
    }
}

size_t dissection_scratch(int32_t vertex_count)
{
    return (size_t)vertex_count * (sizeof(int32_t) + sizeof(uint8_t));
}

void dissection_order(const DissectionGraph *graph, const float (*position)[3], int threads, void *scratch, int32_t *order)
{
    const int32_t    n = graph->vertex_count;
    const Dissection d = {
        .graph = graph, .position = position, .order = order, .scratch = scratch, .mark = (uint8_t *)((int32_t *)scratch + n)};
    for (int32_t v = 0; v < n; v++)
        order[v] = v;
#pragma omp parallel num_threads(threads)
#pragma omp          single
    dissect(&d, 0, n);
}
