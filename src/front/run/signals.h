// Requests to stop (SIGINT, SIGTERM, SIGHUP): the signals are blocked and read from a descriptor, so that they interrupt no system call.
// A signal that is ignored stays ignored: nohup ignores SIGHUP, and shells ignore SIGINT for background programs.
#ifndef WEFT_RUN_SIGNALS_H
#define WEFT_RUN_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

#include "base/status.h"

typedef struct Signals {
    int      fd; // readable once a signal arrived
    sigset_t before;
} Signals;

Status signals_open(Signals *signals) GNU_MUST_CHECK;
bool   signals_pending(const Signals *signals); // a signal arrived
void   signals_close(Signals *signals);         // discards pending signals and unblocks them

#endif
