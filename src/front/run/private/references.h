// References of a run: the trajectories that cases are measured against, made before the cases and kept in files beside the store.
#ifndef WEFT_RUN_REFERENCES_H
#define WEFT_RUN_REFERENCES_H

#include "run/private/runner.h"

// run_reference_path of a side.
Status reference_path(const Runner *r, const Side *side, const char *key, char out[REFERENCE_PATH_MAX]) GNU_MUST_CHECK;

// Makes those that tasks still need and that are not there. One that fails is remembered; it fails only its cases.
Status references_make(Runner *r) GNU_MUST_CHECK;

// Why the task has not all of its references; false: it has. final: it never will.
Status references_failed(Runner *r, int task, bool *failed, bool *final, char *text, size_t size) GNU_MUST_CHECK;

#endif
