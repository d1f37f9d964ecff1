// Functions shared by the files of this room.
#ifndef WEFT_CASE_INTERNAL_H
#define WEFT_CASE_INTERNAL_H

#include "case/case.h"

// Computes c->key. Requires a found scene.
Status case_key(Case *c) GNU_MUST_CHECK;

// The hash of canonical JSON and the contents of the scene of `c`, which is found.
Status case_hash_json(const json_t *json, const Case *c, char out[HASH_TEXT]) GNU_MUST_CHECK;

// Applies the settings that the scene recommends for the solver and the user did not set. Requires a found scene.
Status case_recommend(Case *c) GNU_MUST_CHECK;

// Finds and describes the scene and completes the scene values; does not check the recommended settings.
enum { CASE_PATH_MAX = 1024 };
Status case_describe_scene(Case *c, char path[CASE_PATH_MAX]) GNU_MUST_CHECK;

// STATUS_INPUT if the number of steps of an extrapolated reference is not a multiple of 4.
Status case_check_references(const Case *c) GNU_MUST_CHECK;

// The text of a JSON value for case_set; false for a value that is neither number nor text.
bool case_value_text(const json_t *value, char *out, size_t size);

// Solver, linear system, scene and scene values of a canonical JSON; params at their defaults, scene not found yet.
Status case_begin_from_json(const json_t *json, Case *c) GNU_MUST_CHECK;

// Its params, after that.
Status case_params_from_json(const json_t *json, Case *c) GNU_MUST_CHECK;

// True if a setting is a number of repetitions, which does not affect the measured quantity.
bool case_is_repetition(const char *name);

#endif
