// Vertex sweeps: each particle moves once to the minimum of a quadratic model of Φ, x_i −= ω K⁻¹ q, while the others are fixed.
//   coloured   colour by colour (step/vertex_colours.h), the particles of a colour in parallel
//   symmetric  the colours forwards and backwards, the last one once, since a second visit in a row has no effect; counted as two sweeps
//   jacobi     all from the same positions. If the second derivative of each constraint is positive semi-definite, as at rest,
//              λ_max of diag(K)⁻¹ ∇²Φ is at most V, the particles of the largest constraint (Cauchy-Schwarz). Then Φ falls for ω < 2/V near
//              its minimum. The default is 2/V; the inertia keeps λ_max below V. Elements far from rest have a larger λ_max: 34 for a
//              neo-Hookean tetrahedron of ν = 0.49 with corners displaced by a tenth of an edge
//
// kernels: wide moves WIDE_LANES particles at once in `real`, for kinds that have the functions for it (step/vertex_slices.h). Other kinds,
// damped constraints, inequalities and contacts are added particle by particle in double precision, as plain does for all. In single
// precision wide rounds gradients and blocks as well as positions.
#ifndef WEFT_STEP_VERTEX_SWEEPS_H
#define WEFT_STEP_VERTEX_SWEEPS_H

#include "step/sweeps.h"
#include "step/traffic.h"
#include "step/vertex_contacts.h"
#include "step/vertex_rows.h"
#include "step/vertex_slices.h"

typedef enum VertexSweepKind { VERTEX_SWEEP_COLOURED, VERTEX_SWEEP_SYMMETRIC, VERTEX_SWEEP_JACOBI } VertexSweepKind;
extern const char *const VERTEX_SWEEP_NAMES[]; // ended by NULL

typedef struct VertexSweepSettings {
    VertexSweepKind   kind;
    Kernels           kernels;
    VertexRule        rule;  // of blocks
    double            omega; // 0: 1, or 2/V in a Jacobi sweep
    double            h;     // s, of the substep
    const VertexRows *rows;  // kept; plain kernels only. NULL: all constraints act by their energies
} VertexSweepSettings;

typedef struct VertexSweeps {
    const Model      *model;
    VertexSweepKind   kind;
    double            omega;
    Incidence         incidence; // of all constraints
    Incidence         single;    // of constraints in no table; NULL start: none
    VertexColours     colours;   // for a Jacobi sweep a single colour of all particles
    VertexSlices      slices;    // no slices: kernels are plain, or no kind has wide ones
    VertexTerms       terms;
    const VertexRows *rows; // NULL: none
    VertexContacts    contacts;
    real4            *y;        // [particles]
    real4            *moved;    // [particles] of a Jacobi sweep; NULL otherwise
    double4          *x;        // [particles] positions in double for the constraint functions; NULL: none is called
    double4          *previous; // [particles] x_n; NULL: nothing is damped
} VertexSweeps;

Status vertex_sweeps_init(VertexSweeps *sweeps, const SolverSetup *setup, const VertexSweepSettings *settings) GNU_MUST_CHECK;

// By all threads of a team, without a closing barrier; for this thread's particles. begin: y and x_n of a substep, before the first sweep.
// place: to be called when positions were set by other means than a sweep.
void vertex_sweeps_begin(const VertexSweeps *sweeps, const real4 *y, const real4 *previous);
void vertex_sweeps_place(const VertexSweeps *sweeps, const real4 *position);

// Linearises contacts on the path from x_n, `previous`, to y, the current positions, up to the time `end` of the substep. Also determines
// the waiting particles. No effect without contact. By all threads of a team.
void vertex_sweeps_touch(VertexSweeps *sweeps, const real4 *previous, const State *state, double end, StepContext *context);

// One sweep. All threads of a team; ends with a barrier.
void vertex_sweeps_run(const VertexSweeps *sweeps, real4 *position);

// Counts a sweep: a gradient and a Hessian, two of each for a symmetric one, and its colours.
void vertex_sweeps_count(const VertexSweeps *sweeps, StepContext *context);

// Bytes and operations of a sweep, run `runs` times per step. Not counted if some constraint is in no table.
PhaseTraffic vertex_sweeps_traffic(const VertexSweeps *sweeps, int64_t runs);

#endif
