#include "linsys/private/front_work.h"

#include <omp.h>
#include <stdbool.h>

Status front_work_init(FrontWork *work, int threads, Arena *arena)
{
    const FrontPlan *plan = work->plan;
    TRY(ARENA_NEW(arena, threads, &work->own));
    for (int t = 0; t < threads; t++) {
        FrontOwn *own = &work->own[t];
        TRY(arena_alloc(arena, (size_t)plan->size[FRONT_EVEN], sizeof(double), "update matrices of a thread", (void **)&own->stack[0]));
        TRY(arena_alloc(arena, (size_t)plan->size[FRONT_ODD], sizeof(double), "update matrices of a thread", (void **)&own->stack[1]));
        TRY(arena_alloc(arena, (size_t)plan->panel, sizeof(double), "panel of a thread", (void **)&own->panel));
        TRY(arena_alloc(arena, front_scratch_bytes(), 1, "scratch of a thread", &own->scratch));
    }
    TRY(arena_alloc(arena, (size_t)plan->size[FRONT_ROOTS], sizeof(double), "update matrices of subtrees",
                    (void **)&work->stack[FRONT_ROOTS]));
    TRY(arena_alloc(arena, (size_t)plan->size[FRONT_TOP_EVEN], sizeof(double), "update matrices of the top",
                    (void **)&work->stack[FRONT_TOP_EVEN]));
    TRY(arena_alloc(arena, (size_t)plan->size[FRONT_TOP_ODD], sizeof(double), "update matrices of the top",
                    (void **)&work->stack[FRONT_TOP_ODD]));
    return arena_alloc(arena, (size_t)plan->top_panel, sizeof(double), "panel of the top", (void **)&work->top_panel);
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

static void do_subtree(const FrontWork *work, int32_t s, FrontOwn *own)
{
    const int32_t bad_before = own->bad_column;
    for (int32_t b = work->plan->subtree_first[s]; b <= work->plan->subtree[s]; b++) {
        if (front_factorise(work, b, own, 0, 1))
            continue;
        if (bad_before >= 0 && bad_before < own->bad_column)
            own->bad_column = bad_before;
        return;
    }
}

int32_t front_work_factorise(FrontWork *work, int threads, const double *entry, double *smallest_pivot)
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
            do_subtree(work, s, own);
        bool good = first_bad(work, threads) < 0;
#pragma omp barrier
        for (int32_t k = 0; k < plan->top_count && good; k++)
            good = front_factorise(work, plan->top[k], own, rank, team);
    }
    *smallest_pivot = 1;
    for (int t = 0; t < threads; t++)
        *smallest_pivot = work->own[t].smallest_pivot < *smallest_pivot ? work->own[t].smallest_pivot : *smallest_pivot;
    return first_bad(work, threads);
}
