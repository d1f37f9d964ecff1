// Augmented: common base of `calm` and `avbd`. Rows are constraints with a multiplier p (N per unit of ∇C, λ = −h² p). In sweeps over
// particles (step/vertex_sweeps.h) a row acts with a force that is affine in C (step/vertex_rows.h). After each sweep p and the slope of
// every row are updated from its C, by a rule of the method.
//
// Rows are the kinds whose C passes through 0 with a direction: distance, tet_volume, triangle_area, dihedral, isometric_bending. All
// others act by their energies as in `vbd`, with its blocks, and must be soft:
//   C ≥ 0 everywhere (attachment, the strain and ARAP kinds): at its zero ∇C has no direction, and p could only ever grow
//   components that balance each other at rest (neo-Hookean kinds): multipliers that start at 0 would break the balance
//
// Two sizes of a row, computed at the y of each step, make the parameters dimensionless; c is the unit of C:
//   H = 1/(h² Σ_i w_i ‖∇_iC‖²), N/m for lengths: the stiffness due to the inertia of its particles
//   L the rest length of a spring; otherwise max_i ‖∇_iC‖ times the mean distance of its vertices, in c
// A damped row has β ∇C·(x − x_n)/h besides p, as in vbd; λ contains both. Contacts are in augmented_contact.h.
//
// If ∇C is 0 at y, both are computed after the first sweep with ∇C ≠ 0; until then the row has no effect.
//
// The memory of a row between steps is in State.memory, `columns` numbers for each component in the scene's order. It is 0 before the first
// step, in a probe, which starts from a state of another method, and for state files without memory. So a probe measures the method without
// memory.
#ifndef WEFT_SOLVER_PRIVATE_AUGMENTED_H
#define WEFT_SOLVER_PRIVATE_AUGMENTED_H

#include "base/team_sums.h"
#include "solver/solver.h"
#include "step/contact_velocity.h"
#include "step/motion.h"
#include "step/team.h"
#include "step/vertex_start.h"
#include "step/vertex_sweeps.h"

typedef struct AugmentedRow {
    double scale, size; // H, L; 0: not computed yet
    double penalty;     // ρ or κ, as H
    double force;       // p
    double before;      // C at x_n
    double change;      // of p in the last update, N; with AugmentedWatch only
    bool   late;        // the row started in the last update
} AugmentedRow;

// A component of a row, passed to the functions of the method.
typedef struct AugmentedTerm {
    double        stiffness, value; // K, INFINITY: hard; C now
    int           sense;            // ConstraintSense
    AugmentedRow *row;
    VertexRow    *sweep;  // row used by the next sweep
    double       *memory; // [columns] from the last step, later for the next one; NULL: none
} AugmentedTerm;

// Convergence data of the sweeps of a step (augmented_watch.h).
typedef struct AugmentedWatch {
    double   raise;                // factor of a raise; 1: none; 0: no watch
    double   penalty, penalty_max; // relative to H: without raises, maximum
    TeamSums rows[CONSTRAINT_KINDS + CONTACT_CLASSES], particles;
    double4 *last; // [particles] before the sweep
    // Written by one thread between barriers, reset at every step.
    double raised;     // product of the raises
    double first;      // S² of the first sweep, N m
    double change_min; // smallest S² since the last raise or late row
    double rise;       // last ratio of S to its minimum
    int    skip;       // number of coming sweeps to skip in the comparison
} AugmentedWatch;

extern const char *const AUGMENTED_STARTS[]; // VertexStart without use of State.memory; ended by NULL

typedef struct Augmented Augmented;
struct Augmented {
    Solver          base;
    int             threads;
    int32_t         iterations;
    double          h;
    Motion          motion;
    VertexStarts    starts;
    VertexSweeps    sweeps;
    VertexRows      rows;
    AugmentedRow   *row[CONSTRAINT_KINDS];    // [count][components]; NULL: no rows
    AugmentedRow   *contact[CONTACT_CLASSES]; // [room]; NULL: no contact
    double         *lambda[CONSTRAINT_KINDS]; // [count][components] λ; for energies −h² k C, with damping
    ContactVelocity velocity;
    int             columns;                                            // of memory
    int32_t         kept[CONSTRAINT_KINDS];                             // start of a kind's memory, in components
    double         *memory;                                             // of the current State; NULL: none
    bool            stabilised;                                         // C at x_n is needed
    AugmentedWatch  watch;                                              // off if its `raise` is 0
    void (*start)(const Augmented *solver, const AugmentedTerm *term);  // once per step: H and L are computed, p is 0
    void (*update)(const Augmented *solver, const AugmentedTerm *term); // after a sweep
    void (*keep)(const Augmented *solver, const AugmentedTerm *term);   // stores into memory, after the last sweep
};

// True if constraints of a kind are rows, which may be hard.
bool augmented_has_rows(const ConstraintOps *ops);

// Components of rows in a model.
int32_t augmented_components(const Model *model);

// Sets all fields except `columns`, `stabilised`, `start`, `update`, `keep`; base.ops must be set. Keeps rows.lumped and rows.stiff.
Status augmented_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

Status augmented_step(Solver *solver, State *state, StepContext *context);
double augmented_multiplier(const Solver *solver, int kind, int32_t i, int component);

// Table entries common to calm and avbd.
#define AUGMENTED_SLOTS \
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION | TAKES_HARD_CONTACT, \
    .hard = augmented_has_rows, .limits = LIMIT_ROUNDED_MOVES | LIMIT_MOMENTUM, .aim = AIM_MULTIPLIERS, \
    .schedule = solver_schedule_memory, .step = augmented_step, .multiplier = augmented_multiplier, .destroy = solver_destroy_nothing

#endif
