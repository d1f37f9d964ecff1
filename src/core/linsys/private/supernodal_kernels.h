// The kernels of the parallel triangular solve on the layout of supernodal_plan.h, for a factor in f32 and in f64, independent of
// `real`. Each handles one task; tasks of one level may run at the same time.
#ifndef WEFT_LINSYS_SUPERNODAL_KERNELS_H
#define WEFT_LINSYS_SUPERNODAL_KERNELS_H

#include <stdbool.h>

#include "linsys/private/front_plan.h"
#include "linsys/private/supernodal_plan.h"
#include "math/real.h"

typedef struct FrontOwn { // of one thread
    void   *stack[2];     // FRONT_EVEN, FRONT_ODD
    void   *panel, *scratch;
    double  smallest_pivot; // so far, relative to its diagonal entry
    int32_t bad_column;     // of L, when a front fails
} FrontOwn;

typedef struct FrontWork {
    const FrontPlan      *plan;
    const SupernodalPlan *solve; // where the entries go
    const double         *entry; // values of A
    void                 *values;
    void                 *stack[FRONT_STACKS]; // the shared ones
    void                 *top_panel;
    FrontOwn             *own; // [threads]
} FrontWork;

typedef struct SupernodalKernels {
    size_t value_bytes; // of an entry of the factor; a block of a task's vector is four of them
    int    group;       // rows multiplied at once
    int    lanes;       // of the vectors that read fronts
    size_t scratch_bytes;
    // Computes the columns of supernode b, after its children's, and its update matrix: by `team` threads, all of which call it, each with
    // its rank and memory of its own. False, for all of them, when a pivot is bad.
    bool (*front)(const FrontWork *work, int32_t b, FrontOwn *own, int rank, int team);
    // Forward solve: reads the right-hand side of the task's columns and the boundaries of its children, completes its own boundary.
    void (*forward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, const real4 *rhs);
    // Backward solve, after the parent's: writes x of the task's columns, or adds to it. w is left alone.
    void (*backward)(const SupernodalPlan *plan, int32_t task, const void *values, void *blocks, bool add, real4 *x);
} SupernodalKernels;

extern const SupernodalKernels SUPERNODAL_F32, SUPERNODAL_F64;

#endif
