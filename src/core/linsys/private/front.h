// One front of the multifrontal factorisation (front_plan.h), computed in double precision whatever the precision of the entries that are
// kept: a factor of single precision that was computed in double and rounded leaves a tenth of the error, and refinement with it converges
// a thousand times as fast.
#ifndef WEFT_LINSYS_FRONT_H
#define WEFT_LINSYS_FRONT_H

#include "linsys/private/front_plan.h"
#include "linsys/private/supernodal_kernels.h"

typedef struct FrontOwn { // of one thread
    double *stack[2];     // FRONT_EVEN, FRONT_ODD
    double *panel;
    void   *scratch;
    int32_t bad_column; // of L, when a front fails
} FrontOwn;

typedef struct FrontWork {
    const FrontPlan         *plan;
    const SupernodalPlan    *solve;   // where the entries go
    const SupernodalKernels *kernels; // how they are written
    const double            *entry;   // values of A
    void                    *values;  // entries of the factor
    double                  *kept;    // update matrices, FRONT_KEPT
    double                  *top_panel;
    FrontOwn                *own;            // [threads]
    double                  *last;           // values of A in the order of the plan that the factor was computed from
    bool                    *changed;        // [supernodes] of roots of subtrees and of the top: computed by the last factorisation
    bool                     complete;       // the factor is that of `last`
    double                  *smallest_pivot; // [supernodes] relative to its diagonal entry
} FrontWork;

size_t front_scratch_bytes(void);

// Computes the columns of supernode b, after its children's, and its update matrix: by `team` threads, all of which call it, each with its
// rank and memory of its own. False, for all of them, when a pivot is bad.
bool front_factorise(const FrontWork *work, int32_t b, FrontOwn *own, int rank, int team);

#endif
