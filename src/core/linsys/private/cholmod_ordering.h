// Fill-reducing orderings for the systems on CHOLMOD, and the symbolic analysis after them.
//
//   amd      approximate minimum degree: the smallest fill on chains and trees, cheap everywhere; its elimination tree is unbalanced
//   metis    nested dissection of the graph by multilevel bisection, down to single rows: costly
//   nesdis   the same separators down to 200 rows, minimum degree below: costlier
//   nd       nested dissection from coordinates (math/dissection.h): as cheap as amd, its tree as balanced as that of metis, and by tasks:
//            the only one that takes less time on more threads
//   best     of nd and amd, the one with the lower predicted cost (below)
//
// Measured: seconds of one thread in the user's mode, to order and analyse; nnz(L) in millions, operations in 10⁹:
//                      amd                   metis                 nesdis                nd
//   cloth 256²         37 ms  2.70  0.36     279 ms  2.76  0.34    338 ms  2.59  0.31    48 ms  2.59  0.31
//   cloth 512²        137 ms  12.9  3.07    1390 ms  13.3  3.04   1630 ms  12.7  2.92   180 ms  12.3  2.57
//   beam, 15 layers    13 ms  1.73  0.58     109 ms  1.45  0.44    117 ms  1.47  0.46    31 ms  1.47  0.45
//   beam, 20 layers    42 ms  6.73  4.37     308 ms  4.98  2.72    319 ms  4.72  2.46    87 ms  4.49  2.21
//   24³, 26 nb.        14 ms  4.55  3.47     121 ms  2.91  1.17    122 ms  2.85  1.16    23 ms  2.80  1.13
//   24³, 6 nb.         11 ms  1.87  0.97      73 ms  1.59  0.64     79 ms  1.57  0.63    14 ms  1.22  0.38
//
// Today nd takes 40 to 80 % of that time. With its own analysis (supernode_merge.h) supernodal_parallel takes half of that.
//
// An order that is kept for a matrix with some more entries (LinsysOrder) causes more fill than a new one, increasingly with time. The
// table has, for several limits of growth up to which the order is kept: operations of all refactorisations relative to a new order each
// time, and seconds in user mode of the whole run with all passes (one thread, supernodal_parallel).
//                                             always       1.1           1.2           1.5           3
//   pd, folding cloth of 64², 44 rebuilds     1  16.25 s   1.03  15.46   1.04  15.35   1.14  15.10   1.47  16.07
//   pd, pile of 2900 particles, 56            1   6.64     1.01   6.62   1.05   6.41   1.21   6.24   1.49   6.51
//   newton, folding cloth of 24², 20          1   4.23     1.09   4.54   1.09   4.46   1.08   4.04   1.62   4.34
// With limit 1.5, a fifth to a third of the refactorisations compute a new order.
#ifndef WEFT_LINSYS_CHOLMOD_ORDERING_H
#define WEFT_LINSYS_CHOLMOD_ORDERING_H

#include <cholmod.h>
#include <stdbool.h>
#include <string.h>

#include "linsys/linsys.h"

typedef enum CholmodOrdering { ORDERING_AMD, ORDERING_METIS, ORDERING_NESDIS, ORDERING_ND, ORDERING_BEST } CholmodOrdering;

extern const char *const CHOLMOD_ORDERINGS[]; // choices of the param `ordering` in the order of CholmodOrdering, ended by NULL
#define CHOLMOD_ORDERING_SUMMARY \
    "fill-reducing ordering; nd: nested dissection from particle positions; best: nd or amd, the one with the lower predicted cost"

// The parameter `reorder` of a system that keeps an order from one pattern to the next. Choice 0 keeps it.
extern const char *const CHOLMOD_REORDERS[];
#define CHOLMOD_REORDER_ROW \
    PARAM_CHOICE_ROW("reorder", CHOLMOD_REORDERS, 0, \
                     "new ordering after contacts add entries to the matrix; grown: only after its operations grew by half; " \
                     "always: each time", \
                     .role = PARAM_ROLE_REORDER, .contact_only = true)

// The order of the set-up, or NULL if it is not kept.
static inline LinsysOrder *cholmod_order_of(const LinsysSetup *setup)
{
    return (int)param_of_role(setup->params, PARAM_ROLE_REORDER, 0) == 0 ? setup->order : NULL;
}

// Whether the kept order can be used for a factor of this many operations.
static inline bool cholmod_order_fits(const LinsysOrder *order, double flops)
{
    static const double GROWN = 1.5;
    return flops <= GROWN * order->flops;
}

// Keeps a new order, unless `order` is NULL.
static inline void cholmod_order_keep(LinsysOrder *order, int32_t n, CholmodOrdering ordering, double flops, const int32_t *row)
{
    if (!order)
        return;
    order->n = n;
    order->ordering = (int)ordering;
    order->flops = flops;
    memcpy(order->row, row, (size_t)n * sizeof *row);
}

typedef struct CholmodQuestion {
    const Csc   *matrix;      // the matrix of the factorisation
    int          block;       // rows that share coordinates
    const real4 *coordinates; // [matrix->n / block]; NULL: unknown
    bool         supernodal;
    bool         refactors; // the case factorises for every solve, instead of once for many
    int          threads;
    const Arena *arena; // the memory limit
    const char  *name;  // of the linear system, for messages
    LinsysOrder *order; // used if it has as many rows and its operations grew by less than GROWN; otherwise written. NULL: none
} CholmodQuestion;

typedef struct CholmodAnalysis {
    cholmod_factor *factor; // NULL: CHOLMOD failed; its common has the status
    CholmodOrdering ordering;
    double          flops, nonzeros; // of the factor
} CholmodAnalysis;

// A view of a matrix for CHOLMOD, which reads the arrays and does not keep them.
cholmod_sparse cholmod_view(const Csc *matrix);

// Orders and analyses with the settings in `common`, outside any team. The result does not depend on the number of threads.
// STATUS_MEMORY if the scratch memory exceeds the limit. A failure inside CHOLMOD returns STATUS_OK with factor NULL and common->status
// set.
Status cholmod_ordering_analyse(const CholmodQuestion *question, CholmodOrdering ordering, cholmod_common *common,
                                CholmodAnalysis *out) GNU_MUST_CHECK;

// Predicted seconds of one factorisation of `flops` operations, at the rates below.
double cholmod_ordering_factor_seconds(bool supernodal, double flops);

// Predicted seconds of the update of a simplicial factor by one of 32 or more vectors, which changes this many entries of it. CHOLMOD
// applies eight vectors at once along the tree; a single one takes two to five times as long. Number of updates that take as long as a
// factorisation, measured with 128 and predicted: 93 and 94 for a cloth of 24 × 24 particles, 290 and 265 for 64 × 64, 530 and 550 for
// 128 × 128, 940 and 1100 for 256 × 256, ordered by positions.
double cholmod_ordering_update_seconds(double entries);

// Predicted seconds of factorisations and solves in one case: 50 factorisations with a solve each, or one factorisation and 100 solves.
// A solve reads the factor twice at memory bandwidth; factorisations are limited by arithmetic. The rates are those of one core of a server
// of 2023; only their ratio matters.
double cholmod_ordering_cost(const CholmodQuestion *question, double nonzeros, double flops);

#endif
