// Gauss-Seidel sweeps, colour by colour: each row is solved for its own unknown, or its block of three, with the new values of the previous
// colours (Fratarcangeli, Tibaldo and Pellacini 2016, "Vivace"). They converge for every positive definite matrix. The residual costs an
// extra product with the matrix, so it is computed only before the first sweep and after every eighth.
#include "linsys/private/block3.h"
#include "linsys/private/coloured_rows.h"
#include "linsys/private/iterative.h"
#include "linsys/private/pivot.h"

extern const LinsysOps linsys_coloured_gs;

typedef struct ColouredGs {
    Iterative     base;
    ColouredRows  matrix;
    SymmetricRows inverse; // [rows] of the diagonal; no pattern
    Quad         *y;       // [rows] x in the order of the colours
} ColouredGs;

static const Param PARAMS[] = {
    ITERATIVE_PARAMS,
    PARAM_END,
};

static Status update(Iterative *base, const Csc *matrix)
{
    ColouredGs    *s = (ColouredGs *)base;
    SymmetricRows *a = &s->matrix.rows;
    int32_t        bad = -1;
#pragma omp parallel num_threads(base->threads) reduction(max : bad)
    {
        coloured_rows_fill(&base->rows, &s->matrix);
#pragma omp for schedule(static)
        for (int32_t i = 0; i < a->n; i++)
            if (a->block == 1)
                s->inverse.number[i] = 1 / a->number[a->diagonal[i]];
            else if (!block3_invert(a->column_of[a->diagonal[i]], 0, s->inverse.column_of[i]))
                bad = i > bad ? i : bad;
    }
    return bad < 0 ? status_ok() : pivot_failure("coloured_gs", 3 * s->matrix.order[bad], matrix->n);
}

// ---- solution ----

static void sweep(const ColouredGs *s)
{
    const SymmetricRows *a = &s->matrix.rows;
    for (int32_t c = 0; c < s->matrix.count; c++) {
#pragma omp for schedule(static)
        for (int32_t i = s->matrix.start[c]; i < s->matrix.start[c + 1]; i++)
            s->y[i] += symmetric_rows_apply(&s->inverse, i, s->base.b[s->matrix.order[i]] - symmetric_rows_times(a, i, s->y));
    }
}

// ‖b − A x‖². One barrier.
static void residual(const ColouredGs *s, const TeamSums *sums, Quad *total)
{
    int32_t chunk, end, from, to;
    for (team_sums_share(sums, &chunk, &end); chunk < end; chunk++) {
        double *partial = team_sums_begin(sums, chunk, &from, &to);
        Quad    sum = {0, 0, 0, 0};
        for (int32_t i = from; i < to; i++) {
            const Quad r = s->base.b[s->matrix.order[i]] - symmetric_rows_times(&s->matrix.rows, i, s->y);
            sum += r * r;
        }
        iterative_sum_put(partial, 0, &sum);
    }
    iterative_sum_total(&s->base, sums, total);
}

static void run(Iterative *base, const Quad *scale, IterativeEnd *end)
{
    enum { LOOK = 8 };
    const ColouredGs *s = (const ColouredGs *)base;
    Quad              total[ITERATIVE_SUMS];
#pragma omp for schedule(static)
    for (int32_t i = 0; i < base->rows.n; i++)
        s->y[i] = base->x[s->matrix.order[i]];
    for (int look = 0;; look++) {
        residual(s, look % 2 ? &base->next : &base->sums, total);
        if (iterative_is_done(base, total, scale, end))
            break;
        for (int k = 0; k < LOOK && end->iterations < base->iterations_max; k++, end->iterations++)
            sweep(s);
    }
#pragma omp for schedule(static)
    for (int32_t i = 0; i < base->rows.n; i++)
        base->x[s->matrix.order[i]] = s->y[i];
    end->x = base->x;
}

// ---- life ----

static Status build(ColouredGs *s, const LinsysSetup *setup)
{
    TRY(iterative_init(setup, &linsys_coloured_gs, &s->base));
    const SymmetricRows *rows = &s->base.rows;
    s->inverse = (SymmetricRows){.n = rows->n, .block = rows->block};
    TRY(coloured_rows_init(rows, setup->arena, &s->matrix));
    TRY(ARENA_NEW(setup->arena, rows->block == 1 ? rows->n : 0, &s->inverse.number));
    TRY(ARENA_NEW(setup->arena, rows->block == 3 ? rows->n : 0, &s->inverse.column_of));
    TRY(ARENA_NEW(setup->arena, rows->n, &s->y));
    s->base.update = update;
    s->base.run = run;
    s->base.barriers = s->matrix.count;
    s->base.iteration_bytes = (double)symmetric_rows_bytes(rows) + 3 * (double)rows->n * sizeof(Quad);
    return status_ok();
}

static Status create(const LinsysSetup *setup, Linsys **out)
{
    const size_t used = setup->arena->used_bytes;
    ColouredGs  *s;
    *out = NULL;
    TRY(ARENA_NEW(setup->arena, 1, &s));
    return iterative_ready(setup, used, build(s, setup), &s->base, out);
}

const LinsysOps linsys_coloured_gs = {
    .name = "coloured_gs",
    .summary = "Gauss-Seidel sweeps over coloured rows, on all threads (Fratarcangeli 2016)",
    .params = PARAMS,
    .create = create,
    ITERATIVE_SLOTS,
};
