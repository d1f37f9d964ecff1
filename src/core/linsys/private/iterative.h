// The common base of the iterative systems: the matrix by rows, params, the functions of LinsysOps around a method, and statistics of
// solves.
//
// Matrix, vectors and sums are in double in both precisions. The x, y and z of three right-hand sides are interleaved, with a step length
// each. A scalar system of 3 × 3 blocks has one right-hand side over all three lanes, with one step length; one of single rows leaves y and
// z at 0. Sums are taken in chunks in a fixed order, so the bits do not depend on the number of threads.
//
// A solve begins at x or at 0 and ends when ‖b − A x‖ ≤ solve_tolerance ‖b‖ for each right-hand side, or after solve_iterations. LinsysInfo
// counts solves that end above their tolerance. With solve_tolerance 0 a solve takes exactly solve_iterations and is a method of its own.
#ifndef WEFT_LINSYS_ITERATIVE_H
#define WEFT_LINSYS_ITERATIVE_H

#include "base/team_sums.h"
#include "linsys/private/symmetric_rows.h"

enum { ITERATIVE_SUMS = 3 };

typedef struct Iterative Iterative;

typedef struct IterativeEnd {
    int32_t     iterations;
    double      residual; // the largest ‖r‖/‖b‖; NaN if b was not finite
    bool        curved;   // the matrix is not positive definite
    const Quad *x;        // the solution
} IterativeEnd;

struct Iterative { // first member of the private struct of each
    Linsys        base;
    SymmetricRows rows;
    bool          coupled; // one right-hand side
    bool          from_x;
    int           threads;
    int32_t       iterations_max;
    double        tolerance, own_tolerance; // the current one, and the one of the params
    Quad         *b, *x;                    // [rows.n]
    Quad          scale;                    // of a solve: ‖b‖² of each right-hand side
    TeamSums      sums, next; // of ITERATIVE_SUMS quads: partial sums of one are written while those of the other may still be read
    // Functions of the method. run: called by all threads with b and x complete; scale: that of s; returns the same end to all, with x
    // complete.
    Status (*update)(Iterative *s, const Csc *matrix); // the rows have new values
    void (*run)(Iterative *s, const Quad *scale, IterativeEnd *end);
    void (*describe)(const Iterative *s, LinsysInfo *out); // adds the data of the method; NULL: none
    void (*release)(Iterative *s);                         // NULL: all memory is the arena's
    int64_t workspace_bytes;
    double  iteration_bytes; // moved by one iteration
    int32_t barriers;        // of one iteration
    // Statistics of all solves, written by one thread.
    int64_t iterations, unconverged;
    double  left; // residual of the last solve that ended above its tolerance
    Status  failure;
};

#define ITERATIVE_PARAMS \
    PARAM_REAL_ROW("solve_tolerance", "", 1e-8, 0, 1, "relative residual at which a solve ends; 0: exactly solve_iterations"), \
        PARAM_INT_ROW("solve_iterations", "", 1000, 1, 1e6, "maximum number of iterations of a solve"), \
        PARAM_CHOICE_ROW("solve_start", ITERATIVE_STARTS, 0, \
                         "start of a solve for x, y and z; x: the iterate, if the method has one; zero. Other solves start at zero")
extern const char *const ITERATIVE_STARTS[];

// Fills s, which is in the arena, except the members of the method.
Status iterative_init(const LinsysSetup *setup, const LinsysOps *ops, Iterative *s) GNU_MUST_CHECK;
// Call at the end of create, with the status of filling the rest of s: sets the first values and measures the residual of a solve. A
// failure releases s.
Status iterative_ready(const LinsysSetup *setup, size_t used_before, Status made, Iterative *s, Linsys **out) GNU_MUST_CHECK;

// ---- of a method: all threads ----

// This thread's rows: whole chunks, as in the sums.
static inline void iterative_share(const Iterative *s, int32_t *from, int32_t *to)
{
    team_sums_range(&s->sums, from, to);
}

// Stores the sum of one chunk, lane by lane.
static inline void iterative_sum_put(double *partial, int index, const Quad *sum)
{
    for (int k = 0; k < 4; k++)
        partial[4 * index + k] = (*sum)[k];
}

// The totals of the sums, [ITERATIVE_SUMS]; over all lanes if they are coupled. One barrier before the addition.
void iterative_sum_total(const Iterative *s, const TeamSums *sums, Quad *total);

// Whether a solve ends; sets its residual. squares: ‖r‖².
bool iterative_is_done(const Iterative *s, const Quad *squares, const Quad *scale, IterativeEnd *end);

// ---- functions of LinsysOps ----
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
