// Report: everything a person wants to see of a store. Reads only the store.
//
// Into `folder`: index.html (self-contained: figures inline, no scripts, no other files needed), and for each figure NAME.gp and NAME.dat
// (edit them and run `gnuplot NAME.gp` there), NAME.csv, NAME.svg and NAME.pdf; for each table NAME-table.csv; verdicts.csv when there are
// any; cases.csv. With several experiments in a store every name begins with the number of its experiment.
// On the terminal: question, expected shape and verdicts, the case counts, failures, and one line per case.
//
// How samples become numbers. Steps of the timed and phased passes lose their warm-up (view timed_step of schema.sql). What is left of a
// repetition gives one number, its median: steps of a repetition share a process, a placement and a memory layout, and are not independent.
// A value is the median of these numbers over repetitions, its spread their quartiles, and n their count. Observations of the measured pass
// are exact for a deterministic solver, so there every observed step is a sample. Samples of two builds are never pooled: of each
// precision the build that measured last is taken, and the report says when others have been left out.
#ifndef WEFT_REPORT_REPORT_H
#define WEFT_REPORT_REPORT_H

#include <stdio.h>

#include "store/store.h"

// Makes the folder when it is missing. terminal: may be NULL. STATUS_INPUT when the store holds no experiment; STATUS_IO when something
// cannot be written; STATUS_UNSUPPORTED when gnuplot is not there or failed: the rest of the report is whole then.
Status report_write(Store *store, const char *folder, FILE *terminal) GNU_MUST_CHECK;

// Only the verdicts of the experiment with this hash (Experiment.hash), as report_write prints them; nothing when it has none or is not
// in the store.
Status report_verdicts(Store *store, const char *hash, FILE *terminal) GNU_MUST_CHECK;

#endif
