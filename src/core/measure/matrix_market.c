#include "measure/matrix_market.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"

static Status begin(const char *path, const char *banner, const char *comment, FileDraft *draft)
{
    TRY(file_begin(path, draft));
    fprintf(draft->stream, "%%%%MatrixMarket matrix %s\n", banner);
    for (const char *line = comment; *line;) {
        const int length = (int)strcspn(line, "\n");
        fprintf(draft->stream, "%% %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    return status_ok();
}

Status matrix_market_symmetric(const char *path, const char *comment, const Csc *m)
{
    FileDraft draft;
    TRY(begin(path, "coordinate real symmetric", comment, &draft));
    fprintf(draft.stream, "%d %d %d\n", m->n, m->n, m->column_start[m->n]);
    for (int32_t column = 0; column < m->n; column++)
        for (int32_t k = m->column_start[column]; k < m->column_start[column + 1]; k++)
            fprintf(draft.stream, "%d %d %.17g\n", m->row[k] + 1, column + 1, m->value[k]);
    return file_commit(&draft); // the stream keeps the error of every failed write above
}

// The rows of a pin are those of the identity, so directions omit them.
static void write_direction(FILE *stream, const Model *model, const GroupDirection *direction, int32_t column)
{
    for (int32_t i = 0; i < direction->count; i++) {
        const double4 d = direction->value[i];
        const int32_t row = 3 * direction->particles[i] + 1;
        if (model->inverse_mass[direction->particles[i]] > 0)
            fprintf(stream, "%d %d %.17g\n%d %d %.17g\n%d %d %.17g\n", row, column, d.x, row + 1, column, d.y, row + 2, column, d.z);
    }
}

Status matrix_market_directions(const char *path, const char *comment, const Model *model, const GroupDirection *direction, int32_t count)
{
    FileDraft draft;
    int64_t   entries = 0;
    for (int32_t r = 0; r < count; r++)
        for (int32_t i = 0; i < direction[r].count; i++)
            entries += model->inverse_mass[direction[r].particles[i]] > 0 ? 3 : 0;
    TRY(begin(path, "coordinate real general", comment, &draft));
    fprintf(draft.stream, "%d %d %lld\n", 3 * model->particle_count, count, (long long)entries);
    for (int32_t r = 0; r < count; r++)
        write_direction(draft.stream, model, &direction[r], r + 1);
    return file_commit(&draft);
}

Status matrix_market_dense(const char *path, const char *comment, int32_t rows, int32_t columns, const double *values)
{
    FileDraft    draft;
    const size_t count = (size_t)rows * (size_t)columns;
    TRY(begin(path, "array real general", comment, &draft));
    fprintf(draft.stream, "%d %d\n", rows, columns);
    for (size_t i = 0; i < count; i++)
        fprintf(draft.stream, "%.17g\n", values[i]);
    return file_commit(&draft);
}

Status matrix_market_threefold(const Csc *matrix, Arena *arena, Csc *out)
{
    const int32_t n = matrix->n;
    const int64_t entries = 3 * (int64_t)matrix->column_start[n];
    *out = (Csc){0};
    if (entries > INT32_MAX || 3 * (int64_t)n >= INT32_MAX)
        return status_make(STATUS_LIMIT,
                           "the matrix over 3n unknowns (n: %d) has too many entries for 32-bit indices; take a smaller scene", n);
    out->n = 3 * n;
    TRY(ARENA_NEW(arena, 3 * (size_t)n + 1, &out->column_start));
    TRY(ARENA_NEW(arena, entries, &out->row));
    TRY(ARENA_NEW(arena, entries, &out->value));
    int32_t at = 0;
    for (int32_t column = 0; column < 3 * n; column++) {
        for (int32_t k = matrix->column_start[column / 3]; k < matrix->column_start[column / 3 + 1]; k++, at++) {
            out->row[at] = 3 * matrix->row[k] + column % 3;
            out->value[at] = matrix->value[k];
        }
        out->column_start[column + 1] = at;
    }
    return status_ok();
}
