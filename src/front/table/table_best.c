// Finds the best value of a row, if its processes separate it from all others.
#include "table/table.h"

#include <math.h>

static const double OUTSIDE = 0.025; // share outside a 95 % interval, at each end

// For exact values: the quartiles, or the range of few samples.
static bool is_exactly_below(const Estimate *a, const Estimate *b)
{
    return (isnan(a->high) ? a->max : a->high) < (isnan(b->low) ? b->min : b->low);
}

// True if the centre of a is significantly below that of b. For values without a ratio: true if the intervals do not overlap.
static bool is_below(const TableCell *a, const TableCell *b)
{
    Ratio ratio;
    if (!a->estimate.measured)
        return is_exactly_below(&a->estimate, &b->estimate);
    ratio_init(a->samples, b->samples, &ratio);
    return ratio.known ? ratio_below(&ratio, 1) > 1 - OUTSIDE : a->estimate.high < b->estimate.low;
}

// cells[0], cells[stride], …: the cells of a row for one value.
static void mark(TableBest best, TableCell *cells, int count, int stride)
{
    TableCell *first = NULL;
    int        count_there = 0;
    bool       apart = true;
    for (int i = 0; i < count; i++) {
        TableCell *cell = &cells[i * stride];
        if (cell->estimate.count == 0)
            continue;
        if (!cell->samples)
            return;
        const bool better =
            first && (best == BEST_MIN ? cell->estimate.median < first->estimate.median : cell->estimate.median > first->estimate.median);
        first = !first || better ? cell : first;
        count_there++;
    }
    for (int i = 0; i < count && first && apart; i++) {
        const TableCell *cell = &cells[i * stride];
        if (cell == first || cell->estimate.count == 0)
            continue;
        apart = best == BEST_MIN ? is_below(first, cell) : is_below(cell, first);
    }
    if (first)
        first->best = apart && count_there > 1;
}

void table_mark_best(const TableSpec *spec, Table *t)
{
    const int values = spec->value_count;
    for (int r = 0; r < t->row_count && spec->best != BEST_NONE; r++)
        for (int v = 0; v < values; v++)
            mark(spec->best, &t->cells[r * t->column_count + t->key_count + v], (t->column_count - t->key_count) / values, values);
}
