#include "assembly/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"

// Upper bound of the rows of column c: one per vertex of each constraint at its particle, the couplings of groups, and the diagonal.
static int64_t room_of(const VertexConstraints *at, int32_t c, int vertices_max)
{
    return (int64_t)at->start[c] * (vertices_max - 1) + (at->coupled ? at->coupled_start[c] : 0) + c;
}

// Writes the rows of column c: the diagonal, then the later particles that share a constraint with particle c. Returns their number.
static int32_t list_rows(const Model *model, const VertexConstraints *at, int32_t c, int32_t *rows)
{
    int32_t count = 0;
    int     kind = 0;
    rows[count++] = c;
    for (int32_t k = at->start[c]; k < at->start[c + 1]; k++) {
        kind = vertex_constraints_kind(at, kind, at->constraint[k]);
        const int      v = model->sets[kind].ops->vertices;
        const int32_t *vertex = model->sets[kind].vertices + (size_t)(at->constraint[k] - at->offset[kind]) * (size_t)v;
        for (int j = 0; j < v; j++)
            if (vertex[j] > c)
                rows[count++] = vertex[j];
    }
    for (int32_t k = at->coupled ? at->coupled_start[c] : 0; at->coupled && k < at->coupled_start[c + 1]; k++)
        rows[count++] = at->coupled[k];
    sort_int32(rows, count);
    int32_t kept = 1;
    for (int32_t k = 1; k < count; k++)
        if (rows[k] != rows[kept - 1])
            rows[kept++] = rows[k];
    return kept;
}

static int most_vertices(const Model *model)
{
    int max = 2; // room_of assumes at least one other vertex
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++)
        if (model->sets[kind].count && model->sets[kind].ops->vertices > max)
            max = model->sets[kind].ops->vertices;
    return max;
}

static Status fill(const Model *model, const VertexConstraints *at, int threads, int32_t *rows, Arena *arena, Csc *out)
{
    const int     vertices_max = most_vertices(model);
    const int32_t n = out->n;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t c = 0; c < n; c++) // number of rows of each column
        out->column_start[c + 1] = list_rows(model, at, c, rows + room_of(at, c, vertices_max));
    int64_t entries = 0;
    for (int32_t c = 0; c < n; c++)
        entries += out->column_start[c + 1];
    if (entries > INT32_MAX)
        return status_make(STATUS_LIMIT,
                           "a matrix of %d particles has %lld entries, more than a 32-bit index can count; use a smaller scene", n,
                           (long long)entries);
    for (int32_t c = 0; c < n; c++)
        out->column_start[c + 1] += out->column_start[c];
    TRY(ARENA_NEW(arena, entries, &out->row));
    TRY(ARENA_NEW(arena, entries, &out->value));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t c = 0; c < n; c++)
        memcpy(out->row + out->column_start[c], rows + room_of(at, c, vertices_max),
               (size_t)(out->column_start[c + 1] - out->column_start[c]) * sizeof *rows);
    return status_ok();
}

Status pattern_init(const Model *model, const VertexConstraints *at, int threads, Arena *arena, Csc *out)
{
    const int32_t n = model->particle_count;
    *out = (Csc){.n = n};
    TRY(ARENA_NEW(arena, n + 1, &out->column_start));
    int32_t *rows = malloc(((size_t)room_of(at, n, most_vertices(model)) + 1) * sizeof *rows);
    if (!rows)
        return status_make(STATUS_MEMORY, "out of memory while building the matrix pattern of %d particles", n);
    const Status status = fill(model, at, threads, rows, arena, out);
    free(rows);
    return status;
}

// The first entry of the column at or below the row, or the last one.
static int32_t search(const Csc *pattern, int32_t row, int32_t column)
{
    const int32_t first = pattern->column_start[column], last = pattern->column_start[column + 1] - 1;
    return first + sorted_below(pattern->row + first, sizeof *pattern->row, last - first, row);
}

int32_t pattern_find(const Csc *pattern, int32_t row, int32_t column)
{
    const int32_t index = search(pattern, row, column);
    ASSERT(pattern->row[index] == row);
    return index;
}

bool pattern_has(const Csc *pattern, int32_t row, int32_t column)
{
    return pattern->row[search(pattern, row, column)] == row;
}
