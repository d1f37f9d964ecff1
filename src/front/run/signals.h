// Being told to stop (SIGINT, SIGTERM, SIGHUP): the signals are blocked and read from a descriptor, so that no step of a run is cut short.
#ifndef WEFT_RUN_SIGNALS_H
#define WEFT_RUN_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct Signals {
    int      fd; // readable once weft was told to stop
    sigset_t before;
} Signals;

Status signals_open(Signals *signals) GNU_MUST_CHECK;
bool   signals_pending(const Signals *signals); // told to stop
void   signals_close(Signals *signals);         // forgets what came, and lets signals through again

#endif
