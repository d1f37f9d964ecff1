// Friction inside the solve: Coulomb's law, smoothed, as a term of Φ (Li and others 2020, IPC, doi 10.1145/3386569.3392425, section 5).
//   h² D = Σ λ_max f0(|u|),   u = (I − nnᵀ)(Σ w x − a),   f0' = f1 = 2s − s² for s = |u|/ε < 1, else 1
// The anchor a is Σ w x_n, carried along with the collider. λ_max = μ λ uses the normal force of an earlier iterate, so that the term is
// convex in x. A solver that updates λ converges to friction with the normal force of its own solution.
//
// ε, the smoothing length, is `slip` of the scene times h. Without `slip` it is 1 % of λ_max W with W = Σ w²/m. λ_max W is the distance by
// which the largest friction moves the particles of the contact in a substep. A sticking contact is then a spring of stiffness 200/(W h²),
// whatever its normal force. It creeps at less than ε/h, which is less than 1 % of h μ N W. Friction on velocities creeps at h F W under a
// tangential force F.
#ifndef WEFT_CONTACT_CONTACT_FRICTION_H
#define WEFT_CONTACT_CONTACT_FRICTION_H

#include "contact/contact_row.h"

// Friction of a contact at the point Σ w x.
typedef struct ContactRub {
    double4 way;       // u, m
    double  energy;    // h² D
    double  weight;    // kg: λ_max f1/|u|. Force times h²: weight · u. Stiffness across u: weight; along u: at most weight
    double  stiffness; // kg, along u
} ContactRub;

// Zero while a contact has no friction.
ContactRub contact_rub(const ContactSet *contact, int32_t i, const ContactRow *row, double4 point);

// ∂²(h² D) with respect to Σ w x, row by row. Positive semi-definite.
void contact_rub_block(const ContactRub *rub, const ContactRow *row, double block[9]);

// argmin h² D(z) + ½ weight |q − z|², q along the surface.
double4 contact_rub_nearest(const ContactSet *contact, int32_t i, double weight, double4 q);

// Adds the friction gradients of contacts begin … end−1 to `slot` [vertices of each], multiplied by `scale`. Returns scale Σ h² D.
double contact_friction_add(const ContactSet *contact, ContactClass which, int32_t begin, int32_t end, const double4 *x, double scale,
                            double4 *slot);

// At the start of a substep, for linearised contacts of a class: sets the anchors, and friction limits from the normal forces at x_n,
// `from`.
void contact_friction_begin(const Contacts *contacts, ContactClass which, int32_t i, const real4 *from);

// Sets λ_max and ε of a contact for this normal λ.
void contact_friction_follow(const Contacts *contacts, ContactClass which, int32_t i, double lambda);

// Moves x on its path to y to the point where the friction of this contact alone stops its particles. For single particles this is the
// solution. Methods whose matrix has h² k in tangential directions too would converge slowly to it if h² k exceeds the masses.
// contacts_friction_start: one contact after another, by one thread, after contacts_linearise. Does nothing with friction on velocities.
void contact_friction_stop(const Contacts *contacts, ContactClass which, int32_t i, double4 *x);
void contacts_friction_start(const Contacts *contacts, double4 *x);

// For all contacts, by all threads of a team, each with its share; without a closing barrier. Both do nothing with friction on velocities.
//   follow  updates friction to the normal forces of the column lambda
//   finish  sets the column tangential to −h² ∂D at x
void contacts_friction_follow(const Contacts *contacts);
void contacts_friction_finish(const Contacts *contacts, const double4 *x);

#endif
