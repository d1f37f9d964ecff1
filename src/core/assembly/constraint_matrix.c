#include "assembly/constraint_matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "step/team.h"

static Status check_terms(const ConstraintRows *rows, const char *solver)
{
    double terms = rows->count;
    for (int32_t p = 0; p < rows->model->particle_count; p++) {
        const double degree = rows->incidence.start[p + 1] - rows->incidence.start[p];
        terms += rows->model->inverse_mass[p] > 0 ? degree * (degree + 1) / 2 : 0;
    }
    if (terms < INT32_MAX)
        return status_ok();
    return status_make(
        STATUS_LIMIT,
        "solver %s: %.3g pairs of constraints share a particle, more than a 32-bit index can count; use a scene in which fewer "
        "constraints meet at one particle",
        solver, terms);
}

// The terms of each column, first by their row: for each free vertex of the constraint, the constraints at that particle from this one on.
// The slots of a particle ascend by row, so those are the rows of the lower triangle, and the first is the column itself.
static int32_t list_terms(const ConstraintRows *rows, ConstraintMatrix *m, bool fill)
{
    const int32_t slots = rows->incidence.offset[CONSTRAINT_KINDS];
    int32_t       terms = 0;
    for (int32_t slot = 0; slot < slots; slot++) {
        const int32_t p = rows->particle[slot];
        for (int32_t k = m->at[slot]; rows->model->inverse_mass[p] > 0 && k < rows->incidence.start[p + 1]; k++, terms++)
            if (fill)
                m->index[terms] = rows->owner[rows->incidence.slot[k]];
        m->term[rows->owner[slot] + 1] = terms;
    }
    return terms;
}

// Column starts, from the number of distinct rows in each column. seen[row]: the last column that contains the row.
static void count_entries(const ConstraintRows *rows, ConstraintMatrix *m, int32_t *seen)
{
    memset(seen, -1, (size_t)rows->count * sizeof *seen);
    for (int32_t column = 0; column < rows->count; column++) {
        int32_t entries = 1; // the diagonal
        seen[column] = column;
        for (int32_t t = m->term[column]; t < m->term[column + 1]; t++) {
            entries += seen[m->index[t]] != column;
            seen[m->index[t]] = column;
        }
        m->matrix.column_start[column + 1] = m->matrix.column_start[column] + entries;
    }
}

// The rows of one column, ascending, then the index of each of its terms instead of its row. where[row]: −1 between the calls.
static void fill_column(ConstraintMatrix *m, int32_t column, int32_t *where)
{
    const int32_t start = m->matrix.column_start[column], end = m->matrix.column_start[column + 1];
    int32_t      *row = m->matrix.row, at = start;
    row[at++] = column;
    where[column] = start;
    for (int32_t t = m->term[column]; t < m->term[column + 1]; t++) {
        if (where[m->index[t]] < 0)
            row[at++] = m->index[t];
        where[m->index[t]] = start;
    }
    qsort(row + start, (size_t)(end - start), sizeof *row, compare_int32);
    for (int32_t e = start; e < end; e++)
        where[row[e]] = e;
    for (int32_t t = m->term[column]; t < m->term[column + 1]; t++)
        m->index[t] = where[m->index[t]];
    for (int32_t e = start; e < end; e++)
        where[row[e]] = -1;
    m->matrix.value[start] = 1;
}

static Status build(const ConstraintRows *rows, ConstraintMatrix *m, Arena *arena, int32_t *scratch)
{
    TRY(ARENA_NEW(arena, list_terms(rows, m, false), &m->index));
    list_terms(rows, m, true);
    count_entries(rows, m, scratch);
    const int32_t entries = m->matrix.column_start[rows->count];
    TRY(ARENA_NEW(arena, entries, &m->matrix.row));
    TRY(ARENA_NEW(arena, entries, &m->matrix.value));
    memset(scratch, -1, (size_t)rows->count * sizeof *scratch);
    for (int32_t column = 0; column < rows->count; column++)
        fill_column(m, column, scratch);
    return status_ok();
}

Status constraint_matrix_init(const ConstraintRows *rows, const char *solver, Arena *arena, ConstraintMatrix *m)
{
    *m = (ConstraintMatrix){.matrix.n = rows->count};
    TRY(check_terms(rows, solver));
    TRY(ARENA_NEW(arena, rows->incidence.offset[CONSTRAINT_KINDS], &m->at));
    TRY(ARENA_NEW(arena, rows->count + 1, &m->term));
    TRY(ARENA_NEW(arena, rows->count + 1, &m->matrix.column_start));
    for (int32_t k = 0; k < rows->incidence.start[rows->model->particle_count]; k++)
        m->at[rows->incidence.slot[k]] = k;
    int32_t *scratch = malloc(((size_t)rows->count + 1) * sizeof *scratch);
    if (!scratch)
        return status_make(STATUS_MEMORY, "out of memory while building the matrix pattern of %d constraints", rows->count);
    const Status status = build(rows, m, arena, scratch);
    free(scratch);
    return status;
}

// Adds the terms of a slot. Returns the index of the next term.
static const int32_t *add_terms(double *value, const int32_t *index, const ConstraintMatrix *m, const ConstraintRows *rows, int32_t slot)
{
    const int32_t particle = rows->particle[slot];
    const double  w = rows->model->inverse_mass[particle];
    if (w <= 0)
        return index;
    const double4 g = double4_scale(w, rows->gradient[slot]);
    for (int32_t k = m->at[slot]; k < rows->incidence.start[particle + 1]; k++)
        value[*index++] += double4_dot(g, rows->gradient[rows->incidence.slot[k]]);
    return index;
}

void constraint_matrix_fill(ConstraintMatrix *m, const ConstraintRows *rows, double regularisation)
{
    double *value = m->matrix.value;
    TEAM_EACH (column, rows->count) {
        const int32_t  start = m->matrix.column_start[column];
        const int32_t *index = m->index + m->term[column];
        const double   gamma = rows->gamma ? rows->gamma[column] : 0;
        memset(value + start, 0, (size_t)(m->matrix.column_start[column + 1] - start) * sizeof *value);
        value[start] = rows->idle[column] ? 1 : rows->compliance[column] / (1 + gamma) + regularisation;
        for (int32_t slot = rows->slot[column]; slot < rows->slot[column + 1]; slot++)
            index = add_terms(value, index, m, rows, slot);
    }
}
