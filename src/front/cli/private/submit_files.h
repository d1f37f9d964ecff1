// The scripts that `weft submit` writes into its folder.
#ifndef WEFT_CLI_SUBMIT_FILES_H
#define WEFT_CLI_SUBMIT_FILES_H

#include "cli/private/command.h"
#include "cli/private/submission.h"

typedef struct SubmitSettings {
    const char        *engine;                                       // of submit_engines
    const char        *folder;                                       // absolute
    const char        *from;                                         // absolute: where relative paths of the experiment begin
    const char        *text;                                         // of the experiment
    const char        *time, *partition, *container, *template_file; // NULL: not given
    const OptionTexts *hosts;
    const char *const *run_options; // of `weft run`, in pairs and alone; ended by NULL
    int                nodes;       // 0: all at once
    int                threads;     // most of a case
} SubmitSettings;

extern const char *const submit_engines[]; // ended by NULL

// The script that begins everything, by its name in the folder: array.sbatch, parallel.sh, local.sh.
const char *submit_script(const char *engine);

// submit.json, then experiment.yaml, the scripts of the engine and the folder log; each replaces the one that is there. STATUS_IO.
// STATUS_INPUT: a mark is missing in the template; STATUS_USAGE: the path of the folder does not fit into a script; then nothing is
// written.
Status submit_write_files(const SubmitSettings *settings, const Submission *submission) GNU_MUST_CHECK;

#endif
