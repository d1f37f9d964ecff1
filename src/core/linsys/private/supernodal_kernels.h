// The kernels of the parallel triangular solve on the layout of supernodal_plan.h, for a factor in f32 and in f64, independent of
// `real`. Each handles one task; tasks of one level may run at the same time.
#ifndef WEFT_LINSYS_SUPERNODAL_KERNELS_H
#define WEFT_LINSYS_SUPERNODAL_KERNELS_H

#include <stdbool.h>

#include "linsys/private/supernodal_plan.h"
#include "math/real.h"

typedef struct SupernodalKernels {
    size_t value_bytes; // of an entry of the factor; a block of a task's vector is four of them
    int    group;       // rows multiplied at once
    // Computes the entries of a task's chunks from those of the factor.
    void (*fill)(const SupernodalPlan *plan, const Supernodes *factor, int32_t task, void *values);
    // Forward solve: reads the right-hand side of the task's columns and the boundaries of its children, completes its own boundary.
    void (*forward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, const real4 *rhs);
    // Backward solve, after the parent's: writes x of the task's columns, or adds to it. w is left alone.
    void (*backward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, bool add, real4 *x);
} SupernodalKernels;

extern const SupernodalKernels SUPERNODAL_F32, SUPERNODAL_F64;

#endif
