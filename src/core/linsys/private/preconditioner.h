// Preconditioners M ≈ A⁻¹ of conjugate gradients behind one table, one file each. All are symmetric and positive definite, and the same
// from one application to the next.
#ifndef WEFT_LINSYS_PRECONDITIONER_H
#define WEFT_LINSYS_PRECONDITIONER_H

#include "linsys/private/iterative.h"

typedef struct LinsysPreconditioner LinsysPreconditioner;

typedef struct LinsysPreconditionerOps {
    const char *name;
    // The pattern of `rows`, whose values are there as well, but may be others at update. Memory of the arena.
    Status (*create)(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out);
    // Outside a team: the rows have new values. STATUS_NUMERIC: found not positive definite. Allocates nothing.
    Status (*update)(LinsysPreconditioner *p, const Csc *matrix);
    // z = M r, by all threads of a team. r: this thread's share (iterative_share) is at hand; z: it is at return.
    void (*apply)(LinsysPreconditioner *p, const Quad *r, Quad *z);
    void (*destroy)(LinsysPreconditioner *p); // NULL: all memory is the arena's
} LinsysPreconditionerOps;

struct LinsysPreconditioner { // first member of the private struct of each
    const LinsysPreconditionerOps *ops;
    const SymmetricRows           *rows;
    int                            threads;
    int64_t                        bytes;    // read by an application
    int32_t                        barriers; // of an application
    int32_t                        shifts;   // see LinsysInfo
};

extern const char *const LINSYS_PRECONDITIONER_NAMES[]; // ended by NULL
extern const char *const LINSYS_DIRECT_NAMES[];         // those of `cached`, ended by NULL

const LinsysPreconditionerOps *linsys_preconditioner_at(int index);

// This thread's rows, as in iterative_share.
static inline void linsys_preconditioner_share(const LinsysPreconditioner *p, int32_t *from, int32_t *to)
{
    const int32_t  n = p->rows->n;
    const TeamSums chunks = {.count = n, .chunks = n / TEAM_SUM_CHUNK + (n % TEAM_SUM_CHUNK > 0), .chunk = TEAM_SUM_CHUNK};
    team_sums_range(&chunks, from, to);
}

#endif
