// Projection of contacts, after all other constraints of an iteration.
//   coloured  Gauss-Seidel colour by colour, each colour in parallel
//   jacobi    every contact against the same positions, its corrections scaled by 1 / (most contacts at one of its particles)
//
// λ of a contact is accumulated over the iterations and never pulls, except for equalities. So a later iteration corrects an overshoot of
// an earlier one. This holds in pbd too, where contacts have no compliance.
//
// Friction inside the solve comes after λ. It undoes the tangential displacement d of the contact since x_n, relative to the collider,
// within the limits of Coulomb's law. The tangential multiplier `tangential` becomes tangential − d/W, shortened to μ λ, and its change
// moves the particles. This is Coulomb's law without the smoothing of the objective's friction term (contact/contact_friction.h), which is
// not used here.
#ifndef WEFT_STEP_CONTACT_SWEEP_H
#define WEFT_STEP_CONTACT_SWEEP_H

#include "step/motion.h"
#include "step/sweeps.h"

typedef enum ContactSweepKind { CONTACT_SWEEP_COLOURED, CONTACT_SWEEP_JACOBI } ContactSweepKind;
extern const char *const CONTACT_SWEEP_NAMES[]; // ended by NULL

typedef enum ContactSense { CONTACT_INEQUALITY, CONTACT_EQUALITY } ContactSense;
extern const char *const CONTACT_SENSE_NAMES[]; // ended by NULL

// Rows for the param tables of solvers that project contacts.
#define CONTACT_SWEEP_PARAMS \
    PARAM_CHOICE_ROW("contact_sweep", CONTACT_SWEEP_NAMES, 0, \
                     "order of contacts; coloured: colour by colour in parallel; jacobi: all at once, averaged", .contact_only = true), \
        PARAM_CHOICE_ROW( \
            "contact_sense", CONTACT_SENSE_NAMES, 0, \
            "inequality: a contact only pushes; equality: a contact that penetrates at the prediction is kept at C = 0, so it " \
            "also pulls and sticks", \
            .role = PARAM_ROLE_CONTACT_SENSE, .contact_only = true)

typedef struct ContactSweep {
    Contacts        *contacts; // NULL: no contact
    ContactSweepKind kind;
    Kernels          kernels;
    real             relaxation; // ω
    real             inverse_h2; // 0: contacts have no compliance
    real             h;
    const real4     *previous; // [particles] x_n
    int32_t          particle_count;
    real            *weight[CONTACT_CLASSES]; // jacobi: [room]
    real            *degree;                  // jacobi: [particles] number of enabled contacts
    real4           *correction;              // jacobi: [slot_room]
    // coloured: from before a sweep, if idle contacts are left out
    real4 *position;                    // [particles]
    real  *lambda[CONTACT_CLASSES];     // [room]
    real4 *tangential[CONTACT_CLASSES]; // [room]; NULL: friction is not inside the solve
} ContactSweep;

typedef struct ContactSweepSettings {
    ContactSweepKind kind;
    Kernels          kernels;
    bool             soft; // contacts use their compliance
    double           omega;
} ContactSweepSettings;

// motion: of the solver, initialised by motion_init.
Status contact_sweep_init(ContactSweep *sweep, const SolverSetup *setup, const Motion *motion,
                          const ContactSweepSettings *settings) GNU_MUST_CHECK;

// Both by all threads of a team; no effect without contacts. reset: after contacts_linearise; run: one sweep. Results are visible to the
// team on return. run counts team_barriers of `context`, which may be NULL: one per parallel colour, one per run of small colours, which
// one thread processes alone, and three for idle contacts. A repetition of the sweep counts its own.
void contact_sweep_reset(const ContactSweep *sweep);
void contact_sweep_run(const ContactSweep *sweep, real4 *position, StepContext *context);

#endif
