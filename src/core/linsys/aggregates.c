#include "linsys/private/aggregates.h"

#include <string.h>

#include "base/sorted.h"

static void list_members(const SymmetricRows *fine, Aggregates *a)
{
    int32_t *end = a->start + 1, at = 0; // as in symmetric_rows.c
    for (int32_t i = 0; i < fine->n; i++)
        if (a->of[i] >= 0)
            end[a->of[i]]++;
    for (int32_t c = 0; c < a->count; c++) {
        const int32_t length = end[c];
        end[c] = at;
        at += length;
    }
    for (int32_t i = 0; i < fine->n; i++)
        if (a->of[i] >= 0)
            a->member[end[a->of[i]]++] = i;
}

// Counts the different aggregates J that the rows of aggregate I couple to, and writes them to `columns` (may be NULL). seen[J] is I + 1
// once J was found.
static int32_t meet(const SymmetricRows *fine, const Aggregates *a, int32_t aggregate, int32_t *seen, int32_t *columns)
{
    int32_t count = 0;
    for (int32_t m = a->start[aggregate]; m < a->start[aggregate + 1]; m++)
        for (int32_t k = fine->start[a->member[m]]; k < fine->start[a->member[m] + 1]; k++) {
            const int32_t j = a->of[fine->column[k]];
            if (j < 0 || seen[j] == aggregate + 1)
                continue;
            seen[j] = aggregate + 1;
            if (columns)
                columns[count] = j;
            count++;
        }
    return count;
}

// place: the entry of each column in the coarse row.
static void aim(const SymmetricRows *fine, Aggregates *a, int32_t aggregate, const SymmetricRows *coarse, int32_t *place)
{
    for (int32_t k = coarse->start[aggregate]; k < coarse->start[aggregate + 1]; k++)
        place[coarse->column[k]] = k;
    coarse->diagonal[aggregate] = place[aggregate];
    for (int32_t m = a->start[aggregate]; m < a->start[aggregate + 1]; m++)
        for (int32_t k = fine->start[a->member[m]]; k < fine->start[a->member[m] + 1]; k++)
            a->target[k] = a->of[fine->column[k]] < 0 ? -1 : place[a->of[fine->column[k]]];
}

Status aggregates_init(const SymmetricRows *fine, Arena *arena, Aggregates *a, SymmetricRows *coarse)
{
    int32_t *seen;
    *coarse = (SymmetricRows){.n = a->count, .block = fine->block};
    TRY(ARENA_NEW(arena, a->count + 1, &a->start));
    TRY(ARENA_NEW(arena, fine->n, &a->member));
    TRY(ARENA_NEW(arena, fine->start[fine->n], &a->target));
    TRY(ARENA_NEW(arena, a->count, &seen));
    TRY(ARENA_NEW(arena, a->count + 1, &coarse->start));
    TRY(ARENA_NEW(arena, a->count, &coarse->diagonal));
    list_members(fine, a);
    for (int32_t c = 0; c < a->count; c++)
        coarse->start[c + 1] = coarse->start[c] + meet(fine, a, c, seen, NULL);
    TRY(ARENA_NEW(arena, coarse->start[a->count], &coarse->column));
    memset(seen, 0, (size_t)a->count * sizeof *seen);
    for (int32_t c = 0; c < a->count; c++)
        sort_int32(coarse->column + coarse->start[c], meet(fine, a, c, seen, coarse->column + coarse->start[c]));
    for (int32_t c = 0; c < a->count; c++)
        aim(fine, a, c, coarse, seen);
    return symmetric_rows_values(coarse, arena);
}

static void add_entry(const SymmetricRows *fine, int32_t from, SymmetricRows *coarse, int32_t to)
{
    if (fine->block == 1) {
        coarse->number[to] += fine->number[from];
        return;
    }
    for (int c = 0; c < 3; c++)
        coarse->column_of[to][c] += fine->column_of[from][c];
}

static void clear_row(SymmetricRows *rows, int32_t i)
{
    const size_t count = (size_t)(rows->start[i + 1] - rows->start[i]);
    if (rows->block == 1)
        memset(rows->number + rows->start[i], 0, count * sizeof *rows->number);
    else
        memset(rows->column_of + rows->start[i], 0, count * sizeof *rows->column_of);
}

void aggregates_fill(const Aggregates *a, const SymmetricRows *fine, SymmetricRows *coarse)
{
#pragma omp for schedule(static)
    for (int32_t c = 0; c < a->count; c++) {
        clear_row(coarse, c);
        for (int32_t m = a->start[c]; m < a->start[c + 1]; m++)
            for (int32_t k = fine->start[a->member[m]]; k < fine->start[a->member[m] + 1]; k++)
                if (a->target[k] >= 0)
                    add_entry(fine, k, coarse, a->target[k]);
    }
}

void aggregates_restrict(const Aggregates *a, const Quad *fine, Quad *coarse)
{
#pragma omp for schedule(static)
    for (int32_t c = 0; c < a->count; c++) {
        Quad sum = {0, 0, 0, 0};
        for (int32_t m = a->start[c]; m < a->start[c + 1]; m++)
            sum += fine[a->member[m]];
        coarse[c] = sum;
    }
}

void aggregates_prolong(const Aggregates *a, int32_t rows, const Quad *coarse, Quad *fine)
{
#pragma omp for schedule(static)
    for (int32_t i = 0; i < rows; i++)
        if (a->of[i] >= 0)
            fine[i] += coarse[a->of[i]];
}
