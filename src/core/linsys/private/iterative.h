// Shared by the iterative systems: the matrix by rows, params, the slots of LinsysOps around a method, and statistics of its solves.
//
// Matrix, vectors and sums are in double in both precisions. x, y and z of three right-hand sides lie side by side, with a step length
// each; a scalar system of 3 × 3 blocks has one right-hand side over all three, with one step length, and one of single rows leaves y and z
// at 0. Sums are taken in chunks whose order is fixed: the bits do not depend on the number of threads.
//
// A solve begins at x or at 0 and ends where ‖b − A x‖ ≤ solve_tolerance ‖b‖ for each right-hand side, or after solve_iterations. A solve
// that ends above its tolerance is counted, and LinsysInfo says so. solve_tolerance 0: exactly solve_iterations, a method of its own.
#ifndef WEFT_LINSYS_ITERATIVE_H
#define WEFT_LINSYS_ITERATIVE_H

#include "base/team_sums.h"
#include "linsys/private/symmetric_rows.h"

enum { ITERATIVE_SUMS = 3 };

typedef struct Iterative Iterative;

typedef struct IterativeEnd {
    int32_t     iterations;
    double      residual; // the largest of ‖r‖/‖b‖; not a number where b was not finite
    bool        curved;   // the matrix is not positive definite
    const Quad *x;        // the solution
} IterativeEnd;

struct Iterative { // first member of the private struct of each
    Linsys        base;
    SymmetricRows rows;
    bool          coupled; // one right-hand side
    bool          from_x;
    int           threads;
    int32_t       most;
    double        tolerance, own_tolerance; // of the solves now, and of the params
    Quad         *b, *x;                    // [rows.n]
    TeamSums      sums, next; // of ITERATIVE_SUMS quads: partial sums of one are written while those of the other may still be read
    // What differs between the methods. run: all threads, b and x complete; scale: ‖b‖²; the same
    // end for all, its x complete.
    Status (*update)(Iterative *s, const Csc *matrix); // the rows have new values
    void (*run)(Iterative *s, const Quad *scale, IterativeEnd *end);
    void (*describe)(const Iterative *s, LinsysInfo *out); // adds facts of the method; NULL: none
    void (*release)(Iterative *s);                         // NULL: all memory is the arena's
    int64_t workspace_bytes;
    double  iteration_bytes; // moved by one iteration
    int32_t barriers;        // of one iteration
    // Of all solves, by one thread.
    int64_t iterations, unconverged;
    double  left; // residual of the last that ended above its tolerance
    Status  failure;
};

#define ITERATIVE_PARAMS \
    PARAM_REAL_ROW("solve_tolerance", "", 1e-8, 0, 1, "relative residual at which a solve stops; 0: always solve_iterations iterations"), \
        PARAM_INT_ROW("solve_iterations", "", 1000, 1, 1e6, "maximum iterations of a solve"), \
        PARAM_CHOICE_ROW( \
            "solve_start", ITERATIVE_STARTS, 0, \
            "initial guess of a solve for x, y and z; x: the current iterate, if the method has one. Other solves start at zero")
extern const char *const ITERATIVE_STARTS[];

// Fills s, which lies in the arena, except for the members that differ between methods.
Status iterative_init(const LinsysSetup *setup, const LinsysOps *ops, Iterative *s) GNU_MUST_CHECK;
// At the end of create, which made the rest of s with this status: the first values, and the residual of a solve. A failure releases s.
Status iterative_ready(const LinsysSetup *setup, size_t used_before, Status made, Iterative *s, Linsys **out) GNU_MUST_CHECK;

// ---- of a method: all threads ----

// This thread's rows: whole chunks, as in the sums.
static inline void iterative_share(const Iterative *s, int32_t *from, int32_t *to)
{
    team_sums_range(&s->sums, from, to);
}

// A sum of one chunk, lane by lane.
static inline void iterative_sum_put(double *partial, int index, const Quad *sum)
{
    for (int k = 0; k < 4; k++)
        partial[4 * index + k] = (*sum)[k];
}

// Their totals, [ITERATIVE_SUMS]; over all lanes where they are coupled. One barrier, before it adds.
void iterative_sum_total(const Iterative *s, const TeamSums *sums, Quad *total);

// Whether a solve ends, with its residual. squares: ‖r‖².
bool iterative_is_done(const Iterative *s, const Quad *squares, const Quad *scale, IterativeEnd *end);

// ---- the slots ----
Status iterative_refactor(Linsys *sys, const Csc *same_pattern);
void   iterative_set_tolerance(Linsys *sys, double residual);
void   iterative_solve(Linsys *sys, const real4 *rhs, real4 *x);
void   iterative_solve_scalar(Linsys *sys, const double *rhs, double *x);
Status iterative_failed(const Linsys *sys);
void   iterative_info(const Linsys *sys, LinsysInfo *out);
void   iterative_destroy(Linsys *sys);

#define ITERATIVE_SLOTS \
    .lanes = 1, .iterative = true, .refactor = iterative_refactor, .solve = iterative_solve, .solve_scalar = iterative_solve_scalar, \
    .set_tolerance = iterative_set_tolerance, .failed = iterative_failed, .info = iterative_info, .destroy = iterative_destroy

#endif
