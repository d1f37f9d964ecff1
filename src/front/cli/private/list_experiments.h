// weft list experiments: the experiments that come with weft.
#ifndef WEFT_CLI_LIST_EXPERIMENTS_H
#define WEFT_CLI_LIST_EXPERIMENTS_H

#include "base/status.h"

// name: NULL for all, or one of them. STATUS_INPUT for another, STATUS_IO where their folder is not found.
Status list_experiments(const char *name) GNU_MUST_CHECK;

#endif
