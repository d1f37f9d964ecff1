// What `weft submit` is asked for.
#ifndef WEFT_CLI_SUBMIT_WANTED_H
#define WEFT_CLI_SUBMIT_WANTED_H

#include "cli/private/case_flags.h"

typedef struct SubmitWanted { // NULL, 0 where not given
    CaseFlags   flags;
    OptionTexts sets; // of the flags
    OptionTexts hosts;
    const char *folder, *engine, *time, *partition, *container, *template_file, *costs;
    int         shards, nodes, timed, retry;
    double      timeout_s;
    bool        vary, dry;
} SubmitWanted;

// Whether the words can be what they are for, and none is without effect. STATUS_USAGE.
Status submit_check(const SubmitWanted *wanted) GNU_MUST_CHECK;

#endif
