// Held views: the rows of a view in a temporary table held_NAME, NAME that of the data, and the facts of the scenes in held_model, both
// with an index by case. A view goes through every iterate, step or force of the store, and each side of each claim and each figure asks
// for one: it is made once.
#ifndef WEFT_DATA_HELD_VIEW_H
#define WEFT_DATA_HELD_VIEW_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

// Makes both tables, of the cases in temp.chosen, unless they are there; held_views_drop: when these are others.
Status held_view_make(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;
Status held_views_drop(sqlite3 *db) GNU_MUST_CHECK;

#endif
