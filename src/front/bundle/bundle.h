// Bundle: a store with all that others need to judge it, as a folder: an artifact as committees of conferences ask for, and its check on
// another machine. docs/artifact.md says what is in it and in which order it is read.
//
// What a folder holds: README.md; CLAIMS.md; commands.txt; LICENCES.md; store.db; experiments/NAME.yaml, the newest text of each as the
// store has it; datasets/, the scenes and meshes of its cases that weft came with, and what was given by a path where that path says;
// build/, the builds and environments that it was measured with; source/, the source of weft as a tar archive; SHA256SUMS of all of them.
// Two bundles of one store by one weft are equal, byte by byte.
#ifndef WEFT_BUNDLE_BUNDLE_H
#define WEFT_BUNDLE_BUNDLE_H

#include <stdio.h>

#include "experiment/experiment.h"

typedef struct BundleSettings {
    const char *database, *folder; // the folder must not be there
    const char *source;            // a git tree that has the commit of this weft; NULL: the one it was built from; "none": no source
} BundleSettings;

typedef struct BundleMade {
    int     files, experiments, claims;
    int64_t bytes;
} BundleMade;

// Built beside the folder and renamed. said: what is left out, a line each. STATUS_USAGE: the folder is there; STATUS_INPUT: no store, a
// scene that is not found or has changed since, a path that does not stay below this folder; STATUS_ENVIRONMENT: git, or the source, is
// missing.
Status bundle_write(const BundleSettings *settings, FILE *said, BundleMade *made) GNU_MUST_CHECK;

// Measures all cases of an experiment into a database. STATUS_INCOMPLETE: some failed, as run_experiment.
typedef Status BundleMeasure(void *user, const Experiment *experiment, const char *path, const char *options, const char *database);

typedef struct BundleCheck {
    const char    *folder, *out; // out: must not be there; becomes a folder with check.db and CHECK.md
    bool           full;         // as it was measured, instead of the short form
    BundleMeasure *measure;
    void          *user;
} BundleCheck;

typedef struct BundleVerdict { // of the claims that the store of the bundle answers with yes
    int    held, denied, open; // open: too close to call, or not measured here
    int    others;             // claims with another answer in the bundle
    double minutes;
    Status measured; // the first that was not whole: STATUS_INCOMPLETE
} BundleVerdict;

// Compares all files with their sums, measures the experiments again with the scenes of the bundle, and judges every claim beside its
// answer in the bundle, on `said` and in CHECK.md. Sets WEFT_DATASETS and the current folder of this process to those of the bundle.
// STATUS_INPUT: the bundle is damaged, or no bundle.
Status bundle_check(const BundleCheck *check, FILE *said, BundleVerdict *verdict) GNU_MUST_CHECK;

#endif
