#include "assembly/hessian.h"

#include <string.h>

#include "assembly/pattern.h"

// Column c of the block with this index in `blocks`: its rows 0 … 2, on the diagonal only rows c … 2. A column 3J+c of the matrix holds
// these rows of the diagonal block, then three rows for each block below it.
static double *block_column(const Hessian *h, int32_t column, int32_t index, int c)
{
    const int32_t below = index - h->blocks.column_start[column]; // 0: the diagonal block
    return &h->matrix.value[h->matrix.column_start[3 * column + c] + 3 * below - c];
}

static Status make_matrix(Hessian *h, const char *solver, int threads, Arena *arena)
{
    const Csc    *blocks = &h->blocks;
    Csc          *m = &h->matrix;
    const int32_t n = blocks->n, off_diagonal = blocks->column_start[n] - n;
    if (off_diagonal > (INT32_MAX - 6 * n) / 9)
        return status_make(STATUS_LIMIT,
                           "%s: a Hessian of %d particles and %d couplings is too large for 32-bit indices; use a smaller scene", solver, n,
                           off_diagonal);
    *m = (Csc){.n = 3 * n};
    TRY(ARENA_NEW(arena, 3 * n + 1, &m->column_start));
    TRY(ARENA_NEW(arena, 6 * n + 9 * off_diagonal, &m->row));
    TRY(ARENA_NEW(arena, 6 * n + 9 * off_diagonal, &m->value));
#pragma omp parallel for schedule(static) num_threads(threads)
    for (int32_t column = 0; column < n; column++) {
        const int32_t first = blocks->column_start[column], below = blocks->column_start[column + 1] - first - 1;
        int32_t       at = 6 * column + 9 * (first - column); // entries of the columns before: diagonal blocks (6), other blocks (9)
        for (int c = 0; c < 3; c++) {
            m->column_start[3 * column + c] = at;
            m->value[at] = 1;
            for (int32_t k = first; k <= first + below; k++)
                for (int r = k == first ? c : 0; r < 3; r++)
                    m->row[at++] = 3 * blocks->row[k] + r;
        }
    }
    m->column_start[3 * n] = 6 * n + 9 * off_diagonal;
    return status_ok();
}

static Status find_indices(Hessian *h, int threads, Arena *arena)
{
    for (int kind = 0; kind < CONSTRAINT_KINDS; kind++) {
        const ConstraintSet *set = &h->model->sets[kind];
        const int            v = set->ops->vertices;
        TRY(ARENA_NEW(arena, (size_t)set->count * (size_t)(v * v), &h->index[kind]));
#pragma omp parallel for schedule(static) num_threads(threads)
        for (int32_t i = 0; i < set->count; i++) {
            const int32_t *vertex = set->vertices + (size_t)i * (size_t)v;
            int32_t       *index = h->index[kind] + (size_t)i * (size_t)(v * v);
            for (int a = 0; a < v; a++)
                for (int b = 0; b < v; b++)
                    *index++ = vertex[a] >= vertex[b] ? pattern_find(&h->blocks, vertex[a], vertex[b]) : -1;
        }
    }
    return status_ok();
}

Status hessian_init(const Model *model, const Contacts *contacts, const char *solver, int threads, Arena *arena, Hessian *out)
{
    VertexConstraints at = {0};
    *out = (Hessian){.model = model};
    Status status = vertex_constraints_init(model, threads, &at);
    if (status.code == STATUS_OK)
        status = vertex_constraints_couple(model, true, contacts, &at);
    if (status.code == STATUS_OK)
        status = pattern_init(model, &at, threads, arena, &out->blocks);
    vertex_constraints_destroy(&at);
    TRY(status);
    TRY(make_matrix(out, solver, threads, arena));
    return find_indices(out, threads, arena);
}

static bool is_free(const Hessian *h, int32_t particle)
{
    return h->model->inverse_mass[particle] > 0;
}

void hessian_clear(Hessian *h, ParticleRange range)
{
    const int32_t *start = h->matrix.column_start, first = start[3 * range.from];
    memset(h->matrix.value + first, 0, (size_t)(start[3 * range.to] - first) * sizeof *h->matrix.value);
    for (int32_t i = range.from; i < range.to; i++)
        for (int c = 0; c < 3; c++)
            h->matrix.value[start[3 * i + c]] = is_free(h, i) ? h->model->mass[i] : 1;
}

// Adds factor · block to the rows of `a` and the columns of `c`; only its lower triangle on the diagonal.
static void add_block(Hessian *h, int32_t a, int32_t c, bool transposed, const double block[9], double factor)
{
    const int32_t index = pattern_find(&h->blocks, a, c);
    for (int col = 0; col < 3; col++) {
        double *entry = block_column(h, c, index, col);
        for (int row = a == c ? col : 0; row < 3; row++)
            entry[row] += factor * block[transposed ? 3 * col + row : 3 * row + col];
    }
}

void hessian_add_block(Hessian *h, int32_t p, int32_t q, const double block[9], double factor)
{
    if (is_free(h, p) && is_free(h, q))
        add_block(h, p > q ? p : q, p > q ? q : p, p < q, block, factor);
}

bool hessian_touches(const Hessian *h, int kind, int32_t i, ParticleRange range)
{
    const ConstraintSet *set = &h->model->sets[kind];
    const int            v = set->ops->vertices;
    bool                 touches = false;
    for (int a = 0; a < v; a++)
        touches = touches || (set->vertices[i * v + a] >= range.from && set->vertices[i * v + a] < range.to);
    return touches;
}

void hessian_add(Hessian *h, int kind, int32_t i, const double *block, double factor, ParticleRange range)
{
    const ConstraintSet *set = &h->model->sets[kind];
    const int            v = set->ops->vertices, size = 3 * v;
    for (int a = 0; a < v; a++)
        for (int b = 0; b < v; b++) {
            const int32_t row = set->vertices[i * v + a], column = set->vertices[i * v + b];
            const int32_t index = h->index[kind][(i * v + a) * v + b];
            if (index < 0 || column < range.from || column >= range.to || !is_free(h, row) || !is_free(h, column))
                continue;
            for (int c = 0; c < 3; c++) {
                double *entry = block_column(h, column, index, c);
                for (int r = row == column ? c : 0; r < 3; r++)
                    entry[r] += factor * block[(3 * a + r) * size + 3 * b + c];
            }
        }
}
