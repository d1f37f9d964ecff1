// Reference: the Newton trajectory of the scene in double precision, stored at a few probe steps. A solver starts a probe step from (x_n,
// v_n) and is compared with x*, the converged end of that step, so that all solvers solve the same problem.
//
// A limit of short steps is extrapolated. Implicit Euler is of first order: with trajectories x(h), x(2h) and x(4h) of steps h, 2h and 4h,
// 2 x(h) − x(2h) is of second order (Richardson). Its distance from 2 x(2h) − x(4h) is stored as the error of the solution itself. Where
// the orders apply, that is three times the true error; where they do not, as at an impact, it does not decrease with h.
// For an integrator of second order the extrapolation is x(h) + (x(h) − x(2h))/3.
//
// A trajectory with crossings or overlaps is accepted, since the scene may do that at this step length. The finding is stored with it and
// reported for every case that is compared with it.
//
// File: the header, with the key, then for each probe position, velocity and solution ([particles][3] doubles, user's numbering) and, of
// bdf2, h, position and velocity of the past, then the 32 hex digits of the content hash of everything before. Little-endian, as the
// machine that wrote it.
#ifndef WEFT_MEASURE_REFERENCE_H
#define WEFT_MEASURE_REFERENCE_H

#include <stdint.h>

#include "base/hash.h"
#include "solver/solver.h"

// The method of the trajectory: in f64, with these settings, otherwise the defaults, and the step length that the case requires.
typedef struct ReferenceMethod {
    const SolverOps *solver; // a solver with a convergence criterion
    const LinsysOps *linsys;
    int              iterations;
    ParamRole        taken_over[4]; // settings that keep the values of the case, ended by PARAM_ROLE_NONE
} ReferenceMethod;

extern const ReferenceMethod REFERENCE_METHOD;

typedef struct Probe {
    int64_t step;                                    // of the trajectory, in steps of h
    int64_t end;                                     // StepEnd of the step that ends at the solution
    double  gradient;                                // ‖∇Φ‖₂ at the solution, as the observer sees it
    double  bound;                                   // of `gradient`, as reported by the solver (StepContext.gradient_bound)
    double (*position)[3];                           // x_n, m
    double (*velocity)[3];                           // v_n, m/s
    double (*solution)[3];                           // x*
    double (*past_position)[3], (*past_velocity)[3]; // x_{n−1}, v_{n−1}; NULL without bdf2
    double past_h;                                   // s, 0: the step starts without a past
    double own_error;                                // ‖error of x*‖₂, m; 0: x* is the end of one step, and converged
} Probe;

typedef struct Reference {
    int32_t particle_count, probe_count;
    double  h;
    bool    keeps_past;
    char    key[HASH_TEXT]; // case_reference_key: the scene and the steps; for a recorded trajectory the hash of the scene
    char    finding[256];   // a fault of its contacts; "": none
    Probe  *probes;
} Reference;

// Whether the solution is valid: the step converged or is at round-off, and the observed gradient agrees.
bool probe_is_converged(const Probe *probe);

// Extrapolates trajectories of this order with the same probes and steps of h, 2h and 4h: replaces the solutions of the first, and gives
// it the first finding among the three.
enum { REFERENCE_LEVELS = 3 };
void reference_extrapolate(Reference levels[REFERENCE_LEVELS], int order);

Status reference_alloc(Arena *arena, int32_t particles, int32_t probes, bool keeps_past, Reference *out) GNU_MUST_CHECK;

// Written through a temporary file in the same folder: a reader sees the whole file or none. STATUS_IO.
Status reference_write(const char *path, const Reference *reference) GNU_MUST_CHECK;

// STATUS_IO when it cannot be read; STATUS_INPUT when it is truncated, changed, or for another number of particles or another h.
Status reference_read(const char *path, int32_t particles, double h, Arena *arena, Reference *out) GNU_MUST_CHECK;

#endif
