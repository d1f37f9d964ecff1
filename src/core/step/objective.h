// Objective: Φ(x) = ½ (x−y)ᵀ M (x−y) + h² E(x) of a step and ∇Φ, by all threads of a team. It uses double precision whatever the precision
// of the State, since an iteration changes Φ by far less than its value. E is the energy of the constraints plus ½ k min(C, 0)² of the
// step's contacts. Friction inside the solve is included (contact/contact_friction.h).
//
// With ∇Φ, springs are computed where they are summed, at both ends (step/exact_springs.h). Other constraints and contacts write their
// forces to slots, one for each of their vertices, which the particles then sum. Sums use fixed chunks in a fixed order: any number of
// threads gives the same bits.
//
// Hard constraints and feasible inequalities have no energy, damping has none, and pins have no gradient.
#ifndef WEFT_STEP_OBJECTIVE_H
#define WEFT_STEP_OBJECTIVE_H

#include "base/team_sums.h"
#include "step/exact_springs.h"
#include "step/incidence.h"
#include "step/step.h"

typedef struct Objective {
    const Model    *model;
    const Contacts *contacts;                  // linearised for the step; NULL: none
    double          h2;                        // s²
    ExactSprings    springs[CONSTRAINT_KINDS]; // [spring_kinds] of the kinds stored as springs
    ExactPairs      pairs[CONSTRAINT_KINDS];   // of the same kinds, without a gradient
    int             spring_kinds;
    Incidence       incidence;    // of vertices, of all other kinds
    double4        *slot;         // [slots] ∇E of a constraint at one of its vertices; NULL: Φ alone
    double4        *contact_slot; // [contacts->slot_room] the same for contacts
    TeamSums        constraints[CONSTRAINT_KINDS], touching[CONTACT_CLASSES]; // E
    TeamSums        particles;                                                // ½ m |x−y|², and E of springs
    TeamSums        judged;                                                   // of objective_judge
} Objective;

// Every kind in the model must have `evaluate`. h: s, of the substep. gradient: true if ∇Φ will be needed.
Status objective_init(const Model *model, const Contacts *contacts, double h, bool gradient, Arena *arena, Objective *out) GNU_MUST_CHECK;

// gradient = ∇Φ(x), of an objective with a gradient. rhs: the same in real, with w = 0; may be NULL. All threads of a team, x and y
// complete; ends with a barrier. Then objective_value returns Φ(x) to any thread.
void   objective_run(const Objective *objective, const double4 *x, const double4 *y, double4 *gradient, real4 *rhs);
double objective_value(const Objective *objective);

// For line searches in which Φ alone cannot decide. All threads, after objective_run at x with a gradient; ends with a barrier. Then
// objective_slope returns gradient·direction to any thread. objective_noise returns the round-off of Φ(x): that of its sum, and that of
// positions known to ε |x|, times the forces.
void   objective_judge(const Objective *objective, const double4 *x, const double4 *y, const double4 *gradient, const double4 *direction);
double objective_slope(const Objective *objective);
double objective_noise(const Objective *objective);

// Φ of the iterates of a solver in real, without ∇Φ.
typedef struct IterateObjective {
    Objective exact;
    double4  *x; // [particles] for constraints that are not springs; NULL: there are none
    real4    *y; // [particles]
} IterateObjective;

Status iterate_objective_init(const Model *model, const Contacts *contacts, double h, Arena *arena, IterateObjective *out) GNU_MUST_CHECK;

// True if Φ has grown by more than the round-off of its sum, or is NaN.
static inline bool objective_rises(double before, double now)
{
    return !(now <= before + 64 * 0x1p-52 * fabs(before));
}

// begin: with y of a substep; all threads, without a barrier, for this thread's particles. at: Φ at x, which is complete. All threads call
// it and get the same value. Two barriers inside, none at the end: a barrier must precede the next call.
void   iterate_objective_begin(const IterateObjective *objective, const real4 *y);
double iterate_objective_at(const IterateObjective *objective, const real4 *x);

#endif
