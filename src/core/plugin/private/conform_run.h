// What a solver must do on any scene it takes, whatever its settings: it refuses by name, or it steps, and then it lowers what it
// minimises, tells its observer the truth, leaves pins alone, keeps nothing from one step to the next, and gives the same bits watched and
// unwatched, on one thread and on two. One suite for weft's own solvers (tests) and for those of plugins (conform.h).
#ifndef WEFT_PLUGIN_CONFORM_RUN_H
#define WEFT_PLUGIN_CONFORM_RUN_H

#include "plugin/private/conform_scene.h"

typedef enum ConformCheck {
#define CHECK(constant, name) CONFORM_##constant,
#include "plugin/private/conform_list.h"
#undef CHECK
    CONFORM_CHECKS
} ConformCheck;

// How much a solver must do with these settings: step, as said above; lower what it minimises, too; and keep the momentum of a free body.
typedef enum ConformDepth { CONFORM_STEP_ONLY, CONFORM_DESCENT, CONFORM_ALL } ConformDepth;

// A sanitizer looks at the same code in fewer steps and iterations, of which it is not asked whether they descend.
enum { CONFORM_STEPS = GNU_SANITIZED ? 2 : 5, CONFORM_ITERATIONS = GNU_SANITIZED ? 3 : 8 };

typedef struct ConformRun {
    const SolverOps    *ops;
    const LinsysOps    *linsys;   // NULL: it uses none
    const char         *settings; // "iterations=5 sweep=serial …" of both
    const ConformScene *scene;
    int64_t (*allocations)(void); // of the process so far; NULL: they are not counted
    // Written.
    ConformCheck failed;    // of a run that did not pass
    int64_t      allocated; // inside steps; STATUS_OK all the same
    double       drift; // of momentum, over what particles get; 0: it is kept. STATUS_OK all the same where the solver does not promise it
} ConformRun;

// Whether the solver takes the scene. A failure: it refuses it without naming both, or in another way than STATUS_UNSUPPORTED. why: the
// refusal.
Status conform_takes(ConformRun *run, bool *taken, char *why, size_t size) GNU_MUST_CHECK;

// Steps the scene in several ways and reports the first fault.
Status conform_run(ConformRun *run, ConformDepth depth) GNU_MUST_CHECK;

#endif
