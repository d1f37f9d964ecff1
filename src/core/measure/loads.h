// Loads: the sums of the forces on colliders, bodies and pins at the end of a step, in N and double precision; and the sums of the forces
// that pins and contacts exert.
//
//   collider  of the contacts with it: normal forces and friction, and the impulses of restitution, divided by h
//   body      of the contacts with other bodies and with itself; in scenes with several bodies
//   pins      of the constraints and contacts of the particles that a script moves, or of the pins of a body that no script moves;
//             without their own weight
//   supports  of the rollers and attachments of a body
//
// Contact forces are those of the last substep: λ/h² plus the impulses of the velocity pass over h. Constraint forces of a solver with
// multipliers are λ/h² along ∇C at the end of the step; of others −∇E, and −β Ċ ∇C if damped. They are NaN for hard constraints without
// multipliers and for a solver with stiffnesses of its own (AIM_ERRORS).
#ifndef WEFT_MEASURE_LOADS_H
#define WEFT_MEASURE_LOADS_H

#include "contact/contacts.h"
#include "solver/solver.h"

enum { LOAD_CARRIER_SIZE = 80 };

typedef struct Load { // a row `load` (record/record_list.h)
    int64_t     step;
    double      time_s;
    const char *carrier;
    double      force[3];
} Load;

typedef struct LoadsOf {
    const Model    *model;
    const State    *state;
    const Solver   *solver;
    const Contacts *contacts; // NULL: a scene without contact
    double          h;        // s, of the last substep
    bool            energies; // soft constraints act by −∇E, also if the solver has multipliers
} LoadsOf;

// Calls `each` for every collider, body, group of pins and body with supports, in this order; step, time_s: of each Load. Allocates its own
// memory. STATUS_MEMORY, and any status of `each`.
Status loads_measure(const LoadsOf *of, int64_t step, double time_s, Status (*each)(void *user, const Load *load),
                     void *user) GNU_MUST_CHECK;

// Sums over free particles, N. pins: the constraint forces from pins, rollers and attachments (forces between free particles cancel).
// contacts: the contact forces from colliders and from pinned particles. A converged step of implicit Euler has
// Σ m (v − v_n)/h = Σ m g + Σ f + pins + contacts, all over free particles; otherwise the difference is the solver's residual in the
// balance of momentum. STATUS_MEMORY.
Status loads_sum(const LoadsOf *of, double pins[3], double contacts[3]) GNU_MUST_CHECK;

// The force of all constraints and contacts on each particle, N, in `out`, memory from the arena. Constraints with an unknown force give
// NaN if they reach a pin or are supports; the others cancel in the sums over a body. STATUS_MEMORY.
Status loads_forces(const LoadsOf *of, Arena *arena, double4 **out) GNU_MUST_CHECK;

#endif
