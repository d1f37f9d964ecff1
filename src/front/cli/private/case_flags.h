// The flags that describe a single case: scene, solver, linear system and parameters (sim, matrix).
#ifndef WEFT_CLI_CASE_FLAGS_H
#define WEFT_CLI_CASE_FLAGS_H

#include "case/case.h"
#include "cli/private/command.h"

typedef struct CaseFlags { // texts, NULL where not given
    const char *command, *scene, *solver, *linsys, *precision, *steps, *dt, *threads;
    OptionTexts sets; // KEY=VALUE
} CaseFlags;

// Letters of the flags without a short name that case_flags_read knows, besides 'S' (solver) and 's' (set); those of a command begin at 1.
enum { CASE_FLAG_LINSYS = 24, CASE_FLAG_DT };

// Takes the flag that options has just read, if it is one of these; any other is passed over.
Status case_flags_read(const Options *options, int letter, CaseFlags *flags) GNU_MUST_CHECK;

// A case with everything that was given set; the caller may set more, and resolves it. STATUS_USAGE, STATUS_INPUT.
Status case_flags_make(const CaseFlags *flags, Case *out) GNU_MUST_CHECK;

#endif
