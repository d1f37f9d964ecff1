// Case: one fully resolved run, and its canonical JSON.
//
// {"scene": "cloth", "scene_values": {"n": "64"}, "solver": "xpbd", "precision": "f64",
//  "params": {"dt": 0.0166…, "steps": 60, "threads": 2, …, "iterations": 20, …}}
//
// `params` holds the case's own settings (below), the solver's, and, where the solver uses one, the linear system's. All of them are in
// force, given or default, so two cases with the same canonical JSON and the same scene contents are the same measurement.
#ifndef WEFT_WORKER_CASE_H
#define WEFT_WORKER_CASE_H

#include <jansson.h>

#include "base/param.h"
#include "scene/scene.h"
#include "solver/solver.h"

enum { CASE_SCENE_VALUES_MAX = 16 };

typedef enum Precision { PRECISION_F64, PRECISION_F32, PRECISION_COUNT } Precision;
const char *const *precision_names(void); // "f64", "f32", NULL

typedef struct Case {
    char             scene[256]; // name or path, as given
    SceneValue       scene_values[CASE_SCENE_VALUES_MAX];
    int              scene_value_count;
    const SolverOps *solver;
    Precision        precision;
    ParamSet         params;
    SceneInfo        scene_info;     // filled by case_resolve
    char             key[HASH_TEXT]; // filled by case_resolve: canonical JSON and scene contents
} Case;

// The settings every case has: dt, steps, threads, repetitions of each pass, probes, observed steps, memory, order, seed.
extern const Param CASE_PARAMS[];

// An empty case for a solver: every param at its default. linsys: NULL, or the backend whose params it takes.
void case_init(Case *c, const SolverOps *solver, const LinsysOps *linsys);

// Sets one thing by name, as an experiment or a command line gives it: `scene`, `scene.NAME`, `precision`, or a param. `solver` and
// `linsys` are set by case_init, since they decide which params there are. STATUS_INPUT as param_set_text.
Status case_set(Case *c, const char *name, const char *text) GNU_MUST_CHECK;

// Every name that case_set accepts for this solver and linsys and scene, for suggestions. Returns how many; names point into tables.
int case_names(const Case *c, const char **names, int max);

// Reads the scene's description, checks scene values against its parameters, threads against the machine, and computes the key.
Status case_resolve(Case *c) GNU_MUST_CHECK;

// Canonical JSON (a new reference), and back. case_from_json checks like case_set and resolves.
json_t *case_to_json(const Case *c);
Status  case_from_json(const json_t *json, Case *c) GNU_MUST_CHECK;

// Key of the reference trajectory this case is judged by: scene contents, dt/substeps, probe count. Cases that differ in solver share it.
void case_reference_key(const Case *c, char out[HASH_TEXT]);

// A short text for a person: "xpbd cloth n=64 iterations=20 threads=2 f32", only what was given.
void case_label(const Case *c, char *out, size_t size);

#endif
