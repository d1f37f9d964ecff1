// Preconditioners M ≈ A⁻¹ for conjugate gradients, one file each, with a common table of functions. All are symmetric and positive
// definite, and do not change between applications.
#ifndef WEFT_LINSYS_PRECONDITIONER_H
#define WEFT_LINSYS_PRECONDITIONER_H

#include "linsys/private/iterative.h"

typedef struct LinsysPreconditioner LinsysPreconditioner;

typedef struct LinsysPreconditionerOps {
    const char *name;
    // rows: with pattern and values; the values may change before update. Memory from the arena.
    Status (*create)(const LinsysSetup *setup, const SymmetricRows *rows, LinsysPreconditioner **out);
    // Call outside a team, after the rows got new values. STATUS_NUMERIC: not positive definite. Allocates nothing.
    Status (*update)(LinsysPreconditioner *p, const Csc *matrix);
    // z = M r, by all threads of a team. At the call, this thread's share of r (iterative_share) is complete; at return, its share of z.
    void (*apply)(LinsysPreconditioner *p, const Quad *r, Quad *z);
    void (*destroy)(LinsysPreconditioner *p); // NULL: all memory is in the arena
} LinsysPreconditionerOps;

struct LinsysPreconditioner { // first member of the private struct of each
    const LinsysPreconditionerOps *ops;
    const SymmetricRows           *rows;
    const Quad                    *scale; // ‖b‖² of each right-hand side of the solve
    int                            threads;
    int64_t                        bytes;        // read by an application
    int64_t                        stored_bytes; // in memory; 0: as many as `bytes`
    int32_t                        barriers;     // of an application
    int32_t                        shifts;       // see LinsysInfo
};

enum {
#define PRECONDITIONER(name) LINSYS_PRECONDITIONER_OF_##name,
#include "linsys/private/preconditioner_list.h"
#undef PRECONDITIONER
    LINSYS_PRECONDITIONER_COUNT, // the index of by_size
    LINSYS_MULTIGRID_ROWS = 4096 // smallest number of particles for which by_size is amg
};

extern const char *const LINSYS_PRECONDITIONER_NAMES[]; // those of the list, then by_size, ended by NULL
extern const char *const LINSYS_DIRECT_NAMES[];         // the systems for `cached`, ended by NULL

const LinsysPreconditionerOps *linsys_preconditioner_at(int index);

// The preconditioner of the params. by_size depends only on the matrix, not on a measurement.
const LinsysPreconditionerOps *linsys_preconditioner_chosen(const LinsysSetup *setup, const SymmetricRows *rows);

// This thread's rows, as in iterative_share.
static inline void linsys_preconditioner_share(const LinsysPreconditioner *p, int32_t *from, int32_t *to)
{
    const int32_t  n = p->rows->n;
    const TeamSums chunks = {.count = n, .chunks = n / TEAM_SUM_CHUNK + (n % TEAM_SUM_CHUNK > 0), .chunk = TEAM_SUM_CHUNK};
    team_sums_range(&chunks, from, to);
}

#endif
