// Friction inside the solve: Coulomb's law, smoothed, as a term of Φ (Li and others 2020, IPC, doi 10.1145/3386569.3392425, section 5).
//   h² D = Σ λ_max f0(|u|),   u = (I − nnᵀ)(Σ w x − a),   f0' = f1 = 2s − s² for s = |u|/ε < 1, else 1
// a, the anchor, is Σ w x_n, carried with the collider. λ_max = μ λ has the normal force of an earlier iterate, so that the term is a
// convex function of x; a solver that follows λ ends where friction has the normal force of its own solution.
//
// ε, of the smoothing, is `slip` of the scene times h; without one it is 1 % of λ_max W, W = Σ w²/m: of the way by which the largest
// friction moves the particles of the contact in a substep. A contact that sticks is then a spring of 200/(W h²), whatever its normal
// force, and creeps at less than ε/h, which is less than 1 % of h μ N W. Friction on velocities creeps at h F W under a tangential force F.
#ifndef WEFT_CONTACT_CONTACT_FRICTION_H
#define WEFT_CONTACT_CONTACT_FRICTION_H

#include "contact/contact_row.h"

// Friction of a contact at a point Σ w x.
typedef struct ContactRub {
    double4 way;       // u, m
    double  energy;    // h² D
    double  weight;    // kg: λ_max f1/|u|: the force times h² is weight · u; across u it is the stiffness, and along u not below that
    double  stiffness; // kg, along u
} ContactRub;

// Zero while a contact has no friction.
ContactRub contact_rub(const ContactSet *contact, int32_t i, const ContactRow *row, double4 point);

// ∂²(h² D) by Σ w x, which is positive semi-definite: row by row.
void contact_rub_block(const ContactRub *rub, const ContactRow *row, double block[9]);

// argmin h² D(z) + ½ weight |q − z|², q along the surface.
double4 contact_rub_nearest(const ContactSet *contact, int32_t i, double weight, double4 q);

// Adds friction of contacts begin … end−1 to their gradients, `scale` times; slot: [vertices of each]. Returns scale Σ h² D.
double contact_friction_add(const ContactSet *contact, ContactClass which, int32_t begin, int32_t end, const double4 *x, double scale,
                            double4 *slot);

// The start of a substep, of contacts of a class that have been linearised: anchors, and friction with the normal forces at x_n, `from`.
void contact_friction_begin(const Contacts *contacts, ContactClass which, int32_t i, const real4 *from);

// λ_max and ε of a contact with this normal λ.
void contact_friction_follow(const Contacts *contacts, ContactClass which, int32_t i, double lambda);

// x, on the way to y, to where the friction of a contact alone stops its particles. Of single particles that is the solution; the
// iterations of methods whose matrix has h² k along the surface too reach it slowly where that is above the masses.
// contacts_friction_start: one contact after another, by one thread, after contacts_linearise; nothing where friction is on velocities.
void contact_friction_stop(const Contacts *contacts, ContactClass which, int32_t i, double4 *x);
void contacts_friction_start(const Contacts *contacts, double4 *x);

// All contacts, by all threads of a team, each with its share; without a closing barrier. Nothing where friction is on velocities.
//   follow  friction has the normal forces of the column lambda
//   finish  the column slide, −h² ∂D at x
void contacts_friction_follow(const Contacts *contacts);
void contacts_friction_finish(const Contacts *contacts, const double4 *x);

#endif
