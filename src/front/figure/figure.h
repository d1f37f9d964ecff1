// One figure: from a spec and the store to data files, a gnuplot script, SVG and PDF.
#ifndef WEFT_FIGURE_FIGURE_H
#define WEFT_FIGURE_FIGURE_H

#include "data/dataset.h"
#include "experiment/figure_spec.h"
#include "figure/gnuplot.h"

enum { FIGURE_FILE_MAX = 160, FIGURE_CAPTION_MAX = 900, FIGURE_NOTE_MAX = 1600 };

typedef struct FigureResult {
    char        file[FIGURE_FILE_MAX]; // name of its files in the folder, without ending
    char        title[SPEC_TEXT_MAX];
    char        missing[FIGURE_NOTE_MAX];    // why there is nothing to draw; "" otherwise. Files are written only if it is ""
    char        caption[FIGURE_CAPTION_MAX]; // after the title, one sentence: the statistic of its points; "" for single values
    char        note[FIGURE_NOTE_MAX];       // samples left out, cases pooled, curves that lie on each other; "" for nothing
    bool        wide;                        // as wide as a page, not as a column
    bool        pdf;                         // it has one beside the SVG
    Status      drawn;                       // of gnuplot
    const char *points;                      // the values that the page shows at the pointer (figure_files.h), in the dataset's arena
} FigureResult;

// Writes PREFIX+NAME.csv, .dat and .gp into folder and runs gnuplot. The Status is about the data and the files; that of gnuplot is in the
// result. An incomplete picture is removed.
Status figure_write(Dataset *dataset, const FigureSpec *spec, Gnuplot *gnuplot, const char *folder, const char *prefix,
                    FigureResult *out) GNU_MUST_CHECK;

#endif
