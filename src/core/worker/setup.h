// Setup: one case made ready to step, every set-up phase timed. The scene becomes a Model and a State, the constraints are ordered and
// coloured, the solver allocates, assembles, analyses and factorises.
#ifndef WEFT_WORKER_SETUP_H
#define WEFT_WORKER_SETUP_H

#include "case/case.h"

typedef struct Setup {
    Arena            arena;        // everything below, but what CHOLMOD holds
    Arena            solver_arena; // of the solver, which is made anew when pins are let go
    SceneInfo        scene;
    Model            model;
    State            state; // where the repetition stands
    Schedule         schedule;
    Contacts        *contacts; // of the model, for every solver that is made; NULL: nothing can touch
    Solver          *solver;
    PhaseClock       phases; // of the set-up
    const LinsysOps *linsys;
    ParamSet         params; // that the solver was made with
    double           dt;     // s, of the solver
    int              threads;
    LinsysChoice    *choice;      // may be NULL
    size_t           limit_bytes; // of both arenas together
} Setup;

// state_path: NULL, or a state file to start from. drawing: frames will be written. choice: of a linear system that chooses by measuring,
// empty before the first set-up of a case and kept from one to the next; may be NULL. STATUS_INPUT, STATUS_MEMORY, STATUS_UNSUPPORTED,
// STATUS_NUMERIC; teardown also then.
Status setup_create(const Case *c, const char *state_path, bool drawing, LinsysChoice *choice, Setup *out) GNU_MUST_CHECK;
void   setup_destroy(Setup *setup); // takes one that failed half-way

// The model as it is when the step begins that `state.step` and `state.start` say: pins whose release has come are free, the others are
// pins. Where that changes which, makes the solver anew, in PHASE_RELEASE of `phases` (NULL: off).
Status setup_release(Setup *setup, PhaseClock *phases) GNU_MUST_CHECK;

// The same scene, with Newton at step dt/parts, for a reference trajectory of the case.
Status setup_create_reference(const Case *c, int64_t parts, Setup *out) GNU_MUST_CHECK;

// The iterations a step can have at most.
int64_t setup_iterations(const Case *c);

#endif
