// The plan of a supernodal factorisation: the multifrontal method (Duff and Reid 1983, "The multifrontal solution of
// indefinite sparse symmetric linear equations") on the elimination tree of the supernodes, in parallel.
//
// The front of a supernode is a dense matrix over its rows. Its first `width` columns, the panel, sum the supernode's entries of A and the
// update matrices of its children, and become columns of L. The other columns, −L Lᵀ plus the children's update matrices, are the
// supernode's own update matrix, which its parent adds.
//
// One thread each computes a subtree with at most a small part of all operations. The whole team computes the supernodes above them, the
// top, one after another. Each entry has the same operations in the same order for any distribution, so the bits of a factor do not depend
// on the number of threads.
//
// Within a subtree, update matrices are on two stacks, chosen by the parity of the depth. A supernode and its children use different
// stacks, so its update matrix is in place before the children's are removed. The update matrices of roots of subtrees and of the top are
// kept. So after a change of a few entries of the matrix, a factorisation computes only the subtrees with such entries and their ancestors.
// All offsets are known from the plan, and a factorisation allocates nothing.
#ifndef WEFT_LINSYS_FRONT_PLAN_H
#define WEFT_LINSYS_FRONT_PLAN_H

#include <stdbool.h>

#include "base/arena.h"
#include "linsys/linsys.h"
#include "linsys/private/supernodes.h"

#if defined(__AVX512F__)
#define FRONT_LANES_BYTES 64
#elif defined(__AVX__)
#define FRONT_LANES_BYTES 32
#else
#define FRONT_LANES_BYTES 16
#endif

typedef enum FrontStack {
    FRONT_EVEN, // of the thread that computes the subtree
    FRONT_ODD,
    FRONT_KEPT, // of the subtrees' roots and of the top
    FRONT_STACKS
} FrontStack;

typedef struct FrontPlan {
    int32_t        count;                           // of supernodes
    const int32_t *first, *row_start, *row, *order; // of Supernodes, which must outlive the plan
    int32_t       *parent;                          // [count] −1: none
    int32_t       *child, *sibling;                 // [count] first child, next child of the same parent, ascending; −1 at the end
    int32_t       *relative;                 // [row_start[count]] of a row below the supernode's own: its index among the parent's rows
    int32_t       *column_start;             // [n + 1] entries of A by column of L, the diagonal one first
    int32_t       *entry_row, *entry_source; // index among the supernode's rows, index in the values of A
    uint8_t       *stack;                    // [count] FrontStack
    int64_t       *offset;                   // [count] of the update matrix there, in values
    bool          *in_top;                   // [count]
    int32_t        subtree_count, top_count;
    int32_t       *subtree, *subtree_first; // [subtree_count] root and first supernode of each, the costliest first
    int32_t       *top;                     // [top_count] ascending
    int64_t        size[FRONT_STACKS];      // of each stack, in values
    int64_t        panel, top_panel;        // of the largest panel in a subtree and in the top, in values
    int            lanes;                   // values in a vector
    double         flops, top_flops;
} FrontPlan;

// The distance between columns of a panel or an update matrix of this many rows. Columns are read in vectors of `lanes` values from any row
// on.
static inline int64_t front_stride(int32_t rows, int lanes)
{
    enum { FEW_SETS = 64 }; // columns at distances of a multiple of this many values share few sets of a cache
    const int64_t stride = (rows + lanes - 1) / lanes * lanes + lanes;
    return stride % FEW_SETS == 0 ? stride + lanes : stride;
}

// value_bytes: of an entry of a front.
// threads: the number of threads that need subtrees. All memory is in the arena, also temporary memory of the call.
Status front_plan_init(const Supernodes *factor, const Csc *matrix, size_t value_bytes, int threads, Arena *arena,
                       FrontPlan *out) GNU_MUST_CHECK;

#endif
