// Case: one fully resolved run, and its canonical JSON.
//
// {"linsys": "cholmod_simplicial", "params": {"dt": 0.0166…, "steps": 60, "threads": 2, …, "iterations": 20, …}, "precision": "f64",
//  "scene": "cloth", "scene_values": {"n": 64}, "solver": "pd"}
//
// `params` holds the case's own settings (below), the solver's, and, where the solver uses one, the linear system's; `linsys` is there
// only for such a solver. All of them are listed, given or default, so two cases with the same canonical JSON and the same scene
// contents are the same measurement. The numbers of repetitions (timed, phased, counted, measured) do not count: more repetitions
// continue the same case.
//
// The key of a case is the hash of the canonical JSON without the params that have their default, and of the scene's contents without its
// summary: a new setting changes no key of a case that does not use it. Settings of contact are no part of the key of a scene without
// contact. The store has the canonical JSON with all settings beside the key.
#ifndef WEFT_CASE_CASE_H
#define WEFT_CASE_CASE_H

#include <jansson.h>

#include "base/param.h"
#include "case/protocol.h"
#include "scene/scene.h"
#include "solver/solver.h"

enum { CASE_SCENE_VALUES_MAX = 16, CASE_NAMES_MAX = PARAM_SET_MAX + SCENE_PARAMETERS_MAX + 4 };

typedef enum Precision { PRECISION_F64, PRECISION_F32, PRECISION_COUNT } Precision;
const char *const *precision_names(void); // "f64", "f32", NULL

enum { TEAM_GIVEN, TEAM_FIT }; // values of the param `team`

typedef struct Case {
    char             scene[256];                          // name or path, as given
    SceneValue       scene_values[CASE_SCENE_VALUES_MAX]; // sorted by name; case_resolve adds the scene's defaults
    bool             scene_given[CASE_SCENE_VALUES_MAX];
    int              scene_value_count;
    const SolverOps *solver;
    const LinsysOps *linsys; // NULL when the solver uses none
    Precision        precision;
    ParamSet         params;
    bool             recommended[PARAM_SET_MAX]; // params that case_resolve has set because the scene recommends them
    bool             any_machine;                // threads are not checked against this one: the case is described, not run
    SceneInfo        scene_info;                 // filled by case_resolve
    const SceneInfo *scene_expected;             // of the scene that case_resolve has to find (SceneSettings.expected); NULL: any
    char             key[HASH_TEXT];             // filled by case_resolve: canonical JSON and scene contents
} Case;

// The settings every case has: dt, steps, threads, spin, repetitions of each pass, what the measured pass records, memory, order.
extern const Param CASE_PARAMS[];

// Whether every case has something of this name, so that no parameter of a solver may: one of these, `solver`, `linsys`, `scene` or
// `precision`.
bool case_has_name(const char *name);

// An empty case for a solver: every param at its default. linsys: the backend whose params it takes; NULL: linsys_default.
// Ignored for a solver that uses none.
void case_init(Case *c, const SolverOps *solver, const LinsysOps *linsys);

// The file of the plugin that a case needs, which is that of its solver or of its linear system; NULL: none.
const Origin *case_origin(const Case *c);

// Sets one value by name, as an experiment or a command line gives it: `scene`, `scene.NAME`, `precision`, or a param. `solver` and
// `linsys` are set by case_init, since they decide which params there are. STATUS_INPUT as param_set_text.
// `scene.NAME` is checked against the scene by case_resolve.
Status case_set(Case *c, const char *name, const char *text) GNU_MUST_CHECK;

// The same of "key=value", as --set gives it; what is wrong is said with it.
Status case_set_text(Case *c, const char *set) GNU_MUST_CHECK;

// The canonical text of the value of `name`, which may also be `solver` or `linsys`. False when the case has no such name.
bool case_get(const Case *c, const char *name, char *out, size_t size);

// Every name that case_set accepts for this solver and linsys, and `scene.NAME` for each value of a resolved case, for suggestions.
// names: [CASE_NAMES_MAX]. Returns their number; they point into tables and into `scratch` [CASE_SCENE_VALUES_MAX].
typedef struct CaseName {
    char text[56];
} CaseName;
int case_names(const Case *c, const char **names, CaseName *scratch);

