// References of a run: reference trajectories of its cases, made before the cases and kept in files next to the store.
#ifndef WEFT_RUN_REFERENCES_H
#define WEFT_RUN_REFERENCES_H

#include "run/private/runner.h"

// run_reference_path for a side.
Status reference_path(const Runner *r, const Side *side, const char *key, char out[REFERENCE_PATH_MAX]) GNU_MUST_CHECK;

// Makes the missing references that tasks still need. A failed reference is recorded; only its cases fail.
Status references_make(Runner *r) GNU_MUST_CHECK;

// *failed: a reference of the task is missing; text: the reason. *final: it can never be made.
Status references_failed(Runner *r, int task, bool *failed, bool *final, char *text, size_t size) GNU_MUST_CHECK;

#endif
