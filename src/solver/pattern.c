#include "solver/pattern.h"

#include <stdlib.h>

static int compare_int32(const void *a, const void *b)
{
    const int32_t p = *(const int32_t *)a, q = *(const int32_t *)b;
    return (p > q) - (p < q);
}

// Adds each pair of one set to its column; count only when rows is NULL. next[c]: where column c goes on.
static void add_pairs(const ConstraintSet *set, int32_t *next, int32_t *rows)
{
    const int v = set->ops->vertices;
    for (int32_t i = 0; i < set->count; i++)
        for (int a = 0; a < v; a++)
            for (int b = 0; b < v; b++) {
                const int32_t row = set->vertices[i * v + a], column = set->vertices[i * v + b];
                if (row > column) {
                    if (rows)
                        rows[next[column]] = row;
                    next[column]++;
                }
            }
}

// Sorts each column and drops rows that came twice. Returns the number of entries kept.
static int32_t sort_columns(int32_t n, int32_t *start, int32_t *rows)
{
    int32_t kept = 0, begin = 0;
    for (int32_t c = 0; c < n; c++) {
        const int32_t end = start[c + 1];
        qsort(rows + begin, (size_t)(end - begin), sizeof *rows, compare_int32);
        const int32_t first = kept;
        for (int32_t k = begin; k < end; k++)
            if (kept == first || rows[kept - 1] != rows[k])
                rows[kept++] = rows[k];
        begin = end;
        start[c + 1] = kept;
    }
    return kept;
}

Status pattern_make(const Model *model, Arena *arena, Csc *out)
{
    const int32_t n = model->particle_count;
    *out = (Csc){.n = n};
    TRY(ARENA_NEW(arena, n + 1, &out->column_start));
    int32_t *next = calloc((size_t)n + 1, sizeof *next);
    if (!next)
        return status_make(STATUS_MEMORY, "out of memory while the matrix pattern of %d particles was made", n);
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        add_pairs(&model->sets[kind], next, NULL);
    for (int32_t c = 0; c < n; c++) {
        out->column_start[c + 1] = out->column_start[c] + next[c] + 1; // one more for the diagonal
        next[c] = out->column_start[c];
    }
    const int32_t room = out->column_start[n];
    int32_t      *rows = malloc(((size_t)room + 1) * sizeof *rows);
    if (!rows) {
        free(next);
        return status_make(STATUS_MEMORY, "out of memory while the matrix pattern of %d particles was made", n);
    }
    for (int32_t c = 0; c < n; c++)
        rows[next[c]++] = c;
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        add_pairs(&model->sets[kind], next, rows);
    free(next);
    const int32_t kept = sort_columns(n, out->column_start, rows);
    Status        status = ARENA_NEW(arena, kept, &out->row);
    if (status.code == STATUS_OK)
        status = ARENA_NEW(arena, kept, &out->value);
    for (int32_t k = 0; status.code == STATUS_OK && k < kept; k++)
        out->row[k] = rows[k];
    free(rows);
    return status;
}

int32_t pattern_find(const Csc *pattern, int32_t row, int32_t column)
{
    int32_t low = pattern->column_start[column], high = pattern->column_start[column + 1] - 1;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (pattern->row[middle] < row)
            low = middle + 1;
        else
            high = middle;
    }
    ASSERT(pattern->row[low] == row);
    return low;
}
