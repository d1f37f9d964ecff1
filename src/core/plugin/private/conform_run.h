// Conformance of a solver on one scene with one set of settings. The solver either refuses the scene by name or steps it. Its steps lower
// its objective, report true values to the observer, do not move pins and depend only on the State. They end in the same bits with and
// without an observer, on one thread and on two. One suite for weft's own solvers (tests) and for those of plugins (conform.h).
#ifndef WEFT_PLUGIN_CONFORM_RUN_H
#define WEFT_PLUGIN_CONFORM_RUN_H

#include "plugin/private/conform_scene.h"

typedef enum ConformCheck {
#define CHECK(constant, name) CONFORM_##constant,
#include "plugin/private/conform_list.h"
#undef CHECK
    CONFORM_CHECKS
} ConformCheck;

// The checks for these settings: the steps as above; also the decrease of the objective; also the momentum of a free body.
typedef enum ConformDepth { CONFORM_STEP_ONLY, CONFORM_DESCENT, CONFORM_ALL } ConformDepth;

// Under a sanitizer, fewer steps and iterations run the same code, without a check of the decrease.
enum { CONFORM_STEPS = GNU_SANITIZED ? 2 : 5, CONFORM_ITERATIONS = GNU_SANITIZED ? 3 : 8 };

typedef struct ConformRun {
    const SolverOps    *ops;
    const LinsysOps    *linsys;   // NULL: none
    const char         *settings; // "iterations=5 sweep=serial …" of both
    const ConformScene *scene;
    int64_t (*allocations)(void); // of the process so far; NULL: not counted
    // Written.
    ConformCheck failed;    // the failed check, if the run did not pass
    int64_t      allocated; // inside steps; no failure of the run
    double       drift; // of momentum, over the sum exchanged by particles; 0: conserved. Fails only if the solver declares conservation
} ConformRun;

// Whether the solver takes the scene. Fails if the refusal is not STATUS_UNSUPPORTED or lacks the names. why: the refusal.
Status conform_takes(ConformRun *run, bool *taken, char *why, size_t size) GNU_MUST_CHECK;

// Steps the scene in several ways and returns the first fault.
Status conform_run(ConformRun *run, ConformDepth depth) GNU_MUST_CHECK;

#endif
