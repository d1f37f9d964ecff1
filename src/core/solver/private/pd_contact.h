// PdContact: contact in projective dynamics, and in methods with its matrix. The term ½ k min(C, 0)², C = n·Σ w x − R, of Φ is a constraint
// on Σ w x, with target Σ w x projected to C = 0 if C < 0 (the contact is active), and Σ w x itself otherwise. An iteration moves x by
//   d = −P⁻¹ ∇Φ(x),   P = A + B,   A = M + h² Σ k AᵀA of the constraints
// and B approximates the contacts, in one of these ways:
//   refactor  h² k Σ w wᵀ over the contacts active at x: P is refactorised whenever that set changes. If contacts of a step couple
//             particles that the pattern does not, the system is rebuilt, and allocates.
//   update    the same B, by low-rank updates of the factor of P for the contacts that changed (LinsysOps.update), which allocates
//   auto      whichever is predicted to take less time for the contacts that changed (LinsysInfo.updates_per_factor); where a factor cannot
//             be updated, refactor
// In admm k is κ k, in A alone, and Φ is the function of x that its global step lowers.
//
// Friction inside the solve is the one term with a copy z of its variable u, the way along the surface (contact/contact_friction.h), as in
// the alternating direction method of multipliers with the weight h² k that B has along the surface too:
//   q = u + y,   z = argmin h² D(z) + ½ h² k |q − z|²,   y = q − z,   and the term of the global step is h² k |u − z + y|²/2
// with y of the force at the start of a substep. Its stiffness where a contact sticks, in B, would hold the contact back along the normal
// as well.
//
// Φ falls in every iteration in all of them, but for friction. Without contacts the full move lowers it, since A majorises. With contacts a
// move may activate contacts that are not in B, or are counted less often than they occur; along the move
//   Φ(x + t d) ≤ Φ(x) + U(t),   U(t) = t ∇Φ·d + t²/2 dᵀAd + h² Σ ½ k (min(C + t ΔC, 0)² − min(C, 0)²) − t h² Σ k min(C, 0) ΔC
// with ∇Φ over all terms, is convex and cheap: the full move is made if U falls by at least a quarter of the fall without newly activated
// contacts; otherwise the move ends at the minimum of U.
//
// A body rests where the iterations lead from y = x_n + h² g back to x_n. On a floor the forces that carry it are then its weight after any
// number of iterations: springs do not resist this translation, and the contacts are in P. A constant P, factorised once, is not offered.
// With h² k on the diagonal of every particle of the surface, in contact or not, a body of 27 particles and 49 N came to rest at 84 N with
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
    double4        *multiplier;                 // [as value] m, y of friction inside the solve; NULL: it is on velocities
    double         *rubbed;                     // [as value] its part of dᵀPd
    double4        *start;                      // [particles] where the first iteration starts
    bool            follows;                    // it has the normal forces of the iterate
    real4          *pull;                       // [slot_room] terms of contacts in the right-hand side; w: whether it is active
    uint8_t        *touching;                   // [particles] whether a contact was active at the iterate
    double         *partial;                    // [blocks of columns] dᵀAd
    double          length;                     // t
    ContactColumns  wanted, held;               // columns of B at x; columns in the factor
    LinsysColumns   added, removed;             // columns to add and to remove; without memory where the factor cannot be updated
    int64_t         updates;                    // columns updated since the factor was computed from A
    ContactVelocity velocity;
} PdContact;

// system: initialised; its values become those of P; NULL: there is no P to change. motion: of the solver; NULL for one that moves x
// itself, which may call pd_contact_look alone of what a team calls. STATUS_UNSUPPORTED, with its name, for a linear system without update
// if contact_matrix is `update`.
Status pd_contact_init(PdContact *contact, const SolverSetup *setup, const Motion *motion, StencilMatrix *system) GNU_MUST_CHECK;

// All threads of a team; each ends with a barrier. evaluate: C at x, and adds the contacts' terms to rhs; in the first iteration
// of a substep friction still has the normal forces at x_n: those at y, deep in stiff contacts, are many times too large. look: C alone.
// search: moves x towards `solved`, by at most ω.
void pd_contact_evaluate(PdContact *contact, int32_t iteration, const real4 *x, real4 *rhs);
void pd_contact_look(const PdContact *contact, const double4 *x);
void pd_contact_search(PdContact *contact, const Csc *system, double omega, const real4 *solved, real4 *x);

// Outside any team, between evaluate or look and the solve: brings the factor of P up to date with the active contacts. Ends in the phase
// `refactor`.
Status pd_contact_change(PdContact *contact, LinsysSolver *solver, const real4 *coordinates, StencilMatrix *system,
                         StepContext *context) GNU_MUST_CHECK;

// Outside any team: A has new values, and is what the factor will be made of next. Nothing without contact.
void pd_contact_reset(PdContact *contact, const Csc *matrix);

// Of a solver with a motion. By all threads of a team. linearise: the contacts of a step, on the way to y, which the positions are; nothing
// without contact. Ends with a barrier. start: friction inside the solve stops the particles that touch at x_n
// (contact_friction_stop), or after the first iteration those that have landed; ends with a barrier where there is any. finish: forces of
// contacts, velocities, restitution and friction, and how the step ended.
void pd_contact_linearise(const PdContact *contact, const Start *start, const State *state, StepContext *context);
void pd_contact_start(const PdContact *contact, bool landed, real4 *x);
void pd_contact_finish(PdContact *contact, const Motion *motion, State *state, StepContext *context);

// Whether there is P as a matrix, to be shown: after updates only its factor is.
static inline bool pd_contact_has_matrix(const PdContact *contact)
{
    return !contact->contacts || !contact->added.start;
}

#endif
