// Report: figures, tables, verdicts and a page from a store, by the texts of the experiments that it was measured with or by a file as it
// is now. Nothing is written to the store.
//
// Into `folder`: index.html (self-contained: figures inline; it works without its script), and for each figure NAME.gp and NAME.dat
// (edit them and run `gnuplot NAME.gp` there), NAME.csv, NAME.svg and NAME.pdf; for each table NAME-table.csv, .tex (a tabular for an
// article, table.h) and .md; verdicts.csv when there are any; cases.csv. With several experiments in a store every name begins with that
// of its experiment. What an earlier report has left there and this one does not make again is removed (private/made_files.h).
// On the terminal: question, expected shape and verdicts, the case counts, failures, one line per case, and the tables.
//
// How samples become numbers. Warm-up steps of the timed and phased passes are dropped (view timed_step of schema.sql). The others of
// a repetition give one number, their median, and so do the repetitions of a process: they share its memory layout, its placement and its
// hour, and are not independent. A value is the median over processes, with the 95 % interval of stats/interval.h; a store that does not
// tell processes has one for each case, and no intervals. The ratio of two values, as a speed-up, is that of
// stats/ratio.h. Observations of the
// measured pass are exact for a deterministic solver: there every observed step is a sample, and four or more have quartiles. A column
// says which of both it is (DataView): a number of iterations is exact in a timed pass, too. Samples of two builds are never pooled: of
// each precision the build that measured last is taken; the report says if others were left out.
#ifndef WEFT_PAGE_REPORT_H
#define WEFT_PAGE_REPORT_H

#include <stdio.h>

#include "store/store.h"

struct DraftFile; // judge/draft.h

// The page that was made.
typedef struct ReportPage {
    int64_t bytes;
    int     left; // figures and tables that are beside it only, since it would be larger than 5 MB
} ReportPage;

// file: what to make of the cases that the store has of it; NULL: of each experiment of the store its newest text. Creates the folder if it
// is missing. terminal, page: may be NULL. STATUS_INPUT if the
// store has no experiment, or no case of the file; STATUS_IO when something cannot be written; STATUS_ENVIRONMENT when gnuplot is missing
// or failed, STATUS_INPUT when the text of an experiment cannot be read: the rest of the report is complete then.
Status report_write(Store *store, const struct DraftFile *file, const char *folder, FILE *terminal, ReportPage *page) GNU_MUST_CHECK;

// One figure. `text`: what an experiment file would say, with the one figure in it. experiment: its name; NULL: the only one of the store.
// Into `folder`, which must be there. STATUS_INPUT also when there is nothing to draw: why.
typedef struct ReportFigure {
    const char *experiment, *text, *folder;
} ReportFigure;
Status report_figure(Store *store, const ReportFigure *figure, FILE *terminal) GNU_MUST_CHECK;

// Only the verdicts of the experiment with this hash (Experiment.hash), as report_write prints them; nothing if it has none or is not
// in the store.
Status report_verdicts(Store *store, const char *hash, FILE *terminal) GNU_MUST_CHECK;

#endif
