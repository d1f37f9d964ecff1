#include "linsys/private/front_work.h"

#include <omp.h>

Status front_work_init(FrontWork *work, int threads, Arena *arena)
{
    const FrontPlan *plan = work->plan;
    const size_t     bytes = work->front_kernels->value_bytes;
    TRY(ARENA_NEW(arena, threads, &work->own));
    for (int t = 0; t < threads; t++) {
        FrontOwn *own = &work->own[t];
        TRY(arena_alloc(arena, (size_t)plan->size[FRONT_EVEN], bytes, "update matrices", &own->stack[FRONT_EVEN]));
        TRY(arena_alloc(arena, (size_t)plan->size[FRONT_ODD], bytes, "update matrices", &own->stack[FRONT_ODD]));
        TRY(arena_alloc(arena, (size_t)plan->panel, bytes, "panel of a front", &own->panel));
        TRY(arena_alloc(arena, work->front_kernels->scratch_bytes, 1, "scratch of a thread", &own->scratch));
    }
    TRY(arena_alloc(arena, (size_t)plan->size[FRONT_KEPT], bytes, "update matrices", &work->kept));
    TRY(ARENA_NEW(arena, plan->column_start[plan->first[plan->count]], &work->last));
    TRY(ARENA_NEW(arena, plan->count, &work->changed));
    TRY(ARENA_NEW(arena, plan->count, &work->smallest_pivot));
    return arena_alloc(arena, (size_t)plan->top_panel, bytes, "panel of a front", &work->top_panel);
}

// Copies the entries of supernodes `from` to `to`; returns whether they differ from those of the last factorisation.
static bool take_entries(const FrontWork *work, int32_t from, int32_t to)
{
    const FrontPlan *plan = work->plan;
    bool             differ = !work->complete;
    for (int32_t k = plan->column_start[plan->first[from]]; k < plan->column_start[plan->first[to + 1]]; k++) {
        const double value = work->entry[plan->entry_source[k]];
        differ |= value < work->last[k] || value > work->last[k];
        work->last[k] = value;
    }
    return differ;
}

static void do_subtree(const FrontWork *work, int32_t s, FrontOwn *own)
{
    const int32_t first = work->plan->subtree_first[s], root = work->plan->subtree[s], bad_before = own->bad_column;
    work->changed[root] = take_entries(work, first, root);
    for (int32_t b = first; b <= root && work->changed[root]; b++) {
        if (work->front_kernels->factorise(work, b, own, 0, 1))
            continue;
        if (bad_before >= 0 && bad_before < own->bad_column)
            own->bad_column = bad_before;
        return;
    }
}

static void find_changes_of_top(const FrontWork *work)
{
    const FrontPlan *plan = work->plan;
    for (int32_t k = 0; k < plan->top_count; k++) {
        const int32_t b = plan->top[k];
        work->changed[b] = take_entries(work, b, b);
        for (int32_t c = plan->child[b]; c >= 0; c = plan->sibling[c])
            work->changed[b] |= work->changed[c];
    }
}

// The first bad column in all subtrees. It does not depend on the distribution to threads.
static int32_t first_bad(const FrontWork *work, int threads)
{
    int32_t bad = -1;
    for (int t = 0; t < threads; t++)
        if (work->own[t].bad_column >= 0 && (bad < 0 || work->own[t].bad_column < bad))
            bad = work->own[t].bad_column;
    return bad;
}

int32_t front_work_factorise(FrontWork *work, int threads, const double *entry)
{
    const FrontPlan *plan = work->plan;
    work->entry = entry;
    for (int t = 0; t < threads; t++)
        work->own[t].bad_column = -1;
#pragma omp parallel num_threads(threads)
    {
        const int team = omp_get_num_threads(), rank = omp_get_thread_num();
        FrontOwn *own = &work->own[rank];
#pragma omp for schedule(dynamic, 1)
        for (int32_t s = 0; s < plan->subtree_count; s++)
            do_subtree(work, s, own);
#pragma omp single
        find_changes_of_top(work);
        bool good = first_bad(work, threads) < 0;
#pragma omp barrier
        for (int32_t k = 0; k < plan->top_count && good; k++)
            if (work->changed[plan->top[k]])
                good = work->front_kernels->factorise(work, plan->top[k], own, rank, team);
    }
    const int32_t bad = first_bad(work, threads);
    work->complete = bad < 0;
    return bad;
}

double front_work_smallest_pivot(const FrontWork *work)
{
    double smallest = 1;
    for (int32_t b = 0; b < work->plan->count; b++)
        smallest = work->smallest_pivot[b] < smallest ? work->smallest_pivot[b] : smallest;
    return smallest;
}
