#include "linsys/private/front_work.h"

#include <omp.h>
#include <stdbool.h>

static Status values(Arena *arena, int64_t count, const SupernodalKernels *kernels, const char *what, void **out)
{
    return arena_alloc(arena, (size_t)count, kernels->value_bytes, what, out);
}

Status front_work_init(FrontWork *work, const SupernodalKernels *kernels, int threads, Arena *arena)
{
    const FrontPlan *plan = work->plan;
    TRY(ARENA_NEW(arena, threads, &work->own));
    for (int t = 0; t < threads; t++) {
        FrontOwn *own = &work->own[t];
        TRY(values(arena, plan->size[FRONT_EVEN], kernels, "update matrices of a thread", &own->stack[0]));
        TRY(values(arena, plan->size[FRONT_ODD], kernels, "update matrices of a thread", &own->stack[1]));
        TRY(values(arena, plan->panel, kernels, "panel of a thread", &own->panel));
        TRY(arena_alloc(arena, kernels->scratch_bytes, 1, "scratch of a thread", &own->scratch));
    }
    TRY(values(arena, plan->size[FRONT_ROOTS], kernels, "update matrices of subtrees", &work->stack[FRONT_ROOTS]));
    TRY(values(arena, plan->size[FRONT_TOP_EVEN], kernels, "update matrices of the top", &work->stack[FRONT_TOP_EVEN]));
    TRY(values(arena, plan->size[FRONT_TOP_ODD], kernels, "update matrices of the top", &work->stack[FRONT_TOP_ODD]));
    return values(arena, plan->top_panel, kernels, "panel of the top", &work->top_panel);
}

// The first bad column, in any subtree: which that is does not depend on the thread.
static int32_t first_bad(const FrontWork *work, int threads)
{
    int32_t bad = -1;
    for (int t = 0; t < threads; t++)
        if (work->own[t].bad_column >= 0 && (bad < 0 || work->own[t].bad_column < bad))
            bad = work->own[t].bad_column;
    return bad;
}

static void do_subtree(const FrontWork *work, const SupernodalKernels *kernels, int32_t s, FrontOwn *own)
{
    const int32_t bad_before = own->bad_column;
    for (int32_t b = work->plan->subtree_first[s]; b <= work->plan->subtree[s]; b++) {
        if (kernels->front(work, b, own, 0, 1))
            continue;
        if (bad_before >= 0 && bad_before < own->bad_column)
            own->bad_column = bad_before;
        return;
    }
}

int32_t front_work_factorise(FrontWork *work, const SupernodalKernels *kernels, int threads, const double *entry, double *smallest_pivot)
{
    const FrontPlan *plan = work->plan;
    work->entry = entry;
    for (int t = 0; t < threads; t++) {
        work->own[t].bad_column = -1;
        work->own[t].smallest_pivot = 1;
    }
#pragma omp parallel num_threads(threads)
    {
        const int team = omp_get_num_threads(), rank = omp_get_thread_num();
        FrontOwn *own = &work->own[rank];
#pragma omp for schedule(dynamic, 1)
        for (int32_t s = 0; s < plan->subtree_count; s++)
            do_subtree(work, kernels, s, own);
        bool good = first_bad(work, threads) < 0;
#pragma omp barrier
        for (int32_t k = 0; k < plan->top_count && good; k++)
            good = kernels->front(work, plan->top[k], own, rank, team);
    }
    *smallest_pivot = 1;
    for (int t = 0; t < threads; t++)
        *smallest_pivot = work->own[t].smallest_pivot < *smallest_pivot ? work->own[t].smallest_pivot : *smallest_pivot;
    return first_bad(work, threads);
}
