// The numeric factorisation: the memory that front_plan.h plans, and the schedule of its fronts.
#ifndef WEFT_LINSYS_FRONT_WORK_H
#define WEFT_LINSYS_FRONT_WORK_H

#include "linsys/private/front.h"

// Memory for factorisations by `threads` threads; the fields `plan`, `solve`, `kernels` and `values` are set.
Status front_work_init(FrontWork *work, int threads, Arena *arena) GNU_MUST_CHECK;

// Computes the factor of the matrix with these values, outside any team. After small changes, computes only the parts that the changed
// entries affect. Returns −1, or the first column of L with a bad pivot; the next factorisation is then a full one.
int32_t front_work_factorise(FrontWork *work, int threads, const double *entry);

// The smallest pivot of the factor, relative to its diagonal entry.
double front_work_smallest_pivot(const FrontWork *work);

#endif
