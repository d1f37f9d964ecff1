// Scripts: pins that are moved along, and let go.
//
// A script is a list of parts, each a rigid motion that begins and ends at given times. At time t a pin is where the parts take the place
// it had at the start, one after another in the order of the list, each as far as it has got by then:
//   p(t) = P_k(t) ∘ … ∘ P_1(t) (p_0)
// A part acts on what the parts before it made, and its own axis and point stay where they are in space: a turn, then a move, carries a
// turning body along; a move, then a turn, swings it about the point. Before `from` a part does nothing, after `to` it is done. A pin's
// velocity is its real one, (p(t) − p(t − h))/h over the last (sub)step, 0 at the start; with it the pin leaves when it is let go.
//
// A pin is let go at the start of the first step that begins at its release or later; from then on it is a particle like any other.
#ifndef WEFT_MODEL_SCRIPT_H
#define WEFT_MODEL_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "math/real.h"

typedef struct Model Model;
typedef struct State State;

typedef enum ScriptAct { SCRIPT_MOVE, SCRIPT_ROTATE } ScriptAct;

// How far a part has got at the fraction u of its time: linear u, at one speed; smooth 3u² − 2u³, at rest at both ends.
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
    double  place[3]; // p_0
} ScriptedPin;

typedef struct Scripts {
    int32_t      part_count, script_count, pin_count;
    ScriptPart  *parts;
    Script      *scripts;
    ScriptedPin *pins; // of a draft in the order of the calls and the user's numbering; of a model by particle, in the model's
    int32_t      part_room, script_room, pin_room; // of a draft
} Scripts;

// x ← matrix · x + shift
typedef struct RigidMap {
    double matrix[3][3], shift[3];
} RigidMap;

RigidMap script_map(const Scripts *scripts, int32_t script, double time);

// Goes through the pins of a model that a script holds, by particle, and says where each is at `time`. Every thread may have its own.
typedef struct ScriptWalk {
    const Model *model;
    double       time;
    int32_t      pin, script;
    RigidMap     map;
} ScriptWalk;

ScriptWalk script_walk(const Model *model, double time, int32_t first_particle); // a model without scripts has none

// The next one below `end_particle`; false when there is none.
bool script_next(ScriptWalk *walk, int32_t end_particle, int32_t *particle, double4 *place);

// Frees the pins whose release is not after `time` and pins the others again: in the model, and in the state's w. Whether anything
// changed; then every solver of the model must be made anew. Between steps only.
bool model_release(Model *model, State *state, double time);

// Whether a particle is a pin that a script holds.
bool model_is_scripted(const Model *model, int32_t particle);

// ---- drafts, of a builder. STATUS_INPUT: a part with times or an axis that make no sense; STATUS_MEMORY ----

Status scripts_add(Scripts *draft, const ScriptPart *parts, int32_t count, double release, int32_t *script) GNU_MUST_CHECK;
Status scripts_add_pin(Scripts *draft, int32_t particle, int32_t script, const double place[3]) GNU_MUST_CHECK;
void   scripts_destroy(Scripts *draft);

// The draft as a model's; NULL when it has no scripts: of pins or of colliders. model_of: [particles] from the user's numbering.
Status scripts_layout(const Scripts *draft, const int32_t *model_of, Arena *arena, Scripts **out) GNU_MUST_CHECK;

#endif
