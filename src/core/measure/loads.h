// Loads: what colliders, bodies and pins carry at the end of a step: the sum of the forces on them, in N, in double precision; and the sums
// of what pins and contacts exert.
//
//   collider  of the contacts with it: normal forces and friction, and the impulses of restitution, divided by h
//   body      of the contacts with other bodies and with itself; where the scene has several bodies
//   pins      of the constraints and contacts of the particles that a script holds, or those of a body that are pinned without a script;
//             their own weight is not in it
//   supports  of the rollers and attachments of a body
//
// Forces of contacts are those of the last substep: λ/h² and what the velocity pass added. Those of constraints are λ/h² too, along ∇C at
// the end of the step, for a solver with multipliers; else −∇E, and −β Ċ ∇C where damped. They are NaN for hard constraints without
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
    const Contacts *contacts; // NULL without contact
    double          h;        // s, of the last substep
    bool            energies; // soft constraints act by −∇E also where the solver has multipliers
} LoadsOf;

// Calls `each` for every collider, body, group of pins and body with supports, in this order; step, time_s: of each Load. Takes its memory
// from the system. STATUS_MEMORY, and what `each` returns.
Status loads_measure(const LoadsOf *of, int64_t step, double time_s, Status (*each)(void *user, const Load *load),
                     void *user) GNU_MUST_CHECK;

// Sums over free particles, N. pins: of the forces of constraints: what particles are held with, by pins, rollers and attachments, since
// the forces between free particles cancel. contacts: of the forces of contacts, from colliders and from pinned particles. A converged step
// of implicit Euler has Σ m (v − v_n)/h = Σ m g + Σ f + pins + contacts, all over free particles; else what is missing there is the sum of
// what the solver has left of the balance of momentum. STATUS_MEMORY.
Status loads_sum(const LoadsOf *of, double pins[3], double contacts[3]) GNU_MUST_CHECK;

// The force of all constraints and contacts on each particle, N, in `out`, memory from the arena. Of those whose force is not known, only
// where they reach a pin or are supports, NaN; the others cancel in the sums over a body. STATUS_MEMORY.
Status loads_forces(const LoadsOf *of, Arena *arena, double4 **out) GNU_MUST_CHECK;

#endif
