#include "linsys/private/symmetric_rows.h"

#include <string.h>

Status symmetric_rows_values(SymmetricRows *rows, Arena *arena)
{
    const int32_t entries = rows->start[rows->n];
    return rows->block == 1 ? ARENA_NEW(arena, entries, &rows->number) : ARENA_NEW(arena, entries, &rows->column_of);
}

// The blocks of block column j below the diagonal: entries of its first column after the first `block`.
static int32_t below(const Csc *a, int32_t block, int32_t j, int32_t *count)
{
    const int32_t from = a->column_start[j * block] + block;
    *count = (a->column_start[j * block + 1] - from) / block;
    return from;
}

// While filling, start[i + 1] moves from the start of row i to its end.
static void lay_out(const Csc *a, SymmetricRows *s)
{
    int32_t *end = s->start + 1, count, at = 0;
    memset(s->start, 0, ((size_t)s->n + 1) * sizeof *s->start);
    for (int32_t j = 0; j < s->n; j++) {
        const int32_t from = below(a, s->block, j, &count);
        end[j] += count + 1;
        for (int32_t k = 0; k < count; k++)
            end[a->row[from + k * s->block] / s->block]++;
    }
    for (int32_t i = 0; i < s->n; i++) {
        const int32_t length = end[i];
        end[i] = at;
        at += length;
    }
}

// Places columns in ascending order, so that the columns of each row ascend.
static void place(const Csc *a, SymmetricRows *s)
{
    int32_t *end = s->start + 1, count;
    lay_out(a, s);
    for (int32_t j = 0; j < s->n; j++) {
        const int32_t from = below(a, s->block, j, &count);
        s->diagonal[j] = end[j];
        s->column[end[j]++] = j;
        for (int32_t k = 0; k < count; k++) {
            const int32_t i = a->row[from + k * s->block] / s->block;
            s->column[end[i]++] = j;
            s->column[end[j]++] = i;
        }
    }
}

Status symmetric_rows_init(const Csc *a, int block, const char *name, Arena *arena, SymmetricRows *out)
{
    *out = (SymmetricRows){.n = a->n / block, .block = block};
    ASSERT(a->n % block == 0);
    const int64_t entries = (2 * (int64_t)a->column_start[a->n] - a->n) / (block * block);
    if (entries > INT32_MAX)
        return status_make(STATUS_UNSUPPORTED,
                           "%s: both triangles of a matrix of order %d have too many entries for 32-bit indices; take a smaller "
                           "scene, or a direct system without refinement",
                           name, a->n);
    TRY(ARENA_NEW(arena, out->n + 1, &out->start));
    TRY(ARENA_NEW(arena, entries, &out->column));
    TRY(ARENA_NEW(arena, out->n, &out->diagonal));
    place(a, out);
    return symmetric_rows_values(out, arena);
}

static void fill_numbers(const Csc *a, SymmetricRows *s)
{
    int32_t *end = s->start + 1;
    lay_out(a, s);
    for (int32_t j = 0; j < s->n; j++)
        for (int32_t k = a->column_start[j]; k < a->column_start[j + 1]; k++) {
            const int32_t i = a->row[k];
            s->number[end[i]++] = a->value[k];
            if (i != j)
                s->number[end[j]++] = a->value[k];
        }
}

// Column c of a matrix has its diagonal entry first, the rows of its diagonal block below it next.
static void fill_blocks(const Csc *a, SymmetricRows *s)
{
    int32_t *end = s->start + 1, count;
    lay_out(a, s);
    for (int32_t j = 0; j < s->n; j++) {
        const int32_t from = below(a, 3, j, &count), own = end[j]++;
        for (int32_t c = 0; c < 3; c++) {
            const double *value = a->value + a->column_start[3 * j + c];
            for (int32_t r = c; r < 3; r++)
                s->column_of[own][c][r] = s->column_of[own][r][c] = value[r - c];
        }
        for (int32_t k = 0; k < count; k++) {
            const int32_t i = a->row[from + 3 * k] / 3, there = end[i]++, here = end[j]++;
            for (int32_t c = 0; c < 3; c++)
                for (int32_t r = 0; r < 3; r++)
                    s->column_of[there][c][r] = s->column_of[here][r][c] = a->value[a->column_start[3 * j + c] + (3 - c) + 3 * k + r];
        }
    }
}

void symmetric_rows_fill(const Csc *matrix, SymmetricRows *rows)
{
    if (rows->block == 1)
        fill_numbers(matrix, rows);
    else
        fill_blocks(matrix, rows);
}
