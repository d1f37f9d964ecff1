// The observer of conform_run, which checks all values that a solver reports. It is called inside a team, so it stores the first fault.
#ifndef WEFT_PLUGIN_CONFORM_WATCH_H
#define WEFT_PLUGIN_CONFORM_WATCH_H

#include "plugin/private/conform_run.h"

typedef struct ConformWatch {
    Observer     base;
    const Model *model;
    double       dt;                   // s, of a step
    int32_t      substeps, iterations; // of each step; iterations −1: until a criterion
    int32_t      substep, iteration;   // of the last call
    int32_t      iterates;             // with iteration ≥ 0 in this step
    double       h, phi[2], rms[2];    // at the start of the substep and now
    double       rms_sum[2];           // over all substeps: at their starts and ends
    int          worse, rounds;        // (sub)steps whose Φ ends no lower than it starts, and all
    double4      y[CONFORM_PARTICLES], x[CONFORM_PARTICLES];
    ConformCheck check; // the failed check, if there is a fault
    char         fault[200];
} ConformWatch;

void conform_watch_init(const Model *model, double dt, int32_t substeps, ConformWatch *out);

// Call these around each step. iterations: the fixed number in each substep; −1: until a criterion.
void conform_watch_begin(ConformWatch *watch);
void conform_watch_end(ConformWatch *watch, int32_t iterations);

#endif