// Reads the scene's description, checks scene values against its parameters, threads against the machine unless `any_machine`, takes
// the settings that the scene recommends for the solver and that nothing has set, and computes the key. A recommended value is a value like
// one that was given.
Status case_resolve(Case *c) GNU_MUST_CHECK;

// The same, for a case with the scene and scene values of the resolved case `like`: reads no file, and checks the machine only for more
// threads than `like` has.
Status case_resolve_like(Case *c, const Case *like) GNU_MUST_CHECK;

// Whether this machine has the processing units that the threads of a case need. STATUS_ENVIRONMENT.
Status case_check_threads(const Case *c) GNU_MUST_CHECK;

// Whether none of the files that are about to be written is one that the case is made of: of its scene, or a plugin. STATUS_USAGE.
Status case_keep_files(const Case *c, FileOutput output) GNU_MUST_CHECK;

// Whether there are the solvers and settings that a scene recommends. STATUS_INPUT with file:line and key.
Status case_check_recommended(const char *path, const SceneInfo *info) GNU_MUST_CHECK;

// Canonical JSON (a new reference), and back. case_from_json checks like case_set and resolves. expected: as SceneSettings has it.
json_t *case_to_json(const Case *c);
Status  case_from_json(const json_t *json, const SceneInfo *expected, Case *c) GNU_MUST_CHECK;

// A case that is stored with this canonical JSON under this key, where `like` is what its experiment gives there today: the same but for
// defaults, of settings or of the linear system, that have changed since. Its label has what that of `like` has. STATUS_INPUT: it is
// another case, or its scene or a setting is another one by now.
Status case_from_stored(const char *text, const char *key, const Case *like, Case *out) GNU_MUST_CHECK;

// Removes from `params` those that have their default, and without contact the settings of contact. STATUS_INPUT for
// one that `set` does not have, or that is no value of it.
Status case_leave_out_defaults(json_t *params, const ParamSet *set, bool contact) GNU_MUST_CHECK;

// Repetitions wanted of each pass, from the params timed, phased, counted, measured.
void case_repetitions(const Case *c, int wanted[PASS_COUNT]);

// Step number `index` of `count` steps spread evenly over `steps`; the last of them is the last step. Which steps are observed or
// recorded, and which are probes. And back: the index of a step, −1 when it is none of them.
int case_spread(int steps, int count, int index);
int case_spread_index(int steps, int count, int step);

int64_t case_substeps(const Case *c); // of the case's solver, 1 when it has none

// The reference that a case needs for a use: `count` steps of length dt / parts, evenly spread in time, of the scene's own Newton
// trajectory. Of the parts of a dt the first is kept (a probe starts with the step), or the last (a frame or a force belongs to its end).
// A limit of short steps is extrapolated from trajectories with parts, half and a quarter of them (measure/reference.h).
typedef struct ReferenceWish {
    int     count; // 0: none
    int64_t parts; // a multiple of 4 where limit
    bool    last, limit;
} ReferenceWish;
ReferenceWish case_reference(const Case *c, ReferenceUse use);

// The step of the reference trajectory (of dt / parts, from 0) of its probe number `index`.
int64_t case_reference_step(const Case *c, const ReferenceWish *wish, int index);

// Key of the file of a reference: scene contents, dt, parts, steps, count, whether it is extrapolated, and whether contact is off. Cases
// and uses with equal wishes share it, whatever their room for contacts and their memory. A limit of short steps is the same for all dt
// that have it at the same times by steps of the same length, but where pins are released, which is between whole steps of dt.
void case_reference_key(const Case *c, const ReferenceWish *wish, char out[HASH_TEXT]);

// A short label for people: "xpbd cloth n=64 iterations=20 threads=2 f32", only given values, without those hidden by case_hide.
void case_hide(Case *c, const char *name);
void case_label(const Case *c, char *out, size_t size);

#endif
