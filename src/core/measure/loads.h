// Loads: what colliders, bodies and pins carry at the end of a step: the sum of the forces on them, in N, in double precision.
//
//   collider  of the contacts with it: normal forces and friction, and the impulses of restitution, divided by h
//   body      of the contacts with other bodies and with itself; where the scene has several bodies
//   pin       of the constraints and contacts of the particles that a script holds, or those of a body that are pinned without a script;
//             their own weight is not in it
//
// Forces of contacts are those of the last substep: λ/h² and what the velocity pass added. Those of constraints are λ/h² too, along ∇C at
// the end of the step, for a solver with multipliers; else −∇E. They are NaN for hard constraints without multipliers and for a solver with
// stiffnesses of its own (AIM_ERRORS).
#ifndef WEFT_MEASURE_LOADS_H
#define WEFT_MEASURE_LOADS_H

#include "base/record.h"
#include "contact/contacts.h"
#include "solver/solver.h"

typedef struct Load {
#define LOAD(field, view, unit, label, kind) RECORD_##kind(field)
#include "base/record_list.h"
} Load;

// Calls `each` for every collider, body and group of pins, in this order. contacts: NULL without contact; h: s, of the last substep.
// Takes its memory from the system. STATUS_MEMORY, and what `each` returns.
Status loads_measure(const Model *model, const State *state, const Solver *solver, const Contacts *contacts, double h,
                     Status (*each)(void *user, const Load *load), void *user) GNU_MUST_CHECK;

#endif
