#include "linsys/private/interpolation.h"

#include <omp.h>
#include <string.h>

#include "base/sorted.h"

// While filling, back_start[c + 1] moves from the start of row c to its end.
static void transpose(Interpolation *p)
{
    int32_t *end = p->back_start + 1, at = 0;
    for (int32_t m = 0; m < p->start[p->rows]; m++)
        end[p->column[m]]++;
    for (int32_t c = 0; c < p->columns; c++) {
        const int32_t length = end[c];
        end[c] = at;
        at += length;
    }
    for (int32_t i = 0; i < p->rows; i++)
        for (int32_t m = p->start[i]; m < p->start[i + 1]; m++) {
            p->back[m] = end[p->column[m]]++;
            p->back_row[p->back[m]] = i;
        }
}

// Counts the columns of row c of the product, and writes them to `columns` (may be NULL). seen[J] is `mark` once J was found.
static int32_t meet(const Interpolation *p, const SymmetricRows *fine, int32_t c, int32_t mark, int32_t *seen, int32_t *columns)
{
    int32_t count = 0;
    for (int32_t b = p->back_start[c]; b < p->back_start[c + 1]; b++)
        for (int32_t k = fine->start[p->back_row[b]]; k < fine->start[p->back_row[b] + 1]; k++)
            for (int32_t m = p->start[fine->column[k]]; m < p->start[fine->column[k] + 1]; m++) {
                const int32_t j = p->column[m];
                if (seen[j] == mark)
                    continue;
                seen[j] = mark;
                if (columns)
                    columns[count] = j;
                count++;
            }
    return count;
}

static int32_t *own_place(const Interpolation *p)
{
    return p->place + (size_t)omp_get_thread_num() * (size_t)p->columns;
}

// start[c + 1]: the number of columns of row c.
static void count_columns(const Interpolation *p, const SymmetricRows *fine, int threads, SymmetricRows *coarse)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t c = 0; c < p->columns; c++)
        coarse->start[c + 1] = meet(p, fine, c, c + 1, own_place(p), NULL);
}

static void list_columns(const Interpolation *p, const SymmetricRows *fine, int threads, SymmetricRows *coarse)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t c = 0; c < p->columns; c++) {
        int32_t *columns = coarse->column + coarse->start[c];
        sort_int32(columns, meet(p, fine, c, -c - 1, own_place(p), columns));
        for (int32_t k = coarse->start[c]; k < coarse->start[c + 1]; k++)
            if (coarse->column[k] == c)
                coarse->diagonal[c] = k;
    }
}

Status interpolation_init(const SymmetricRows *fine, int threads, Arena *arena, Interpolation *p, SymmetricRows *coarse)
{
    const int32_t entries = p->start[p->rows];
    int64_t       total = 0;
    *coarse = (SymmetricRows){.n = p->columns, .block = fine->block};
    TRY(ARENA_NEW(arena, entries, &p->weight));
    TRY(ARENA_NEW(arena, p->columns + 1, &p->back_start));
    TRY(ARENA_NEW(arena, entries, &p->back_row));
    TRY(ARENA_NEW(arena, entries, &p->back_weight));
    TRY(ARENA_NEW(arena, entries, &p->back));
    TRY(ARENA_NEW(arena, (size_t)threads * (size_t)p->columns, &p->place));
    TRY(ARENA_NEW(arena, p->columns + 1, &coarse->start));
    TRY(ARENA_NEW(arena, p->columns, &coarse->diagonal));
    transpose(p);
    count_columns(p, fine, threads, coarse);
    for (int32_t c = 0; c < p->columns; c++) {
        total += coarse->start[c + 1];
        if (total > INT32_MAX)
            return status_make(STATUS_UNSUPPORTED,
                               "pcg with preconditioner=amg: a coarser matrix of %d rows has too many entries for 32-bit indices; take "
                               "another preconditioner, or a smaller scene",
                               p->columns);
        coarse->start[c + 1] = (int32_t)total;
    }
    TRY(ARENA_NEW(arena, total, &coarse->column));
    list_columns(p, fine, threads, coarse);
    return symmetric_rows_values(coarse, arena);
}

// ---- product ----

static void clear_row(SymmetricRows *rows, int32_t i)
{
    const size_t count = (size_t)(rows->start[i + 1] - rows->start[i]);
    if (rows->block == 1)
        memset(rows->number + rows->start[i], 0, count * sizeof *rows->number);
    else
        memset(rows->column_of + rows->start[i], 0, count * sizeof *rows->column_of);
}

// Adds weight × entry k of the finer matrix, times row column[k] of P. place: the entry of each column in the coarse row.
static void add_entry(const Interpolation *p, const SymmetricRows *fine, int32_t k, double weight, const int32_t *place,
                      SymmetricRows *coarse)
{
    const int32_t from = p->start[fine->column[k]], to = p->start[fine->column[k] + 1];
    if (fine->block == 1) {
        const double value = weight * fine->number[k];
        for (int32_t m = from; m < to; m++)
            coarse->number[place[p->column[m]]] += value * (double)p->weight[m];
        return;
    }
    const Quad *a = fine->column_of[k];
    const Quad  column[3] = {weight * a[0], weight * a[1], weight * a[2]};
    for (int32_t m = from; m < to; m++) {
        Quad *sum = coarse->column_of[place[p->column[m]]];
        for (int c = 0; c < 3; c++)
            sum[c] += (double)p->weight[m] * column[c];
    }
}

void interpolation_product(const Interpolation *p, const SymmetricRows *fine, SymmetricRows *coarse)
{
    int32_t *place = own_place(p);
#pragma omp for schedule(static)
    for (int32_t m = 0; m < p->start[p->rows]; m++)
        p->back_weight[p->back[m]] = p->weight[m];
#pragma omp for schedule(static)
    for (int32_t c = 0; c < p->columns; c++) {
        clear_row(coarse, c);
        for (int32_t k = coarse->start[c]; k < coarse->start[c + 1]; k++)
            place[coarse->column[k]] = k;
        for (int32_t b = p->back_start[c]; b < p->back_start[c + 1]; b++)
            for (int32_t k = fine->start[p->back_row[b]]; k < fine->start[p->back_row[b] + 1]; k++)
                add_entry(p, fine, k, (double)p->back_weight[b], place, coarse);
    }
}
