// Expands one block of an experiment into cases.
#ifndef WEFT_EXPERIMENT_EXPAND_H
#define WEFT_EXPERIMENT_EXPAND_H

#include <jansson.h>

#include "experiment/planned_case.h"
#include "experiment/private/axes.h"

// The parameters of a scene, read once per scene rather than once per case.
typedef struct SceneEntry {
    char           scene[256];
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    int            count;
    bool           has_ranges;
    YamlRange      ranges[SCENE_PARAMETERS_MAX]; // ranges of its parameters if all others have their defaults
} SceneEntry;

typedef struct Expansion {
    PlannedCase *cases; // so far, in plan order; the caller takes ownership
    int          case_count;
    int          block_count; // so far
    int          timed;       // repetitions of the timed pass for every case; 0: as in the file
    int          variation;   // of the added cases
    bool         any_machine; // ExperimentSettings.any_machine
    bool        *set_taken;   // per --set: some case has the setting
    json_t      *resolved;    // scene and its values -> index in `models`
    Case        *models;      // resolved cases; others with the same scene and values read no file
    int          model_count;
    json_t      *taken; // names of axes whose setting some case has, as keys
    SceneEntry  *scenes;
    int          scene_count;
} Expansion;

// The references that a case needs, by its settings and its requested passes.
void expand_references(PlannedCase *planned);

// Appends the cases of a block. `block` for messages, `exclude` may be NULL.
Status expand_block(Expansion *x, const YamlNode *block, const char *name, Axes *axes, const YamlNode *exclude) GNU_MUST_CHECK;

#endif
