// The supernodes of a Cholesky factor for a given order of elimination, on the graph of its vertices.
//
// In the order of elimination, the rows of a column of L are its neighbours and the rows of its children in the elimination tree (Liu 1990,
// "The role of elimination trees in sparse factorization"). A column whose only child has all its rows continues the supernode of that
// child, and only its neighbours are read. Otherwise a supernode begins, and the sorted rows of its children are merged. So the work grows
// with the edges of the graph and the rows of the supernodes, not with the entries of L. A block of rows is one vertex (Ashcraft 1995,
// "Compressed graphs and the minimum degree algorithm").
//
// A supernode is then merged with its parent if that adds few zeros (Ashcraft and Grimes 1989, "The influence of relaxed supernode
// partitions on the multifrontal method"). Children are sorted so that the costliest comes last.
#ifndef WEFT_LINSYS_SUPERNODE_MERGE_H
#define WEFT_LINSYS_SUPERNODE_MERGE_H

#include "base/arena.h"
#include "linsys/private/supernodes.h"
#include "math/dissection.h"

typedef struct SupernodeQuestion {
    const VertexGraph   *graph;
    int                  block;   // rows of a vertex
    const int32_t       *order;   // [vertices] eliminated first, second, …
    const DissectionSet *sets;    // [DISSECTION_SETS] of the order, or NULL: unknown
    int                  threads; // used only with sets
    void                *room;    // scratch, [supernode_merge_scratch(graph->n, threads)] bytes
} SupernodeQuestion;

typedef struct SupernodeCounts {
    double nonzeros, flops; // of L, without the zeros of merged supernodes: entries, sum of squared column lengths
} SupernodeCounts;

size_t supernode_merge_scratch(int32_t vertices, int threads);

// out, and its arrays, are in the arena. The order of `out` differs from the given one only by the order of independent vertices. The
// result does not depend on the number of threads. STATUS_MEMORY; STATUS_LIMIT if the arena could not hold the scratch memory, too; `name`:
// of the linear system, for messages.
Status supernode_merge(const SupernodeQuestion *question, const char *name, Arena *arena, Supernodes *out,
                       SupernodeCounts *counts) GNU_MUST_CHECK;

#endif
