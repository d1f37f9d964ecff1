// Origin: the file of a solver or linear system that is not weft's own (plugin/plugin.h).
#ifndef WEFT_BASE_ORIGIN_H
#define WEFT_BASE_ORIGIN_H

#include <stdbool.h>

#include "base/hash.h"

typedef struct Origin {
    char path[1024];
    char hash[HASH_TEXT]; // of the file, and of its program
    char version[64];     // of a solver; of a linear system the name of its library
    bool program;         // it works in another process: times are what it charges (WeftSetup.own_ns)
} Origin;

#endif
