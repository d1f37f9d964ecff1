// Aggregates: groups of rows of a matrix that form the rows of a coarser one, and the Galerkin product Pᵀ A P with piecewise constant P.
// The pattern is computed once; new values are sums of the finer ones, in a fixed order.
#ifndef WEFT_LINSYS_AGGREGATES_H
#define WEFT_LINSYS_AGGREGATES_H

#include "linsys/private/symmetric_rows.h"

typedef struct Aggregates {
    int32_t  count;
    int32_t *of;     // [rows] −1: in none
    int32_t *start;  // [count + 1]
    int32_t *member; // rows of each, ascending
    int32_t *target; // [entries] entry of the coarser matrix; −1: none
} Aggregates;

// `count` and `of` are given. coarse: gets its pattern and memory for values.
Status aggregates_init(const SymmetricRows *fine, Arena *arena, Aggregates *aggregates, SymmetricRows *coarse) GNU_MUST_CHECK;

// Call these by all threads of a team, or outside one; complete at return.
void aggregates_fill(const Aggregates *aggregates, const SymmetricRows *fine, SymmetricRows *coarse);
void aggregates_restrict(const Aggregates *aggregates, const Quad *fine, Quad *coarse);              // coarse = Pᵀ fine
void aggregates_prolong(const Aggregates *aggregates, int32_t rows, const Quad *coarse, Quad *fine); // fine += P coarse

#endif
