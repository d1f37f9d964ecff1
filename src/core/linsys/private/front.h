// One front of the multifrontal factorisation (front_plan.h). A factor that is stored in single precision is computed in double as well:
// compared with single precision, this reduces the error to a tenth, and each step of refinement reduces the error a thousand times as
// much. A factor computed in single precision takes about half of the time, for preconditioners.
#ifndef WEFT_LINSYS_FRONT_H
#define WEFT_LINSYS_FRONT_H

#include "linsys/private/front_plan.h"
#include "linsys/private/supernodal_kernels.h"

typedef struct FrontOwn { // of one thread
    void   *stack[2];     // FRONT_EVEN, FRONT_ODD
    void   *panel;
    void   *scratch;
    int32_t bad_column; // of L, if a front fails
} FrontOwn;

typedef struct FrontWork {
    const FrontPlan           *plan;
    const SupernodalPlan      *solve;   // layout of the entries
    const SupernodalKernels   *kernels; // writes the entries
    const struct FrontKernels *front_kernels;
    const double              *entry;  // values of A
    void                      *values; // entries of the factor
    void                      *kept;   // update matrices, FRONT_KEPT
    void                      *top_panel;
    FrontOwn                  *own;            // [threads]
    double                    *last;           // values of A in the order of the plan, from which the factor was computed
    bool                      *changed;        // [supernodes] for roots of subtrees and the top: computed by the last factorisation
    bool                       complete;       // the factor belongs to `last`
    double                    *smallest_pivot; // [supernodes] relative to its diagonal entry
} FrontWork;

typedef struct FrontKernels {
    size_t value_bytes, scratch_bytes; // of an entry of a front, and of FrontOwn.scratch
    // Computes the columns of supernode b and its update matrix, after those of its children. Called by all `team` threads, each with its
    // own rank and memory. Returns false to all of them if a pivot is bad.
    bool (*factorise)(const FrontWork *work, int32_t b, FrontOwn *own, int rank, int team);
} FrontKernels;

extern const FrontKernels FRONTS_F64, FRONTS_F32;

#endif
