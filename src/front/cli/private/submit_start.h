// What `weft submit` starts when its folder is written.
#ifndef WEFT_CLI_SUBMIT_START_H
#define WEFT_CLI_SUBMIT_START_H

#include "cli/private/submission.h"

// Gives the scripts to Slurm and writes its job ids into the record; or becomes the script of the engine, and does not return then.
// folder: absolute. STATUS_ENVIRONMENT: it cannot be started, and why; STATUS_IO, STATUS_MEMORY: the record cannot be written.
Status submit_start(const char *folder, Submission *submission) GNU_MUST_CHECK;

#endif
