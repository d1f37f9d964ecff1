// Scripts: pins that move along given paths and are released.
//
// A script is a list of parts; each part is a rigid motion between two times. The position of a pin at time t is its start position p_0,
// transformed by the completed fraction of each part in the order of the list:
//   p(t) = P_k(t) ∘ … ∘ P_1(t) (p_0)
// Axes and points are fixed in space. A rotation followed by a move translates a rotating body; a move followed by a rotation swings the
// body about the point. A part is the identity before `from` and complete after `to`. The velocity of a pin is (p(t) − p(t − h))/h over the
// last (sub)step, 0 at the start; a released pin keeps it.
//
// A pin is released at the start of the first step that begins at its release time or later. It is then an ordinary particle.
#ifndef WEFT_MODEL_SCRIPT_H
#define WEFT_MODEL_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef struct Model Model;
typedef struct State State;

typedef enum ScriptAct { SCRIPT_MOVE, SCRIPT_ROTATE } ScriptAct;

// The completed fraction of a part at the fraction u of its duration: linear u; smooth 3u² − 2u³, at rest at both ends.
typedef enum ScriptEase { SCRIPT_LINEAR, SCRIPT_SMOOTH } ScriptEase;
extern const char *const SCRIPT_EASE_NAMES[]; // ended by NULL

typedef struct ScriptPart {
    ScriptAct  act;
    ScriptEase ease;
    double     from, to;  // s, 0 ≤ from < to
    double     vector[3]; // m, the whole move; or the axis of the turn, of any length but 0
    double     radians;   // the whole turn, right-handed
    double     about[3];  // m, a point of the axis
} ScriptPart;

typedef struct Script {
    int32_t first, count; // its parts
    double  release;      // s; INFINITY: never
} Script;

typedef struct ScriptedPin {
    int32_t particle, script;
    double  start[3]; // p_0
} ScriptedPin;

typedef struct Scripts {
    int32_t      part_count, script_count, pin_count;
    ScriptPart  *parts;
    Script      *scripts;
    ScriptedPin *pins; // of a draft in the order of the calls and the user's numbering; of a model by particle, in the model's
} Scripts;

// x ← matrix · x + shift
typedef struct RigidMap {
    double matrix[3][3], shift[3];
} RigidMap;

static inline double4 rigid_map_apply(const RigidMap *map, double4 p)
{
    double4 out = {map->shift[0], map->shift[1], map->shift[2], 0};
    double *to[3] = {&out.x, &out.y, &out.z};
    for (int k = 0; k < 3; k++)
        *to[k] += map->matrix[k][0] * p.x + map->matrix[k][1] * p.y + map->matrix[k][2] * p.z;
    return out;
}

RigidMap script_map(const Scripts *scripts, int32_t script, double time);

// Iterates over the scripted pins of a model by particle, with their positions at `time`. Each thread may have its own.
typedef struct ScriptWalk {
    const Model *model;
    double       time;
    int32_t      pin, script;
    RigidMap     map;
} ScriptWalk;

ScriptWalk script_walk(const Model *model, double time, int32_t first_particle); // empty for a model without scripts

// The next pin below `end_particle`; false at the end.
bool script_next(ScriptWalk *walk, int32_t end_particle, int32_t *particle, double4 *position);

// Releases the pins whose release time is not after `time` and pins the others again, in the model and in the state's w. Returns whether
// anything changed; then every solver of the model must be rebuilt. Between steps only.
bool model_release(Model *model, State *state, double time);

// True if the particle is a scripted pin that is not released.
bool model_is_scripted(const Model *model, int32_t particle);

// ---- drafts, of a builder ----

void scripts_destroy(Scripts *draft);

// Lays the draft out for a model; NULL when it has no scripts. model_of: [particles] from the user's numbering.
Status scripts_layout(const Scripts *draft, const int32_t *model_of, Arena *arena, Scripts **out) GNU_MUST_CHECK;

#endif
