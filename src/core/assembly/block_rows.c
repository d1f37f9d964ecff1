#include "assembly/block_rows.h"

// Blocks of each row, those of both triangles; start is shifted by one row.
static void count_blocks(const Csc *blocks, int32_t *start)
{
    for (int32_t column = 0; column < blocks->n; column++)
        for (int32_t k = blocks->column_start[column]; k < blocks->column_start[column + 1]; k++) {
            start[blocks->row[k] + 1]++;
            if (blocks->row[k] != column)
                start[column + 1]++;
        }
    for (int32_t i = 0; i < blocks->n; i++)
        start[i + 1] += start[i];
}

// Column after column of the lower triangle gives a row its columns in ascending order: first those before it, then, when its own column
// comes, the diagonal and those after it.
static void list_blocks(BlockRows *rows, int32_t *next)
{
    const Csc *blocks = &rows->hessian->blocks;
    for (int32_t i = 0; i < rows->n; i++)
        next[i] = rows->start[i];
    for (int32_t column = 0; column < rows->n; column++)
        for (int32_t k = blocks->column_start[column]; k < blocks->column_start[column + 1]; k++) {
            const int32_t row = blocks->row[k];
            rows->column[next[row]] = column;
            rows->source[next[row]++] = k;
            if (row == column)
                rows->diagonal[row] = next[row] - 1;
            else {
                rows->column[next[column]] = row;
                rows->source[next[column]++] = k;
            }
        }
}

Status block_rows_init(const Hessian *hessian, Arena *arena, BlockRows *out)
{
    int32_t *next;
    *out = (BlockRows){.hessian = hessian, .n = hessian->blocks.n};
    TRY(ARENA_NEW(arena, out->n + 1, &out->start));
    count_blocks(&hessian->blocks, out->start);
    TRY(ARENA_NEW(arena, out->start[out->n], &out->column));
    TRY(ARENA_NEW(arena, out->start[out->n], &out->source));
    TRY(ARENA_NEW(arena, out->start[out->n], &out->value));
    TRY(ARENA_NEW(arena, out->n, &out->diagonal));
    TRY(ARENA_NEW(arena, out->n, &next));
    list_blocks(out, next);
    return status_ok();
}

void block_rows_read(const BlockRows *rows, int32_t from, int32_t to)
{
    for (int32_t i = from; i < to; i++)
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
            const bool after = rows->column[k] > i; // stored as the block of that row and this column
            hessian_block(rows->hessian, after ? i : rows->column[k], rows->source[k], after, rows->value[k]);
        }
}

double4 block_rows_times(const BlockRows *rows, int32_t i, const double4 *x)
{
    double a = 0, b = 0, c = 0;
    for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
        const double *m = rows->value[k];
        const double4 v = x[rows->column[k]];
        a += m[0] * v.x + m[1] * v.y + m[2] * v.z;
        b += m[3] * v.x + m[4] * v.y + m[5] * v.z;
        c += m[6] * v.x + m[7] * v.y + m[8] * v.z;
    }
    return (double4){a, b, c, 0};
}
