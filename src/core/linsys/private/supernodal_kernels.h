// The kernels of the parallel triangular solve on the layout of supernodal_plan.h, for a factor in f32 and in f64, independent of
// `real`. Each handles one task; tasks of one level may run at the same time.
#ifndef WEFT_LINSYS_SUPERNODAL_KERNELS_H
#define WEFT_LINSYS_SUPERNODAL_KERNELS_H

#include <stdbool.h>

#include "linsys/private/supernodal_plan.h"
#include "math/real.h"

// Right-hand side and solution: blocks of three with w unchanged, or doubles, which use the lane of x.
typedef struct SolveEnds {
    const real4  *rhs; // NULL: doubles
    real4        *x;
    const double *scalar_rhs;
    double       *scalar_x;
    bool          add; // to the solution
} SolveEnds;

// A thread's part of a task, in 0 to 1. The thread whose part begins at 0 also does the serial work.
typedef struct SolvePart {
    double from, to;
} SolvePart;

typedef struct SupernodalKernels {
    size_t value_bytes; // of an entry of the factor; a block of a task's vector has four values of this size
    int    group;       // rows multiplied at once
    // Writes `rows` rows of P (supernodal_plan.h) of a chunk whose entries begin at `chunk`, from its `row` on, a multiple of `group`.
    // product: column by column, `stride` apart, with zeros behind the last row to a whole group.
    void (*write)(const double *product, int64_t stride, int width, int32_t row, int32_t rows, void *values, int64_t chunk);
    // Forward solve: reads the right-hand side of the task's columns and the boundaries of its children, completes its own boundary.
    void (*forward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, const SolveEnds *ends);
    // Backward solve, after the parent's: writes the solution of the task's columns.
    void (*backward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, const SolveEnds *ends);
    // The same for a wide task, in wide_steps steps by all threads that share it, with a barrier after each.
    void (*forward_step)(const SupernodalPlan *plan, int32_t task, int32_t step, SolvePart part, const void *values, void *blocks,
                         const SolveEnds *ends);
    void (*backward_step)(const SupernodalPlan *plan, int32_t task, int32_t step, SolvePart part, const void *values, void *blocks,
                          const SolveEnds *ends);
} SupernodalKernels;

// The number of backward steps before those of the blocks of columns.
enum { WIDE_BACKWARD_STEPS = 2 };

// The number of steps of a task, or a level, with this many blocks of columns (SupernodalTask.wide); 0: not shared.
static inline int32_t wide_steps(int32_t blocks, bool backward)
{
    return blocks ? blocks + (backward ? WIDE_BACKWARD_STEPS : 0) : 0;
}

extern const SupernodalKernels SUPERNODAL_F32, SUPERNODAL_F64;

#endif
