#include "linsys/private/symbolic.h"

#include <string.h>

static Status copy(Arena *arena, const void *from, size_t count, int32_t **out)
{
    TRY(ARENA_NEW(arena, count, out));
    memcpy(*out, from, count * sizeof **out);
    return status_ok();
}

static Status take(const cholmod_factor *l, Arena *arena, Supernodes *out)
{
    int32_t *first, *row_start, *row, *order;
    TRY(copy(arena, l->super, l->nsuper + 1, &first));
    TRY(copy(arena, l->pi, l->nsuper + 1, &row_start));
    TRY(copy(arena, l->s, (size_t)row_start[l->nsuper], &row));
    TRY(copy(arena, l->Perm, l->n, &order));
    *out =
        (Supernodes){.n = (int32_t)l->n, .count = (int32_t)l->nsuper, .first = first, .row_start = row_start, .row = row, .order = order};
    return status_ok();
}

Status symbolic_analyse(const CholmodQuestion *question, CholmodOrdering ordering, Arena *arena, Symbolic *out)
{
    // Limits for merging supernodes. They merge fewer than CHOLMOD's defaults, since fronts and solves handle narrow ones well. The
    // defaults give a cloth of 256 × 256 an eighth more entries, and neither factorisation nor solves are faster.
    static const size_t COLUMNS[] = {2, 8, 32};
    static const double ZEROS[] = {0.5, 0.1, 0.05};
    cholmod_common      common;
    CholmodAnalysis     found;
    cholmod_start(&common);
    common.print = 0;
    common.error_handler = NULL;
    common.supernodal = CHOLMOD_SUPERNODAL;
    memcpy(common.nrelax, COLUMNS, sizeof COLUMNS);
    memcpy(common.zrelax, ZEROS, sizeof ZEROS);
    Status status = cholmod_ordering_analyse(question, ordering, &common, &found);
    if (status.code == STATUS_OK && !found.factor)
        status =
            status_make(STATUS_MEMORY, "%s: out of memory while analysing a matrix of order %d; raise `memory`, or take a smaller scene",
                        question->name, question->matrix->n);
    if (status.code == STATUS_OK)
        status = take(found.factor, arena, &out->supernodes);
    out->ordering = found.ordering;
    out->nonzeros = found.nonzeros;
    out->flops = found.flops;
    cholmod_free_factor(&found.factor, &common);
    cholmod_finish(&common);
    return status;
}
