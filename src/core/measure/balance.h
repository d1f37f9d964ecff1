// Balance: how far a step is from the balance of momentum, for any solver, from its State alone. At the end of the last substep each free
// particle has
//   d = m (v − v_n) − h (f + F)
// with f the external force (gravity, loads) and F that of constraints and contacts (measure/loads.h). A converged step has d = 0. Forces
// within a piece, which is what constraints join, cancel in its sums, whatever the solver takes them to be:
//   Σ d             linear momentum that no force gave to the piece
//   Σ (x − c) × d   the same of angular momentum about its centre of mass c; what implicit Euler itself loses is not part of it
// Of a piece at rest, Σ d / h is the difference between its load and what carries it.
#ifndef WEFT_MEASURE_BALANCE_H
#define WEFT_MEASURE_BALANCE_H

#include "measure/convergence.h"
#include "measure/loads.h"
#include "solver/pieces.h"

typedef struct PieceBalance {
    double4 momentum, angular; // kg m/s, kg m²/s; NaN where a force is not known, and angular with the integrator midpoint
    double4 support;           // Σ d with F = −∇E of soft constraints: the forces of the shape, whatever multipliers the solver has
    double4 bending;           // Σ (x − c) × d of the same, kg m²/s
    double  lever;             // Σ ‖x − c‖ ‖f‖, ‖f‖ as in external, N m
    double4 gained;            // Σ (x_n − c) × (m (v − v_n) − h f), kg m²/s: change of angular momentum, without that by f
    double4 centre;            // of mass, m; w: mass of its free particles, kg, 0: it has none
    double  shift;             // m: how far rounding of the positions may move its centre in a substep, mean of ½ ε ‖x‖ by mass
    double  rounding;          // N: Σ of the forces on its particles that rounding of their positions leaves
    double  bending_rounding;  // N m: Σ ‖x − c‖ times these
    double  pull;              // Σ ‖f‖, N
    double external, inertia; // Σ of the larger of ‖f‖ and m ‖v − v_n‖/h, N, 0 without external forces; Σ m ‖x − c‖², kg m²
    bool    held;             // by a constraint to a pin or to a point of the scene that is not broken, a collider or another piece
    double4 along;            // x, y, z: above 0 where what holds it acts along this axis; Σ d has no force from outside along the others
} PieceBalance;

typedef struct Balance {
    Pieces        pieces;
    PieceBalance *piece;                               // [pieces.count + 1] the last: all together
    int64_t       broken;                              // constraints so far
    bool          torn;                                // some broke in the step, whose forces are not known then
    bool          isolated;                            // no script, collider that moves, wind or load that follows does work on the scene
    double        energy, kinetic, elastic, potential; // J, at the end; contacts are in energy and elastic. NaN: not that of the scene
    double        round_off;                           // J, of the kinetic energy: positions move by √ε of themselves
    double4      *creep; // [particles] m: tangential displacement of a particle in the last substep in contacts that friction on
                         // velocities held, mean by normal force; w: 1, or 0 where none was held. NULL: there is no such friction
    double4 *left;       // [particles] d with the forces of the shape
    double   load;       // ‖h external‖₂ over free particles, kg m/s; 0: none, or `left` is not that of the scene
    double   unbalanced; // ‖left‖₂ over it; NaN for load 0
} Balance;

// Memory from the arena. STATUS_MEMORY.
Status balance_init(const Model *model, Arena *arena, Balance *out) GNU_MUST_CHECK;

// After a step whose last substep `convergence` observed. STATUS_MEMORY.
Status balance_measure(Balance *balance, const Convergence *convergence, const LoadsOf *of) GNU_MUST_CHECK;

// ‖support‖/h over `external`, the largest of all pieces that are held and have external forces; NaN: none is.
double balance_support_error(const Balance *balance, double h);

#endif
