// Expanding one block of an experiment into cases.
#ifndef WEFT_EXPERIMENT_EXPAND_H
#define WEFT_EXPERIMENT_EXPAND_H

#include <jansson.h>

#include "experiment/planned_case.h"
#include "experiment/private/axes.h"

// The parameters of a scene, read once per scene and not once per case.
typedef struct SceneEntry {
    char           scene[256];
    SceneParameter parameters[SCENE_PARAMETERS_MAX];
    int            count;
    bool           has_ranges;
    YamlRange      ranges[SCENE_PARAMETERS_MAX]; // of its parameters when all have their defaults
} SceneEntry;

typedef struct Expansion {
    PlannedCase *cases; // so far, in plan order; the caller takes them over
    int          case_count;
    int          block_count; // so far
    int          timed;       // repetitions of the timed pass for every case; 0: as the file says
    int          variation;   // of the cases that are added
    bool         any_machine; // ExperimentSettings.any_machine
    bool        *set_taken;   // per --set: some case takes it
    json_t      *resolved;    // scene and its values -> index in `models`
    Case        *models;      // cases as they were resolved; others with the same scene and values read no file
    int          model_count;
    json_t      *taken; // names of axes that some case takes, as keys
    SceneEntry  *scenes;
    int          scene_count;
} Expansion;

// The references that a case needs, by its settings and the passes that are wanted.
void expand_references(PlannedCase *planned);

// Appends the cases of a block. `block` for messages, `exclude` may be NULL.
Status expand_block(Expansion *x, const YamlNode *block, const char *name, Axes *axes, const YamlNode *exclude) GNU_MUST_CHECK;

#endif
