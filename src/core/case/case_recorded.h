// The stored case of a trajectory of another program (weft judge). Its solver is `recorded`, which no experiment can request. It has the
// settings of every case: dt, steps and frames are those of the trajectory; fine and probes define its references. Three settings are its
// own: `recorded` (name), `recorded_hash` (hash of positions and velocities) and `velocities` (given or differences). Its key is the hash
// of all settings and of the scene's contents.
#ifndef WEFT_CASE_CASE_RECORDED_H
#define WEFT_CASE_CASE_RECORDED_H

#include "case/case.h"

#define CASE_RECORDED "recorded"

typedef struct RecordedFacts {
    const char *name, *hash;
    bool        own_velocities; // given; else differences of positions
} RecordedFacts;

// c: the resolved case of its references. Returns a new JSON reference; NULL when out of memory.
json_t *case_recorded_json(const Case *c, const RecordedFacts *facts);
Status  case_recorded_key(const json_t *json, const Case *c, char out[HASH_TEXT]) GNU_MUST_CHECK;
void    case_recorded_label(const Case *c, const char *name, char *out, size_t size); // "recorded blender cloth n=64"

// True if the stored case with this JSON and key has the scene contents and values of the resolved case `like`. The name of the scene
// does not matter. STATUS_MEMORY.
Status case_has_scene_of(const char *text, const char *key, const Case *like, bool *out) GNU_MUST_CHECK;

#endif
