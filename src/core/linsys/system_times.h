// What the direct systems of the table take for one matrix on this machine: analysis, factorisation, solve.
#ifndef WEFT_LINSYS_SYSTEM_TIMES_H
#define WEFT_LINSYS_SYSTEM_TIMES_H

#include "linsys/linsys.h"

typedef struct SystemTime {
    LinsysInfo info;
    int        repeats;                         // set-ups that the medians are of, and five solves of each
    double     analyse_ns, factor_ns, solve_ns; // medians; a solve is of all columns
} SystemTime;

// Whether ops factorises a sparse matrix of so many rows itself, and is on this machine: not by choosing another, not a baseline of three
// times the size, and not as a full triangle where that is large.
bool system_times_takes(const LinsysOps *ops, bool scalar, int32_t n);

// matrix, threads, coordinates, block and scalar of `setup`; the rest is filled in. rhs: [columns][n], three columns unless scalar.
Status system_times_measure(const LinsysOps *ops, const LinsysSetup *setup, const double *rhs, SystemTime *out) GNU_MUST_CHECK;

#endif
