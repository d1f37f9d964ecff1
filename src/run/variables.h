// Variables: the environment of a worker process. It is ours, with its number of threads set, and without what would start or move threads
// behind its back.
#ifndef WEFT_RUN_VARIABLES_H
#define WEFT_RUN_VARIABLES_H

#include "base/status.h"

enum { VARIABLES_ADDED = 4 };

typedef struct Variables {
    char **entries; // for execve, ended by NULL; inherited texts belong to the process
    char   added[VARIABLES_ADDED][48];
} Variables;

// `entries` points into the struct: it must stay where it is.
Status variables_make(int threads, Variables *out) GNU_MUST_CHECK;
void   variables_free(Variables *variables);

#endif
