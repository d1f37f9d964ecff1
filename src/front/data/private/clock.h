// Clocks: the times of the timed pass beside data of the measured pass, after each iteration of convergence, to each target of accuracy,
// and of the run of each case. The views are those of store/front_views.sql.
#ifndef WEFT_DATA_CLOCK_H
#define WEFT_DATA_CLOCK_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

bool clock_is_iteration(const DataView *data); // of convergence, whose view has no times itself; else of accuracy or of cases

// Holds the views that the join needs (held_view.h).
Status clock_make(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;

// Joins the clock `k` to the rows `v` of the data: a row for each process, with its number k.process, or one with the median over them.
const char *clock_join(const DataView *data, bool processes);

#endif
