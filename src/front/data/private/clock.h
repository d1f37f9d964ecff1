// Clocks: joins times of the timed pass to rows of the measured pass. Three data views have them: convergence (time after each iteration),
// accuracy (time to each target) and cases (time of the run). The times come from views of store/front_views.sql.
#ifndef WEFT_DATA_CLOCK_H
#define WEFT_DATA_CLOCK_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

bool clock_is_iteration(const DataView *data); // true for convergence, whose view has no times of its own

// Materialises the views that the join needs (cached_view.h).
Status clock_make(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;

// SQL that joins the clock `k` to the rows `v` of the data. processes: one row per process, numbered k.process; else the median over
// processes.
const char *clock_join(const DataView *data, bool processes);

#endif
