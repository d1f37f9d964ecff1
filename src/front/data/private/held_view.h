// Held views: the rows of a view in a temporary table, held_NAME, of the cases in temp.chosen. A view goes through every iterate, step or
// force of the store, and each side of each claim and each figure asks for one: it is made once.
#ifndef WEFT_DATA_HELD_VIEW_H
#define WEFT_DATA_HELD_VIEW_H

#include <sqlite3.h>

#include "base/status.h"
#include "experiment/data_view.h"

// Makes held_`name` of a view with an index of these columns, unless it is there.
Status held_make(sqlite3 *db, const char *name, const char *view, const char *keys) GNU_MUST_CHECK;

// The data by its name, and the facts of the scenes as held_model, by case.
Status held_view_make(sqlite3 *db, const DataView *data) GNU_MUST_CHECK;
Status held_views_drop(sqlite3 *db) GNU_MUST_CHECK; // all of them, when temp.chosen has other cases

#endif
