// Augmented: what `calm` and `avbd` share. Sweeps over particles (step/vertex_sweeps.h) in which rows, constraints with a multiplier p
// (N per unit of ∇C, λ = −h² p), pull by a force that is affine in C (step/vertex_rows.h); after each sweep p and the slope of every row
// are updated from its C. How is the method's own.
//
// Rows are the kinds whose C passes through 0 with a direction: distance, tet_volume, triangle_area, dihedral, isometric_bending. All
// others act by their energies as in `vbd`, with its blocks, and must be soft:
//   C ≥ 0 everywhere (attachment, the strain and ARAP kinds): at its zero ∇C has no direction, and p could only ever grow
//   components that balance each other at rest (neo-Hookean kinds): multipliers that begin at 0 would tear the balance
//
// Two sizes of a row, taken at the y of each step, make the parameters free of units; c is the unit of C:
//   H = 1/(h² Σ_i w_i ‖∇_iC‖²), N/m of lengths: the stiffness that its particles have by inertia
//   L the rest length of a spring; else max_i ‖∇_iC‖ times the mean distance of its vertices, in c
// A damped row has β ∇C·(x − x_n)/h besides p, as vbd has it; λ is of both. Contacts are in augmented_contact.h.
//
// Where ∇C is 0 at y both are taken after the first sweep where it is not; until then the row does nothing.
//
// What a row keeps from one step to the next lies in State.memory, `columns` numbers for each component in the scene's order. It is 0
// before the first step, at a probe, which begins at a state of another method, and where a state file has none: a probe measures the
// method without memory.
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
    double scale, size; // H, L; 0: not known yet
    double penalty;     // ρ or κ, as H
    double force;       // p
    double before;      // C at x_n
    double change;      // of p in the last update, N; of a method that is watched
    bool   late;        // it began in the last update
} AugmentedRow;

// A component of a row for the method's functions.
typedef struct AugmentedTerm {
    double        stiffness, value; // K, INFINITY: hard; C now
    int           sense;            // ConstraintSense
    AugmentedRow *row;
    VertexRow    *sweep;  // what the next sweep takes
    double       *memory; // [columns] of the last step, then for the next one; NULL: none
} AugmentedTerm;

// What is seen of the sweeps of a step (augmented_watch.h).
typedef struct AugmentedWatch {
    double   raise;         // factor of a raise, 1: none; 0: not watched
    double   penalty, most; // over H: without raises, at most
    TeamSums rows[CONSTRAINT_KINDS + CONTACT_CLASSES], particles;
    double4 *last; // [particles] before the sweep
    // Written by one thread between barriers, forgotten at every step.
    double raised; // product of the raises
    double first;  // S² of the first sweep, N m
    double least;  // of the sweeps that were compared since the last raise, or late row
    double rise;   // S over the least, when it was compared last
    int    skip;   // so many sweeps to come are not compared
} AugmentedWatch;

extern const char *const AUGMENTED_STARTS[]; // those of VertexStart that keep nothing in State.memory; ended by NULL

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
    double         *lambda[CONSTRAINT_KINDS]; // [count][components] λ, of energies −h² k C, with damping
    ContactVelocity velocity;
    int             columns;                                            // of memory
    int32_t         kept[CONSTRAINT_KINDS];                             // where the memory of a kind begins, in components
    double         *memory;                                             // of the State that is stepped; NULL: none
    bool            stabilised;                                         // C at x_n is wanted
    AugmentedWatch  watch;                                              // nothing while its `raise` is 0
    void (*start)(const Augmented *solver, const AugmentedTerm *term);  // once in a step: H and L are known, p is 0
    void (*update)(const Augmented *solver, const AugmentedTerm *term); // after a sweep
    void (*keep)(const Augmented *solver, const AugmentedTerm *term);   // into memory, after the last one
};

// Whether constraints of a kind are rows, which may be hard.
bool augmented_has_rows(const ConstraintOps *ops);

// Components of rows in a model.
int32_t augmented_components(const Model *model);

// Fills everything but `columns`, `stabilised`, `start`, `update`, `keep`; base.ops must be set. rows.lumped and rows.stiff stay.
Status augmented_init(Augmented *solver, const SolverSetup *setup) GNU_MUST_CHECK;

Status augmented_step(Solver *solver, State *state, StepContext *context);
double augmented_multiplier(const Solver *solver, int kind, int32_t i, int component);

// What the tables of calm and avbd share.
#define AUGMENTED_SLOTS \
    .takes = TAKES_HARD | TAKES_DAMPED | TAKES_INEQUALITIES | TAKES_CONTACT | TAKES_FRICTION | TAKES_HARD_CONTACT, \
    .hard = augmented_has_rows, .limits = LIMIT_ROUNDED_MOVES | LIMIT_MOMENTUM, .aim = AIM_MULTIPLIERS, \
    .schedule = solver_schedule_memory, .step = augmented_step, .multiplier = augmented_multiplier, .destroy = solver_destroy_nothing

#endif
