// Variations: changed settings under which the claims of an experiment are judged again.
//
//   vary:
//     - {scene.stiffness: 1e4}              # the default name is "scene.stiffness 1e4"
//     - {name: half the step, dt: 0.008, steps: 120}
//     - {size: full}
//
// Each value replaces that axis in every block whose cases have it, like a --set with one value.
#ifndef WEFT_EXPERIMENT_VARIATION_H
#define WEFT_EXPERIMENT_VARIATION_H

#include "base/yaml.h"

enum { VARIATIONS_MAX = 32, VARIATION_VALUES_MAX = 8, VARIATION_NAME_MAX = 64 };

typedef struct Variation {
    char            name[VARIATION_NAME_MAX];
    const YamlNode *node; // for messages
    int             count;
    const YamlNode *values[VARIATION_VALUES_MAX]; // scalars; their keys are the axes
} Variation;

// The variations of an experiment file; they point into it. STATUS_INPUT with file:line and key.
Status variations_read(const YamlNode *experiment, Variation out[VARIATIONS_MAX], int *count) GNU_MUST_CHECK;

#endif
