// Variables: the environment of a worker process. It is ours, with its number of threads and its spin (machine/spin.h) set, and without
// what would start or move threads behind its back.
#ifndef WEFT_RUN_WORKER_ENVIRONMENT_H
#define WEFT_RUN_WORKER_ENVIRONMENT_H

#include <stdint.h>

#include "base/status.h"

enum { VARIABLES_ADDED = 4 };

typedef struct Variables {
    char **entries; // for execve, ended by NULL; inherited texts belong to the process
    char   added[VARIABLES_ADDED][48];
} Variables;

// `entries` points into the struct: it must stay where it is.
Status variables_init(int threads, int64_t spin, Variables *out) GNU_MUST_CHECK;
void   variables_destroy(Variables *variables);

#endif
