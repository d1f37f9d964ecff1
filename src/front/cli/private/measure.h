// A run of the command line, with its progress on standard error.
#ifndef WEFT_CLI_MEASURE_H
#define WEFT_CLI_MEASURE_H

#include "run/run.h"

// As run_experiment. settings: all but the watcher. The summary is printed where the run came to its end, or was stopped with something
// measured.
Status measure_cases(RunSettings *settings) GNU_MUST_CHECK;

#endif
