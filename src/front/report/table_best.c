// Which value of a row is the best, and whether the processes tell it from all others.
#include "report/private/table.h"

#include <math.h>
#include <string.h>

static const double OUTSIDE = 0.025; // of an interval of 95 %, at each end

// Of what is exact: the quartiles, or all samples where they are few.
static bool is_exactly_below(const Estimate *a, const Estimate *b)
{
    return (isnan(a->high) ? a->most : a->high) < (isnan(b->low) ? b->least : b->low);
}

// The confidence that the centre of b over that of a is at most 1, which pairs of the same rounds say best. scratch: [count of both
// together].
static double confidence_not_below(const TableCell *a, const TableCell *b, double *scratch)
{
    const TableCell *cells[2] = {a, b};
    const int        count = a->estimate.count;
    Centre           ratio, centres[2];
    if (count == b->estimate.count &&
        rounds_pair(b->samples->ordered, b->samples->rounds, a->samples->ordered, a->samples->rounds, count, scratch)) {
        centre_init(scratch, count, &ratio);
        for (int s = 0; s < 2; s++)
            centre_round(&ratio, centre_value(&ratio) * cells[s]->samples->rounding / cells[s]->estimate.median);
        return centre_below(&ratio, 1);
    }
    for (int s = 0; s < 2; s++) {
        double *values = scratch + s * count;
        memcpy(values, cells[s]->samples->ordered, (size_t)cells[s]->estimate.count * sizeof *values);
        centre_init(values, cells[s]->estimate.count, &centres[s]);
        centre_round(&centres[s], cells[s]->samples->rounding);
    }
    return centres[0].positive && centres[1].positive ? centre_ratio_below(&centres[0], &centres[1], 1)
           : a->estimate.high < b->estimate.low       ? 0
                                                      : 1;
}

// Whether the centre of a is below that of b beyond what their processes leave open.
static Status is_below(Dataset *d, const TableCell *a, const TableCell *b, bool *out)
{
    double *scratch = NULL;
    *out = is_exactly_below(&a->estimate, &b->estimate);
    if (!a->estimate.measured)
        return status_ok();
    TRY(ARENA_NEW(&d->arena, a->estimate.count + b->estimate.count, &scratch));
    *out = confidence_not_below(a, b, scratch) < OUTSIDE; // not with one process, whose confidence is NaN
    return status_ok();
}

// cells[0], cells[stride], …: those of a row for one value.
static Status mark(Dataset *d, TableBest best, TableCell *cells, int count, int stride)
{
    TableCell *first = NULL;
    int        count_there = 0;
    bool       apart = true;
    for (int i = 0; i < count; i++) {
        TableCell *cell = &cells[i * stride];
        if (cell->estimate.count == 0)
            continue;
        if (!cell->samples)
            return status_ok();
        const bool better =
            first && (best == BEST_LEAST ? cell->estimate.median < first->estimate.median : cell->estimate.median > first->estimate.median);
        first = !first || better ? cell : first;
        count_there++;
    }
    for (int i = 0; i < count && first && apart; i++) {
        const TableCell *cell = &cells[i * stride];
        if (cell == first || cell->estimate.count == 0)
            continue;
        TRY(best == BEST_LEAST ? is_below(d, first, cell, &apart) : is_below(d, cell, first, &apart));
    }
    if (first)
        first->best = apart && count_there > 1;
    return status_ok();
}

Status table_mark_best(Dataset *d, const TableSpec *spec, Table *t)
{
    const int values = spec->value_count;
    for (int r = 0; r < t->row_count && spec->best != BEST_NONE; r++)
        for (int v = 0; v < values; v++)
            TRY(mark(d, spec->best, &t->cells[r * t->column_count + t->key_count + v], (t->column_count - t->key_count) / values, values));
    return status_ok();
}
