// The flags of a case: scene, solver, linear system and parameters. One table serves sim, advise, matrix, run and plan, so that a flag
// has one spelling, one letter and one meaning everywhere. A case has one value of each flag. For an experiment a flag may have several
// values, which replace the axis of that name.
#ifndef WEFT_CLI_CASE_FLAGS_H
#define WEFT_CLI_CASE_FLAGS_H

#include "case/case.h"
#include "cli/private/command.h"
#include "experiment/experiment.h"

enum { CASE_FLAG_COUNT = 6, CASE_FLAG_TEXT = 200 };

typedef struct CaseFlags { // texts, NULL where not given
    const char *command, *scene, *solver, *linsys, *steps, *dt, *threads, *precision;
    OptionTexts sets;                                   // KEY=VALUE
    char        given[CASE_FLAG_COUNT][CASE_FLAG_TEXT]; // "solver=xpbd" of the flags above
} CaseFlags;

// Rows of a table of flags. TYPE: the struct that options_read fills; MEMBER: its CaseFlags. "", or ",..." where there may be several
// values: MORE of solver, linsys, threads and precision, MORE_OF_CASE of the others.
#define CASE_FLAGS(TYPE, MEMBER, MORE, MORE_OF_CASE) \
    {"solver", 'S', "NAME" MORE, "the solver (weft list solvers)", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.solver)}, \
        {"linsys", 0, "NAME" MORE, "linear system of the solver, if it uses one", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.linsys)}, \
        {"steps", 'n', "N" MORE_OF_CASE, "number of steps", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.steps)}, \
        {"dt", 0, "SECONDS" MORE_OF_CASE, "time step", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.dt)}, \
        {"threads", 'j', "N" MORE, "number of threads", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.threads)}, \
        {"precision", 0, "f64|f32" MORE, "precision of the solver", FLAG_TEXT, .offset = offsetof(TYPE, MEMBER.precision)}, \
    { \
        "set", 's', "KEY=V" MORE_OF_CASE, "any parameter of the case, solver or linear system, or scene.NAME", FLAG_TEXTS, \
            .offset = offsetof(TYPE, MEMBER.sets) \
    }

// The flags of `run`, `plan` and `submit` in addition to the experiment file.
typedef struct ExperimentFlags {
    CaseFlags   flags;
    OptionTexts sets; // of the flags, once they are read
    int         timed;
    bool        vary;
} ExperimentFlags;

#define EXPERIMENT_FLAGS(TYPE, MEMBER) \
    CASE_FLAGS(TYPE, MEMBER.flags, ",...", ",..."), \
        {"vary",      'v', \
         NULL,        "also the variations of the file, under which its claims are judged again", \
         FLAG_SWITCH, .offset = offsetof(TYPE, MEMBER.vary)}, \
    { \
        "reps", 'r', "N", "number of timed processes of each case", FLAG_INT, .offset = offsetof(TYPE, MEMBER.timed), .min = 1, \
                                                                              .max = 10000 \
    }

// any_machine: as in ExperimentSettings. STATUS_USAGE: given twice; else as experiment_read.
Status experiment_flags_read(ExperimentFlags *flags, const char *path, bool any_machine, Experiment *out) GNU_MUST_CHECK;

// "KEY=VALUE" of all given flags, named flags first, then --set. The texts belong to `flags`. STATUS_USAGE: given twice.
Status case_flags_sets(CaseFlags *flags, OptionTexts *out) GNU_MUST_CHECK;

// A case with all given flags set; the caller may set more, and resolves it. STATUS_USAGE, STATUS_INPUT.
Status case_flags_make(CaseFlags *flags, Case *out) GNU_MUST_CHECK;

#endif
