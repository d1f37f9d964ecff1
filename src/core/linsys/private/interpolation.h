// Interpolation: a sparse matrix P from the rows of a coarser level to those of a finer one, its transpose, and the Galerkin product
// Pᵀ A P. The patterns are computed once. New weights and new values of A give a new product. All sums have a fixed order. Weights are in
// single precision, products in double: coarser matrices belong to exactly the weights that are applied.
#ifndef WEFT_LINSYS_INTERPOLATION_H
#define WEFT_LINSYS_INTERPOLATION_H

#include "linsys/private/single_rows.h"

typedef struct Interpolation {
    int32_t  rows, columns;         // of P: finer and coarser rows
    int32_t *start, *column;        // [rows + 1], [start[rows]] P by row
    float   *weight;                // [start[rows]]
    int32_t *back_start, *back_row; // [columns + 1], [start[rows]] Pᵀ by row
    float   *back_weight;           // [start[rows]]
    int32_t *back;                  // [start[rows]] the entry of Pᵀ of each entry of P
    int32_t *place;                 // [threads][columns] scratch
} Interpolation;

// rows, columns, start and column are given. coarse: gets its pattern and memory for values. Call outside a team.
Status interpolation_init(const SymmetricRows *fine, int threads, Arena *arena, Interpolation *p, SymmetricRows *coarse) GNU_MUST_CHECK;

// By all threads of a team, or outside one: copies the weights to Pᵀ; coarse = Pᵀ fine P. Complete at return.
void interpolation_product(const Interpolation *p, const SymmetricRows *fine, SymmetricRows *coarse);

// The coarse rows from … to−1 of Pᵀ x.
static inline void interpolation_restrict(const Interpolation *p, int32_t from, int32_t to, const Single4 *x, Single4 *coarse)
{
    for (int32_t c = from; c < to; c++) {
        Single4 sum = {0, 0, 0, 0};
        for (int32_t m = p->back_start[c]; m < p->back_start[c + 1]; m++)
            sum += p->back_weight[m] * x[p->back_row[m]];
        coarse[c] = sum;
    }
}

// The fine rows from … to−1 of x += P coarse.
static inline void interpolation_prolong(const Interpolation *p, int32_t from, int32_t to, const Single4 *coarse, Single4 *x)
{
    for (int32_t i = from; i < to; i++) {
        Single4 sum = x[i];
        for (int32_t m = p->start[i]; m < p->start[i + 1]; m++)
            sum += p->weight[m] * coarse[p->column[m]];
        x[i] = sum;
    }
}

#endif
