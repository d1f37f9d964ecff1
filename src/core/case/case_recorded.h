// The case of a trajectory that another program made (weft judge), as a store keeps it: solver `recorded`, which no experiment can ask for;
// the settings that every case has, of which dt, steps and frames are those of the trajectory and fine and probes say what it was compared
// with; and three of its own: `recorded`, its name, `recorded_hash`, the hash of its positions and velocities, and `velocities`: given or
// differences. Its key is the hash of all of them and of the contents of the scene.
#ifndef WEFT_CASE_CASE_RECORDED_H
#define WEFT_CASE_CASE_RECORDED_H

#include "case/case.h"

#define CASE_RECORDED "recorded"

typedef struct RecordedFacts {
    const char *name, *hash;
    bool        own_velocities; // given; else differences of positions
} RecordedFacts;

// c: the case that its references are made for, resolved. A new reference; NULL when out of memory.
json_t *case_recorded_json(const Case *c, const RecordedFacts *facts);
Status  case_recorded_key(const json_t *json, const Case *c, char out[HASH_TEXT]) GNU_MUST_CHECK;
void    case_recorded_label(const Case *c, const char *name, char *out, size_t size); // "recorded blender cloth n=64"

// Whether the case that a store has with this JSON under this key is of the scene of the resolved case `like`: the same contents and
// values, whatever it is called. STATUS_MEMORY.
Status case_has_scene_of(const char *text, const char *key, const Case *like, bool *out) GNU_MUST_CHECK;

#endif
