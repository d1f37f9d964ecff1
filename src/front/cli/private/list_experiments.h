// weft list experiments: the experiments that come with weft.
#ifndef WEFT_CLI_LIST_EXPERIMENTS_H
#define WEFT_CLI_LIST_EXPERIMENTS_H

#include "base/status.h"

// name: one experiment, or NULL for all. STATUS_INPUT: unknown name; STATUS_IO: their folder is not found.
Status list_experiments(const char *name) GNU_MUST_CHECK;

#endif
