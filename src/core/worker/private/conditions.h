// Conditions of a repetition with its set-up: whether its threads stayed on their cores, and the time that other processes took.
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
    char         misplaced[240]; // the first misplacement, and when it was detected; "" if none
} Conditions;

// Call at the start of a repetition, outside any team. STATUS_MEMORY; call conditions_close also then.
Status conditions_open(int threads, Conditions *out) GNU_MUST_CHECK;
void   conditions_close(Conditions *conditions);

// Checks the placement of the threads. Libraries start their own teams: call it after calls into them. when: "after set-up".
void conditions_check(Conditions *conditions, const char *when);

int64_t conditions_switches(const Conditions *conditions);  // involuntary, since the start; −1: unknown
double  conditions_stolen_ms(const Conditions *conditions); // from the cores of the team, since the start; NaN: unknown

#endif
