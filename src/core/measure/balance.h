// Balance: the error of a step in the balance of momentum, for any solver, from its State alone. At the end of the last substep each free
// particle has
//   d = m (v − v_n) − h (f + F)
// with f the external force (gravity, loads) and F the force of constraints and contacts (measure/loads.h). A converged step has d = 0. A
// piece is a set of particles joined by constraints. Forces within a piece cancel in its sums, whatever values the solver gives them:
//   Σ d             linear momentum that no force gave to the piece
//   Σ (x − c) × d   the same for angular momentum about its centre of mass c; the loss of implicit Euler itself is not part of it
// For a piece at rest, Σ d / h is the difference between its load and its support.
#ifndef WEFT_MEASURE_BALANCE_H
#define WEFT_MEASURE_BALANCE_H

#include "measure/convergence.h"
#include "measure/loads.h"
#include "solver/pieces.h"

typedef struct PieceBalance {
    double4 momentum, angular; // kg m/s, kg m²/s; NaN where a force is not known, and angular with the integrator midpoint
    double4 support;           // Σ d with F = −∇E of soft constraints: forces from the shape, also if the solver has multipliers
    double4 bending;           // Σ (x − c) × d with the same F, kg m²/s
    double  lever;             // Σ ‖x − c‖ ‖f‖, ‖f‖ as in external, N m
    double4 gained;            // Σ (x_n − c) × (m (v − v_n) − h f), kg m²/s: change of angular momentum, without the part due to f
    double4 centre;            // of mass, m; w: mass of its free particles, kg; 0: none is free
    double  shift;             // m: largest shift of its centre by rounding of positions in a substep, mean of ½ ε ‖x‖ by mass
    double  rounding;          // N: Σ of the unbalanced forces on its particles due to rounding of their positions
    double  bending_rounding;  // N m: Σ ‖x − c‖ times these forces
    double  pull;              // Σ ‖f‖, N
    double external, inertia; // Σ of the larger of ‖f‖ and m ‖v − v_n‖/h, N, 0 without external forces; Σ m ‖x − c‖², kg m²
    bool    supported;        // supported by an unbroken constraint to a pin or to a point of the scene, a collider or another piece
    double4 along;            // x, y, z: above 0 if a support acts along this axis; Σ d has no force from outside along the others
} PieceBalance;

typedef struct Balance {
    Pieces        pieces;
    PieceBalance *piece;                               // [pieces.count + 1]; the last: the whole scene
    int64_t       broken;                              // constraints so far
    bool          torn;                                // constraints broke in the step; their forces are unknown
    bool          isolated;                            // no script, moving collider, wind or follower load does work on the scene
    double        energy, kinetic, elastic, potential; // J, at the end; energy, elastic: with contacts. NaN: not the energy of the scene
    double        round_off;                           // J, of the kinetic energy: a motion of √ε of the positions
    double4      *creep; // [particles] m: tangential displacement of a particle in the last substep in contacts with sticking
                         // friction on velocities, mean by normal force; w: 1, or 0 if no contact stuck. NULL: no such friction
    double4 *left;       // [particles] d with the forces from the shape
    double   load;       // ‖h external‖₂ over free particles, kg m/s; 0: none, or `left` is not the error of the scene
    double   unbalanced; // ‖left‖₂ / load; NaN for load 0
} Balance;

// Memory from the arena. STATUS_MEMORY.
Status balance_init(const Model *model, Arena *arena, Balance *out) GNU_MUST_CHECK;

// After a step whose last substep `convergence` observed. STATUS_MEMORY.
Status balance_measure(Balance *balance, const Convergence *convergence, const LoadsOf *of) GNU_MUST_CHECK;

// The largest ‖support‖/h over `external` among the supported pieces with external forces; NaN: there is none.
double balance_support_error(const Balance *balance, double h);

#endif
