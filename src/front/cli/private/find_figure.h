// The figures of the experiments that come with weft, by name.
#ifndef WEFT_CLI_FIND_FIGURE_H
#define WEFT_CLI_FIND_FIGURE_H

#include "cli/private/list_experiments.h"

typedef struct FoundFigure {
    char experiment[64], figure[64];
    char path[EXPERIMENTS_FOLDER_MAX + 80];       // of the experiment
    char published[EXPERIMENTS_FOLDER_MAX + 200]; // its CSV among the results of record; "": there is none beside the experiments
} FoundFigure;

// text: EXPERIMENT/FIGURE, FIGURE, or the path of a file of it, as in results/published. STATUS_INPUT: unknown, with the nearest, or in
// several experiments.
Status find_figure(const char *text, FoundFigure *out) GNU_MUST_CHECK;

#endif
