// PdContact: contact in projective dynamics. The term ½ k min(C, 0)², C = n·Σ w x − R, of Φ is that of a constraint whose target is Σ w x
// moved onto C = 0 where C is below, and Σ w x itself elsewhere. An iteration moves x by
//   d = −P⁻¹ ∇Φ(x),   P = A + B,   A = M + h² Σ k AᵀA of the constraints
// and B stands for the contacts, in one of three ways:
//   constant  h² k on the diagonal of every free particle of the surface, whether it touches or not: P is factorised once and for all
//   refactor  h² k Σ w wᵀ over the contacts that push at x: P is factorised anew whenever these are others. Where contacts of a step
//             couple what the pattern lacks, the system is made anew, and allocates.
//   update    the same B, by changing the factor of P for those contacts that came and went (LinsysOps.update), which allocates
//
// Φ falls in every iteration in all three. Without contacts the whole move lowers it, for A majorises. With them a move may run into
// contacts that B has not, or not as often as they are; along it
//   Φ(x + t d) ≤ Φ(x) + U(t),   U(t) = t ∇Φ·d + t²/2 dᵀAd + h² Σ ½ k (min(C + t ΔC, 0)² − min(C, 0)²) − t h² Σ k min(C, 0) ΔC
// with the ∇Φ of all, is convex and cheap: the move is made whole where U falls by a quarter of what it would without what it runs into,
// and else as far as U is least.
#ifndef WEFT_SOLVER_PD_CONTACT_H
#define WEFT_SOLVER_PD_CONTACT_H

#include "assembly/stencil_matrix.h"
#include "solver/private/linsys_solver.h"
#include "solver/solver.h"
#include "step/contact_velocity.h"

typedef enum PdContactMatrix { PD_CONTACT_CONSTANT, PD_CONTACT_REFACTOR, PD_CONTACT_UPDATE } PdContactMatrix;
extern const char *const PD_CONTACT_MATRIX_NAMES[]; // ended by NULL

// √(h²k) w of a contact that pushes, at its free particles, which come first and ascending; the others are −1 with 0.
typedef struct ContactColumn {
    int32_t particle[CONSTRAINT_VERTICES_MAX];
    double  value[CONSTRAINT_VERTICES_MAX];
} ContactColumn;

typedef struct ContactColumns {
    int32_t        count;
    ContactColumn *list; // [room of all classes] sorted
} ContactColumns;

typedef struct PdContact {
    Contacts       *contacts; // NULL: nothing touches, and no function but pd_contact_init may be called
    const Model    *model;
    PdContactMatrix kind;
    double          factor;                     // h² k
    int32_t         first[CONTACT_CLASSES + 1]; // of a class in arrays over the contacts of all
    double         *base;                       // values of A
    double         *diagonal;                   // [particles] of B; constant
    double         *value;                      // [contacts of all classes, by room] C at the iterate
    double         *change;                     // the same: ΔC along the move
    double         *drag;                       // the same: h² k |Σ w d|² of those in B, over free particles
    real4          *pull;                       // [slot_room] what contacts add to the right-hand side
    double (*partial)[2];                       // [blocks of columns] dᵀAd, dᵀBd of the diagonal
    double          length;                     // t
    ContactColumns  wanted, held;               // refactor, update: of B now; of the factor
    LinsysColumns   come, gone;                 // update
    int64_t         updates;                    // columns since the factor was made from A
    ContactVelocity velocity;
} PdContact;

// system: made; its values become those of P. motion: of the solver. STATUS_UNSUPPORTED, by name, for a linear system that has no update
// where that is asked for.
Status pd_contact_init(PdContact *contact, const SolverSetup *setup, const Motion *motion, StencilMatrix *system) GNU_MUST_CHECK;

// All threads of a team, each ends with a barrier. look: C at x, and rhs becomes that of P. search: x moves towards `solved`, at most ω of
// the way. finish: λ.
void pd_contact_look(const PdContact *contact, const real4 *x, real4 *rhs);
void pd_contact_search(PdContact *contact, const Csc *system, double omega, const real4 *solved, real4 *x);
void pd_contact_finish(const PdContact *contact, const real4 *x);

// Outside any team, between look and the solve: P for the contacts that push.
Status pd_contact_change(PdContact *contact, LinsysSolver *solver, const real4 *place, StencilMatrix *system) GNU_MUST_CHECK;

#endif
