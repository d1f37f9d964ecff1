// Phase samples: what the phases of steps took on some numbers of threads, from the rows of workers or from a store.
#ifndef WEFT_RUN_PHASE_SAMPLES_H
#define WEFT_RUN_PHASE_SAMPLES_H

#include <jansson.h>

#include "base/clock.h"
#include "case/case.h"
#include "store/store.h"

enum { PHASE_SAMPLES_STEP = PHASE_COUNT }; // in place of a phase: the whole step

typedef struct PhaseSample {
    int    threads, phase;
    double ns;
} PhaseSample;

typedef struct PhaseSamples {
    PhaseSample *samples;
    int          count, room;
} PhaseSamples;

void phase_samples_destroy(PhaseSamples *samples); // also empty ones

// All steps in rows `phases` from rows[first] on, but the first of each repetition, where it has others.
Status phase_samples_add_rows(PhaseSamples *samples, int threads, const json_t *rows, size_t first) GNU_MUST_CHECK;

// The same of the case with this label in a store, and of all that differ from it in threads alone. out: the case itself, on one thread.
// STATUS_INPUT where there is no such label.
Status phase_samples_read(Store *store, const char *label, PhaseSamples *samples, Case *out) GNU_MUST_CHECK;

// The median; NAN: there is none.
double phase_samples_median(const PhaseSamples *samples, int threads, int phase);

#endif
