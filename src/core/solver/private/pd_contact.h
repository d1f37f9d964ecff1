// PdContact: contact in projective dynamics, and in methods with its matrix. The term ½ k min(C, 0)², C = n·Σ w x − R, of Φ is a constraint
// on Σ w x. Its target is Σ w x projected to C = 0 if C < 0 (the contact is active), and Σ w x itself otherwise. An iteration moves x by
//   d = −P⁻¹ ∇Φ(x),   P = A + B,   A = M + h² Σ k AᵀA of the constraints
// and B approximates the contacts in one of these ways:
//   refactor  h² k Σ w wᵀ over the contacts active at x: P is refactorised whenever the active set changes. If contacts of a step couple
//             particles that the pattern does not, the system is rebuilt, and allocates.
//   update    the same B, by low-rank updates of the factor of P for the contacts that changed (LinsysOps.update), which allocates
//   auto      the one predicted to be faster for the contacts that changed (LinsysInfo.updates_per_factor); refactor if a factor cannot
//             be updated
// In admm k is κ k, in A alone, and Φ is the function of x that its global step lowers.
//
// Friction inside the solve is the only term with a copy z of its variable u, the tangential displacement (contact/contact_friction.h). The
// copy is treated as in the alternating direction method of multipliers, with the weight h² k that B has in tangential directions too:
//   q = u + y,   z = argmin h² D(z) + ½ h² k |q − z|²,   y = q − z,   and the term of the global step is h² k |u − z + y|²/2
// At the start of a substep y is that of the force. The stiffness of a sticking contact, if put into B, would also hold the contact back
// along the normal.
//
// Without friction Φ decreases in every iteration for all of them. Without contacts the full move lowers it, since A majorises. With
// contacts a move may activate contacts that B does not contain, or contains less often than they occur. Along the move the upper bound
//   Φ(x + t d) ≤ Φ(x) + U(t),   U(t) = t ∇Φ·d + t²/2 dᵀAd + h² Σ ½ k (min(C + t ΔC, 0)² − min(C, 0)²) − t h² Σ k min(C, 0) ΔC
// with ∇Φ over all terms is convex and cheap. The full move is made if U decreases by at least a quarter of the decrease without newly
// activated contacts. Otherwise the move ends at the minimum of U.
//
// A body is at rest if the iterations lead from y = x_n + h² g back to x_n. On a floor the supporting forces then equal its weight after
// any number of iterations, since springs do not resist this translation and the contacts are in P. A constant P, factorised once, is not
// offered. With h² k on the diagonal of every surface particle, in contact or not, a body of 27 particles and 49 N came to rest at 84 N
// with k = 3e4 N/m and 10 iterations, and at 3895 N with 9e5 N/m.
// k = 3e4 N/m and 10 iterations, and at 3895 N with 9e5 N/m.
#ifndef WEFT_SOLVER_PD_CONTACT_H
#define WEFT_SOLVER_PD_CONTACT_H

#include "assembly/stencil_matrix.h"
#include "solver/private/linsys_solver.h"
#include "solver/solver.h"
#include "step/contact_velocity.h"

typedef enum PdContactMatrix { PD_CONTACT_REFACTOR, PD_CONTACT_UPDATE, PD_CONTACT_AUTO } PdContactMatrix;
extern const char *const PD_CONTACT_MATRIX_NAMES[]; // ended by NULL

// √(h²k) w of an active contact at its free particles, which come first, ascending; unused entries are −1 with value 0.
typedef struct ContactColumn {
    int32_t particle[CONTACT_VERTICES_MAX];
    double  value[CONTACT_VERTICES_MAX];
} ContactColumn;

typedef struct ContactColumns {
    int32_t        count;
    ContactColumn *list; // [room of all classes] sorted
} ContactColumns;

typedef struct PdContact {
    Contacts       *contacts; // NULL: no contact, and only pd_contact_init may be called
    const Model    *model;
    PdContactMatrix kind;
    double          factor;                     // h² k
    int32_t         first[CONTACT_CLASSES + 1]; // first index of a class in arrays over all contacts
    double         *base;                       // values of A
    double         *value;                      // [contacts of all classes, by room] C at the iterate
    double         *change;                     // [as value] ΔC along the move
    double         *curvature;                  // [as value] h² k |Σ w d|² of the contacts in B, over free particles
    double4        *multiplier;                 // [as value] m, y of friction inside the solve; NULL: friction on velocities
    double         *rubbed;                     // [as value] its part of dᵀPd
    double4        *start;                      // [particles] start of the first iteration
    bool            follows;                    // friction uses the normal forces of the iterate
    real4          *pull;                       // [slot_room] terms of contacts in the right-hand side; w: 1 if active
    uint8_t        *touching;                   // [particles] true if a contact was active at the iterate
    double         *partial;                    // [blocks of columns] dᵀAd
    double          length;                     // t
    ContactColumns  required, factored;         // columns of B at x; columns in the factor
    LinsysColumns   added, removed;             // columns to add and to remove; no memory if the factor cannot be updated
    int64_t         updates;                    // columns updated since the last factorisation of A
    ContactVelocity velocity;
} PdContact;

// system: initialised; its values become those of P; NULL: no P. motion: of the solver; NULL for a solver that moves x itself, which of the
// team functions may call only pd_contact_look. STATUS_UNSUPPORTED, with its name, for a linear system without update if contact_matrix is
// `update`.
Status pd_contact_init(PdContact *contact, const SolverSetup *setup, const Motion *motion, StencilMatrix *system) GNU_MUST_CHECK;

// All threads of a team; each ends with a barrier. evaluate: computes C at x, and adds the contacts' terms to rhs. In the first iteration
// of a substep friction still uses the normal forces at x_n. Those at y, deep in stiff contacts, are many times too large. look: C alone.
// search: moves x towards `solved`, by at most ω.
void pd_contact_evaluate(PdContact *contact, int32_t iteration, const real4 *x, real4 *rhs);
void pd_contact_look(const PdContact *contact, const double4 *x);
void pd_contact_search(PdContact *contact, const Csc *system, double omega, const real4 *solved, real4 *x);

// Outside any team, between evaluate or look and the solve: updates the factor of P to the active contacts. Ends in the phase `refactor`.
Status pd_contact_change(PdContact *contact, LinsysSolver *solver, const real4 *coordinates, StencilMatrix *system,
                         StepContext *context) GNU_MUST_CHECK;

// Outside any team, after a change of A's values: the next factorisation uses them. No effect without contact.
void pd_contact_reset(PdContact *contact, const Csc *matrix);

// For a solver with a motion, by all threads of a team. linearise: the contacts of a step, on the path to y, the current positions; no
// effect without contact. Ends with a barrier. start: friction inside the solve stops the particles that touch at x_n
// (contact_friction_stop), or after the first iteration those that have landed; ends with a barrier if there is friction inside the solve.
// finish: forces of contacts, velocities, restitution and friction, and the end state of the step.
void pd_contact_linearise(const PdContact *contact, const Start *start, const State *state, StepContext *context);
void pd_contact_start(const PdContact *contact, bool landed, real4 *x);
void pd_contact_finish(PdContact *contact, const Motion *motion, State *state, StepContext *context);

// True if P exists as a matrix for the observer: after updates only its factor exists.
static inline bool pd_contact_has_matrix(const PdContact *contact)
{
    return !contact->contacts || !contact->added.start;
}

#endif
