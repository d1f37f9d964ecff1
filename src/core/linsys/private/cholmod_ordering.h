// Fill-reducing orderings for the systems on CHOLMOD, and the symbolic analysis after them.
//
//   amd      approximate minimum degree: the smallest fill on chains and trees, cheap everywhere; its elimination tree is unbalanced
//   metis    nested dissection of the graph by multilevel bisection, down to single rows: costly
//   nesdis   the same separators down to 200 rows, minimum degree below: costlier
//   nd       nested dissection by coordinates (nested_dissection.h): as cheap as amd, the tree as balanced as that of metis
//   best     of amd, nd and, where its search pays off, nesdis, the one with the lowest predicted cost (below)
//
// Measured, one thread to order and analyse; nnz(L) in millions, operations in 10⁹, and the percentage of L that lies in the top of the
// tree, above whole subtrees of at most 1/16 of it:
//                      amd                         metis                       nesdis                      nd
//   cloth 256²     22 ms  2.70  0.36  19 %   275 ms  2.76  0.34  16 %   293 ms  2.59  0.31  15 %    22 ms  2.60  0.31  14 %
//   cloth 512²    100 ms  12.9  3.07  17 %                                                         100 ms  12.4  2.57  13 %
//   24³, 26 nb.    13 ms  4.55  3.47  65 %   127 ms  2.91  1.17  52 %   129 ms  2.85  1.16  53 %     9 ms  2.78  1.13  54 %
//   24³, 6 nb.     11 ms  1.88  0.97  60 %    76 ms  1.59  0.64  59 %    86 ms  1.57  0.63  56 %     5 ms  2.32  0.94  59 %
#ifndef WEFT_LINSYS_CHOLMOD_ORDERING_H
#define WEFT_LINSYS_CHOLMOD_ORDERING_H

#include <cholmod.h>
#include <stdbool.h>

#include "linsys/linsys.h"

typedef enum CholmodOrdering { ORDERING_AMD, ORDERING_METIS, ORDERING_NESDIS, ORDERING_ND, ORDERING_BEST } CholmodOrdering;

extern const char *const CHOLMOD_ORDERINGS[]; // choices of the param `ordering` in the order of CholmodOrdering, ended by NULL
#define CHOLMOD_ORDERING_SUMMARY \
    "fill-reducing ordering; nd: nested dissection by particle positions; best: the one with the lowest predicted cost"

typedef struct CholmodQuestion {
    const Csc   *matrix;      // the one that is factorised
    int          block;       // rows that share coordinates
    const real4 *coordinates; // [matrix->n / block]; NULL: unknown
    bool         supernodal;
    bool         refactors; // the case factorises for every solve, instead of once for many
    int          threads;
    const Arena *arena; // the memory limit
    const char  *name;  // of the linear system, for messages
} CholmodQuestion;

typedef struct CholmodAnalysis {
    cholmod_factor *factor; // NULL: CHOLMOD failed, and its common says how
    CholmodOrdering ordering;
    double          flops, nonzeros; // of the factor
} CholmodAnalysis;

// A matrix as CHOLMOD sees it: a view, whose arrays it reads and does not keep.
cholmod_sparse cholmod_view(const Csc *matrix);

// Orders and analyses with the settings in `common`, outside any team. The result does not depend on the number of threads.
// STATUS_MEMORY when the scratch is above the limit. A failure inside CHOLMOD is left in common->status, with factor NULL and an ok
// Status.
Status cholmod_ordering_analyse(const CholmodQuestion *question, CholmodOrdering ordering, cholmod_common *common,
                                CholmodAnalysis *out) GNU_MUST_CHECK;

// Predicted seconds of one factorisation of `flops` operations, at the rates below.
double cholmod_ordering_factor_seconds(bool supernodal, double flops);

// Predicted seconds of factorisations and solves in one case: 50 factorisations with a solve each, or one factorisation and 100 solves.
// A solve reads the factor twice at memory bandwidth; factorisations are bound by arithmetic. The rates are those of one core of a server
// of 2023; only their ratio matters.
double cholmod_ordering_cost(const CholmodQuestion *question, double nonzeros, double flops);

#endif
