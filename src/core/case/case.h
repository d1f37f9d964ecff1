// Case: one fully resolved run, and its canonical JSON.
//
// {"linsys": "cholmod_simplicial", "params": {"dt": 0.0166…, "steps": 60, "threads": 2, …, "iterations": 20, …}, "precision": "f64",
//  "scene": "cloth", "scene_values": {"n": 64}, "solver": "pd"}
//
// `params` contains the settings of the case (below) and of the solver. For a solver with a linear system it also contains those of the
// linear system, and `linsys` is present. All settings are listed, given or default, so two cases with the same canonical JSON and the
// same scene contents are the same measurement. The numbers of repetitions (timed, phased, counted, measured) are excluded: more
// repetitions continue the same case.
//
// The key of a case hashes the canonical JSON, without params at their default, and the scene's contents, without its summary. A new
// setting therefore changes no key of a case that does not use it. The key of a scene without contact ignores contact settings. The store
// contains the key and the canonical JSON with all settings.
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
    bool             recommended[PARAM_SET_MAX]; // params that case_resolve set on the recommendation of the scene
    bool             any_machine;                // threads are not checked against this machine: the case is not run here
    SceneInfo        scene_info;                 // filled by case_resolve
    const SceneInfo *scene_expected;             // the scene that case_resolve must find (SceneSettings.expected); NULL: any
    char             key[HASH_TEXT];             // filled by case_resolve: canonical JSON and scene contents
} Case;

// The settings of every case: dt, steps, threads, spin, repetitions of each pass, records of the measured pass, memory, order.
extern const Param CASE_PARAMS[];

// True if the name is reserved and no parameter of a solver may use it: one of CASE_PARAMS, `solver`, `linsys`, `scene`, `precision`.
bool case_has_name(const char *name);

// A case for a solver with every param at its default. linsys: the backend whose params it has; NULL: linsys_default.
// Ignored for a solver that uses none.
void case_init(Case *c, const SolverOps *solver, const LinsysOps *linsys);

// The plugin file that provides the solver or the linear system of a case; NULL: none.
const Origin *case_origin(const Case *c);

// Sets one value by name, as an experiment or a command line gives it: `scene`, `scene.NAME`, `precision`, or a param. case_init
// sets `solver` and `linsys`, because they determine the params. STATUS_INPUT as param_set_text.
// `scene.NAME` is checked against the scene by case_resolve.
Status case_set(Case *c, const char *name, const char *text) GNU_MUST_CHECK;

// The same for the "key=value" of --set; errors contain the text.
Status case_set_text(Case *c, const char *set) GNU_MUST_CHECK;

// The canonical text of the value of `name`, which may also be `solver` or `linsys`. False when the case has no such name.
bool case_get(const Case *c, const char *name, char *out, size_t size);

// Every name that case_set accepts for this solver and linsys, and `scene.NAME` for each value of a resolved case, for suggestions.
// names: [CASE_NAMES_MAX]. Returns their number; they point into tables and into `scratch` [CASE_SCENE_VALUES_MAX].
typedef struct CaseName {
    char text[56];
} CaseName;
int case_names(const Case *c, const char **names, CaseName *scratch);

// Reads the scene's description and checks the scene values against its parameters. Checks the threads against the machine unless
// `any_machine`. Applies the settings that the scene recommends for the solver and the user did not set, and computes the key. A
// recommended value counts like a given value.
Status case_resolve(Case *c) GNU_MUST_CHECK;

// The same for a case with the scene and scene values of the resolved case `like`. Reads no file; checks the machine only if the case has
// more threads than `like`.
Status case_resolve_like(Case *c, const Case *like) GNU_MUST_CHECK;

// Checks that this machine has a processing unit for each thread of the case. STATUS_ENVIRONMENT.
Status case_check_threads(const Case *c) GNU_MUST_CHECK;

// Checks that no output file is an input of the case: a file of its scene, or a plugin. STATUS_USAGE.
Status case_keep_files(const Case *c, FileOutput output) GNU_MUST_CHECK;

// Checks that the solvers and settings that a scene recommends exist. STATUS_INPUT with file:line and key.
Status case_check_recommended(const char *path, const SceneInfo *info) GNU_MUST_CHECK;

// Canonical JSON (a new reference), and back. case_from_json checks like case_set and resolves. expected: as SceneSettings has it.
json_t *case_to_json(const Case *c);
Status  case_from_json(const json_t *json, const SceneInfo *expected, Case *c) GNU_MUST_CHECK;

// The stored case with this canonical JSON and key. `like` is the case that its experiment defines today at this position. The two may
// differ only in defaults (of settings or the linear system) that changed since. The label shows the settings that the label of `like`
// shows. STATUS_INPUT: a different case, or its scene or a setting has changed.
Status case_from_stored(const char *text, const char *key, const Case *like, Case *out) GNU_MUST_CHECK;

// Removes params at their default from `params`; without contact also the contact settings. STATUS_INPUT for a param that `set` does not
// have, or an invalid value.
Status case_leave_out_defaults(json_t *params, const ParamSet *set, bool contact) GNU_MUST_CHECK;

// Required repetitions of each pass, from the params timed, phased, counted, measured.
void case_repetitions(const Case *c, int repetitions[PASS_COUNT]);

// Step number `index` of `count` steps spread evenly over `steps`; the last of them is the last step. Used for observed steps, recorded
// steps and probes. case_spread_index is the inverse: the index of a step, −1 for any other step.
int case_spread(int steps, int count, int index);
int case_spread_index(int steps, int count, int step);

int64_t case_substeps(const Case *c); // of the case's solver, 1 when it has none

// The reference that a case needs for a use: `count` steps of length dt / parts, evenly spread in time, of the scene's Newton trajectory.
// Of the parts of a dt it contains the first (a probe starts with the step) or the last (a frame or a force belongs to its end). A limit
// of short steps is extrapolated from trajectories with parts, parts/2 and parts/4 steps per dt (measure/reference.h).
typedef struct ReferenceWish {
    int     count; // 0: none
    int64_t parts; // a multiple of 4 if limit
    bool    last, limit;
} ReferenceWish;
ReferenceWish case_reference(const Case *c, ReferenceUse use);

// The step of the reference trajectory (of dt / parts, from 0) of its probe number `index`.
int64_t case_reference_step(const Case *c, const ReferenceWish *wish, int index);

// Key of the file of a reference: scene contents, dt, parts, steps, count, whether it is extrapolated, and whether contact is off. Cases
// and uses with equal wishes share the file; their room for contacts and their memory do not matter. A limit of short steps is shared by
// all dt that need it at the same times with the same short step. Exception: scenes that release pins, because a release happens between
// whole steps of dt.
void case_reference_key(const Case *c, const ReferenceWish *wish, char out[HASH_TEXT]);

// A short label: "xpbd cloth n=64 iterations=20 threads=2 f32". It has the given values, except those that case_hide hides.
void case_hide(Case *c, const char *name);
void case_label(const Case *c, char *out, size_t size);

#endif
