// Conditions: what a repetition ran under. Whether its threads kept their cores, and what the rest of the machine took from it, set-up
// included.
#ifndef WEFT_WORKER_CONDITIONS_H
#define WEFT_WORKER_CONDITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/stolen_time.h"
#include "machine/thread_waiting.h"

typedef struct Conditions {
    int          threads;
    WaitingClock waiting;
    StolenClock  stolen;
    int64_t      switches_before;
    double       stolen_before_ms;
    bool         placed;         // so far
    char         misplaced[240]; // the first thing that was wrong, and when it was seen; else ""
} Conditions;

// At the start of a repetition, outside any team. STATUS_MEMORY; conditions_close also then.
Status conditions_open(int threads, Conditions *out) GNU_MUST_CHECK;
void   conditions_close(Conditions *conditions);

// Looks at the placement of the threads. Libraries start teams of their own: call it after whatever called one. when: "after set-up".
void conditions_check(Conditions *conditions, const char *when);

int64_t conditions_switches(const Conditions *conditions);  // involuntary, since the start; −1: the system does not tell
double  conditions_stolen_ms(const Conditions *conditions); // from the cores of the team, since the start; NAN: the system does not tell

#endif
