// Experiment: an experiment file (YAML, documented in docs/experiments.md and weft(1)) and its cases.
//
// A block is the product of its axes; `zip` lets axes advance together, `exclude` drops combinations. `defaults` apply to every case that
// has the setting. A block's own axis overrides them, and --set overrides both. In a product the first axis varies slowest.
//
// `vary` lists variations (variation.h). A variation is the product again with one value in place of an axis. It keeps only the cases that
// a verdict under this variation needs (needed.h).
//
// `rates: true` measures bandwidth and peak operations of the machine before the cases (measure/rates.h), for figures of
// `data: roofline`.
#ifndef WEFT_EXPERIMENT_EXPERIMENT_H
#define WEFT_EXPERIMENT_EXPERIMENT_H

#include "base/label_set.h"
#include "base/yaml.h"
#include "experiment/figure_spec.h"
#include "experiment/planned_case.h"
#include "experiment/variation.h"

typedef struct ExperimentSettings {
    const char        *path;
    const char *const *sets; // "key=value,value": replaces that axis in every block whose cases have the key; size=full chooses a size
    int                set_count;
    int                timed;       // repetitions of the timed pass for every case; 0: as in the file
    bool               vary;        // also plan the variations of the file
    bool               any_machine; // cases are not run here, so they may have more threads than this machine
} ExperimentSettings;

typedef struct Experiment {
    const char  *name, *question; // in `file`; question may be ""
    char        *expected;        // its sentences, one after the other; may be ""
    bool         rates;           // measure the machine first, for the thread counts of the cases
    char        *text;            // of the file
    char         hash[HASH_TEXT]; // of the text and the overrides
    YamlFile    *file;            // kept for its figures and tables
    int          block_count, case_count, variation_count;
    Variation   *variations; // [variation_count]; empty without `vary`, but checked in any case
    PlannedCase *cases;      // in plan order, those of variations last
} Experiment;

// Reads the file and expands it. STATUS_INPUT with file:line and key, or with the wrong --set; STATUS_IO: it cannot be read. Nothing to
// free after a failure.
Status experiment_read(const ExperimentSettings *settings, Experiment *out) GNU_MUST_CHECK;
void   experiment_destroy(Experiment *experiment);

// For each case the first case with the same key, perhaps in an earlier block: [case_count], freed by the caller. NULL: out of memory.
int *experiment_firsts(const Experiment *experiment);

// The labels of its cases, which label_set_destroy frees. STATUS_MEMORY.
Status experiment_labels(const Experiment *experiment, LabelSet *out) GNU_MUST_CHECK;

// The largest number of threads of a case.
int experiment_threads(const Experiment *experiment);

// Its figures, tables and verdicts, which figure_specs_destroy frees.
Status experiment_specs(const Experiment *experiment, FigureSpecs *out) GNU_MUST_CHECK;

// Sets has[i] for the cases that a figure shows, judged by their settings alone. STATUS_INPUT: no such figure, or no case of it in this
// size.
Status experiment_figure_cases(const Experiment *experiment, const char *figure, bool *has) GNU_MUST_CHECK;

#endif
