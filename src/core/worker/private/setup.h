// Setup: prepares a case for stepping and times every set-up phase. The scene becomes a Model and a State, the constraints are ordered and
// coloured, the solver allocates, assembles, analyses and factorises. A process builds and colours a scene once: its passes restart from
// the same start.
#ifndef WEFT_WORKER_SETUP_H
#define WEFT_WORKER_SETUP_H

#include "case/case.h"
#include "measure/loads.h"
#include "model/state_limit.h"

typedef struct Setup {
    Arena            scene_arena;  // of the model, the state and the schedule
    Arena            kept_arena;   // of `first`, without a limit, as it belongs to no pass
    Arena            arena;        // of the contacts, and of the pass
    Arena            solver_arena; // of the solver, which is rebuilt after pins are released; without CHOLMOD's memory
    SceneInfo        scene;
    SceneMark        state_mark; // of the state file at the start of the run
    Model            model;
    State            state; // of the repetition
    State            first; // the start, after setup_keep
    StateLimit       limit; // beyond it, the run has diverged
    Schedule         schedule;
    Contacts        *contacts; // of the model; outlive the solver; NULL: no contact
    Solver          *solver;
    Solver          *starting;    // for steps without a past; NULL: the integrator is not bdf2
    const Solver    *stepped;     // the one that took the last step
    int64_t          euler_until; // before this step the past is not used, even if known
    int64_t          euler_first; // euler_until at the start
    int64_t          euler_steps; // after pins were released
    PhaseClock       phases;      // of the set-up; after a restart with the times of the one build and colouring
    const LinsysOps *linsys;
    ParamSet         params; // the solver's settings
    double           dt;     // s, of a step
    int              threads;
    LinsysChoice    *choice;      // may be NULL
    size_t           limit_bytes; // of all arenas together but kept_arena
    int64_t          peak_bytes;  // of the process, before setup_keep
} Setup;

// A state file to start from. path NULL: the start of the scene. hash: expected hash of the file; NULL: any.
typedef struct StateFile {
    const char *path, *hash;
} StateFile;

// start: may be NULL. drawing: frames will be written. choice: of a linear system that chooses by timing; empty before the first set-up of
// a case, then reused; may be NULL. STATUS_INPUT, STATUS_MEMORY, STATUS_LIMIT, STATUS_UNSUPPORTED, STATUS_NUMERIC; call setup_destroy also
// then.
Status setup_create(const Case *c, const StateFile *start, bool drawing, LinsysChoice *choice, Setup *out) GNU_MUST_CHECK;
void   setup_destroy(Setup *setup); // also after a failure

// setup_keep: before the first step, stores the start. setup_restart: back to it, with new contacts and a new solver; all memory of `arena`
// is lost. c and start: those of setup_create.
Status setup_keep(Setup *setup) GNU_MUST_CHECK;
Status setup_restart(const Case *c, const StateFile *start, Setup *setup) GNU_MUST_CHECK;

// The peak memory of the process without the kept start.
int64_t setup_peak_bytes(const Setup *setup);

// Releases the pins whose release time is reached at the start of the step given by `state.step` and `state.start`, and pins the others.
// Rebuilds the solver after a change, in PHASE_RELEASE of `phases` (NULL: off).
Status setup_release(Setup *setup, PhaseClock *phases) GNU_MUST_CHECK;

// Takes a step with the solver that the integrator needs; the caller advances state.step. With bdf2 it stores the past.
Status setup_step(Setup *setup, StepContext *context) GNU_MUST_CHECK;

// Whether the next step uses a past.
bool setup_uses_past(const Setup *setup);

// s, h_e of a substep of the last step.
double setup_length(const Setup *setup);

// The input of the measurement of loads, at the end of the last step.
LoadsOf setup_loads(const Setup *setup);

// The same scene and integrator with Newton's method at step dt/parts, for a reference trajectory of the case. limit: every step uses a
// past as soon as it is known; otherwise a step of the case without a past has none in all its parts.
Status setup_create_reference(const Case *c, int64_t parts, bool limit, Setup *out) GNU_MUST_CHECK;

// The same scene with a solver outside the table, and the settings of the case's own solver.
Status setup_create_with(const Case *c, const SolverOps *solver, Setup *out) GNU_MUST_CHECK;

// The largest number of iterations in a step.
int64_t setup_iterations(const Case *c);

#endif
