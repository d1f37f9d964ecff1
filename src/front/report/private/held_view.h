// Held views: a temporary table with the rows of a view that goes through every iterate, step or force of the store, made once because each
// side of each claim and each figure asks for it.
#ifndef WEFT_REPORT_HELD_VIEW_H
#define WEFT_REPORT_HELD_VIEW_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

// The table or view that has the rows of the data.
const char *held_view_name(const DataView *data);

// Makes that table, of the cases in temp.chosen; does nothing for a view that is not held. held_views_drop: when these are others.
Status held_view_make(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;
Status held_views_drop(sqlite3 *db) GNU_MUST_CHECK;

#endif
