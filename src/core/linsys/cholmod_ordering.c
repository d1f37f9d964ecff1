#include "linsys/private/cholmod_ordering.h"

#include <stdio.h>
#include <string.h>

#include "linsys/private/library_threads.h"
#include "linsys/private/nested_dissection.h"

static const int METHODS[] = {CHOLMOD_AMD, CHOLMOD_METIS, CHOLMOD_NESDIS, CHOLMOD_GIVEN};

// One trial of an ordering, with its own cholmod_common so that two can run at once.
typedef struct Trial {
    cholmod_common  common;
    CholmodAnalysis analysis;
} Trial;

static double cost_of(const CholmodQuestion *q, const CholmodAnalysis *a)
{
    return cholmod_ordering_cost(q, a->nonzeros, a->flops);
}

// ---- one ordering ----

cholmod_sparse cholmod_view(const Csc *a)
{
    return (cholmod_sparse){
        .nrow = (size_t)a->n,
        .ncol = (size_t)a->n,
        .nzmax = (size_t)a->column_start[a->n],
        .p = a->column_start,
        .i = a->row,
        .x = a->value,
        .stype = -1, // the lower triangle
        .itype = CHOLMOD_INT,
        .xtype = CHOLMOD_REAL,
        .dtype = CHOLMOD_DOUBLE,
        .sorted = 1,
        .packed = 1,
    };
}

// Analyses with this order of elimination, the method of `trial`.
static void analyse_given(cholmod_sparse *a, int32_t *order, Trial *trial)
{
    const LibraryThreads before = library_threads_set(1);
    trial->analysis.factor = cholmod_analyze_p(a, order, NULL, 0, &trial->common);
    library_threads_restore(before);
}

static void dissect(const CholmodQuestion *q, int threads, cholmod_sparse *a, Trial *trial)
{
    const size_t scratch_bytes = nested_dissection_scratch(q->matrix, q->block);
    int32_t     *order = cholmod_malloc(a->nrow, sizeof *order, &trial->common);
    void        *scratch = cholmod_malloc(scratch_bytes, 1, &trial->common);
    if (order && scratch) {
        nested_dissection(q->matrix, q->block, q->coordinates, threads, scratch, order);
        analyse_given(a, order, trial);
    }
    const int status = trial->common.status; // before the frees below overwrite it
    cholmod_free(scratch_bytes, 1, scratch, &trial->common);
    cholmod_free(a->nrow, sizeof *order, order, &trial->common);
    if (!trial->analysis.factor)
        trial->common.status = status;
}

// Orders with one of amd … nd and analyses, on at most `threads` threads.
static void try_one(const CholmodQuestion *q, CholmodOrdering ordering, int threads, Trial *trial)
{
    cholmod_sparse a = cholmod_view(q->matrix);
    trial->analysis = (CholmodAnalysis){.ordering = ordering};
    trial->common.nmethods = 1;
    trial->common.method[0].ordering = METHODS[ordering];
    if (ordering == ORDERING_ND) {
        dissect(q, threads, &a, trial);
    } else {
        const LibraryThreads before = library_threads_set(1);
        trial->analysis.factor = cholmod_analyze(&a, &trial->common);
        library_threads_restore(before);
    }
    trial->analysis.flops = trial->common.fl;
    trial->analysis.nonzeros = trial->common.lnz;
}

// ---- several ----

// Tries nd and amd in parallel and returns the better one, or no factor if either failed: otherwise the choice would depend on the memory
// that is free at the moment. metis and nesdis are not tried: on large meshes they take 3 to 10 times as long as both of these, and seldom
// save that time later.
static void try_best(const CholmodQuestion *q, Trial *best)
{
    enum { TRIALS = 2 };
    static const CholmodOrdering TRIED[TRIALS] = {ORDERING_ND, ORDERING_AMD};
    Trial                        trial[TRIALS] = {{.common = best->common}, {.common = best->common}};
#pragma omp parallel for num_threads(q->threads) schedule(static, 1) // all threads: a smaller team would end the others
    for (int i = 0; i < TRIALS; i++)
        try_one(q, TRIED[i], 1, &trial[i]);
    const bool failed = !trial[0].analysis.factor || !trial[1].analysis.factor;
    const int  worse = failed ? !trial[0].analysis.factor : cost_of(q, &trial[1].analysis) >= cost_of(q, &trial[0].analysis);
    *best = trial[1 - worse];
    cholmod_free_factor(&trial[worse].analysis.factor, &trial[worse].common);
    cholmod_finish(&trial[worse].common);
}

// ---- an order from before ----

// Analyses with the kept order. Returns whether it can be used; if not, there is no factor.
static bool try_kept(const CholmodQuestion *q, Trial *trial)
{
    const LinsysOrder *order = q->order;
    cholmod_sparse     a = cholmod_view(q->matrix);
    if (!order || order->n != q->matrix->n)
        return false;
    trial->analysis = (CholmodAnalysis){.ordering = (CholmodOrdering)order->ordering};
    trial->common.nmethods = 1;
    trial->common.method[0].ordering = CHOLMOD_GIVEN;
    analyse_given(&a, order->row, trial);
    trial->analysis.flops = trial->common.fl;
    trial->analysis.nonzeros = trial->common.lnz;
    if (!trial->analysis.factor || cholmod_order_fits(order, trial->analysis.flops))
        return true; // also after a failure, which the caller reports
    cholmod_free_factor(&trial->analysis.factor, &trial->common);
    cholmod_free_work(&trial->common); // otherwise both trials of `best` would treat it as their own
    return false;
}

static Status order_again(const CholmodQuestion *q, CholmodOrdering ordering, Trial *trial)
{
    if (ordering == ORDERING_ND || ordering == ORDERING_BEST) {
        const double bytes = (double)nested_dissection_scratch(q->matrix, q->block) + 4.0 * q->matrix->n;
        char         what[96];
        snprintf(what, sizeof what, "%s: ordering a matrix of order %d", q->name, q->matrix->n);
        trial->analysis = (CholmodAnalysis){.ordering = ordering};
        TRY(arena_check(q->arena, bytes, what));
    }
    if (ordering == ORDERING_BEST)
        try_best(q, trial);
    else
        try_one(q, ordering, q->threads, trial);
    if (trial->analysis.factor)
        cholmod_order_keep(q->order, q->matrix->n, trial->analysis.ordering, trial->analysis.flops, trial->analysis.factor->Perm);
    return status_ok();
}

Status cholmod_ordering_analyse(const CholmodQuestion *q, CholmodOrdering ordering, cholmod_common *common, CholmodAnalysis *out)
{
    Trial        trial = {.common = *common};
    const Status status = try_kept(q, &trial) ? status_ok() : order_again(q, ordering, &trial);
    *common = trial.common;
    *out = trial.analysis;
    return status;
}
