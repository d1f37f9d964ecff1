// Report: figures, tables, verdicts and a page from a store. The experiments are those stored with the measurement, or a file as it is now.
// The store is not changed.
//
// Files in `folder`:
// - index.html: self-contained, with the figures inline; works without its script.
// - of each figure NAME.gp and NAME.dat (edit them and run `gnuplot NAME.gp` there), NAME.csv, NAME.svg and NAME.pdf;
// - of each table NAME-table.csv, .tex (a tabular for an article, table.h) and .md;
// - verdicts.csv if there are verdicts; cases.csv.
// With several experiments in a store every name begins with that of its experiment. Files of an earlier report that this one does not
// make are removed (private/made_files.h). The terminal shows the question, the expected results, verdicts, counts of cases, failures, one
// line per case, and the tables.
//
// How samples become numbers. Warm-up steps of the timed and phased passes are dropped (view timed_step of schema.sql). The other steps of
// a repetition give one number, their median, and so do the repetitions of a process: they share its memory layout, its placement and its
// hour, and are not independent. A value is the median over processes, with the 95 % interval of stats/interval.h. In a store without
// processes each case counts as one, without an interval. Ratios of two values, such as speed-ups, are those of stats/ratio.h.
// Observations of the measured pass are exact for a deterministic solver: every observed step is a sample, and four or more have quartiles.
// DataView declares for each column whether it is measured or exact: a number of iterations is exact in a timed pass, too. Samples of two
// builds are never pooled: the last build of each precision counts, and the report prints how many cases of others were left out.
#ifndef WEFT_PAGE_REPORT_H
#define WEFT_PAGE_REPORT_H

#include <stdio.h>

#include "store/store.h"

struct DraftFile; // judge/draft.h

// The written page.
typedef struct ReportPage {
    int64_t bytes;
    int     left; // figures and tables left in files beside the page, which would be larger than 5 MB with them
} ReportPage;

// file: the experiment whose stored cases are reported; NULL: each experiment of the store, by its newest text. Creates the folder if it is
// missing. terminal, page: may be NULL. STATUS_INPUT if the store has no experiment, or no case of the file; STATUS_IO if a file cannot be
// written. If gnuplot is missing or fails (STATUS_ENVIRONMENT), or the text of an experiment cannot be read (STATUS_INPUT), the rest of the
// report is complete.
Status report_write(Store *store, const struct DraftFile *file, const char *folder, FILE *terminal, ReportPage *page) GNU_MUST_CHECK;

// One figure. `text`: an experiment file with this figure alone. experiment: its name; NULL: the only one of the store. `folder` must
// exist. STATUS_INPUT also if there is nothing to draw, with the reason.
typedef struct ReportFigure {
    const char *experiment, *text, *folder;
} ReportFigure;
Status report_figure(Store *store, const ReportFigure *figure, FILE *terminal) GNU_MUST_CHECK;

// Prints the verdicts of the experiment with this hash (Experiment.hash), as report_write does. Prints nothing if it has none or is not in
// the store.
Status report_verdicts(Store *store, const char *hash, FILE *terminal) GNU_MUST_CHECK;

#endif
