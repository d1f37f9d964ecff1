// How a supernodal factor is computed: the multifrontal method (Duff and Reid 1983, "The multifrontal solution of
// indefinite sparse symmetric linear equations") on the elimination tree of the supernodes, in parallel.
//
// The front of a supernode is a dense matrix over its rows. Its first `width` columns, the panel, take the supernode's entries of A and
// what its children leave to it, and become columns of L. The rest, the update matrix −L Lᵀ plus what children leave to it, is left to the
// parent.
//
// Subtrees of at most a small part of all operations are computed by one thread each; the supernodes above them, the top, one after another
// by the whole team. Entries are computed by the same operations in the same order however they are shared out, so that the bits of a
// factor do not depend on the number of threads.
//
// Within a subtree update matrices lie in stacks. A supernode's and its children's are on different ones, by the parity of its depth: when
// the children's are taken off, the supernode's own is already in its place. Those of roots of subtrees and of the top are kept, so that a
// factorisation of a matrix that differs in a few entries computes only subtrees with such entries and what lies above them. All offsets
// are known from the plan, and a factorisation allocates nothing.
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
    int64_t        size[FRONT_STACKS];      // in values, of each stack
    int64_t        panel, top_panel;        // in values, of the largest panel in a subtree and in the top
    double         flops, top_flops;
} FrontPlan;

enum { FRONT_LANES = FRONT_LANES_BYTES / sizeof(double) };

// The distance of columns of a panel or an update matrix of so many rows, which are read in vectors, from any row on.
static inline int64_t front_stride(int32_t rows)
{
    enum { FEW_SETS = 64 }; // columns a multiple of so many values apart fall on few sets of a cache
    const int64_t stride = (rows + FRONT_LANES - 1) / FRONT_LANES * FRONT_LANES + FRONT_LANES;
    return stride % FEW_SETS == 0 ? stride + FRONT_LANES : stride;
}

// threads: for how many there shall be subtrees enough. Everything lies in the arena, also what is needed during the call only.
Status front_plan_init(const Supernodes *factor, const Csc *matrix, int threads, Arena *arena, FrontPlan *out) GNU_MUST_CHECK;

#endif
