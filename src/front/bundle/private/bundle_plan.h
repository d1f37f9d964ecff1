// What a bundle runs: the experiments of its store, each with the settings that it was measured with, in a short form and in the full one.
//
// Full: as it was measured, with its variations and as many processes. Short: without variations, and at most SHORT_PROCESSES timed
// processes of a case; the sizes are the same, so that a claim says the same.
#ifndef WEFT_BUNDLE_BUNDLE_PLAN_H
#define WEFT_BUNDLE_BUNDLE_PLAN_H

#include "experiment/experiment.h"
#include "store/store.h"

typedef enum BundleForm { BUNDLE_SHORT, BUNDLE_FULL, BUNDLE_FORMS } BundleForm;
const char *bundle_form_name(BundleForm form); // "short", "full"

enum { SHORT_PROCESSES = 3, BUNDLE_SETS_MAX = 64, BUNDLE_OPTIONS_MAX = 8192 };

typedef struct BundleRun {
    int64_t id; // of the newest text of this name
    char   *name, *path, *text, *hash;
    char   *options; // of its calls, which the sets point into
    int     set_count;
    char   *sets[BUNDLE_SETS_MAX]; // "key=value,value"
    bool    varied, recorded;      // recorded: its cases are trajectories of other programs, which are not run
    int     processes;             // --reps of its calls, 0: as the file says
    int     timed[BUNDLE_FORMS];   // the same of each form, known after bundle_plan_forecast
    double  seconds[BUNDLE_FORMS]; // by the forecast
    int     unknown[BUNDLE_FORMS]; // cases of which it says nothing
    int     cases[BUNDLE_FORMS];
    double  calls_s;    // that its calls took, references included; of one that did not come to its end, until its last process began
    int     references; // trajectories, whose time no forecast has
    int     threads;    // the most of a case
} BundleRun;

typedef struct BundlePlan {
    int        count;
    BundleRun *runs; // the oldest first
} BundlePlan;

// STATUS_INPUT where a name or the options of a call are none, or the store has no experiment.
Status bundle_plan_read(Store *store, BundlePlan *out) GNU_MUST_CHECK;
void   bundle_plan_destroy(BundlePlan *plan); // takes a zeroed one

// The experiment of a run in a form, from its file, with the cases of the store (experiment/stored_cases.h). STATUS_INPUT where the file
// with these settings is not what the store has, or a case cannot be measured any more.
Status bundle_plan_experiment(Store *store, const BundleRun *run, BundleForm form, const char *path, Experiment *out) GNU_MUST_CHECK;

// Fills what is known of both forms. full: the experiment in that form.
Status bundle_plan_forecast(Store *store, BundleRun *run, const char *path, const Experiment *full) GNU_MUST_CHECK;

// " --set key=value --vary --reps 3", each value as a shell reads it.
Status bundle_plan_options(const BundleRun *run, BundleForm form, char out[BUNDLE_OPTIONS_MAX]) GNU_MUST_CHECK;

#endif
