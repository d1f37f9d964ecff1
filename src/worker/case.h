// Case: one fully resolved run, and its canonical JSON.
//
// {"linsys": "cholmod_simplicial", "params": {"dt": 0.0166…, "steps": 60, "threads": 2, …, "iterations": 20, …}, "precision": "f64",
//  "scene": "cloth", "scene_values": {"n": 64}, "solver": "pd"}
//
// `params` holds the case's own settings (below), the solver's, and, where the solver uses one, the linear system's; `linsys` is there
// only for such a solver. All of them are in force, given or default, so two cases with the same canonical JSON and the same scene
// contents are the same measurement. How often a pass is repeated (timed, phased, measured) is not part of it: more repetitions
// continue the same case.
#ifndef WEFT_WORKER_CASE_H
#define WEFT_WORKER_CASE_H

#include <jansson.h>

#include "base/param.h"
#include "scene/scene.h"
#include "solver/solver.h"
#include "worker/protocol.h"

enum { CASE_SCENE_VALUES_MAX = 16, CASE_NAMES_MAX = PARAM_SET_MAX + SCENE_PARAMETERS_MAX + 4 };

typedef enum Precision { PRECISION_F64, PRECISION_F32, PRECISION_COUNT } Precision;
const char *const *precision_names(void); // "f64", "f32", NULL

typedef struct Case {
    char             scene[256];                          // name or path, as given
    SceneValue       scene_values[CASE_SCENE_VALUES_MAX]; // sorted by name; case_resolve adds the scene's defaults
    bool             scene_given[CASE_SCENE_VALUES_MAX];
    int              scene_value_count;
    const SolverOps *solver;
    const LinsysOps *linsys; // NULL when the solver uses none
    Precision        precision;
    ParamSet         params;
    SceneInfo        scene_info;     // filled by case_resolve
    char             key[HASH_TEXT]; // filled by case_resolve: canonical JSON and scene contents
} Case;

// The settings every case has: dt, steps, threads, repetitions of each pass, probes, observed steps, memory, order, seed.
extern const Param CASE_PARAMS[];

// An empty case for a solver: every param at its default. linsys: the backend whose params it takes; NULL: the first of the table.
// Not looked at for a solver that uses none.
void case_init(Case *c, const SolverOps *solver, const LinsysOps *linsys);

// Sets one thing by name, as an experiment or a command line gives it: `scene`, `scene.NAME`, `precision`, or a param. `solver` and
// `linsys` are set by case_init, since they decide which params there are. STATUS_INPUT as param_set_text.
// `scene.NAME` is checked against the scene by case_resolve.
Status case_set(Case *c, const char *name, const char *text) GNU_MUST_CHECK;

// The canonical text of what `name` stands for in this case, `solver` and `linsys` included. False when the case has no such thing.
bool case_get(const Case *c, const char *name, char *out, size_t size);

// Every name that case_set accepts for this solver and linsys, and `scene.NAME` for each value of a resolved case, for suggestions.
// names: [CASE_NAMES_MAX]. Returns how many; they point into tables and into `scratch` [CASE_SCENE_VALUES_MAX].
typedef struct CaseName {
    char text[56];
} CaseName;
int case_names(const Case *c, const char **names, CaseName *scratch);

// Reads the scene's description, checks scene values against its parameters, threads against the machine, and computes the key.
Status case_resolve(Case *c) GNU_MUST_CHECK;

// The same, for a case whose scene and scene values are those of `like`, which is resolved: reads no file, and asks the machine only for
// more threads than `like` has.
Status case_resolve_like(Case *c, const Case *like) GNU_MUST_CHECK;

// Canonical JSON (a new reference), and back. case_from_json checks like case_set and resolves.
json_t *case_to_json(const Case *c);
Status  case_from_json(const json_t *json, Case *c) GNU_MUST_CHECK;

// Repetitions wanted of each pass, from the params timed, phased, measured.
void case_repetitions(const Case *c, int wanted[PASS_COUNT]);

// Step number `index` of `count` steps spread evenly over `steps`; the last of them is the last step. Which steps are observed, and
// which are probes.
int case_spread(int steps, int count, int index);

// Key of the reference trajectory this case is judged by: scene contents, dt, substeps, steps, probe count. Cases that differ in solver
// share it.
void case_reference_key(const Case *c, char out[HASH_TEXT]);

// A short text for a person: "xpbd cloth n=64 iterations=20 threads=2 f32", only what was given, and not what case_hide was called for.
void case_hide(Case *c, const char *name);
void case_label(const Case *c, char *out, size_t size);

#endif
