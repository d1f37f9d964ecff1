// The scenes of an experiment, with their meshes, in a bundle.
#ifndef WEFT_BUNDLE_BUNDLE_SCENES_H
#define WEFT_BUNDLE_BUNDLE_SCENES_H

#include "experiment/experiment.h"

// Copies each file that a case of the experiment is made of: one of the datasets folder below datasets/, any other to the path that it was
// given by, which must be relative and stay below the current folder, since commands are run in that of the bundle. STATUS_INPUT for
// another. folder: NULL: copies nothing, for a bundle whose own paths must stay in it.
Status bundle_scenes(const Experiment *experiment, const char *folder) GNU_MUST_CHECK;

// What belongs to them all: values of materials, and where the meshes are from.
Status bundle_scene_data(const char *folder) GNU_MUST_CHECK;

#endif
