// Which value of a row is the best, and whether the processes tell it from all others.
#include "table/table.h"

#include <math.h>

static const double OUTSIDE = 0.025; // of an interval of 95 %, at each end

// Of what is exact: the quartiles, or all samples where they are few.
static bool is_exactly_below(const Estimate *a, const Estimate *b)
{
    return (isnan(a->high) ? a->most : a->high) < (isnan(b->low) ? b->least : b->low);
}

// Whether the centre of a is below that of b beyond what their processes leave open: with values that have no ratio, whether the intervals
// are apart.
static bool is_below(const TableCell *a, const TableCell *b)
{
    Ratio ratio;
    if (!a->estimate.measured)
        return is_exactly_below(&a->estimate, &b->estimate);
    ratio_init(a->samples, b->samples, &ratio);
    return ratio.known ? ratio_below(&ratio, 1) > 1 - OUTSIDE : a->estimate.high < b->estimate.low;
}

// cells[0], cells[stride], …: those of a row for one value.
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
            first && (best == BEST_LEAST ? cell->estimate.median < first->estimate.median : cell->estimate.median > first->estimate.median);
        first = !first || better ? cell : first;
        count_there++;
    }
    for (int i = 0; i < count && first && apart; i++) {
        const TableCell *cell = &cells[i * stride];
        if (cell == first || cell->estimate.count == 0)
            continue;
        apart = best == BEST_LEAST ? is_below(first, cell) : is_below(cell, first);
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
