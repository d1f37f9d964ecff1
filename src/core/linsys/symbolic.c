#include "linsys/private/symbolic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "linsys/private/nested_dissection.h"
#include "linsys/private/supernode_merge.h"

// The graph of the vertices, their order, and scratch memory for the dissection and for the supernodes after it.
typedef struct Analysis {
    const CholmodQuestion *question;
    int                    block; // rows of a vertex
    VertexGraph            graph;
    int32_t               *order;
    void                  *room;
    DissectionSet          sets[DISSECTION_SETS];
} Analysis;

static Status out_of_memory(const CholmodQuestion *q)
{
    return status_make(STATUS_MEMORY, "%s: out of memory while analysing a matrix of order %d; raise `memory`, or take a smaller scene",
                       q->name, q->matrix->n);
}

static Status begin(const CholmodQuestion *q, int block, Analysis *out)
{
    const DissectionGraph listed = nested_dissection_graph(q->matrix, block);
    const int32_t         n = listed.vertex_count;
    const size_t          order = ((size_t)n * sizeof *out->order + 63) / 64 * 64, graph = vertex_graph_bytes(&listed);
    const size_t          dissection = nested_dissection_vertex_scratch(n), merge = supernode_merge_scratch(n, q->threads);
    const size_t          bytes = graph + order + (dissection > merge ? dissection : merge);
    char                  what[96];
    snprintf(what, sizeof what, "%s: ordering a matrix of order %d", q->name, q->matrix->n);
    TRY(arena_check(q->arena, (double)bytes, what));
    char *memory = memory_alloc(bytes + 1); // on large pages: the first touch of small pages took up to a sixth of an analysis
    if (!memory)
        return out_of_memory(q);
    *out = (Analysis){.question = q,
                      .block = block,
                      .graph = vertex_graph_make(&listed, q->threads, memory),
                      .order = (int32_t *)(void *)(memory + graph),
                      .room = memory + graph + order};
    return status_ok();
}

static void end(Analysis *a)
{
    free(a->graph.start); // the first array in the memory
}

static Status find_supernodes(const Analysis *a, const DissectionSet *sets, Arena *arena, Symbolic *out)
{
    const CholmodQuestion  *q = a->question;
    const SupernodeQuestion question = {
        .graph = &a->graph, .block = a->block, .order = a->order, .sets = sets, .threads = q->threads, .room = a->room};
    SupernodeCounts counts = {0};
    TRY(supernode_merge(&question, q->name, arena, &out->supernodes, &counts));
    out->nonzeros = counts.nonzeros;
    out->flops = counts.flops;
    return status_ok();
}

static Status by_dissection(const CholmodQuestion *q, Arena *arena, Symbolic *out)
{
    Analysis a;
    TRY(begin(q, q->block, &a));
    nested_dissection_vertices(&a.graph, q->coordinates, q->threads, a.room, a.order, a.sets);
    const Status status = find_supernodes(&a, a.sets, arena, out);
    end(&a);
    out->ordering = ORDERING_ND;
    return status;
}

// Rows of a vertex in one order: an order of vertices instead.
static bool keeps_blocks(const int32_t *row, int32_t n, int block)
{
    for (int32_t k = 0; k < n; k++)
        if (row[k] % block != k % block || row[k] / block != row[k / block * block] / block)
            return false;
    return true;
}

static Status by_rows(const CholmodQuestion *q, const int32_t *row, Arena *arena, Symbolic *out)
{
    Analysis a;
    TRY(begin(q, keeps_blocks(row, q->matrix->n, q->block) ? q->block : 1, &a));
    for (int32_t k = 0; k < a.graph.n; k++)
        a.order[k] = row[k * a.block] / a.block;
    const Status status = find_supernodes(&a, NULL, arena, out);
    end(&a);
    return status;
}

// CHOLMOD orders.
static Status by_cholmod(const CholmodQuestion *q, CholmodOrdering ordering, Arena *arena, Symbolic *out)
{
    CholmodQuestion question = *q;
    cholmod_common  common;
    CholmodAnalysis found = {0};
    cholmod_start(&common);
    common.print = 0;
    common.error_handler = NULL;
    common.supernodal = CHOLMOD_SIMPLICIAL; // its supernodes are not used
    question.order = NULL;
    Status status = cholmod_ordering_analyse(&question, ordering, &common, &found);
    if (status.code == STATUS_OK)
        status = found.factor ? by_rows(q, found.factor->Perm, arena, out) : out_of_memory(q);
    out->ordering = found.ordering;
    cholmod_free_factor(&found.factor, &common);
    cholmod_finish(&common);
    return status;
}

// Analyses with the kept order. *used: it causes little enough fill.
static Status by_kept(const CholmodQuestion *q, Arena *arena, Symbolic *out, bool *used)
{
    *used = false;
    if (!q->order || q->order->n != q->matrix->n)
        return status_ok();
    GNU_CLEANUP(arena_destroy) Arena trial = arena_init(arena->limit_bytes ? arena->limit_bytes - arena->used_bytes + 1 : 0);
    TRY(by_rows(q, q->order->row, &trial, out));
    out->ordering = (CholmodOrdering)q->order->ordering;
    *used = cholmod_order_fits(q->order, out->flops);
    if (*used)
        arena_adopt(arena, &trial);
    return status_ok();
}

Status symbolic_analyse(const CholmodQuestion *question, CholmodOrdering ordering, Arena *arena, Symbolic *out)
{
    bool kept;
    TRY(by_kept(question, arena, out, &kept));
    if (kept)
        return status_ok();
    if (ordering == ORDERING_ND)
        TRY(by_dissection(question, arena, out));
    else
        TRY(by_cholmod(question, ordering, arena, out));
    cholmod_order_keep(question->order, question->matrix->n, out->ordering, out->flops, out->supernodes.order);
    return status_ok();
}
