// What the systems on a library of others share: a direct solver behind the table of linsys_external.h, whose threads take turns with
// weft's team at a gate (thread_gate.h). Right-hand sides are copied in and out by the team, three columns one after another, in double or
// in float as the solver asks. Matrix and permutation are kept for the solver in weft's arena; the factor is memory of its own, which is
// asked for beforehand where the solver knows after the analysis how much it will take.
//
// The bits of a solution may depend on the number of threads, and with several even from run to run: that is up to the library.
#ifndef WEFT_LINSYS_OUTSIDE_SYSTEM_H
#define WEFT_LINSYS_OUTSIDE_SYSTEM_H

#include "linsys/linsys.h"
#include "linsys/private/linsys_external.h"

// Choices of the param `factor`. real: that of positions, and double where one right-hand side of doubles is solved for.
extern const char *const OUTSIDE_FACTORS[];
typedef enum OutsideFactor { OUTSIDE_REAL, OUTSIDE_F64, OUTSIDE_F32 } OutsideFactor;
#define OUTSIDE_FACTOR_SUMMARY "precision of factor and solve; real: that of positions, f64 for a solver that factorises in every step"

typedef struct OutsideKind {
    const LinsysOps        *ops;
    const WeftDirectSolver *solver;
    const void             *options; // of WeftDirectSetup; read in analyse only
    bool                    dissect; // order by nested_dissection.h; false: the solver orders
} OutsideKind;

// With the param `factor` of setup->params.
Status outside_system_create(const LinsysSetup *setup, const OutsideKind *kind, Linsys **out);

// The slots of LinsysOps.
Status outside_system_refactor(Linsys *sys, const Csc *same_pattern);
void   outside_system_solve(Linsys *sys, const real4 *rhs, real4 *x);
void   outside_system_solve_scalar(Linsys *sys, const double *rhs, double *x);
double outside_system_smallest_pivot(const Linsys *sys, const Csc *matrix);
Status outside_system_failed(const Linsys *sys);
void   outside_system_info(const Linsys *sys, LinsysInfo *out);
void   outside_system_destroy(Linsys *sys);

// Loads the first of the libraries that there is: from the folder, or the file, that the variable names, else by the loader's path. It
// stays loaded. STATUS_UNSUPPORTED when there is none; the text says what the variable is and `remedy`.
typedef struct OutsideLibrary {
    const char        *system;   // "pardiso"
    const char        *variable; // "WEFT_MKL"
    const char *const *files;    // ended by NULL; no name: the variable is the file
    const char        *remedy;
} OutsideLibrary;
Status outside_library_open(const OutsideLibrary *library, void **handle) GNU_MUST_CHECK;

#endif
