#include "linsys/private/nested_dissection.h"

#include <string.h>

#include "linsys/private/graph_places.h"

// LEAF: sets that are not cut any further. ALONE: sets that are not worth a task of their own. SLICES: between the ends of a set.
enum { LEAF = 8, ALONE = 2000, SLICES = 256, SLICES_FEW = 32, FEW = 1024 };

// Where a vertex lies in the cut that is being made. Neighbours of a set's vertices lie in it or in a separator made before.
enum { SEPARATED, FRONT, BACK, TOUCHING }; // TOUCHING: at the back, with a neighbour in front

typedef struct Dissection {
    const Csc *matrix;
    int        block;
    float (*place)[3];
    uint8_t *mark;
    int32_t *order, *spare; // [vertices]; a set is a range of `order`, its vertices ascending
} Dissection;

// A set cut in three: order[begin … front), … back), … end).
typedef struct Cut {
    int32_t front, back;
} Cut;

static int longest_side(const Dissection *d, int32_t begin, int32_t end, float *low, float *length)
{
    float least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int32_t i = begin; i < end; i++) {
        const float *x = d->place[d->order[i]];
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

// Marks the set FRONT and BACK: the front is as much as possible of one half at most, in whole slices. Where all lies at one point the
// first half is the front.
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
        d->spare[i] = slice_of(d->place[d->order[i]][axis], low, scale, slices);
        count[d->spare[i]]++;
    }
    int     first_back = 1;
    int32_t before = count[0];
    while (first_back < slices - 1 && (before == 0 || before + count[first_back] <= (end - begin) / 2))
        before += count[first_back++];
    for (int32_t i = begin; i < end; i++)
        d->mark[d->order[i]] = d->spare[i] < first_back ? FRONT : BACK;
}

static void touch(uint8_t *a, uint8_t *b)
{
    if (*a == FRONT && *b == BACK)
        *b = TOUCHING;
    else if (*b == FRONT && *a == BACK)
        *a = TOUCHING;
}

// An entry of the lower triangle stands for both directions.
static void mark_separator(const Dissection *d, int32_t begin, int32_t end)
{
    const Csc *a = d->matrix;
    for (int32_t i = begin; i < end; i++) {
        const int32_t v = d->order[i], column = v * d->block;
        for (int32_t k = a->column_start[column] + 1; k < a->column_start[column + 1]; k++)
            touch(&d->mark[v], &d->mark[a->row[k] / d->block]);
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
        d->spare[at[d->mark[v]]++] = v;
        if (d->mark[v] == TOUCHING)
            d->mark[v] = SEPARATED;
    }
    memcpy(d->order + begin, d->spare + begin, (size_t)(end - begin) * sizeof *d->order);
    return (Cut){begin + count[FRONT], begin + count[FRONT] + count[BACK]};
}

static void dissect(const Dissection *d, int32_t begin, int32_t end)
{
    while (end - begin > LEAF) {
        const Cut made = cut(d, begin, end);
        if (made.front - begin > ALONE) {
#pragma omp task
            dissect(d, begin, made.front);
        } else {
            dissect(d, begin, made.front);
        }
        begin = made.front;
        end = made.back;
    }
}

// ---- scratch ----

static size_t rounded(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

size_t nested_dissection_scratch(const Csc *matrix, int block, bool placed)
{
    const size_t n = (size_t)(matrix->n / block);
    const size_t own = rounded(n * sizeof(float[3])) + rounded(n) + 2 * rounded(n * sizeof(int32_t));
    return own + (placed ? 0 : graph_places_scratch(matrix, block));
}

void nested_dissection(const Csc *matrix, int block, const real4 *place, int threads, void *scratch, int32_t *order)
{
    const int32_t n = matrix->n / block;
    char         *room = scratch;
    Dissection    d = {.matrix = matrix, .block = block};
    d.place = (float(*)[3])(void *)room;
    room += rounded((size_t)n * sizeof *d.place);
    d.mark = (uint8_t *)room;
    room += rounded((size_t)n);
    d.order = (int32_t *)(void *)room;
    room += rounded((size_t)n * sizeof *d.order);
    d.spare = (int32_t *)(void *)room;
    room += rounded((size_t)n * sizeof *d.order);
    if (!place)
        graph_places(matrix, block, room, d.place);
    for (int32_t v = 0; v < n; v++) {
        d.order[v] = v;
        if (place)
            memcpy(d.place[v], (float[3]){(float)place[v].x, (float)place[v].y, (float)place[v].z}, sizeof d.place[v]);
    }
#pragma omp parallel num_threads(threads)
#pragma omp          single
    dissect(&d, 0, n);
    for (int32_t v = 0; v < n; v++)
        for (int k = 0; k < block; k++)
            order[v * block + k] = d.order[v] * block + k;
}
