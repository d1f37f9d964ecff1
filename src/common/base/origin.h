// Origin: the plugin file of a solver or linear system (plugin/plugin.h).
#ifndef WEFT_BASE_ORIGIN_H
#define WEFT_BASE_ORIGIN_H

#include <stdbool.h>

#include "base/hash.h"

typedef struct Origin {
    char path[1024];
    char hash[HASH_TEXT]; // hash of the file and of its program
    char version[64];     // version of a solver; for a linear system the name of its library
    bool program;         // runs in another process, which reports its own times (WeftSetup.own_ns)
} Origin;

#endif
