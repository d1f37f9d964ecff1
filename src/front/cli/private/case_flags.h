// The flags that describe a single case: scene, solver, linear system and parameters (sim, matrix).
#ifndef WEFT_CLI_CASE_FLAGS_H
#define WEFT_CLI_CASE_FLAGS_H

#include "case/case.h"
#include "cli/private/command.h"

typedef struct CaseFlags { // texts, NULL where not given
    const char *command, *scene, *solver, *linsys, *precision, *steps, *dt, *threads;
    OptionTexts sets; // KEY=VALUE
} CaseFlags;

// A case with everything that was given set; the caller may set more, and resolves it. STATUS_USAGE, STATUS_INPUT.
Status case_flags_make(const CaseFlags *flags, Case *out) GNU_MUST_CHECK;

#endif
